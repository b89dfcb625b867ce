"""Small synthetic data sets, drawn from a generator that is handed in.

Notebooks: book/mlp.ipynb, book/gradients.ipynb, book/truncation.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.door import (
    as_floats,
    check_array,
    check_generator,
    check_real,
    check_whole,
    short_repr,
)
from unrolled.core.shapes import Array, Float


def spirals(
    rng: np.random.Generator, n: int, turns: float | int = 1.5, noise: float | int = 0.05
) -> tuple[Float[Array, "N 2"], Float[Array, "N 2"]]:
    """Two interleaved spirals of n points each, and which of them a point is on, one-hot.

    Raises ValueError for an n below 1, turns that are not finite and a negative noise.
    """
    n = check_whole("n", n, 1)
    turns = check_real("turns", turns)
    noise = check_real("noise", noise, 0.0)
    radius = np.sqrt(np.linspace(0.02, 1, n))
    angle = 2 * np.pi * turns * radius
    arm = 2 * radius[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    xs = np.concatenate([arm, -arm]) + check_generator("rng", rng).normal(0, noise, (2 * n, 2))
    return xs, np.repeat(np.eye(2), n, axis=0)


def irregular_prices(
    rng: np.random.Generator, days: int, chance: float = 0.35
) -> tuple[Float[Array, " T"], Array]:
    """A price that moves every day and is seen only on some: prices (NaN unseen), seen or not.

    Raises ValueError for fewer than 2 days and for a chance outside 0 to 1.
    """
    days = check_whole("days", days, 2)
    chance = check_real("chance", chance, 0.0, 1.0)
    prices = 2000 * np.exp(np.cumsum(check_generator("rng", rng).normal(0, 0.01, days)))
    observed = rng.random(days) < chance
    observed[[0, -1]] = True
    return np.where(observed, prices, np.nan), observed


def log_returns(prices: Float[Array, " T"], observed: Array) -> Float[Array, " T"]:
    """y(t_k) = log P(t_k) - log P(t_{k-1}) at observed times, NaN elsewhere and at the first.

    Raises ValueError for an observed price that is not a number above 0, and for `observed` that
    is not a truth value for each price.
    """
    prices, seen = as_floats("prices", prices), as_floats("observed", observed)
    check_array("prices", np.zeros_like(prices), "T")
    if np.asarray(observed).dtype != bool or seen.shape != prices.shape:
        expected = f"{len(prices)} truth values, one for each price"
        raise ValueError(f"observed: got {short_repr(observed)}, expected {expected}")
    observed = seen > 0
    wrong = prices[observed][~(prices[observed] > 0)]
    if wrong.size:
        raise ValueError(f"prices: got {wrong[0]} at an observed time, expected numbers above 0")
    returns = np.full(prices.shape, np.nan)
    seen = np.flatnonzero(observed)
    returns[seen[1:]] = np.diff(np.log(prices[seen]))
    return returns


class Task(NamedTuple):
    """Sequences with targets at some steps only."""

    xs: Float[Array, "T B n_x"]
    ys: Float[Array, "T B n_y"]
    observed: Array  # which steps have a target, for all sequences, or (T, B) for each


def adding(rng: np.random.Generator, n: int, steps: int) -> Task:
    """The adding problem (Hochreiter and Schmidhuber 1997): n sequences of `steps` random numbers.

    Two of them are marked, one in each half; their sum is wanted at the last step. Whoever
    answers 1 every time has a mean squared error of 1/6. Raises ValueError below 2 steps.
    """
    n = check_whole("n", n, 1)
    steps = check_whole("steps", steps, 2)
    rng = check_generator("rng", rng)
    numbers = rng.random((steps, n))
    marks = np.zeros((steps, n))
    each = np.arange(n)
    marks[rng.integers(0, steps // 2, n), each] = 1
    marks[rng.integers(steps // 2, steps, n), each] = 1
    ys = np.zeros((steps, n, 1))
    ys[-1, :, 0] = (numbers * marks).sum(axis=0)
    return Task(np.stack([numbers, marks], axis=-1), ys, np.arange(steps) == steps - 1)


def copying(
    rng: np.random.Generator, n: int, delay: int, length: int = 3, symbols: int = 4
) -> Task:
    """The copy task: `length` symbols, a pause of `delay` steps, a signal; then say them again.

    Inputs are one-hot over the symbols, pause and signal. Whoever remembers nothing has a mean
    cross-entropy of log(symbols) on the steps that count. Raises ValueError as `recalling`.
    """
    n, delay = check_whole("n", n, 1), check_whole("delay", delay, 1)
    length, symbols = check_whole("length", length, 1), check_whole("symbols", symbols, 1)
    steps = 2 * length + delay
    codes = np.full((steps, n), symbols)  # pause
    codes[:length] = said = check_generator("rng", rng).integers(0, symbols, (length, n))
    codes[length + delay - 1] = symbols + 1  # signal
    ys = np.zeros((steps, n, symbols))
    ys[-length:] = np.eye(symbols)[said]
    return Task(np.eye(symbols + 2)[codes], ys, np.arange(steps) >= steps - length)


def recalling(rng: np.random.Generator, n: int, steps: int, symbols: int = 4) -> Task:
    """Random symbols at every step, the first of them marked; it is wanted at the last step.

    Inputs are one-hot, and one more that is 1 at the mark. Whoever guesses is right in one case
    of `symbols`. Raises ValueError for numbers that are not whole and above 0.
    """
    n = check_whole("n", n, 1)
    steps = check_whole("steps", steps, 1)
    symbols = check_whole("symbols", symbols, 1)
    codes = check_generator("rng", rng).integers(0, symbols, (steps, n))
    xs, ys = np.zeros((steps, n, symbols + 1)), np.zeros((steps, n, symbols))
    xs[..., :symbols] = np.eye(symbols)[codes]
    xs[0, :, symbols] = 1
    ys[-1] = np.eye(symbols)[codes[0]]
    return Task(xs, ys, np.arange(steps) == steps - 1)
