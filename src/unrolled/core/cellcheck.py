"""Is this a cell? Its types and shapes, its gradient, and its batches, on one example.

A step back that is right at one step and wrong at the next, or right for one sequence and wrong
for two, passes many a check by eye; here it is told.
"""

from collections.abc import Callable

import numpy as np

from unrolled.core.cell import Cell
from unrolled.core.door import check_real
from unrolled.core.gradcheck import dot_product_gap, relative_gap
from unrolled.core.optim import global_norm
from unrolled.core.shapes import Array
from unrolled.core.tree import ravel, tree_map, tree_zeros
from unrolled.core.unroll import at_the_door, bptt, unroll


def check_cell(
    cell: Cell, p: object, xs: Array, h0: object, tolerance: float | int = 1e-5
) -> float:
    """Whether a cell is one: largest relative gap of its step back from its own step.

    xs is one sequence. Raises ValueError that says what is broken: the types and shapes that a
    step must keep, the gradient of weights, inputs or start, or a batch that is not a stack of
    single sequences.
    """
    tolerance = check_real("tolerance", tolerance, above=0)
    p, xs, h0 = at_the_door(cell, p, xs, h0)
    singly = Cell(_own(cell.step), _own(cell.step_back), cell.check)
    if xs.ndim != 2:
        raise ValueError(f"xs: got shape {xs.shape}, expected one sequence, (T, n_x)")
    rng = np.random.default_rng(0)

    def like(tree: object) -> object:
        return tree_map(lambda leaf: rng.normal(size=np.shape(leaf)), tree)

    h0 = tree_map(lambda leaf, by: leaf + 0.1 * by, h0, like(h0))  # from 0 no W_hh is seen
    states, caches = unroll(singly, p, xs, h0)
    y_bar = like(states)
    at = (p, xs, h0)
    worst = 0.0
    gradient = bptt(singly, p, caches, y_bar)
    for i, name in enumerate(("dp", "dx", "dh_prev")):
        to = tuple(like(t) if i == j else tree_zeros(t) for j, t in enumerate(at))
        length = global_norm(to)
        ends = [
            unroll(singly, *tree_map(lambda a, b, s=s / length: a + s * b, at, to))[0]
            for s in (1e-4, -1e-4)
        ]
        moved = (ravel(ends[0]) - ravel(ends[1])) / 2e-4
        gap = dot_product_gap(ravel(y_bar), moved * length, gradient, to)
        if not gap <= tolerance:
            raise ValueError(
                f"step_back: got {name} off by {gap:.2g} relative, expected at most {tolerance:.2g}"
            )
        worst = max(worst, gap)
    pair = tree_map(lambda leaf: np.stack([leaf, 0.5 * leaf], axis=-2), (xs, h0))
    both = []
    for each in (cell, singly):
        try:
            found, caches = unroll(each, p, *pair)
            y_bar = tree_map(lambda leaf: np.cos(np.arange(leaf.size)).reshape(leaf.shape), found)
            both.append((found, bptt(each, p, caches, y_bar)))
        except (TypeError, ValueError, IndexError) as error:
            raise ValueError(f"batch: got {error}, expected a stack of single sequences") from None
    gap = relative_gap(*both)
    if not gap <= tolerance:
        raise ValueError(f"batch: got {gap:.2g} off the single sequences, expected a stack of them")
    return worst


def _own(f: Callable) -> Callable:
    """f without its word that it takes batches."""
    return lambda *arguments: f(*arguments)
