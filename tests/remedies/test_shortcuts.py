"""Leaky, residual and skip cells: their gradients, and what they are in the limits."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import batches, problem, seeds, sizes, steps
from unrolled.bptt.jacobians import jacobians
from unrolled.core.activations import ACTIVATIONS, IDENTITY
from unrolled.core.gradcheck import dot_product_gap, largest_gap
from unrolled.core.tree import ravel, tree_leaves, tree_map
from unrolled.core.unroll import bptt, unroll
from unrolled.page.autograd import gradient_of
from unrolled.remedies.shortcuts import Skip, elman, leaky, residual, shortcut, skip
from unrolled.rnn.cell import CELL, RNN

SMOOTH = [name for name in ACTIVATIONS if name != "ReLU"]
KINDS = {"elman": elman(), "leaky": leaky(0.7), "residual": residual()}
each_kind = pytest.mark.parametrize("name", KINDS)


def skip_problem(T, B, n_x, n_h, seed, d):
    cell, xs, h0, rng = problem(T, B, n_x, n_h, seed)
    p = Skip(cell, rng.normal(size=(n_h, n_h)))
    return p, xs, tuple(rng.normal(size=h0.shape) for _ in range(d)), rng


def moved(cell, trees, directions, weights, eps=1e-6):
    """⟨weights, states⟩ moved along the directions, and what BPTT says of it."""

    def states(t):
        there = tree_map(lambda a, b: a + t * b, trees, directions)
        return ravel(unroll(cell, *there)[0])

    _, caches = unroll(cell, *trees)
    back = bptt(cell, trees[0], caches, weights)
    gradient = (back[0], back[1], back[2])
    return dot_product_gap(
        ravel(weights), (states(eps) - states(-eps)) / (2 * eps), gradient, directions
    )


@given(
    T=steps, B=batches, n_x=sizes, n_h=sizes, seed=seeds, phi=st.sampled_from(SMOOTH),
    keep=st.floats(0, 1), write=st.floats(0, 1), fast=st.booleans(),
)  # fmt: skip
def test_a_shortcut_cell_passes_the_dot_product_test(T, B, n_x, n_h, seed, keep, write, phi, fast):
    cell = shortcut(keep, write, ACTIVATIONS[phi])
    cell = cell if fast else cell._replace(fast=None)
    p, xs, h0, rng = problem(T, B, n_x, n_h, seed)
    directions = tree_map(lambda leaf: rng.normal(size=leaf.shape), (p, xs, h0))
    weights = rng.normal(size=(T, *B, n_h))
    assert moved(cell, (p, xs, h0), directions, weights) < 1e-6


@given(T=steps, B=batches, n_x=sizes, n_h=sizes, seed=seeds, d=st.integers(2, 4))
def test_a_skip_cell_passes_the_dot_product_test(T, B, n_x, n_h, seed, d):
    p, xs, h0, rng = skip_problem(T, B, n_x, n_h, seed, d)
    directions = tree_map(lambda leaf: rng.normal(size=leaf.shape), (p, xs, h0))
    weights = tuple(rng.normal(size=(T, *B, n_h)) for _ in range(d))
    assert moved(skip(d), (p, xs, h0), directions, weights) < 1e-6


@given(T=steps, B=batches, n_x=sizes, n_h=sizes, seed=seeds, name=st.sampled_from(sorted(KINDS)))
def test_all_steps_at_once_equals_step_by_step(T, B, n_x, n_h, seed, name):
    cell = KINDS[name]
    p, xs, h0, rng = problem(T, B, n_x, n_h, seed)
    states, caches = unroll(cell, p, xs, h0)
    plain = cell._replace(fast=None)
    plain_states, plain_caches = unroll(plain, p, xs, h0)
    dstates = rng.normal(size=states.shape)
    assert largest_gap(states, plain_states) < 1e-12
    fast, slow = bptt(cell, p, caches, dstates), bptt(plain, p, plain_caches, dstates)
    assert largest_gap(fast, slow) < 1e-10 * (1 + np.abs(ravel(slow)).max())


def test_with_nothing_kept_it_is_elmans_cell(rng):
    p, xs, h0, _ = problem(6, (3,), 4, 5, 1)
    weights = rng.normal(size=(6, 3, 5))
    results = []
    for cell in (CELL, elman(), leaky(0.0)):
        states, caches = unroll(cell, p, xs, h0)
        results.append((states, bptt(cell, p, caches, weights)))
    assert largest_gap(results[0], results[1]) < 1e-13
    assert largest_gap(results[0], results[2]) < 1e-13


def test_a_leak_of_one_keeps_the_state_for_ever():
    p, xs, h0, _ = problem(6, (), 4, 5, 1)
    states, _ = unroll(leaky(1.0), p, xs, h0)
    assert largest_gap(states, np.stack([h0] * 6)) == 0


def test_a_skip_without_its_weights_is_elmans_cell():
    p, xs, h0, _ = skip_problem(6, (2,), 4, 5, 1, d=3)
    p = p._replace(W_hs=np.zeros((5, 5)))
    states, _ = unroll(skip(3), p, xs, h0)
    plain, _ = unroll(CELL, p.cell, xs, h0[0])
    assert largest_gap(states[0], plain) < 1e-14
    assert largest_gap(states[2][3:], plain[1:4]) < 1e-14


@each_kind
@pytest.mark.parametrize("phi", ["tanh", "ReLU"])
def test_the_gradient_is_autograds(name, phi):
    keep, write = {"elman": (0, 1), "leaky": (0.7, 0.3), "residual": (1, 1)}[name]
    act = {"tanh": torch.tanh, "ReLU": torch.relu}[phi]
    p, xs, h0, rng = problem(5, (3,), 4, 2, 3)
    weights = rng.normal(size=(5, 3, 2))

    def loss(p, h):
        total = 0
        for x, w in zip(torch.from_numpy(xs), torch.from_numpy(weights), strict=True):
            h = keep * h + write * act(x @ p.W_hx.T + h @ p.W_hh.T + p.b_h)
            total = total + (h * w).sum()
        return total

    cell = shortcut(keep, write, ACTIVATIONS[phi])
    _, caches = unroll(cell, p, xs, h0)
    dp, _, dh0 = bptt(cell, p, caches, weights)
    assert largest_gap((dp, dh0), gradient_of(loss, p, h0)) < 1e-10


def test_the_skip_gradient_is_autograds():
    p, xs, h0, rng = skip_problem(7, (), 4, 3, 3, d=3)
    weights = rng.normal(size=(7, 3))

    def loss(p, h0):
        hs = list(h0)
        total = 0
        for x, w in zip(torch.from_numpy(xs), torch.from_numpy(weights), strict=True):
            c = p.cell
            h = torch.tanh(c.W_hx @ x + c.W_hh @ hs[0] + c.b_h + p.W_hs @ hs[-1])
            hs = [h, *hs[:-1]]
            total = total + (h * w).sum()
        return total

    states, caches = unroll(skip(3), p, xs, h0)
    dstates = (weights, *tree_map(np.zeros_like, states[1:]))
    dp, _, dh0 = bptt(skip(3), p, caches, dstates)
    assert largest_gap((dp, dh0), gradient_of(loss, p, h0)) < 1e-10


@each_kind
def test_the_jacobian_is_keep_plus_write_times_slope_times_weights(name):
    cell = KINDS[name]
    keep, write = {"elman": (0, 1), "leaky": (0.7, 0.3), "residual": (1, 1)}[name]
    p, xs, h0, _ = problem(4, (), 3, 5, 2)
    _, caches = unroll(cell, p, xs, h0)
    wanted = [keep * np.eye(5) + write * np.diag(s) @ p.W_hh for s in caches.steps.slope]
    assert largest_gap(jacobians(cell, p, caches), np.array(wanted)) < 1e-14


def test_an_exploding_state_says_at_which_step():
    p = RNN(np.zeros((1, 1)), np.array([[1.0]]), np.zeros(1))
    with pytest.raises(OverflowError, match="state: exploded at step 1024 of 2000"):
        unroll(residual(IDENTITY), p, np.zeros((2000, 1)), np.ones(1))
    with pytest.raises(OverflowError, match="state: exploded at step 1024 of 2000"):
        unroll(residual(IDENTITY)._replace(fast=None), p, np.zeros((2000, 1)), np.ones(1))


def test_an_exploding_gradient_says_after_how_many_steps(unchecked):
    p = RNN(np.ones((1, 1)), np.array([[1.0]]), np.zeros(1))
    cell = residual(IDENTITY)
    _, caches = unroll(cell, p, np.zeros((2000, 1)), np.zeros(1))
    dstates = np.zeros((2000, 1))
    dstates[-1] = 1
    for one in (cell, cell._replace(fast=None)):
        with pytest.raises(
            OverflowError, match="gradient: exploded on the way back, after step 10"
        ):
            bptt(one, p, caches, dstates)


@pytest.mark.parametrize("alpha", [-0.1, 1.1, np.nan, "a", None])
def test_a_leak_outside_0_to_1_is_refused(unchecked, alpha):
    with pytest.raises(ValueError, match=r"alpha: got .* expected a finite number from 0 to 1"):
        leaky(alpha)


@pytest.mark.parametrize("d", [1, 0, 2.5, True, "3"])
def test_a_skip_over_less_than_two_steps_is_refused(unchecked, d):
    with pytest.raises(ValueError, match=r"d: got .* expected a whole number of steps from 2 on"):
        skip(d)


def test_a_skip_cell_says_what_its_state_must_be(unchecked):
    p, xs, h0, _ = skip_problem(3, (), 2, 2, 0, d=3)
    for bad in (h0[0], h0[:2]):
        with pytest.raises(
            ValueError, match=r"h0: got (a tuple of 2|an array of shape .*), expected a tuple of 3"
        ):
            unroll(skip(3), p, xs, bad)
    with pytest.raises(ValueError, match="W_hs"):
        unroll(skip(3), p._replace(W_hs=np.zeros((3, 2))), xs, h0)
    assert len(tree_leaves(unroll(skip(3), p, xs, h0)[0])) == 3
