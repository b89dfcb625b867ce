"""What the chapter says in words, at random."""

import numpy as np
import pytest
from hypothesis import given

from tests.strategies import seeds, sizes, steps
from unrolled.core.tree import tree_map, tree_size
from unrolled.core.unroll import bptt, unroll
from unrolled.lstm import lags, pictures
from unrolled.lstm.cell import CELL, LSTM, State, random_lstm
from unrolled.lstm.cost import cell_weights
from unrolled.lstm.demo import LSTM_WEIGHTS, gate_weights
from unrolled.lstm.gradient import forget_bias, half_life, path_shares


@given(T=steps, n_x=sizes, n_h=sizes, seed=seeds)
def test_along_the_path_the_gradient_meets_one_valve_a_step_and_nothing_else(T, n_x, n_h, seed):
    """With sums that do not read h there is no other way."""
    rng = np.random.default_rng(seed)
    p = LSTM(*(gate._replace(W_h=0 * gate.W_h) for gate in random_lstm(rng, n_x, n_h)))
    start = State(rng.normal(size=n_h), rng.normal(size=n_h))
    _, caches = unroll(CELL, p, rng.normal(size=(T, n_x)), start)
    d = tree_map(np.zeros_like, caches.states)
    d.c[-1] = rng.normal(size=n_h)
    f = caches.steps.valves.f
    shares = path_shares(f)
    assert np.allclose(bptt(CELL, p, caches, d)[2].c, shares[0] * d.c[-1], rtol=1e-9, atol=1e-15)
    for k in range(T):
        assert np.all(shares[k] <= f[k:].max(axis=0) ** (T - k) * (1 + 1e-12))
        assert np.all(shares[k] >= f[k:].min(axis=0) ** (T - k) * (1 - 1e-12))


def test_gates_outside_0_to_1_are_refused():
    for wrong in (-0.1, 1.5):
        with pytest.raises(ValueError, match=rf"f: got {wrong}, expected gates from 0 to 1"):
            path_shares(np.array([[0.5], [wrong]]))


@pytest.mark.parametrize("T", [3, 10, 100, 1000])
def test_a_horizon_is_the_sum_of_all_that_is_left_and_longer_than_the_half_life(T):
    f = 1 / (1 + np.exp(-forget_bias(T)))
    assert np.sum(f ** np.arange(200 * T)) == pytest.approx(T)
    assert half_life(f) < T
    assert f * (1 - f) == pytest.approx((T - 1) / T**2)
    assert 0.29 < f**T < np.exp(-1)


@given(n_x=sizes, n_h=sizes)
def test_an_lstm_has_four_times_the_weights_of_a_plain_cell(n_x, n_h):
    p = random_lstm(np.random.default_rng(0), n_x, n_h)
    assert tree_size(p) == cell_weights(4, n_x, n_h) == 4 * cell_weights(1, n_x, n_h)


def test_the_weights_that_are_printed_are_those_that_are_used():
    shown = gate_weights()
    for letter in "ifoc":
        for name, value in getattr(LSTM_WEIGHTS, letter)._asdict().items():
            assert np.array_equal(shown[f"{name}_{letter}"].value, value)


def test_the_pictures_know_all_who_learn():
    for game in lags.GAMES:
        for runs in lags.loaded()[game].values():
            assert set(runs) == set(lags.CONTESTANTS) == set(pictures.NAMES)
