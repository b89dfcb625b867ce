"""The gradient of a loss at the end of a flow: through the solver's steps, or by the adjoint.

Through the solver: every step is read backwards, stage by stage, exactly.     eq-neural-ode-through
The adjoint: α′ = -(∂f/∂h)ᵀ α,   ∇_θ 𝓛 = ∫ (∂f/∂θ)ᵀ α dt                     eq-neural-ode-adjoint
Notebook: book/neural_ode.ipynb
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.core.door import check_choice, check_finite, check_real, check_whole
from unrolled.core.records import check_fields, check_like
from unrolled.core.tree import tree_add, tree_leaves, tree_map, tree_zeros
from unrolled.neural_ode.solvers import SOLVERS, Table, advance, check_start, check_state, moved


class Field(NamedTuple):
    """A vector field f_θ(h, t), and the same read backwards."""

    of: Callable  # (p, h, t) -> dh/dt, and what the way back must remember
    back: Callable  # (p, cache, dk) -> dp, dh: (∂f/∂θ)ᵀ dk and (∂f/∂h)ᵀ dk


def slope_of(field: Field, p: object) -> Callable:
    """The field with its weights, f(h, t), as `solve` and `solve_adaptively` want it."""
    check_fields("field", field, Field)
    return lambda h, t=0.0: field.of(p, h, t)[0]


class Path(NamedTuple):
    """The states that a solver kept on its way, and how it got there."""

    states: list  # every `every`-th, the start among them
    start: float
    dt: float
    steps: int
    every: int
    solver: str


def flow(
    field: Field,
    p: object,
    h0: object,
    start: float | int,
    end: float | int,
    steps: int,
    solver: str = "rk4",
    every: int = 1,
) -> tuple[object, Path]:
    """The state at `end`, and every `every`-th state on the way, for `through_solver`.

    With "euler", h + Δs f(h, s) at every step: eq-neural-ode-euler.
    Raises ValueError for numbers of steps below 1, and OverflowError that names the time at which
    the state exploded.
    """
    field = check_fields("field", field, Field)
    start, end = check_real("start", start), check_real("end", end)
    steps, every = check_whole("steps", steps, 1), check_whole("every", every, 1)
    table = SOLVERS[check_choice("solver", solver, SOLVERS)]
    dt = (end - start) / steps
    h, states = check_taken(field, p, "h0", h0, start), []
    for n in range(steps):
        if n % every == 0:
            states.append(h)
        h = _step(table, field, p, h, start + n * dt, dt)
    return h, Path(states, start, dt, steps, every, solver)


def through_solver(field: Field, p: object, path: Path, dh: object) -> tuple[object, object]:
    """∇_θ 𝓛 and ∇_{h(start)} 𝓛 by backpropagation through every step.   eq-neural-ode-through

    Where not every state was kept, those between two kept ones are computed once more: gradient
    checkpointing. Raises ValueError for a dh that does not fit the state.
    """
    field = check_fields("field", field, Field)
    states, start, dt, steps, every, solver = check_fields("path", path, Path, ", from `flow`")
    table = SOLVERS[solver]
    dh, dp = check_like("dh", dh, states[0], check_finite), tree_zeros(p)
    for number in reversed(range(len(states))):
        first = number * every
        again = [states[number]]
        for n in range(first, min(first + every, steps) - 1):
            again.append(_step(table, field, p, again[-1], start + n * dt, dt))
        for n in reversed(range(len(again))):
            dp, dh = step_back(table, field, p, again[n], start + (first + n) * dt, dt, dp, dh)
    return dp, dh


def step_back(
    table: Table,
    field: Field,
    p: object,
    h: object,
    t: float | int,
    dt: float | int,
    dp: object,
    dh: object,
) -> tuple[object, object]:
    """One Runge–Kutta step read backwards: dk_i = Δt (b_i dh + Σ_j a_ji dy_j), stage by stage.

    `dp` is the gradient of the later steps, to which that of this step is added.
    """
    caches = []

    def remembered(point: object, at: float | int) -> object:
        slope, cache = field.of(p, point, at)
        caches.append(cache)
        return slope

    advance(table, remembered, h, t, dt)
    back = dh
    dstages = [tree_map(lambda x, by=dt * b: by * x, dh) for b in table.b]
    for i in reversed(range(len(caches))):
        dp_stage, dpoint = field.back(p, caches[i], dstages[i])
        dp, back = tree_add(dp, dp_stage), tree_add(back, dpoint)
        for j, a in enumerate(table.a[i]):
            if a:
                dstages[j] = moved(dstages[j], dt, (a,), [dpoint])
    return dp, back


class Backwards(NamedTuple):
    """The three things that the adjoint method carries back in time."""

    h: object
    adjoint: object
    dp: object


def adjoint(
    field: Field,
    p: object,
    h_end: object,
    dh: object,
    start: float | int,
    end: float | int,
    steps: int,
    solver: str = "rk4",
) -> Backwards:
    """h(start) computed again, ∇_{h(start)} 𝓛 and ∇_θ 𝓛, solving backwards.  eq-neural-ode-adjoint

    Nothing is kept on the way forward. What comes back is a solution of the adjoint equation, not
    the gradient of what the solver computed: the two agree as the steps become short.
    Raises ValueError for a dh that does not fit the state.
    """
    field = check_fields("field", field, Field)
    start, end = check_real("start", start), check_real("end", end)
    steps = check_whole("steps", steps, 1)
    table = SOLVERS[check_choice("solver", solver, SOLVERS)]
    h_end = check_taken(field, p, "h_end", h_end, end)
    dt = (start - end) / steps

    def slope(now: Backwards, t: float | int) -> Backwards:
        k, cache = field.of(p, now.h, t)
        dp, dh_there = field.back(p, cache, now.adjoint)
        return Backwards(k, tree_map(np.negative, dh_there), tree_map(np.negative, dp))

    now = Backwards(h_end, check_like("dh", dh, h_end, check_finite), tree_zeros(p))
    for n in range(steps):
        with np.errstate(over="ignore", invalid="ignore"):
            now = advance(table, slope, now, end + n * dt, dt)[0]
        check_state(now, end + (n + 1) * dt)
    return now


def check_taken(field: Field, p: object, name: str, h: object, t: float | int) -> object:
    """A state that the field takes, of finite numbers, or ValueError that says its shape."""
    h = check_start(name, h)
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            slope = field.of(p, h, t)[0]
    except ValueError:
        slope = None
    if slope is None or [np.shape(k) for k in tree_leaves(slope)] != _shapes(h):
        raise ValueError(f"{name}: got shapes {_shapes(h)}, expected those that the field takes")
    return h


def _shapes(h: object) -> list[tuple[int, ...]]:
    return [np.shape(leaf) for leaf in tree_leaves(h)]


def _step(
    table: Table, field: Field, p: object, h: object, t: float | int, dt: float | int
) -> object:
    with np.errstate(over="ignore", invalid="ignore"):
        after = advance(table, lambda x, at: field.of(p, x, at)[0], h, t, dt)[0]
    return check_state(after, t + dt)


class Cost(NamedTuple):
    """What a gradient through the solver takes."""

    kept: int  # states kept on the way forward
    most: int  # states held at any one time on the way back
    again: int  # steps taken once more


def cost(steps: int, every: int = 1) -> Cost:
    """Memory and work of `through_solver` where every `every`-th state was kept.

    eq-neural-ode-memory. Raises ValueError for numbers below 1.
    """
    steps, every = check_whole("steps", steps, 1), check_whole("every", every, 1)
    kept = -(-steps // every)
    return Cost(kept, kept + min(every, steps) - 1, steps - kept)
