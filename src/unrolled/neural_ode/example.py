"""The chapter's own example, and three fields on which solvers are tried.

h′ = tanh(W h + b) from (1, 0), with 𝓛 = ½ |h(1)|².
Notebook: book/neural_ode.ipynb
"""

from functools import cache

import numpy as np

from unrolled.core.shapes import Array, Float
from unrolled.mlp.network import Layer
from unrolled.neural_ode.fields import TANH_FIELD
from unrolled.neural_ode.gradients import Backwards, adjoint, flow, slope_of, through_solver
from unrolled.neural_ode.solvers import solve

EXAMPLE = Layer(np.array([[0.0, -2.0], [2.0, -0.2]]), np.array([0.3, -0.1]))
START = np.array([1.0, 0.0])
WHOLE = np.array([0.0, 1.0])
STEPS = (10, 20, 40, 80, 160, 320)
FINE = 400  # steps of RK4 where a gradient shall be exact to ten digits
STIFFNESS = 50.0

slope = slope_of(TANH_FIELD, EXAMPLE)


def path(blocks: int, start: Array = START, depth: float | int = 1.0) -> Float[Array, "L1 *B n"]:
    """The states of a residual network with so many blocks of step depth/blocks."""
    return solve(slope, start, np.linspace(0, depth, blocks + 1), "euler")


def unscaled_end(blocks: int) -> Float[Array, " n"]:
    """The state after so many blocks whose branches are not made smaller."""
    return solve(slope, START, np.linspace(0, blocks, blocks + 1), "euler")[-1]


@cache
def end() -> Float[Array, " n"]:
    """h(1)."""
    return solve(slope, START, WHOLE, "rk4", 10 * FINE)[-1]


def errors(solver: str) -> Float[Array, " N"]:
    """How far the end is off, for each number of steps."""
    found = [solve(slope, START, WHOLE, solver, n)[-1] for n in STEPS]
    return np.linalg.norm(np.array(found) - end(), axis=-1)


def order(solver: str) -> float:
    """The slope of log error by log Δs, by least squares.            eq-neural-ode-order"""
    return float(np.polyfit(-np.log(STEPS), np.log(errors(solver)), 1)[0])


def loss(p: Layer, steps: int = FINE, solver: str = "rk4") -> float:
    """½ |h(1)|²."""
    h = flow(TANH_FIELD, p, START, 0.0, 1.0, steps, solver)[0]
    return 0.5 * float(h @ h)


def gradient(steps: int = FINE, solver: str = "rk4", every: int = 1) -> Layer:
    """∇_θ 𝓛 through the solver's steps.           eq-neural-ode-through, eq-neural-ode-three"""
    h, kept = flow(TANH_FIELD, EXAMPLE, START, 0.0, 1.0, steps, solver, every)
    return through_solver(TANH_FIELD, EXAMPLE, kept, h)[0]


def backwards(steps: int = FINE, solver: str = "rk4") -> Backwards:
    """What the adjoint method finds, from the same solver's end.         eq-neural-ode-adjoint"""
    h = flow(TANH_FIELD, EXAMPLE, START, 0.0, 1.0, steps, solver)[0]
    return adjoint(TANH_FIELD, EXAMPLE, h, h, 0.0, 1.0, steps, solver)


def there_and_back(steps: int) -> tuple[Float[Array, "N n"], Float[Array, "N n"]]:
    """Euler's states from time 0 to 1, and from where they ended back to time 0."""
    there = path(steps)
    return there, solve(slope, there[-1], np.linspace(1, 0, steps + 1), "euler")


def stiff(h: Float[Array, "*B n"], t: float | int) -> Float[Array, "*B n"]:
    """h′ = -50 (h - cos t): a fast pull towards a slow curve."""
    return -STIFFNESS * (h - np.cos(t))


def van_der_pol(h: Float[Array, " 2"], t: float | int) -> Float[Array, " 2"]:
    """A circuit that waits and then tips over, again and again."""
    return np.array([h[1], 5 * (1 - h[0] ** 2) * h[1] - h[0]])


def crossed(h: Float[Array, "*B n"], blocks: int) -> Float[Array, "*B n"]:
    """Where blocks of h′ = tanh(-3 h) bring points of a line."""
    p = Layer(np.array([[-3.0]]), np.zeros(1))
    return flow(TANH_FIELD, p, h, 0.0, 1.0, blocks, "euler")[0]
