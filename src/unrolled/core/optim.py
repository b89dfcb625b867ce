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

from unrolled.core.door import (
    Exploded,
    as_floats,
    check_bounded,
    check_finite,
    check_function,
    check_real,
    check_whole,
)
from unrolled.core.records import check_fields, check_like
from unrolled.core.tree import named_leaves, tree_copy, tree_leaves, tree_map, tree_zeros


class Optimiser(NamedTuple):
    """`start(p)` makes the memory; `step(p, g, memory)` gives the next p and memory."""

    start: Callable
    step: Callable


def sgd(rate: float) -> Optimiser:
    """Plain gradient descent with step size `rate`.                                   eq-mlp-sgd"""
    rate = check_real("rate", rate, above=0)
    return Optimiser(
        lambda p: (),
        lambda p, g, memory: (
            tree_map(lambda w, dw: w - rate * dw, p, check_like("g", g, p)),
            memory,
        ),
    )


def momentum(rate: float, beta: float = 0.9) -> Optimiser:
    """Gradient descent on a running sum of gradients, as torch.optim.SGD(momentum=beta).

    eq-mlp-momentum
    """
    rate, beta = check_real("rate", rate, above=0), check_real("beta", beta, 0, below=1)

    def step(p, g, v):
        v = tree_map(lambda v, dw: beta * v + dw, check_like("memory", v, p), check_like("g", g, p))
        return tree_map(lambda w, v: w - rate * v, p, v), v

    return Optimiser(tree_zeros, step)


class AdamMemory(NamedTuple):
    m: object  # running mean of the gradient
    s: object  # running mean of its square
    k: int  # steps taken


def adam(
    rate: float = 1e-3, beta1: float = 0.9, beta2: float = 0.999, eps: float = 1e-8
) -> Optimiser:
    """Adam with bias correction (Kingma and Ba 2015), as torch.optim.Adam.           eq-mlp-adam"""
    rate, eps = check_real("rate", rate, above=0), check_real("eps", eps, above=0)
    beta1, beta2 = check_real("beta1", beta1, 0, below=1), check_real("beta2", beta2, 0, below=1)

    def step(p, g, memory):
        m, s, k = check_fields("memory", memory, AdamMemory, ", what start(p) makes")
        m, s, g = (check_like(*pair, p) for pair in (("memory.m", m), ("memory.s", s), ("g", g)))
        k = check_whole("memory.k", k, 0) + 1
        m = tree_map(lambda m, dw: beta1 * m + (1 - beta1) * dw, m, g)
        with np.errstate(over="ignore"):
            s = tree_map(lambda s, dw: beta2 * s + (1 - beta2) * dw**2, s, g)
        tree_map(lambda s: check_bounded("s", s, "in row"), s)
        a, b = 1 - beta1**k, 1 - beta2**k
        p = tree_map(lambda w, m, s: w - rate * (m / a) / (np.sqrt(s / b) + eps), p, m, s)
        return p, AdamMemory(m, s, k)

    return Optimiser(lambda p: AdamMemory(tree_zeros(p), tree_zeros(p), 0), step)


def descend(optimiser: Optimiser, gradient: Callable, p: object, steps: int) -> list:
    """The points p_0 … p_steps that an optimiser visits when `gradient(p)` leads the way.

    Raises OverflowError that says at which update a point is no longer finite.
    """
    check_fields("optimiser", optimiser, Optimiser)
    steps = check_whole("steps", steps, 0)
    p = tree_map(lambda leaf: check_finite("p", leaf), p)
    check_function("gradient", gradient)
    path = [p]
    memory = optimiser.start(p)
    for update in range(1, steps + 1):
        with np.errstate(over="ignore", invalid="ignore"):
            g = gradient(tree_copy(p))  # it may write into what it is given
            p, memory = optimiser.step(tree_copy(p), g, memory)
        if not all(np.isfinite(leaf).all() for leaf in tree_leaves(p)):
            raise Exploded(f"p: exploded at update {update} of {steps}", update)
        path.append(p)
    return path


def global_norm(tree: object) -> float:
    """√(sum of squares of all numbers in the tree), also where a square leaves the floats.

    With NaN or infinity in the tree it is NaN or infinite, and whoever clips is told.
    """
    leaves = [as_floats("tree", leaf) for leaf in tree_leaves(tree)]
    with np.errstate(over="ignore", under="ignore"):
        norm = float(np.sqrt(sum(np.vdot(leaf, leaf) for leaf in leaves)))
    if 1e-150 < norm < np.inf or np.isnan(norm):
        return norm
    size = max((float(np.abs(leaf).max()) for leaf in leaves if leaf.size), default=0.0)
    if size in (0.0, np.inf):
        return size
    return size * float(np.sqrt(sum(np.sum((leaf / size) ** 2) for leaf in leaves)))


def clip_by_norm(g: object, limit: float) -> object:
    """g · min(1, limit/‖g‖): a shorter gradient of the same direction (Pascanu et al. 2013).

    eq-remedies-clip, eq-derivations-clip
    Raises ValueError for NaN and infinity, which have no direction.
    """
    limit = check_real("limit", limit, above=0)
    norm = global_norm(g)
    if norm <= limit:
        return g
    if not np.isfinite(norm):
        _refuse(g, lambda leaf: ~np.isfinite(leaf))
        g = tree_map(lambda dw: as_floats("g", dw) / 1e154, g)  # finite numbers of infinite length
        norm = global_norm(g)
    return tree_map(lambda dw: as_floats("g", dw) * (limit / norm), g)


def clip_by_value(g: object, limit: float) -> object:
    """Each number cut to [-limit, limit] on its own: the direction changes. NaN is refused."""
    limit = check_real("limit", limit, above=0)
    _refuse(g, np.isnan)
    return tree_map(lambda dw: np.clip(as_floats("g", dw), -limit, limit), g)


def _refuse(g: object, wrong: Callable) -> None:
    for name, leaf in named_leaves(g, "g"):
        for number in as_floats(name, leaf)[wrong(as_floats(name, leaf))]:
            raise ValueError(f"{name}: got {number}, expected finite numbers")
