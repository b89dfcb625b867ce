"""What a recurrent cell is: a step forward, and the same step read backwards.

    step(p, x, h)           -> h_next, cache       cache: a tuple of what the way back needs
    step_back(p, cache, dh) -> dp, dx, dh_prev     in the types and shapes of p, x and h

Both may be written for one sequence, with `W @ x` and `np.outer`: then they are called once a
sequence. A function that takes any leading axes, and sums dp over them, says so with `@batched`.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.core.door import check_finite
from unrolled.core.records import check_fields, check_like, signature
from unrolled.core.singly import each_step, each_step_back
from unrolled.core.tree import tree_leaves, tree_map


def first_part(state: object) -> object:
    """The first array of a state, which is h, of an LSTM's h and c too."""
    return tree_leaves(state)[0]


class Fast(NamedTuple):
    """The same two functions over all steps at once, for speed; tests hold them equal."""

    forward: Callable  # (p, xs, h0) -> states, step caches
    back: Callable  # (p, step caches, dstates) -> dp, dxs, dh0
    of: tuple  # the step and the step back that these two repeat, and no others


class Cell(NamedTuple):
    """A recurrent cell: its step, the step read backwards, and what else is known of it."""

    step: Callable
    step_back: Callable
    check: Callable | None = None  # (p, xs, h0) -> p, xs, h0 as arrays that fit, or ValueError
    fast: Fast | None = None
    random: Callable | None = None  # (rng, n_x, n_h) -> p
    start: Callable | None = None  # n_h -> a state of zeros
    shown: Callable = first_part  # state -> the part h that a readout sees

    def __repr__(self) -> str:
        name = getattr(self.step, "__name__", type(self.step).__name__)
        says = (getattr(self.step, "__doc__", "") or "").strip().split("\n")[0].split("   ")[0]
        return f"Cell {name}: {says.rstrip('. ')}" if says else f"Cell {name}"


class _Caches(NamedTuple):
    steps: object  # the cache of every step, time first
    states: object  # h_1 .. h_T


class Caches(_Caches):
    """What BPTT must remember of the way forward; its size is the memory BPTT needs."""

    made_by: tuple | None = None  # the step and the weights of the way forward, if that is known


_CELL_OF: dict[type, Cell] = {}


def cell_for(weights: type, cell: Cell) -> Cell:
    """The cell, known from now on as the one that weights of this type belong to."""
    _CELL_OF[weights] = cell
    return cell


def cell_of(p: object) -> Cell:
    """The cell that these weights belong to. Raises ValueError where their type has none."""
    if type(p) not in _CELL_OF:
        known = ", ".join(weights.__name__ for weights in _CELL_OF)
        raise ValueError(f"cell: got none for {signature(p)}, expected one, or weights of {known}")
    return _CELL_OF[type(p)]


def batched(f: Callable) -> Callable:
    """Say of a step, or of a step back, that it takes any leading axes."""
    f.batched = True
    return f


def over_axes(cell: Cell) -> Cell:
    """The cell with functions over any leading axes: its own, or one call a sequence."""
    step, back = cell.step, cell.step_back
    return cell._replace(
        step=step if getattr(step, "batched", False) else each_step(step),
        step_back=back if getattr(back, "batched", False) else each_step_back(back),
    )


def all_at_once(cell: Cell) -> Fast | None:
    """The cell's fast way, if it repeats the very functions that the cell has."""
    return cell.fast if cell.fast and cell.fast.of == (cell.step, cell.step_back) else None


def way_back(cell: Cell, p: object, caches: Caches) -> tuple[Cell, object]:
    """The cell over any leading axes and its weights as arrays, for caches that are its own.

    Raises ValueError for what is no cell and for caches of another cell or of other weights.
    """
    check_fields("cell", cell, Cell, "; the order is cell, p, caches")
    check_fields("caches", caches, Caches, ", what unroll returns after the states")
    if getattr(caches, "made_by", None) is None:
        return over_axes(cell), tree_map(lambda leaf: check_finite("p", leaf), p)
    step, before = caches.made_by
    if step is not cell.step:
        raise ValueError(f"caches: got those of {Cell(step, step)!r}, expected those of {cell!r}")
    p = check_like("p", p, before, check_finite)
    if not all(np.all(a == b) for a, b in zip(tree_leaves(p), tree_leaves(before), strict=True)):
        raise ValueError("p: got other weights than on the way forward, expected those of unroll")
    return over_axes(cell), p
