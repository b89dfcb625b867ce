"""Two networks read the same sequence, one from each end; every step shows what both know.

→h_t = step(→p, x_t, →h_{t-1}),   ←h_t = step(←p, x_t, ←h_{t+1})     eq-sequence-tasks-both-ways
h_t = [→h_t; ←h_t]                                                   eq-sequence-tasks-both
Notebook: book/sequence_tasks.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.cell import Caches, Cell
from unrolled.core.door import check_array
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float
from unrolled.core.tree import tree_map
from unrolled.core.unroll import bptt, unroll
from unrolled.sequence_tasks.padding import check_lengths, reverse_each


class Both(NamedTuple):
    """The weights, or the starts, or the caches of the two directions."""

    forward: object  # from the first step to the last
    backward: object  # from the last step to the first


def bidirectional(
    cell: Cell, p: Both, xs: Array, h0: Both, lengths: Array | None = None
) -> tuple[Float[Array, "T *B n_both"], Both]:
    """h_t = [→h_t; ←h_t] of every step, and the caches.                 eq-sequence-tasks-both

    eq-sequence-tasks-both-ways

    xs (T, *B, n_x). With `lengths` each sequence is read backwards from its own last step, so
    that what fills it up is never read before it. Raises ValueError as `unroll`, and for lengths
    that do not fit.
    """
    p, h0 = check_fields("p", p, Both), check_fields("h0", h0, Both)
    states, caches = unroll(cell, p.forward, xs, h0.forward)
    lengths = check_lengths(lengths, xs)
    seen, caches_back = unroll(cell, p.backward, reverse_each(xs, lengths), h0.backward)
    both = [cell.shown(states), reverse_each(cell.shown(seen), lengths)]
    return np.concatenate(both, axis=-1), Both(caches, caches_back)


def bidirectional_back(
    cell: Cell, p: Both, caches: Both, dboth: Array, lengths: Array | None = None
) -> tuple[Both, Array, Both]:
    """Gradients of the weights, of xs and of both starts, from that of every h_t.

    Each direction has a walk of its own, and both meet at the inputs, where they add up.
    """
    p, caches = check_fields("p", p, Both), check_fields("caches", caches, Both)
    dboth = check_array("dboth", dboth, "T *B n_both", n_both=2 * _width(cell, caches.forward))
    lengths = check_lengths(lengths, dboth)
    d_forward, d_backward = np.split(dboth, [_width(cell, caches.forward)], axis=-1)
    dp, dxs, dh0 = bptt(cell, p.forward, caches.forward, _shown(cell, caches.forward, d_forward))
    d_backward = _shown(cell, caches.backward, reverse_each(d_backward, lengths))
    dp_back, dxs_back, dh0_back = bptt(cell, p.backward, caches.backward, d_backward)
    return Both(dp, dp_back), dxs + reverse_each(dxs_back, lengths), Both(dh0, dh0_back)


def _width(cell: Cell, caches: Caches) -> int:
    return cell.shown(caches.states).shape[-1]


def _shown(cell: Cell, caches: Caches, d: Array) -> object:
    """d as the gradient of the part of the states that is shown, 0 for all others."""
    shown = cell.shown(caches.states)
    return tree_map(lambda leaf: d if leaf is shown else np.zeros_like(leaf), caches.states)
