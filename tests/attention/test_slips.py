"""Known mistakes are recognised, and what is right is never taken for one."""

import numpy as np
import pytest

from tests.page.slips import families, recognised
from unrolled.attention import slips
from unrolled.attention.attend import attend
from unrolled.core.count import multiply_adds


def draws(rng):
    """What each family of questions asks about, right and with its arguments, at random."""
    q, K, V = rng.normal(size=3), rng.normal(size=(4, 3)), rng.normal(size=(4, 3))
    yield slips.weights, (q, K), ("not scaled", "divided by d", "no powers")
    yield slips.asked, (int(rng.integers(4)), rng.normal(size=(4, 3)), K), ("exchanged",)
    names = ("no mask", "other way", "hidden after", "hidden by 0")
    yield slips.masked, (rng.normal(size=4), rng.permutation(np.arange(4) < 2)), names
    yield slips.output, (q, K, V), ("plain mean", "best alone", "keys averaged")
    yield slips.slope, (float(rng.uniform(0.1, 0.9)),), ("the weight", "tanh's")
    N, d = (int(n) for n in rng.integers(2, 60, 2))
    yield slips.cost, (N, d), ("scores alone", "once a token")


def test_slips_are_recognised_on_1000_random_networks_without_a_false_alarm():
    names = [names for *_, names in draws(np.random.default_rng(0))]
    known = families(slips.SLIPS, names)
    recognised(known, lambda rng: [(args, right(*args)) for right, args, _ in draws(rng)], 0.02)


def test_the_cost_is_the_counted_one(rng):
    for N, d in ((2, 8), (5, 3)):
        three = rng.normal(size=(3, N, d))
        assert slips.cost(N, d) == multiply_adds(lambda *a: attend(*a)[0], *three)


Q2, K2 = np.array([2.0, 0.0]), np.array([[1.0, 0], [0, 1], [-1, 0]])
V2 = np.array([[1.0, 2], [3, 4], [5, 6]])


@pytest.mark.parametrize(
    ("args", "wanted"),
    [
        ((Q2, K2 + 1), {"not scaled": [0.866813, 0.117310, 0.015876],
                        "divided by d": [0.665241, 0.244728, 0.090031],
                        "no powers": [2 / 3, 1 / 3, 0]}),
        ((0, np.array([[1.0, 0], [0, 2]]), np.array([[0, 1.0], [1, 0]])),
         {"exchanged": [0.195570, 0.804430]}),
        ((np.array([1.0, 0, 2]), np.array([True, True, False])),
         {"no mask": [0.244728, 0.090031, 0.665241], "other way": [0, 0, 1],
          "hidden after": [0.244728, 0.090031, 0], "hidden by 0": [0.576117, 0.211942, 0.211942]}),
        ((Q2, K2, V2), {"plain mean": [3, 4], "best alone": [1, 2],
                        "keys averaged": [0.722530, 0.186694]}),
        ((0.75,), {"the weight": 0.75, "tanh's": 0.4375}),
        ((3, 5), {"scores alone": 45, "once a token": 30}),
    ],
    ids=["weights", "roles", "mask", "output", "slope", "cost"],
)  # fmt: skip
def test_each_slip_gives_what_it_says_in_a_case_worked_by_hand(args, wanted):
    for name, value in wanted.items():
        assert slips.SLIPS[name].gives(*args) == pytest.approx(value, rel=0, abs=1e-5), name
