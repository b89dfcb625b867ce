"""Three kinds of models that write, behind one pair of functions.

A writer starts with nothing read, and reads one letter at a time: each gives the logits of the
next. So the same loop writes with counts, with a recurrent state and with a key–value cache.
Notebook: book/decoder.ipynb
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.core.cell import cell_of
from unrolled.core.tree import tree_map
from unrolled.decoder.cache import Kept, nothing_kept, step
from unrolled.decoder.model import Decoder, fitting_decoder
from unrolled.decoder.ngram import NGram, next_chances
from unrolled.rnn.readout import Model, check_model, readout


class Writer(NamedTuple):
    """`read(state, code)` gives the logits of the next letter and the next state."""

    start: object
    read: Callable
    size: int  # letters of its alphabet


class Page(NamedTuple):
    """What a decoder has of the text: the letters it still sees, and their keys and values."""

    codes: tuple[int, ...]
    kept: tuple[Kept, ...]


def counting_writer(p: NGram) -> Writer:
    """A writer whose state is the last n - 1 letters; its logits are log-probabilities."""
    most = len(p.counts) - 1

    def read(past: tuple[int, ...], code: int | np.integer) -> tuple:
        past = (*past, int(code))[-most:] if most else ()
        return np.log(next_chances(p, past)), past

    return Writer((), read, p.size)


def recurrent_writer(model: Model) -> Writer:
    """A writer whose state is that of the cell, of any kind; it has no end."""
    check_model(model)
    cell = cell_of(model.cell)
    V, n_h = model.readout.W_yh.shape
    eye = np.eye(V)

    def read(state: object, code: int | np.integer) -> tuple:
        state, _ = cell.step(model.cell, eye[code], state)
        return readout(model.readout, cell.shown(state)), state

    start = tree_map(lambda leaf: np.zeros(n_h) + leaf, cell.start(n_h))
    return Writer(start, read, V)


def decoder_writer(p: Decoder) -> Writer:
    """A writer whose state is the key–value cache.

    Where all positions are taken, the later half of the letters is read again from position 1 on,
    because a key holds its position and cannot be moved.
    """
    p = fitting_decoder("p", p)
    nothing = nothing_kept(p)

    def read(page: Page, code: int | np.integer) -> tuple:
        codes, kept = page
        if len(codes) == len(p.P):
            codes, kept = codes[len(codes) - len(codes) // 2 :], nothing
            for earlier in codes:
                _, kept, _ = step(p, earlier, kept)
        z, kept, _ = step(p, code, kept)
        return z, Page((*codes, int(code)), kept)

    return Writer(Page((), nothing), read, len(p.E))
