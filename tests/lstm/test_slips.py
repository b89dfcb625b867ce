"""Known mistakes are recognised, and what is right is never taken for one."""

import numpy as np
import pytest

from tests.page.slips import recognised
from unrolled.core.tree import tree_size
from unrolled.core.unroll import bptt, unroll
from unrolled.lstm import slips
from unrolled.lstm.cell import CELL, LSTM, State, lstm_step, random_lstm
from unrolled.lstm.gate import Gate
from unrolled.lstm.gradient import forget_bias

FAMILIES = [slips.ADDED, slips.SLOPE, slips.STEP, slips.BACK, slips.BIAS, slips.COUNT]


def cases(rng):
    """The arguments of each family of slips and the right value, drawn anew."""
    f, i, o = rng.uniform(0.1, 0.9, 3).tolist()
    c, new, dh, dc = rng.uniform(0.2, 2, 4).tolist()
    yield (c, f, i, new), slips.added(c, f, i, new)
    yield (f,), slips.slope(f)
    n_x, n_h = rng.integers(2, 5, 2).tolist()
    p = random_lstm(rng, n_x, n_h)
    step = p, rng.normal(size=n_x), State(rng.uniform(-1, 1, n_h), rng.normal(size=n_h))
    yield step, slips.step(*step)
    way = dh, o, float(np.tanh(c)), f, dc
    yield way, slips.came_back(*way)
    T = float(rng.uniform(3, 500))
    yield (T,), forget_bias(T)
    yield (n_x, n_h), tree_size(random_lstm(rng, n_x, n_h))


def test_slips_are_recognised_on_1000_random_networks_without_a_false_alarm():
    assert all(slip.says.endswith(".") for family in FAMILIES for slip in family.values())
    recognised(FAMILIES, cases)


def of_one(i, f, o, new):
    """An LSTM of one unit whose gates and candidate are these, whatever it reads."""
    sums = [np.log(y / (1 - y)) for y in (i, f, o)] + [np.arctanh(new)]
    none = np.zeros((1, 1))
    return LSTM(*(Gate(none, none, np.array([a])) for a in sums))


def test_the_right_answers_are_the_packages(rng):
    for _ in range(50):
        i, f, o = rng.uniform(0.1, 0.9, 3)
        c, new, dh, dc = rng.uniform(-0.9, 0.9, 4)
        p = of_one(i, f, o, new)
        x = np.zeros(1)
        before = State(np.zeros(1), np.array([c]))
        state, _ = lstm_step(p, x, before)
        assert slips.added(c, f, i, new) == pytest.approx(float(state.c[0]))
        assert slips.step(p, x, before) == pytest.approx([*state.c, *state.h])
        _, caches = unroll(CELL, p, np.zeros((2, 1)), before)
        d = State(np.array([[dh], [0.0]]), np.array([[0.0], [dc]]))
        back = bptt(CELL, p, caches, d)[2].c[0]  # of c_0, one forget gate further
        shown = float(np.tanh(state.c[0]))
        assert f * slips.came_back(dh, o, shown, f, dc) == pytest.approx(float(back))


# worked by hand: two sums of 0 make gates of ½; tanh 0.549306 = ½, tanh 0.255413 = ¼
@pytest.mark.parametrize(
    ("family", "args", "wanted"),
    [
        (slips.ADDED, (0.5, 0.9, 0.3, -1.0),
         {"nothing forgotten": 0.2, "one constant": 0.35, "swapped": -0.75,
          "candidate whole": -0.55}),
        (slips.SLOPE, (0.75,), {"tanh's": 0.4375}),
        (slips.STEP, (of_one(0.25, 0.5, 0.8, 0.5), np.zeros(1), State(np.ones(1), np.ones(1))),
         {"gates swapped": (0.5, 0.8 * 0.4621172), "all kept": (1.125, 0.8 * 0.8093010),
          "shown plainly": (0.625, 0.5), "shown whole": (0.625, 0.5545997)}),
        (slips.BACK, (0.4, 0.5, 0.6, 0.9, 0.2),
         {"shown alone": 0.128, "kept alone": 0.18, "slope forgotten": 0.38,
          "gate forgotten": 0.436, "valve forgotten": 0.328}),
        (slips.BIAS, (11.0,), {"T itself": 2.397895, "odds": 10, "wrong sign": -2.302585}),
        (slips.COUNT, (10, 20),
         {"three": 1860, "no bias": 2400}),
    ],
    ids=["added", "slope", "step", "back", "bias", "count"],
)  # fmt: skip
def test_each_slip_gives_what_it_says_in_a_case_worked_by_hand(family, args, wanted):
    for name, value in wanted.items():
        assert family[name].gives(*args) == pytest.approx(value, rel=0, abs=1e-6), name


def test_what_the_sums_read_by_mistake_is_the_memory_or_nothing(rng):
    """With h before equal to c before, or to nothing, the mistake is none."""
    p = random_lstm(rng, 2, 3)
    x = rng.normal(size=2)
    s = rng.normal(size=3)
    for name, h in (("memory read", s), ("nothing read", 0 * s)):
        right = slips.step(p, x, State(h, s))
        assert slips.STEP[name].gives(p, x, State(h, s)) == pytest.approx(right)
        other = State(h + 0.3, s)
        assert slips.STEP[name].gives(p, x, other) == pytest.approx(right)
        assert slips.step(p, x, other) != pytest.approx(right)
