"""Known mistakes are recognised, and what is right is never taken for one."""

import numpy as np
import pytest

from tests.page.slips import recognised
from unrolled.ode_rnn import slips
from unrolled.ode_rnn.between import decayed

FAMILIES = [
    slips.DECAY,
    slips.EVOLVE,
    slips.UPDATE,
    slips.UNSEEN,
    slips.ROW,
    slips.PARTS,
]


def cases(rng):
    """The arguments of each family of slips and the right value, drawn anew."""
    n = int(rng.integers(2, 5))
    W, V, b, c, h, m = rng.normal(size=(n, n)), rng.normal(size=(n, n)), *rng.normal(size=(4, n))
    before = float(rng.uniform(0.5, 2))
    times = before, before + float(rng.uniform(0.3, 2))
    decay = slips.shrinks(rng.uniform(0.2, 1.5, n))

    def update(state):
        return np.tanh(V @ state + b)

    yield (decay, *times, h), slips.across(decay, *times, h)
    flow = slips.flows(W, b)
    yield (flow, *times, h), slips.across(flow, *times, h)
    yield (decay, *times, h, update), slips.observed(decay, *times, h, update)
    yield (decay, *times, h, update), slips.unobserved(decay, *times, h, update)
    mask = np.arange(n) != rng.integers(n)
    yield (*times, m, mask), slips.row(*times, m, mask)
    yield (decay, *times, h, c), np.stack(slips.two_parts(decay, *times, h, c))


def test_slips_are_recognised_on_1000_random_gaps_without_a_false_alarm():
    assert all(slip.says.endswith(".") for family in FAMILIES for slip in family.values())
    assert set().union(*FAMILIES) == set(slips.SLIPS)
    recognised(FAMILIES, cases)


def test_the_right_answers_are_those_of_the_package():
    rng = np.random.default_rng(0)
    rho, h, gap = rng.normal(size=3), rng.normal(size=3), np.array(0.7)
    way = slips.shrinks(np.log(1 + np.exp(rho)))
    assert slips.across(way, 1.1, 1.8, h) == pytest.approx(decayed(rho, gap, h), abs=1e-15)
    assert slips.row(1.1, 1.8, h, [1, 0, 1]) == pytest.approx([0.7, h[0], 0, h[2], 1, 0, 1])
