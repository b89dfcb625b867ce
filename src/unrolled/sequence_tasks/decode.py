"""From a model that says how likely each next token is, to a sequence: four ways to decide.

greedy takes the likeliest token, `sample` draws one, `beam` keeps the best few beginnings, and
`exhaustive` tries everything, where that can be done.
Notebook: book/sequence_tasks.ipynb
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.core.door import check_generator, check_real, check_whole, short_repr
from unrolled.core.records import check_fields


class Writer(NamedTuple):
    """What writes: `step(state, token)` gives log p of each next token, and the next state.

    Before the first token the state is `start` and the token None. `stop` ends a sequence. Raises
    ValueError, where it is used, for a step that gives no such row, and for a stop outside it.
    """

    start: object
    step: Callable
    stop: int


class Written(NamedTuple):
    """A sequence of tokens without its stop, log p of all of it, and whether it has ended."""

    tokens: tuple[int, ...]
    log_p: float
    ended: bool


class Branch(NamedTuple):
    """A beginning that beam search looked at, and whether it was among those it kept."""

    written: Written
    kept: bool


def greedy(writer: Writer, limit: int) -> Written:
    """The likeliest token at every step, until the stop or `limit` tokens.

    Raises ValueError for a limit below 1.
    """
    return _write(writer, limit, lambda log_p: int(np.argmax(log_p)))


def sample(
    writer: Writer, rng: np.random.Generator, limit: int, temperature: float | int = 1
) -> Written:
    """Each token drawn with the probability that the model gives it.

    A temperature below 1 makes the likely likelier still. log p is the model's own, whatever the
    temperature. Raises ValueError for a temperature that is not above 0.
    """
    rng = check_generator("rng", rng)
    temperature = check_real("temperature", temperature, above=0)

    def draw(log_p: np.ndarray) -> int:
        with np.errstate(over="ignore"):  # the coldest temperature leaves the likeliest alone
            p = np.exp((log_p - log_p.max()) / temperature)
        return int(rng.choice(len(p), p=p / p.sum()))

    return _write(writer, limit, draw)


def _step(writer: Writer, state: object, token: int | None) -> tuple[np.ndarray, object]:
    """What the writer's step gives, if that is log p of each token and has the stop among them."""
    log_p, state = writer.step(state, token)
    found = np.asarray(log_p, float)
    if found.ndim != 1 or not found.size or np.isnan(found).any() or found.max() > 1e-9:
        expected = "log p of each token, a row of numbers that are not above 0"
        raise ValueError(f"step: gave {short_repr(log_p)}, expected {expected}")
    check_whole("stop", writer.stop, 0, len(found) - 1, of="tokens")
    return found, state


def _write(writer: Writer, limit: int, choose: Callable) -> Written:
    check_fields("writer", writer, Writer)
    limit = check_whole("limit", limit, 1, of="tokens")
    state, token, tokens, total = writer.start, None, (), 0.0
    while len(tokens) < limit:
        log_p, state = _step(writer, state, token)
        token = choose(log_p)
        total += float(log_p[token])
        if token == writer.stop:
            return Written(tokens, total, True)
        tokens = (*tokens, token)
    return Written(tokens, total, False)


def beam(writer: Writer, width: int, limit: int) -> list[Written]:
    """The `width` likeliest sequences that were found, the best first.

    Raises ValueError for a width or a limit below 1.
    """
    return grow_beam(writer, width, limit)[0]


def grow_beam(writer: Writer, width: int, limit: int) -> tuple[list[Written], list[list[Branch]]]:
    """The same, and for each step every branch that was looked at.

    At each step all beginnings grow by every token, and the `width` likeliest stay; those that
    have ended keep their place as long as nothing likelier comes. What has not ended after
    `limit` tokens is returned as not ended. What is impossible, with log p = −∞, is never kept.
    """
    check_fields("writer", writer, Writer)
    width = check_whole("width", width, 1)
    limit = check_whole("limit", limit, 1, of="tokens")
    kept = [(Written((), 0.0, False), writer.start)]
    looked_at = []
    while not all(written.ended or len(written.tokens) == limit for written, _ in kept):
        grown = [pair for written, state in kept for pair in _grow(writer, written, state, limit)]
        grown = [pair for pair in grown if pair[0].log_p > -np.inf]
        grown.sort(key=lambda pair: -pair[0].log_p)
        kept = grown[:width]
        looked_at.append([Branch(written, n < width) for n, (written, _) in enumerate(grown)])
    return [written for written, _ in kept], looked_at


def _grow(writer: Writer, written: Written, state: object, limit: int) -> list[tuple]:
    """A beginning with each token after it; itself, if it has ended or may not grow."""
    if written.ended or len(written.tokens) == limit:
        return [(written, state)]
    log_p, state = _step(writer, state, written.tokens[-1] if written.tokens else None)
    return [
        (_extended(written, token, float(add), writer.stop), state)
        for token, add in enumerate(log_p)
    ]


def _extended(written: Written, token: int, log_p: float, stop: int) -> Written:
    total = written.log_p + log_p
    if token == stop:
        return Written(written.tokens, total, True)
    return Written((*written.tokens, token), total, False)


def exhaustive(writer: Writer, limit: int, most: int = 100_000) -> list[Written]:
    """Every sequence of at most `limit` tokens, the likeliest first.

    Raises ValueError where there are more than `most`.
    """
    found, open_ = [], [(Written((), 0.0, False), writer.start)]
    check_fields("writer", writer, Writer)
    limit = check_whole("limit", limit, 1, of="tokens")
    for _ in range(limit + 1):
        grown = [pair for written, state in open_ for pair in _grow(writer, written, state, limit)]
        found += [written for written, _ in grown if written.ended or len(written.tokens) == limit]
        open_ = [pair for pair in grown if not pair[0].ended and len(pair[0].tokens) < limit]
        if len(found) + len(open_) > most:
            raise ValueError(f"limit: got {limit}, expected one with at most {most} sequences")
    return sorted(found, key=lambda written: -written.log_p)
