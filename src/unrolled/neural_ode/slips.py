"""Known mistakes of this chapter, as functions of what the right one takes, each with its answer.

Notebook: book/neural_ode.ipynb
"""

import numpy as np

from unrolled.core.shapes import Array
from unrolled.mlp.network import Layer
from unrolled.neural_ode.fields import TANH_FIELD
from unrolled.neural_ode.gradients import cost, flow, through_solver
from unrolled.page.ask import Slip


def stepped(W: Array, b: Array, h: Array, dt: float | int) -> Array:
    """One step of Euler's method.                                          eq-neural-ode-euler"""
    return flow(TANH_FIELD, Layer(W, b), h, 0.0, dt, 1, "euler")[0]


def middle(W: Array, b: Array, h: Array, dt: float | int) -> Array:
    """One step of the midpoint method.                                      eq-neural-ode-step"""
    return flow(TANH_FIELD, Layer(W, b), h, 0.0, dt, 1, "midpoint")[0]


def returned(W: Array, b: Array, h: Array, dt: float | int, g: Array) -> Array:
    """What reaches h before a step of Euler's method of g after it.  eq-neural-ode-through"""
    p = Layer(W, b)
    return through_solver(TANH_FIELD, p, flow(TANH_FIELD, p, h, 0.0, dt, 1, "euler")[1], g)[1]


def smaller(order: int, factor: int) -> float:
    """By what an error shrinks where steps become so much shorter.          eq-neural-ode-order"""
    return float(factor) ** order


def held(steps: int, every: int) -> int:
    """How many states are held at most with checkpoints.                   eq-neural-ode-memory"""
    return cost(steps, every).most


def squeezed(trace: float | int, log_density: float | int, time: float | int) -> float:
    """log p after a time in a field whose Jacobian has this trace.          eq-neural-ode-trace"""
    return log_density - trace * time


def _f(W: Array, b: Array, h: Array) -> Array:
    return np.tanh(W @ h + b)


def _slope(W: Array, b: Array, h: Array) -> Array:
    return 1 - _f(W, b, h) ** 2


SLIPS: dict[str, Slip] = {
    # of a step
    "step left out": Slip(
        "You added all of f. Multiply it by the step first.",
        lambda W, b, h, dt: h + _f(W, b, h),
    ),
    "slope alone": Slip(
        "That is f. A step adds it, times Δs, to the state.",
        lambda W, b, h, dt: _f(W, b, h),
    ),
    "change alone": Slip(
        "That is the change. Add it to the state.", lambda W, b, h, dt: dt * _f(W, b, h)
    ),
    "no tanh": Slip(
        "You took the pre-activation for f. The value of f is its tanh.",
        lambda W, b, h, dt: h + dt * (W @ h + b),
    ),
    # of the midpoint
    "Euler": Slip(
        "That is Euler's step. The midpoint method evaluates f half-way.",
        lambda W, b, h, dt: h + dt * _f(W, b, h),
    ),
    "slope at the end": Slip(
        "You evaluated f a whole step ahead. The midpoint is half a step ahead.",
        lambda W, b, h, dt: h + dt * _f(W, b, h + dt * _f(W, b, h)),
    ),
    "from the middle": Slip(
        "The step starts at the old state; the midpoint only lends its value of f.",
        lambda W, b, h, dt: (m := h + dt / 2 * _f(W, b, h)) + dt * _f(W, b, m),
    ),
    # of the way back
    "step left out on the way back": Slip(
        "The branch's part is multiplied by the step, too.",
        lambda W, b, h, dt, g: g + W.T @ (_slope(W, b, h) * g),
    ),
    "not transposed": Slip(
        "You multiplied by <b>J</b>. With columns, the backward pass takes its transpose.",
        lambda W, b, h, dt, g: g + dt * _slope(W, b, h) * (W @ g),
    ),
    "sign of the adjoint": Slip(
        "The minus sign belongs to the equation for growing s. Backwards, a step adds this term.",
        lambda W, b, h, dt, g: g - dt * W.T @ (_slope(W, b, h) * g),
    ),
    # of orders
    "order times factor": Slip(
        "The error is a power of the step. Raise the factor to the order.",
        lambda order, factor: order * factor,
    ),
    "first order": Slip("That is a method of first order.", lambda order, factor: factor),
    "local order": Slip(
        "So much smaller is the error of one step. But there are more steps now.",
        lambda order, factor: factor ** (order + 1),
    ),
    # of memory
    "all states": Slip("That is the number without checkpoints.", lambda steps, every: steps),
    "kept alone": Slip(
        "So many are kept in the forward pass. The backward pass fills in one stretch, too.",
        lambda steps, every: -(-steps // every),
    ),
    # of densities
    "sign of the trace": Slip(
        "Where a flow spreads points out, the density falls.",
        lambda trace, log_density, time: log_density + trace * time,
    ),
    "no time": Slip(
        "The trace is a rate. Multiply it by the time.",
        lambda trace, log_density, time: log_density - trace,
    ),
}
STEP = {n: SLIPS[n] for n in ("step left out", "slope alone", "change alone", "no tanh")}
MIDPOINT = {n: SLIPS[n] for n in ("Euler", "slope at the end", "from the middle")}
BACK = {
    n: SLIPS[n] for n in ("step left out on the way back", "not transposed", "sign of the adjoint")
}
ORDER = {n: SLIPS[n] for n in ("order times factor", "first order", "local order")}
MEMORY = {n: SLIPS[n] for n in ("all states", "kept alone")}
DENSITY = {n: SLIPS[n] for n in ("sign of the trace", "no time")}
