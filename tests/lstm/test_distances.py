"""Why adding is learned at lag 50 and copying is not: data that is what the code computes."""

import numpy as np
import pytest

from unrolled.lstm import distances, lags


@pytest.mark.parametrize("name", distances.RUNS)
def test_the_first_updates_are_those_of_the_file(name):
    kept = distances.loaded()[name][0]
    again = distances.learned(name, 0, distances.EVERY)
    assert again["loss"] == pytest.approx(kept["loss"][:1], abs=2e-5)
    assert again["half_life"][0] == pytest.approx(kept["half_life"][0], abs=0.02)


def test_the_file_is_whole():
    data = distances.loaded()
    assert list(data) == list(distances.RUNS)
    for runs in data.values():
        assert len(runs) == len(distances.SEEDS)
        assert {len(run["loss"]) for run in runs} == {distances.UPDATES // distances.EVERY}
        assert {len(run["half_life"]) for run in runs} == {2}


def test_they_are_the_networks_of_the_main_comparison():
    for game in ("adding", "copying"):
        theirs = lags.loaded()[game]["50"]["LSTM, b_f = 1"]
        for run, other in zip(distances.loaded()[game], theirs, strict=True):
            assert run["loss"][:5] == pytest.approx(other[:5], rel=1e-3)


def test_both_marks_are_early_and_their_sum_is_wanted_at_the_end():
    task = distances.marked_early(np.random.default_rng(0), 500)
    numbers, marks = task.xs[..., 0], task.xs[..., 1]
    assert task.xs.shape == (distances.LAG, 500, 2)
    assert np.array_equal(marks[:5].sum(axis=0), np.ones(500))
    assert np.array_equal(marks[5:10].sum(axis=0), np.ones(500))
    assert not marks[10:].any()
    assert np.allclose(task.ys[-1, :, 0], (numbers * marks).sum(axis=0))
    assert numbers.min() >= 0
    assert numbers.max() <= 1
    assert numbers.mean() == pytest.approx(0.5, abs=0.01)
    assert task.observed.tolist() == [False] * 49 + [True]


def test_the_half_life_of_gates_that_read_nothing_is_that_of_their_bias():
    who = lags.lstm(np.random.default_rng(0), 2, 1, 50, 3)
    f = who.p.cell.f
    still = who.p.cell._replace(f=f._replace(W_x=0 * f.W_x, W_h=0 * f.W_h))
    task = distances.marked_early(np.random.default_rng(1), 4)
    found = distances.longest(who._replace(p=who.p._replace(cell=still)), task)
    assert found == pytest.approx(14.3, abs=0.05)


def test_unknown_names_odd_counts_and_short_sequences_are_refused():
    with pytest.raises(ValueError, match="name: got 'adding, marked late'"):
        distances.learned("adding, marked late", 0)
    with pytest.raises(ValueError, match="updates: got 75, expected a multiple of 50"):
        distances.learned("adding", 0, 75)
    with pytest.raises(ValueError, match="steps"):
        distances.marked_early(np.random.default_rng(0), 4, 9)
