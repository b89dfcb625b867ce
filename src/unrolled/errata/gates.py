"""Gradients through LSTM and GRU: what the printed formulas leave out. Autograd decides."""

from functools import cache

import numpy as np
import torch

from unrolled.core.cell import Caches
from unrolled.core.shapes import Array
from unrolled.core.unroll import unroll
from unrolled.errata.finding import Triple, attempt, entry
from unrolled.gru import cell as gru
from unrolled.gru import torch_twin as gru_twin
from unrolled.gru.gradient import jacobian_terms
from unrolled.lstm import cell as lstm
from unrolled.lstm import torch_twin as lstm_twin
from unrolled.lstm.gate import Gate
from unrolled.lstm.gradient import cell_gradients, cell_jacobians, shown_slope
from unrolled.page.autograd import jacobian_of

N_X, N_H, T = 3, 4, 8
RNG = np.random.default_rng(0)
GATES = [
    Gate(W_x, W_h, b)
    for W_x, W_h, b in zip(
        RNG.normal(size=(4, N_H, N_X)),
        RNG.normal(size=(4, N_H, N_H)),
        RNG.normal(size=(4, N_H)),
        strict=True,
    )
]
LSTM = lstm.LSTM(*GATES)
GRU = gru.GRU(*GATES[:3])
XS = RNG.normal(size=(T, N_X))
START = lstm.State(RNG.normal(size=N_H) / 2, RNG.normal(size=N_H))
H0 = START.h
OWN = RNG.normal(size=(T, N_H))  # ∂L_t/∂h_t
LOSSES = lstm.State(OWN, np.zeros((T, N_H)))  # L = Σ_t OWN_t · h_t


@cache
def run() -> Caches:
    """All steps of the LSTM."""
    return unroll(lstm.CELL, LSTM, XS, START)[1]


@cache
def by_autograd() -> Array:
    """∂L/∂c_t."""
    return lstm_twin.cell_gradients(LSTM, XS, START, LOSSES)


@entry("A22")
def cell_recursion() -> Triple:
    """(17) from the last step back, with the direct and with the total ∂L/∂h_t."""
    direct = cell_gradients(LSTM, run(), LOSSES, through_gates=False)
    return Triple(direct, cell_gradients(LSTM, run(), LOSSES), by_autograd())


@entry("A23")
def row_or_column() -> Triple:
    """∂L/∂h_t times ∂h_t/∂c_t with a column, and as ⊙."""
    slope = shown_slope(run().steps.valves.o[-1], run().states.c[-1])
    column = OWN[-1][:, None]
    printed = attempt(lambda: column @ np.diag(slope), column, np.diag(slope))
    return Triple(printed, OWN[-1] * slope, by_autograd()[-1])


@entry("A24")
def total_cell_jacobian() -> Triple:
    """∂c_2/∂c_1 as diag f, and with the three terms through h_1."""
    valves, c = run().steps.valves, run().states.c
    net = lstm_twin.lstm(LSTM)
    x = torch.from_numpy(XS[1:2])
    o = torch.from_numpy(valves.o[0])

    def later(c: torch.Tensor) -> torch.Tensor:
        return net(x, ((o * torch.tanh(c))[None], c[None]))[1][1][0]

    mended = cell_jacobians(LSTM, run())[0]
    return Triple(np.diag(valves.f[1]), mended, jacobian_of(later, c[0]))


@entry("A25")
def cell_to_state() -> Triple:
    """How the cell moves the state: the factor of (20), and the one described."""
    o, c = run().steps.valves.o[0], run().states.c[0]
    truth = np.diag(jacobian_of(lambda c: torch.from_numpy(o) * torch.tanh(c), c))
    return Triple(np.tanh(c), shown_slope(o, c), truth)


@entry("A26")
def which_state_z_keeps() -> Triple:
    """A step of torch.nn.GRUCell with z as the share of the new, and of the old state."""
    torch.manual_seed(0)
    cell = torch.nn.GRUCell(N_X, N_H, dtype=torch.float64)
    with torch.no_grad():
        truth = cell(torch.from_numpy(XS[0]), torch.from_numpy(H0)).numpy()
    W, U, b, c = (p.detach().numpy() for p in cell.parameters())
    (ar, az, an), (cr, cz, cn) = np.split(W @ XS[0] + b, 3), np.split(U @ H0 + c, 3)
    r, z = (1 / (1 + np.exp(-a)) for a in (ar + cr, az + cz))
    n = np.tanh(an + r * cn)
    return Triple((1 - z) * H0 + z * n, z * H0 + (1 - z) * n, truth, "torch.nn.GRUCell")


@entry("A27")
def which_gate_forgets() -> Triple:
    """What multiplies the old state in (24): z, or 1 − z."""
    z, n = gru_step().u, gru_step().new
    slopes = jacobian_of(lambda h: torch.from_numpy(1 - z) * h + torch.from_numpy(z * n), H0)
    return Triple(z, 1 - z, np.diag(slopes))


def gru_step() -> gru.StepCache:
    """(21) to (24), the first step."""
    return gru.gru_step(GRU, XS[0], H0)[1]


@entry("A28")
def total_gru_jacobian() -> Triple:
    """∂h_1/∂h_0 of (24) as diag(1 − z), and with its other terms."""
    terms = jacobian_terms(GRU, unroll(gru.CELL, GRU, XS[:1], H0)[1])
    rows = [gru_twin.before(GRU, XS[:1], H0, row[None])[1][2] for row in np.eye(N_H)]
    return Triple(terms.kept[0], sum(terms)[0], np.array(rows))
