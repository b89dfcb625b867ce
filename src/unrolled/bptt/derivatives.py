"""Immediate and total derivatives of the states, side by side. Notebook: book/bptt.ipynb"""

import numpy as np

from unrolled.core.cell import Caches, Cell, way_back
from unrolled.core.shapes import Array
from unrolled.core.tree import ravel, tree_at, tree_leaves, tree_stack, unravel


def local_derivatives(cell: Cell, p: object, cache: object, h: object) -> tuple[Array, Array]:
    """∂⁺h_t/∂p and ∂h_t/∂h_{t-1} of one step, a row for each component of the state.

    Row i is the step read backwards from the i-th unit vector, in the type of the state h.
    """
    rows = [cell.step_back(p, cache, unravel(e, h)) for e in np.eye(ravel(h).size)]
    immediate = np.stack([ravel(dp) for dp, _, _ in rows])
    return immediate, np.stack([ravel(dh_prev) for _, _, dh_prev in rows])


def state_derivatives(cell: Cell, p: object, caches: Caches) -> tuple[object, object]:
    """∂⁺h_t/∂p and dh_t/dp, both of the type of p with two axes (T, n_h) in front.  eq-bptt-total

    dh_t/dp = ∂⁺h_t/∂p + (∂h_t/∂h_{t-1}) dh_{t-1}/dp, with dh_0/dp = 0. Of one sequence.
    Raises ValueError for caches or weights that are not those of the cell, and for a batch.
    """
    cell, p = way_back(cell, p, caches)
    states = tree_leaves(caches.states)
    if states[0].ndim != 2:
        raise ValueError(f"caches: got states of shape {states[0].shape}, expected one sequence")
    found = []
    total = 0.0
    for t in range(len(states[0])):
        h = tree_at(caches.states, t)
        immediate, jacobian = local_derivatives(cell, p, tree_at(caches.steps, t), h)
        total = immediate + jacobian @ total if t else immediate
        found.append([tree_stack([unravel(row, p) for row in rows]) for rows in (immediate, total)])
    return tuple(tree_stack(list(each)) for each in zip(*found, strict=True))
