"""The LSTM forwards: indices and forms, against PyTorch's cell."""

from functools import cache

import numpy as np
import torch

from unrolled.core.shapes import Array
from unrolled.errata.finding import Triple, entry

N_X, N_H, BATCH = 3, 4, 5
RNG = np.random.default_rng(2)
X = RNG.normal(size=(BATCH, N_X))
H = RNG.normal(size=(BATCH, N_H))
C = RNG.normal(size=(BATCH, N_H))
GATES = "ifgo"  # PyTorch's order; its g is the candidate


@cache
def cell() -> torch.nn.LSTMCell:
    """PyTorch's, in float64."""
    torch.manual_seed(1)
    return torch.nn.LSTMCell(N_X, N_H, dtype=torch.float64)


def part(gate: str) -> tuple[Array, Array, Array]:
    """W_x, W_h and b of a gate."""
    rows = slice(N_H * GATES.index(gate), N_H * (GATES.index(gate) + 1))
    W, U, b, c = (p.detach().numpy()[rows] for p in cell().parameters())
    return W, U, b + c


@cache
def by_torch() -> tuple[Array, Array]:
    """h and c after a step of the whole batch."""
    with torch.no_grad():
        h, c = cell()(torch.from_numpy(X), (torch.from_numpy(H), torch.from_numpy(C)))
    return h.numpy(), c.numpy()


def logistic(a: object) -> object:
    """σ of a number or of an array."""
    return 1 / (1 + np.exp(-a))


def recurrent(gate: str) -> tuple[Array, Array]:
    """The recurrent weights of a gate, and by PyTorch what they make of the first state."""
    U = part(gate)[1]
    tensors = torch.from_numpy(H[0].copy()), torch.from_numpy(U.copy())
    return U, torch.nn.functional.linear(*tensors).numpy()


@entry("C28")
def free_index() -> Triple:
    """Σ_j W_ik h_k with k = 1 throughout, and Σ_k."""
    U, truth = recurrent("f")
    printed = N_H * U[:, 0] * H[0, 0]
    mended = np.array([sum(U[i, k] * H[0, k] for k in range(N_H)) for i in range(N_H)])
    return Triple(printed, mended, truth, "PyTorch")


@entry("C29")
def mixed_indices() -> Triple:
    """Σ_j W_ik h_j with k = 1 throughout, and Σ_j W_ij h_j."""
    U, truth = recurrent("g")
    mended = np.array([sum(U[i, j] * H[0, j] for j in range(N_H)) for i in range(N_H)])
    return Triple(U[:, 0] * H[0].sum(), mended, truth, "PyTorch")


def by_rows() -> tuple[Array, Array]:
    """h and the forget gate by (36) to (41): a row for each example."""
    F, I_t, O_t = (logistic(X @ W.T + H @ U.T + b) for W, U, b in map(part, "fio"))
    W, U, b = part("g")
    return O_t * np.tanh(F * C + I_t * np.tanh(X @ W.T + H @ U.T + b)), F


def by_components() -> Array:
    """h by (30) to (35), component by component, example by example."""
    found = np.empty((BATCH, N_H))
    for n in range(BATCH):
        for i in range(N_H):
            f, g, q = (logistic(_sum(gate, n, i)) for gate in "fio")
            found[n, i] = np.tanh(f * C[n, i] + g * np.tanh(_sum("g", n, i))) * q
    return found


def _sum(gate: str, n: int, i: int) -> float:
    W, U, b = part(gate)
    inputs = sum(W[i, j] * X[n, j] for j in range(N_X))
    return b[i] + inputs + sum(U[i, k] * H[n, k] for k in range(N_H))


@entry("C30")
def two_forms() -> Triple:
    """Both forms beside PyTorch's cell."""
    return Triple(by_rows()[0], by_components(), by_torch()[0], "torch.nn.LSTMCell", agrees=True)


@entry("D11")
def block_form() -> Triple:
    """W [h, x] and W_h h + W_x x."""
    W, U, b = part("i")
    block = np.hstack([U, W]) @ np.concatenate([H[0], X[0]]) + b
    truth = np.array([_sum("i", 0, i) for i in range(N_H)])
    return Triple(block, U @ H[0] + W @ X[0] + b, truth, "the sum by components", agrees=True)


@entry("D13")
def present_state() -> Triple:
    """o_t ⊙ tanh(C_t) beside what torch.nn.LSTM gives at t + 1, and at t."""
    torch.manual_seed(3)
    net = torch.nn.LSTM(N_X, N_H, dtype=torch.float64)
    with torch.no_grad():
        outputs, _ = net(torch.from_numpy(X[:, None].copy()))
        W, _, b, d = (p.numpy() for p in net.parameters())
    i, _, g, o = np.split(W @ X[0] + b + d, 4)
    c = logistic(i) * np.tanh(g)
    return Triple(
        outputs[1, 0].numpy(),
        outputs[0, 0].numpy(),
        logistic(o) * np.tanh(c),
        "the formula of step 4",
    )
