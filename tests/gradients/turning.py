"""Matrices and directions for the tests of power iteration, and what each does in plain NumPy."""

import math

import numpy as np

from tests.widget.engine import derived
from unrolled.gradients.power_iteration import STEPS, PowerIteration

NAMES = ("along", "across", "theta", "angle", "k")
ANGLE = math.degrees(math.atan2(0.8, 0.6))
STATES = {
    name: dict(zip(NAMES, state, strict=True))
    for name, state in {
        "turns": (1.0, 0.5, 30, 100, 6),
        "turns to -v1": (1.0, 0.5, 30, -80, 6),
        "slow": (1.0, 0.95, 30, 100, 30),
        "alternating": (-1.0, 0.5, 30, 100, 7),
        "swapped": (0.7, -1.2, 30, 40, 10),
        "trap": (1.0, -1.0, 0, ANGLE, 5),
        "tie": (1.0, 1.0, 0, ANGLE, 30),
        "flipping tie": (-0.5, -0.5, 30, 100, 6),
        "along the first": (1.0, -1.0, 30, 30, 6),
        "along the second": (1.0, -1.0, 30, 120, 6),
        "luck": (1.0, 0.5, 0, 90, 7),
        "rounded": (1.0, 0.25, 30, 120, 30),
        "nothing": (0.0, 0.0, 30, 100, 3),
        "lost": (1.0, 0.0, 30, -60, 3),
        "one step": (1.2, 0.0, 30, 100, 12),
        "below": (1.2, 0.04, 177, -93, 30),
        "there": (-1.0, 0.5, 45, 45, 9),
    }.items()
}


def rotated(state):
    """R(θ) diag(λ) R(θ)ᵀ and x, in plain NumPy."""
    t, a = np.radians([state["theta"], state["angle"]])
    R = np.array([[np.cos(t), -np.sin(t)], [np.sin(t), np.cos(t)]])
    M = R @ np.diag([state["along"], state["across"]]) @ R.T
    return (M + M.T) / 2, np.array([np.cos(a), np.sin(a)])


def gapped(rng, most=0.99):
    """A random state; the smaller eigenvalue is at most 0.99 of the larger."""
    largest = rng.uniform(0.1, 1.2) * rng.choice([-1, 1])
    values = rng.permutation([largest, largest * rng.uniform(-most, most)])
    theta, angle = rng.uniform(0, 180), rng.uniform(-180, 180)
    return dict(zip(NAMES, (*values, theta, angle, int(rng.integers(0, STEPS + 1))), strict=True))


def draw(rng):
    """One of the states above with any k; or random numbers, as exact as a finger sets them."""
    state = gapped(rng)
    if rng.random() < 0.5:
        return rng.choice(list(STATES.values())) | {"k": state["k"]}
    a, b = (round(20 * state[name]) / 20 for name in NAMES[:2])
    return state | {"along": a, "across": b, "theta": round(state["theta"])}


def named(state):
    """λ₁, λ₂ and v₁: the first is the larger in size, in a tie that of `along`."""
    t = math.radians(state["theta"])
    u, w = np.array([math.cos(t), math.sin(t)]), np.array([-math.sin(t), math.cos(t)])
    a, b = state["along"], state["across"]
    return (a, b, u) if abs(a) >= abs(b) else (b, a, w)


def walked(it: PowerIteration):
    """x, Mx, ..., M^30 x at length 1, in exact arithmetic: as parts along v₁ and v₂."""
    l1, l2, v = named(it.state())
    x = rotated(it.state())[1]
    parts = np.array([x @ v, x @ [-v[1], v[0]]])
    parts[np.abs(parts) < 1e-12] = 0
    factors = np.array([l1, l2]) / (abs(l1) or 1)
    path = parts * factors ** np.arange(STEPS + 1)[:, None]
    return path / np.maximum(np.linalg.norm(path, axis=1), 1e-300)[:, None]


def along(it):
    """The parts along v₁ of neighbouring steps, multiplied: below 0 where the sign flips."""
    return (w := walked(it)[:, 0])[1:] * w[:-1]


def nearer(it):
    """Whether every step is at least as near to the line of v₁ as the one before."""
    return (np.diff(np.abs(walked(it)[:, 0])) >= -1e-12).all()


def shrinks(it):
    """Whether tan is |λ₂/λ₁| of what it was a step before."""
    (l1, l2, _) = named(it.state())
    x, y = np.abs(walked(it)[:2]).T
    return np.isclose(y[1] / x[1], abs(l2 / l1) * y[0] / x[0], rtol=1e-12)


def shown(states, pick):
    """What the module makes of these states, the question answered."""
    return derived(PowerIteration(), pick, [state | {"answered": True} for state in states])


def log10(tan):
    """The place of a tangent on the chart: nothing below 1e-16, which is only rounding."""
    return -math.inf if tan < 1e-16 else math.log10(tan) if tan < math.inf else tan


CLAIMS = {  # the start of a sentence: whether it is so
    "no direction is left": lambda it: np.abs(np.dot(*rotated(it.state()))).max() < 1e-12,
    "times the identity": lambda it: it.along == it.across,
    "two mirror": lambda it: np.allclose((w := walked(it))[2:], w[:-2]) and abs(w[0] @ w[1]) < 1,
    "right angles": lambda it: walked(it)[0, 0] == 0,
    "is an eigenvector, <span": lambda it: np.abs(walked(it)[0]).min() == 0,
    "Its direction stays": lambda it: np.allclose((w := walked(it))[1:], w[:-1]),
    "flips at every step, the line it spans stays": lambda it: np.allclose(
        (w := walked(it))[1:], -w[:-1]
    ),
    "the line it spans converges": lambda it: nearer(it) and along(it).max() < 0,
    "The direction converges to": lambda it: nearer(it) and along(it).min() > 0,
    "at once": lambda it: not walked(it)[1:, 1].any(),
    "each step multiplies tan": lambda it: nearer(it) and shrinks(it),
    "All conditions are met": lambda it: abs(it.along) != abs(it.across) and walked(it)[0, 0] != 0,
    "| &gt; |": lambda it: abs(it.along) != abs(it.across),
    "</sub>| = |": lambda it: abs(it.along) == abs(it.across),
    "is not orthogonal": lambda it: walked(it)[0, 0] != 0,
    "is orthogonal": lambda it: walked(it)[0, 0] == 0,
}
SAYS = {  # what is said of a state, and whether |λ₁| > |λ₂| and x is not orthogonal to v₁
    "turns": ("It turns: each step multiplies tan of the angle to v1 by |λ2/λ1| = 0.50.", 1, 1),
    "turns to -v1": ("It turns: .* The direction converges to −v1.", 1, 1),
    "slow": ("It turns: .* = 0.95. The direction converges to v1.", 1, 1),
    "alternating": ("It turns: .* flips at every step, the line it spans converges.", 1, 1),
    "swapped": ("It turns: .* = 0.5833. λ1 is negative", 1, 1),
    "trap": (
        "The trap: λ1 = 1 and λ2 = −1 are equal in size.* never comes nearer to v1.",
        0,
        1,
    ),
    "tie": ("A tie: M is 1 times the identity. .* nothing turns. ", 0, 1),
    "flipping tie": ("A tie: M is −0.50 times .* The sign flips at every step.", 0, 1),
    "along the first": ("A tie: x is an eigenvector, M x = 1 x. Its direction stays.", 0, 1),
    "along the second": ("A tie: .* M x = −1 x. .* flips at every step, the line", 0, 0),
    "luck": ("Bad luck: .* In exact arithmetic it never turns. Here rounding leaves it so.", 1, 0),
    "rounded": ("Saved by rounding: .* a part along v1, which grows by the factor 4 at", 1, 0),
    "nothing": ("Nothing left: both eigenvalues are 0. M sends x to 0; no direction", 0, 1),
    "lost": ("Nothing left: x is an eigenvector of λ2 = 0. M sends x to 0; no dir", 1, 0),
    "one step": ("One step: λ2 = 0, so M removes .* at once. From k = 1 on .* is v1.", 1, 1),
    "there": ("Already there: x is an eigenvector, M x = −1 x. .* flips", 1, 1),
}
