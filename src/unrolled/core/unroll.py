"""One unroll, many cells.

A cell is two small pure functions: a step forward and the same step read backwards.

    step(p, x, h)           -> h_next, cache       cache: a tuple of what the way back needs
    step_back(p, cache, dh) -> dp, dx, dh_prev     dp is the sum over batch axes

Unrolling, back-propagation through time, its truncation, real-time recurrent learning and
Jacobians are written here once, over any cell. Time is the first axis of everything.
Notebook: book/bptt.ipynb
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.core.door import bounded, checked
from unrolled.core.shapes import Array
from unrolled.core.tree import (
    tree_add,
    tree_at,
    tree_leaves,
    tree_map,
    tree_stack,
    tree_zeros,
)


class Fast(NamedTuple):
    """The same two functions over all steps at once, for speed; tests hold them equal."""

    forward: Callable  # (p, xs, h0) -> states, step caches
    back: Callable  # (p, step caches, dstates) -> dp, dxs, dh0


class Cell(NamedTuple):
    """A recurrent cell: its step, the step read backwards, and two conveniences."""

    step: Callable
    step_back: Callable
    check: Callable | None = None  # (p, xs, h0) -> xs, h0, or ValueError
    fast: Fast | None = None


class Caches(NamedTuple):
    """What BPTT must remember of the way forward; its size is the memory BPTT needs."""

    steps: object  # the cache of every step, time first
    states: object  # h_1 .. h_T


def unroll(cell: Cell, p: object, xs: Array, h0: object) -> tuple[object, Caches]:
    """Run a cell along a sequence: h_t = step(p, x_t, h_{t-1}).                 eq-rnn-unfolding

    xs has shape (T, *B, n_x). Returns the states h_1..h_T and the caches, time first.
    Raises ValueError for an empty sequence, wrong shapes, NaN and infinity, and OverflowError
    that says at which step a state exploded.
    """
    xs, h0 = at_the_door(cell, p, xs, h0)
    with np.errstate(over="ignore", invalid="ignore"):
        states, steps = cell.fast.forward(p, xs, h0) if cell.fast else _run(cell, p, xs, h0)
    tree_map(lambda leaf: bounded("state", leaf), states)
    return states, Caches(steps, states)


def _run(cell: Cell, p: object, xs: Array, h0: object) -> tuple[object, object]:
    h, states, steps = h0, [], []
    for x in xs:
        h, cache = cell.step(p, x, h)
        states.append(h)
        steps.append(cache)
    return tree_stack(states), tree_stack(steps)


def bptt(
    cell: Cell, p: object, caches: Caches, dstates: object, window: int | None = None
) -> tuple[object, Array, object]:
    """Gradients of 𝓛 by back-propagation through time.                        eq-bptt-backward

    dstates holds the immediate gradients ∂⁺𝓛/∂h_t, what each state receives from its own loss.
    With `window=k` the gradient of each loss walks back over at most k steps.
    Returns dp (the type of p), dxs of shape (T, *B, n_x) and dh0.
    Raises ValueError for dstates that do not match the states and for a window below 1, and
    OverflowError that says how many steps back the gradient exploded.
    """
    dstates = matching(dstates, caches.states)
    steps = len(tree_leaves(caches.states)[0])
    window = _window(window, steps)
    with np.errstate(over="ignore", invalid="ignore"):
        if window < steps:
            dp, dxs, dh0 = _walks(cell, p, caches.steps, dstates, window)
        elif cell.fast:
            dp, dxs, dh0 = cell.fast.back(p, caches.steps, dstates)
        else:
            dp, dxs, dh0 = _walk(cell, p, caches.steps, dstates)
    bounded("gradient", dxs[::-1], "on the way back, after step")
    if not all(np.isfinite(leaf).all() for leaf in tree_leaves(dp)):
        raise OverflowError(f"gradient: exploded in the sum over {steps} steps")
    return dp, dxs, dh0


def _walks(cell: Cell, p: object, steps: object, dstates: object, window: int):
    """A walk from every loss over at most `window` steps, all of them together as one batch."""
    dp, dxs, dh0, dh = tree_zeros(p), 0.0, tree_zeros(tree_at(dstates, 0)), dstates
    T = len(tree_leaves(dstates)[0])
    for lag in range(window):
        dp_lag, dx, dh = cell.step_back(p, tree_at(steps, slice(T - lag)), dh)
        dp, dh0 = tree_add(dp, dp_lag), tree_add(dh0, tree_at(dh, 0))
        dxs = dxs + np.concatenate([dx, np.zeros((lag, *dx.shape[1:]))])
        dh = tree_at(dh, slice(1, None))
    return dp, dxs, dh0


def _walk(cell: Cell, p: object, steps: object, dstates: object):
    """One walk from T to 1; dh starts at 0 because nothing comes after the last step."""
    dp, dxs, dh = tree_zeros(p), [], tree_zeros(tree_at(dstates, 0))
    for t in reversed(range(len(tree_leaves(dstates)[0]))):
        dh = tree_add(tree_at(dstates, t), dh)
        dp_t, dx, dh = cell.step_back(p, tree_at(steps, t), dh)
        dp = tree_add(dp, dp_t)
        dxs.append(dx)
    return dp, np.stack(dxs[::-1]), dh


def at_the_door(cell: Cell, p: object, xs: Array, h0: object) -> tuple[Array, object]:
    """xs and h0 as the cell wants them, or ValueError."""
    if cell.check:
        return cell.check(p, xs, h0)
    xs = checked("xs", xs, "T *B n_x")
    return xs, tree_map(lambda leaf: checked("h0", leaf, "*B n_h"), h0)


def matching(dstates: object, states: object) -> object:
    """dstates, checked to have the structure and the shapes of the states."""

    def check(name: str, found: object, wanted: object) -> object:
        if isinstance(wanted, tuple):
            if not isinstance(found, tuple) or len(found) != len(wanted):
                raise ValueError(f"{name}: got {type(found).__name__}, expected {type(wanted)}")
            names = getattr(wanted, "_fields", range(len(wanted)))
            pairs = zip(names, found, wanted, strict=True)
            children = [check(f"{name}.{field}", *pair) for field, *pair in pairs]
            return type(wanted)(*children) if hasattr(wanted, "_fields") else tuple(children)
        found = checked(name, found, "T *B n_h")
        if found.shape != wanted.shape:
            raise ValueError(f"{name}: got shape {found.shape}, expected {wanted.shape}")
        return found

    return check("dstates", dstates, states)


def _window(window: int | None, steps: int) -> int:
    if window is None:
        return steps
    if isinstance(window, bool) or not isinstance(window, int | np.integer) or window < 1:
        raise ValueError(f"window: got {window!r}, expected a whole number of steps, at least 1")
    return min(int(window), steps)
