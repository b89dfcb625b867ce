"""Known mistakes are recognised, and what is right is never taken for one."""

import numpy as np
import pytest

from tests.page.slips import families, recognised
from unrolled.core.tree import tree_size
from unrolled.core.unroll import unroll
from unrolled.gru import slips
from unrolled.gru.cell import CELL, GRU, random_gru
from unrolled.gru.gradient import jacobian_terms, update_bias
from unrolled.gru.how_far import drawn
from unrolled.lstm.gate import Gate


def draws(rng):
    """What each family of questions asks about, right and with its arguments, at random."""
    p = drawn(rng, 3, 2)
    x = rng.normal(size=3)
    h = rng.uniform(-1, 1, 2)
    r = rng.uniform(0.1, 0.9, 2)
    u = rng.uniform(0.05, 0.45)
    new = rng.uniform(-1, 1, 2)
    steps = int(rng.integers(3, 200))
    n_x, n_h = (int(n) for n in rng.integers(2, 30, 2))
    names = ("tanh gate", "sum alone", "the other share", "gate without past")
    yield slips.opened, (p.u, x, h), names
    names = ("reset after", "no reset", "everything reset", "not squashed")
    yield slips.candidate, (p.h, x, h, r), names
    yield slips.mixed, (u, h, new), ("other way round", "nothing kept", "all kept")
    yield slips.bias, (steps,), ("sign", "share", "forgotten one")
    yield slips.weights, (n_x, n_h), ("four", "no biases", "gates alone", "two biases")


def test_slips_are_recognised_on_1000_random_networks_without_a_false_alarm():
    names = [names for *_, names in draws(np.random.default_rng(0))]
    known = families(slips.SLIPS, names)
    recognised(known, lambda rng: [(args, right(*args)) for right, args, _ in draws(rng)])


def test_the_parts_of_a_step_make_the_step(rng):
    for _ in range(100):
        p = drawn(rng, 3, 2)
        x = rng.normal(size=3)
        h = rng.uniform(-1, 1, 2)
        after, step = CELL.step(p, x, h)
        r = slips.opened(p.r, x, h)
        new = slips.candidate(p.h, x, h, r)
        assert new == pytest.approx(step.new)
        assert slips.mixed(slips.opened(p.u, x, h), h, new) == pytest.approx(after)
    assert slips.weights(3, 5) == tree_size(random_gru(rng, 3, 5))
    for steps in (2, 7.5, 100):
        assert 1 / (1 + np.exp(-slips.bias(steps))) == pytest.approx(1 / steps)


def test_the_four_terms_of_one_unit_are_the_packages(rng):
    for _ in range(50):
        p = drawn(rng, 2, 1)
        xs = rng.normal(size=(1, 2))
        h0 = rng.uniform(-1, 1, 1)
        _, caches = unroll(CELL, p, xs, h0)
        u, r, new = (float(part[0, 0]) for part in caches.steps[2:])
        weights = [float(gate.W_h[0, 0]) for gate in p]
        wanted = [float(term[0, 0, 0]) for term in jacobian_terms(p, caches)]
        assert slips.factor(u, r, float(h0[0]), new, *weights) == pytest.approx(wanted)


def test_what_is_left_by_the_kept_way_is_the_package_s():
    none = Gate(np.zeros((1, 1)), np.zeros((1, 1)), np.zeros(1))
    p = GRU(none._replace(b=np.array([update_bias(50)])), none, none)
    kept = jacobian_terms(p, unroll(CELL, p, np.zeros((30, 1)), np.zeros(1))[1]).kept
    assert slips.left(1 / 50, 30) == pytest.approx(float(np.prod(kept)))


ONE = Gate(np.array([[1.0]]), np.array([[2.0]]), np.array([0.5]))


# worked by hand, of x = 0.5, h = -1 and r = ½: the sums are -1, and 0 with the reset
@pytest.mark.parametrize(
    ("args", "wanted"),
    [
        ((ONE, np.array([0.5]), np.array([-1.0])),
         {"tanh gate": -0.761594, "sum alone": -1, "the other share": 0.731059,
          "gate without past": 0.731059}),
        ((ONE, np.array([0.5]), np.array([-1.0]), np.array([0.25])),
         {"reset after": 0.462117, "no reset": -0.761594, "everything reset": -0.244919,
          "not squashed": 0.5}),
        ((0.25, 0.8, -0.4), {"other way round": -0.1, "nothing kept": -0.1, "all kept": 0.7}),
        ((3,), {"sign": 0.693147, "share": 1 / 3, "forgotten one": -1.098612}),
        ((2, 3), {"four": 72, "no biases": 45, "gates alone": 36, "two biases": 63}),
    ],
    ids=["gate", "candidate", "mixture", "horizon", "weights"],
)  # fmt: skip
def test_each_slip_gives_what_it_says_in_a_case_worked_by_hand(args, wanted):
    for name, value in wanted.items():
        assert slips.SLIPS[name].gives(*args) == pytest.approx(value, rel=0, abs=1e-6), name
