"""A slip's value is recognised as that slip, and the right value never as one."""

import numpy as np
import pytest

from tests.page.slips import recognised
from unrolled.language_models.counting import bigram, mean_surprise, ngram_loss
from unrolled.language_models.slips import COUNTS, PERPLEXITY, SURPRISE, UNIGRAM
from unrolled.page.ask import RIGHT, judge, slipped


def cases(rng):
    """The arguments of each family of slips and the right value, drawn anew."""
    p = rng.uniform(0.02, 0.9, rng.integers(2, 6))
    yield (p,), np.exp(mean_surprise(p))
    yield (p,), mean_surprise(p)
    codes = rng.integers(0, 4, 60)
    counts = np.zeros((4, 4))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    yield (counts, 1, 2), bigram(codes, 4)[1, 2]
    a, b = rng.integers(0, 5, 40), rng.integers(0, 5, 20)
    yield (a, b, 5), ngram_loss(a, b, 5, 1)[0]


def test_slips_are_recognised_on_1000_random_networks_without_a_false_alarm():
    recognised([PERPLEXITY, SURPRISE, COUNTS, UNIGRAM], cases, alike=0.05)


def test_a_right_table_is_never_taken_for_a_slip():
    rng = np.random.default_rng(1)
    for _ in range(1000):
        p = rng.uniform(0.02, 0.98, 3)
        known = slipped(PERPLEXITY, p)
        assert judge(1 / np.prod(p) ** (1 / 3), np.exp(mean_surprise(p)), known, 1e-9) == RIGHT


# Worked out by hand, with log 2 = 0.693147, log 0.4 = -0.916291 and log 0.6 = -0.510826.
HALF_AND_EIGHTH = (np.array([1 / 2, 1 / 8]),)  # surprises of log 2 and 3 log 2
TABLE = (np.array([[0.0, 2.0, 5.0], [4.0, 0.0, 3.0], [2.0, 6.0, 0.0]]), 1, 2)
TEXTS = (np.array([0, 0, 1]), np.array([1, 1, 1, 0]), 2)  # shares of 3/5 and 2/5, or 2/3 and 1/3


@pytest.mark.parametrize(
    ("family", "args", "wanted"),
    [
        (PERPLEXITY, HALF_AND_EIGHTH,
         {"surprise": 1.386294, "sum": 16, "chances": 3.2, "bases": 7.389056, "sign": 0.25}),
        (SURPRISE, HALF_AND_EIGHTH,
         {"bits": 2, "sum": 2.772589, "sign": -1.386294, "chances": 1.163151}),
        (COUNTS, TABLE,
         {"column": 4 / 11, "swapped": 7 / 11, "nothing added": 3 / 7, "added above only": 4 / 7,
          "one for all": 1 / 2}),
        (UNIGRAM, TEXTS,
         {"nothing added": 0.925325, "sum": 3.259698, "sign": -0.814924, "counted": 0.645981,
          "bits": 1.175688}),
    ],
    ids=["perplexity", "surprise", "counts", "unigram"],
)  # fmt: skip
def test_each_slip_gives_what_it_says_in_a_case_worked_by_hand(family, args, wanted):
    found = {name: slip.gives(*args) for name, slip in family.items()}
    assert found == pytest.approx(wanted, rel=0, abs=1e-6)
