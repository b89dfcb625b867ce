"""The world: what is known when, and that its strengths are those that were dialled."""

import numpy as np
import pytest

from tests.finbert.own import small_world
from unrolled.finbert import world
from unrolled.finbert.world import DAILY, HORIZON, last_known, make_world, returns_after


def test_fixings_are_on_business_days_and_some_are_missing():
    days = small_world().days
    assert np.is_busday(days).all()
    assert (np.diff(days).astype(int) > 0).all()
    assert not any(str(day)[5:] in world.HOLIDAYS for day in days)
    years = 4
    assert 0.9 * 261 * years < len(days) < 0.99 * 261 * years


def test_releases_are_some_six_weeks_apart_and_share_no_return():
    gaps = np.diff(make_world(np.random.default_rng(0)).released)
    assert gaps.min() >= HORIZON + 2  # the jump after a release is in no other's target
    assert 25 < np.median(gaps) < 36
    assert (gaps < 25).any()


def test_the_target_is_the_return_from_the_first_fixing_after_the_release():
    found = small_world()
    for k in (0, 5, len(found.released) - 1):
        first = found.released[k] + 1
        wanted = found.log_price[first + HORIZON] - found.log_price[first]
        assert found.target[k] == pytest.approx(wanted, abs=1e-15)


@pytest.mark.parametrize(("strength", "series"), [(0.0, 0.0), (0.4, 0.3), (-0.5, 0.0)])
def test_the_dials_are_correlations(strength, series):
    many = [make_world(np.random.default_rng(n), strength, series) for n in range(30)]
    stance, rate, y = (
        np.concatenate([getattr(one, name) for one in many])
        for name in ("stance", "true_rate", "target")
    )
    off = 4 / np.sqrt(len(y))  # four standard errors
    assert np.corrcoef(stance, y)[0, 1] == pytest.approx(strength, abs=off)
    assert np.corrcoef(rate, y)[0, 1] == pytest.approx(series, abs=off)
    assert y.std() == pytest.approx(DAILY * np.sqrt(HORIZON), rel=0.08)
    assert y.mean() == pytest.approx(HORIZON * world.DRIFT, abs=4 * y.std() / np.sqrt(len(y)))


def test_doubt_makes_the_return_vary_more():
    many = [make_world(np.random.default_rng(n)) for n in range(20)]
    doubt, y = (
        np.concatenate([getattr(one, name) for one in many]) for name in ("doubt", "target")
    )
    assert y[doubt > 1].std() > 1.5 * y[doubt < -1].std()


def test_the_price_jumps_with_the_surprise_before_anyone_can_trade():
    many = [make_world(np.random.default_rng(n)) for n in range(20)]
    jumps = [np.diff(one.log_price)[one.released[1:]] for one in many]
    new = [one.stance[1:] - world.STANCE_KEEPS * one.stance[:-1] for one in many]
    assert np.corrcoef(np.concatenate(jumps), np.concatenate(new))[0, 1] > 0.85


def test_the_rate_is_seen_on_days_of_its_own():
    rate = small_world().rate
    assert 0.1 < np.mean(~np.isnan(rate)) < 0.25
    assert np.nanstd(make_world(np.random.default_rng(1)).rate) == pytest.approx(1.04, abs=0.2)


def test_the_revision_knows_a_month_that_had_not_begun():
    many = [make_world(np.random.default_rng(n)) for n in range(20)]
    first, revised, later = [], [], []
    for one in many:
        printed = one.indicator.printed
        first.append(one.indicator.first)
        revised.append(one.indicator.revised)
        later.append(returns_after(one.log_price, printed, world.MONTH - 1))
    first, revised, later = map(np.concatenate, (first, revised, later))
    assert abs(np.corrcoef(first, later)[0, 1]) < 0.05
    assert np.corrcoef(revised, later)[0, 1] > 0.5


def test_a_dealers_price_is_half_a_spread_away():
    found = small_world()
    off = np.abs(found.dealt - found.log_price)
    assert off == pytest.approx(np.full(len(off), world.HALF_SPREAD))


def test_the_last_known_value():
    values = np.array([np.nan, 3.0, np.nan, 5.0, np.nan])
    assert last_known(values, np.array([0, 1, 2, 3, 4])).tolist() == [0, 3, 3, 5, 5]


def test_the_same_seed_makes_the_same_world():
    one, other = (make_world(np.random.default_rng(5), 0.2, years=3) for _ in range(2))
    assert np.array_equal(one.log_price, other.log_price)
    assert one.statements == other.statements


@pytest.mark.usefixtures("unchecked")
def test_returns_after_takes_lists():
    assert returns_after([0.0, 1.0, 3.0, 6.0], [0, 1], 2).tolist() == [3.0, 5.0]
    assert returns_after([0.0, 1.0], [], 1).tolist() == []


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: make_world(0), "rng: got 0"),
        (lambda: make_world(np.random.default_rng(0), 1.0), "strength: got 1.0"),
        (lambda: make_world(np.random.default_rng(0), 0.8, 0.7), "series: got 0.7"),
        (lambda: make_world(np.random.default_rng(0), years=1), "years: got 1"),
        (lambda: returns_after(np.zeros(5), np.array([3]), 2), "start: got 3 to 3"),
        (lambda: returns_after(np.zeros(5), np.array([0]), 0), "horizon: got 0"),
        (lambda: returns_after(np.zeros(5), [1.5], 2), r"start: got \[1\.5\], expected whole"),
        (lambda: returns_after(np.zeros(5), np.array([np.nan]), 2), "start: got"),
        (lambda: returns_after(np.zeros(5), [[1], [1, 2]], 2), "start: got"),
        (lambda: returns_after(np.zeros(5), ["a"], 2), "start: got"),
        (lambda: returns_after(np.zeros((5, 2)), [1], 2), r"log_price: got shape \(5, 2\)"),
    ],
)
def test_doors(wrong, says):
    with pytest.raises(ValueError, match=says):
        wrong()
