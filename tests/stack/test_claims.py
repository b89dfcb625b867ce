"""What the chapter says of stacks and of networks that find, beyond its own draws."""

import numpy as np
import pytest

from unrolled.core.gradcheck import largest_gap
from unrolled.core.optim import global_norm
from unrolled.core.tree import tree_leaves, tree_map
from unrolled.stack import depth
from unrolled.stack import find_contest as find
from unrolled.stack.find_and_copy import (
    BITS,
    N_X,
    SYMBOLS,
    answered,
    finding,
    loss_and_gradient,
    random_finder,
    train_finder,
)

CURVES = find.loaded()["curves"]


@pytest.mark.parametrize("name", find.STARTS)
def test_one_seed_of_the_shortest_game_comes_out_as_it_is_in_the_file(name):
    again = find.learned(name, 4, seed=2, updates=300)[1]
    assert again == pytest.approx(CURVES["4"][name][2][:6], rel=1e-2)


def test_one_deep_stack_comes_out_as_it_is_in_the_file():
    for where in depth.RATES:
        again = depth.learned(where, 0.001, seed=1, updates=25)
        assert again == pytest.approx(depth.loaded()[where]["0.001"][1][:1], rel=1e-3)


def test_the_files_hold_every_seed_and_stay_small():
    for n in find.PLACES:
        for name in find.STARTS:
            runs = CURVES[str(n)][name]
            assert [len(run) for run in runs] == [find.UPDATES // find.EVERY] * 5
    for where, rates in depth.RATES.items():
        for rate in rates:
            runs = depth.loaded()[where][str(rate)]
            assert [len(run) for run in runs] == [depth.UPDATES // depth.EVERY] * 5


def test_the_networks_that_are_compared_have_nearly_as_many_weights():
    counts = [find.weights(name) for name in find.STARTS]
    assert max(counts) < 1.03 * min(counts)


def test_a_question_has_one_answer_and_it_is_the_value_of_its_key():
    task = finding(np.random.default_rng(0), 50, 30)
    keys, values = task.xs[:-1, :, :BITS], task.xs[:-1, :, BITS:-1]
    same = (keys == task.xs[-1, :, :BITS]).all(axis=-1)
    assert (same.sum(axis=0) == 1).all()
    assert np.array_equal(np.einsum("nb,nbs->bs", same, values), task.ys[-1])
    assert task.xs.shape == (30, 50, N_X)
    assert (task.xs[-1, :, BITS:-1] == 0).all()
    assert task.observed.sum() == 1


def test_the_finder_s_gradient_is_the_transpose_of_its_jacobian(rng):
    task = finding(rng, 3, 5)
    for first in (False, True):
        p = random_finder(rng, 2)
        p = tree_map(lambda w: w + rng.normal(0, 0.1, w.shape), p)
        _, g = loss_and_gradient(p, task, first)
        way = tree_map(lambda w: rng.normal(size=w.shape), p)
        ahead, behind = (
            loss_and_gradient(tree_map(lambda w, v, e=e: w + e * v, p, way), task, first)[0]
            for e in (1e-6, -1e-6)
        )
        inner = sum(
            float((a * b).sum()) for a, b in zip(tree_leaves(g), tree_leaves(way), strict=True)
        )
        assert (ahead - behind) / 2e-6 == pytest.approx(inner, rel=1e-5, abs=1e-8 * global_norm(g))


def test_the_trained_encoder_needs_no_order_and_reads_other_lengths():
    p = find.trained()
    task = finding(np.random.default_rng(11), 200, 60)
    zs, _ = answered(p, task.xs)
    turn = np.append(np.random.default_rng(1).permutation(59), 59)
    assert largest_gap(answered(p, task.xs[turn])[0], zs) < 1e-12
    for places in (16, 30, 60, 64):
        task = finding(np.random.default_rng(12), 200, places)
        right = answered(p, task.xs)[0].argmax(-1) == task.ys[-1].argmax(-1)
        assert right.all()
    assert zs.shape == (200, SYMBOLS)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda f, rng: f(rng, 2, 1), "places: got 1"),
        (lambda f, rng: f(rng, 2, 65), "places: got 65"),
        (lambda f, rng: f(rng, 0, 5), "n: got 0"),
        (lambda f, rng: f(3, 2, 5), "rng: got 3"),
    ],
)
def test_a_game_that_cannot_be_drawn_is_refused(unchecked, change, says):
    with pytest.raises(ValueError, match=says):
        change(finding, np.random.default_rng(0))


def test_what_does_not_fit_a_finder_is_named(unchecked):
    p = random_finder(np.random.default_rng(0))
    task = finding(np.random.default_rng(0), 2, 4)
    with pytest.raises(ValueError, match="xs: got shape"):
        answered(p, task.xs[..., :3])
    with pytest.raises(ValueError, match="p: got"):
        answered(p.blocks, task.xs)
    with pytest.raises(ValueError, match="task: got"):
        loss_and_gradient(p, task.xs)
    with pytest.raises(ValueError, match="draw: got"):
        train_finder(p, 3, 10, 0.01)
    with pytest.raises(ValueError, match="updates: got 75"):
        find.learned("encoder", 4, 0, updates=75)
    with pytest.raises(ValueError, match="name: got 'GRU'"):
        find.learned("GRU", 4, 0)


def test_post_norm_makes_tokens_alike_and_loses_the_gradient_of_their_difference():
    for seed in range(20, 25):
        after, before = (depth.sent_back(seed, first) for first in (False, True))
        assert after[0][-1] < 0.02 < 0.2 < before[0][-1]
        assert after[2][0] < 0.3 < 1 < before[2][0]
        assert depth.kept(seed) < 1e-3
