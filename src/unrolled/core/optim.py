"""Optimisers: pure functions on trees. Each walks against the gradient g.

sgd        p ← p - η g                                                              eq-mlp-sgd
momentum   v ← β v + g,                       p ← p - η v                      eq-mlp-momentum
adam       m ← β₁ m + (1-β₁) g,  s ← β₂ s + (1-β₂) g²,
           p ← p - η m̂ / (√ŝ + ε),            m̂ = m/(1-β₁ᵏ),  ŝ = s/(1-β₂ᵏ)        eq-mlp-adam
Notebook: book/mlp.ipynb
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.core.tree import tree_leaves, tree_map, tree_zeros


class Optimiser(NamedTuple):
    """`start(p)` makes the memory; `step(p, g, memory)` gives the next p and memory."""

    start: Callable
    step: Callable


def sgd(rate: float) -> Optimiser:
    """Plain gradient descent with step size `rate`."""
    rate = _positive("rate", rate)
    return Optimiser(
        lambda p: (),
        lambda p, g, memory: (tree_map(lambda w, dw: w - rate * dw, p, g), memory),
    )


def momentum(rate: float, beta: float = 0.9) -> Optimiser:
    """Gradient descent on a running sum of gradients, as torch.optim.SGD(momentum=beta)."""
    rate, beta = _positive("rate", rate), _fraction("beta", beta)

    def step(p, g, v):
        v = tree_map(lambda v, dw: beta * v + dw, v, g)
        return tree_map(lambda w, v: w - rate * v, p, v), v

    return Optimiser(tree_zeros, step)


class AdamMemory(NamedTuple):
    m: object  # running mean of the gradient
    s: object  # running mean of its square
    k: int  # steps taken


def adam(
    rate: float = 1e-3, beta1: float = 0.9, beta2: float = 0.999, eps: float = 1e-8
) -> Optimiser:
    """Adam with bias correction (Kingma and Ba 2015), as torch.optim.Adam."""
    rate, eps = _positive("rate", rate), _positive("eps", eps)
    beta1, beta2 = _fraction("beta1", beta1), _fraction("beta2", beta2)

    def step(p, g, memory):
        k = memory.k + 1
        m = tree_map(lambda m, dw: beta1 * m + (1 - beta1) * dw, memory.m, g)
        s = tree_map(lambda s, dw: beta2 * s + (1 - beta2) * dw**2, memory.s, g)
        a, b = 1 - beta1**k, 1 - beta2**k
        p = tree_map(lambda w, m, s: w - rate * (m / a) / (np.sqrt(s / b) + eps), p, m, s)
        return p, AdamMemory(m, s, k)

    return Optimiser(lambda p: AdamMemory(tree_zeros(p), tree_zeros(p), 0), step)


def descend(optimiser: Optimiser, gradient: Callable, p: object, steps: int) -> list:
    """The points p_0 … p_steps that an optimiser visits when `gradient(p)` leads the way."""
    if not (isinstance(steps, int) and steps >= 0):
        raise ValueError(f"steps: got {steps!r}, expected a whole number from 0 on")
    path, memory = [p], optimiser.start(p)
    for _ in range(steps):
        p, memory = optimiser.step(p, gradient(p), memory)
        path.append(p)
    return path


def global_norm(tree: object) -> float:
    """√(sum of squares of all numbers in the tree)."""
    return float(np.sqrt(sum(np.vdot(leaf, leaf) for leaf in tree_leaves(tree))))


def clip_by_norm(g: object, limit: float) -> object:
    """g · min(1, limit/‖g‖): a shorter gradient of the same direction (Pascanu et al. 2013)."""
    limit, norm = _positive("limit", limit), global_norm(g)
    return g if norm <= limit else tree_map(lambda dw: dw * (limit / norm), g)


def clip_by_value(g: object, limit: float) -> object:
    """Each number cut to [-limit, limit] on its own: the direction changes."""
    limit = _positive("limit", limit)
    return tree_map(lambda dw: np.clip(dw, -limit, limit), g)


def _positive(name: str, value: float) -> float:
    if not (isinstance(value, int | float) and 0 < value < np.inf):
        raise ValueError(f"{name}: got {value!r}, expected a number above 0")
    return float(value)


def _fraction(name: str, value: float) -> float:
    if not (isinstance(value, int | float) and 0 <= value < 1):
        raise ValueError(f"{name}: got {value!r}, expected a number from 0 up to, not including, 1")
    return float(value)
