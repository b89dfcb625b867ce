"""A warm-up of deep post-norm stacks, and the gradients before the first update."""

import numpy as np
import pytest

from unrolled.stack import warm_up
from unrolled.stack.find_and_copy import finding, loss_and_gradient, random_finder

CURVES = warm_up.loaded()


def test_the_first_updates_come_out_as_they_are_in_the_file(unchecked):
    for warm in (0, 500):
        again = warm_up.learned(warm, seed=1, updates=warm_up.EVERY)
        assert again == pytest.approx(CURVES[str(warm)][1][:1], rel=1e-3)
    again = warm_up.learned(0, seed=1, updates=warm_up.EVERY, peak=warm_up.GENTLE)
    assert again == pytest.approx(CURVES["gentle"][1][:1], rel=1e-3)


def test_the_file_holds_every_seed():
    assert list(CURVES) == [*(str(warm) for warm in warm_up.UPDATES), "gentle"]
    assert [len(run) for run in CURVES["gentle"]] == [warm_up.UPDATES[0] // warm_up.EVERY] * 5
    for warm, updates in warm_up.UPDATES.items():
        assert [len(run) for run in CURVES[str(warm)]] == [updates // warm_up.EVERY] * 5


def test_a_constant_rate_guesses_and_only_the_longer_warm_up_is_enough_for_every_seed():
    ends = {warm: [run[-1] for run in CURVES[str(warm)]] for warm in warm_up.UPDATES}
    assert min(ends[0]) > 1.3
    assert max(ends[1500]) < 0.6
    assert min(ends[500]) < 0.1 < 1.3 < max(ends[500])


def test_small_steps_throughout_let_every_seed_learn_but_slower_than_the_long_warm_up():
    gentle, warmed = ([run[-1] for run in CURVES[name]] for name in ("gentle", "1500"))
    assert max(gentle) < 1.2
    assert np.median(gentle) > 3 * np.median(warmed)


def test_the_rate_rises_linearly_and_then_stays():
    rate = warm_up.warm_up(0.5, 10)
    assert [rate(k) for k in (1, 5, 10, 11, 99)] == [0.05, 0.25, 0.5, 0.5, 0.5]
    assert warm_up.warm_up(0.5, 0)(1) == 0.5


def test_without_a_last_norm_the_gradients_are_the_finder_s():
    task = finding(np.random.default_rng(1003), warm_up.MANY, warm_up.PLACES)
    p = random_finder(np.random.default_rng(3), 6)
    for first in (False, True):
        blocks = loss_and_gradient(p, task, first)[1].blocks
        wanted = [np.linalg.norm(d.feed.W_2) for d in blocks]
        assert warm_up.first_gradients(6, 3, first, last_norm=False) == pytest.approx(wanted)


def test_what_is_no_schedule_is_refused(unchecked):
    with pytest.raises(ValueError, match="peak: got 0"):
        warm_up.warm_up(0, 10)
    with pytest.raises(ValueError, match="updates: got -1"):
        warm_up.warm_up(0.1, -1)


def test_a_pre_norm_stack_s_last_gradient_falls_with_depth_because_of_its_last_norm():
    last = {
        (first, last_norm): [
            np.median([warm_up.first_gradients(L, s, first, last_norm)[-1] for s in warm_up.SEEDS])
            for L in warm_up.DEPTHS
        ]
        for first, last_norm in ((False, False), (True, True), (True, False))
    }
    post, pre, without = last.values()
    assert pre[0] > pre[1] > pre[2]
    assert pre[2] / pre[0] == pytest.approx((6 / 24) ** 0.5, rel=0.2)
    assert min(post) > 2 * max(pre)
    assert post[2] > post[0]
    assert without[2] > without[0]
