"""Paths, both recursions, and the errors that the chapter plants."""

import numpy as np
import pytest
from hypothesis import given

from tests.strategies import problem, seeds, sizes, steps
from unrolled.bptt import on_paper
from unrolled.bptt.paths import backward_terms, counted_twice, forward_terms, paths
from unrolled.bptt.rtrl import rtrl
from unrolled.core.gradcheck import check_gradient, largest_gap, relative_gap
from unrolled.core.losses import cross_entropy_back
from unrolled.core.tree import ravel, tree_map
from unrolled.core.unroll import bptt, unroll
from unrolled.rnn import demo, torch_twin
from unrolled.rnn.cell import CELL
from unrolled.rnn.readout import readout, readout_back

PLAIN = CELL._replace(fast=None)


@pytest.fixture
def summed():
    """d-e-m-o: caches, and the immediate gradients of the *sum* of the losses."""
    states, caches = unroll(CELL, demo.MODEL.cell, demo.XS, demo.H0)
    errors = cross_entropy_back(readout(demo.MODEL.readout, states), demo.YS)
    return caches, readout_back(demo.MODEL.readout, states, errors)[1]


@given(T=steps, n_x=sizes, n_h=sizes, seed=seeds)
def test_the_gradient_is_the_sum_over_all_paths(T, n_x, n_h, seed):
    p, xs, h0, rng = problem(T, (), n_x, n_h, seed)
    states, caches = unroll(CELL, p, xs, h0)
    dstates = rng.normal(size=states.shape)
    table = paths(CELL, p, caches, dstates)
    dp, _, _ = bptt(CELL, p, caches, dstates)
    for terms in (forward_terms(table), backward_terms(table)):
        total = tree_map(lambda leaf: leaf.sum(axis=0), terms)
        assert largest_gap(total, dp) < 1e-11 * (1 + np.abs(ravel(dp)).max())


@given(T=steps, seed=seeds)
def test_no_loss_reaches_a_later_step(T, seed):
    p, xs, h0, rng = problem(T, (), 2, 3, seed)
    states, caches = unroll(CELL, p, xs, h0)
    table = paths(CELL, p, caches, rng.normal(size=states.shape))
    for t in range(T):
        assert not table.W_hx[t, t + 1 :].any()


def test_terms_differ_and_sums_agree(summed):
    """Forward and backward terms of W_hh, by loss and by step, to 8 decimals."""
    caches, dstates = summed
    table = paths(CELL, demo.MODEL.cell, caches, dstates)
    forward, backward = forward_terms(table).W_hh, backward_terms(table).W_hh
    assert forward[:, 1, 0].round(8).tolist() == [0, 0.19087053, -0.00092330]
    assert backward[:, 1, 0].round(8).tolist() == [0, 0.17211389, 0.01783334]
    by_rtrl = rtrl(CELL, demo.MODEL.cell, demo.XS, demo.H0, dstates)
    by_bptt, _, _ = bptt(CELL, demo.MODEL.cell, caches, dstates)
    assert largest_gap(by_rtrl, by_bptt) <= 5.6e-17


def test_the_norms_of_the_term_by_term_differences(summed):
    caches, dstates = summed
    table = paths(CELL, demo.MODEL.cell, caches, dstates)
    gap = tree_map(np.subtract, forward_terms(table), backward_terms(table))
    gaps = [np.linalg.norm(np.hstack([leaf[t].ravel() for leaf in gap])) for t in range(3)]
    assert np.round(gaps, 4).tolist() == [0.1335, 0.1850, 0.0683]


def test_reading_the_sum_with_total_derivatives_is_off_by_a_tenth(summed):
    caches, dstates = summed
    truth, _, _ = bptt(CELL, demo.MODEL.cell, caches, dstates)
    misread = counted_twice(CELL, demo.MODEL.cell, caches, dstates)
    assert round(relative_gap(misread.W_hh, truth.W_hh), 3) == 0.098


def test_a_second_division_by_T_leaves_exactly_a_third():
    """1/T inside delta, and again in front of the sum."""
    p, (W_yh, b_y) = demo.MODEL
    states, _ = unroll(CELL, p, demo.XS, demo.H0)
    delta = np.zeros(2)
    printed = np.zeros_like(p.W_hx)
    for t in (2, 1, 0):
        error = cross_entropy_back(W_yh @ states[t] + b_y, demo.YS[t]) / 3
        delta = (1 - states[t] ** 2) * (W_yh.T @ error + p.W_hh.T @ delta)
        printed += np.outer(delta, demo.XS[t]) / 3
    _, truth = torch_twin.loss_and_gradient(demo.MODEL, demo.XS, demo.YS, demo.H0)
    assert np.abs(3 * printed - truth.cell.W_hx).max() < 1e-15
    assert relative_gap(printed, truth.cell.W_hx) == pytest.approx(2 / 3, rel=1e-12)


def test_truncation_on_demo(summed):
    caches, dstates = summed
    exact, _, _ = bptt(CELL, demo.MODEL.cell, caches, dstates)
    gaps = [
        relative_gap(bptt(CELL, demo.MODEL.cell, caches, dstates, window=k)[0], exact)
        for k in (1, 2, 3)
    ]
    assert np.round(gaps, 3).tolist() == [0.217, 0.032, 0]


def test_sympy_finds_both_recursions_equal_to_the_derivative():
    for identity in (on_paper.forward_is_backward(3), on_paper.backward_is_derivative(3)):
        assert all(expression.expand() == 0 for expression in identity)


MISTAKES = {
    "sign": lambda p, c, dh, dp, dx, back: (dp, dx, -back),
    "transpose": lambda p, c, dh, dp, dx, back: (dp, dx, p.W_hh @ dp.b_h),
    "index": lambda p, c, dh, dp, dx, back: (dp._replace(W_hh=np.outer(dp.b_h, c.h)), dx, back),
    "slope": lambda p, c, dh, *_: CELL.step_back(p, c, dh * (1 + c.h**2) / (1 - c.h**2)),
    "future": lambda p, c, dh, dp, dx, back: (dp, dx, 0 * back),
    "bias": lambda p, c, dh, dp, dx, back: (dp._replace(b_h=dh), dx, back),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_planted_error_is_found(name):
    def back(p, cache, dh):
        return MISTAKES[name](p, cache, dh, *CELL.step_back(p, cache, dh))

    wrong = PLAIN._replace(step_back=back)
    states, caches = unroll(wrong, demo.MODEL.cell, demo.XS, demo.H0)
    dstates = np.ones_like(states)

    def loss(p):
        return float(unroll(CELL, p, demo.XS, demo.H0)[0].sum())

    with pytest.raises(ValueError, match=r"gradient: .* is off by"):
        check_gradient(loss, demo.MODEL.cell, bptt(wrong, demo.MODEL.cell, caches, dstates)[0])
    right = bptt(PLAIN, demo.MODEL.cell, caches, dstates)[0]
    assert check_gradient(loss, demo.MODEL.cell, right) < 1e-9
