"""What the sentences of book/gradients.ipynb say, and what they must not say again."""

import numpy as np
import pytest

from unrolled.bptt.jacobians import jacobians
from unrolled.core.initial import orthogonal
from unrolled.core.unroll import unroll
from unrolled.gradients import many_units as many
from unrolled.gradients.norms import spectral_norm, spectral_radius
from unrolled.gradients.products import lags
from unrolled.rnn import demo
from unrolled.rnn.cell import CELL, RNN


def left(W, h0, T, b=0.0):
    """‖∂h_k/∂h_0‖₂ of a tanh network without input, k = 1..T."""
    W = np.atleast_2d(np.asarray(W, float))
    p = RNN(np.zeros((len(W), 1)), W, np.zeros(len(W)) + b)
    return lags(CELL, p, np.zeros((T, 1)), np.asarray(h0, float)).norm


def test_a_radius_above_1_promises_nothing_even_for_normal_matrices_without_negative_entries():
    W = np.array([[3.0]])
    assert np.all(W >= 0)
    assert np.array_equal(W @ W.T, W.T @ W)
    assert spectral_radius(W) == 3
    assert left(W, [0.5], 50)[-1] < 1e-70


def test_below_1_it_is_enough_for_both(rng):
    for _ in range(100):
        n = int(rng.integers(1, 6))
        positive = rng.random((n, n))
        positive *= 0.9 / spectral_radius(positive)
        symmetric = rng.normal(size=(n, n))
        symmetric = symmetric + symmetric.T
        symmetric *= 0.9 / spectral_radius(symmetric)
        for W in (positive, symmetric, 0.9 * orthogonal(rng, n)):
            assert left(W, rng.normal(size=n), 200, rng.normal(size=n))[-1] < 1e-3


def test_the_same_weight_explodes_from_0_and_vanishes_from_one_half():
    assert left([[3]], [0], 50)[-1] == pytest.approx(3.0**50)
    assert left([[3]], [0.5], 50)[-1] == pytest.approx(5.2e-75, rel=0.01)


def test_a_norm_below_1_leaves_no_room_for_a_rise_at_any_single_step(rng):
    """A bound by 0.99^k alone would not say so: each factor has a norm of at most 0.99."""
    for _ in range(100):
        n = int(rng.integers(1, 6))
        W = rng.normal(size=(n, n))
        found = left(0.99 * W / spectral_norm(W), rng.normal(size=n), 30, rng.normal(size=n))
        assert np.all(found[1:] <= 0.99 * found[:-1])


def test_the_wrong_order_costs_what_the_chapter_says():
    """3 % for ∂h_3/∂h_1; of ∂h_3/∂h_0 it would be 20 %, and 4.2 % belongs to ∂a."""
    _, caches = unroll(CELL, demo.MODEL.cell, demo.XS, demo.H0)
    J = jacobians(CELL, demo.MODEL.cell, caches)

    def gap(wrong, right):
        return np.linalg.norm(wrong - right) / np.linalg.norm(right)

    assert gap(J[1] @ J[2], J[2] @ J[1]) == pytest.approx(0.031, abs=5e-4)
    assert gap(J[0] @ J[1] @ J[2], J[2] @ J[1] @ J[0]) == pytest.approx(0.197, abs=5e-4)


def test_64_units_at_one_radius_do_both_in_every_run():
    """What the chapter says of the pulse's closer look, for all five runs, not the median alone."""
    quiet, some, strong = many.loaded()["runs"][many.RADII.index(1.5)]
    assert quiet["low"][-1] > 1
    assert some["high"][-1] < -3
    assert strong["high"][-1] < -20
    _, noise, starts = many.problem()
    share = [
        np.mean(np.abs(unroll(CELL, many.weights(1.5, d), noise, starts)[0]) > 0.9)
        for d in many.DRIVES
    ]
    assert share[0] < 0.1
    assert share[1] == pytest.approx(0.31, abs=0.02)
    assert share[2] > 0.75


def test_at_radius_1_every_run_with_inputs_of_size_1_vanishes():
    assert many.loaded()["runs"][many.RADII.index(1.0)][many.DRIVES.index(1)]["high"][-1] < -5


def test_gaussian_weights_of_variance_1_over_n_have_a_radius_near_1_and_a_norm_near_2(rng):
    W = rng.normal(0, 64**-0.5, (50, 64, 64))
    assert np.all(np.abs(spectral_radius(W) - 1) < 0.25)
    assert np.all(np.abs(spectral_norm(W) - 2) < 0.25)


@pytest.mark.parametrize("w", [n / 10 for n in range(31) if n != 10])
def test_of_all_tenths_the_most_is_left_at_a_weight_of_1(w):
    assert left([[w]], [0.5], 100)[-1] < left([[1]], [0.5], 100)[-1]
