"""How many hidden units tell the two spirals apart: 2-n-2 tanh networks, five starts each.

Derived data: `make data NAME=mlp.how_many`, in some five minutes.
Notebook: book/mlp.ipynb
"""

from functools import cache

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_whole
from unrolled.core.losses import CROSS_ENTROPY, mean_loss_back
from unrolled.core.optim import adam
from unrolled.core.shapes import Array, outer, total
from unrolled.core.tasks import spirals
from unrolled.mlp.network import Layer, Network, forward, predict, random_network

UNITS = (1, 2, 4, 5, 6, 7, 8, 16)
SHOWN = (4, 7)  # whose networks are kept
SEEDS = 5
STEPS, RATE = 6000, 0.01
SCALES = (0.1, 0.3, 1.0, 3.0, 10.0)  # of the first weights, with seven hidden units
FAST = 0.1  # a larger step size, tried with the largest scale
POINTS = 100  # on each spiral


@cache
def problem() -> tuple[Array, Array]:
    """The points of the chapter and which spiral each is on, one-hot."""
    return spirals(np.random.default_rng(0), POINTS)


def slopes(network: Network, xs: Array, ys: Array) -> Network:
    """The gradient of the mean cross-entropy of a network of tanh units.

    The walk back of `unrolled.backprop`, which lies above this room; a test holds the two together.
    """
    h = forward(network, xs).h
    delta = mean_loss_back(CROSS_ENTROPY, h[-1], ys)
    found = []
    for layer, before in zip(network[::-1], h[-2::-1], strict=True):
        found.append(Layer(outer(delta, before), total(delta)))
        delta = np.vecmat(delta, layer.W) * (1 - before * before)
    return tuple(found[::-1])


def fit(
    *hidden: int,
    seed: int = 0,
    steps: int = STEPS,
    scale: float | int = 1.0,
    rate: float = RATE,
) -> Network:
    """A network with these hidden layers after `steps` of Adam on all points; none is one line.

    `scale` is s, the size of the first weights, and `rate` is the step size.
    """
    optimiser = adam(rate)
    steps = check_whole("steps", steps, 0)
    rng = np.random.default_rng(check_whole("seed", seed, 0))
    network = random_network(rng, (2, *hidden, 2), scale)
    memory = optimiser.start(network)
    for _ in range(steps):
        gradient = slopes(network, *problem())
        network, memory = optimiser.step(network, gradient, memory)
    return network


def right(network: Network) -> int:
    """How many of the points are on their right side."""
    xs, ys = problem()
    return int(np.sum(predict(network, xs).argmax(axis=1) == ys.argmax(axis=1)))


def best_line(angles: int = 3600) -> tuple[Array, float]:
    """The line w·x + b = 0, with |w| = 1, that has most points on their right side.

    Of so many directions w; along each, every cut between two neighbouring points is tried.
    """
    xs, ys = problem()
    is_first = ys[:, 0] == 1
    best = 0
    for angle in np.linspace(0, 2 * np.pi, angles, endpoint=False):
        w = np.array([np.cos(angle), np.sin(angle)])
        order = np.argsort(xs @ w)
        along = (xs @ w)[order]
        below = np.cumsum(~is_first[order])[:-1]
        above = is_first.sum() - np.cumsum(is_first[order])[:-1]
        cut = np.argmax(below + above)
        if below[cut] + above[cut] > best:
            best = below[cut] + above[cut]
            found = w, -float(along[cut : cut + 2].mean())
    return found


def compute_data() -> dict:
    """Points told right by the number of hidden units, one number a start; networks of start 0."""
    fits = {n: [fit(n, seed=seed) for seed in range(SEEDS)] for n in UNITS}
    shown = {
        n: [[layer.W.round(6).tolist(), layer.b.round(6).tolist()] for layer in fits[n][0]]
        for n in SHOWN
    }
    scaled = {
        s: [right(fit(max(SHOWN), seed=seed, scale=s)) for seed in range(SEEDS)] for s in SCALES
    }
    fast = [right(fit(max(SHOWN), seed=k, scale=max(SCALES), rate=FAST)) for k in range(SEEDS)]
    return {
        "right": {n: list(map(right, nets)) for n, nets in fits.items()},
        "shown": shown,
        "scaled": scaled,
        "fast": fast,
    }


def loaded() -> dict[int, list[int]]:
    """Points told right by the number of hidden units, one number a start, from the file."""
    return {int(units): counts for units, counts in read_data(__name__)["right"].items()}


def loaded_scales() -> dict[float, list[int]]:
    """Points told right with seven hidden units by the scale of the start, one number a start."""
    return {float(s): counts for s, counts in read_data(__name__)["scaled"].items()}


def loaded_fast() -> list[int]:
    """Points told right from the largest weights with the larger step size, one number a start."""
    return read_data(__name__)["fast"]


def trained(units: int) -> Network:
    """The network with so many hidden units that start 0 led to, one of SHOWN, from the file."""
    layers = read_data(__name__)["shown"][str(units)]
    return tuple(Layer(*map(np.array, layer)) for layer in layers)
