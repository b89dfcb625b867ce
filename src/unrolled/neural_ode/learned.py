"""Flows that learn: two moons and two circles told apart, and a density of two moons.

A flow carries each point from time 0 to time 1, and a line tells the two kinds apart there.
A density is learned by carrying the data from time 1 back to time 0, where it shall look like
standard normal noise.                                                         eq-neural-ode-density
Derived data: `make data NAME=neural_ode.learned`, in some four minutes.
Notebook: book/neural_ode.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_array, check_choice, check_generator, check_real, check_whole
from unrolled.core.losses import CROSS_ENTROPY, mean_loss, mean_loss_back
from unrolled.core.optim import adam
from unrolled.core.shapes import Array, Float, outer, total
from unrolled.core.tree import ravel, unravel
from unrolled.mlp.network import Layer
from unrolled.neural_ode.fields import MASS_FIELD, NET_FIELD, Mass, Net, random_net
from unrolled.neural_ode.gradients import flow, through_solver

SEEDS = range(5)
POINTS = 100  # of each kind
UNITS = 16
STEPS = 10  # of RK4, from time 0 to time 1
UPDATES, RATE, EVERY = 600, 0.02, 20
DENSITY_UPDATES, DENSITY_RATE, BATCH, HELD_OUT = 1500, 0.01, 256, 2000
NOISE = 0.08


class Classifier(NamedTuple):
    """A flow and the line that reads it; `zeros` are appended to each point."""

    field: Net
    out: Layer


def moons(
    rng: np.random.Generator, points: int, noise: float | int = NOISE
) -> tuple[Float[Array, "N 2"], Float[Array, "N 2"]]:
    """Two half circles, one hooked into the other, and which one each point is on, one-hot.

    Raises ValueError for fewer than one point each.
    """
    rng, points = check_generator("rng", rng), check_whole("points", points, 1)
    angle = rng.uniform(0, np.pi, (2, points))
    upper = np.stack([np.cos(angle[0]) - 0.5, np.sin(angle[0]) - 0.25], axis=-1)
    lower = np.stack([0.5 - np.cos(angle[1]), 0.25 - np.sin(angle[1])], axis=-1)
    xs = 1.5 * np.concatenate([upper, lower])
    xs += rng.normal(0, check_real("noise", noise, 0.0), xs.shape)
    return xs, np.repeat(np.eye(2), points, axis=0)


def circles(points: int) -> tuple[Float[Array, "N 2"], Float[Array, "N 2"]]:
    """Points in equal distances on two circles around the origin, of radius 1/2 and 3/2.

    Raises ValueError for fewer than one point each.
    """
    points = check_whole("points", points, 1)
    angle = np.arange(points) * 2 * np.pi / points
    ring = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    return np.concatenate([ring / 2, 1.5 * ring]), np.repeat(np.eye(2), points, axis=0)


def problem(task: str, points: int = POINTS) -> tuple[Array, Array]:
    """The points of a task, and their kinds. Raises ValueError for another name."""
    if check_choice("task", task, ("moons", "circles")) == "moons":
        return moons(np.random.default_rng(0), points)
    return circles(points)


def augmented(xs: Float[Array, "N n"], zeros: int) -> Float[Array, "N m"]:
    """Each point with some zeros appended.                             eq-neural-ode-augmented

    Raises ValueError for a number of zeros below 0.
    """
    xs, zeros = check_array("xs", xs, "N n"), check_whole("zeros", zeros, 0)
    return np.concatenate([xs, np.zeros((len(xs), zeros))], axis=1)


def start(zeros: int, seed: int) -> Classifier:
    """The classifier that a seed starts from."""
    rng = np.random.default_rng(check_whole("seed", seed, 0))
    n = 2 + check_whole("zeros", zeros, 0)
    field = random_net(rng, n, UNITS)
    return Classifier(field, Layer(rng.normal(0, n**-0.5, (2, n)), np.zeros(2)))


def loss_and_gradient(
    p: Classifier, xs: Float[Array, "N n"], ys: Float[Array, "N 2"], steps: int = STEPS
) -> tuple[float, Classifier]:
    """Mean cross-entropy at the end of the flow, and its gradient through the solver."""
    h, path = flow(NET_FIELD, p.field, xs, 0.0, 1.0, steps)
    zs = h @ p.out.W.T + p.out.b
    dz = mean_loss_back(CROSS_ENTROPY, zs, ys)
    dfield = through_solver(NET_FIELD, p.field, path, dz @ p.out.W)[0]
    return mean_loss(CROSS_ENTROPY, zs, ys), Classifier(dfield, Layer(outer(dz, h), total(dz)))


def learned(
    task: str, zeros: int, seed: int, updates: int = UPDATES
) -> tuple[Classifier, Float[Array, " N"]]:
    """A classifier after so many updates of Adam, and the mean loss of every 20 of them."""
    xs, ys = problem(task)
    return _descended(
        start(zeros, seed), RATE, updates, loss_and_gradient, augmented(xs, zeros), ys
    )


def wrong(p: Classifier, xs: Float[Array, "N n"], ys: Float[Array, "N 2"], steps: int) -> float:
    """The share of points on the wrong side of the line."""
    zs = flow(NET_FIELD, p.field, xs, 0.0, 1.0, steps)[0] @ p.out.W.T + p.out.b
    return float(np.mean(zs.argmax(axis=1) != ys.argmax(axis=1)))


def log_density(p: Net, xs: Float[Array, "*B 2"], steps: int = STEPS) -> Float[Array, "*B"]:
    """log p_1(x) = log p_0(h(0)) - ∫₀¹ tr(∂f/∂h) dt, along the path that ends at x.

    eq-neural-ode-density; p_0 is the standard normal density.
    """
    end = flow(MASS_FIELD, p, Mass(xs, np.zeros(xs.shape[:-1])), 1.0, 0.0, steps)[0]
    return _noise(end.h) - end.log_density


def density_loss(p: Net, xs: Float[Array, "N 2"], steps: int = STEPS) -> tuple[float, Net]:
    """Minus the mean of log p_1 over the points, and its gradient through the solver."""
    end, path = flow(MASS_FIELD, p, Mass(xs, np.zeros(len(xs))), 1.0, 0.0, steps)
    loss = float(np.mean(end.log_density - _noise(end.h)))
    dend = Mass(end.h / len(xs), np.full(len(xs), 1 / len(xs)))
    return loss, through_solver(MASS_FIELD, p, path, dend)[0]


def learned_density(seed: int, updates: int = DENSITY_UPDATES) -> tuple[Net, Float[Array, " N"]]:
    """The field of a density after so many updates of Adam, on new points at every update."""
    rng = np.random.default_rng(check_whole("seed", seed, 0))
    p = random_net(rng, 2, 2 * UNITS)
    return _descended(
        p, DENSITY_RATE, updates, lambda p: density_loss(p, moons(rng, BATCH // 2)[0])
    )


def held_out() -> Float[Array, "N 2"]:
    """Points of the two moons that no flow was trained on."""
    return moons(np.random.default_rng(1000), HELD_OUT // 2)[0]


def gaussian_loss(xs: Float[Array, "N 2"]) -> float:
    """Minus the mean log density of a normal distribution with the points' mean and covariance."""
    return float(np.log(2 * np.pi * np.e) + np.linalg.slogdet(np.cov(xs.T, ddof=0))[1] / 2)


def _noise(h: Float[Array, "*B 2"]) -> Float[Array, "*B"]:
    return -np.sum(h**2, axis=-1) / 2 - np.log(2 * np.pi)


def _descended(p, rate: float, updates: int, loss, *given) -> tuple[object, Array]:
    optimiser = adam(rate)
    memory = optimiser.start(p)
    losses = []
    for _ in range(check_whole("updates", updates, EVERY)):
        found, gradient = loss(p, *given)
        losses.append(found)
        p, memory = optimiser.step(p, gradient, memory)
    return p, np.reshape(losses[: len(losses) // EVERY * EVERY], (-1, EVERY)).mean(axis=1)


CONTESTS = {"moons": ("moons", 0), "circles": ("circles", 0), "circles, one zero": ("circles", 1)}


def compute_data() -> dict:
    """By contest, for each seed the curve of losses and the weights at the end."""
    found = {
        name: [_row(*learned(task, zeros, seed)) for seed in SEEDS]
        for name, (task, zeros) in CONTESTS.items()
    }
    return found | {"density": [_row(*learned_density(seed)) for seed in SEEDS]}


def _row(p: object, losses: Array) -> dict:
    return {"losses": losses.round(5).tolist(), "weights": ravel(p).round(5).tolist()}


def curves(name: str) -> Float[Array, "seeds N"]:
    """The losses of a contest, or of the density, a row for each seed; from the file."""
    name = check_choice("name", name, (*CONTESTS, "density"))
    return np.array([row["losses"] for row in read_data(__name__)[name]])


def kept_classifier(name: str, seed: int) -> Classifier:
    """What a seed of a contest learned, from the file."""
    zeros = CONTESTS[check_choice("name", name, CONTESTS)][1]
    return unravel(_kept(name, seed), start(zeros, 0))


def kept_density(seed: int) -> Net:
    """The field of the density that a seed learned, from the file."""
    return unravel(_kept("density", seed), random_net(np.random.default_rng(0), 2, 2 * UNITS))


def _kept(name: str, seed: int) -> Array:
    return np.array(
        read_data(__name__)[name][check_whole("seed", seed, 0, len(SEEDS) - 1)]["weights"]
    )


def true_loss(xs: Float[Array, "N 2"], parts: int = 1000) -> float:
    """The same under the distribution of the moons itself, by a sum over both half circles."""
    angle = (np.arange(parts) + 0.5) * np.pi / parts
    upper = np.stack([np.cos(angle) - 0.5, np.sin(angle) - 0.25], axis=-1)
    centres = 1.5 * np.concatenate([upper, -upper])
    squares = np.sum((xs[:, None] - centres) ** 2, axis=-1)
    density = np.exp(-squares / (2 * NOISE**2)).mean(axis=1) / (2 * np.pi * NOISE**2)
    return float(-np.log(density).mean())


def outline(p: Classifier, radius: float | int, fine: float | int = 0.1) -> Float[Array, "N n"]:
    """Where the flow brings a circle, with more points where it is stretched: none `fine` apart."""
    zeros = p.field.W_1.shape[1] - 2

    def brought(angle: Array) -> Array:
        ring = radius * np.stack([np.cos(angle), np.sin(angle)], axis=-1)
        return flow(NET_FIELD, p.field, augmented(ring, zeros), 0.0, 1.0, 5 * STEPS)[0]

    angle = np.linspace(0, 2 * np.pi, 301)
    image = brought(angle)
    for _ in range(30):
        wide = np.flatnonzero(np.linalg.norm(np.diff(image, axis=0), axis=1) > fine)
        if not len(wide):
            break
        between = (angle[wide] + angle[wide + 1]) / 2
        angle = np.insert(angle, wide + 1, between)
        image = np.insert(image, wide + 1, brought(between), axis=0)
    return image


def turns(curve: Float[Array, "N 2"], point: Float[Array, " 2"]) -> int:
    """How often a closed curve runs around a point: 0 where the point is outside."""
    x, y = (curve - point).T
    steps = np.diff(np.unwrap(np.arctan2(y, x)))
    return round(float(np.sum(steps)) / (2 * np.pi))
