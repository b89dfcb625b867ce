"""Cells on top of each other: the states of one are the inputs of the next.

h_t^(ℓ) = step^(ℓ)(h_t^(ℓ-1), h_{t-1}^(ℓ)),   h_t^(0) = x_t               eq-sequence-tasks-depth
Notebook: book/sequence_tasks.ipynb
"""

from math import comb

import numpy as np

from unrolled.core.cell import Caches, Cell, Fast, batched, over_axes
from unrolled.core.door import check_whole
from unrolled.core.records import check_fields, signature
from unrolled.core.shapes import Array
from unrolled.core.tree import tree_map
from unrolled.core.unroll import at_the_door, bptt, unroll


def stack(*layers: Cell) -> Cell:
    """One cell made of several, the lowest first.                         eq-sequence-tasks-depth

    Its weights and its states are tuples with one entry a layer, in the same order; a readout
    sees the state of the highest. Raises ValueError for no layer, and for what is no cell.
    """
    if not layers:
        raise ValueError("layers: got none, expected at least one cell")
    for n, layer in enumerate(layers):
        check_fields(f"layers[{n}]", layer, Cell)
    each = [over_axes(layer) for layer in layers]

    @batched
    def stack_step(p: tuple, x: Array, h: tuple) -> tuple[tuple, tuple]:
        """One step of every layer, from the lowest to the highest."""
        states, caches = [], []
        for layer, p_layer, h_layer in zip(each, p, h, strict=True):
            state, cache = layer.step(p_layer, x, h_layer)
            states.append(state)
            caches.append(cache)
            x = layer.shown(state)
        return tuple(states), tuple(caches)

    @batched
    def stack_step_back(p: tuple, caches: tuple, dh: tuple) -> tuple[tuple, Array, tuple]:
        """The same step read backwards: each layer hands dx down to the one below."""
        dps, dhs = [], []
        dx = None
        for layer, p_layer, cache, d in reversed(list(zip(each, p, caches, dh, strict=True))):
            if dx is not None:
                d = _add_to_shown(layer, d, dx)
            dp, dx, dh_prev = layer.step_back(p_layer, cache, d)
            dps.append(dp)
            dhs.append(dh_prev)
        return tuple(dps[::-1]), dx, tuple(dhs[::-1])

    def check(p: object, xs: object, h0: object) -> tuple[tuple, Array, tuple]:
        return _check_layers(layers, p, xs, h0)

    def draw(rng: np.random.Generator, n_x: int, n_h: int) -> tuple:
        return tuple(layer.random(rng, n_h if n else n_x, n_h) for n, layer in enumerate(layers))

    def start(n_h: int) -> tuple:
        return tuple(layer.start(n_h) for layer in layers)

    return Cell(
        stack_step,
        stack_step_back,
        check,
        Fast(*_layer_by_layer(layers), (stack_step, stack_step_back)),
        draw if all(layer.random for layer in layers) else None,
        start if all(layer.start for layer in layers) else None,
        lambda states: layers[-1].shown(states[-1]),
    )


def _add_to_shown(layer: Cell, d: object, dx: Array) -> object:
    """The gradient of a state, with what the layer above sends to the part that it sees."""
    shown = layer.shown(d)
    return tree_map(lambda leaf: leaf + dx if leaf is shown else leaf, d)


def _layer_by_layer(layers: tuple[Cell, ...]) -> tuple:
    """Nothing runs downwards, so a layer may finish the sequence before the next begins."""

    def forward(p: tuple, xs: Array, h0: tuple) -> tuple[tuple, tuple]:
        states, steps = [], []
        for layer, p_layer, h_layer in zip(layers, p, h0, strict=True):
            found, caches = unroll(layer, p_layer, xs, h_layer)
            states.append(found)
            steps.append(caches.steps)
            xs = layer.shown(found)
        return tuple(states), tuple(steps)

    def back(p: tuple, steps: tuple, dstates: tuple) -> tuple[tuple, Array, tuple]:
        dps, dh0s = [], []
        dxs = None
        for layer, p_layer, cache, d in reversed(list(zip(layers, p, steps, dstates, strict=True))):
            if dxs is not None:
                d = _add_to_shown(layer, d, dxs)
            dp, dxs, dh0 = bptt(layer, p_layer, Caches(cache, d), d)
            dps.append(dp)
            dh0s.append(dh0)
        return tuple(dps[::-1]), dxs, tuple(dh0s[::-1])

    return forward, back


def _check_layers(
    layers: tuple[Cell, ...], p: object, xs: object, h0: object
) -> tuple[tuple, Array, tuple]:
    """Weights, inputs and first states that fit each other, layer by layer, or ValueError."""
    for name, value in (("p", p), ("h0", h0)):
        if not isinstance(value, tuple) or len(value) != len(layers):
            expected = f"a tuple of {len(layers)}, one entry for each layer"
            raise ValueError(f"{name}: got {signature(value)}, expected {expected}")
    below = xs
    weights, starts, inputs = [], [], []
    for n, (layer, p_layer, h_layer) in enumerate(zip(layers, p, h0, strict=True)):
        try:
            p_layer, below, h_layer = at_the_door(layer, p_layer, below, h_layer)
        except ValueError as error:
            raise ValueError(f"layer {n + 1} of {len(layers)}: {error}") from None
        weights.append(p_layer)
        starts.append(h_layer)
        inputs.append(below)
        shown = layer.shown(h_layer)
        below = np.zeros((1, *shown.shape))
    return tuple(weights), inputs[0], tuple(starts)


def count_paths(steps: int, layers: int) -> int:
    """How many paths lead from the first input to the last output: (T+L-2 choose L-1).

    eq-sequence-tasks-paths
    Every way takes T - 1 steps to the right and L - 1 upwards, in any order. Raises ValueError
    for numbers below 1.
    """
    T, L = check_whole("steps", steps, 1), check_whole("layers", layers, 1)
    return comb(T + L - 2, L - 1)
