"""Unrolling and its gradients, over any cell."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import batches, problem, seeds, sizes, steps
from unrolled.bptt.jacobians import jacobians
from unrolled.bptt.rtrl import rtrl
from unrolled.core.activations import RELU
from unrolled.core.cell import Cell
from unrolled.core.door import Exploded
from unrolled.core.gradcheck import finite_difference, largest_gap
from unrolled.core.tree import ravel, tree_map
from unrolled.core.unroll import bptt, unroll
from unrolled.page.autograd import jacobian_of
from unrolled.remedies.shortcuts import leaky, residual
from unrolled.rnn.cell import CELL, RNN, rnn_step

PLAIN = CELL._replace(fast=None)


@given(T=steps, B=batches, n_x=sizes, n_h=sizes, seed=seeds, fast=st.booleans())
def test_bptt_is_the_transpose_of_the_forward_jacobian(T, B, n_x, n_h, seed, fast):
    """⟨ȳ, Jẋ⟩ = ⟨Jᵀȳ, ẋ⟩ for random directions ẋ of weights, inputs and start."""
    cell = CELL if fast else PLAIN
    p, xs, h0, rng = problem(T, B, n_x, n_h, seed)
    dp_dir, dx_dir, dh_dir = tree_map(lambda leaf: rng.normal(size=leaf.shape), (p, xs, h0))
    _, caches = unroll(cell, p, xs, h0)
    y_bar = rng.normal(size=caches.states.shape)

    def states(eps):
        moved = tree_map(lambda a, b: a + eps * b, (p, xs, h0), (dp_dir, dx_dir, dh_dir))
        return unroll(cell, *moved)[0]

    forward = (states(1e-6) - states(-1e-6)) / 2e-6
    back = bptt(cell, p, caches, y_bar)
    gap = np.vdot(y_bar, forward) - np.vdot(ravel(back), ravel((dp_dir, dx_dir, dh_dir)))
    assert abs(gap) <= 1e-6 * np.linalg.norm(y_bar) * max(np.linalg.norm(forward), 1e-3)


@given(T=steps, B=batches, n_x=sizes, n_h=sizes, seed=seeds)
def test_all_steps_at_once_equals_step_by_step(T, B, n_x, n_h, seed):
    p, xs, h0, rng = problem(T, B, n_x, n_h, seed)
    states, caches = unroll(CELL, p, xs, h0)
    plain_states, plain_caches = unroll(PLAIN, p, xs, h0)
    dstates = rng.normal(size=states.shape)
    assert largest_gap(caches, plain_caches) < 1e-13
    assert states.shape == plain_states.shape == (T, *B, n_h)
    fast, plain = bptt(CELL, p, caches, dstates), bptt(PLAIN, p, plain_caches, dstates)
    assert largest_gap(fast, plain) < 1e-11 * (1 + np.abs(ravel(plain)).max())


@given(T=steps, n_x=sizes, n_h=sizes, seed=seeds)
def test_a_batch_is_a_stack_of_singles(T, n_x, n_h, seed):
    p, xs, h0, rng = problem(T, (3,), n_x, n_h, seed)
    states, caches = unroll(CELL, p, xs, h0)
    dstates = rng.normal(size=states.shape)
    dp, dxs, dh0 = bptt(CELL, p, caches, dstates)
    total = tree_map(np.zeros_like, p)
    for b in range(3):
        single, kept = unroll(CELL, p, xs[:, b], h0[b])
        dp_b, dxs_b, dh0_b = bptt(CELL, p, kept, dstates[:, b])
        total = tree_map(np.add, total, dp_b)
        assert np.allclose(single, states[:, b], rtol=0, atol=1e-12)
        assert np.allclose(dxs_b, dxs[:, b], rtol=0, atol=1e-10)
        assert np.allclose(dh0_b, dh0[b], rtol=0, atol=1e-10)
    assert largest_gap(total, dp) < 1e-9 * (1 + np.abs(ravel(dp)).max())


@given(T=steps, n_x=sizes, n_h=sizes, seed=seeds)
def test_forward_recursion_gives_the_same_gradient(T, n_x, n_h, seed):
    p, xs, h0, rng = problem(T, (), n_x, n_h, seed)
    states, caches = unroll(CELL, p, xs, h0)
    dstates = rng.normal(size=states.shape)
    dp, _, _ = bptt(CELL, p, caches, dstates)
    assert largest_gap(rtrl(CELL, p, xs, h0, dstates), dp) < 1e-11 * (1 + np.abs(ravel(dp)).max())


def test_the_gradient_carried_forwards_tells_an_explosion_too(unchecked):
    p = RNN(np.zeros((2, 1)), 1e10 * np.ones((2, 2)), np.ones(2))
    steep = RNN(np.zeros((2, 1)), 1e160 * np.eye(2), np.zeros(2))
    for cell, weights, name in ((residual(RELU), p, "state"), (CELL, steep, "gradient")):
        with pytest.raises(Exploded, match=rf"{name}: exploded at step \d+ of 60"):
            rtrl(cell, weights, np.zeros((60, 1)), np.zeros(2), np.ones((60, 2)))


def test_what_is_written_into_inputs_and_states_later_changes_no_gradient(unchecked):
    for cell in (CELL, leaky(0.5), CELL._replace(fast=None)):
        p, xs, h0, rng = problem(4, (2,), 3, 5, 0)
        states, caches = unroll(cell, p, xs, h0)
        dstates = rng.normal(size=states.shape)
        wanted = bptt(cell, p, caches, dstates)
        xs[:] = h0[:] = states[:] = 0
        assert largest_gap(bptt(cell, p, caches, dstates), wanted) == 0


@given(T=steps, B=batches, seed=seeds, window=st.integers(1, 8))
def test_a_window_keeps_the_paths_it_covers(T, B, seed, window):
    """A window of T or more is exact; a shorter one equals BPTT from each loss, cut by hand."""
    p, xs, h0, rng = problem(T, B, 2, 3, seed)
    states, caches = unroll(CELL, p, xs, h0)
    dstates = rng.normal(size=states.shape)
    found = bptt(CELL, p, caches, dstates, window=window)
    total = tree_map(np.zeros_like, p)
    for t in range(T):
        first = max(0, t - window + 1)
        start = states[first - 1] if first else h0
        _, kept = unroll(CELL, p, xs[first : t + 1], start)
        only_last = np.zeros_like(kept.states)
        only_last[-1] = dstates[t]
        total = tree_map(np.add, total, bptt(CELL, p, kept, only_last)[0])
    assert largest_gap(found[0], total) < 1e-10 * (1 + np.abs(ravel(total)).max())
    early = np.where(np.arange(T) < window, dstates.T, 0).T  # whose walk comes to the start
    assert largest_gap(found[2], bptt(CELL, p, caches, early)[2]) < 1e-10
    if window >= T:
        exact = bptt(CELL, p, caches, dstates)
        assert largest_gap(found, exact) < 1e-10 * (1 + np.abs(ravel(exact)).max())


def test_jacobians_are_autograds(rng):
    import torch

    p, xs, h0, _ = problem(4, (), 3, 5, 0)
    states, caches = unroll(CELL, p, xs, h0)
    W_hx, W_hh, b_h = map(torch.from_numpy, p)
    for t, h_prev in enumerate([h0, *states[:-1]]):
        x = torch.from_numpy(xs[t])
        wanted = jacobian_of(lambda h, x=x: torch.tanh(W_hx @ x + W_hh @ h + b_h), h_prev)
        assert np.allclose(jacobians(CELL, p, caches)[t], wanted, rtol=0, atol=1e-14)


def test_jacobians_of_a_batch_are_those_of_its_members():
    p, xs, h0, _ = problem(3, (2, 2), 3, 2, 1)
    _, caches = unroll(CELL, p, xs, h0)
    whole = jacobians(CELL, p, caches)
    _, one = unroll(CELL, p, xs[:, 1, 0], h0[1, 0])
    assert whole.shape == (3, 2, 2, 2, 2)
    assert np.allclose(whole[:, 1, 0], jacobians(CELL, p, one), rtol=0, atol=1e-12)


def test_a_cell_with_a_tree_for_a_state_works_like_any_other(rng):
    """State (h, s): an Elman state and a running sum of it; two functions make a cell."""

    def step(p, x, state):
        h, cache = rnn_step(p, x, state[0])
        return (h, state[1] + h), cache

    def step_back(p, cache, dstate):
        dh, ds = dstate
        dp, dx, dh_prev = CELL.step_back(p, cache, dh + ds)
        return dp, dx, (dh_prev, ds)

    cell = Cell(step, step_back)
    (p, xs, h0, _) = problem(4, (), 2, 3, 2)
    start = (h0, np.zeros(3))
    states, caches = unroll(cell, p, xs, start)
    dstates = tree_map(lambda leaf: rng.normal(size=leaf.shape), states)

    def loss(p):
        found, _ = unroll(cell, p, xs, start)
        return sum(np.vdot(a, b) for a, b in zip(found, dstates, strict=True))

    dp, _, _ = bptt(cell, p, caches, dstates)
    assert largest_gap(dp, finite_difference(loss, p)) < 1e-7
    assert largest_gap(dp, rtrl(cell, p, xs, start, dstates)) < 1e-12
    assert jacobians(cell, p, caches).shape == (4, 6, 6)


def test_nothing_is_mutated():
    p, xs, h0, rng = problem(3, (2,), 2, 3, 3)
    before = [leaf.copy() for leaf in (*p, xs, h0)]
    states, caches = unroll(CELL, p, xs, h0)
    dstates = rng.normal(size=states.shape)
    kept = ravel(caches).copy(), dstates.copy()
    bptt(CELL, p, caches, dstates)
    bptt(CELL, p, caches, dstates, window=1)
    assert all(np.array_equal(a, b) for a, b in zip(before, (*p, xs, h0), strict=True))
    assert np.array_equal(kept[0], ravel(caches))
    assert np.array_equal(kept[1], dstates)


@pytest.mark.parametrize("window", [0, -1, 1.5, "2", True])
def test_a_window_below_one_is_refused(window, unchecked):
    p, xs, h0, _ = problem(3, (), 2, 2, 0)
    _, caches = unroll(CELL, p, xs, h0)
    with pytest.raises(ValueError, match=r"window: got .* expected a whole number"):
        bptt(CELL, p, caches, np.zeros_like(caches.states), window=window)


def test_gradients_that_do_not_match_the_states_are_refused(unchecked):
    p, xs, h0, _ = problem(3, (), 2, 2, 0)
    _, caches = unroll(CELL, p, xs, h0)
    for bad in (np.zeros((2, 2)), np.zeros((3, 4)), np.full((3, 2), np.nan), "no", (1, 2)):
        with pytest.raises(ValueError, match="dstates"):
            bptt(CELL, p, caches, bad)
        with pytest.raises(ValueError, match="dstates"):
            rtrl(CELL, p, xs, h0, bad)


def test_forward_recursion_takes_one_sequence():
    p, xs, h0, _ = problem(3, (2,), 2, 2, 0)
    with pytest.raises(ValueError, match="one sequence"):
        rtrl(CELL, p, xs, h0, np.zeros((3, 2, 2)))


def test_a_gradient_has_the_type_of_what_it_differentiates():
    p, xs, h0, _ = problem(3, (), 2, 2, 0)
    _, caches = unroll(CELL, p, xs, h0)
    dp, _, _ = bptt(CELL, p, caches, np.ones_like(caches.states))
    assert isinstance(dp, RNN)
