"""Solvers of h′ = f(h, t): explicit Runge–Kutta methods, given by their tables.

k_i = f(h + Δt Σ_j a_ij k_j, t + c_i Δt),   h_next = h + Δt Σ_i b_i k_i           eq-neural-ode-step
Euler's method is the residual block, h + Δt f(h, t).                            eq-neural-ode-euler
A state is an array, or a tree of arrays.
Notebook: book/neural_ode.ipynb
"""

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from unrolled.core.door import (
    Exploded,
    check_array,
    check_choice,
    check_finite,
    check_function,
    check_whole,
)
from unrolled.core.shapes import Array, Float
from unrolled.core.tree import tree_leaves, tree_map, tree_stack


class Table(NamedTuple):
    """A Runge–Kutta method: what each stage adds up, how the stages are weighted, and when."""

    a: tuple[tuple[float, ...], ...]
    b: tuple[float, ...]
    c: tuple[float, ...]
    order: int


EULER = Table(((),), (1.0,), (0.0,), 1)
MIDPOINT = Table(((), (1 / 2,)), (0.0, 1.0), (0.0, 1 / 2), 2)
RK4 = Table(
    ((), (1 / 2,), (0.0, 1 / 2), (0.0, 0.0, 1.0)),
    (1 / 6, 1 / 3, 1 / 3, 1 / 6),
    (0.0, 1 / 2, 1 / 2, 1.0),
    4,
)
SOLVERS = {"euler": EULER, "midpoint": MIDPOINT, "rk4": RK4}


def solve(
    f: Callable, h0: object, times: Float[Array, " K"], solver: str = "rk4", steps: int = 1
) -> object:
    """The states at `times`, from h0 at the first of them; `steps` equal steps in between.

    f(h, t) gives dh/dt in the type of h. The times may fall as well as rise.
    eq-neural-ode-integral.
    Returns the states with time as the first axis. Raises ValueError for times that are not
    finite or not in order, and OverflowError that names the time at which the state exploded.
    """
    f, times = check_function("f", f), check_times(times)
    table = SOLVERS[check_choice("solver", solver, SOLVERS)]
    steps = check_whole("steps", steps, 1)
    h = check_start("h0", h0)
    states = [h]
    for start, end in pairwise(times):
        dt = (end - start) / steps
        for n in range(steps):
            with np.errstate(over="ignore", invalid="ignore"):
                h = advance(table, f, h, start + n * dt, dt)[0]
            check_state(h, start + (n + 1) * dt)
        states.append(h)
    return tree_stack(states)


def advance(
    table: Table, f: Callable, h: object, t: float | int, dt: float | int, slope: object = None
) -> tuple[object, list]:
    """One step of a method from h at t, and its stages k_1, k_2, …         eq-neural-ode-step

    `slope` is f(h, t) where it is known already.
    """
    stages = [f(h, t) if slope is None else slope]
    for row, c in zip(table.a[1:], table.c[1:], strict=True):
        stages.append(f(moved(h, dt, row, stages), t + c * dt))
    return moved(h, dt, table.b, stages), stages


def moved(h: object, dt: float | int, weights: tuple[float, ...], stages: list) -> object:
    """h + Δt Σ_i w_i k_i."""
    for weight, k in zip(weights, stages, strict=True):
        if weight:
            h = tree_map(lambda x, slope, by=dt * weight: x + by * slope, h, k)
    return h


def check_start(name: str, h: object) -> object:
    """A state as an array, or a NamedTuple of arrays, of finite numbers, or ValueError."""
    if not hasattr(h, "_fields"):
        return check_finite(name, h)
    return tree_map(lambda leaf: check_finite(name, leaf), h)


def check_times(times: object) -> Array:
    """Times as an array that rises or falls, or ValueError that says which two do neither."""
    times = check_array("times", times, "K")
    gaps = np.diff(times)
    if len(gaps) and not ((gaps > 0).all() or (gaps < 0).all()):
        wrong = int(np.argmax(np.sign(gaps) != np.sign(gaps[0]) if gaps[0] else gaps == 0))
        raise ValueError(
            f"times: got {times[wrong]} and then {times[wrong + 1]}, expected times in order,"
            " each only once"
        )
    return times


def check_state(h: object, t: float | int) -> object:
    """h, or OverflowError that says when it left the finite numbers, and what it was."""
    if all(np.isfinite(leaf).all() for leaf in tree_leaves(h)):
        return h
    raise Exploded(f"h: exploded at time {t:.6g}, where it was {np.round(tree_leaves(h)[0], 3)}")
