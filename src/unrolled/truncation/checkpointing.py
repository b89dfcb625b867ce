"""Gradient checkpointing: the whole gradient in less memory, for one more forward pass.

Every k-th state is kept; on the way back the states between two of them are computed once more.
Notebook: book/truncation.ipynb
"""

from collections.abc import Callable

import numpy as np

from unrolled.core.cell import Cell
from unrolled.core.door import check_array, check_function, check_whole
from unrolled.core.shapes import Array
from unrolled.core.tree import tree_add, tree_at, tree_map, tree_size
from unrolled.core.unroll import bptt, matching, unroll
from unrolled.truncation.walks import numbers


def bptt_checkpointed(
    cell: Cell, p: object, xs: Array, h0: object, every: int, errors: Callable
) -> tuple[object, object, int]:
    """The gradient of `bptt`, with every k-th state kept and the others computed again.

    `errors(states, segment)` gives ∂⁺𝓛/∂h_t for the steps of the slice `segment`. Returns the
    gradient, that of h0, and how many numbers were kept at a time.  eq-truncation-checkpointing
    Raises as `unroll` and `bptt` do, and ValueError for an `every` below 1.
    """
    every = check_whole("every", every, 1)
    xs = check_array("xs", xs, "T *B n_x")
    check_function("errors", errors)
    starts = range(0, len(xs), every)
    checkpoints = _keep_checkpoints(cell, p, xs, h0, starts)
    most = 0
    for start in reversed(starts):
        segment = slice(start, min(start + every, len(xs)))
        states, caches = unroll(cell, p, xs[segment], checkpoints.pop())  # once more
        dstates = matching(errors(states, segment), states)
        is_last = segment.stop == len(xs)
        if not is_last:
            dstates = _add_to_last(dstates, dh)
        part, _, dh = bptt(cell, p, caches, dstates)
        dp = part if is_last else tree_add(dp, part)
        most = max(most, sum(map(tree_size, checkpoints)) + numbers(caches))
    return dp, dh, most


def _keep_checkpoints(cell: Cell, p: object, xs: Array, h0: object, starts: range) -> list:
    """The states with which the segments begin: h_0, h_k, h_2k and so on."""
    checkpoints = [h0]
    for start in starts[:-1]:
        states, _ = unroll(cell, p, xs[start : start + starts.step], checkpoints[-1])
        checkpoints.append(tree_at(states, -1))
    return checkpoints


def _add_to_last(dstates: object, dh: object) -> object:
    """The errors of a segment, with what comes back from the next one added to its last step."""
    return tree_map(
        lambda leaf, message: np.concatenate([leaf[:-1], leaf[-1:] + message]), dstates, dh
    )
