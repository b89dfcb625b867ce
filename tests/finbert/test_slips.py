"""Known mistakes are recognised, and what is right is never taken for one."""

import numpy as np
import pytest

from tests.page.slips import recognised
from unrolled.finbert import slips
from unrolled.finbert.protocol import walk_forward
from unrolled.finbert.world import returns_after

FAMILIES = [slips.TARGET, slips.TONE, slips.STRENGTH, slips.ROWS, slips.R2]


def cases(rng):
    """The arguments of each family of slips and the right value, drawn anew."""
    prices = 1000 * np.exp(np.cumsum(rng.normal(0, 0.2, 8)))
    given = prices, int(rng.integers(1, 3)), int(rng.integers(1, 4))
    yield given, slips.target(*given)
    given = int(rng.integers(4, 8)), int(rng.integers(1, 4)), int(rng.integers(13, 20))
    yield given, slips.tone(*given)
    given = rng.uniform(0.1, 0.4), rng.uniform(0.5, 0.8)
    yield given, slips.corrected(*given)
    known = np.cumsum(rng.integers(3, 5, 14))
    given = known, 9.0, float(known[-1]), 20.0
    yield given, slips.known_rows(*given)
    given = rng.normal(1, 1, 6), rng.normal(1, 1, 6), float(rng.normal(3, 0.2))
    yield given, slips.r2(*given)


def test_slips_are_recognised_on_1000_random_rows_without_a_false_alarm():
    assert all(slip.says.endswith(".") for family in FAMILIES for slip in family.values())
    assert set().union(*FAMILIES) == set(slips.SLIPS)
    recognised(FAMILIES, cases)


def test_the_right_answers_are_those_of_the_package():
    rng = np.random.default_rng(0)
    prices = 300 * np.exp(np.cumsum(rng.normal(0, 0.1, 9)))
    wanted = returns_after(np.log(prices), np.array([3]), 4)[0]
    assert slips.target(prices, 2, 4) == pytest.approx(wanted)
    known = np.cumsum(rng.integers(1, 4, 20)).astype(float)
    for split in walk_forward(known, known + 5, 12, embargo=2):
        now = known[split.test[0]]
        assert slips.known_rows(known, 5, now, 2) == len(split.learn)
