"""Blocks with a shortcut, and the flow that they become with a step size."""

from collections.abc import Callable

import numpy as np
import torch

from unrolled.core.shapes import Array
from unrolled.errata.finding import Claim, Triple, entry
from unrolled.page.autograd import gradient_of
from unrolled.rnn.cell import RNN, rnn_step

RNG = np.random.default_rng(4)
W, BIAS, G, X = RNG.normal(size=(4, 4)), RNG.normal(size=4), RNG.normal(size=4), RNG.normal(size=4)
FLOW, SHIFT, START = np.array([[0.0, -2.0], [2.0, -0.2]]), np.array([0.3, -0.1]), np.array([1.0, 0])


def block() -> tuple[Array, Array]:
    """The Jacobian of tanh(W h + b) at X, and ∇ of G · (h + tanh(W h + b)) by autograd."""

    def after(h: torch.Tensor) -> torch.Tensor:
        inner = torch.tanh(torch.from_numpy(W) @ h + torch.from_numpy(BIAS))
        return torch.from_numpy(G) @ (h + inner)

    return (1 - np.tanh(W @ X + BIAS) ** 2)[:, None] * W, gradient_of(after, X)[0]


@entry("A32")
def transpose_of_a_block() -> Triple:
    """(I + J) g and (I + J)ᵀ g."""
    J, truth = block()
    return Triple(G + J @ G, G + J.T @ G, truth)


@entry("A57")
def element_by_element() -> Triple:
    """The gradient with the diagonal of J alone, and with all of it."""
    J, truth = block()
    return Triple(G * (1 + np.diag(J)), G + J.T @ G, truth)


@entry("A33")
def identity_ensures_nothing() -> Claim:
    """50 blocks with J = −½ I and with J = +½ I; the bounds on 50 random ones."""
    power = np.linalg.matrix_power
    small, large = (power(np.eye(6) + j * np.eye(6), 50)[0, 0] for j in (-0.5, 0.5))
    rng = np.random.default_rng(0)
    Js = [0.3 * J / np.linalg.norm(J, 2) for J in rng.normal(size=(50, 6, 6))]
    product = np.eye(6)
    for J in Js:
        product = (np.eye(6) + J) @ product
    sizes = np.linalg.svd(product, compute_uv=False)
    return Claim(
        [small > 0.1, large < 10],
        [bool(sizes[-1] >= 0.7**50), bool(sizes[0] <= 1.3**50), small < 1e-12, large > 1e8],
        {
            "J = −½ I, 50 blocks": small,
            "J = +½ I": large,
            "random, ‖J‖ = 0.3, least": sizes[-1],
            "and largest": sizes[0],
        },
    )


def field(h: Array) -> Array:
    """h′ of the flow."""
    return np.tanh(FLOW @ h + SHIFT)


def euler(h: Array, step: float) -> Array:
    """One step of Euler's method."""
    return h + step * field(h)


def midpoint(h: Array, step: float) -> Array:
    """One step through the middle."""
    return h + step * field(euler(h, step / 2))


def runge_kutta(h: Array, step: float) -> Array:
    """One step of order 4."""
    a = field(h)
    b = field(h + step / 2 * a)
    c = field(h + step / 2 * b)
    return h + step / 6 * (a + 2 * b + 2 * c + field(h + step * c))


def flow(method: Callable, steps: int, size: float | None = None) -> Array:
    """h(1), or where steps of another size lead."""
    h = START
    for _ in range(steps):
        h = method(h, size or 1 / steps)
    return h


def missed(method: Callable, steps: int, size: float | None = None) -> float:
    """The distance from h(1)."""
    return float(np.linalg.norm(flow(method, steps, size) - flow(runge_kutta, 200)))


@entry("A34")
def step_without_size() -> Claim:
    """L layers h + f(h) without Δt, and h + f(h)/L: does the end come near h(1) as L grows?"""
    without, with_it = ([missed(euler, n, size) for n in (40, 80, 160)] for size in (1.0, None))
    ratios = [with_it[k] / with_it[k + 1] for k in (0, 1)]
    return Claim(
        [without[2] < 0.1],
        [1.9 < r < 2.1 for r in ratios],
        {
            "160 layers without Δt, off by": without[2],
            "with Δt": with_it[2],
            "twice the layers, error divided by": ratios[1],
        },
    )


@entry("A36")
def solver_is_not_exact() -> Claim:
    """Errors of three methods with 10 steps, and how they fall with 20."""
    methods = (euler, midpoint, runge_kutta)
    errors = [missed(m, 10) for m in methods]
    orders = [np.log2(missed(m, 10) / missed(m, 20)) for m in methods]
    return Claim(
        [e < 1e-12 for e in errors],
        [bool(abs(p - k) < 0.2) for p, k in zip(orders, (1, 2, 4), strict=True)],
        {"ten steps: Euler off by": errors[0], "midpoint": errors[1], "Runge-Kutta": errors[2]},
    )


@entry("A38")
def jump() -> Claim:
    """The state shortly before, at, and shortly after an observation."""
    cell = RNN(np.array([[1.0], [-1.0]]), np.eye(2), np.zeros(2))
    before = flow(runge_kutta, 10)
    after, _ = rnn_step(cell, np.array([2.0]), before)
    later = runge_kutta(after, 1e-6)
    moved, drift = np.linalg.norm(after - before), np.linalg.norm(later - after)
    return Claim(
        [bool(moved < 1e-3)],
        [bool(moved > 0.1), bool(drift < 1e-5)],
        {"the state jumps by": moved, "and drifts in 10⁻⁶ by": drift},
    )
