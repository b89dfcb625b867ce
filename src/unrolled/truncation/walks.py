"""Walks back that cost less: chunks of a stream, and gates between steps.

Notebook: book/truncation.ipynb
"""

from collections.abc import Callable

import numpy as np
from numpy.lib.array_utils import byte_bounds

from unrolled.core.door import checked
from unrolled.core.shapes import Array
from unrolled.core.tree import tree_add, tree_at, tree_leaves, tree_map, tree_zeros
from unrolled.core.unroll import Caches, Cell, bptt, unroll
from unrolled.truncation.weights import _whole


def chunked(
    cell: Cell, p: object, xs: Array, h0: object, k: int, errors: Callable
) -> tuple[object, object, int]:
    """Walk a long sequence in chunks of k steps: carry the state, cut the history.

    `errors(states, chunk)` gives ∂⁺𝓛/∂h_t for the steps of the slice `chunk`. Returns the
    gradient, the last state and how many numbers were kept at a time.    eq-truncation-chunks
    """
    k, dp, h, most = _whole("k", k, 1), tree_zeros(p), h0, 0
    for start in range(0, len(xs), k):
        chunk = slice(start, min(start + k, len(xs)))
        states, caches = unroll(cell, p, xs[chunk], h)
        dp = tree_add(dp, bptt(cell, p, caches, errors(states, chunk))[0])
        h, most = tree_at(states, -1), max(most, numbers(caches))
    return dp, h, most


def numbers(caches: Caches) -> int:
    """How many numbers the way back needs from the way forward; shared memory counts once."""
    count, end = 0, 0
    for low, high in sorted(map(byte_bounds, tree_leaves(caches.steps))):
        count, end = count + max(0, high - max(low, end)) // 8, max(end, high)
    return count


def gated(cell: Cell, p: object, caches: Caches, dstates: object, gates: Array) -> object:
    """One walk back whose message is multiplied by gates[t-1] between steps t+1 and t.

    Its weights are `survival(gates)`; it costs no more than BPTT.          eq-truncation-gated
    """
    steps = len(tree_leaves(caches.states)[0])
    gates = np.append(checked("gates", gates, "T_less_1", T_less_1=steps - 1), 0.0)
    dp, dh = tree_zeros(p), tree_zeros(tree_at(dstates, 0))
    for t in reversed(range(steps)):
        passed = tree_map(lambda leaf, gate=gates[t]: gate * leaf, dh)
        dh = tree_add(tree_at(dstates, t), passed)
        dp_t, _, dh = cell.step_back(p, tree_at(caches.steps, t), dh)
        dp = tree_add(dp, dp_t)
    return dp
