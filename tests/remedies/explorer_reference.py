"""What the gradient explorer claims, from the package and nothing else."""

import json
from functools import cache

import numpy as np

from tests.widget.common import error
from unrolled.core.activations import ACTIVATIONS
from unrolled.gradients.norms import slope_bound, spectral_radius
from unrolled.gradients.schur import matrix
from unrolled.remedies.gradient_explorer import CELLS, measured

gamma = cache(slope_bound)


def shares(state):
    """κ and ω γ."""
    phi, of = CELLS[state["cell"]]
    keep, write = of(state["alpha"])
    return keep, write * gamma(ACTIVATIONS[phi])


def rates(state):
    """κ I + ω γ W, the bound κ + ω γ ‖W‖₂ on the norm of each factor, and W."""
    keep, gain = shares(state)
    W = matrix(state["eigenvalues"], state["nonnormality"], state["angle"])
    return keep * np.eye(2) + gain * W, keep + gain * np.linalg.norm(W, 2), W


@cache
def _measured(text):
    return measured(json.loads(text)).norm


def norm(it):
    """The package's own, once for each widget."""
    return _measured(json.dumps(it.state()))


def drawn(rng, T, values, nu):
    """A random network with these eigenvalues and this non-normality."""
    return {
        "eigenvalues": values,
        "nonnormality": float(nu),
        "angle": float(rng.uniform(-1.5, 1.5)),
        "cell": str(rng.choice(list(CELLS))),
        "alpha": float(rng.uniform(0, 0.99)),
        "lag": 10,
        "drive": float(rng.choice([0.0, 0.5, 5.0])),
        "horizon": T,
        "start": rng.normal(size=2).tolist(),
        "bias": rng.normal(0, 0.5, 2).tolist(),
    }


def draw(rng):
    """A random network that often lies on a border: of radius 1, normal, at rest, or positive."""
    r = float(rng.choice([0.5, 0.9, 1.0, 1.02, 1.2, rng.uniform(0, 2.5)]))
    reals = [[[r, 0.0], [x * r, 0.0]] for x in (1.0, 0.5, -0.9, 0.0)]
    values = [*reals, [[-0.9, 0.0], [-0.9, 0.0]], [[0.6 * r, 0.8 * r], [0.6 * r, -0.8 * r]]]
    state = drawn(
        rng, int(rng.choice([20, 100])), values[rng.integers(6)], rng.choice([0.0, 0.5, -4.0, 10.0])
    )
    some = {"start": [0.0, 0.0], "bias": [0.0, 0.0], "drive": 0.0, "angle": 0.0, "cell": "linear"}
    return state | {name: value for name, value in some.items() if rng.random() < 0.6}


def powers(it, decades=12):
    """log10 of the norms of M^k for k = 1, 2, 4, ... 2^decades."""
    M = rates(it.state())[0]
    log = 0.0
    found = []
    for _ in range(decades + 1):
        s = np.linalg.norm(M, 2)
        log += np.log10(s) if s else -np.inf
        found.append(log)
        M = M @ M / s**2 if s else M
        log = 2 * log
    return found


def is_power(it):
    """Every factor is the same matrix."""
    M = rates(it.state())[0]
    steps = [np.linalg.norm(np.linalg.matrix_power(M, k), 2) for k in range(1, it.horizon + 1)]
    return error(norm(it), steps, 1e-9) < 1e-6


def within(it, rate):
    k = np.arange(1, it.horizon + 1)
    return bool((norm(it) <= rate**k * (1 + 1e-9) + 1e-300).all())


def last(it):
    return norm(it)[-1]


def radius(it):
    return spectral_radius(rates(it.state())[0])
