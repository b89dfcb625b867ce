"""Walks back that cost less: chunks of a stream, and gates between steps.

Notebook: book/truncation.ipynb
"""

from collections.abc import Callable

import numpy as np
from numpy.lib.array_utils import byte_bounds

from unrolled.core.cell import Caches, Cell, way_back
from unrolled.core.door import check_array, check_function, check_whole
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array
from unrolled.core.tree import tree_add, tree_at, tree_leaves, tree_map, tree_zeros
from unrolled.core.unroll import bptt, matching, unroll
from unrolled.truncation.weights import checked_gates


def chunked(
    cell: Cell, p: object, xs: Array, h0: object, k: int, errors: Callable
) -> tuple[object, object, int]:
    """Walk a long sequence in chunks of k steps: carry the state, cut the history.

    `errors(states, chunk)` gives ∂⁺𝓛/∂h_t for the steps of the slice `chunk`. Returns the
    gradient, the last state and how many numbers were kept at a time.    eq-truncation-chunks
    Raises as `unroll` and `bptt` do, and ValueError for a k below 1.
    """
    k = check_whole("k", k, 1)
    xs = check_array("xs", xs, "T *B n_x")
    h = h0
    most = 0
    check_function("errors", errors)
    for start in range(0, len(xs), k):
        chunk = slice(start, min(start + k, len(xs)))
        states, caches = unroll(cell, p, xs[chunk], h)
        part = bptt(cell, p, caches, errors(states, chunk))[0]
        dp = tree_add(dp, part) if start else part
        h = tree_at(states, -1)
        most = max(most, numbers(caches))
    return dp, h, most


def numbers(caches: Caches) -> int:
    """How many numbers the way back needs from the way forward; shared memory counts once.

    eq-truncation-memory
    """
    check_fields("caches", caches, Caches, ", what unroll returns after the states")
    leaves = tree_leaves(caches.steps)
    count = sum(leaf.size for leaf in leaves if not leaf.flags.forc)
    end = 0
    spans = [(*byte_bounds(leaf), leaf.itemsize) for leaf in leaves if leaf.flags.forc]
    for low, high, size in sorted(spans):
        count = count + max(0, high - max(low, end)) // size
        end = max(end, high)
    return count


def gated(cell: Cell, p: object, caches: Caches, dstates: object, gates: Array) -> object:
    """One walk back whose message is multiplied by gates[t-1] between steps t+1 and t.

    Its weights are `survival(gates)`; it costs no more than BPTT.          eq-truncation-gated
    Raises ValueError for caches, dstates and gates that do not fit.
    """
    cell, p = way_back(cell, p, caches)
    dstates = matching(dstates, caches.states)
    steps = len(tree_leaves(caches.states)[0])
    gates = np.append(checked_gates(gates, N=steps - 1), 0.0)
    dp, dh = tree_zeros(p), tree_zeros(tree_at(dstates, 0))
    with np.errstate(over="ignore", invalid="ignore"):
        for t in reversed(range(steps)):
            passed = tree_map(lambda leaf, gate=gates[t]: gate * leaf, dh)
            dh = tree_add(tree_at(dstates, t), passed)
            dp_t, _, dh = cell.step_back(p, tree_at(caches.steps, t), dh)
            dp = tree_add(dp, dp_t)
    if not all(np.isfinite(leaf).all() for leaf in tree_leaves(dp)):
        raise OverflowError(f"gradient: exploded in the sum over {steps} steps")
    return dp
