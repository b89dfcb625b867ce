"""What the chapter says of networks, games and forms beyond its own draws."""

import numpy as np
import pytest

from unrolled.core.tree import tree_map
from unrolled.core.unroll import unroll
from unrolled.gru import how_far, lags, latch
from unrolled.gru.after import AFTER, ResetAfter
from unrolled.gru.cell import CELL
from unrolled.gru.gradient import update_bias
from unrolled.gru.influence import influence, opposed
from unrolled.lstm import lags as lstm_lags

EVERY = [
    (game, lag, name)
    for game in lstm_lags.GAMES
    for lag in lstm_lags.LAGS
    for name in lags.CONTESTANTS
]
STORED = lags.loaded()


@pytest.mark.parametrize("name", lags.CONTESTANTS)
def test_one_seed_of_the_shortest_lag_comes_out_as_it_is_in_the_file(name):
    again = lstm_lags.played("adding", 10, lags.CONTESTANTS[name], seed=2, updates=500)
    assert again == pytest.approx(STORED["adding"]["10"][name][2][:10], rel=1e-2)


def test_the_file_holds_every_seed_and_stays_small():
    for game, lag, name in EVERY:
        runs = STORED[game][str(lag)][name]
        assert len(runs) == 5
        assert {len(run) for run in runs} == {lstm_lags.UPDATES // lstm_lags.EVERY}


@pytest.mark.parametrize("game", lstm_lags.GAMES)
def test_no_other_number_of_units_comes_nearer_to_the_lstms_weights(game):
    _, _, n_x, n_y, _ = lstm_lags.GAMES[game]
    wanted = lstm_lags.weights(game, lstm_lags.lstm)
    sizes = {n: 3 * n * (n_x + n + 1) + n_y * (n + 1) for n in range(10, 30)}
    assert sizes[lags.UNITS] == lstm_lags.weights(game, lags.gru)
    assert sizes[lags.UNITS] == pytest.approx(wanted, rel=0.04)
    assert all(abs(sizes[n] - wanted) > 50 for n in (lags.UNITS - 1, lags.UNITS + 1))


def test_the_horizons_of_the_slow_start_lie_between_2_and_the_lag():
    b = lags.slow(np.random.default_rng(0), 2, 1, 50).p.cell.u.b
    horizons = 1 + np.exp(-b)
    assert horizons.min() >= 2
    assert horizons.max() <= 50
    plain = lags.gru(np.random.default_rng(0), 2, 1, 50).p.cell
    assert np.array_equal(plain.u.b, np.zeros(lags.UNITS))


@pytest.mark.parametrize("steps", [1, 0.5, np.nan, "3"])
def test_a_horizon_of_one_step_or_less_is_refused(unchecked, steps):
    with pytest.raises(ValueError, match="steps"):
        update_bias(steps)


def test_the_less_the_gate_is_open_the_better_is_the_kept_way_alone():
    found = np.array(
        [[how_far.kept_alone(b, seed)[0] for b in (0, -2, -4, -6)] for seed in range(20, 25)]
    )
    assert (np.diff(found, axis=1) < 0).all()


def test_the_forms_are_one_for_a_diagonal_product_and_differ_without_it(rng):
    p = how_far.drawn(rng, 2, 4)
    xs = rng.normal(size=(12, 2))
    h0 = rng.uniform(-1, 1, 4)
    diagonal = p._replace(h=p.h._replace(W_h=np.diag(rng.normal(size=4))))
    assert how_far.apart(diagonal, xs, h0) < 1e-14
    assert how_far.apart(p, xs, h0) > 1e-3


def test_the_ratio_of_influences_moves_before_the_product_and_never_after(rng):
    for _ in range(20):
        p = opposed(rng.normal(size=(2, 2)))
        x = rng.normal(size=(9, 1))
        M, N = (influence(w, x, np.zeros((9, 2)))[:, 0] for w in (p, ResetAfter(p, np.zeros(2))))
        W = p.h.W_h[0]
        assert M[:, 0] / M[:, 1] == pytest.approx(np.exp(2 * x[:, 0]) * W[0] / W[1])
        assert N[:, 0] / N[:, 1] == pytest.approx(W[0] / W[1])


def test_an_influence_is_how_the_candidate_s_sums_move(rng):
    p = how_far.drawn(rng, 3, 4)
    still = p._replace(r=p.r._replace(W_h=np.zeros((4, 4))))  # gates of the input alone
    x = rng.normal(size=3)
    h = rng.uniform(-1, 1, 4)
    e = 1e-6
    for cell, w in ((CELL, still), (AFTER, ResetAfter(still, rng.normal(size=4)))):
        sums = [np.arctanh(cell.step(w, x, h + e * s)[1].new) for s in (*np.eye(4), *-np.eye(4))]
        slopes = np.transpose(np.subtract(sums[:4], sums[4:])) / (2 * e)
        assert influence(w, x, h) == pytest.approx(slopes, rel=1e-5, abs=1e-7)


def test_what_does_not_fit_an_influence_is_named(unchecked):
    with pytest.raises(ValueError, match="W_hh"):
        opposed(np.ones((3, 3)))
    with pytest.raises(ValueError, match="x: got shape"):
        influence(opposed(np.ones((2, 2))), np.zeros(2), np.zeros(2))


def test_the_three_leaks_hold_what_they_are_made_for_with_any_other_values():
    for seed in range(50):
        held = latch.kept(latch.marked(np.random.default_rng(seed)))
        assert abs(held["fixed leak"][-1]) < 0.8
        assert held["gate on the input"][-1] < -0.8
        assert held["gate on input and state"][-1] > 0.9


def test_a_gate_turned_twice_is_itself(rng):
    p = how_far.drawn(rng, 2, 3)
    back = how_far.turned(how_far.turned(p))
    assert tree_map(np.array_equal, back, p) == tree_map(lambda _: True, p)
    xs = rng.normal(size=(5, 2))
    h0 = rng.uniform(-1, 1, 3)
    u, z = (unroll(CELL, w, xs[:1], h0)[1].steps.u for w in (p, how_far.turned(p)))
    assert u + z == pytest.approx(np.ones((1, 3)))
