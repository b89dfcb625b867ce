"""Known mistakes are recognised, and what is right is never taken for one."""

import numpy as np
import pytest

from tests.page.slips import families, recognised
from unrolled.rnn.cell import RNN, random_rnn
from unrolled.sequence_tasks import slips


def draws(rng):
    """What each family of questions asks about, right and with its arguments, at random."""
    p = random_rnn(rng, 4, 2)._replace(b_h=rng.uniform(0.1, 0.5, 2))
    names = ("from the start", "without tanh", "without bias")
    yield slips.state, (p, np.eye(4)[int(rng.integers(4))], rng.uniform(0.2, 0.9, 2)), names
    first, second = rng.dirichlet([2, 2]), rng.dirichlet([2, 2, 2], 2)
    names = ("added", "the wrong row", "the second alone")
    yield slips.chance_of, (first, second, 1, 0), names
    sizes = int(rng.integers(6, 12)), int(rng.integers(3, 5))
    yield slips.paths, sizes, ("every step", "product", "any at each step")
    yield slips.carried, (*sizes, float(rng.uniform(0.3, 0.9))), slips.CARRIED
    states = rng.uniform(1, 5, 6)
    yield (
        slips.mean_of,
        (states, int(rng.integers(2, 5))),
        (
            "padding counted",
            "padding left out of the sum alone",
        ),
    )


def test_slips_are_recognised_on_1000_random_networks_without_a_false_alarm():
    names = [names for *_, names in draws(np.random.default_rng(0))]
    known = families(slips.SLIPS, names)
    recognised(known, lambda rng: [(args, right(*args)) for right, args, _ in draws(rng)], 0.02)


UNIT = RNN(np.array([[1.0]]), np.array([[2.0]]), np.array([0.5]))


# worked by hand
@pytest.mark.parametrize(
    ("args", "wanted"),
    [
        ((UNIT, [1.0], [0.25]),
         {"from the start": np.tanh(1.5), "without tanh": 2, "without bias": np.tanh(1.5)}),
        (([0.5, 0.5], [[0.25, 0.75], [0.5, 0.5]], 0, 1),
         {"added": 1.25, "the wrong row": 0.25, "the second alone": 0.75}),
        ((3, 2), {"every step": 10, "product": 6, "any at each step": 4}),
        ((3, 2, 0.5), {"one path": 0.125, "one move": 1.5, "time alone": 0.75, "layers alone": 1.5,
                       "a factor for each state": 0.1875}),
        ((np.array([1.0, 3, 5, 7]), 2),
         {"padding counted": 4, "padding left out of the sum alone": 1}),
    ],
    ids=["state", "letters", "ways", "carried", "mean"],
)  # fmt: skip
def test_each_slip_gives_what_it_says_in_a_case_worked_by_hand(args, wanted):
    for name, value in wanted.items():
        assert slips.SLIPS[name].gives(*args) == pytest.approx(value), name


def test_the_right_answers_of_the_same_cases():
    assert slips.state(UNIT, [1.0], [0.25]) == pytest.approx(np.tanh(2))
    assert slips.chance_of([0.5, 0.5], [[0.25, 0.75], [0.5, 0.5]], 0, 1) == 0.375
    assert slips.paths(3, 2) == 3
    assert slips.carried(3, 2, 0.5) == 0.375
    assert slips.mean_of(np.array([1.0, 3, 5, 7]), 2) == 2
