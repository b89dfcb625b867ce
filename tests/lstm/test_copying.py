"""Why a plain network wins at copying: derived data that is what the code computes."""

import numpy as np
import pytest

from unrolled.core.losses import CROSS_ENTROPY
from unrolled.core.tasks import copying as copy_task
from unrolled.core.tree import tree_leaves
from unrolled.lstm import copying, lags
from unrolled.lstm.copying import RUNNERS
from unrolled.training import loss_and_gradient


@pytest.mark.parametrize("name", RUNNERS)
def test_the_first_updates_are_those_of_the_file(name):
    wait = RUNNERS[name].waits[0]
    kept = copying.loaded()[str(wait)][name][0]
    again = copying.played(name, wait, 0, 100)
    assert again["loss"] == pytest.approx(kept["loss"][:2], abs=2e-5)
    assert again["reach"] == pytest.approx(kept["reach"][:4], abs=2e-3)


def test_they_are_the_networks_of_the_main_comparison():
    for name, other in (("plain, 34 units", "Elman"), ("LSTM, 16 units", "LSTM, b_f = 1")):
        ours = copying.loaded()["10"][name]
        theirs = lags.loaded()["copying"]["10"][other]
        for run, other_run in zip(ours, theirs, strict=True):
            assert run["loss"][:5] == pytest.approx(other_run[:5], rel=1e-3)


def test_the_file_is_whole():
    for wait, runs in copying.loaded().items():
        assert set(runs) == {name for name, runner in RUNNERS.items() if int(wait) in runner.waits}
        for name, seeds in runs.items():
            updates = RUNNERS[name].updates if wait == "10" else lags.UPDATES
            assert len(seeds) == len(lags.SEEDS)
            assert {len(run["loss"]) for run in seeds} == {updates // lags.EVERY}
            assert {len(run["reach"]) for run in seeds} == {len(copying.WATCHED)}


@pytest.mark.parametrize("name", ["plain, 16 units", "LSTM, 16 units"])
def test_parts_by_lag_add_up_to_the_gradient(name):
    """The parts of one sequence's gradient, one lag after the other, are all of it."""
    who = RUNNERS[name].start(np.random.default_rng(0), 2)
    task = copy_task(np.random.default_rng(1), 1, 2)
    _, gradient, _ = loss_and_gradient(
        who.p, task.xs, task.ys, None, CROSS_ENTROPY, cell=who.cell, observed=task.observed
    )
    whole = np.sqrt(sum(np.sum(leaf**2) for leaf in tree_leaves(gradient.cell)))
    parts = copying.by_lag(who, task)
    assert len(parts) == len(task.xs)
    assert whole <= parts.sum() * (1 + 1e-12)
    assert np.all(parts >= 0)
    assert parts[0] > 0


def test_what_is_no_runner_is_named():
    with pytest.raises(ValueError, match="name: got 'Elman'"):
        copying.played("Elman", 10, 0)
    with pytest.raises(ValueError, match="updates: got 70, expected a multiple of 50"):
        copying.played("plain, 16 units", 10, 0, 70)


def test_what_the_chapter_says_of_it():
    """Width decides at a wait of 10, reach at a wait of 50."""
    ends = {name: copying.ends("10", name) for name in copying.loaded()["10"]}
    assert np.all(ends["plain, 34 units"] < ends["LSTM, 16 units"])
    assert np.median(ends["plain, 16 units"]) > 10 * np.median(ends["plain, 34 units"])
    assert np.median(ends["LSTM, 34 units"]) < np.median(ends["LSTM, 16 units"]) / 10
    assert 0 < np.sum(ends["plain, 16 units"] < ends["LSTM, 16 units"]) < 5, "no clear winner"
    assert np.all(copying.ends("10", "LSTM, 16 units", 6000) < 0.0005)
    for name in ("plain, 34 units", "LSTM, 16 units"):
        assert np.all(np.median(copying.reaches("10", name), axis=0)[2:] > 1)
        assert np.median(copying.reaches("50", name), axis=0)[-1] < 1e-4
    assert copying.reaches("50", "LSTM, 16 units, by horizon").min() > 0.05
