"""A cell of one's own, written as a notebook writes cells, is right everywhere or is told why."""

from functools import partial

import numpy as np
import pytest

from tests.strategies import problem
from unrolled.bptt.jacobians import jacobians
from unrolled.bptt.paths import counted_twice, paths
from unrolled.bptt.rtrl import rtrl
from unrolled.core.cell import Cell, batched
from unrolled.core.cellcheck import check_cell
from unrolled.core.gradcheck import largest_gap
from unrolled.core.tree import tree_map
from unrolled.core.unroll import bptt, unroll
from unrolled.remedies.shortcuts import Skip, leaky, residual, skip
from unrolled.rnn.cell import CELL, RNN


def step(p, x, h):
    """h_t = tanh(W x + U h + b)."""
    h_next = np.tanh(p.W_hx @ x + p.W_hh @ h + p.b_h)
    return h_next, (x, h, h_next)


def step_back(p, cache, dh):
    x, h, h_next = cache
    delta = (1 - h_next**2) * dh
    dp = RNN(np.outer(delta, x), np.outer(delta, h), delta)
    return dp, p.W_hx.T @ delta, p.W_hh.T @ delta


OWN = Cell(step, step_back)
TURNED = CELL._replace(step=step, step_back=step_back)  # the rest of it is Elman's


@pytest.fixture
def example():
    """As many steps and sequences as units, so that a mixed-up axis fits."""
    return problem(4, (), 4, 4, 0)[:3]


@pytest.mark.parametrize("own", [OWN, TURNED], ids=["own", "turned"])
@pytest.mark.parametrize("batch", [(), (4,), (2, 4)])
def test_a_cell_for_one_sequence_is_right_where_an_axis_could_be_mixed_up(own, batch):
    p, xs, h0, rng = problem(4, batch, 4, 4, 0)
    found, wanted = unroll(own, p, xs, h0), unroll(CELL, p, xs, h0)
    assert largest_gap(found[0], wanted[0]) < 1e-14
    dstates = rng.normal(size=wanted[0].shape)
    pairs = [(own, p, found[1]), (CELL, p, wanted[1])]
    for f in (jacobians, lambda *a: bptt(*a, dstates), lambda *a: bptt(*a, dstates, window=2)):
        assert largest_gap(f(*pairs[0]), f(*pairs[1])) < 1e-12
    for f in (paths, counted_twice):
        assert largest_gap(f(*pairs[0], dstates), f(*pairs[1], dstates)) < 1e-12
    if not batch:
        by_rtrl = rtrl(own, p, xs, h0, dstates)
        assert largest_gap(by_rtrl, bptt(*pairs[1], dstates)[0]) < 1e-12


def test_a_new_step_is_not_run_by_the_old_fast_way(example):
    p, xs, h0 = example
    doubled = CELL._replace(step=lambda p, x, h: step(p, 2 * x, h))
    assert largest_gap(unroll(doubled, p, xs, h0)[0], unroll(CELL, p, 2 * xs, h0)[0]) < 1e-14


def test_a_true_cell_passes_its_check(example):
    p, xs, h0 = example
    for cell in (OWN, TURNED, CELL, leaky(0.9), residual()):
        assert check_cell(cell, p, xs, h0) < 1e-6
    assert check_cell(skip(3), Skip(p, p.W_hh), xs, (h0, -h0, h0)) < 1e-6


def scaled(i):
    """A step back that doubles the i-th of its results."""

    def back(p, cache, dh):
        parts = list(step_back(p, cache, dh))
        parts[i] = tree_map(lambda leaf: 2 * leaf, parts[i])
        return tuple(parts)

    return back


def mixed(p, x, h):
    """Right for one sequence; takes the axis of a batch for that of the state."""
    h_next = np.tanh(p.W_hx @ x + p.W_hh @ h + p.b_h)
    return h_next, (x, h, h_next)


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        (Cell(step, scaled(0)), "step_back: got dp off by"),
        (Cell(step, scaled(1)), "step_back: got dx off by"),
        (Cell(step, scaled(2)), "step_back: got dp off by"),  # what comes later enters the weights
        (Cell(lambda p, x, h: (step(p, x, h)[0], [x, h]), step_back), "cache: got .* a tuple"),
        (Cell(lambda p, x, h: step(p, x, h)[0], step_back), "step: got .* the pair h_next, cache"),
        (Cell(lambda p, x, h: (np.append(h, 0.0), ()), step_back), r"h_next: got shape \(5,\)"),
        (Cell(lambda p, x, h: ((h, h), ()), step_back), r"h_next: got shape \(2, 4\)"),
        (Cell(step, lambda p, c, dh: step_back(p, c, dh)[:2]), "step_back: got .* the 3: dp, dx"),
        (Cell(step, lambda p, c, dh: (tuple(p)[:2], dh, dh)), r"dp: got a tuple of 2, .* RNN\("),
        (Cell(batched(mixed), step_back), "batch: got"),
        (CELL._replace(check=None, fast=CELL.fast._replace(forward=lambda p, xs, h0: (
            2 * xs, CELL.fast.forward(p, xs, h0)[1]))), "batch: got .* off the single"),
    ],
)  # fmt: skip
def test_what_is_no_cell_is_told_by_name(cell, message, example, unchecked):
    with pytest.raises(ValueError, match=message):
        check_cell(cell, *example)


def test_caches_belong_to_the_cell_that_made_them(example, unchecked):
    p, xs, h0 = example
    states, caches = unroll(leaky(0.9), p, xs, h0)
    assert largest_gap(jacobians(leaky(0.9), p, caches), jacobians(leaky(0.9), p, caches)) == 0
    for other in (leaky(0.8), CELL, OWN):
        for f, more in ((bptt, (states,)), (paths, (states,)), (jacobians, ())):
            with pytest.raises(ValueError, match=r"caches: got those of .*, expected those of"):
                f(other, p, caches, *more)


@pytest.mark.parametrize("batch", [(), (4,)])
def test_a_cell_may_write_into_its_arrays_and_use_them_again(batch):
    p, xs, h0, rng = problem(4, batch, 4, 4, 0)
    same = tree_map(np.copy, p)
    memory = np.empty(4)
    sums = tree_map(np.zeros_like, p)

    def tidy_step(p, x, h):
        before = h.copy()
        given = x.copy()
        memory[:] = step(p, x, h)[0]
        p.W_hh[:] = h[:] = x[:] = np.nan
        return memory, (given, before, memory)

    def tidy_back(p, cache, dh):
        for held, found in zip(sums, step_back(p, cache, dh)[0], strict=True):
            held[:] = found
        dx, dh_prev = step_back(p, cache, dh)[1:]
        p.W_hh[:] = dh[:] = np.nan
        return sums, dx, dh_prev

    tidy = Cell(tidy_step, tidy_back)
    states, caches = unroll(tidy, p, xs, h0)
    dstates = rng.normal(size=states.shape)
    wanted, kept = unroll(OWN, p, xs, h0)
    assert largest_gap(states, wanted) == 0
    assert largest_gap(bptt(tidy, p, caches, dstates), bptt(OWN, p, kept, dstates)) == 0
    assert largest_gap(p, same) == 0


@pytest.mark.parametrize("cell", [OWN, CELL], ids=["own", "Elman"])
def test_caches_belong_to_the_weights_that_made_them(cell, example, unchecked):
    p, xs, h0 = example
    states, caches = unroll(cell, p, xs, h0)
    bptt(cell, tree_map(np.copy, p), caches, states)
    for f, more in ((bptt, (states,)), (paths, (states,)), (jacobians, ())):
        with pytest.raises(ValueError, match="p: got other weights than on the way forward"):
            f(cell, p._replace(b_h=p.b_h + 1e-9), caches, *more)
    p.W_hh[0, 0] += 1e-9
    with pytest.raises(ValueError, match="p: got other weights than on the way forward"):
        bptt(cell, p, caches, states)


def test_one_step_from_rest_sees_the_recurrent_weights(example):
    p, xs, h0 = example
    wrong = Cell(
        step,
        lambda p, c, dh: (
            step_back(p, c, dh)[0]._replace(W_hh=0 * p.W_hh),
            *step_back(p, c, dh)[1:],
        ),
    )
    with pytest.raises(ValueError, match="step_back: got dp off by"):
        check_cell(wrong, p, xs[:1], 0 * h0)


def test_neighbours_of_an_argument_are_told_apart(example, unchecked):
    p, xs, h0 = example
    states, caches = unroll(CELL, p, xs, h0)
    cases = [
        ((p, CELL, caches, states), "cell: got RNN.*expected Cell"),
        ((RNN, p, caches, states), "cell: got <class.*expected Cell"),
        ((CELL, p, states, states), r"caches: got an array of shape \(4, 4\), expected Caches"),
        ((CELL, p, (states, caches), states), "caches: got a tuple of 2, expected Caches"),
        ((CELL, p._asdict(), caches, states), "p: got .*, expected RNN"),
        ((CELL, tuple(p)[:2], caches, states), "p: got a tuple of 2, expected RNN"),
        ((CELL, p._replace(b_h=np.zeros(3)), caches, states), r"p.b_h: got shape \(3,\)"),
        ((CELL, p, caches, states[:3]), r"dstates: got shape \(3, 4\), expected \(4, 4\)"),
        ((CELL, p, caches, np.ones((5, 4))), r"dstates: got shape \(5, 4\), expected \(4, 4\)"),
    ]
    for arguments, message in cases:
        for f in (bptt, paths, counted_twice):
            with pytest.raises(ValueError, match=message):
                f(*arguments)
    with pytest.raises(ValueError, match=r"cell: got RNN.*the order is cell, p, xs, h0"):
        unroll(p, CELL, xs, h0)
    with pytest.raises(ValueError, match=r"h0: got shape \(4,\), expected \(2, n_h"):
        unroll(OWN, p, np.ones((3, 2, 4)), h0)


def test_a_cell_prints_what_it_computes():
    assert repr(CELL).endswith("h_t = tanh(W_hx x_t + W_hh h_{t-1} + b_h)")
    assert repr(OWN) == "Cell step: h_t = tanh(W x + U h + b)"
    assert "0.9" in repr(leaky(0.9))


def test_a_cell_may_write_into_what_it_is_given(example, unchecked):
    """The state and what comes back are copies: no number changes, here or at the caller's."""

    def step(p, x, h):
        before = h.copy()
        h[:] = np.tanh(p.W_hx @ x + p.W_hh @ h + p.b_h)
        return h, (x, before, h)

    def step_back(p, cache, dh):
        x, before, h = cache
        dh *= 1 - h**2
        return RNN(np.outer(dh, x), np.outer(dh, before), dh), dh @ p.W_hx, dh @ p.W_hh

    p, xs, h0 = example
    own = Cell(step, step_back)
    kept = h0.copy()
    states, caches = unroll(own, p, xs, h0)
    wanted, theirs = unroll(CELL, p, xs, h0)
    dstates = np.ones_like(wanted)
    assert np.allclose(states, wanted, rtol=0, atol=1e-15)
    assert np.array_equal(h0, kept)
    for f in (bptt, paths, partial(bptt, window=2)):
        found, right = f(own, p, caches, dstates), f(CELL, p, theirs, dstates)
        assert largest_gap(found, right) < 1e-14
    assert np.array_equal(dstates, np.ones_like(wanted))
    assert np.allclose(jacobians(own, p, caches), jacobians(CELL, p, theirs), rtol=0, atol=1e-15)
