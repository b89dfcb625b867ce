"""∂h_t/∂h_{t-1} of any cell, from its step read backwards. Notebook: book/bptt.ipynb"""

import numpy as np

from unrolled.core.cell import Caches, Cell, way_back
from unrolled.core.shapes import Array
from unrolled.core.tree import (
    ravel,
    tree_leaves,
    tree_map,
    unravel,
)


def jacobians(cell: Cell, p: object, caches: Caches) -> Array:
    """∂h_t/∂h_{t-1} for every step, shape (T, *B, n_h, n_h).                    eq-bptt-jacobian

    Row i is the step read backwards from the i-th unit vector, at all times at once.
    Raises ValueError for caches or weights that are not those of the cell.
    """
    cell, p = way_back(cell, p, caches)
    lead = tree_leaves(caches.states)[0].shape[:-1]
    one = tree_map(lambda leaf: leaf[(0,) * len(lead)], caches.states)
    rows = []
    for e in np.eye(ravel(one).size):
        dh = tree_map(lambda leaf: np.broadcast_to(leaf, lead + leaf.shape), unravel(e, one))
        rows.append(ravel(cell.step_back(p, caches.steps, dh)[2], len(lead)))
    return np.stack(rows, axis=-2)
