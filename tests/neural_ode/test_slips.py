"""Known mistakes are recognised, and what is right is never taken for one."""

from tests.page.slips import recognised
from unrolled.neural_ode import slips

FAMILIES = [slips.STEP, slips.MIDPOINT, slips.BACK, slips.ORDER, slips.MEMORY, slips.DENSITY]


def cases(rng):
    """The arguments of each family of slips and the right value, drawn anew."""
    n = int(rng.integers(2, 5))
    W, b, h, g = rng.normal(size=(n, n)), *rng.normal(size=(3, n))
    step = W, b, h, float(rng.uniform(0.2, 0.7))
    yield step, slips.stepped(*step)
    yield step, slips.middle(*step)
    yield (*step, g), slips.returned(*step, g)
    order, factor = int(rng.integers(2, 5)), int(rng.integers(3, 7))
    yield (order, factor), slips.smaller(order, factor)
    every = int(rng.integers(3, 8))
    steps = every * int(rng.integers(2, 9))
    yield (steps, every), slips.held(steps, every)
    trace, log_density, time = rng.uniform(0.5, 2), rng.normal(), rng.uniform(0.2, 0.8)
    yield (trace, log_density, time), slips.squeezed(trace, log_density, time)


def test_slips_are_recognised_on_1000_random_fields_without_a_false_alarm():
    assert all(slip.says.endswith(".") for family in FAMILIES for slip in family.values())
    recognised(FAMILIES, cases)
