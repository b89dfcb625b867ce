"""The curves of the two tasks: derived data that is what the code computes, and fairly compared."""

import numpy as np
import pytest

from unrolled.core.tree import tree_leaves
from unrolled.gru import lags as gru_lags
from unrolled.lstm import lags

FILES = ((lags, lags.CONTESTANTS), (gru_lags, gru_lags.CONTESTANTS))
ALL = lags.CONTESTANTS | gru_lags.CONTESTANTS


@pytest.mark.parametrize("name", ALL)
def test_the_first_updates_are_those_of_the_file(name):
    file = next(file for file, names in FILES if name in names)
    for game in lags.GAMES:
        kept = file.loaded()[game]["10"][name]
        again = lags.played(game, 10, ALL[name], 0, updates=100)
        assert again == pytest.approx(kept[0][:2], abs=2e-5)


def test_each_file_is_whole():
    for file, names in FILES:
        data = file.loaded()
        assert list(data) == list(lags.GAMES)
        for game in data.values():
            assert list(game) == [str(lag) for lag in lags.LAGS]
            for curves in game.values():
                assert list(curves) == list(names)
                shape = (len(lags.SEEDS), lags.UPDATES // lags.EVERY)
                assert all(np.shape(curve) == shape for curve in curves.values())


@pytest.mark.parametrize("game", lags.GAMES)
def test_all_have_nearly_the_same_number_of_weights(game):
    counts = [lags.weights(game, start) for start in ALL.values()]
    assert max(counts) < 1.06 * min(counts)


def test_the_horizons_are_spread_up_to_the_lag():
    for lag in lags.LAGS:
        who = lags.chrono(np.random.default_rng(0), 2, 1, lag)
        horizons = 1 + np.exp(who.p.cell.f.b)
        assert np.all((horizons >= 2) & (horizons <= lag))
        assert np.array_equal(who.p.cell.i.b, -who.p.cell.f.b)
        slow = gru_lags.slow(np.random.default_rng(0), 2, 1, lag).p.cell.u.b
        assert np.all((1 + np.exp(-slow) >= 2) & (1 + np.exp(-slow) <= lag))
        assert all(leaf.dtype == float for leaf in tree_leaves(who.p))
