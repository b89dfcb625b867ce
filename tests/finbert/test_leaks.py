"""Leaks: an honest bet earns nothing where there is nothing, and each leak makes it earn."""

import numpy as np
import pytest

from tests.finbert.own import small_world
from unrolled.core.derived import read_data
from unrolled.finbert import leaks
from unrolled.finbert.leaks import (
    BETS,
    EMBARGO,
    FIRST,
    LEAKS,
    ROWS,
    STRENGTHS,
    WINDOWS,
    WORLDS,
    band,
    bet,
    loaded,
    rows_of,
    shared,
    simulate,
    splits,
)
from unrolled.finbert.protocol import forecast_forward, shared_days

OTHERS = range(300, 330)  # worlds that no number of the page is from


@pytest.fixture(scope="module")
def others():
    return [rows_of(simulate(seed, 0.0), seed) for seed in OTHERS]


def ends(worlds, window, *which):
    return np.array([bet(rows, window, which).earned().sum() for rows in worlds])


def test_the_recorded_worlds_are_those_of_their_seeds():
    data = read_data("unrolled.finbert.leaks")
    assert data["words"] == list(leaks.forty_words())
    assert data["worlds"][1] == leaks.recorded(WORLDS[1])
    assert np.array(data["band"]).shape == (len(WINDOWS), 2, BETS)


def test_the_first_world_is_near_the_mean_in_what_it_earns(others):
    rows = loaded(0, 0)
    for window, which in ((63, ()), (63, ("shuffled",)), (126, ("unpurged",)), (63, ("scaled",))):
        found = ends(others, window, *which)
        assert abs(ends([rows], window, *which)[0] - found.mean()) < 2 * found.std()


def test_an_honest_bet_earns_nothing_and_stays_in_the_band_in_nine_of_ten_worlds(others):
    for window in WINDOWS:
        found = ends(others, window)
        low, high = band(window)[:, -1]
        assert abs(found.mean()) < 3 * found.std() / np.sqrt(len(found))
        assert 0.75 <= np.mean((low < found) & (found < high)) <= 1
        assert low < 0 < high


def test_every_leak_earns_where_there_is_nothing_to_find(others):
    for leak, window in (
        ("shuffled", 126),
        ("unpurged", 126),
        ("stamped", 5),
        ("scaled", 63),
    ):
        gained = ends(others, window, leak) - ends(others, window)
        assert gained.mean() > 4 * gained.std() / np.sqrt(len(gained)), leak
    best = ends(others[:6], 63, "best")
    assert best.mean() > 3 * best.std() / np.sqrt(len(best))


def test_without_shared_days_neither_shuffling_nor_learning_too_early_earns(others):
    for leak in ("shuffled", "unpurged"):
        gained = ends(others, 5, leak) - ends(others, 5)
        assert abs(gained.mean()) < 3 * gained.std() / np.sqrt(len(gained))


def test_a_signal_is_found_honestly():
    found = [
        ends([rows_of(simulate(seed, strength), seed) for seed in OTHERS[:12]], 21).mean()
        for strength in STRENGTHS
    ]
    assert found == sorted(found)
    assert found[2] > band(21)[1, -1]


def test_honest_splits_share_no_day_and_leave_an_embargo():
    rows = loaded(0, 0)
    known = rows.released + 1
    for window in WINDOWS:
        for learn, test in splits(rows, window):
            assert shared_days(leaks.Split(learn, test), known, known + window) == 0
            assert known[learn].max() + window + EMBARGO <= known[test[0]]
        assert all(shared(rows, window, (), k) == [] for k in range(FIRST, ROWS))
    assert all(shared(rows, 126, ("unpurged",), k) for k in range(FIRST, ROWS))
    assert all(k not in one.learn for one in splits(rows, 63, ("shuffled",)) for k in one.test)


def test_without_its_memory_of_dates_it_is_the_ridge_of_the_protocol():
    rows, window = loaded(1, 2), 21
    known = rows.released + 1
    y = rows.returns[1, WINDOWS.index(window)]
    X = leaks.features(rows)
    wanted = forecast_forward(X, y, known, known + window, FIRST, leaks.RIDGE, EMBARGO)
    far = np.arange(ROWS) * 10**6
    for said, split in zip(wanted.forecast, splits(rows, window), strict=True):
        assert leaks.forecast(X, y, far, split)[0] == pytest.approx(said)
    assert bet(rows, window).past_mean == pytest.approx(wanted.past_mean)


def test_the_best_of_forty_is_the_one_that_earned_most():
    rows = loaded(0, 0)
    best = bet(rows, 21, ("best",))
    assert 0 <= best.model < leaks.MODELS
    assert bet(rows, 21).model == -1
    each = [leaks._bet_with(rows, 21, ("best",), n).earned().sum() for n in range(leaks.MODELS)]
    assert best.model == int(np.argmax(each))


def test_a_price_scaled_by_its_past_knows_nothing_of_the_future():
    world = simulate(WORLDS[0], 0.0)
    rows = rows_of(world, WORLDS[0])
    k = 40
    later = world.log_price.copy()
    later[rows.released[k] + 1 :] += np.linspace(0, 1, len(later) - rows.released[k] - 1)
    other = rows_of(world._replace(log_price=later), WORLDS[0])
    assert other.price[0, k] == rows.price[0, k]
    assert other.price[1, k] != rows.price[1, k]


def test_what_does_not_fit_is_refused():
    rows = loaded(0, 0)
    with pytest.raises(ValueError, match="leaks: got 'peeking'"):
        bet(rows, 21, ("peeking",))
    with pytest.raises(ValueError, match=r"world: got .* statements, expected 90 with 250 fixings"):
        rows_of(small_world(), 0)
    with pytest.raises(ValueError, match="window: got 20"):
        bet(rows, 20)
    with pytest.raises(ValueError, match="seed: got -1"):
        simulate(-1, 0.0)
    with pytest.raises(ValueError, match="k: got 3"):
        shared(rows, 21, (), 3)
    with pytest.raises(ValueError, match="world: got 3"):
        loaded(3, 0)
    with pytest.raises(ValueError, match="strength: got 3"):
        loaded(0, 3)
    assert set(LEAKS) == {"shuffled", "unpurged", "stamped", "scaled", "best"}
