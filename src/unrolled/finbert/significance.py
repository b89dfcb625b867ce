"""Whether a result could be luck: intervals and tests, most of them by statsmodels and SciPy.

Notebook: book/finbert.ipynb
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.stats import kurtosis, norm, skew
from statsmodels.regression.linear_model import OLS

from unrolled.core.door import (
    check_array,
    check_function,
    check_generator,
    check_real,
    check_whole,
)
from unrolled.core.shapes import Array, Float
from unrolled.finbert.protocol import check_bounded_array, check_varied


class Estimate(NamedTuple):
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float


class Tested(NamedTuple):
    """A test's statistic, and how often luck alone gives one as large."""

    statistic: float
    p: float


def lags_for(n: int) -> int:
    """How many lags a HAC variance uses, by Newey and West's rule: ⌊4 (n/100)^(2/9)⌋."""
    return int(4 * (check_whole("n", n, 2) / 100) ** (2 / 9))


def slope(
    y: Float[Array, " N"], x: Float[Array, " N"], lags: int | None = None
) -> tuple[Estimate, Tested]:
    """The slope of y on x, its interval, and the test of slope 0, with HAC standard errors.

    Raises ValueError for other lengths and an x that does not vary; 0 lags allow only for
    variances that differ, and None takes `lags_for`.
    """
    y, of_y = check_varied("y", y, 4)
    x, of_x = check_varied("x", x, 4, N=len(y))
    fit = OLS((y - y.mean()) / of_y, np.column_stack([np.ones(len(x)), (x - x.mean()) / of_x])).fit(
        cov_type="HAC",
        cov_kwds={"maxlags": _lags(lags, len(y)), "use_correction": True},
        use_t=True,
    )
    if not fit.bse[1] > 1e-12:
        raise ValueError("y: got a straight line of x, expected one with noise")
    found = Estimate(
        *(float(number) * of_y / of_x for number in (fit.params[1], *fit.conf_int()[1]))
    )
    return found, Tested(float(fit.tvalues[1]), float(fit.pvalues[1]))


def _lags(lags: object, n: int) -> int:
    return lags_for(n) if lags is None else check_whole("lags", lags, 0, n - 2)


def strength(
    y: Float[Array, " N"],
    tone: Float[Array, " N"],
    reliability: float | int,
    lags: int | None = None,
) -> Estimate:
    """The correlation of return and stance, from that of return and tone.     eq-finbert-strength

    ρ̂ = corr(y, tone) / reliability, with a HAC interval. Raises as `slope`, and ValueError for a
    reliability outside (0, 1].
    """
    reliability = check_real("reliability", reliability, 0.0, 1.0, above=0)
    y, of_y = check_varied("y", y, 4)
    tone, of_tone = check_varied("tone", tone, 4, N=len(y))
    found, _ = slope(y / of_y, tone / of_tone, lags)
    return Estimate(*(number / reliability for number in found))


def diebold_mariano(
    outcome: Float[Array, " M"],
    forecast: Float[Array, " M"],
    benchmark: Float[Array, " M"],
    lags: int | None = None,
) -> Tested:
    """Is the forecast's squared error smaller than the benchmark's? One-sided.      eq-finbert-dm

    The t-statistic of the mean of d_k = (y_k - ȳ_k)² - (y_k - ŷ_k)², with a HAC variance.
    """
    y, f, g = _three(outcome, forecast, benchmark)
    return _mean_above_0((y - g) ** 2 - (y - f) ** 2, lags)


def clark_west(
    outcome: Float[Array, " M"],
    forecast: Float[Array, " M"],
    benchmark: Float[Array, " M"],
    lags: int | None = None,
) -> Tested:
    """Diebold and Mariano's test, for a benchmark that is a special case of the model.

    d_k gets (ȳ_k - ŷ_k)² added: what the larger model loses by estimating what is 0. eq-finbert-cw
    """
    y, f, g = _three(outcome, forecast, benchmark)
    return _mean_above_0((y - g) ** 2 - (y - f) ** 2 + (g - f) ** 2, lags)


def _three(outcome: object, forecast: object, benchmark: object) -> tuple[Array, Array, Array]:
    y = check_bounded_array("outcome", outcome, "M")
    f = check_bounded_array("forecast", forecast, "M", M=len(y))
    return y, f, check_bounded_array("benchmark", benchmark, "M", M=len(y))


def _mean_above_0(d: Array, lags: int | None) -> Tested:
    d, deviation = check_varied("squared errors", d / max(float(np.abs(d).max()), 1e-300), 4)
    fit = OLS(d / deviation, np.ones(len(d))).fit(
        cov_type="HAC", cov_kwds={"maxlags": _lags(lags, len(d))}
    )
    t = float(fit.tvalues[0])
    if not np.isfinite(t):
        raise ValueError(f"lags: got {lags}, expected fewer: the variance is not above 0")
    return Tested(t, float(norm.sf(t)))


def block_bootstrap(
    rng: np.random.Generator,
    statistic: Callable[[Array], Array],
    rows: Float[Array, "N d"],
    block: int,
    draws: int = 500,
) -> Estimate:
    """The statistic with the 95 % interval of a circular block bootstrap.

    Blocks of rows that follow each other are drawn until there are N rows; after the last row
    comes the first again. `statistic` takes rows, "N d", or a stack of them, "B N d".
    """
    check_function("statistic", statistic)
    rows = check_bounded_array("rows", rows, "N d")
    N, block = len(rows), check_whole("block", block, 1, len(rows))
    starts = check_generator("rng", rng).integers(
        N, size=(check_whole("draws", draws, 20), -(-N // block))
    )
    drawn = (starts[..., None] + np.arange(block)).reshape(len(starts), -1)[:, :N] % N
    found = check_array("statistic(rows)", statistic(rows[drawn]), "B", B=len(starts))
    low, high = np.quantile(found, (0.025, 0.975))
    return Estimate(float(statistic(rows)), float(low), float(high))


def correlation(rows: Float[Array, "*B N 2"]) -> Float[Array, "*B"] | float:
    """The correlation of the two columns."""
    off = rows - rows.mean(axis=-2, keepdims=True)
    both = np.sum(off[..., 0] * off[..., 1], axis=-1)
    size = np.sqrt(np.prod(np.sum(off**2, axis=-2), axis=-1))
    return np.divide(both, size, out=np.zeros_like(both), where=size > 0)


def expected_best(tried: int, deviation: float | int = 1.0) -> float:
    """The Sharpe ratio that the best of so many worthless strategies is expected to have.

    deviation · ((1 - γ) Φ⁻¹(1 - 1/N) + γ Φ⁻¹(1 - 1/(N e))), γ = 0.5772...    eq-finbert-best-of
    `deviation` is that of the Sharpe ratios among the N strategies.
    """
    tried = check_whole("tried", tried, 2)
    chances = 1 - 1 / tried, 1 - 1 / (tried * np.e)
    one, other = norm.ppf(chances)
    gamma = np.euler_gamma
    return check_real("deviation", deviation, 0.0) * float((1 - gamma) * one + gamma * other)


def deflated_sharpe(returns: Float[Array, " M"], tried: int, deviation: float | int) -> float:
    """The probability that the best of `tried` strategies is better than the best worthless one.

    Φ((S - S₀) √(M - 1) / √(1 - skew·S + (kurtosis - 1)/4 · S²)) with S a period's Sharpe ratio and
    S₀ the one of `expected_best` (Bailey and López de Prado 2014).             eq-finbert-deflated
    """
    returns, by = check_varied("returns", returns, 4)
    returns = returns / by
    S, S_0 = returns.mean(), expected_best(tried, deviation)
    spread = 1 - skew(returns) * S + (kurtosis(returns, fisher=False) - 1) / 4 * S**2
    if not spread > 1e-12:
        raise ValueError("returns: got two values alone, expected more of them")
    return float(norm.cdf((S - S_0) * np.sqrt(len(returns) - 1) / np.sqrt(spread)))


def permuted(
    rng: np.random.Generator,
    measure: Callable[[Array], float],
    documents: Float[Array, "K d"],
    tries: int = 99,
) -> float:
    """How often the measure is as large when documents and dates are paired at random: a p-value.

    (1 + how many of the tries are at least as large) / (1 + tries)
    Raises ValueError where the measure is no finite number.
    """
    documents = check_array("documents", documents, "K d")
    check_generator("rng", rng)
    check_function("measure", measure)
    found = _measured(measure, documents)
    others = [
        _measured(measure, rng.permutation(documents))
        for _ in range(check_whole("tries", tries, 1))
    ]
    return float(1 + np.sum(np.array(others) >= found)) / (1 + len(others))


def _measured(measure: Callable[[Array], float], documents: Array) -> float:
    return float(check_array("measure(documents)", measure(documents), ""))
