"""What a cut gradient teaches: the file is what training gives, and the mark is never taught."""

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.unroll import bptt, unroll
from unrolled.rnn.cell import CELL
from unrolled.truncation import recall


def test_one_seed_of_the_file_is_what_training_gives():
    data = read_data(recall.__name__)
    seeds = len(recall.SEEDS)
    assert {name: np.shape(runs) for name, runs in data.items()} == {
        "orthogonal": (len(recall.WINDOWS), seeds),
        "orthogonal, marks": (len(recall.MARKS), seeds),
        "random": (len(recall.WINDOWS), seeds),
        "random, marks": (len(recall.MARKS), seeds),
    }
    for start, seed in (("orthogonal", 3), ("random", 1)):
        for window in (1, 9, 10):
            found = recall.share_right(recall.trained(window, seed, start))
            assert found == recall.recalled(start)[window - 1, seed]


def test_the_windows_share_their_starts_and_an_orthogonal_one_keeps_lengths():
    (plain, _), (turned, _) = recall.begin(2, "random"), recall.begin(2)
    assert np.array_equal(plain.cell.W_hx, turned.cell.W_hx)
    assert np.allclose(turned.cell.W_hh.T @ turned.cell.W_hh, np.eye(recall.UNITS))


def test_the_column_of_the_mark_moves_only_when_the_first_step_is_seen():
    before = recall.begin(4)[0].cell.W_hx[:, recall.SYMBOLS]
    for window, moves in ((1, False), (9, False), (10, True)):
        after = recall.trained(window, 4).cell.W_hx[:, recall.SYMBOLS]
        assert np.array_equal(before, after) != moves


def test_one_seed_of_the_marks_is_what_training_gives_and_a_mark_times_one_is_the_window_of_nine():
    for start, seed, n in (("orthogonal", 0, 2), ("random", 2, 3)):
        found = recall.share_right(recall.trained(9, seed, start, recall.MARKS[n]))
        assert found == recall.marked(start)[n, seed]
        assert np.array_equal(recall.marked(start)[1], recall.recalled(start)[8])


def test_a_stronger_mark_moves_the_first_state_away_and_the_symbols_together():
    far, apart = zip(*map(recall.distances, recall.MARKS), strict=True)
    assert far[0] == 0
    assert far == tuple(sorted(far))
    assert apart == tuple(sorted(apart, reverse=True))


def test_walking_the_last_steps_alone_is_the_window_of_bptt():
    """Only the last step has a loss: the cut walk needs nothing of the steps before."""
    model, rng = recall.begin(0)
    task = recall.recalling(rng, 5, recall.STEPS, recall.SYMBOLS)
    zero = np.zeros((5, recall.UNITS))
    last = rng.normal(size=(5, recall.UNITS))
    states, caches = unroll(CELL, model.cell, task.xs, zero)
    errors = np.zeros_like(states)
    errors[-1] = last
    wanted = bptt(CELL, model.cell, caches, errors, window=4)[0]
    _, short = unroll(CELL, model.cell, task.xs[-4:], states[-5])
    found = bptt(CELL, model.cell, short, errors[-4:])[0]
    assert all(np.allclose(a, b, atol=1e-14) for a, b in zip(found, wanted, strict=True))
