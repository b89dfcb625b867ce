"""Known mistakes are recognised, and what is right is never taken for one."""

import numpy as np
import pytest

from tests.page.slips import families, recognised
from unrolled.gradients import slips


def draws(rng):
    """What each family of questions asks about, right and with its arguments, at random."""
    w, k, h = rng.uniform(0.3, 3), int(rng.integers(2, 30)), rng.uniform(0.05, 0.95)
    W, state = rng.normal(size=(2, 2)), rng.uniform(-0.95, 0.95, 2)
    later, earlier, M = rng.normal(size=(3, 2, 2))
    yield slips.power, (w, k), ("multiplied", "one too few", "one too many")
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
        (power, (w, k), _), (_, (_, h), _), (_, (W, hs), _), (_, pair, _), (_, (M,), _) = draws(rng)
        assert power(w, k) == pytest.approx(np.prod(np.full(k, w)))
        assert slips.factor(w, h) == pytest.approx(
            (np.tanh(w * (np.arctanh(h) / w + 1e-6)) - np.tanh(np.arctanh(h) - 1e-6 * w)) / 2e-6,
            rel=1e-6,
        )
        assert slips.jacobian(W, hs) == pytest.approx(np.ravel(np.diag(1 - hs**2) @ W))
        assert slips.product(*pair) == pytest.approx(np.ravel(np.einsum("ij,jk->ik", *pair)))
        assert slips.stretch(M) == pytest.approx(np.linalg.norm(M, 2))
