"""Each known slip is recognised as what it is, and what is right never is one."""

from itertools import pairwise

import numpy as np

from tests.page.slips import families, recognised
from unrolled.backprop import slips
from unrolled.backprop.cost import cost_of_passes
from unrolled.backprop.slips import SLIPS
from unrolled.core.activations import softmax

GROUPS = {
    "softmax": ("not divided", "shares of scores"),
    "slope": ("not squared", "squared alone"),
    "chain": ("chain sign", "chain without slope", "on to the weight"),
    "error": ("error sign", "diagonal alone", "without the softmax", "target left out"),
    "hidden": ("no slope", "slope of the slope", "value for slope"),
    "weights": ("rows for columns", "error alone"),
    "cost": ("there and no more", "error of the input", "both ways"),
}


def one(rng):
    """Arguments of each group and the right answer, spelled out, of a random network."""
    z = rng.normal(size=4)
    n = int(rng.integers(2, 6))
    m = int(rng.integers(2, 6))
    powers = [np.exp(value) for value in z]
    y_hat = softmax(rng.normal(size=4))
    y = np.eye(4)[rng.integers(4)]
    w, x, target = rng.normal(size=3)
    h_one = np.tanh(w * x)
    state = rng.uniform(0.55, 0.95)
    W = rng.normal(size=(m, n))
    delta = rng.normal(size=m)
    h = np.tanh(rng.normal(size=n))
    sizes = tuple(int(size) for size in rng.integers(2, 20, rng.integers(3, 6)))
    each = [a * b for a, b in pairwise(sizes)]
    collected = [sum(W[i, j] * delta[i] for i in range(m)) for j in range(n)]
    return {
        "softmax": ((z,), np.array(powers) / sum(powers)),
        "slope": ((state,), 1 - state**2),
        "chain": ((w, x, target), h_one - target - h_one**2 * (h_one - target)),
        "error": ((y_hat, y), np.array([p - t for p, t in zip(y_hat, y, strict=True)])),
        "hidden": ((W, delta, h), np.array(collected) * [1 - value * value for value in h]),
        "weights": ((delta, h), np.array([d * value for d in delta for value in h])),
        "cost": ((sizes,), sum(each) + sum(each[1:])),
    }


def test_slips_are_recognised_on_1000_random_networks_without_a_false_alarm():
    recognised(families(SLIPS, GROUPS.values()), lambda rng: one(rng).values())


def test_the_cost_is_the_counted_one():
    for sizes in ((4, 2, 4), (3, 5, 2, 7), (9, 4)):
        assert cost_of_passes(sizes) == (slips.way_there(sizes), slips.way_back(sizes))


def test_each_slip_computes_what_its_sentence_says():
    z = np.log([1.0, 2, 4, 8])
    p = np.array([0.8, 0.2])
    y = np.array([1.0, 0])
    W, delta, h = np.array([[1.0, 2], [3, 4]]), np.array([1.0, -1]), np.array([0.5, 0.0])
    wanted = {
        "not divided": ((z,), [1, 2, 4, 8]),
        "shares of scores": ((z,), [0, 1 / 6, 2 / 6, 3 / 6]),
        "not squared": ((0.6,), 0.4), "squared alone": ((0.6,), 0.36),
        "chain sign": ((0.0, 2.0, 3.0), 3), "chain without slope": ((0.5, 2.0, 1.0), -0.238406),
        "on to the weight": ((0.0, 2.0, 3.0), -6),
        "error sign": ((p, y), [0.2, -0.2]), "diagonal alone": ((p, y), [-0.2, 0]),
        "without the softmax": ((p, y), [-1.25, 0]), "target left out": ((p, y), [0.8, 0.2]),
        "no slope": ((W, delta, h), [-2, -2]),
        "slope of the slope": ((W, delta, h), [-1.572895, -2]),
        "value for slope": ((W, delta, h), [-1, 0]),
        "rows for columns": ((delta, h), [0.5, -0.5, 0, 0]),
        "error alone": ((delta, h), [1, 1, -1, -1]),
        "there and no more": (((4, 2, 4),), 16), "error of the input": (((4, 2, 4),), 32),
        "both ways": (((4, 2, 4),), 40),
    }  # fmt: skip
    assert sorted(wanted) == sorted(SLIPS)
    for name, (given, value) in wanted.items():
        assert np.allclose(SLIPS[name].gives(*given), value, rtol=0, atol=1e-6), name
