"""An honest test of a forecast: what may be learned from, what is forecast, and the measure.

A row of data is known at one fixing, `known`, and its target is complete at a later one, `ends`.
A forecast made at the fixing t may learn from row j only if ends_j + embargo ≤ t. eq-finbert-purge
Notebook: book/finbert.ipynb
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from unrolled.core.door import (
    check_array,
    check_function,
    check_generator,
    check_real,
    check_whole,
    short_repr,
)
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float, Int

LARGEST = 1e100  # of any number here: its square is still finite


class Split(NamedTuple):
    """Which rows are learned from, and which are forecast."""

    learn: Int[Array, " L"]
    test: Int[Array, " M"]


def check_bounded_array(name: str, value: object, shape: str, **sizes: int | tuple) -> Array:
    """`value` as `check_array` has it, with numbers whose squares are finite, or ValueError."""
    array = check_array(name, value, shape, **sizes)
    if np.abs(array).max() > LARGEST:
        largest = np.abs(array).max()
        raise ValueError(f"{name}: got {largest:g}, expected numbers of at most {LARGEST:g}")
    return array


def check_times(known: object, ends: object) -> tuple[Array, Array]:
    """When each row is known and when its target is complete, in order, or ValueError."""
    known = check_array("known", known, "N")
    ends = check_array("ends", ends, "N", N=len(known))
    if (np.diff(known) < 0).any():
        raise ValueError("known: got times out of order, expected rising ones")
    if (ends <= known).any():
        row = int(np.flatnonzero(ends <= known)[0])
        raise ValueError(f"ends: got {ends[row]:g} in row {row}, expected one after {known[row]:g}")
    return known, ends


def walk_forward(
    known: Float[Array, " N"] | Int[Array, " N"],
    ends: Float[Array, " N"] | Int[Array, " N"],
    first: int,
    size: int = 1,
    embargo: float | int = 0,
) -> Iterator[Split]:
    """Splits that move along the rows: `size` rows at a time are forecast, from row `first` on.

    Each learns from all rows whose target is complete, plus an embargo, when the first of the
    forecast rows is known.                                                      eq-finbert-purge
    Raises ValueError for times out of order, targets that end before their row is known, and a
    split that has nothing to learn from.
    """
    known, ends = check_times(known, ends)
    first = check_whole("first", first, 1, len(known) - 1)
    size, embargo = check_whole("size", size, 1), check_real("embargo", embargo, 0.0)
    return _splits(known, ends, first, size, embargo)


def _splits(known: Array, ends: Array, first: int, size: int, embargo: float) -> Iterator[Split]:
    for start in range(first, len(known), size):
        test = np.arange(start, min(start + size, len(known)))
        learn = np.flatnonzero(ends + embargo <= known[start])
        if not len(learn):
            raise ValueError(f"first: got {first}, expected a row with complete targets before it")
        yield Split(learn, test)


def shuffled_folds(rng: np.random.Generator, n: int, folds: int = 5) -> Iterator[Split]:
    """Ordinary cross-validation: rows dealt out at random. Not for rows that know each other."""
    n = check_whole("n", n, 2)
    order = check_generator("rng", rng).permutation(n)
    return _folds(order, check_whole("folds", folds, 2, n))


def _folds(order: Array, folds: int) -> Iterator[Split]:
    for test in np.array_split(order, folds):
        yield Split(np.setdiff1d(order, test), np.sort(test))


def shared_days(
    split: Split,
    known: Float[Array, " N"] | Int[Array, " N"],
    ends: Float[Array, " N"] | Int[Array, " N"],
) -> int:
    """How many pairs of a row to learn from and a forecast row have targets that overlap in time.

    A target covers the time from `known` to `ends`; targets that only touch do not overlap.
    """
    known, ends = check_times(known, ends)
    learn, test = (check_rows(part, len(known)) for part in check_fields("split", split, Split))
    starts = np.maximum(known[learn][:, None], known[test])
    return int(np.sum(starts < np.minimum(ends[learn][:, None], ends[test])))


def check_rows(rows: object, n: int) -> Int[Array, " L"]:
    """Indices of rows, of which there are n, or ValueError."""
    rows = check_array("split", rows, "L")
    if (rows != np.floor(rows)).any() or rows.min() < 0 or rows.max() >= n:
        raise ValueError(f"split: got {short_repr(rows)}, expected indices from 0 to {n - 1}")
    return rows.astype(int)


class Forecasts(NamedTuple):
    """What was forecast of rows, what came, and what the mean of the past would have said."""

    rows: Int[Array, " M"]
    forecast: Float[Array, " M"]
    past_mean: Float[Array, " M"]
    outcome: Float[Array, " M"]


def forecast_forward(
    X: Float[Array, "N d"],
    y: Float[Array, " N"],
    known: Float[Array, " N"] | Int[Array, " N"],
    ends: Float[Array, " N"] | Int[Array, " N"],
    first: int,
    ridge: float | int = 0.0,
    embargo: float | int = 0,
) -> Forecasts:
    """Walk-forward forecasts of a regression of y on X, refitted before each row.

    Features are scaled by the mean and the deviation of the rows learned from, nothing later.
    Raises as `walk_forward`, and ValueError for arrays that do not fit.
    """
    known, ends = check_times(known, ends)
    X = check_bounded_array("X", X, "N d", N=len(known))
    y = check_bounded_array("y", y, "N", N=len(known))
    ridge = check_real("ridge", ridge, 0.0)
    return gather(walk_forward(known, ends, first, 1, embargo), X, y, ridge)


def gather(
    splits: Iterator[Split], X: Float[Array, "N d"], y: Float[Array, " N"], ridge: float = 0.0
) -> Forecasts:
    """The forecasts of all splits, in the order of the splits."""
    parts = []
    for learn, test in splits:
        said = fit_ridge(X[learn], y[learn], X[test], ridge)
        mean = np.full(len(test), y[learn].mean())
        parts.append((test, said, mean, y[test]))
    return Forecasts(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def fit_ridge(
    X: Float[Array, "L d"], y: Float[Array, " L"], ask: Float[Array, "M d"], ridge: float
) -> Float[Array, " M"]:
    """Fit y = a + Xb with a penalty on b, features scaled by X's mean and deviation; then ask."""
    mean, deviation = X.mean(axis=0), X.std(axis=0)
    deviation = np.where(deviation > 0, deviation, 1.0)
    Z = (X - mean) / deviation
    inner = Z.T @ Z + (ridge + 1e-9) * np.eye(X.shape[1])
    b = np.linalg.solve(inner, Z.T @ (y - y.mean()))
    return y.mean() + (ask - mean) / deviation @ b


def r2_against(
    outcome: Float[Array, " M"], forecast: Float[Array, " M"], benchmark: Float[Array, " M"]
) -> float:
    """R² = 1 - Σ (y - ŷ)² / Σ (y - ȳ)², ȳ the benchmark's forecast of each row.     eq-finbert-r2

    Above 0 only if the forecast's squared errors are smaller than the benchmark's. Raises
    ValueError for arrays of other lengths and for a benchmark that is never wrong.
    """
    outcome = check_bounded_array("outcome", outcome, "M")
    forecast = check_bounded_array("forecast", forecast, "M", M=len(outcome))
    benchmark = check_bounded_array("benchmark", benchmark, "M", M=len(outcome))
    least = np.sum((outcome - benchmark) ** 2)
    if least == 0:
        raise ValueError("benchmark: got one without an error, expected one that can be beaten")
    return float(1 - np.sum((outcome - forecast) ** 2) / least)


def sharpe(returns: Float[Array, " M"], per_year: float | int = 252) -> float:
    """Mean return over its standard deviation, times √(periods in a year).      eq-finbert-sharpe

    Raises ValueError for returns that do not vary.
    """
    returns, deviation = check_varied("returns", returns)
    return float(returns.mean() / deviation * np.sqrt(check_real("per_year", per_year, above=0)))


def check_varied(name: str, value: object, least: int = 2, **sizes: int) -> tuple[Array, float]:
    """Numbers that are not all the same, at least so many, and their deviation, or ValueError."""
    array = check_bounded_array(name, value, "N", **sizes)
    deviation = float(array.std())
    if len(array) < least:
        raise ValueError(f"{name}: got {len(array)} numbers, expected at least {least}")
    if deviation <= max(1e-12 * np.abs(array).max(), 1e-150):
        raise ValueError(f"{name}: got {array[0]:g} throughout, expected numbers that vary")
    return array, deviation


def looks_ahead(
    feature: Callable[[Array], Array],
    series: Float[Array, " T"],
    rng: np.random.Generator,
    tries: int = 20,
) -> bool:
    """Whether `feature(series)` uses later values: change all after a day, and see what moves.

    `feature` makes one number a day of a series. This is the test for everything that was computed
    before the split.
    """
    series = check_bounded_array("series", series, "T")
    if len(series) < 3:
        raise ValueError(f"series: got {len(series)} values, expected at least 3")
    check_function("feature", feature)
    before = check_array("feature(series)", feature(series.copy()), "T", T=len(series))
    check_generator("rng", rng)
    for _ in range(check_whole("tries", tries, 1)):
        day = int(rng.integers(1, len(series) - 1))
        other = series.copy()
        other[day + 1 :] += rng.normal(0, series.std() + 1e-9, len(series) - day - 1)
        now = np.asarray(feature(other))
        if not np.allclose(before[: day + 1], now[: day + 1], rtol=1e-9, atol=1e-12):
            return True
    return False
