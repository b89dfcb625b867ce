"""One unroll, many cells.

Unrolling, backpropagation through time, its truncation, real-time recurrent learning and
Jacobians are written once, over any cell (`unrolled.core.cell`). Time is the first axis of
everything.
Notebook: book/bptt.ipynb
"""

import numpy as np

from unrolled.core.cell import Caches, Cell, all_at_once, over_axes, way_back
from unrolled.core.door import Exploded, as_floats, check_array, check_bounded, check_whole
from unrolled.core.records import check_fields, check_like
from unrolled.core.shapes import Array
from unrolled.core.tree import (
    tree_add,
    tree_at,
    tree_copy,
    tree_leaves,
    tree_map,
    tree_stack,
    tree_zeros,
)

BACK = "on the way back, after step"


def unroll(cell: Cell, p: object, xs: Array, h0: object) -> tuple[object, Caches]:
    """Run a cell along a sequence: h_t = step(p, x_t, h_{t-1}).                 eq-rnn-unfolding

    xs has shape (T, *B, n_x). Returns the states h_1..h_T and the caches, time first.
    Raises ValueError for an empty sequence, wrong shapes, NaN and infinity, and OverflowError
    that says at which step a state exploded.
    """
    p, xs, h0 = tree_copy(at_the_door(cell, p, xs, h0))  # written into later, it changes nothing
    fast = all_at_once(cell)
    with np.errstate(over="ignore", invalid="ignore"):
        states, steps = fast.forward(p, xs, h0) if fast else _run(over_axes(cell), p, xs, h0)
    tree_map(lambda leaf: check_bounded("state", leaf), states)
    caches = Caches(steps, states)
    caches.made_by = cell.step, p
    return tree_copy(states), caches


def _run(cell: Cell, p: object, xs: Array, h0: object) -> tuple[object, object]:
    h = h0
    states = []
    steps = []
    for x in xs:
        h, cache = cell.step(p, x, h)
        states.append(h)
        steps.append(cache)
    return tree_stack(states), tree_stack(steps)


def bptt(
    cell: Cell, p: object, caches: Caches, dstates: object, window: int | None = None
) -> tuple[object, Array, object]:
    """Gradients of 𝓛 by backpropagation through time.                        eq-bptt-backward

    dstates holds the immediate gradients ∂⁺𝓛/∂h_t, what each state receives from its own loss.
    With `window=k` the gradient of each loss walks back over at most k steps. eq-truncation-window
    Returns dp (the type of p), dxs of shape (T, *B, n_x) and dh0.
    Raises ValueError for dstates that do not match the states and for a window below 1, and
    OverflowError that says how many steps back the gradient exploded.
    """
    fast = all_at_once(check_fields("cell", cell, Cell))
    cell, p = way_back(cell, p, caches)
    dstates = matching(dstates, caches.states)
    steps = len(tree_leaves(caches.states)[0])
    window = steps if window is None else min(check_whole("window", window, 1, of="steps"), steps)
    with np.errstate(over="ignore", invalid="ignore"):
        if window < steps:
            dp, dxs, dh0 = _walks(cell, p, caches.steps, dstates, window)
        elif fast:
            dp, dxs, dh0 = fast.back(p, caches.steps, dstates)
        else:
            dp, dxs, dh0 = _walk(cell, p, caches.steps, dstates)
    check_bounded("gradient", dxs[::-1], BACK)
    if not all(np.isfinite(leaf).all() for leaf in tree_leaves((dp, dh0))):
        raise Exploded(f"gradient: exploded in the sum over {steps} steps", steps)
    return dp, dxs, dh0


def _walks(cell: Cell, p: object, steps: object, dstates: object, window: int):
    """A walk from every loss over at most `window` steps, all of them together as one batch."""
    dp = tree_zeros(p)
    dxs = 0.0
    dh0 = tree_zeros(tree_at(dstates, 0))
    dh = dstates
    T = len(tree_leaves(dstates)[0])
    for lag in range(window):
        dp_lag, dx, dh = cell.step_back(p, tree_at(steps, slice(T - lag)), dh)
        dp, dh0 = tree_add(dp, dp_lag), tree_add(dh0, tree_at(dh, 0))
        dxs = dxs + np.concatenate([dx, np.zeros((lag, *dx.shape[1:]))])
        dh = tree_at(dh, slice(1, None))
    return dp, dxs, dh0


def _walk(cell: Cell, p: object, steps: object, dstates: object):
    """One walk from T to 1; dh starts at 0 because nothing comes after the last step."""
    dp = tree_zeros(p)
    dxs = []
    dh = tree_zeros(tree_at(dstates, 0))
    for t in reversed(range(len(tree_leaves(dstates)[0]))):
        dh = tree_add(tree_at(dstates, t), dh)
        dp_t, dx, dh = cell.step_back(p, tree_at(steps, t), dh)
        dp = tree_add(dp, dp_t)
        dxs.append(dx)
    return dp, np.stack(dxs[::-1]), dh


def at_the_door(cell: Cell, p: object, xs: Array, h0: object) -> tuple[object, Array, object]:
    """p, xs and h0 as the cell wants them, or ValueError."""
    check_fields("cell", cell, Cell, "; the order is cell, p, xs, h0")
    try:
        return cell.check(p, xs, h0) if cell.check else _fitting(p, xs, h0)
    except ValueError as error:
        hint = "; time is the first axis of xs" if _time_is_second(xs, h0) else ""
        raise ValueError(f"{error}{hint}") from None


def _fitting(p: object, xs: Array, h0: object) -> tuple[object, Array, object]:
    xs = check_array("xs", xs, "T *B n_x")
    h0 = tree_map(lambda leaf: check_array("h0", leaf, "*B n_h", B=xs.shape[1:-1]), h0)
    return tree_map(_as_array, p), xs, h0


def _time_is_second(xs: object, h0: object) -> bool:
    """Whether the first axis of xs is as long as the batch of the state, and the second is not."""
    axes = np.shape(xs)[:-1] if isinstance(xs, np.ndarray) else ()
    batches = {leaf.shape[:-1] for leaf in tree_leaves(h0) if isinstance(leaf, np.ndarray)}
    return len(axes) == 2 and axes[0] != axes[1] and batches == {axes[:1]}


def matching(dstates: object, states: object) -> object:
    """dstates, checked to have the structure and the shapes of the states."""
    return check_like(
        "dstates", dstates, states, lambda name, leaf: check_array(name, leaf, "T *B n_h")
    )


def _as_array(leaf: object) -> object:
    """Numbers as an array; what else a cell of one's own keeps in its weights is its affair."""
    try:
        return as_floats("p", leaf)
    except ValueError:
        return leaf
