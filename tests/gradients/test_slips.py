"""Known mistakes are recognised, and what is right is never taken for one."""

import numpy as np
import pytest

from tests.page.slips import families, recognised
from unrolled.gradients import slips


def draws(rng):
    """What each family of questions asks about, right and with its arguments, at random."""
    w = rng.uniform(0.3, 3)
    h = rng.uniform(0.05, 0.95)
    W = rng.normal(size=(2, 2))
    state = rng.uniform(-0.95, 0.95, 2)
    later, earlier, M = rng.normal(size=(3, 2, 2))
    yield slips.factor, (w, h), ("no slope", "slope alone", "not squared", "state for slope")
    yield slips.jacobian, (W, state), ("no slopes", "columns", "transposed", "states for slopes")
    yield slips.product, (later, earlier), ("reversed", "entry by entry")
    yield slips.stretch, (M,), ("squared", "all entries", "the smaller", "the radius")


def test_slips_are_recognised_on_1000_random_networks_without_a_false_alarm():
    names = [names for *_, names in draws(np.random.default_rng(0))]
    known = families(slips.SLIPS, names)
    recognised(known, lambda rng: [(args, right(*args)) for right, args, _ in draws(rng)])


def test_the_right_answers_are_the_packages(rng):
    for _ in range(20):
        (_, (w, h), _), (_, (W, hs), _), (_, pair, _), (_, (M,), _) = draws(rng)
        k = int(rng.integers(2, 30))
        assert slips.power(w, k) == pytest.approx(np.prod(np.full(k, w)))
        assert slips.factor(w, h) == pytest.approx(
            (np.tanh(w * (np.arctanh(h) / w + 1e-6)) - np.tanh(np.arctanh(h) - 1e-6 * w)) / 2e-6,
            rel=1e-6,
        )
        assert slips.jacobian(W, hs) == pytest.approx(np.ravel(np.diag(1 - hs**2) @ W))
        assert slips.product(*pair) == pytest.approx(np.ravel(np.einsum("ij,jk->ik", *pair)))
        assert slips.stretch(M) == pytest.approx(np.linalg.norm(M, 2))


def test_each_slip_computes_what_its_sentence_says():
    W, h, E = np.array([[1.0, 2], [3, 4]]), np.array([0.5, 0.0]), np.array([[0.0, 1], [-2, 5]])
    shear = np.array([[3.0, 0], [4, 5]])  # singular values √45 and √5, eigenvalues 3 and 5
    wanted = {
        "no slope": ((2, 0.6), 2), "slope alone": ((2, 0.6), 0.64),
        "not squared": ((2, 0.6), 0.8), "state for slope": ((2, 0.6), 1.2),
        "no slopes": ((W, h), [1, 2, 3, 4]), "columns": ((W, h), [0.75, 2, 2.25, 4]),
        "transposed": ((W, h), [0.75, 3, 1.5, 4]), "states for slopes": ((W, h), [0.5, 1, 0, 0]),
        "reversed": ((W, E), [3, 4, 13, 16]), "entry by entry": ((W, E), [0, 2, -6, 20]),
        "squared": ((shear,), 45), "all entries": ((shear,), 50**0.5),
        "the smaller": ((shear,), 5**0.5), "the radius": ((shear,), 5),
    }  # fmt: skip
    assert sorted(wanted) == sorted(slips.SLIPS)
    for name, (given, value) in wanted.items():
        assert slips.SLIPS[name].gives(*given) == pytest.approx(value), name
