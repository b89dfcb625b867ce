"""Gates and cells: how many, how large, how far; against PyTorch's."""

import numpy as np
import torch

from unrolled.errata.cells import BATCH, N_H, N_X, H, X, by_rows, cell, logistic, part
from unrolled.errata.finding import Claim, Triple, entry
from unrolled.page.autograd import jacobian_of


@entry("C32")
def gates_are_matrices() -> Triple:
    """The shape of F_t: a vector, or a row for each example."""
    return Triple([N_H], [BATCH, N_H], by_rows()[1].shape, "the shape by (36)")


@entry("E17")
def size_of_a_gate() -> Triple:
    """Of torch.nn.GRUCell: the size of the input, and that of the state."""
    rows = torch.nn.GRUCell(N_X, N_H).weight_hh.shape[0] / 3
    return Triple(N_X, N_H, rows, "torch.nn.GRUCell")


@entry("C25", "D7")
def three_gates_four_layers() -> Claim:
    """Blocks of rows in torch.nn.LSTMCell, and in how many of them a value lies within (0, 1)."""
    layers = cell().weight_hh.shape[0] // N_H
    candidate = np.tanh(X @ part("g")[0].T + H @ part("g")[1].T + part("g")[2])
    gates = layers - int((candidate < 0).any())
    return Claim([gates == 4], [layers == 4, gates == 3], {"layers": layers, "gates": gates})


@entry("C27", "D8")
def open_intervals() -> Claim:
    """σ and tanh far out, and the weights that tanh(c) would need to be a layer."""
    far = logistic(np.array([-10.0, 10.0]))
    blocks = sum(p.numel() for p in cell().parameters()) / (N_H * (N_X + N_H + 2))
    return Claim(
        [bool(far[0] == 0 or far[1] == 1), blocks == 5],
        [bool(far[0] > 0 and far[1] < 1), blocks == 4],
        {"1 − σ(10)": 1 - far[1], "σ(−10)": far[0], "layers with weights": blocks},
    )


@entry("D9")
def unbounded_cell() -> Claim:
    """A cell of one unit with all gates nearly open: c_t and h_t after 1,000 steps."""
    c = 0.0
    cs = []
    for _ in range(1000):
        c = logistic(12.0) * c + logistic(12.0) * np.tanh(5.0)
        cs.append(c)
    within = np.abs(cs) <= np.arange(1, 1001)
    shown = {"c_1": cs[0], "c_10": cs[9], "c_1000": c}
    return Claim([c <= 1], [bool(within.all()), c > 900], shown)


@entry("D15")
def lstm_explodes() -> Claim:
    """‖∂h_10/∂h_0‖ of a torch.nn.LSTMCell of 20 units with large recurrent weights."""
    torch.manual_seed(0)
    big = torch.nn.LSTMCell(1, 20, dtype=torch.float64)
    with torch.no_grad():
        big.weight_hh *= 12

    def last(h: torch.Tensor) -> torch.Tensor:
        c, x = torch.zeros(20, dtype=torch.float64), torch.zeros(1, dtype=torch.float64)
        for _ in range(10):
            h, c = big(x, (h, c))
        return h

    size = float(np.linalg.norm(jacobian_of(last, np.full(20, 0.01)), 2))
    return Claim([size <= 1], [size > 10], {"‖∂h_10/∂h_0‖": size})
