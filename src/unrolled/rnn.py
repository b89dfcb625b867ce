"""Elman's recurrent cell and a linear readout.

a_t = W_hx x_t + W_hh h_{t-1} + b_h                                          eq-rnn-preactivation
h_t = tanh a_t                                                                       eq-rnn-state
z_t = W_yh h_t + b_y                                                                eq-rnn-logits
Notebook: book/rnn.ipynb
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from unrolled.losses import CROSS_ENTROPY, Loss, mean_loss, mean_loss_back
from unrolled.shapes import Array, Float, checked, outer, total
from unrolled.unroll import Cell, Fast, bptt, unroll


class RNN(NamedTuple):
    """Weights of the cell. Its gradient is another RNN."""

    W_hx: Float[Array, "n_h n_x"]  # input to hidden
    W_hh: Float[Array, "n_h n_h"]  # hidden to hidden
    b_h: Float[Array, " n_h"]


class Readout(NamedTuple):
    """Weights of the output layer."""

    W_yh: Float[Array, "n_y n_h"]  # hidden to output
    b_y: Float[Array, " n_y"]


class Model(NamedTuple):
    """A cell and what reads it. Its gradient is another Model."""

    cell: RNN
    readout: Readout


class StepCache(NamedTuple):
    """What one step back must remember."""

    x: Float[Array, "*B n_x"]
    h_prev: Float[Array, "*B n_h"]
    h: Float[Array, "*B n_h"]


def preactivation(
    p: RNN, x: Float[Array, "*B n_x"], h_prev: Float[Array, "*B n_h"]
) -> Float[Array, "*B n_h"]:
    """a_t = W_hx x_t + W_hh h_{t-1} + b_h.                                 eq-rnn-preactivation"""
    return np.matvec(p.W_hx, x) + np.matvec(p.W_hh, h_prev) + p.b_h


def rnn_step(
    p: RNN, x: Float[Array, "*B n_x"], h_prev: Float[Array, "*B n_h"]
) -> tuple[Float[Array, "*B n_h"], StepCache]:
    """One step forward: h_t = tanh(W_hx x_t + W_hh h_{t-1} + b_h).                  eq-rnn-state"""
    h = np.tanh(preactivation(p, x, h_prev))
    return h, StepCache(x, h_prev, h)


def rnn_step_back(
    p: RNN, cache: StepCache, dh: Float[Array, "*B n_h"]
) -> tuple[RNN, Float[Array, "*B n_x"], Float[Array, "*B n_h"]]:
    """The same step read backwards: δ_t = (1 - h_t²) ⊙ dh_t, then one product each.  eq-bptt-delta

    dh is dL/dh_t, all of it. Returns the gradients of the weights, of x_t and of h_{t-1}.
    """
    x, h_prev, h = cache
    delta = (1 - h * h) * dh
    dp = RNN(outer(delta, x), outer(delta, h_prev), total(delta))
    return dp, np.vecmat(delta, p.W_hx), np.vecmat(delta, p.W_hh)


def _forward(p: RNN, xs: Array, h0: Array) -> tuple[Array, StepCache]:
    """All steps: the input's part in one product, then the recurrence in place."""
    hs = np.empty((len(xs) + 1, *h0.shape))
    hs[0] = h0
    np.add(xs @ p.W_hx.T, p.b_h, out=hs[1:])
    W, into = p.W_hh.T.copy(), np.empty_like(h0)
    for h_prev, h in pairwise(hs):
        np.dot(h_prev, W, out=into)
        h += into
        np.tanh(h, out=h)
    return hs[1:], StepCache(xs, hs[:-1], hs[1:])


def _back(p: RNN, cache: StepCache, dstates: Array) -> tuple[RNN, Array, Array]:
    """All steps backwards: the recurrence in δ, then each weight's sum over time in one product."""
    deltas, slope = np.empty_like(dstates), 1 - cache.h * cache.h
    dh, into = np.zeros_like(dstates[0]), np.empty_like(dstates[0])
    for t in range(len(deltas) - 1, -1, -1):
        np.add(dstates[t], dh, out=into)
        np.multiply(slope[t], into, out=deltas[t])
        np.dot(deltas[t], p.W_hh, out=dh)
    dp = RNN(outer(deltas, cache.x), outer(deltas, cache.h_prev), total(deltas))
    return dp, deltas @ p.W_hx, dh


def check_rnn(p: RNN, xs: Array, h0: Array) -> tuple[Array, Array]:
    """xs and h0 as arrays that fit the weights. Raises ValueError that says what does not."""
    n_h, n_x = np.shape(p.W_hx) if np.ndim(p.W_hx) == 2 else (None, None)
    sizes = {} if n_h is None else {"n_h": n_h, "n_x": n_x}
    checked("W_hx", p.W_hx, "n_h n_x")
    checked("W_hh", p.W_hh, "n_h n_h", **sizes)
    checked("b_h", p.b_h, "n_h", **sizes)
    xs = checked("xs", xs, "T *B n_x", **sizes)
    h0 = checked("h0", h0, "*B n_h", **sizes)
    if h0.shape[:-1] != xs.shape[1:-1]:
        raise ValueError(
            f"h0: got shape {h0.shape}, expected {(*xs.shape[1:-1], n_h)} to go with xs {xs.shape}"
        )
    return xs, h0


CELL = Cell(rnn_step, rnn_step_back, check_rnn, Fast(_forward, _back))


def readout(p: Readout, h: Float[Array, "*B n_h"]) -> Float[Array, "*B n_y"]:
    """z_t = W_yh h_t + b_y.                                                       eq-rnn-logits"""
    return np.matvec(p.W_yh, h) + p.b_y


def readout_back(
    p: Readout, h: Float[Array, "*B n_h"], dz: Float[Array, "*B n_y"]
) -> tuple[Readout, Float[Array, "*B n_h"]]:
    """Gradients of the readout's weights and of h_t from dz = dL/dz_t.    eq-bptt-output-weights"""
    return Readout(outer(dz, h), total(dz)), np.vecmat(dz, p.W_yh)


def _check_readout(model: Model) -> Readout:
    W_yh = checked("W_yh", model.readout.W_yh, "n_y n_h", n_h=len(model.cell.b_h))
    return Readout(W_yh, checked("b_y", model.readout.b_y, "n_y", n_y=len(W_yh)))


def predict(model: Model, xs: Array, h0: Array) -> tuple[Array, Array]:
    """Logits z_1..z_T and the last state of a sequence. Raises ValueError as `unroll`."""
    states, _ = unroll(CELL, model.cell, xs, h0)
    return readout(_check_readout(model), states), states[-1]


def loss_and_gradient(
    model: Model, xs: Array, ys: Array, h0: Array, loss: Loss = CROSS_ENTROPY
) -> tuple[float, Model, Array]:
    """Mean loss over the sequence, its gradient by BPTT, and the last state.

    xs (T, *B, n_x), ys (T, *B, n_y), h0 (*B, n_h). Raises ValueError as `unroll`.
    """
    states, caches = unroll(CELL, model.cell, xs, h0)
    zs = readout(_check_readout(model), states)
    d_readout, dstates = readout_back(model.readout, states, mean_loss_back(loss, zs, ys))
    d_cell, _, _ = bptt(CELL, model.cell, caches, dstates)
    return mean_loss(loss, zs, ys), Model(d_cell, d_readout), states[-1]


def random_model(rng: np.random.Generator, n_x: int, n_h: int, n_y: int) -> Model:
    """A model with weights drawn from N(0, 1/fan-in) and biases 0."""

    def draw(n_to: int, n_from: int) -> Array:
        return rng.normal(0, n_from**-0.5, (n_to, n_from))

    cell = RNN(draw(n_h, n_x), draw(n_h, n_h), np.zeros(n_h))
    return Model(cell, Readout(draw(n_y, n_h), np.zeros(n_y)))
