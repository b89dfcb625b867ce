"""A slip's value is recognised as that slip, and the right value never as one."""

import numpy as np

from unrolled.language_models.counting import bigram, mean_surprise, ngram_loss
from unrolled.language_models.slips import COUNTS, PERPLEXITY, SURPRISE, UNIGRAM
from unrolled.page.ask import RIGHT, judge, slipped


def cases(rng):
    """Slips, the right value, and the arguments of both, drawn anew."""
    p = rng.uniform(0.02, 0.9, rng.integers(2, 6))
    yield PERPLEXITY, np.exp(mean_surprise(p)), (p,)
    yield SURPRISE, mean_surprise(p), (p,)
    codes = rng.integers(0, 4, 60)
    counts = np.zeros((4, 4))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    yield COUNTS, bigram(codes, 4)[1, 2], (counts, 1, 2)
    a, b = rng.integers(0, 5, 40), rng.integers(0, 5, 20)
    yield UNIGRAM, ngram_loss(a, b, 5, 1)[0], (a, b, 5)


def test_slips_are_told_from_each_other_and_from_the_right_value():
    rng, close = np.random.default_rng(0), 1e-9
    met = set()
    for _ in range(1000):
        for slips, right, args in cases(rng):
            known = slipped(slips, *args)
            assert judge(right, right, known, close) == RIGHT
            for n, (value, says) in enumerate(known):
                others = [v for v, _ in (*known[:n], *known[n + 1 :], (right, ""))]
                if np.isfinite(value) and min(abs(np.subtract(others, value))) > 2 * close:
                    assert judge(right, value, known, close) == says
                    met.add(says)
    all_of_them = {s.says for slips in (PERPLEXITY, SURPRISE, COUNTS, UNIGRAM)
                   for s in slips.values()}  # fmt: skip
    assert met == all_of_them


def test_a_right_table_is_never_taken_for_a_slip():
    rng = np.random.default_rng(1)
    for _ in range(1000):
        p = rng.uniform(0.02, 0.98, 3)
        known = slipped(PERPLEXITY, p)
        assert judge(1 / np.prod(p) ** (1 / 3), np.exp(mean_surprise(p)), known, 1e-9) == RIGHT
