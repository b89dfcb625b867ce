"""Elman's recurrent cell.

a_t = W_hx x_t + W_hh h_{t-1} + b_h                                          eq-rnn-preactivation
h_t = tanh a_t                                                                       eq-rnn-state
Notebook: book/rnn.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.door import checked
from unrolled.core.shapes import Array, Float, outer, total
from unrolled.core.unroll import Cell, Fast
from unrolled.rnn import fast


class RNN(NamedTuple):
    """Weights of the cell. Its gradient is another RNN."""

    W_hx: Float[Array, "n_h n_x"]  # input to hidden
    W_hh: Float[Array, "n_h n_h"]  # hidden to hidden
    b_h: Float[Array, " n_h"]


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


def _forward(p: RNN, xs: Array, h0: Array) -> tuple[Array, StepCache]:
    hs = fast.states(*p, xs, h0)
    return hs[1:], StepCache(xs, hs[:-1], hs[1:])


def _back(p: RNN, cache: StepCache, dstates: Array) -> tuple[RNN, Array, Array]:
    deltas, dh0 = fast.errors(p.W_hh, 1 - cache.h * cache.h, dstates)
    dp = RNN(outer(deltas, cache.x), outer(deltas, cache.h_prev), total(deltas))
    return dp, deltas @ p.W_hx, dh0


CELL = Cell(rnn_step, rnn_step_back, check_rnn, Fast(_forward, _back))
