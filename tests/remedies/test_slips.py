"""Known mistakes are recognised, and what is right is never taken for one."""

import numpy as np
import pytest

from tests.page.slips import families, recognised
from unrolled.bptt.jacobians import jacobians
from unrolled.core.unroll import unroll
from unrolled.remedies import slips
from unrolled.remedies.shortcuts import leaky
from unrolled.rnn.cell import RNN


def draws(rng):
    """What each family of questions asks about, right and with its arguments, at random."""
    g = rng.normal(0, 5, 2)
    alpha = float(rng.uniform(0.55, 0.99))
    limit = float(rng.uniform(0.2, 0.9) * np.abs(g).min())
    w, slope = float(rng.uniform(1.5, 4)), float(rng.uniform(0.01, 0.9))
    yield slips.clipped, (g, limit), ("by value", "no root", "sum of sizes", "length one")
    names = ("no way around", "whole activation", "swapped", "no slope")
    yield slips.leaked, (alpha, w, slope), names
    yield slips.half_life, (alpha,), ("the memory", "the wrong sign")


def test_slips_are_recognised_on_1000_random_networks_without_a_false_alarm():
    names = [names for *_, names in draws(np.random.default_rng(0))]
    known = families(slips.SLIPS, names)
    recognised(known, lambda rng: [(args, right(*args)) for right, args, _ in draws(rng)])


def test_slips_of_a_jacobian_are_recognised_without_a_false_alarm():
    def asked(rng):
        args = (float(rng.uniform(0.55, 0.95)), rng.uniform(0.2, 0.9, 2), rng.normal(size=(2, 2)))
        return [(args, slips.leaky_jacobian(*args))]

    recognised(families(slips.JACOBIAN, [tuple(slips.JACOBIAN)]), asked)


def test_the_right_answers_are_the_packages(rng):
    for _ in range(100):
        (_, (g, _), _), (_, (alpha, w, _), _), _ = draws(rng)
        assert slips.clipped(g, 100.0) == pytest.approx(g)
        p = RNN(np.zeros((1, 1)), np.array([[w]]), np.zeros(1))
        h = rng.uniform(-1, 1, 1)
        _, cache = leaky(alpha).step(p, np.zeros(1), h)
        slope = float(1 - np.tanh(w * h[0]) ** 2)
        back = leaky(alpha).step_back(p, cache, np.ones(1))[2]
        assert slips.leaked(alpha, w, slope) == pytest.approx(float(back[0]))
        W, old = rng.normal(size=(2, 2)), rng.uniform(-1, 1, 2)
        p = RNN(np.zeros((2, 1)), W, np.zeros(2))
        _, caches = unroll(leaky(alpha), p, np.zeros((1, 1)), old)
        wanted = slips.leaky_jacobian(alpha, 1 - np.tanh(W @ old) ** 2, W)
        assert jacobians(leaky(alpha), p, caches)[0] == pytest.approx(wanted)
        assert alpha ** slips.half_life(alpha) == pytest.approx(0.5)


# worked by hand: the length of (6, -8) is 10, its sizes sum to 14; log 1/4 = -1.386294
@pytest.mark.parametrize(
    ("args", "wanted"),
    [
        ((np.array([6.0, -8.0]), 5.0),
         {"by value": (5, -5), "no root": (0.3, -0.4), "length one": (0.6, -0.8),
          "sum of sizes": (2.142857, -2.857143)}),
        ((0.8, 3.0, 0.25),
         {"no way around": 0.15, "whole activation": 1.55, "swapped": 0.8, "no slope": 1.4}),
        ((0.25,), {"the memory": 0.721348, "the wrong sign": -0.5}),
    ],
    ids=["clipped", "leaked", "half-life"],
)  # fmt: skip
def test_each_slip_gives_what_it_says_in_a_case_worked_by_hand(args, wanted):
    for name, value in wanted.items():
        assert slips.SLIPS[name].gives(*args) == pytest.approx(value, rel=0, abs=1e-6), name
