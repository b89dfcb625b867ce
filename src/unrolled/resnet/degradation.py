"""Deeper and worse, on its own training data: plain and residual networks tell two spirals apart.

Depths 4, 16 and 64, three learning rates, five starts; the same weights at the start, with the
skip and without it.
Derived data: `make data NAME=resnet.degradation`, in some five minutes.
Notebook: book/resnet.ipynb
"""

from functools import cache

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_choice, check_flag, check_real, check_whole
from unrolled.core.optim import adam
from unrolled.core.shapes import Array, Float
from unrolled.core.tasks import spirals
from unrolled.resnet.network import ResNet, forward, loss_and_gradient, random_resnet

DEPTHS = (4, 16, 64)
RATES = (0.01, 0.003, 0.001)
SEEDS = range(5)
WIDTH = 8
STEPS, EVERY = 1000, 25
POINTS = 100  # on each spiral


@cache
def problem() -> tuple[Array, Array]:
    """The points and which spiral each is on, one-hot: those of the chapter on single networks."""
    return spirals(np.random.default_rng(0), POINTS)


def start(depth: int, seed: int, gain: float | int = 1.0) -> ResNet:
    """The network of a depth that a seed starts from."""
    rng = np.random.default_rng(check_whole("seed", seed, 0))
    return random_resnet(rng, check_whole("depth", depth, 1), 2, WIDTH, 2, gain)


def learned(
    depth: int, skip: bool, rate: float, seed: int, steps: int = STEPS
) -> Float[Array, " N"]:
    """The mean loss of every 25 updates of Adam on all points at once."""
    p, xs_ys, skip = start(depth, seed), problem(), check_flag("skip", skip)
    optimiser = adam(check_real("rate", rate, above=0))
    memory = optimiser.start(p)
    losses = []
    for _ in range(check_whole("steps", steps, EVERY)):
        loss, gradient = loss_and_gradient(p, *xs_ys, skip=skip)
        losses.append(loss)
        p, memory = optimiser.step(p, gradient, memory)
    whole = len(losses) // EVERY * EVERY
    return np.reshape(losses[:whole], (-1, EVERY)).mean(axis=1)


def first_gradients(depth: int, skip: bool, seed: int) -> Float[Array, " L"]:
    """The norm of the gradient of W in every block, before any update."""
    p = start(depth, seed)
    gradient = loss_and_gradient(p, *problem(), skip=check_flag("skip", skip))[1]
    return np.array([np.linalg.norm(layer.W) for layer in gradient.blocks])


def compute_data() -> dict:
    """By kind of network, depth and rate, a curve of losses for each start."""
    return {
        kind: {
            str(depth): {
                str(rate): [
                    learned(depth, kind == "residual", rate, seed).round(5).tolist()
                    for seed in SEEDS
                ]
                for rate in RATES
            }
            for depth in DEPTHS
        }
        for kind in ("plain", "residual")
    }


def last_losses(kind: str, depth: int) -> Float[Array, "rates seeds"]:
    """The loss over the last 25 updates, from the file: a row a rate, a column a start."""
    kind, depth = (
        check_choice("kind", kind, ("plain", "residual")),
        check_choice("depth", depth, DEPTHS),
    )
    curves = read_data(__name__)[kind][str(depth)]
    return np.array([[curve[-1] for curve in curves[str(rate)]] for rate in RATES])


def wrong(p: ResNet, skip: bool) -> float:
    """The share of the training points on the wrong side."""
    xs, ys = problem()
    return float(np.mean(forward(p, xs, skip=skip)[0].argmax(axis=1) != ys.argmax(axis=1)))


def best_curves(kind: str, depth: int) -> Float[Array, "seeds N"]:
    """For each start the curve of the rate that ended lowest, from the file."""
    best = last_losses(kind, depth).argmin(axis=0)
    curves = read_data(__name__)[kind][str(depth)]
    return np.array([curves[str(RATES[rate])][seed] for seed, rate in enumerate(best)])
