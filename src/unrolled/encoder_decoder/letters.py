"""Pairs of sequences as arrays: one-hot tokens, padded to one length, time first.

A target ends with the stop token. While training, the decoder is given the target shifted by one
step behind the start token, which is called teacher forcing.
Notebook: book/encoder_decoder.ipynb
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from unrolled.core.door import as_floats, check_array, check_whole, short_repr
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float
from unrolled.sequence_tasks.decode import Written
from unrolled.sequence_tasks.padding import check_lengths

STOP, START = 0, 1  # where they are in every alphabet of a decoder
MARKS = ".>"  # how they are written
CUT_OFF = "…"  # at the end of what did not stop by itself


class Pairs(NamedTuple):
    """A batch of sources and targets, one-hot, with padding at the end of the shorter ones."""

    xs: Float[Array, "T_x *B n_x"]  # what the encoder reads
    lengths: Array  # (*B,), tokens of each source
    before: Float[Array, "T_y *B n_y"]  # what the decoder is given: the target, one step late
    ys: Float[Array, "T_y *B n_y"]  # the target, with its stop
    written: Array  # (*B,), tokens of each target, its stop included


def encode(text: str | Sequence[str], alphabet: str | Sequence[str]) -> Array:
    """The tokens of a text: the place of each letter (or word) in the alphabet.

    Raises ValueError for an empty text and for what is not in the alphabet.
    """
    letters = _listed("text", text)
    places = {letter: n for n, letter in enumerate(_listed("alphabet", alphabet))}
    unknown = [letter for letter in letters if letter not in places]
    if unknown:
        known = "".join(places) if isinstance(alphabet, str) else ", ".join(places)
        expected = f"one of {short_repr(known)}"
        raise ValueError(f"text: got {unknown[0]!r} in {short_repr(text)}, expected {expected}")
    return np.array([places[letter] for letter in letters])


def spelt(written: Written, alphabet: str | Sequence[str]) -> str:
    """A text of letters or words, without the stop; "…" at its end says that it was cut off.

    Words have a space between them, and so has the "…" that follows them.
    """
    found = [alphabet[token] for token in written.tokens]
    between = "" if isinstance(alphabet, str) else " "
    return between.join(found if written.ended else [*found, CUT_OFF])


def _listed(name: str, texts: object) -> list[str]:
    """Letters or words as a list that is not empty."""
    if not isinstance(texts, str | list | tuple) or len(texts) == 0:
        raise ValueError(f"{name}: got {short_repr(texts)}, expected at least one letter or word")
    for one in texts:
        if not isinstance(one, str):
            raise ValueError(f"{name}: got {short_repr(one)} in it, expected letters or words")
    return [str(one) for one in texts]


def one_hot(
    codes: Sequence, n: int, steps: int | None = None
) -> tuple[Float[Array, "T B n"], Array]:
    """Sequences of tokens as one-hot vectors (T, B, n), zeros as padding, and their lengths.

    `steps` is the length to pad to, by default that of the longest sequence. Raises ValueError for
    an empty sequence, for one that is longer than the padding, and for tokens outside 0 to n - 1.
    """
    n = check_whole("n", n, 1)
    if not isinstance(codes, list | tuple) or len(codes) == 0:
        raise ValueError(f"codes: got {short_repr(codes)}, expected a list of sequences of tokens")
    rows = [_tokens(f"codes[{b}]", code, n) for b, code in enumerate(codes)]
    lengths = np.array([len(row) for row in rows])
    longest = int(lengths.max())
    steps = longest if steps is None else check_whole("steps", steps, longest)
    found = np.zeros((steps, len(rows), n))
    for b, row in enumerate(rows):
        found[np.arange(len(row)), b, row] = 1
    return found, lengths


def _tokens(name: str, code: object, n: int) -> Array:
    found = np.asarray(as_floats(name, code))
    if found.ndim != 1 or found.size == 0:
        raise ValueError(f"{name}: got shape {found.shape}, expected at least one token in a row")
    wrong = found[~((found >= 0) & (found < n) & (found == np.floor(found)))]
    if wrong.size:
        raise ValueError(f"{name}: got {wrong[0]:g}, expected whole numbers from 0 to {n - 1}")
    return found.astype(int)


def late(ys: Float[Array, "T *B n_y"]) -> Float[Array, "T *B n_y"]:
    """Targets shifted one step behind START: what the decoder is given in teacher forcing.

    eq-encoder-decoder-write
    """
    ys = check_array("ys", ys, "T *B n_y")
    check_whole("n_y", ys.shape[-1], START + 1, of="tokens")
    before = np.zeros(ys.shape)
    before[0, ..., START] = 1
    before[1:] = ys[:-1]
    return before


def pairs(
    sources: Sequence, targets: Sequence, reads: str | Sequence[str], writes: str | Sequence[str]
) -> Pairs:
    """Texts and their translations as a batch, in the alphabets that are read and written.

    The alphabet of the targets begins with the stop and the start token; a target is given without
    them. Raises ValueError for lists of different lengths and as `encode` does.
    """
    for name, texts in (("sources", sources), ("targets", targets)):
        if not isinstance(texts, list | tuple) or len(texts) == 0:
            raise ValueError(f"{name}: got {short_repr(texts)}, expected a list of texts")
    if len(targets) != len(sources):
        raise ValueError(f"targets: got {len(targets)}, expected {len(sources)}, one a source")
    codes = [encode(text, reads) for text in sources]
    due = [np.append(encode(text, writes), STOP) for text in targets]
    for b, row in enumerate(due):
        if min(row[:-1]) <= START:
            got = f"a stop or start token in {short_repr(targets[b])}"
            raise ValueError(f"targets[{b}]: got {got}, expected a text without them")
    xs, lengths = one_hot(codes, len(reads))
    ys, written = one_hot(due, len(writes))
    return Pairs(xs, lengths, late(ys), ys, written)


def check_pairs(batch: object) -> Pairs:
    """A batch whose arrays fit each other, or ValueError that names the one that does not."""
    xs, lengths, before, ys, written = check_fields("batch", batch, Pairs)
    xs = check_array("batch.xs", xs, "T_x *B n_x")
    ys = check_array("batch.ys", ys, "T_y *B n_y", B=xs.shape[1:-1])
    shape = {"T_y": len(ys), "B": ys.shape[1:-1], "n_y": ys.shape[-1]}
    before = check_array("batch.before", before, "T_y *B n_y", **shape)
    as_floats("batch.lengths", lengths)  # what is masked, ragged or missing is told
    as_floats("batch.written", written)
    return Pairs(xs, check_lengths(lengths, xs), before, ys, check_lengths(written, ys))
