"""The running total: derived data that is what the code computes, and what the starts are."""

import numpy as np
import pytest

from unrolled.lstm import totals


def test_the_first_updates_are_those_of_the_file():
    for start, kept in totals.loaded().items():
        losses, before, _ = totals.learned(start, 0, updates=totals.EVERY)
        assert losses == pytest.approx(kept["losses"][0][:1], abs=2e-5)
        longest = max(totals.time_constants(before))
        assert longest == pytest.approx(kept["longest"][0][0], abs=0.06)


def test_the_file_is_whole():
    data = totals.loaded()
    assert list(data) == list(totals.STARTS)
    for run in data.values():
        shape = (len(totals.SEEDS), totals.UPDATES // totals.EVERY)
        assert np.shape(run["losses"]) == shape
        assert np.shape(run["longest"]) == (len(totals.SEEDS), 2)


def test_the_target_is_the_sum_of_all_numbers_with_variance_1():
    task = totals.totalling(np.random.default_rng(0), 4000, 30)
    assert np.allclose(task.ys[-1], task.xs.sum(axis=0) / np.sqrt(10))
    assert task.observed.tolist() == [False] * 29 + [True]
    assert task.ys[-1].var() == pytest.approx(1, abs=0.1)
    assert 0.5 * task.ys[-1].var() == pytest.approx(totals.CHANCE, abs=0.05)


def test_the_starts_differ_in_their_biases_alone():
    for start, forget, write in (("bias 1", 1, 0), ("bias 7", 7, 0), ("closed", 7, -4)):
        name = next(name for name in totals.STARTS if name.endswith(start))
        cell = totals.STARTS[name](np.random.default_rng(3), 1, 1, 50).p.cell
        assert cell.f.b.tolist() == [forget] * 16
        assert cell.i.b.tolist() == [write] * 16


def test_unknown_starts_and_odd_counts_are_refused():
    with pytest.raises(ValueError, match="start: got 'bias 2'"):
        totals.learned("bias 2", 0)
    with pytest.raises(ValueError, match="updates: got 75, expected a multiple of 50"):
        totals.learned("bias 1", 0, updates=75)
