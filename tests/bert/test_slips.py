"""Known mistakes are recognised, and what is right is never taken for one."""

import numpy as np
import pytest

from tests.page.slips import families, recognised
from unrolled.bert import slips


def draws(rng):
    """What each family of questions asks about, right and with its arguments, at random."""
    token, position, segment = rng.normal(size=(3, 4))
    d, L, d_ff = int(rng.integers(4, 12)), int(rng.integers(2, 5)), int(rng.integers(8, 40))
    V, N_max = (int(k) for k in rng.integers(20, 200, 2))
    X = rng.normal(size=(4, 2))
    mask = np.arange(4) < rng.integers(2, 4)
    u, v = rng.normal([2, 0, 0], 1, (2, 3))
    rows = ("not normed", "no place", "no segment", "token alone")
    yield slips.entering, (token, position, segment), rows
    yield slips.weights, (d, L, d_ff, V, N_max), ("two rows", "one block", "blocks alone")
    yield slips.mean, (X, mask), ("all rows", "masked sum", "first alone")
    yield slips.cosine, (u, v), ("product", "one length", "squares")


def test_slips_are_recognised_on_1000_random_networks_without_a_false_alarm():
    names = [names for *_, names in draws(np.random.default_rng(0))]
    known = families(slips.SLIPS, names)
    recognised(known, lambda rng: [(args, right(*args)) for right, args, _ in draws(rng)])


# worked by hand: (2, −2, 1, 1) + (1, 0, 0, 0) + (0, 1, 0, 0) has the mean 1 and the variance 2
@pytest.mark.parametrize(
    ("args", "wanted"),
    [
        (([2, -2, 1, 1], [1, 0, 0, 0], [0, 1, 0, 0]),
         {"not normed": [3, -1, 1, 1], "no place": [1.147079, -1.60591, 0.229416, 0.229416],
          "no segment": [1.260252, -1.540308, 0.140028, 0.140028],
          "token alone": [1, -1.666667, 0.333333, 0.333333]}),
        ((8, 2, 32, 100, 20), {"two rows": 2720, "one block": 1864, "blocks alone": 1744}),
        (([[2, 0], [0, 4], [1, 2], [5, 2]], [True, True, True, False]),
         {"all rows": [2, 2], "masked sum": [0.75, 1.5], "first alone": [2, 0]}),
        (([1, 2], [4, 3]), {"product": 10, "one length": 4.472136, "squares": 0.08}),
    ],
)  # fmt: skip
def test_slips_by_hand(args, wanted):
    args = [np.array(a) if isinstance(a, list) else a for a in args]
    for name, value in wanted.items():
        assert slips.SLIPS[name].gives(*args) == pytest.approx(value, abs=1e-6), name
