"""Small synthetic data sets, drawn from a generator that is handed in.

Notebook: book/mlp.ipynb
"""

import numpy as np

from unrolled.shapes import Array, Float


def spirals(
    rng: np.random.Generator, n: int, turns: float | int = 1.5, noise: float | int = 0.05
) -> tuple[Float[Array, "N 2"], Float[Array, "N 2"]]:
    """Two interleaved spirals of n points each, and which of them a point is on, one-hot.

    Raises ValueError for an n that is not a whole number above 0.
    """
    if not (isinstance(n, int) and n > 0):
        raise ValueError(f"n: got {n!r}, expected a whole number above 0")
    radius = np.sqrt(np.linspace(0.02, 1, n))
    angle = 2 * np.pi * turns * radius
    arm = 2 * radius[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    xs = np.concatenate([arm, -arm]) + rng.normal(0, noise, (2 * n, 2))
    return xs, np.repeat(np.eye(2), n, axis=0)


def irregular_prices(
    rng: np.random.Generator, days: int, chance: float = 0.35
) -> tuple[Float[Array, " T"], Array]:
    """A price that moves every day and is seen only on some: prices (NaN unseen), seen or not.

    Raises ValueError for fewer than 2 days and for a chance outside 0 to 1.
    """
    if not (isinstance(days, int) and days > 1):
        raise ValueError(f"days: got {days!r}, expected a whole number above 1")
    if not 0 <= chance <= 1:
        raise ValueError(f"chance: got {chance!r}, expected a number from 0 to 1")
    prices = 2000 * np.exp(np.cumsum(rng.normal(0, 0.01, days)))
    observed = rng.random(days) < chance
    observed[[0, -1]] = True
    return np.where(observed, prices, np.nan), observed


def log_returns(prices: Float[Array, " T"], observed: Array) -> Float[Array, " T"]:
    """y(t_k) = log P(t_k) - log P(t_{k-1}) at observed times, NaN elsewhere and at the first.

    Raises ValueError for an observed price that is not a number above 0.
    """
    wrong = prices[observed][~(prices[observed] > 0)]
    if wrong.size:
        raise ValueError(f"prices: got {wrong[0]} at an observed time, expected numbers above 0")
    returns, seen = np.full(prices.shape, np.nan), np.flatnonzero(observed)
    returns[seen[1:]] = np.diff(np.log(prices[seen]))
    return returns
