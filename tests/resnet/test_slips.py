"""Known mistakes are recognised, and what is right is never taken for one."""

import numpy as np
import pytest

from tests.page.slips import families, recognised
from unrolled.resnet import slips


def draws(rng):
    """What each family of questions asks about, right and with its arguments, at random."""
    W, (b, h, g) = rng.normal(size=(3, 3)), rng.normal(size=(3, 3))
    blocks, branches = int(rng.integers(4, 8)), int(rng.integers(2, 4))
    j, arriving = float(rng.choice([-1, 1]) * rng.uniform(0.3, 0.7)), rng.uniform(0.5, 2)
    yield slips.passed, (W, b, h), tuple(slips.FORWARD)
    yield slips.returned, (W, b, h, g), tuple(slips.BACK)
    yield slips.reached, (j, blocks), ("without the skip", "added up", "one skip for all")
    yield slips.remaining, (j, blocks, arriving), ("exchanged", "of one", "one block short")
    yield slips.product, (rng.normal(0, 0.6, (3, 2, 2)),), ("first on the left",)
    yield slips.path_count, (blocks, branches), ("all paths", "in order")
    yield slips.carried, (blocks, branches, j), ("one path", "one factor")
    names = ("without the max", "norms added up", "norms alone")
    yield slips.limits, (rng.uniform(0.1, 0.8, 3), rng.uniform(1.1, 1.9)), names
    yield slips.scaled, (int(rng.integers(4, 90)),), tuple(slips.SCALE)


def test_slips_are_recognised_on_1000_random_networks_without_a_false_alarm():
    names = [names for *_, names in draws(np.random.default_rng(0))]
    known = families(slips.SLIPS, names)
    recognised(known, lambda rng: [(args, right(*args)) for right, args, _ in draws(rng)], 0.02)


W, B, H, G = np.array([[0.0, 1.0], [0.0, 0.0]]), np.zeros(2), np.array([2.0, 0.0]), np.ones(2)


# worked by hand: W h = 0, where tanh is 0 and has the slope 1
@pytest.mark.parametrize(
    ("args", "wanted"),
    [
        ((W, np.array([0.0, 1.0]), H), {"branch alone": [0, 0.761594], "no tanh": [2, 1],
                                        "tanh of the sum": [0.964028, 0.761594]}),
        ((W, np.array([np.arctanh(0.5), 0.0]), H, G),
         {"through the branch alone": [0, 0.75], "not transposed": [1.75, 1], "skip alone": [1, 1],
          "no slope": [1, 2]}),
        ((0.5, 3), {"without the skip": 0.125, "added up": 2.5, "one skip for all": 1.125}),
        ((0.5, 3, 2), {"exchanged": [0.25, 6.75], "of one": [3.375, 0.125],
                       "one block short": [4.5, 0.5]}),
        ((np.array([W, W.T]),), {"first on the left": [[2, 1], [1, 1]]}),
        ((4, 2), {"all paths": 16, "in order": 12}),
        ((4, 2, 0.5), {"one path": [6, 0.25], "one factor": [6, 3]}),
        ((np.array([0.5, 0.2]), 1.5),
         {"without the max": [0.4, 1.8, -0.2], "norms added up": [0.3, 1.7, 0],
          "norms alone": [0.1, 1.8, 0]}),
        ((4,), {"one over the depth": 0.25, "root of the depth": 2}),
    ],
    ids=["up", "back", "stack", "arriving", "product", "paths", "carried", "bounds", "scale"],
)  # fmt: skip
def test_each_slip_gives_what_it_says_in_a_case_worked_by_hand(args, wanted):
    for name, value in wanted.items():
        assert slips.SLIPS[name].gives(*args) == pytest.approx(np.array(value), abs=1e-6), name


def test_the_right_answers_of_the_same_cases():
    assert slips.passed(W, np.array([0.0, 1.0]), H) == pytest.approx([2, 0.761594], abs=1e-6)
    assert slips.returned(W, np.array([np.arctanh(0.5), 0.0]), H, G) == pytest.approx([1, 1.75])
    assert slips.remaining(0.5, 3, 2) == [6.75, 0.25]
    assert slips.product(np.array([W, W.T])).tolist() == [[1, 1], [1, 2]]
    assert slips.carried(4, 2, 0.5) == [6, 1.5]
    assert slips.limits(np.array([0.5, 0.2]), 1.5) == pytest.approx([0.4, 1.8, 0])
    assert slips.scaled(4) == 0.5
