"""Which loss reaches which step, and by how much: the paths that both recursions add up.

path[t, i] = (∂⁺𝓛/∂h_t) (∂h_t/∂h_{t-1}) … (∂h_{i+1}/∂h_i) (∂⁺h_i/∂p),   i ≤ t      eq-bptt-paths

Forward recursion sums over i first, one term a loss; backward recursion sums over t first, one
term a step. Notebook: book/bptt.ipynb
"""

import numpy as np

from unrolled.core.cell import Caches, Cell, way_back
from unrolled.core.door import check_array, check_bounded
from unrolled.core.tree import tree_at, tree_leaves, tree_map, tree_stack, tree_zeros
from unrolled.core.unroll import BACK, matching


def paths(cell: Cell, p: object, caches: Caches, dstates: object) -> object:
    """Every path's contribution: the type of p, with two leading axes (loss t, step i).

    path[t, i] as above, 0 where i > t.                                            eq-bptt-paths
    Raises ValueError for dstates that do not match the states and for another cell's caches, and
    OverflowError that says of which loss a path exploded.
    """
    cell, p = way_back(cell, p, caches)
    dstates = matching(dstates, caches.states)
    steps = len(tree_leaves(caches.states)[0])
    table = []
    with np.errstate(over="ignore", invalid="ignore"):
        for t in range(steps):
            dh = tree_at(dstates, t)
            row = [tree_zeros(p)] * steps
            for i in range(t, -1, -1):
                row[i], _, dh = cell.step_back(p, tree_at(caches.steps, i), dh)
            table.append(tree_stack(row))
    return tree_map(lambda leaf: check_bounded("path", leaf, "of loss"), tree_stack(table))


def forward_terms(table: object) -> object:
    """One term a loss: all of what 𝓛_t contributes.                            eq-bptt-forward"""
    return tree_map(lambda leaf: leaf.sum(axis=1), check_table(table))


def backward_terms(table: object) -> object:
    """One term a step: all of what the weights' copy at step i receives.      eq-bptt-backward"""
    return tree_map(lambda leaf: leaf.sum(axis=0), check_table(table))


def check_table(table: object) -> object:
    """What `paths` makes: arrays with the two axes (loss t, step i) in front, or ValueError."""
    T = len(check_array("table", next(iter(tree_leaves(table)), None), "T T *shape"))
    return tree_map(lambda leaf: check_array("table", leaf, "T T *shape", T=T), table)


def counted_twice(cell: Cell, p: object, caches: Caches, dstates: object) -> object:
    """What comes out if the double sum is read with the *total* ∂𝓛/∂h_t: not the gradient.

    𝓛_s then enters once for every t ≤ s on its way back.                        eq-bptt-misread
    """
    whose = cell
    cell, p = way_back(cell, p, caches)
    dstates = matching(dstates, caches.states)
    totals = []
    dh = tree_zeros(tree_at(dstates, 0))
    with np.errstate(over="ignore", invalid="ignore"):
        for t in reversed(range(len(tree_leaves(dstates)[0]))):
            dh = tree_map(np.add, tree_at(dstates, t), dh)
            totals.append(dh)
            _, _, dh = cell.step_back(p, tree_at(caches.steps, t), dh)
    totals = tree_map(lambda leaf: check_bounded("gradient", leaf, BACK), tree_stack(totals))
    table = paths(whose, p, caches, tree_at(totals, slice(None, None, -1)))
    return tree_map(lambda leaf: leaf.sum(axis=(0, 1)), table)
