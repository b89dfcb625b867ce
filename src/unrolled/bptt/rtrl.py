"""Real-time recurrent learning: the gradient carried forwards. Notebook: book/bptt.ipynb"""

import numpy as np

from unrolled.bptt.derivatives import local_derivatives
from unrolled.core.cell import Cell, over_axes
from unrolled.core.door import Exploded, as_floats
from unrolled.core.shapes import Array
from unrolled.core.tree import (
    ravel,
    tree_at,
    tree_map,
    unravel,
)
from unrolled.core.unroll import at_the_door, matching


def rtrl(cell: Cell, p: object, xs: Array, h0: object, dstates: object) -> object:
    """The same gradient carried forwards: real-time recurrent learning.        eq-bptt-forward

    dh_t/dp = ∂⁺h_t/∂p + (∂h_t/∂h_{t-1}) dh_{t-1}/dp, and 𝓛 collects ∂⁺𝓛/∂h_t · dh_t/dp.
    Needs no history, but n_h numbers for every parameter; xs is one sequence, (T, n_x).
    Raises OverflowError that says at which step a state or the gradient exploded.
    """
    p, xs, h = at_the_door(cell, p, xs, h0)
    cell = over_axes(cell)
    if xs.ndim != 2:
        raise ValueError(f"xs: got shape {xs.shape}, expected one sequence, (T, n_x)")
    p = tree_map(lambda leaf: as_floats("p", leaf), p)
    dstates = matching(dstates, tree_map(lambda leaf: np.stack([leaf] * len(xs)), h))
    gradient = np.zeros(ravel(p).size)
    sensitivity = np.zeros((ravel(h).size, gradient.size))  # dh_t/dp, a row for each component
    for t, x in enumerate(xs):
        with np.errstate(over="ignore", invalid="ignore"):
            h_next, cache = cell.step(p, x, h)
            immediate, jacobian = local_derivatives(cell, p, cache, h)
            sensitivity = immediate + jacobian @ sensitivity
            gradient += ravel(tree_at(dstates, t)) @ sensitivity
        h = h_next
        for name, numbers in (("state", h), ("gradient", (sensitivity, gradient))):
            if not np.isfinite(ravel(numbers)).all():
                raise Exploded(f"{name}: exploded at step {t + 1} of {len(xs)}", t + 1)
    return unravel(gradient, p)
