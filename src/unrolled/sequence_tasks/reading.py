"""From a sequence to one answer: which states are read, and the gradient of that.

r = h_T,   r = (1/T) Σ_t h_t,   r = [→h_T; ←h_1]                         eq-sequence-tasks-reading
z = W_yh r + b_y,   ŷ = softmax(z)                                       eq-sequence-tasks-answer
Notebook: book/sequence_tasks.ipynb
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.core.cell import Cell
from unrolled.core.door import check_array, check_choice, short_repr
from unrolled.core.losses import CROSS_ENTROPY, Loss, mean_loss, mean_loss_back
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float
from unrolled.core.tree import tree_map
from unrolled.core.unroll import bptt, unroll
from unrolled.rnn.readout import (
    Model,
    check_model,
    check_readout,
    random_readout,
    readout,
    readout_back,
)
from unrolled.sequence_tasks.both_ways import Both, bidirectional, bidirectional_back
from unrolled.sequence_tasks.padding import (
    at_last,
    at_last_back,
    check_lengths,
    mean_over,
    mean_over_back,
)


class Reading(NamedTuple):
    """What of all the states an answer is read from, and its gradient."""

    of: Callable  # (states, lengths) -> r
    back: Callable  # (dr, lengths, steps) -> gradient of the states
    both: bool = False  # whether it wants a network for each direction


def _ends(hs: Array, lengths: Array) -> Array:
    """[→h_T; ←h_1], the last state of each direction.                  eq-sequence-tasks-reading"""
    forward, backward = np.split(hs, 2, axis=-1)
    return np.concatenate([at_last(forward, lengths), backward[0]], axis=-1)


def _ends_back(dr: Array, lengths: Array, steps: int) -> Array:
    d_forward, d_backward = np.split(dr, 2, axis=-1)
    first = np.ones_like(lengths)
    both = [at_last_back(d_forward, lengths, steps), at_last_back(d_backward, first, steps)]
    return np.concatenate(both, axis=-1)


READINGS = {
    "last state": Reading(at_last, at_last_back),
    "mean of the states": Reading(mean_over, mean_over_back),
    "both ends": Reading(_ends, _ends_back, both=True),
}


def zeros(cell: Cell, n_h: int, batch: tuple[int, ...]) -> object:
    """The state of zeros that a cell starts from, for a batch."""
    return tree_map(lambda h: np.zeros((*batch, *h.shape)), cell.start(n_h))


def run_states(
    cell: Cell, p: object, xs: Array, lengths: Array | None = None
) -> tuple[Float[Array, "T *B n"], Callable]:
    """The states that are shown, from a start at 0, and their way back: dstates -> dp, dxs.

    Weights that are a `Both` read in both directions. Raises as `unroll` and `bidirectional` do.
    """
    batch = check_array("xs", xs, "T *B n_x").shape[1:-1]
    check_lengths(lengths, xs)
    if not isinstance(p, tuple):
        raise ValueError(f"p: got {short_repr(p)}, expected the weights of a cell, or a Both")
    if isinstance(p, Both):
        start = Both(*(zeros(cell, _width(p_one), batch) for p_one in p))
        hs, caches = bidirectional(cell, p, xs, start, lengths)
        return hs, lambda d: bidirectional_back(cell, p, caches, d, lengths)[:2]
    states, caches = unroll(cell, p, xs, zeros(cell, _width(p), batch))
    hs = cell.shown(states)

    def back(d: Array) -> tuple[object, Array]:
        dstates = tree_map(lambda leaf: d if leaf is hs else np.zeros_like(leaf), states)
        return bptt(cell, p, caches, dstates)[:2]

    return hs, back


def _width(p: object) -> int:
    """n_h of a cell's weights: every weight has n_h rows."""
    while isinstance(p, tuple):
        p = p[-1]
    return len(p)


def draw_reader(
    rng: np.random.Generator, cell: Cell, reading: str, n_x: int, n_h: int, n_y: int
) -> Model:
    """Random weights of a cell, or of two, and of the readout that fits the reading."""
    if READINGS[check_choice("reading", reading, READINGS)].both:
        both = Both(cell.random(rng, n_x, n_h), cell.random(rng, n_x, n_h))
        return Model(both, random_readout(rng, 2 * n_h, n_y))
    return Model(cell.random(rng, n_x, n_h), random_readout(rng, n_h, n_y))


def classify(
    cell: Cell, model: Model, xs: Array, reading: str, lengths: Array | None = None
) -> Float[Array, "*B n_y"]:
    """The logits z of one answer for each sequence.                     eq-sequence-tasks-answer"""
    reading = READINGS[check_choice("reading", reading, READINGS)]
    xs = check_array("xs", xs, "T *B n_x")
    hs, _ = run_states(cell, check_model(model).cell, xs, lengths)
    r = reading.of(hs, check_lengths(lengths, xs))
    return readout(check_readout(model.readout, r.shape[-1]), r)


def classify_gradient(
    cell: Cell,
    model: Model,
    xs: Array,
    ys: Float[Array, "*B n_y"],
    reading: str,
    lengths: Array | None = None,
    loss: Loss = CROSS_ENTROPY,
) -> tuple[float, Model, Array]:
    """The mean loss of the answers, its gradient, and that of xs.

    Raises ValueError for a reading that is not there and for answers that do not fit.
    """
    check_fields("loss", loss, Loss, ", such as CROSS_ENTROPY")
    reading = READINGS[check_choice("reading", reading, READINGS)]
    xs = check_array("xs", xs, "T *B n_x")
    hs, back = run_states(cell, check_model(model).cell, xs, lengths)
    lengths = check_lengths(lengths, xs)
    r = reading.of(hs, lengths)
    out = check_readout(model.readout, r.shape[-1])
    zs = readout(out, r)
    d_readout, dr = readout_back(out, r, mean_loss_back(loss, zs, ys))
    d_cell, dxs = back(reading.back(dr, lengths, len(hs)))
    return mean_loss(loss, zs, ys), Model(d_cell, d_readout), dxs
