"""A translator: an LSTM reads the source, another writes the target, with or without attention.

c = (h_N, c_N) of the encoder                                          eq-encoder-decoder-context
d_0 = c,  d_i = LSTM(y_{i-1}, d_{i-1}),  ŷ_i = softmax(W_yd d_i + b_y)   eq-encoder-decoder-write
With attention the decoder also reads r_i, an average of h_1 … h_N       eq-encoder-decoder-step
Notebook: book/encoder_decoder.ipynb
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.core.activations import log_softmax
from unrolled.core.cell import Caches, Cell
from unrolled.core.door import (
    as_floats,
    check_array,
    check_bounded,
    check_flag,
    check_generator,
    check_whole,
    short_repr,
)
from unrolled.core.losses import CROSS_ENTROPY, observed_loss, observed_loss_back
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float
from unrolled.core.tree import tree_map
from unrolled.core.unroll import bptt, unroll
from unrolled.encoder_decoder.additive import Additive, check_additive
from unrolled.encoder_decoder.attending import Attending, attending, random_attending
from unrolled.encoder_decoder.letters import START, STOP, Pairs, check_pairs
from unrolled.lstm.cell import CELL, LSTM, State, random_lstm
from unrolled.lstm.gate import check_gates
from unrolled.rnn.readout import Readout, check_readout, random_readout, readout, readout_back
from unrolled.sequence_tasks.decode import Writer, Written
from unrolled.sequence_tasks.decode import greedy as write_greedily
from unrolled.sequence_tasks.padding import at_last, at_last_back, check_lengths, is_step


class Translator(NamedTuple):
    """Weights of a whole translator. Its gradient is another Translator."""

    encoder: LSTM
    decoder: LSTM  # its input is a token, and with attention the average as well
    readout: Readout
    score: Additive | tuple = ()  # empty without attention


class Reading(NamedTuple):
    """What the encoder made of the sources."""

    keys: Float[Array, "T_x *B n_h"]  # h_1 .. h_N, which attention averages
    seen: Array  # (T_x, *B), False where a source is padding
    context: State  # (h_N, c_N) of every source, at its own N
    caches: Caches


class Forced(NamedTuple):
    """What the decoder computes while it is given the right tokens."""

    zs: Float[Array, "T_y *B n_y"]  # logits
    states: State  # d_1, d_2, …
    reading: Reading
    cell: Cell  # of the decoder
    weights: object  # of that cell
    caches: Caches


def random_translator(
    rng: np.random.Generator, n_x: int, n_y: int, n_h: int, attends: bool
) -> Translator:
    """Weights drawn from N(0, 1/fan-in), forget biases 1: encoder and decoder have n_h units.

    Raises ValueError for sizes below 1, and for fewer than three tokens to write.
    """
    rng = check_generator("rng", rng)
    n_y = check_whole("n_y", n_y, START + 2, of="tokens")
    encoder = random_lstm(rng, n_x, n_h)
    if check_flag("attends", attends):
        decoder, score = random_attending(rng, n_y, n_h, n_h)
    else:
        decoder, score = random_lstm(rng, n_y, n_h), ()
    return Translator(encoder, decoder, random_readout(rng, n_h, n_y), score)


def check_translator(p: object) -> Translator:
    """Weights whose parts fit each other, or ValueError that names the part that does not."""
    check_fields("p", p, Translator)
    encoder, decoder = (_gates(f"p.{name}", getattr(p, name)) for name in ("encoder", "decoder"))
    n_h = encoder.i.b.size
    if decoder.i.b.size != n_h:
        raise ValueError(
            f"p.decoder: got {decoder.i.b.size} units, expected {n_h}, as the encoder has"
        )
    out = check_readout(p.readout, n_h)
    attends = not (isinstance(p.score, tuple) and len(p.score) == 0)
    score = check_additive(p.score, "p.score", n_q=n_h, n_k=n_h) if attends else ()
    wanted = len(out.b_y) + n_h * attends
    if (found := decoder.i.W_x.shape[1]) != wanted:
        raise ValueError(f"p.decoder: got weights for {found} inputs, expected {wanted}")
    check_whole("p.readout", len(out.b_y), START + 2, of="tokens")
    return Translator(encoder, decoder, out, score)


def _gates(name: str, p: object) -> LSTM:
    try:
        return check_gates(p, LSTM)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def read(p: Translator, xs: Float[Array, "T_x *B n_x"], lengths: Array | None = None) -> Reading:
    """The encoder's states, and the last one of every source.       eq-encoder-decoder-context

    Raises ValueError for an empty source and for lengths that are longer than the padding.
    """
    return _read(check_translator(p), xs, lengths)


def _read(p: Translator, xs: Array, lengths: Array | None) -> Reading:
    n_h, n_x = p.encoder.i.W_x.shape
    xs = check_array("xs", xs, "T_x *B n_x", n_x=n_x)
    if lengths is not None:
        as_floats("lengths", lengths)  # what is masked or ragged is told
    lengths = check_lengths(lengths, xs)
    states, caches = unroll(CELL, p.encoder, xs, State(*np.zeros((2, *xs.shape[1:-1], n_h))))
    context = tree_map(lambda each: at_last(each, lengths), states)
    return Reading(states.h, is_step(lengths, len(xs)), context, caches)


def _decoder(p: Translator, keys: Array, seen: Array | None) -> tuple[Cell, object]:
    """The cell that writes, and its weights, which with attention hold the keys."""
    if not p.score:
        return CELL, p.decoder
    return attending(seen), Attending(p.decoder, p.score, keys)


def translate_states(p: Translator, batch: Pairs) -> Forced:
    """Logits and states of the decoder in teacher forcing.

    eq-encoder-decoder-write, eq-encoder-decoder-step
    Raises ValueError for weights and batches that do not fit.
    """
    p, batch = check_translator(p), check_pairs(batch)
    check_array("batch.ys", batch.ys, "T_y *B n_y", n_y=len(p.readout.b_y))
    reading = _read(p, batch.xs, batch.lengths)
    cell, weights = _decoder(p, reading.keys, reading.seen)
    states, caches = unroll(cell, weights, batch.before, reading.context)
    return Forced(_logits(p.readout, states.h), states, reading, cell, weights, caches)


def _logits(p: Readout, h: Array) -> Array:
    """z = W_ys s + b_y, or OverflowError where weights are too large for a float."""
    with np.errstate(over="ignore", invalid="ignore"):
        return check_bounded("logits", readout(p, h))


def alignment(p: Translator, batch: Pairs) -> Float[Array, "T_y *B T_x"]:
    """Where each token of the target looks: attention weights over the source.

    eq-encoder-decoder-attend
    Raises ValueError for a translator without attention.
    """
    if not check_translator(p).score:
        raise ValueError("p: got a translator without a score, expected one with attention")
    return translate_states(p, batch).caches.steps.A


def translate_gradient(p: Translator, batch: Pairs) -> tuple[float, Translator]:
    """The mean loss of the tokens that are due, and its gradient.          eq-encoder-decoder-back

    Padding of targets has no loss. The decoder's first state is the encoder's last one, so the
    gradient of the one is that of the other; with attention every key gets one as well.
    Raises ValueError for weights and batches that do not fit, and for a target whose stop does not
    count, because the decoder would never learn to stop.
    """
    p, batch = check_translator(p), check_pairs(batch)
    _check_stops(batch)
    zs, states, reading, cell, weights, caches = translate_states(p, batch)
    due = is_step(batch.written, len(batch.ys))
    loss = observed_loss(CROSS_ENTROPY, zs, batch.ys, due)
    dzs = observed_loss_back(CROSS_ENTROPY, zs, batch.ys, due)
    d_readout, dh = readout_back(p.readout, states.h, dzs)
    d_cell, _, d_context = bptt(cell, weights, caches, State(dh, np.zeros_like(dh)))
    d_decoder, d_score, d_keys = d_cell if p.score else (d_cell, (), 0.0)
    steps = len(batch.xs)
    d_last = tree_map(lambda d: at_last_back(d, batch.lengths, steps), d_context)
    d_states = State(d_last.h + d_keys, d_last.c)
    d_encoder = bptt(CELL, p.encoder, reading.caches, d_states)[0]
    return loss, Translator(d_encoder, d_decoder, d_readout, d_score)


def _check_stops(batch: Pairs) -> None:
    """Nothing, if the last token that counts of every target is its stop, or ValueError.

    Without it a decoder is never taught to stop, and what it writes runs on to the limit.
    """
    ends = at_last(batch.ys, batch.written)[..., STOP]
    if (ends < 0.5).any():
        raise ValueError(
            f"batch.written: got {short_repr(batch.written)}, by which the last token that counts"
            " is not always the stop, expected the length of each target, its stop included"
        )


def writer(p: Translator, xs: Float[Array, "T_x n_x"]) -> Writer:
    """The translator as a writer that has read one source, for greedy, sample and beam."""
    p = check_translator(p)
    reading = _read(p, check_array("xs", xs, "T_x n_x"), None)
    return Writer(reading.context, _next_token(p, reading.keys, None), STOP)


def _next_token(p: Translator, keys: Array, seen: Array | None) -> Callable:
    """log p of each next token, and the next state; for one source or a batch of them."""
    cell, weights = _decoder(p, keys, seen)
    eye = np.eye(len(p.readout.b_y))

    def step(state: State, token: object) -> tuple[Array, State]:
        before = eye[START if token is None else token]
        before = np.broadcast_to(before, (*state.h.shape[:-1], len(eye)))
        with np.errstate(over="ignore", invalid="ignore"):  # the logits are looked at
            state, _ = cell.step(weights, before, state)
        return log_softmax(_logits(p.readout, state.h)), state

    return step


def translate(p: Translator, xs: Float[Array, "T_x n_x"], limit: int) -> Written:
    """One source, the likeliest token at every step, until the stop or `limit` tokens."""
    return write_greedily(writer(p, xs), limit)


def translate_all(
    p: Translator, xs: Float[Array, "T_x B n_x"], lengths: Array | None, limit: int
) -> list[Written]:
    """The same of a batch, all sources at once.                            eq-encoder-decoder-write

    What has not stopped after `limit` tokens is returned as not ended.
    """
    p, limit = check_translator(p), check_whole("limit", limit, 1, of="tokens")
    reading = _read(p, check_array("xs", xs, "T_x B n_x"), lengths)
    step = _next_token(p, reading.keys, reading.seen)
    state, token = reading.context, None
    each = np.arange(reading.keys.shape[1])
    tokens, log_p = [], []
    ended = np.zeros(len(each), dtype=bool)
    while len(tokens) < limit and not ended.all():
        scores, state = step(state, token)
        token = scores.argmax(axis=-1)
        tokens.append(token)
        log_p.append(np.where(ended, 0.0, scores[each, token]))
        ended |= token == STOP
    return [_written(*one) for one in zip(np.transpose(tokens), np.sum(log_p, axis=0), strict=True)]


def _written(tokens: Array, log_p: float) -> Written:
    """Tokens up to the stop, which is left out."""
    found = [int(token) for token in tokens]
    if STOP not in found:
        return Written(tuple(found), float(log_p), False)
    return Written(tuple(found[: found.index(STOP)]), float(log_p), True)
