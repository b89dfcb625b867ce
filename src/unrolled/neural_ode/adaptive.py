"""A solver that chooses its own steps: Dormand and Prince's method of order 5 with one of order 4.

Both share their stages. Their difference estimates the error of a step, and the next step is
Δt · 0.9 · error^(-1/5), where 1 is what the tolerance allows.                 eq-neural-ode-control
The last stage is the slope at the end of the step, so it is the first stage of the next one: a step
costs six calls of f, not seven.
Notebook: book/neural_ode.ipynb
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.core.door import check_function, check_real
from unrolled.core.shapes import Array, Float
from unrolled.core.tree import ravel, tree_map, tree_stack
from unrolled.neural_ode.solvers import Table, advance, check_start, check_state, moved

DORMAND_PRINCE = Table(
    (
        (),
        (1 / 5,),
        (3 / 40, 9 / 40),
        (44 / 45, -56 / 15, 32 / 9),
        (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
        (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
        (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
    ),
    (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84, 0.0),
    (0.0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0, 1.0),
    5,
)
FOURTH = (5179 / 57600, 0.0, 7571 / 16695, 393 / 640, -92097 / 339200, 187 / 2100, 1 / 40)
DIFFERENCE = tuple(b - d for b, d in zip(DORMAND_PRINCE.b, FOURTH, strict=True))
SAFETY, SMALLEST, LARGEST = 0.9, 0.2, 10.0  # of the next step, as in SciPy
MOST = 100_000  # steps tried before it gives up


class Walk(NamedTuple):
    """Where the solver stepped: times and states, first and last included, and what it cost."""

    times: Float[Array, " K"]
    states: object  # time is the first axis
    refused: Float[Array, " R"]  # times from which a step was tried and not taken
    calls: int  # of f


class StepTooSmall(OverflowError):
    """The step that the tolerance asks for is below the resolution of floating point."""


def solve_adaptively(
    f: Callable,
    h0: object,
    start: float | int,
    end: float | int,
    rtol: float = 1e-6,
    atol: float = 1e-9,
) -> Walk:
    """From h0 at `start` to `end`, in steps whose estimated error is atol + rtol |h|, or less.

    eq-neural-ode-control. Raises ValueError for a tolerance that is not above 0 and for a start
    that is the end; StepTooSmall, which names time and state, where no step is short enough.
    """
    f = check_function("f", f)
    start, end = check_real("start", start), check_real("end", end)
    if start == end:
        raise ValueError(f"end: got {end}, expected another time than start = {start}")
    rtol, atol = check_real("rtol", rtol, above=0), check_real("atol", atol, above=0)
    h, t = check_start("h0", h0), start
    slope, calls = f(h, t), 2
    dt = _first_step(f, h, slope, t, end, rtol, atol)
    times, states, refused = [t], [h], []
    largest = LARGEST
    for _ in range(MOST):
        if abs(dt) < 10 * np.spacing(abs(t)):
            raise StepTooSmall(
                f"dt: got {dt:.2g} at time {t:.6g}, where h is {np.round(ravel(h), 3)}; expected a"
                " step above the resolution of floating point"
            )
        dt = end - t if abs(dt) > abs(end - t) else dt
        with np.errstate(over="ignore", invalid="ignore"):
            after, stages = advance(DORMAND_PRINCE, f, h, t, dt, slope)
            error = _error(h, after, stages, dt, rtol, atol)
        calls += len(stages) - 1
        factor = np.clip(SAFETY * max(error, 1e-12) ** -0.2, SMALLEST, largest)
        if error <= 1:
            t = end if dt == end - t else t + dt
            h, slope, largest = check_state(after, t), stages[-1], LARGEST
            times.append(t)
            states.append(h)
            if t == end:
                return Walk(np.array(times), tree_stack(states), np.array(refused), calls)
        else:
            refused.append(t)
            largest = 1.0  # after a refusal the next step does not grow
        dt *= float(factor)
    raise StepTooSmall(f"steps: got {MOST} by time {t:.6g}, expected fewer; is the problem stiff?")


def _error(h: object, after: object, stages: list, dt: float, rtol: float, atol: float) -> float:
    """The root mean square of the estimated error, in units of the tolerance."""
    gap = ravel(moved(tree_map(np.zeros_like, h), dt, DIFFERENCE, stages))
    allowed = atol + rtol * np.maximum(np.abs(ravel(h)), np.abs(ravel(after)))
    error = float(np.sqrt(np.mean((gap / allowed) ** 2)))
    return error if np.isfinite(error) else np.inf


def _first_step(
    f: Callable, h: object, slope: object, t: float, end: float, rtol: float, atol: float
) -> float:
    """A first guess, from how fast the state moves and how fast that changes (Hairer et al.)."""
    allowed = atol + rtol * np.abs(ravel(h))

    def size(x: Array) -> float:
        return float(np.sqrt(np.mean((x / allowed) ** 2)))

    d0, d1 = size(ravel(h)), size(ravel(slope))
    first = 1e-6 if d0 < 1e-5 or d1 < 1e-5 else 0.01 * d0 / d1
    first = min(first, abs(end - t))
    sign = np.sign(end - t)
    ahead = f(moved(h, sign * first, (1.0,), [slope]), t + sign * first)
    d2 = size(ravel(ahead) - ravel(slope)) / first
    second = max(1e-6, first * 1e-3) if max(d1, d2) <= 1e-15 else (0.01 / max(d1, d2)) ** 0.2
    return float(sign * min(100 * first, second, abs(end - t)))
