"""The gradient of one state of a deep recurrent network, state by state and path by path.

Every arrow is one entry of a layer's step read backwards: to the left, to the state before, or
down, to the state of the layer below.                                      eq-sequence-tasks-paths
Notebook: book/sequence_tasks.ipynb
"""

import numpy as np

from unrolled.core.cell import Cell
from unrolled.core.door import check_whole
from unrolled.core.shapes import Array, Float
from unrolled.core.tree import tree_at
from unrolled.core.unroll import unroll
from unrolled.rnn.cell import CELL, RNN
from unrolled.sequence_tasks.depth import count_paths, stack

LAYERS = 3
INPUTS = np.array([0.04, 0.16, 0.03, -0.38, 0.18, 0.06, -0.18, 0.10])  # small, about 0 on average


def tower(size: float | int, between: float | int) -> tuple[Cell, tuple[RNN, ...]]:
    """Three layers of one unit each: `size` is W_hh of all, `between` W_hx of the upper two."""
    weights = tuple(
        RNN(np.full((1, 1), below), np.full((1, 1), float(size)), np.zeros(1))
        for below in (1.0, float(between), float(between))
    )
    return stack(*[CELL] * LAYERS), weights


def run_back(
    xs: Float[Array, " T"], size: float | int, between: float | int
) -> tuple[tuple[RNN, ...], tuple]:
    """The weights of the tower, and what each layer remembers of the way forward."""
    cell, p = tower(size, between)
    caches = unroll(cell, p, xs[:, None], cell.start(1))[1]
    return p, caches.steps


def gradients(
    xs: Float[Array, " T"], size: float | int, between: float | int, top: int
) -> Float[Array, "T L"]:
    """∂h_T^(top)/∂h_t^(ℓ) for every step t and layer ℓ: what the states after and above it send.

    A layer above `top` gets 0. Raises ValueError for a layer that there is not.
    """
    top = check_whole("top", top, 1, LAYERS)
    p, steps = run_back(xs, size, between)
    found = np.zeros((len(xs), LAYERS))
    found[-1, top - 1] = 1
    for t in reversed(range(len(xs))):
        for layer in reversed(range(top)):
            _, below, before = _step_back(p, steps, t, layer, found[t, layer])
            if layer > 0:
                found[t, layer - 1] += below
            if t > 0:
                found[t - 1, layer] += before
    return found


def carried(
    xs: Float[Array, " T"], size: float | int, between: float | int, top: int, start: tuple
) -> list[float]:
    """What each path brings from h_T^(top) to the state `start` = (t, ℓ): one number a path.

    A path is an order of its arrows; of two, the one that goes to the left first comes first.
    Raises ValueError for a state that there is not.
    """
    top = check_whole("top", top, 1, LAYERS)
    to_step = check_whole("start", start[0], 1, len(xs)) - 1
    to_layer = check_whole("start", start[1], 1, LAYERS) - 1
    p, steps = run_back(xs, size, between)

    def follow(t: int, layer: int, brought: float) -> list[float]:
        if t < to_step or layer < to_layer:
            return []
        if (t, layer) == (to_step, to_layer):
            return [brought]
        _, below, before = _step_back(p, steps, t, layer, brought)
        return follow(t - 1, layer, before) + follow(t, layer - 1, below)

    return follow(len(xs) - 1, top - 1, 1.0)


def _step_back(
    p: tuple[RNN, ...], steps: tuple, t: int, layer: int, dh: float
) -> tuple[RNN, float, float]:
    """One layer's step read backwards: its weights, the state below, the state before."""
    dp, below, before = CELL.step_back(p[layer], tree_at(steps[layer], t), np.array([dh]))
    return dp, float(below[0]), float(before[0])


def list_paths(back: int, down: int) -> list[str]:
    """Every order of so many arrows to the left ("b") and down ("d"), as in `carried`.

    Raises ValueError for numbers below 0.
    """
    back, down = check_whole("back", back, 0), check_whole("down", down, 0)
    if back == 0 or down == 0:
        return ["b" * back + "d" * down]
    return [
        *("b" + rest for rest in list_paths(back - 1, down)),
        *("d" + rest for rest in list_paths(back, down - 1)),
    ]


def at_most(
    steps: int, layers: int, size: float | int, between: float | int
) -> tuple[int, float, float]:
    """The number of paths, and no more than what one and all of them bring.

    One brings at most size^(T-1) · between^(L-1): no slope of tanh is above 1, for weights that
    are not negative.                                                       eq-sequence-tasks-paths
    """
    count = count_paths(steps, layers)
    one = float(size) ** (steps - 1) * float(between) ** (layers - 1)
    return count, one, count * one
