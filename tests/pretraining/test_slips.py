"""Known mistakes are recognised, and what is right is never taken for one."""

from tests.page.slips import recognised
from unrolled.pretraining import slips

FAMILIES = [slips.TAUGHT, slips.CHAIN, slips.SUMMED, slips.PSEUDO, slips.PAIR]


def cases(rng):
    """The arguments of each family of slips and the right value, drawn anew."""
    count = (int(rng.integers(20, 400)), float(rng.uniform(0.1, 0.3)), int(rng.integers(4, 60)))
    yield count, slips.taught(*count)
    steps = rng.uniform(0.2, 0.9, int(rng.integers(3, 6)))
    yield (steps,), slips.from_left(steps)
    joint = rng.uniform(0.1, 1, (2, 2))
    joint = joint / joint.sum()
    yield (joint,), slips.summed(joint)
    yield (steps,), slips.pseudo(steps)
    w, x = rng.normal(size=(2, 3))
    pair = (w, x, float(rng.normal()), 1.0)
    yield pair, slips.pair_gradient(*pair)


def test_slips_are_recognised_on_1000_random_cases_without_a_false_alarm():
    assert all(slip.says.endswith(".") for family in FAMILIES for slip in family.values())
    assert set().union(*FAMILIES) == set(slips.SLIPS)
    recognised(FAMILIES, cases)
