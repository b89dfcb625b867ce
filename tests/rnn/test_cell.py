"""The Elman cell: its numbers, and PyTorch's word on them."""

import subprocess
import sys

import numpy as np
from hypothesis import given

from tests.strategies import batches, problem, seeds, sizes, steps
from unrolled.bptt import demo
from unrolled.core.gradcheck import finite_difference, largest_gap
from unrolled.core.losses import perplexity
from unrolled.core.tree import ravel, tree_map, tree_size
from unrolled.core.unroll import unroll
from unrolled.rnn import torch_twin
from unrolled.rnn.cell import CELL
from unrolled.rnn.readout import Model, Readout, random_model
from unrolled.training import loss_and_gradient, predict

EXACT = {
    "W_yh": [[0.0431447867, 0.0354001565], [-0.1414425000, 0.1172851801],
             [0.1211853167, -0.0725385400], [-0.0228876034, -0.0801467966]],
    "b_y": [0.2591791961, -0.0890295960, -0.0930104178, -0.0771391824],
    "W_hx": [[0.0800852791, -0.0068402499, -0.0314877141, 0],
             [-0.0722810047, 0.1146233352, -0.0249175490, 0]],
    "W_hh": [[0.0040881722, -0.0081233247], [0.0633157424, -0.0324183572]],
    "b_h": [0.0417573150, 0.0174247815],
}  # fmt: skip


@given(T=steps, B=batches, n_x=sizes, n_h=sizes, n_y=sizes, seed=seeds)
def test_loss_and_all_gradients_are_pytorchs(T, B, n_x, n_h, n_y, seed):
    cell, xs, h0, rng = problem(T, B, n_x, n_h, seed)
    model = Model(cell, Readout(rng.normal(size=(n_y, n_h)), rng.normal(size=n_y)))
    ys = np.eye(n_y)[rng.integers(n_y, size=(T, *B))]
    flat_xs, flat_ys = (a.reshape(T, -1, a.shape[-1]) for a in (xs, ys))
    loss, gradient, _ = loss_and_gradient(model, xs, ys, h0)
    wanted = torch_twin.loss_and_gradient(model, flat_xs, flat_ys, h0.reshape(-1, n_h))
    assert abs(loss - wanted[0]) < 1e-12 * (1 + loss)
    assert largest_gap(gradient, wanted[1]) < 1e-10 * (1 + np.abs(ravel(gradient)).max())


def test_the_gradients_of_demo_are_pytorchs_to_1e_15_and_finite_differences():
    _, gradient, _ = loss_and_gradient(demo.MODEL, demo.XS, demo.YS, demo.H0)
    _, by_torch = torch_twin.loss_and_gradient(demo.MODEL, demo.XS, demo.YS, demo.H0)

    def loss(model):
        return loss_and_gradient(model, demo.XS, demo.YS, demo.H0)[0]

    assert largest_gap(gradient, by_torch) < 1e-15
    assert largest_gap(gradient, finite_difference(loss, demo.MODEL)) < 1e-10


def test_the_loss_that_the_slides_never_print():
    trace = demo.trace()
    assert [round(float(trace[f"L_{t}"].value), 6) for t in (1, 2, 3)] == [
        1.641434,
        1.492049,
        1.334760,
    ]
    loss = float(trace["L"].value)
    assert round(loss, 6) == 1.489414
    assert round(perplexity(loss), 6) == 4.434498
    assert perplexity(loss) > 4  # worse than a uniform guess


def test_the_averaged_gradients_are_the_exact_ones():
    _, gradient, _ = loss_and_gradient(demo.MODEL, demo.XS, demo.YS, demo.H0)
    found = {**gradient.cell._asdict(), **gradient.readout._asdict()}
    for name, wanted in EXACT.items():
        assert np.abs(found[name] - wanted).max() < 5e-11, name


def test_gradient_descent_on_demo_takes_the_loss_where_the_text_says():
    for rate, wanted in ((0.1, 1.470944), (0.5, 1.401781), (1.0, 1.325612)):
        _, gradient, _ = loss_and_gradient(demo.MODEL, demo.XS, demo.YS, demo.H0)
        stepped = tree_map(lambda w, g, rate=rate: w - rate * g, demo.MODEL, gradient)
        assert round(loss_and_gradient(stepped, demo.XS, demo.YS, demo.H0)[0], 6) == wanted


def test_demo_has_26_parameters():
    assert tree_size(demo.MODEL) == 26


def test_one_step_from_a_zero_state_is_a_feed_forward_network(rng):
    p, xs, _, _ = problem(1, (5,), 4, 3, 0)
    states, _ = unroll(CELL, p, xs, np.zeros((5, 3)))
    assert np.allclose(states[0], np.tanh(xs[0] @ p.W_hx.T + p.b_h), rtol=0, atol=1e-12)


def test_states_are_those_of_torch_rnn():
    p, xs, h0, _ = problem(7, (3,), 4, 5, 0)
    states, _ = unroll(CELL, p, xs, h0)
    assert np.abs(states - torch_twin.states(p, xs, h0)).max() < 1e-13


def test_the_carried_state_makes_two_halves_a_whole(rng):
    model = random_model(rng, 3, 4, 2)
    xs = rng.normal(size=(6, 3))
    whole, last = predict(model, xs, np.zeros(4))
    first, h = predict(model, xs[:3], np.zeros(4))
    second, h = predict(model, xs[3:], h)
    assert np.allclose(whole, np.concatenate([first, second]), rtol=0, atol=1e-12)
    assert np.allclose(last, h, rtol=0, atol=1e-12)


def test_the_cell_needs_numpy_and_nothing_heavy():
    code = "import sys, unrolled.rnn; print(*{'torch', 'sympy', 'matplotlib'} & set(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout
    assert loaded.strip() == b""
