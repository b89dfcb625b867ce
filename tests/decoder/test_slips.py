"""Known mistakes are recognised, and what is right is never taken for one."""

import numpy as np
import pytest

from tests.page.slips import recognised
from unrolled.core.activations import softmax
from unrolled.decoder import cache, demo, slips, speed
from unrolled.decoder.ngram import count_ngrams, next_chances

FAMILIES = [slips.ROW, slips.TOP_K, slips.NUCLEUS, slips.INTERPOLATION, slips.COST]


def cases(rng):
    """The arguments of each family of slips and the right value, drawn anew."""
    N = int(rng.integers(4, 8))
    n = int(rng.integers(2, N))
    s, y = rng.normal(size=N), softmax(rng.normal(size=N))
    yield (s, n), slips.visible(s, n)
    k = int(rng.integers(2, N))
    yield (y, k), slips.top_k(y, k)
    share = float(rng.uniform(y.max() + 0.01, 0.99 * (1 - y.min())))
    yield (y, share), slips.nucleus(y, share)
    counts, weight = rng.integers(0, 9, N) + np.eye(N)[0], float(rng.uniform(1, 9))
    yield (counts, weight, y), slips.interpolated(counts, weight, y)
    sizes = tuple(int(x) for x in rng.integers(2, 70, 5))
    yield sizes, slips.cost(*sizes)


def test_slips_are_recognised_on_1000_random_cases_without_a_false_alarm():
    assert all(slip.says.endswith(".") for family in FAMILIES for slip in family.values())
    assert set().union(*FAMILIES) == set(slips.SLIPS)
    recognised(FAMILIES, cases, alike=0.05)


def test_the_right_answers_are_those_of_the_package():
    found = demo.all_numbers()
    for n in (1, 2, 3):
        assert slips.visible(found["S"][n - 1], n) == pytest.approx(found["A"][n - 1], abs=1e-14)
    p = speed.model()
    assert slips.cost(64, 128, 2, 34, 100) == cache.multiply_adds(p, 100, "cache")
    text = np.random.default_rng(0).integers(0, 4, 200)
    p = count_ngrams(text, 4, 2, 3.0)
    counts = p.counts[1][(2,)]
    assert slips.interpolated(counts, 3.0, next_chances(p, ())) == pytest.approx(
        next_chances(p, (2,))
    )
