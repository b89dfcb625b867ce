"""A slip's value is recognised as that slip, and the right value never as one."""

import numpy as np

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
