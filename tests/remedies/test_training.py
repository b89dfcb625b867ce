"""The remedies, the tasks they are compared on, and that training with them is PyTorch's."""

import numpy as np
import pytest
import torch
from threadpoolctl import threadpool_info, threadpool_limits

from unrolled.core.activations import IDENTITY
from unrolled.core.gradcheck import check_gradient, largest_gap
from unrolled.core.initial import orthogonal, with_radius
from unrolled.core.losses import CROSS_ENTROPY, SQUARED_ERROR
from unrolled.core.optim import adam, clip_by_norm, clip_by_value, global_norm, sgd
from unrolled.core.tasks import adding, copying, recalling
from unrolled.core.threads import one_thread
from unrolled.core.tree import ravel, tree_map
from unrolled.page.autograd import gradient_of
from unrolled.remedies.decay import spectral_decay
from unrolled.remedies.shortcuts import elman, leaky, residual, with_skip
from unrolled.rnn.cell import CELL, RNN
from unrolled.training import learner, task_gradient, train

# Clipping


def test_clipping_by_norm_keeps_the_direction_and_by_value_does_not(rng):
    g = (np.array([3.0]), np.array([4.0]))
    assert largest_gap(clip_by_norm(g, 1.0), (np.array([0.6]), np.array([0.8]))) < 1e-15
    assert clip_by_value(g, 1.0) == (np.array([1.0]), np.array([1.0]))
    large = (np.array([3e200]), np.array([4e200]))  # their squares overflow
    assert largest_gap(clip_by_norm(large, 1.0), (np.array([0.6]), np.array([0.8]))) < 1e-15
    for _ in range(1000):
        g = tuple(rng.normal(0, 5, 3) for _ in range(2))
        short, cut = ravel(clip_by_norm(g, 1.0)), ravel(clip_by_value(g, 1.0))
        assert np.linalg.norm(short) <= 1 + 1e-12
        assert np.abs(cut).max() <= 1
        assert short @ ravel(g) == pytest.approx(np.linalg.norm(short) * global_norm(g))


def test_clipping_is_pytorchs(rng):
    g = rng.normal(0, 5, 7)
    for ours, theirs in [
        (clip_by_norm, torch.nn.utils.clip_grad_norm_),
        (clip_by_value, torch.nn.utils.clip_grad_value_),
    ]:
        w = torch.zeros(7, dtype=torch.float64, requires_grad=True)
        w.grad = torch.from_numpy(g.copy())
        theirs([w], 1.0)
        assert largest_gap(ours(g, 1.0), w.grad.numpy()) < 1e-6


@pytest.mark.parametrize("limit", [0, -1, np.nan, "a"])
def test_a_limit_must_be_above_0(unchecked, limit):
    for clip in (clip_by_norm, clip_by_value):
        with pytest.raises(ValueError, match="limit: got"):
            clip((np.ones(2),), limit)


# Starts and penalties


def test_an_orthogonal_start_is_orthogonal_and_uniform(rng):
    for n in range(1, 8):
        Q = orthogonal(rng, n, 1.5)
        assert np.allclose(Q.T @ Q, 2.25 * np.eye(n), rtol=0, atol=1e-12)
    turns = [np.linalg.det(orthogonal(rng, 2)) for _ in range(2000)]
    assert np.mean(np.array(turns) > 0) == pytest.approx(0.5, abs=0.05)
    firsts = np.array([orthogonal(rng, 3)[0, 0] for _ in range(4000)])
    assert firsts.mean() == pytest.approx(0, abs=0.03)
    assert (firsts**2).mean() == pytest.approx(1 / 3, abs=0.02)


def test_a_matrix_has_the_radius_that_was_asked_for(rng):
    for n in range(1, 8):
        assert np.abs(np.linalg.eigvals(with_radius(rng, n, 1.5))).max() == pytest.approx(1.5)


def test_spectral_decay_has_the_gradient_it_says(unchecked, rng):
    for _ in range(20):
        W = rng.normal(size=(4, 3))
        value, gradient = spectral_decay(W, 0.3)
        assert value == pytest.approx(0.15 * np.linalg.norm(W, 2) ** 2)
        check_gradient(lambda W: spectral_decay(W, 0.3)[0], W, gradient, 1e-6)
    for weight in (-1, np.inf, "a"):
        with pytest.raises(ValueError, match="weight: got"):
            spectral_decay(W, weight)


def test_decay_brings_the_largest_singular_value_down_and_leaves_the_others(rng):
    W = rng.normal(size=(5, 5))
    before = np.linalg.svd(W, compute_uv=False)
    after = np.linalg.svd(W - 0.01 * spectral_decay(W, 1.0)[1], compute_uv=False)
    assert after[0] == pytest.approx(0.99 * before[0])
    assert after[1:] == pytest.approx(before[1:])


# Tasks


def test_the_adding_problem_wants_the_sum_of_the_two_marked_numbers(rng):
    xs, ys, observed = adding(rng, 500, 20)
    assert xs.shape == (20, 500, 2)
    assert np.flatnonzero(observed).tolist() == [19]
    assert np.all(xs[..., 1].sum(axis=0) == 2)
    assert np.all(xs[:10, :, 1].sum(axis=0) == 1)
    assert ys[-1, :, 0] == pytest.approx((xs[..., 0] * xs[..., 1]).sum(axis=0))
    assert np.mean((ys[-1] - 1) ** 2) == pytest.approx(1 / 6, abs=0.02)


def test_the_copy_task_wants_the_first_symbols_back(rng):
    xs, ys, observed = copying(rng, 7, 12, length=3, symbols=4)
    assert xs.shape == (18, 7, 6)
    assert np.all(xs.sum(axis=-1) == 1)
    assert observed.sum() == 3
    assert np.array_equal(ys[observed], xs[:3, :, :4])
    assert np.all(xs[14, :, 5] == 1)
    assert np.all(xs[3:14, :, 4] == 1)


def test_recalling_wants_the_first_symbol_and_nothing_tells_it_later(rng):
    xs, ys, observed = recalling(rng, 4000, 6, symbols=3)
    assert np.all(xs.sum(axis=-1)[1:] == 1)
    assert np.array_equal(ys[-1], xs[0, :, :3])
    assert np.flatnonzero(observed).tolist() == [5]
    for t in range(1, 6):
        same = (xs[t, :, :3] * ys[-1]).sum(axis=-1).mean()
        assert same == pytest.approx(1 / 3, abs=0.03)


def test_tasks_refuse_what_they_cannot_make(unchecked, rng):
    for bad in (0, -1, 1.5, "a"):
        with pytest.raises(ValueError, match="n: got"):
            adding(rng, bad, 5)
        with pytest.raises(ValueError, match="delay: got"):
            copying(rng, 3, bad)
        with pytest.raises(ValueError, match="symbols: got"):
            recalling(rng, 3, 5, bad)
    with pytest.raises(ValueError, match="steps: got 1"):
        adding(rng, 3, 1)


# Training


def test_the_loss_and_gradient_of_a_task_are_autograds(rng):
    task = adding(rng, 6, 9)
    who = learner(rng, leaky(0.8), 2, 5, 1)

    def loss(p):
        cell, out = p
        h = torch.zeros(6, 5, dtype=torch.float64)
        for x in torch.from_numpy(task.xs):
            h = 0.8 * h + 0.2 * torch.tanh(x @ cell.W_hx.T + h @ cell.W_hh.T + cell.b_h)
        return 0.5 * ((h @ out.W_yh.T + out.b_y - torch.from_numpy(task.ys[-1])) ** 2).mean()

    _, gradient = task_gradient(who, task, SQUARED_ERROR)
    assert largest_gap(gradient, gradient_of(loss, who.p)[0]) < 1e-12


@pytest.mark.parametrize("d", [2, 5])
def test_a_learner_with_a_skip_passes_the_gradient_check(unchecked, rng, d):
    who = with_skip(rng, learner(rng, CELL, 6, 3, 4), d)
    task = copying(rng, 4, 5)
    _, gradient = task_gradient(who, task, CROSS_ENTROPY)
    f = lambda p: task_gradient(who._replace(p=p), task, CROSS_ENTROPY)[0]  # noqa: E731
    check_gradient(f, who.p, gradient, 1e-6)


def test_training_lowers_the_loss_and_is_the_same_twice(unchecked):
    def trained():
        rng = np.random.default_rng(2)
        who = learner(rng, elman(), 2, 8, 1)
        return train(who, lambda: adding(rng, 16, 4), SQUARED_ERROR, adam(0.01), 150)

    (who, losses), (again, _) = trained(), trained()
    assert losses[-20:].mean() < 0.5 * losses[:20].mean()
    assert largest_gap(who.p, again.p) == 0


def test_the_change_is_applied_to_every_gradient(rng):
    who = learner(rng, CELL, 2, 4, 1)
    task = adding(rng, 3, 4)
    still, _ = train(
        who, lambda: task, SQUARED_ERROR, sgd(0.1), 3, lambda p, g: tree_map(np.zeros_like, g)
    )
    assert largest_gap(still.p, who.p) == 0


def test_an_explosion_in_training_names_update_and_step(rng):
    who = learner(rng, residual(IDENTITY), 2, 4, 1, 5 * np.eye(4))
    with pytest.raises(OverflowError, match=r"training: exploded at update 1 \(state: exploded"):
        train(who, lambda: adding(rng, 3, 500), SQUARED_ERROR, sgd(0.1), 3)
    assert isinstance(who.p[0], RNN)


# Threads


def test_numpy_has_one_thread_within_the_block_and_its_own_number_after():
    def threads():
        return {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"}

    with threadpool_limits(2, "blas"):
        before = threads()
        with one_thread():
            assert threads() <= {1}
        assert threads() == before
