"""Flows: what a student's code is tried on, what a solver spends, and the mistakes of both."""

from collections.abc import Callable

import numpy as np

from classroom.networks import hundredths
from classroom.questions import Drawn
from unrolled.neural_ode.gradients import cost
from unrolled.neural_ode.slips import smaller
from unrolled.page.ask import Slip

STAGES = 4  # of RK4: it calls the field once in each


def ratio_of_logarithms(steps: np.ndarray, errors: np.ndarray) -> float:
    """The order of a method, from its errors with two numbers of steps."""
    return float(np.log(errors[0] / errors[1]) / np.log(steps[1] / steps[0]))


def measured(steps: np.ndarray, errors: np.ndarray, factor: int) -> list[float]:
    """The order, and by what the error shrinks where steps become so much shorter."""
    return _and_shrinks(ratio_of_logarithms(steps, errors), factor)


def with_the_order(shrinks: Callable) -> Callable:
    """The right order, with a mistake in how the error shrinks."""

    def gives(steps: np.ndarray, errors: np.ndarray, factor: int) -> list[float]:
        order = ratio_of_logarithms(steps, errors)
        return [order, shrinks(round(order), factor)]

    return gives


def _and_shrinks(order: float, factor: int) -> list[float]:
    return [order, smaller(round(order), factor)]


MISMEASURED: dict[str, Slip] = {
    "not divided": Slip(
        "You took the logarithm of the errors' ratio. Divide it by the logarithm of the steps'"
        " ratio.",
        lambda steps, errors, factor: _and_shrinks(np.log(errors[0] / errors[1]), factor),
    ),
    "base 2": Slip(
        "A logarithm to base 2 gives the order when the number of steps doubles. Here it grows by"
        " another factor.",
        lambda steps, errors, factor: _and_shrinks(np.log2(errors[0] / errors[1]), factor),
    ),
}


def spent(steps: int, every: int) -> list[int]:
    """Calls of the field forward and for computing states again, and the states held at most."""
    return [STAGES * steps, STAGES * cost(steps, every).again, cost(steps, every).most]


def with_the_calls(states: Callable) -> Callable:
    """The right numbers of calls, with a mistake in how many states are held."""
    return lambda steps, every: [*spent(steps, every)[:2], states(steps, every)]


MISCOUNTED: dict[str, Slip] = {
    "one call a step": Slip(
        "You counted steps. RK4 has four stages, and each of them calls the field once.",
        lambda steps, every: [steps, cost(steps, every).again, cost(steps, every).most],
    ),
    "all steps again": Slip(
        "The states that were kept are not computed again.",
        lambda steps, every: [STAGES * steps, STAGES * steps, cost(steps, every).most],
    ),
    "rounded down": Slip(
        "The last stretch is shorter, but its first state is kept as well. Round up.",
        lambda steps, every: [
            STAGES * steps,
            STAGES * (steps - steps // every),
            steps // every + every - 1,
        ],
    ),
}


def rk4(
    weights: tuple[float, ...] = (1 / 6, 1 / 3, 1 / 3, 1 / 6),
    third_after_second: bool = True,
    last: float = 1,
    timed: bool = True,
) -> Callable:
    """A step of RK4, with mistakes."""

    def step(W, w, b, h, s, ds):
        def f(place, at):
            return np.tanh(W @ place + w * (at if timed else s) + b)

        k1 = f(h, s)
        k2 = f(h + ds / 2 * k1, s + ds / 2)
        k3 = f(h + ds / 2 * (k2 if third_after_second else k1), s + ds / 2)
        k4 = f(h + last * ds * k3, s + last * ds)
        return h + ds * sum(weight * k for weight, k in zip(weights, (k1, k2, k3, k4), strict=True))

    return step


def through_euler(
    skip: bool = True,
    sloped: bool = True,
    turned: bool = False,
    stepped: bool = True,
    weights_stepped: bool = True,
    sign: int = 1,
) -> Callable:
    """The gradients of h, W and b before a step of Euler's method, with mistakes."""

    def back(W, b, h, ds, g):
        slope = 1 - np.tanh(W @ h + b) ** 2 if sloped else np.ones_like(h)
        delta = slope * g
        through = slope * (W @ g) if turned else W.T @ delta
        dh = sign * (ds if stepped else 1) * through
        by = ds if stepped and weights_stepped else 1
        return dh + g if skip else dh, by * np.outer(delta, h), by * delta

    return back


def adjoint(
    sign: int = -1, weights_sign: int = -1, sloped: bool = True, turned: bool = False
) -> Callable:
    """The derivatives of a state, its adjoint and the gradient of W, with mistakes."""

    def slopes(W, b, h, a):
        f = np.tanh(W @ h + b)
        slope = 1 - f**2 if sloped else np.ones_like(h)
        back = slope * (W @ a) if turned else W.T @ (slope * a)
        return f, sign * back, weights_sign * np.outer(slope * a, h)

    return slopes


def field(rng: np.random.Generator, n: int) -> tuple[np.ndarray, ...]:
    """Weights, biases and a state of n units."""
    return hundredths(rng, n, n, most=1.5), hundredths(rng, n), hundredths(rng, n)


def length(rng: np.random.Generator) -> float:
    """Of a step, long enough to tell one method from another."""
    return float(rng.integers(30, 91) / 100)


def steps_in_time(rng: np.random.Generator, n: Drawn) -> list[tuple]:
    """Cases for a step: a field with the weights of s, a state, its depth, and the step."""
    found = []
    for size in (2, 3, 4, 2, 5):
        W, b, h = field(rng, size)
        w = hundredths(rng, size)
        found.append((W, w, b, h, float(rng.integers(10, 200) / 100), length(rng)))
    return found


def steps_and_gradients(rng: np.random.Generator, n: Drawn) -> list[tuple]:
    """Cases for the way back: a field and a state, a step, and a gradient."""
    return [
        (*field(rng, size), length(rng), hundredths(rng, size, most=1.5))
        for size in (2, 3, 4, 2, 5)
    ]


def states_and_adjoints(rng: np.random.Generator, n: Drawn) -> list[tuple]:
    """Cases for the adjoint: a field, a state and its adjoint."""
    return [(*field(rng, size), hundredths(rng, size, most=1.5)) for size in (2, 3, 4, 2, 5)]
