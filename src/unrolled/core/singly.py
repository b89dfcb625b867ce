"""A step, or a step back, for one sequence, made to take any leading axes.

It is called once a sequence, with arrays of its own, and held to what it must return.
"""

from collections.abc import Callable
from functools import reduce

import numpy as np

from unrolled.core.door import as_floats, short_repr
from unrolled.core.records import check_like, signature
from unrolled.core.tree import tree_add, tree_at, tree_copy, tree_leaves, tree_map


def each_step(step: Callable) -> Callable:
    """`step` called once a sequence, and held to what a step must return."""

    def once(p: object, x: object, h: object) -> tuple:
        found = tree_copy(step(*tree_copy((p, x, h))))  # it may write into arrays, now or later
        if not isinstance(found, tuple) or len(found) != 2:
            raise ValueError(f"step: got {signature(found)}, expected the pair h_next, cache")
        if not isinstance(found[1], tuple | np.ndarray):
            raise ValueError(f"cache: got {short_repr(found[1])}, expected a tuple of arrays")
        return check_like("h_next", found[0], h), found[1]

    def over(p: object, x: object, h: object) -> tuple:
        lead = np.shape(x)[:-1]
        if not lead:
            return once(p, x, h)
        return _stacked([once(p, x[i], tree_at(h, i)) for i in np.ndindex(lead)], lead)

    return over


def each_step_back(step_back: Callable) -> Callable:
    """`step_back` called once a sequence, and held to what it must return; dp is summed."""

    def once(p: object, cache: object, dh: object) -> tuple:
        found = tree_copy(step_back(*tree_copy((p, cache, dh))))
        if not isinstance(found, tuple) or len(found) != 3:
            raise ValueError(f"step_back: got {signature(found)}, expected the 3: dp, dx, dh_prev")
        dp, dx, dh_prev = found
        if np.ndim(dx) != 1:
            raise ValueError(f"dx: got shape {np.shape(dx)}, expected that of x, (n_x,)")
        return check_like("dp", dp, p), as_floats("dx", dx), check_like("dh_prev", dh_prev, dh)

    def over(p: object, cache: object, dh: object) -> tuple:
        lead = tree_leaves(dh)[0].shape[:-1]
        if not lead:
            return once(p, cache, dh)
        parts = [once(p, tree_at(cache, i), tree_at(dh, i)) for i in np.ndindex(lead)]
        dp = reduce(tree_add, [part[0] for part in parts])
        return dp, *_stacked([part[1:] for part in parts], lead)

    return over


def _stacked(trees: list, lead: tuple[int, ...]) -> object:
    return tree_map(lambda *leaf: np.stack(leaf).reshape(lead + np.shape(leaf[0])), *trees)
