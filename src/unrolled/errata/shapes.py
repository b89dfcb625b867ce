"""Shapes and indices of recurrent models: what fits, what is counted, what stands where."""

import numpy as np
import torch

from unrolled.core.shapes import Array
from unrolled.core.unroll import unroll
from unrolled.errata.finding import Claim, Triple, attempt, entry
from unrolled.errata.settings import DEMO, drawn, worked
from unrolled.rnn.cell import CELL


@entry("C4")
def size_of_the_input() -> Triple:
    """How many numbers a step reads: the state alone, or state and input."""
    n_h, n_x = drawn(1).model.cell.W_hx.shape
    read = np.hstack([drawn(1).model.cell.W_hh, drawn(1).model.cell.W_hx]).shape[1]
    return Triple(n_h, n_h + n_x, read, "the columns of [W_hh W_hx]")


@entry("C6")
def one_sequence() -> Triple:
    """The shape of y_{1:T}: one vector, or T of them."""
    n_y, T = 5, 20
    return Triple([n_y], [T, n_y], drawn().ys.shape, "the shape of the targets")


@entry("D1")
def output_for_state() -> Triple:
    """h_2 if the network feeds its output to itself, and if it feeds its state."""
    (W, U, b), x, z = DEMO.model.cell, DEMO.xs[1], worked()["z_1"].value
    printed = attempt(lambda: np.tanh(W @ x + U @ z + b), U, z)
    mended = np.tanh(W @ x + U @ worked()["h_1"].value + b)
    return Triple(printed, mended, worked()["h_2"].value, "the package")


@entry("D2")
def one_cell() -> Triple:
    """Weights of an unrolled cell: three times as many for three steps, or as many as for one."""
    n_h, n_x = DEMO.model.cell.W_hx.shape
    one = n_h * (n_x + n_h + 1)
    held = sum(w.size for w in DEMO.model.cell)
    return Triple(3 * one, one, held, "the package")


@entry("C1")
def applied_once_less() -> Triple:
    """s⁽³⁾ from s⁽¹⁾ by three applications of f, and by two."""
    s = drawn(1, T=2)
    still = np.zeros_like(s.xs)  # no signal from outside
    U, b = s.model.cell.W_hh, s.model.cell.b_h

    def f(state: Array) -> Array:
        return np.tanh(U @ state + b)

    truth = unroll(CELL, s.model.cell, still, s.h0)[0][-1]  # h_0, h_1, h_2 are s⁽¹⁾, s⁽²⁾, s⁽³⁾
    return Triple(f(f(f(s.h0))), f(f(s.h0)), truth, "the package")


@entry("C12")
def shape_for_rows() -> Triple:
    """W_xh [x; o] with the printed shape, and with its transpose."""
    rng = np.random.default_rng(0)
    W, stacked = rng.normal(size=(3 + 5, 4)), rng.normal(size=8)
    tensors = torch.from_numpy(stacked), torch.from_numpy(W.T.copy())
    by_torch = torch.nn.functional.linear(*tensors).numpy()
    return Triple(attempt(lambda: W @ stacked, W, stacked), W.T @ stacked, by_torch, "PyTorch")


@entry("C14")
def three_solutions() -> Claim:
    """h = tanh(3h), which (13) is for one unit with W_xh = 3 and nothing else."""
    found = []
    for h in (-1.0, 0.0, 1.0):
        for _ in range(200):
            h = np.tanh(3 * h)
        found.append(float(h))
    left = [abs(h - np.tanh(3 * h)) for h in found]
    shown = {"h = tanh(3h) is solved by": found[0], "by": found[1], "and by": found[2]}
    return Claim([len({round(h, 6) for h in found}) == 1], [x < 1e-12 for x in left], shown)


@entry("C16")
def state_for_bias() -> Triple:
    """Two layers, two steps: with the layer's state in the place of its bias, and with the bias."""
    torch.manual_seed(0)
    net = torch.nn.RNN(3, 4, num_layers=2, dtype=torch.float64)
    xs = drawn(1, T=2).xs
    with torch.no_grad():
        truth = net(torch.from_numpy(xs[:, None].copy()))[0][:, 0].numpy()
    p = [w.detach().numpy() for w in net.parameters()]
    return Triple(_deep(p, xs, True), _deep(p, xs, False), truth, "torch.nn.RNN")


def _deep(p: list[Array], xs: Array, state: bool) -> Array:
    hs = [np.zeros(4), np.zeros(4)]
    found = []
    for x in xs:
        below = x
        for layer in (0, 1):
            W, U, b, c = p[4 * layer : 4 * layer + 4]
            last = hs[layer] if state else b + c
            below = hs[layer] = np.tanh(W @ below + U @ hs[layer] + last)
        found.append(below)
    return np.array(found)


@entry("C19")
def both_directions() -> Triple:
    """The size of a bidirectional state: M, or 2M."""
    net = torch.nn.RNN(3, 4, bidirectional=True)
    return Triple(4, 2 * 4, net(torch.zeros(2, 3))[0].shape[-1], "torch.nn.RNN")
