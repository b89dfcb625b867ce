"""What the chapter says in words: only, always, the wrong sign, exactly one, as low as."""

import numpy as np
import pytest
from hypothesis import given

from tests.strategies import problem, seeds, steps
from unrolled.bptt.cost import cost_of_a_step
from unrolled.bptt.derivatives import state_derivatives
from unrolled.bptt.mistakes import MISTAKES, mistaken
from unrolled.bptt.paths import paths
from unrolled.bptt.rtrl import rtrl
from unrolled.core.gradcheck import check_gradient, largest_gap
from unrolled.core.losses import cross_entropy_back
from unrolled.core.tree import ravel, tree_map, tree_size, unravel
from unrolled.core.unroll import bptt, unroll
from unrolled.rnn import demo
from unrolled.rnn.cell import CELL, RNN
from unrolled.rnn.readout import readout, readout_back


def of_the_sum(p):
    """d-e-m-o with the cell p: caches, and what each state hears from its own loss."""
    states, caches = unroll(CELL, p, demo.XS, demo.H0)
    errors = cross_entropy_back(readout(demo.MODEL.readout, states), demo.YS)
    return caches, readout_back(demo.MODEL.readout, states, errors)[1]


def test_the_immediate_part_alone_has_the_wrong_sign_for_one_weight_only():
    caches, own = of_the_sum(demo.MODEL.cell)
    table = paths(CELL, demo.MODEL.cell, caches, own)
    whole = ravel(tree_map(lambda leaf: leaf.sum(axis=(0, 1)), table))
    alone = ravel(tree_map(lambda leaf: np.einsum("tt...->...", leaf), table))
    wrong = np.flatnonzero(whole * alone < 0)
    assert [round(float(x), 4) for x in (*alone[wrong], *whole[wrong])] == [-0.0047, 0.0523]


@given(T=steps, seed=seeds)
def test_exactly_one_factor_is_total(T, seed):
    """Immediate times total, either way, is the gradient; both immediate or both total is not."""
    p, xs, h0, rng = problem(T, (), 2, 3, seed)
    states, caches = unroll(CELL, p, xs, h0)
    own = rng.normal(size=states.shape)
    immediate, total = (tree.b_h for tree in state_derivatives(CELL, p, caches))
    back, whole = np.zeros(3), np.zeros((T, 3))
    for t in reversed(range(T)):
        whole[t] = back = own[t] + back
        back = p.W_hh.T @ ((1 - states[t] ** 2) * back)
    truth = bptt(CELL, p, caches, own)[0].b_h
    for left, right in ((own, total), (whole, immediate)):
        assert np.allclose(np.einsum("tk,tkj->j", left, right), truth, atol=1e-9, rtol=1e-9)
    if T > 1 and min(abs(p.W_hh.ravel())) > 0.1 and min((1 - states**2).ravel()) > 1e-3:
        for left, right in ((own, immediate), (whole, total)):
            assert not np.allclose(
                np.einsum("tk,tkj->j", left, right), truth, atol=1e-12, rtol=1e-9
            )


@given(T=steps, seed=seeds)
def test_derivatives_are_those_that_rtrl_collects(T, seed):
    p, xs, h0, rng = problem(T, (), 2, 3, seed)
    states, caches = unroll(CELL, p, xs, h0)
    own = rng.normal(size=states.shape)
    _, total = state_derivatives(CELL, p, caches)
    found = tree_map(lambda leaf: np.einsum("tk,tk...->...", own, leaf), total)
    assert largest_gap(found, rtrl(CELL, p, xs, h0, own)) < 1e-9 * (1 + np.abs(ravel(found)).max())


def test_derivatives_of_a_batch_are_refused():
    p, xs, h0, _ = problem(3, (2,), 2, 3, 0)
    _, caches = unroll(CELL, p, xs, h0)
    with pytest.raises(ValueError, match=r"caches: .* expected one sequence"):
        state_derivatives(CELL, p, caches)


@pytest.mark.parametrize(("n_x", "n_h"), [(4, 2), (3, 7), (10, 5), (1, 6), (6, 1)])
def test_the_price_of_a_step_with_sizes_that_differ(n_x, n_h):
    n, P = n_h * (n_h + n_x), n_h * (n_x + n_h + 1)
    assert cost_of_a_step(n_x, n_h) == (2 * n, (n_h**2 + n_h) * P + (2 * n_h + 1) * n)


@pytest.mark.parametrize(("n", "least"), [(16, 264), (128, 16_448)])
def test_rtrl_keeps_less_from_this_length_on(n, least):
    """Counted on arrays: BPTT keeps states, inputs and h_0; RTRL n_h numbers for each weight."""

    def kept(T):
        return T * 2 * n + n

    p = RNN(np.zeros((n, n)), np.zeros((n, n)), np.zeros(n))
    assert kept(least - 1) <= n * tree_size(p) < kept(least)
    _, caches = unroll(CELL, p, np.zeros((3, n)), np.zeros(n))
    cache = caches.steps
    assert cache.x.size + cache.h.size + cache.h_prev[0].size == kept(3)


def test_a_transposed_matrix_is_not_seen_where_it_is_symmetric():
    W = demo.MODEL.cell.W_hh
    for W_hh, same in ((W, False), (W + W.T, True)):
        p = demo.MODEL.cell._replace(W_hh=W_hh)
        caches, own = of_the_sum(p)
        wrong = mistaken("not transposed")
        _, kept = unroll(wrong, p, demo.XS, demo.H0)
        gap = largest_gap(bptt(wrong, p, kept, own)[0], bptt(CELL, p, caches, own)[0])
        assert (gap < 1e-15) == same


def test_one_step_from_zero_gives_the_recurrent_weights_no_gradient_but_for_a_mistake():
    p, xs = demo.MODEL.cell, demo.XS[:1]
    for cell, silent in ((CELL, True), (mistaken("state after the step"), False)):
        _, caches = unroll(cell, p, xs, demo.H0)
        dp, _, _ = bptt(cell, p, caches, np.ones((1, 2)))
        assert dp.W_hh.any() != silent


@pytest.mark.parametrize("name", MISTAKES)
def test_the_gradient_check_finds_each_mistake_at_random_points(name):
    for seed in range(5):
        p, xs, h0, rng = problem(4, (), 2, 3, seed)
        wrong = mistaken(name)
        own = rng.normal(size=(4, 3))
        _, caches = unroll(wrong, p, xs, h0)

        def loss(p, xs=xs, h0=h0, own=own):
            return float((own * unroll(CELL, p, xs, h0)[0]).sum())

        with pytest.raises(ValueError, match="off by"):
            check_gradient(loss, p, bptt(wrong, p, caches, own)[0])


def test_online_rtrl_differs_from_bptt_by_the_square_of_the_learning_rate():
    """Weights that change while the derivative is carried: halve the rate, a quarter is left."""

    def gap(rate):
        p = demo.MODEL.cell
        carried = 0.0
        h = demo.H0
        for x, y in zip(demo.XS, demo.YS, strict=True):
            h_next, caches = unroll(CELL, p, x[None], h)
            immediate, _ = state_derivatives(CELL, p, caches)
            jacobian = np.diag(1 - h_next[0] ** 2) @ p.W_hh
            rows = np.stack(
                [ravel(tree_map(lambda leaf, k=k: leaf[0, k], immediate)) for k in (0, 1)]
            )
            carried = rows + jacobian @ carried if np.ndim(carried) else rows
            h = h_next[0]
            error = cross_entropy_back(readout(demo.MODEL.readout, h), y)
            step = readout_back(demo.MODEL.readout, h, error)[1] @ carried
            p = unravel(ravel(p) - rate * step, p)
        caches, own = of_the_sum(demo.MODEL.cell)
        dp, _, _ = bptt(CELL, demo.MODEL.cell, caches, own)
        return np.linalg.norm(ravel(p) - (ravel(demo.MODEL.cell) - rate * ravel(dp)))

    gaps = np.array([gap(rate) for rate in (0.04, 0.02, 0.01)])
    assert gaps.min() > 0
    assert np.allclose(gaps[:-1] / gaps[1:], 4, atol=0.2)
