"""What is asked of every gated cell: PyTorch's word, its own transpose, batches, and its speed's
twin, one step after the other."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.core.cell import Cell
from unrolled.core.cellcheck import check_cell
from unrolled.core.gradcheck import largest_gap
from unrolled.core.tree import ravel, tree_map
from unrolled.core.unroll import bptt, unroll


class Gated(NamedTuple):
    """A cell, and how to draw its weights and a start of any batch."""

    cell: Cell
    weights: Callable  # rng, n_x, n_h
    start: Callable  # rng, shape (*B, n_h)
    by_torch: Callable  # p, xs, h0, dstates -> states, (dp, dxs, dh0)


def like(rng, tree):
    """Random numbers in the types and shapes of a tree."""
    return tree_map(lambda leaf: rng.normal(size=np.shape(leaf)), tree)


def problem(gated, T, B, n_x, n_h, seed):
    """Weights, a sequence, a start, states with their caches, and immediate gradients."""
    rng = np.random.default_rng(seed)
    p = like(rng, gated.weights(rng, n_x, n_h))
    xs = rng.normal(size=(T, *B, n_x))
    h0 = gated.start(rng, (*B, n_h))
    states, caches = unroll(gated.cell, p, xs, h0)
    return p, xs, h0, states, caches, like(rng, states)


def size(tree):
    return 1 + np.abs(ravel(tree)).max()


def pytorch_says_the_same(gated, T, B, n_x, n_h, seed):
    """States and all gradients, to 1e-12 of their size."""
    p, xs, h0, states, caches, d = problem(gated, T, B, n_x, n_h, seed)
    found = bptt(gated.cell, p, caches, d)
    their_states, theirs = gated.by_torch(p, xs, h0, d)
    assert largest_gap(states, their_states) < 1e-13 * size(states)
    assert largest_gap(found, theirs) < 1e-12 * size(found)


def all_at_once_is_step_by_step(gated, T, B, n_x, n_h, seed):
    """States, caches and gradients, whole and truncated."""
    p, xs, h0, states, caches, d = problem(gated, T, B, n_x, n_h, seed)
    plain = gated.cell._replace(fast=None)
    plain_states, plain_caches = unroll(plain, p, xs, h0)
    assert largest_gap(states, plain_states) < 1e-13 * size(states)
    assert largest_gap(tuple(caches.steps), tuple(plain_caches.steps)) < 1e-13 * size(states)
    for window in (None, 2):
        fast = bptt(gated.cell, p, caches, d, window)
        slow = bptt(plain, p, plain_caches, d, window)
        assert largest_gap(fast, slow) < 1e-12 * size(slow)


def a_batch_is_a_stack_of_singles(gated, T, n_x, n_h, seed):
    p, xs, h0, states, caches, d = problem(gated, T, (3,), n_x, n_h, seed)
    dp, dxs, dh0 = bptt(gated.cell, p, caches, d)
    total = tree_map(np.zeros_like, p)
    for b in range(3):
        single, kept = unroll(gated.cell, p, xs[:, b], tree_map(lambda a, b=b: a[b], h0))
        mine = tree_map(lambda a, b=b: a[:, b], (states, d, dxs))
        dp_b, dxs_b, dh0_b = bptt(gated.cell, p, kept, mine[1])
        total = tree_map(np.add, total, dp_b)
        assert largest_gap(single, mine[0]) < 1e-12
        assert largest_gap(dxs_b, mine[2]) < 1e-12 * size(dxs)
        assert largest_gap(dh0_b, tree_map(lambda a, b=b: a[b], dh0)) < 1e-12 * size(dh0)
    assert largest_gap(total, dp) < 1e-11 * size(dp)


def its_step_back_is_the_transpose(gated, T, n_x, n_h, seed):
    """By central differences, for weights, inputs and start, of a single sequence."""
    p, xs, h0, *_ = problem(gated, T, (), n_x, n_h, seed)
    assert check_cell(gated.cell, p, xs, h0) < 1e-6
