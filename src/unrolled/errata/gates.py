"""Gradients through LSTM and GRU: what the printed formulas leave out. Autograd decides."""

from functools import cache
from typing import NamedTuple

import numpy as np
import torch

from unrolled.core.shapes import Array
from unrolled.errata.finding import Values, attempt, entry
from unrolled.page.autograd import jacobian_of

N_X, N_H, T = 3, 4, 8
RNG = np.random.default_rng(0)
WX, WH, B = (
    RNG.normal(size=(4, N_H, N_X)),
    RNG.normal(size=(4, N_H, N_H)),
    RNG.normal(size=(4, N_H)),
)
XS, H0, C0 = RNG.normal(size=(T, N_X)), RNG.normal(size=N_H) / 2, RNG.normal(size=N_H)
OWN = RNG.normal(size=(T, N_H))  # ∂L_t/∂h_t


class Step(NamedTuple):
    """One step of the LSTM: i, f, o and c̃ in this order in `gates`, then c and h."""

    gates: object
    c: object
    h: object


def lstm(x: object, h: object, c: object) -> Step:
    """(10) to (15), of arrays or of tensors."""
    tensors = isinstance(c, torch.Tensor)
    wx, wh, b, x = (torch.from_numpy(a) if tensors else a for a in (WX, WH, B, x))
    lib = torch if tensors else np
    a = wx @ x + wh @ h + b
    gates = [1 / (1 + lib.exp(-a[g])) for g in range(3)] + [lib.tanh(a[3])]
    c = gates[1] * c + gates[0] * gates[3]
    return Step(gates, c, gates[2] * lib.tanh(c))


@cache
def run() -> list[Step]:
    """All steps, by NumPy."""
    found, h, c = [], H0, C0
    for x in XS:
        found.append(lstm(x, h, c))
        _, c, h = found[-1]
    return found


@cache
def by_autograd() -> Array:
    """∂L/∂c_t for L = Σ_t OWN_t · h_t."""
    h, c = torch.from_numpy(H0).requires_grad_(), torch.from_numpy(C0).requires_grad_()
    cells, total = [], 0.0
    for x, own in zip(XS, OWN, strict=True):
        _, c, h = lstm(x, h, c)
        c.retain_grad()
        cells.append(c)
        total = total + torch.from_numpy(own) @ h
    total.backward()
    return np.array([c.grad.numpy() for c in cells])


@entry("A22")
def cell_recursion() -> Values:
    """(17) from the last step back, with the direct and with the total ∂L/∂h_t."""
    truth, direct, full = by_autograd(), np.zeros((T, N_H)), np.zeros((T, N_H))
    back_h, back_c, old_c = np.zeros(N_H), np.zeros(N_H), np.zeros(N_H)
    for t in reversed(range(T)):
        (i, f, o, g), c, _ = run()[t]
        inner = o * (1 - np.tanh(c) ** 2)
        direct[t] = OWN[t] * inner + old_c
        dh = OWN[t] + back_h
        full[t] = dh * inner + back_c
        before = run()[t - 1].c if t else C0
        at_gates = [full[t] * g * i * (1 - i), full[t] * before * f * (1 - f),
                    dh * np.tanh(c) * o * (1 - o), full[t] * i * (1 - g**2)]  # fmt: skip
        back_h = sum(W.T @ d for W, d in zip(WH, at_gates, strict=True))
        back_c, old_c = full[t] * f, direct[t] * f
    return Values(direct, full, truth)


@entry("A23")
def row_or_column() -> Values:
    """∂L/∂h_t times ∂h_t/∂c_t with a column, and as ⊙."""
    (_, _, o, _), c, _ = run()[-1]
    inner = o * (1 - np.tanh(c) ** 2)
    column = OWN[-1][:, None]
    printed = attempt(lambda: column @ np.diag(inner), column, np.diag(inner))
    return Values(printed, OWN[-1] * inner, by_autograd()[-1])


@entry("A24")
def total_cell_jacobian() -> Values:
    """∂c_2/∂c_1 as diag f, and with the three terms through h_1."""
    (_, _, o, _), c, _ = run()[0]
    (i, f, _, g), _, _ = run()[1]
    through = (c * f * (1 - f))[:, None] * WH[1] + (g * i * (1 - i))[:, None] * WH[0]
    through = through + (i * (1 - g**2))[:, None] * WH[3]
    mended = np.diag(f) + through * (o * (1 - np.tanh(c) ** 2))

    def later(c: torch.Tensor) -> torch.Tensor:
        return lstm(XS[1], torch.from_numpy(o) * torch.tanh(c), c).c

    return Values(np.diag(f), mended, jacobian_of(later, c))


@entry("A25")
def cell_to_state() -> Values:
    """How the cell moves the state: the factor of (20), and the one described."""
    (_, _, o, _), c, _ = run()[0]
    truth = np.diag(jacobian_of(lambda c: torch.from_numpy(o) * torch.tanh(c), c))
    return Values(np.tanh(c), o * (1 - np.tanh(c) ** 2), truth)


@entry("A26")
def which_state_z_keeps() -> Values:
    """A step of torch.nn.GRUCell with z as the share of the new, and of the old state."""
    torch.manual_seed(0)
    cell = torch.nn.GRUCell(N_X, N_H, dtype=torch.float64)
    with torch.no_grad():
        truth = cell(torch.from_numpy(XS[0]), torch.from_numpy(H0)).numpy()
    W, U, b, c = (p.detach().numpy() for p in cell.parameters())
    (ar, az, an), (cr, cz, cn) = np.split(W @ XS[0] + b, 3), np.split(U @ H0 + c, 3)
    r, z = (1 / (1 + np.exp(-a)) for a in (ar + cr, az + cz))
    n = np.tanh(an + r * cn)
    return Values((1 - z) * H0 + z * n, z * H0 + (1 - z) * n, truth, "torch.nn.GRUCell")


def gru(h: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """z, r, h̃ and h of (21) to (24), with the weights of three of the gates above."""
    a = [torch.from_numpy(WX[g] @ XS[0] + B[g]) for g in range(3)]
    U = [torch.from_numpy(WH[g]) for g in range(3)]
    z, r = (torch.sigmoid(a[g] + U[g] @ h) for g in (0, 1))
    n = torch.tanh(a[2] + U[2] @ (r * h))
    return z, r, n, (1 - z) * h + z * n


@entry("A27")
def which_gate_forgets() -> Values:
    """What multiplies the old state in (24): z, or 1 − z."""
    z, _, n, _ = (part.detach() for part in gru(torch.from_numpy(H0)))
    slopes = jacobian_of(lambda h: (1 - z) * h + z * n, H0)
    return Values(z.numpy(), 1 - z.numpy(), np.diag(slopes))


@entry("A28")
def total_gru_jacobian() -> Values:
    """∂h_1/∂h_0 of (24) as diag(1 − z), and with its other terms."""
    z, r, n, _ = (part.numpy() for part in gru(torch.from_numpy(H0)))
    inner = np.diag(r) + (H0 * r * (1 - r))[:, None] * WH[1]
    mended = np.diag(1 - z) + ((n - H0) * z * (1 - z))[:, None] * WH[0]
    mended = mended + (z * (1 - n**2))[:, None] * (WH[2] @ inner)
    return Values(np.diag(1 - z), mended, jacobian_of(lambda h: gru(h)[3], H0))
