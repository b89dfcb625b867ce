"""One block at a task that needs positions, and what adding them leaves of the tokens."""

import numpy as np
import pytest

from unrolled.core.gradcheck import largest_gap
from unrolled.core.tree import tree_leaves, tree_map
from unrolled.transformer import position_contest as contest
from unrolled.transformer.position_contest import BACK, N_LONG, N_TRAINED, SYMBOLS, marked

FOUND = contest.loaded()


@pytest.mark.parametrize("positions", contest.POSITIONS)
def test_the_first_updates_come_out_as_they_are_in_the_file(positions):
    again = contest.learned(positions, seed=2, updates=100)[1]
    assert again == pytest.approx(FOUND[positions]["curves"][2][:2], rel=1e-2)


def test_the_file_holds_every_seed():
    assert tuple(FOUND) == contest.POSITIONS
    for found in FOUND.values():
        assert {len(found[k]) for k in found} == {5}
        assert {len(run) for run in found["curves"]} == {contest.UPDATES // contest.EVERY}
        assert {len(run) for run in found["by position"]} == {N_LONG - BACK}


def test_learned_encodings_answer_where_they_were_trained_and_nowhere_else():
    p, _ = contest.learned("learned", 0, updates=400)
    accuracy = contest.by_position(p, N_LONG)
    trained = N_TRAINED - BACK
    assert np.mean(accuracy[:trained]) > 0.98
    assert np.mean(accuracy[trained:]) < 0.2
    start = contest.random_reader(np.random.default_rng(0), "learned")
    assert np.array_equal(p.P[N_TRAINED:], start.P[N_TRAINED:])
    assert not np.allclose(p.P[:N_TRAINED], start.P[:N_TRAINED])


def test_without_positions_no_seed_beats_the_most_frequent_symbol():
    guess = contest.most_frequent(N_TRAINED)
    assert max(FOUND["none"]["trained length"]) < guess < 0.26
    for positions in ("sinusoidal", "learned"):
        assert min(FOUND[positions]["trained length"]) >= 0.999


def test_beyond_the_trained_length_sinusoidal_encodings_help_a_little_and_learned_ones_do_not():
    beyond = {
        positions: np.array(found["by position"])[:, N_TRAINED - BACK :].mean(axis=1)
        for positions, found in FOUND.items()
    }
    assert beyond["learned"].max() < 0.17
    assert 0.3 < beyond["sinusoidal"].min() < beyond["sinusoidal"].max() < 0.6


@pytest.mark.parametrize("positions", contest.POSITIONS[1:])
def test_token_and_position_are_read_back_from_their_sum(positions):
    assert all(found == [1, 1] for found in FOUND[positions]["read back"])
    for seed in contest.SEEDS:
        assert contest.random_sums(seed, 32, positions) == (1, 1)
        assert min(contest.random_sums(seed, 16, positions)) > 0.9


def test_more_tokens_than_dimensions_leave_no_room_for_the_position(rng):
    P = contest.sinusoids(N_TRAINED, 16)
    few, many = (contest.read_back(rng.normal(size=(V, 16)), P, 0) for V in (SYMBOLS, 26))
    assert few == (1, 1)
    assert many[1] < 0.6


def test_the_symbol_wanted_is_three_before_the_marked_one(rng):
    xs, at, ys = marked(rng, 200, 9)
    each = np.arange(200)
    assert np.array_equal(xs[each, at - BACK, :SYMBOLS], ys)
    assert np.array_equal(xs[..., -1].argmax(axis=1), at)
    assert (xs.sum(axis=-1).sum(axis=1) == 10).all()
    assert set(at) == set(range(BACK, 9))


def test_without_positions_an_answer_does_not_depend_on_the_order(rng):
    task = marked(rng, 20, 12)
    turn = rng.permutation(12)
    moved = np.argsort(turn)[task.at]
    for positions, same in (("none", True), ("sinusoidal", False), ("learned", False)):
        p = contest.random_reader(np.random.default_rng(1), positions)
        zs = contest.answered(p, task.xs, task.at)[0]
        turned = contest.answered(p, task.xs[:, turn], moved)[0]
        assert (largest_gap(turned, zs) < 1e-12) == same


def test_the_gradient_is_the_transpose_of_the_jacobian(rng):
    task = marked(rng, 5, 7)
    p = contest.random_reader(rng, "learned")
    p = tree_map(lambda w: w + rng.normal(0, 0.1, w.shape), p)
    g = contest.loss_and_gradient(p, task)[1]
    way = tree_map(lambda w: rng.normal(size=w.shape), p)
    ahead, behind = (
        contest.loss_and_gradient(tree_map(lambda w, v, e=e: w + e * v, p, way), task)[0]
        for e in (1e-6, -1e-6)
    )
    inner = sum(float((a * b).sum()) for a, b in zip(tree_leaves(g), tree_leaves(way), strict=True))
    assert (ahead - behind) / 2e-6 == pytest.approx(inner, rel=1e-5, abs=1e-8)


def test_what_does_not_fit_the_task_is_refused(unchecked):
    rng = np.random.default_rng(0)
    with pytest.raises(ValueError, match="length: got 3"):
        marked(rng, 2, 3)
    with pytest.raises(ValueError, match="positions: got 'rotary'"):
        contest.learned("rotary", 0)
    with pytest.raises(ValueError, match="updates: got 75"):
        contest.learned("none", 0, updates=75)
    task = marked(rng, 2, N_LONG + 1)
    with pytest.raises(ValueError, match="the length of xs: got 41"):
        contest.answered(contest.random_reader(rng, "none"), task.xs, task.at)
