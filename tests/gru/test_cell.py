"""Both forms of the GRU, and what sets them apart."""

import numpy as np
import pytest
from hypothesis import given

from tests import gated
from tests.strategies import seeds, sizes, steps
from unrolled.bptt.jacobians import jacobians
from unrolled.core.gradcheck import largest_gap, relative_gap
from unrolled.core.tree import tree_size
from unrolled.core.unroll import bptt, unroll
from unrolled.gru import torch_twin
from unrolled.gru.after import AFTER, ResetAfter
from unrolled.gru.cell import CELL, random_gru
from unrolled.gru.gradient import jacobian_terms


def start(rng, shape):
    return rng.uniform(-1, 1, shape)


def after_weights(rng, n_x, n_h):
    return ResetAfter(random_gru(rng, n_x, n_h), np.zeros(n_h))


BEFORE = gated.Gated(CELL, random_gru, start, torch_twin.before)
RESET_AFTER = gated.Gated(AFTER, after_weights, start, torch_twin.after)
both = pytest.mark.parametrize("form", [BEFORE, RESET_AFTER], ids=["before", "after"])


@both
@given(T=steps, n_x=sizes, n_h=sizes, seed=seeds)
def test_states_and_all_gradients_are_pytorchs(form, T, n_x, n_h, seed):
    for B in ((), (3,)):
        gated.pytorch_says_the_same(form, T, B, n_x, n_h, seed)


@given(T=steps, n_x=sizes, n_h=sizes, seed=seeds)
def test_all_steps_at_once_equals_step_by_step(T, n_x, n_h, seed):
    for B in ((), (1,), (2, 2)):
        gated.all_at_once_is_step_by_step(BEFORE, T, B, n_x, n_h, seed)


@both
@given(T=steps, n_x=sizes, n_h=sizes, seed=seeds)
def test_a_batch_is_a_stack_of_singles(form, T, n_x, n_h, seed):
    gated.a_batch_is_a_stack_of_singles(form, T, n_x, n_h, seed)


@both
@given(T=steps, n_x=sizes, n_h=sizes, seed=seeds)
def test_the_step_back_is_the_transpose_of_the_step(form, T, n_x, n_h, seed):
    gated.its_step_back_is_the_transpose(form, T, n_x, n_h, seed)


@given(T=steps, n_x=sizes, n_h=sizes, seed=seeds)
def test_the_four_terms_add_up_to_the_jacobian(T, n_x, n_h, seed):
    p, _, _, _, caches, _ = gated.problem(BEFORE, T, (2,), n_x, n_h, seed)
    J = jacobians(CELL, p, caches)
    assert largest_gap(sum(jacobian_terms(p, caches)), J) < 1e-13 * gated.size(J)


def test_what_is_kept_alone_is_far_from_the_jacobian():
    p, _, _, _, caches, _ = gated.problem(BEFORE, 8, (), 3, 4, 0)
    J = jacobians(CELL, p, caches)
    kept = jacobian_terms(p, caches).kept
    assert all(relative_gap(a, b) > 0.3 for a, b in zip(kept, J, strict=True))


def test_a_shut_update_gate_keeps_the_state():
    rng = np.random.default_rng(0)
    p = random_gru(rng, 2, 3, update=-800.0)
    h0 = start(rng, 3)
    states, caches = unroll(CELL, p, rng.normal(size=(50, 2)), h0)
    assert np.array_equal(states, np.broadcast_to(h0, (50, 3)))
    d = np.zeros((50, 3))
    d[-1] = (1.0, 2.0, 3.0)
    assert np.array_equal(bptt(CELL, p, caches, d)[2], d[-1])


@given(T=steps, n_x=sizes, seed=seeds)
def test_with_one_unit_both_forms_are_one(T, n_x, seed):
    p, xs, h0, states, _, _ = gated.problem(BEFORE, T, (3,), n_x, 1, seed)
    assert largest_gap(unroll(AFTER, ResetAfter(p, np.zeros(1)), xs, h0)[0], states) < 1e-13


def test_with_several_units_they_are_not():
    p, xs, h0, states, _, _ = gated.problem(BEFORE, 5, (), 2, 4, 0)
    assert largest_gap(unroll(AFTER, ResetAfter(p, np.zeros(4)), xs, h0)[0], states) > 0.1


def test_ten_inputs_and_twenty_units_take_1860_weights_and_in_pytorch_1920():
    rng = np.random.default_rng(0)
    assert tree_size(random_gru(rng, 10, 20)) == 3 * (20 * (10 + 20) + 20) == 1860
    p = after_weights(rng, 10, 20)
    assert tree_size(p) == 1880  # the candidate has a bias before and behind the reset
    assert sum(w.numel() for w in torch_twin.gru(p).parameters()) == 1920


def test_what_does_not_fit_is_named(unchecked):
    rng = np.random.default_rng(0)
    p = random_gru(rng, 2, 3)
    h0 = start(rng, 3)
    xs = rng.normal(size=(4, 2))
    for cell, arguments, says in (
        (CELL, (p._replace(r=p.r._replace(b=p.r.b[:2])), xs, h0), r"r\.b: got shape \(2,\)"),
        (CELL, (ResetAfter(p, h0), xs, h0), r"p: got ResetAfter\(gates, b_reset\), expected GRU"),
        (CELL, (p, xs, h0[:2]), r"h0: got shape \(2,\)"),
        (AFTER, (p, xs, h0), r"p: got GRU\(u, r, h\), expected ResetAfter"),
        (AFTER, (ResetAfter(p, h0[:2]), xs, h0), r"b_reset: got shape \(2,\)"),
    ):
        with pytest.raises(ValueError, match=says):
            unroll(cell, *arguments)
