"""Networks that must remember a sign: the task, where they start, and what they end with."""

import numpy as np
import pytest

from unrolled.gradients.norms import spectral_norm, spectral_radius
from unrolled.gradients.recall import GAINS, LAGS, UNITS, recall, recalled, sign_task, starting


def test_the_target_is_the_sign_of_the_first_input_and_is_asked_for_once(rng):
    task = sign_task(rng, 7, 20)
    assert task.xs.shape == (8, 20, 1)
    assert np.array_equal(task.ys[-1].argmax(axis=-1), task.xs[0, :, 0] > 0)
    assert set(np.abs(task.xs[0, :, 0])) == {1}
    assert np.flatnonzero(task.observed).tolist() == [7]


@pytest.mark.parametrize("gain", GAINS)
def test_norm_and_radius_at_the_start_are_the_gain(gain):
    W = starting(gain, 3).p.cell.W_hh
    assert W.shape == (UNITS, UNITS)
    assert spectral_norm(W) == pytest.approx(gain)
    assert spectral_radius(W) == pytest.approx(gain)


def test_one_seed_again_fails_where_the_gradient_vanishes_and_learns_where_it_does_not():
    at = LAGS.index(30)
    for gain, learns in ((0.5, False), (1.0, True)):
        found, kept = recall(gain, 30, 0), recalled()
        assert (found.right > 0.9) == learns == (kept.right[GAINS.index(gain), at, 0] > 0.9)
        assert found.norm == pytest.approx(kept.norm[GAINS.index(gain), at, 0], rel=0.05)


def test_who_learned_has_a_norm_above_2_and_who_failed_from_below_1_stays_there():
    kept = recalled()
    learned = kept.right > 0.9
    assert kept.norm[learned].min() > 2.2
    assert kept.saturated[learned].min() > 0.45
    assert kept.norm[:2][~learned[:2]].max() < 1


@pytest.mark.parametrize("wrong", [{"lag": 0}, {"gain": -1}, {"seed": -1}, {"hair": np.nan}])
def test_what_does_not_fit_is_refused(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}: got"):
        recall(**{"gain": 1.0, "lag": 5, "updates": 1} | wrong)
