"""Known mistakes are recognised, and what is right is never taken for one."""

import numpy as np
import pytest

from tests.page.slips import families, recognised
from unrolled.transformer import slips
from unrolled.transformer.norm import Norm, layer_norm


def draws(rng):
    """What each family of questions asks about, right and with its arguments, at random."""
    x, part, dy = rng.normal(1, 2, (3, 4))
    W_1, W_2 = rng.normal(size=(6, 4)), rng.normal(size=(4, 6))
    d, n = (int(k) for k in rng.integers(2, 12, 2))
    longest, scale = rng.uniform(20, 200), rng.uniform(0.3, 3)
    names = ("not centred", "by the variance", "one less", "centred alone")
    yield slips.normed, (x,), names
    yield slips.added, (x, part), ("replaced", "normed too early", "no norm")
    yield slips.fed, (W_1, W_2, x), ("bent at the end", "not bent")
    yield slips.weights, (d, 4 * d), ("no biases", "no norms", "three matrices")
    yield slips.position, (n, longest), ("one wavelength", "from 1", "halves")
    unit = slips.normed(rng.normal(size=4))
    yield slips.returned, (unit, dy, scale), ("scaled alone", "mean alone", "token alone")


def test_slips_are_recognised_on_1000_random_networks_without_a_false_alarm():
    names = [names for *_, names in draws(np.random.default_rng(0))]
    known = families(slips.SLIPS, names)
    recognised(known, lambda rng: [(args, right(*args)) for right, args, _ in draws(rng)], 0.02)


# worked by hand: (1, 3, 5, 3) has the mean 3 and the variance 2
@pytest.mark.parametrize(
    ("args", "wanted"),
    [
        (([1, 3, 5, 3],),
         {"not centred": [0.707107, 2.12132, 3.535534, 2.12132], "by the variance": [-1, 0, 1, 0],
          "one less": [-1.224745, 0, 1.224745, 0], "centred alone": [-2, 0, 2, 0]}),
        (([1, 1], [2, 4]),
         {"replaced": [-1, 1], "normed too early": [0, 2], "no norm": [3, 5]}),
        ((np.array([[1.0], [-1.0]]), np.array([[-2.0, 1.0]]), np.array([3.0])),
         {"bent at the end": [0], "not bent": [-9]}),
        ((2, 3), {"no biases": 28, "no norms": 41, "three matrices": 43}),
        ((0, 100), {"one wavelength": [0, 1, 0, 1], "from 1": [0.841471, 0.540302, 0.099833,
                                                              0.995004], "halves": [0, 0, 1, 1]}),
        ((np.array([-1.0, 1.0]), np.array([2.0, 0.0]), 0.5),
         {"scaled alone": [1, 0], "mean alone": [0.5, -0.5], "token alone": [0.5, 0.5]}),
    ],
    ids=["norm", "sum", "network", "weights", "place", "back"],
)  # fmt: skip
def test_each_slip_gives_what_it_says_in_a_case_worked_by_hand(args, wanted):
    for name, value in wanted.items():
        assert slips.SLIPS[name].gives(*args) == pytest.approx(value, rel=0, abs=1e-6), name


def test_a_gain_and_a_bias_come_after_the_norm():
    p = Norm(np.array([2.0, 1, 1, 1]), np.ones(4))
    found = layer_norm(p, np.array([2.0, 4, 4, 6]), 1e-14)[0]
    assert found == pytest.approx(np.array([2.0, 1, 1, 1]) * slips.normed([2, 4, 4, 6]) + 1)
