"""The LSTM's cell and the gradient through it."""

import numpy as np
import pytest
from hypothesis import given

from tests import gated
from tests.strategies import seeds, sizes, steps
from unrolled.bptt.jacobians import jacobians
from unrolled.bptt.rtrl import rtrl
from unrolled.core.gradcheck import largest_gap
from unrolled.core.tree import tree_at, tree_map, tree_size
from unrolled.core.unroll import bptt, unroll
from unrolled.lstm import torch_twin
from unrolled.lstm.cell import CELL, State, random_lstm
from unrolled.lstm.gate import Gate
from unrolled.lstm.gradient import (
    cell_gradients,
    cell_jacobians,
    forget_bias,
    half_life,
    shown_slope,
)
from unrolled.page.autograd import jacobian_of


def start(rng, shape):
    return State(rng.uniform(-1, 1, shape), rng.normal(size=shape))


LSTM = gated.Gated(CELL, random_lstm, start, torch_twin.states_and_gradients)


@given(T=steps, n_x=sizes, n_h=sizes, seed=seeds)
def test_states_and_all_gradients_are_pytorchs(T, n_x, n_h, seed):
    for B in ((), (3,)):
        gated.pytorch_says_the_same(LSTM, T, B, n_x, n_h, seed)


@given(T=steps, n_x=sizes, n_h=sizes, seed=seeds)
def test_all_steps_at_once_equals_step_by_step(T, n_x, n_h, seed):
    for B in ((), (1,), (2, 2)):
        gated.all_at_once_is_step_by_step(LSTM, T, B, n_x, n_h, seed)


@given(T=steps, n_x=sizes, n_h=sizes, seed=seeds)
def test_a_batch_is_a_stack_of_singles(T, n_x, n_h, seed):
    gated.a_batch_is_a_stack_of_singles(LSTM, T, n_x, n_h, seed)


@given(T=steps, n_x=sizes, n_h=sizes, seed=seeds)
def test_the_step_back_is_the_transpose_of_the_step(T, n_x, n_h, seed):
    gated.its_step_back_is_the_transpose(LSTM, T, n_x, n_h, seed)


def test_the_forward_recursion_gives_the_same_gradient():
    p, xs, h0, _, caches, d = gated.problem(LSTM, 5, (), 2, 3, 0)
    found = bptt(CELL, p, caches, d)[0]
    assert largest_gap(rtrl(CELL, p, xs, h0, d), found) < 1e-11 * gated.size(found)


def test_an_open_forget_gate_and_a_shut_input_gate_keep_the_cell():
    rng = np.random.default_rng(0)
    p = random_lstm(rng, 2, 3)
    shut = [p.i, p.f, p.o]
    for k, b in enumerate((-800.0, 800.0, 0.0)):
        shut[k] = shut[k]._replace(b=np.full(3, b))
    p = p._replace(i=shut[0], f=shut[1])
    h0 = start(rng, 3)
    states, caches = unroll(CELL, p, rng.normal(size=(50, 2)), h0)
    assert np.array_equal(states.c, np.broadcast_to(h0.c, (50, 3)))
    d = State(np.zeros((50, 3)), np.zeros((50, 3)))
    d.c[-1] = (1.0, 2.0, 3.0)
    assert np.array_equal(bptt(CELL, p, caches, d)[2].c, d.c[-1])  # 50 steps back, not one bit off


@given(T=steps, n_x=sizes, n_h=sizes, seed=seeds)
def test_what_comes_back_to_the_cell_is_autograds(T, n_x, n_h, seed):
    p, xs, h0, _, caches, d = gated.problem(LSTM, T, (), n_x, n_h, seed)
    truth = torch_twin.cell_gradients(p, xs, h0, d)
    assert largest_gap(cell_gradients(p, caches, d), truth) < 1e-12 * gated.size(truth)


def test_without_the_gates_it_is_the_recursion_by_itself_and_another_number():
    p, _, _, _, caches, d = gated.problem(LSTM, 8, (), 3, 4, 0)
    alone, dc = np.zeros((8, 4)), np.zeros(4)
    for t in reversed(range(8)):
        now = tree_at(caches.steps, t)
        alone[t] = d.h[t] * now.valves.o * (1 - np.tanh(caches.states.c[t]) ** 2) + d.c[t] + dc
        dc = alone[t] * now.valves.f
    found, full = cell_gradients(p, caches, d, through_gates=False), cell_gradients(p, caches, d)
    assert largest_gap(found, alone) < 1e-14
    assert np.allclose(found[-1], full[-1], atol=1e-15)  # after the last step there are no gates
    assert (np.abs(found - full).max(axis=1)[:-1] > 0.05).all()


def test_the_total_jacobian_of_the_cell_is_autograds():
    p, xs, _, states, caches, _ = gated.problem(LSTM, 6, (), 3, 4, 1)
    found = cell_jacobians(p, caches)
    for t in range(5):
        o = caches.steps.valves.o[t]

        def later(c, t=t, o=o):
            import torch

            w = tree_map(torch.from_numpy, p)
            h = torch.from_numpy(o) * torch.tanh(c)
            x = torch.from_numpy(xs[t + 1])
            i, f, _, g = (gate.W_x @ x + gate.W_h @ h + gate.b for gate in w)
            return torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)

        assert largest_gap(found[t], jacobian_of(later, states.c[t])) < 1e-13
        block = jacobians(CELL, p, caches)[t + 1][4:, :]  # ∂c_{t+1} by ∂h_t and ∂c_t
        into = block[:, :4] * shown_slope(caches.steps.valves.o[t], states.c[t]) + block[:, 4:]
        assert largest_gap(found[t], into) < 1e-14


def test_half_lives_and_horizons_are_those_of_the_table():
    sigma = 1 / (1 + np.exp(-np.array([0.0, 1.0, 2.0, 3.0, 5.0])))
    assert [f"{half_life(f):.3g}" for f in sigma] == ["1", "2.21", "5.46", "14.3", "103"]
    assert [f"{f**100:.2g}" for f in sigma] == ["7.9e-31", "2.5e-14", "3.1e-06", "0.0078", "0.51"]
    assert [round(forget_bias(T), 3) for T in (10, 100, 1000)] == [2.197, 4.595, 6.907]
    for T in (10, 100, 1000):
        assert 1 / (1 - 1 / (1 + np.exp(-forget_bias(T)))) == pytest.approx(T, rel=1e-12)


def test_ten_inputs_and_twenty_units_take_2480_weights_and_in_pytorch_2560():
    p = random_lstm(np.random.default_rng(0), 10, 20)
    assert tree_size(p) == 4 * (20 * (10 + 20) + 20) == 2480
    assert sum(w.numel() for w in torch_twin.lstm(p).parameters()) == 2560  # a second bias each


def test_what_does_not_fit_is_named(unchecked):
    rng = np.random.default_rng(0)
    p = random_lstm(rng, 2, 3)
    h0 = start(rng, 3)
    xs = rng.normal(size=(4, 2))
    wrong = p._replace(f=Gate(p.f.W_x, p.f.W_h[:2], p.f.b))
    for arguments, says in (
        ((wrong, xs, h0), r"f\.W_h: got shape \(2, 3\), expected \(n_h=3, n_h=3\)"),
        ((p._replace(o=p.o.W_x), xs, h0), r"o: got an array of shape \(3, 2\), expected Gate"),
        ((p, xs[:, :1], h0), r"xs: got shape \(4, 1\), expected \(T, \*B, n_x=2\)"),
        ((p, xs, h0.h), r"h0: got .*, expected State\(h, c\)"),
        ((p, xs, State(h0.h, h0.c[:2])), r"h0\.c: got shape \(2,\)"),
        ((p, xs, State(h0.h, np.full(3, np.nan))), r"h0\.c: got nan"),
    ):
        with pytest.raises(ValueError, match=says):
            unroll(CELL, *arguments)
    for call, says in (
        (lambda: half_life(1.0), "f: got 1.0"),
        (lambda: forget_bias(1), "steps: got 1"),
        (lambda: random_lstm(rng, 0, 3), "n_x: got 0"),
        (lambda: random_lstm(rng, 2, 3, np.inf), "forget: got inf"),
        (lambda: cell_jacobians(p, unroll(CELL, p, xs[:1], h0)[1]), "caches: got 1"),
    ):
        with pytest.raises(ValueError, match=says):
            call()
