"""Intervals and tests reject as often as they say they do, and find what is there."""

import numpy as np
import pytest
import statsmodels.api as sm
from scipy.stats import norm, pearsonr

from unrolled.finbert import significance
from unrolled.finbert.significance import (
    block_bootstrap,
    clark_west,
    correlation,
    deflated_sharpe,
    diebold_mariano,
    expected_best,
    permuted,
    slope,
    strength,
)


def test_the_slope_is_that_of_statsmodels(rng):
    x = rng.normal(size=80)
    y = 0.3 * x + rng.normal(size=80)
    found, tested = slope(3e-4 * y, 7 * x, 5)
    theirs = sm.OLS(3e-4 * y, sm.add_constant(7 * x)).fit(
        cov_type="HAC", cov_kwds={"maxlags": 5, "use_correction": True}, use_t=True
    )
    assert found.value == pytest.approx(theirs.params[1], rel=1e-9)
    assert (found.low, found.high) == pytest.approx(tuple(theirs.conf_int()[1]), rel=1e-9)
    assert tested == pytest.approx((theirs.tvalues[1], theirs.pvalues[1]), rel=1e-7)


def test_the_strength_is_the_correlation_over_the_reliability(rng):
    tone = rng.normal(size=200)
    y = 0.4 * tone + rng.normal(size=200)
    found = strength(y, tone, 0.8)
    assert found.value == pytest.approx(pearsonr(y, tone)[0] / 0.8)
    assert found.low < found.value < found.high


def test_a_noisy_tone_is_corrected():
    """Of 200 samples: without the correction the estimate is too small by the reliability."""
    rng = np.random.default_rng(0)
    s = rng.normal(size=(200, 150))
    y = 0.5 * s + np.sqrt(0.75) * rng.normal(size=s.shape)
    tone = 0.6 * s + 0.8 * rng.normal(size=s.shape)
    found = [strength(*pair, 0.6, 0) for pair in zip(y, tone, strict=True)]
    assert np.mean([one.value for one in found]) == pytest.approx(0.5, abs=0.03)
    assert 0.9 <= np.mean([one.low <= 0.5 <= one.high for one in found]) <= 0.99


def overlapping_rows(rng, n=400, horizon=10):
    """A predictor that changes slowly, and overlapping sums of noise that know nothing of it."""
    noise = rng.normal(size=n + horizon)
    y = np.convolve(noise, np.ones(horizon), "valid")[:n]
    return np.repeat(rng.normal(size=-(-n // 20)), 20)[:n], y


def test_lags_that_cover_the_overlap_bring_false_alarms_down():
    rng = np.random.default_rng(1)
    naive, honest = [], []
    for _ in range(120):
        x, y = overlapping_rows(rng)
        naive.append(slope(y, x, 0)[1].p < 0.05)
        honest.append(slope(y, x, 25)[1].p < 0.05)
    assert np.mean(naive) > 0.3 > 0.2 > np.mean(honest)


def test_diebold_and_mariano_count_the_difference_of_squared_errors(rng):
    y, f, g = rng.normal(size=(3, 90))
    d = (y - g) ** 2 - (y - f) ** 2
    fit = sm.OLS(d, np.ones(90)).fit(cov_type="HAC", cov_kwds={"maxlags": 3})
    found = diebold_mariano(y, f, g, 3)
    assert found.statistic == pytest.approx(fit.tvalues[0])
    assert found.p == pytest.approx(norm.sf(fit.tvalues[0]))
    swapped = diebold_mariano(y, g, f, 3)
    assert swapped.statistic == pytest.approx(-found.statistic)


def test_clark_and_west_forgive_what_estimating_costs(rng):
    y = rng.normal(size=90)
    g = np.zeros(90)
    f = 0.1 * rng.normal(size=90)
    assert clark_west(y, f, g).statistic > diebold_mariano(y, f, g).statistic
    assert clark_west(y, y, g).p < 1e-6


def test_blocks_wrap_around_and_keep_neighbours():
    rows = np.arange(12.0)[:, None]
    seen = []

    def look(drawn):
        seen.append(drawn)
        return drawn[..., 0].mean(axis=-1)

    block_bootstrap(np.random.default_rng(0), look, rows, 4, 50)
    drawn = seen[0][..., 0].reshape(50, 3, 4)
    assert (np.diff(drawn, axis=-1) % 12 == 1).all()
    assert {0.0, 11.0} <= set(drawn.ravel())


def test_the_bootstrap_covers_a_correlation():
    rng = np.random.default_rng(2)
    inside = 0
    for _ in range(100):
        x = rng.normal(size=120)
        rows = np.column_stack([x, 0.4 * x + np.sqrt(0.84) * rng.normal(size=120)])
        found = block_bootstrap(rng, correlation, rows, 4, 200)
        assert found.value == pytest.approx(np.corrcoef(rows.T)[0, 1])
        inside += found.low <= 0.4 <= found.high
    assert 86 <= inside <= 99


def test_the_best_of_many_is_expected_where_it_is():
    best = np.random.default_rng(0).normal(size=(20_000, 40)).max(axis=1).mean()
    assert expected_best(40) == pytest.approx(best, abs=0.03)
    assert expected_best(40, 0.5) == pytest.approx(expected_best(40) / 2)


def test_a_deflated_sharpe_ratio_of_normal_returns(rng):
    """With skewness 0 and kurtosis 3 the spread is 1 + S²/2."""
    returns = 0.2 + norm.ppf((np.arange(400) + 0.5) / 400)
    S = returns.mean() / returns.std()
    found = deflated_sharpe(returns, 2, 0.0)
    assert found == pytest.approx(norm.cdf(S * np.sqrt(399 / (1 + S**2 / 2))), abs=1e-3)
    assert deflated_sharpe(returns, 40, 0.1) < found


def test_a_deflated_sharpe_ratio_of_skewed_returns(rng):
    returns = rng.exponential(size=40) - 0.5
    S = returns.mean() / returns.std()
    z = (returns - returns.mean()) / returns.std()
    spread = 1 - np.mean(z**3) * S + (np.mean(z**4) - 1) / 4 * S**2
    wanted = norm.cdf((S - expected_best(40, 0.2)) * np.sqrt(39 / spread))
    assert 0.05 < wanted < 0.999
    assert deflated_sharpe(returns, 40, 0.2) == pytest.approx(wanted)


def test_the_best_of_forty_worthless_ones_is_no_news():
    rng = np.random.default_rng(3)
    found = []
    for _ in range(100):
        returns = rng.normal(size=(40, 120))
        ratios = returns.mean(axis=1) / returns.std(axis=1)
        best = returns[ratios.argmax()]
        found.append(deflated_sharpe(best, 40, ratios.std()))
    assert np.mean(np.array(found) > 0.95) <= 0.05
    assert deflated_sharpe(0.5 + returns[0], 40, ratios.std()) > 0.95


def test_pairs_at_random_are_no_better_than_pairs_at_random(rng):
    x = rng.normal(size=(60, 1))
    y = rng.normal(size=60)

    def measure(documents):
        return abs(float(np.corrcoef(documents[:, 0], y)[0, 1]))

    found = [permuted(rng, measure, rng.normal(size=(60, 1)), 19) for _ in range(60)]
    assert 0.01 < np.mean(np.array(found) <= 0.05) + 0.02 < 0.2
    y = y + 2 * x[:, 0]
    assert permuted(rng, measure, x, 19) == 0.05


def test_a_measure_that_is_no_number_has_no_p_value(rng):
    documents = rng.normal(size=(9, 2))
    for wrong in (np.nan, np.inf, None, [1.0, 2.0]):
        with pytest.raises(ValueError, match=r"measure\(documents\): got"):
            permuted(rng, lambda _, wrong=wrong: wrong, documents, 9)
    later = iter([1.0, 0.5, np.nan])
    with pytest.raises(ValueError, match=r"measure\(documents\): got nan"):
        permuted(rng, lambda _: next(later), documents, 9)


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: slope([1.0, 1, 1, 1], [1.0, 2, 3, 4]), "y: got 1 throughout"),
        (lambda: slope([1.0, 2, 3, 4], [2.0, 4, 6, 8]), "y: got a straight line"),
        (lambda: slope([1.0, 2, 1], [2.0, 4, 6]), "y: got 3 numbers"),
        (lambda: strength([1.0, 2, 1, 3], [2.0, 4, 6, 1], 0), "reliability: got 0"),
        (lambda: diebold_mariano([1.0] * 5, [2.0] * 5, [2.0] * 5), "squared errors: got 0 through"),
        (lambda: deflated_sharpe([1.0, 1, 1, 1], 40, 1.0), "returns: got 1 throughout"),
        (lambda: expected_best(1), "tried: got 1"),
        (lambda: significance.lags_for(1), "n: got 1"),
    ],
)
def test_doors(wrong, says):
    with pytest.raises(ValueError, match=says):
        wrong()
