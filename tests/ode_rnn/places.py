"""Where the chapter's equations stand in the documents, and what the documents compute there."""

import numpy as np
import torch
from scipy.integrate import solve_ivp

from tests.errata.place import ARTICLE, Place
from unrolled.neural_ode.fields import Net
from unrolled.ode_rnn.between import evolves
from unrolled.ode_rnn.cells import Weights, evolving
from unrolled.rnn.cell import CELL, RNN

W, BIAS = np.array([[0.2, -1.5], [1.1, -0.4]]), np.array([0.3, -0.2])
FIELD = Net(W, np.zeros(2), BIAS, np.array([[0.9, -0.7], [0.5, 1.2]]), np.array([0.1, -0.3]))
CELL_WEIGHTS = RNN(np.array([[0.8, -0.6], [0.4, 0.1]]), W / 2, BIAS)
BEFORE, GAP, X = np.array([0.6, -0.2]), 0.7, 1.3


def their_solve(h, start, end):
    """ODESolve of the article: the end of dh/dt = f_θ(h), which does not ask for the time."""

    def field(t, h):
        return FIELD.W_2 @ np.tanh(FIELD.W_1 @ h + FIELD.b_1) + FIELD.b_2

    return solve_ivp(field, (start, end), h, method="DOP853", rtol=1e-13, atol=1e-14).y[:, -1]


def their_update(h):
    """RNNCell of the article: PyTorch's, with the mask of an observed value as second input."""
    cell = torch.nn.RNNCell(2, 2, dtype=torch.float64)
    cell.load_state_dict(
        {
            "weight_ih": torch.from_numpy(CELL_WEIGHTS.W_hx),
            "weight_hh": torch.from_numpy(CELL_WEIGHTS.W_hh),
            "bias_ih": torch.from_numpy(CELL_WEIGHTS.b_h),
            "bias_hh": torch.zeros(2, dtype=torch.float64),
        }
    )
    x = torch.tensor([X, 1.0], dtype=torch.float64)
    return cell(x, torch.from_numpy(h)).detach().numpy()


def our_step(mask):
    """One row of an ODE-RNN, with its value observed or not."""
    cell, p = evolving(CELL, longest=1e-3), Weights(CELL_WEIGHTS, FIELD)
    return cell.step(p, np.array([GAP, X * mask, mask]), BEFORE)[0]


PLACES = {
    "eq-ode-rnn-evolve": Place(
        says=(r"h_k^-=h_k-1+\int_t_k-1^t_kf_\theta(h(t))",),
        rows=[(ARTICLE, "(31) to (33)")],
        function=evolves,
        both=lambda: (
            their_solve(1.5 * BEFORE, 2.0, 2.0 + GAP),
            evolves(longest=1e-3).of(FIELD, np.array(GAP), 1.5 * BEFORE),
        ),
    ),
    "eq-ode-rnn-before": Place(
        says=(r"h_k^-=ODESolve(f_\theta,h_k-1,t_k-1,t_k)",),
        rows=[(ARTICLE, "(31) to (33)")],
        function=evolving,
        both=lambda: (their_solve(BEFORE, 0.0, GAP), our_step(0.0)),
    ),
    "eq-ode-rnn-update": Place(
        says=(r"cell(h_k^-,x_k)",),
        rows=[(ARTICLE, "(31) to (33)")],
        function=evolving,
        both=lambda: (their_update(their_solve(BEFORE, 0.0, GAP)), our_step(1.0)),
    ),
}
