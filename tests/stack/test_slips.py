"""Known mistakes are recognised, and what is right is never taken for one."""

import numpy as np
import pytest

from tests.page.slips import families, recognised
from unrolled.stack import slips


def draws(rng):
    """What each family of questions asks about, right and with its arguments, at random."""
    update, updates = int(rng.integers(10, 90)), int(rng.integers(100, 200))
    variance, added = rng.uniform(0.5, 2), rng.uniform(0.1, 0.9)
    blocks = int(rng.integers(2, 9))
    yield slips.rate, (update, rng.uniform(0.5, 2), updates), ("at the peak",)
    yield slips.rate, (2 * updates, rng.uniform(0.5, 2), updates), ("still rising",)
    names = ("one part a block", "without the start", "normed")
    yield slips.grown, (variance, added, blocks), names
    yield slips.passed, (added, blocks), ("one norm a block", "by the variance")
    names = ("stream normed", "norm at the end", "parts alone")
    yield slips.left, tuple(rng.normal(1, 2, (3, 4))), names


def test_slips_are_recognised_on_1000_random_networks_without_a_false_alarm():
    names = [names for *_, names in draws(np.random.default_rng(0))]
    known = families(slips.SLIPS, names)
    recognised(known, lambda rng: [(args, right(*args)) for right, args, _ in draws(rng)], 0.02)


# worked by hand
@pytest.mark.parametrize(
    ("args", "wanted"),
    [
        ((100, 0.4, 200), {"at the peak": 0.4}),
        ((300, 0.4, 200), {"still rising": 0.6}),
        ((1, 0.5, 4), {"one part a block": 3, "without the start": 4, "normed": 1}),
        ((1, 2), {"one norm a block": 0.5, "by the variance": 0.0625}),
        (([1, 3], [2, 2], [1, -1]),
         {"stream normed": [2, 2], "norm at the end": [0, 0], "parts alone": [3, 1]}),
    ],
    ids=["rising", "risen", "stream", "past", "block"],
)  # fmt: skip
def test_each_slip_gives_what_it_says_in_a_case_worked_by_hand(args, wanted):
    for name, value in wanted.items():
        assert slips.SLIPS[name].gives(*args) == pytest.approx(value, rel=0, abs=1e-6), name


def test_the_right_answers_of_the_same_cases():
    assert slips.rate(100, 0.4, 200) == pytest.approx(0.2)
    assert slips.grown(1, 0.5, 4) == 5
    assert slips.passed(1, 2) == 0.25
    assert slips.left([1, 3], [2, 2], [1, -1]).tolist() == [4, 4]
