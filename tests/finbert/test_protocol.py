"""Splits against brute force, forecasts that use nothing later, and the measures."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import seeds
from unrolled.finbert import protocol
from unrolled.finbert.protocol import (
    Split,
    forecast_forward,
    looks_ahead,
    r2_against,
    shared_days,
    sharpe,
    shuffled_folds,
    walk_forward,
)


def drawn_times(rng, n):
    """Rows known at rising times, some at the same one, with targets of different lengths."""
    known = np.cumsum(rng.integers(0, 4, n)).astype(float)
    return known, known + rng.integers(1, 9, n)


def brute_force_shared(split, known, ends):
    """Day by day: the pairs whose targets have a day in common."""
    days = [set(range(int(a), int(b))) for a, b in zip(known, ends, strict=True)]
    return sum(bool(days[i] & days[j]) for i in split.learn for j in split.test)


@given(seed=seeds, size=st.integers(1, 5), embargo=st.integers(0, 6))
def test_no_training_target_overlaps_a_forecast_one(seed, size, embargo):
    rng = np.random.default_rng(seed)
    known, ends = drawn_times(rng, 40)
    splits = list(walk_forward(known, ends, 25, size, embargo))
    assert np.concatenate([split.test for split in splits]).tolist() == list(range(25, 40))
    for split in splits:
        assert brute_force_shared(split, known, ends) == 0 == shared_days(split, known, ends)
        start = known[split.test[0]]
        allowed = [j for j in range(40) if ends[j] + embargo <= start]
        assert split.learn.tolist() == allowed  # and nothing that may be learned from is left out
    for one, other in pairwise(splits):
        assert set(one.learn) <= set(other.learn)


@given(seed=seeds)
def test_shared_days_are_those_of_brute_force(seed):
    rng = np.random.default_rng(seed)
    known, ends = drawn_times(rng, 20)
    order = rng.permutation(20)
    split = Split(order[:12], order[12:])
    assert shared_days(split, known, ends) == brute_force_shared(split, known, ends)


def test_shuffled_folds_test_every_row_once_and_share_days():
    known = np.arange(50.0)
    folds = list(shuffled_folds(np.random.default_rng(0), 50))
    assert sorted(np.concatenate([fold.test for fold in folds])) == list(range(50))
    for fold in folds:
        assert not set(fold.learn) & set(fold.test)
        assert shared_days(fold, known, known + 10) > 0


def drawn_rows(rng, n=60):
    known = np.cumsum(rng.integers(1, 4, n)).astype(float)
    return rng.normal(size=(n, 3)), rng.normal(size=n), known, known + 5


@given(seed=seeds)
def test_a_forecast_does_not_change_with_what_comes_later(seed):
    rng = np.random.default_rng(seed)
    X, y, known, ends = drawn_rows(rng)
    before = forecast_forward(X, y, known, ends, 30, ridge=1.0)
    for row in (30, 45, 59):
        unknown = ends > known[row]
        X2, y2 = X.copy(), y.copy()
        X2[row + 1 :] += 9.0
        y2[unknown] += 9.0
        after = forecast_forward(X2, y2, known, ends, 30, ridge=1.0)
        at = row - 30
        assert after.forecast[at] == before.forecast[at]
        assert after.past_mean[at] == before.past_mean[at]


def test_the_forecast_is_that_of_least_squares():
    rng = np.random.default_rng(0)
    X, y, known, ends = drawn_rows(rng)
    said = forecast_forward(X, y, known, ends, 40)
    for at, row in enumerate(said.rows):
        learn = ends <= known[row]
        A = np.column_stack([np.ones(learn.sum()), X[learn]])
        b = np.linalg.lstsq(A, y[learn])[0]
        assert said.forecast[at] == pytest.approx(b[0] + X[row] @ b[1:], abs=1e-6)
        assert said.past_mean[at] == pytest.approx(y[learn].mean())
        assert said.outcome[at] == y[row]


def test_r2_is_1_for_the_truth_0_for_the_benchmark_and_below_for_worse():
    y = np.array([1.0, -2.0, 0.5, 3.0])
    mean = np.full(4, 0.2)
    assert r2_against(y, y, mean) == 1
    assert r2_against(y, mean, mean) == 0
    assert r2_against(y, -y, mean) < 0


def test_the_sharpe_ratio_grows_with_the_root_of_the_periods():
    returns = np.array([0.01, -0.02, 0.03, 0.01])
    one = sharpe(returns, 1)
    assert one == pytest.approx(returns.mean() / returns.std())
    assert sharpe(returns, 252) == pytest.approx(one * np.sqrt(252))


def whole(series):
    return (series - series.mean()) / series.std()


def past(series):
    sums = np.cumsum(series)
    return series - sums / np.arange(1, len(series) + 1)


def tomorrow(series):
    return np.append(series[1:], series[-1])


def test_what_looks_ahead_is_found():
    series = np.cumsum(np.random.default_rng(0).normal(size=200))
    for feature, ahead in ((whole, True), (tomorrow, True), (past, False), (np.sin, False)):
        assert looks_ahead(feature, series, np.random.default_rng(1)) == ahead


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: walk_forward([1, 0], [2, 3], 1), "known: got times out of order"),
        (lambda: walk_forward([0, 1], [2, 1], 1), "ends: got 1 in row 1, expected one after 1"),
        (lambda: list(walk_forward([0, 1], [5, 6], 1)), "first: got 1, expected a row with"),
        (lambda: shared_days(Split([0], [9]), [0, 1], [2, 3]), "split: got"),
        (lambda: protocol.check_times([0.0, 1.0], [2.0]), "ends: got shape"),
        (lambda: r2_against([1.0, 2], [1.0, 2], [1.0, 2]), "benchmark: got one without an error"),
        (lambda: sharpe([1.0, 1.0]), "returns: got 1 throughout"),
        (lambda: looks_ahead(np.sin, [1.0, 2.0], np.random.default_rng(0)), "series: got 2"),
    ],
)
def test_doors(wrong, says):
    with pytest.raises(ValueError, match=says):
        wrong()
