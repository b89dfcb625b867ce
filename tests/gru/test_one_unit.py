"""One unit: by hand or by weights it is the package's cell, and the way back is its gradient."""

import numpy as np
import pytest

from tests.widget.common import error
from unrolled.core.unroll import unroll
from unrolled.gru import one_unit as gru
from unrolled.gru.cell import CELL as GRU_CELL
from unrolled.gru.gradient import jacobian_terms
from unrolled.lstm import one_unit as lstm
from unrolled.lstm.cell import CELL as LSTM_CELL
from unrolled.lstm.cell import State
from unrolled.lstm.gradient import cell_gradients, cell_jacobians
from unrolled.lstm.one_unit import bit_and_noise, walked

ZERO = np.zeros(1)


def slope(f, x, at, step=1e-6):
    """df/dx by a centred difference."""
    up, down = x.copy(), x.copy()
    up[at] += step
    down[at] -= step
    return (f(up) - f(down)) / (2 * step)


def test_by_weights_an_lstm_is_the_package_s_with_its_gradient_and_its_path(rng):
    for T in (2, 9, 40):
        knobs = rng.uniform(-3, 3, 5)
        xs = bit_and_noise(T)
        p = lstm.lstm_weights(knobs)
        states, caches = unroll(LSTM_CELL, p, xs, State(ZERO, ZERO))
        d = State(np.zeros((T, 1)), np.zeros((T, 1)))
        d.h[-1] = 1
        way = walked(lstm.LSTM_UNIT, knobs, xs)
        found = (way.h[1:], way.c[1:], way.total[1:], way.path[1:])
        ways = (cell_gradients(p, caches, d, through) for through in (True, False))
        for one, twin in zip(found, (states.h, states.c, *ways), strict=True):
            assert error(one, twin[:, 0]) < 1e-12
        f, i, o, new = (gate[:, 0] for gate in (caches.steps.valves[k] for k in (1, 0, 2, 3)))
        assert error(way.valves, np.stack([f, i, o], axis=-1)) < 1e-15
        assert error(way.new, new) < 1e-15
        assert len(cell_jacobians(p, caches)) == T - 1


def test_by_weights_a_gru_is_the_package_s_with_the_product_of_its_jacobians(rng):
    for T in (2, 9, 40):
        knobs = rng.uniform(-3, 3, 5)
        xs = bit_and_noise(T)
        p = gru.gru_weights(knobs)
        states, caches = unroll(GRU_CELL, p, xs, ZERO)
        terms = jacobian_terms(p, caches)
        step, kept = sum(terms)[:, 0, 0], terms.kept[:, 0, 0]
        way = walked(gru.GRU_UNIT, knobs, xs)
        assert error(way.h[1:], states[:, 0]) < 1e-12
        assert np.array_equal(way.h, way.c)
        for found, factors in ((way.total, step), (way.path, kept)):
            assert error(found, [factors[k:].prod() for k in range(T + 1)]) < 1e-12


def test_by_hand_the_valves_that_the_weights_would_choose_do_the_same(rng):
    for unit in (lstm.LSTM_UNIT, gru.GRU_UNIT):
        knobs = rng.uniform(-2, 2, 5)
        xs = bit_and_noise(20)
        own = walked(unit, knobs, xs)
        for found, wanted in zip(walked(unit, knobs, xs, own.valves), own, strict=True):
            assert error(found, wanted) < 1e-12


def test_by_hand_what_the_valves_do_to_the_memory_they_do_to_the_gradient(rng):
    xs = bit_and_noise(20)
    valves = rng.random((20, 3))
    way = walked(lstm.LSTM_UNIT, lstm.BY_HAND, xs, valves)
    assert error(way.total, way.path) < 1e-14
    c = 0.0
    for t in range(20):
        c = valves[t, 0] * c + valves[t, 1] * np.tanh(xs[t, 0])
        assert abs(way.c[t + 1] - c) < 1e-12
    shown = valves[:, 2] * np.tanh(way.c[1:])
    assert error(way.h[1:], shown) < 1e-15
    assert abs(way.total[-1] - valves[-1, 2] * (1 - np.tanh(c) ** 2)) < 1e-12

    def last(given):
        return walked(lstm.LSTM_UNIT, lstm.BY_HAND, given, valves).h[-1]

    for t in (0, 7, 19):  # a change of c̃_t comes through the input valve into c_t
        by_value = way.total[t + 1] * valves[t, 1] * (1 - np.tanh(xs[t, 0]) ** 2)
        assert abs(slope(last, xs, (t, 0)) - by_value) < 1e-9


def test_a_gru_by_hand_keeps_what_it_does_not_write_and_its_reset_is_a_way_back(rng):
    xs = bit_and_noise(20)
    valves = rng.random((20, 3))
    shut = valves * [1, 1, 0]
    way = walked(gru.GRU_UNIT, gru.BY_HAND, xs, shut)
    assert error(way.total, way.path) < 1e-14
    assert error(way.valves[:, 0], 1 - valves[:, 1]) < 1e-15
    assert error(way.new, np.tanh(xs[:, 0])) < 1e-12
    way = walked(gru.GRU_UNIT, gru.BY_HAND, xs, valves)
    u = valves[:, 1]
    assert error(way.new, np.tanh(xs[:, 0] + valves[:, 2] * way.h[:-1])) < 1e-12
    steps = 1 - u + u * (1 - way.new**2) * valves[:, 2]
    assert error(way.total, [steps[k:].prod() for k in range(21)]) < 1e-12
    assert (way.total[:-1] > way.path[:-1]).all()


def test_the_bit_comes_first_and_then_noise_of_both_signs():
    values, marks = bit_and_noise(50).T
    new = np.tanh(values)
    assert np.array_equal(marks, np.arange(50) == 0)
    assert abs(new[0] - 0.96) < 1e-12
    assert (new[1:] > 0.1).sum() > 10
    assert (new[1:] < -0.1).sum() > 10
    assert np.array_equal(bit_and_noise(8), bit_and_noise(50)[:8])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"unit": LSTM_CELL}, "unit: got"),
        ({"knobs": [0.0] * 4}, "knobs: got shape"),
        ({"xs": np.zeros((3, 1))}, "xs: got shape"),
        ({"xs": np.full((3, 2), np.nan)}, "xs: got nan"),
        ({"openings": np.zeros((4, 3))}, "openings: got shape"),
        ({"openings": np.full((3, 3), 1.5)}, "openings: got 1.5 to 1.5, expected 0 to 1"),
    ],
)
def test_what_does_not_fit_is_named(given, message, unchecked):
    right = {"unit": lstm.LSTM_UNIT, "knobs": [0.0] * 5, "xs": bit_and_noise(3), "openings": None}
    walked(**right)
    with pytest.raises(ValueError, match=message):
        walked(**right | given)
    with pytest.raises(ValueError, match="steps: got 51"):
        bit_and_noise(51)
