"""Nine ways to train, two tasks, five seeds: one seed again, and what the chapter reads in them."""

import numpy as np
import pytest

from unrolled.core.tasks import copying
from unrolled.core.tree import ravel, tree_leaves
from unrolled.remedies import contest, variants
from unrolled.remedies.gallery import gallery

ADDING, COPYING = contest.losses("adding"), contest.losses("copying")
EVERY = [(game, name) for game in contest.GAMES for name in contest.CONTESTANTS]
SEED = 2
PLAYED = ("Elman", "clip by norm", "orthogonal start", "identity, ReLU", "residual")
QUICK = [("adding", name) for name in PLAYED]


@pytest.mark.parametrize(("game", "name"), [*QUICK, ("copying", "skip, d = 8")])
def test_one_seed_comes_out_as_it_is_in_the_file(game, name):
    again = contest.played(game, name, SEED)
    stored = contest.loaded()[game][name][SEED]
    assert again["loss"] == pytest.approx(stored["loss"], rel=1e-3)
    assert again["long"] == pytest.approx(stored["long"], abs=3)
    assert again["before"] == pytest.approx(stored["before"], abs=2e-3)


def test_the_file_holds_every_seed_and_stays_small():
    for game, name in EVERY:
        assert len(contest.loaded()[game][name]) == len(contest.SEEDS) == 5


def test_all_contestants_of_a_seed_read_the_same_sequences():
    for game, (draw, *_) in contest.GAMES.items():
        first, second = (draw(np.random.default_rng(1000 + SEED)) for _ in range(2))
        assert np.array_equal(first.xs, second.xs), game


@pytest.mark.parametrize("game", contest.GAMES)
def test_they_have_the_same_first_weights_where_only_the_start_of_w_hh_differs(game):
    plain = contest.entered(game, "Elman", SEED)[0].p
    for name in ("clip by norm", "leaky, α = 0.9", "residual", "spectral decay"):
        assert np.array_equal(ravel(contest.entered(game, name, SEED)[0].p), ravel(plain))
    for name in ("orthogonal start", "identity, ReLU"):
        other = contest.entered(game, name, SEED)[0].p
        assert np.array_equal(other.cell.W_hx, plain.cell.W_hx)
        assert np.array_equal(ravel(other.readout), ravel(plain.readout))


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_the_numbers_of_weights_are_within_5_percent(game, name):
    counts = [
        sum(leaf.size for leaf in tree_leaves(contest.entered(game, n, 0)[0].p))
        for n in ("Elman", name)
    ]
    assert counts[1] == contest.weights(game, name)
    assert counts[1] == pytest.approx(counts[0], rel=0.05)


@pytest.mark.parametrize("game", contest.GAMES)
def test_no_other_width_of_the_skip_comes_nearer(game):
    _, _, n_x, n_y, units, narrow, _ = contest.GAMES[game]

    def count(n, matrices):
        return n * n_x + matrices * n * n + n + n_y * n + n_y

    wanted = count(units, 1)
    assert min(range(1, units + 1), key=lambda n: abs(count(n, 2) - wanted)) == narrow


def wins(losses, name, best=min):
    return sum(losses[name][s] == best(run[s] for run in losses.values()) for s in contest.SEEDS)


def test_who_is_the_best_and_who_the_worst_with_every_seed():
    assert wins(ADDING, "identity, ReLU") == wins(COPYING, "skip, d = 8") == 5
    assert wins(ADDING, "residual", max) == 5
    assert wins(COPYING, "residual", max) == 3
    assert min(ADDING["residual"]) > contest.GAMES["adding"].chance


def test_clipping_helps_with_two_seeds_and_hurts_with_three():
    better = np.array(COPYING["clip by norm"]) < np.array(COPYING["Elman"])
    assert better.sum() == 2


def test_an_orthogonal_start_is_almost_perfect_with_two_seeds():
    assert sum(loss < 0.02 for loss in COPYING["orthogonal start"]) == 2
    assert sum(loss > 0.45 for loss in COPYING["orthogonal start"]) == 3


def test_no_one_wins_both_tasks():
    assert not {name for name in ADDING if wins(ADDING, name) and wins(COPYING, name)}


def test_the_chance_levels_are_those_of_knowing_nothing(rng):
    _, ys, _ = contest.GAMES["adding"].draw(rng)
    draws = np.concatenate([contest.GAMES["adding"].draw(rng).ys[-1] for _ in range(200)])
    assert ys.shape[-1] == 1
    assert np.var(draws) / 2 == pytest.approx(contest.GAMES["adding"].chance, rel=0.05)
    assert contest.GAMES["copying"].chance == pytest.approx(np.log(4))


def test_in_the_gallery_the_plain_cell_vanishes_and_the_slow_leak_does_not():
    for seed in range(5):
        ends = {name: norm[-1] for name, norm in gallery(seed).items()}
        assert ends["Elman"] < 1e-6
        assert 0.1 < ends["leaky 0.99"] < 10


def test_one_seed_of_the_variants_comes_out_as_it_is_in_the_file():
    stored = variants.loaded()
    assert variants.write_less(0.1, SEED) == pytest.approx(stored["written"]["0.1"][SEED], rel=1e-3)
    for d in (None, 10, 11):
        again = stored["reached"][str(d or "none")][SEED]
        assert variants.reach_back(d, SEED) == pytest.approx(again, rel=1e-3)


def test_a_clock_does_not_help():
    found, stored = variants.loaded()["clock"], variants.loaded()["reached"]["none"]
    assert variants.read_clock(SEED) == pytest.approx(found[SEED], rel=1e-3)
    assert np.median(found) > np.median(stored)


def test_what_is_written_in_full_is_the_contests_residual_cell():
    assert variants.loaded()["written"]["1"] == ADDING["residual"]


def test_a_symbol_comes_back_after_the_distance(rng):
    xs, ys, observed = copying(rng, 5, variants.DELAY)
    assert np.array_equal(ys[observed], xs[np.flatnonzero(observed) - variants.DISTANCE, :, :4])


def test_a_skip_that_fits_is_the_best_with_every_seed_and_one_step_more_is_far_worse():
    losses = {name: np.array(found) for name, found in variants.loaded()["reached"].items()}
    assert all(len(found) == len(contest.SEEDS) for found in losses.values())
    assert np.array_equal(losses["10"], np.min(list(losses.values()), axis=0))
    assert np.all(losses["11"] > 9 * losses["10"])
    assert np.all(losses["9"] < 2 * losses["10"])
