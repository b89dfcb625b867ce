"""Elman's recurrent cell.

a_t = W_hx x_t + W_hh h_{t-1} + b_h                                          eq-rnn-preactivation
h_t = tanh a_t                                                                       eq-rnn-state
Notebook: book/rnn.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.cell import Cell, Fast, batched, cell_for
from unrolled.core.door import as_floats, check_array, check_generator, check_whole
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float, outer, total
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


@batched
def rnn_step(
    p: RNN, x: Float[Array, "*B n_x"], h_prev: Float[Array, "*B n_h"]
) -> tuple[Float[Array, "*B n_h"], StepCache]:
    """One step forward: h_t = tanh(W_hx x_t + W_hh h_{t-1} + b_h).                  eq-rnn-state

    eq-intro-first-state
    """
    h = np.tanh(preactivation(p, x, h_prev))
    return h, StepCache(x, h_prev, h)


@batched
def rnn_step_back(
    p: RNN, cache: StepCache, dh: Float[Array, "*B n_h"]
) -> tuple[RNN, Float[Array, "*B n_x"], Float[Array, "*B n_h"]]:
    """The same step read backwards: δ_t = (1 - h_t²) ⊙ dh_t, then one product each.  eq-bptt-delta

    dh is dL/dh_t, all of it. Returns the gradients of the weights, of x_t and of h_{t-1}.
    """
    delta = (1 - cache.h * cache.h) * dh
    dp = RNN(outer(delta, cache.x), outer(delta, cache.h_prev), total(delta))
    return dp, np.vecmat(delta, p.W_hx), np.vecmat(delta, p.W_hh)


def check_weights(p: RNN) -> RNN:
    """The weights as arrays that fit each other. Raises ValueError that names what does not."""
    hint = "; the weights of a model's cell are model.cell" if hasattr(p, "readout") else ""
    W_hx, W_hh, b_h = map(as_floats, RNN._fields, check_fields("p", p, RNN, hint))
    n_h = b_h.shape[:1] if b_h.shape[:1] == W_hx.shape[:1] else W_hh.shape[:1]  # two against one
    sizes = {"n_h": n_h[0]} if n_h else {}
    W_hx = check_array("W_hx", W_hx, "n_h n_x", **sizes)
    W_hh = check_array("W_hh", W_hh, "n_h n_h", **sizes)
    return RNN(W_hx, W_hh, check_array("b_h", b_h, "n_h", **sizes))


def check_rnn(p: RNN, xs: Array, h0: Array) -> tuple[RNN, Array, Array]:
    """p, xs and h0 as arrays that fit each other. Raises ValueError that says what does not."""
    p = check_weights(p)
    n_h, n_x = p.W_hx.shape
    xs = check_array("xs", xs, "T *B n_x", n_x=n_x)
    return p, xs, check_array("h0", h0, "*B n_h", n_h=n_h, B=xs.shape[1:-1])


def random_rnn(rng: np.random.Generator, n_x: int, n_h: int) -> RNN:
    """Weights drawn from N(0, 1/fan-in), biases 0. Raises ValueError for sizes below 1."""
    rng = check_generator("rng", rng)
    n_x = check_whole("n_x", n_x, 1)
    n_h = check_whole("n_h", n_h, 1)
    W_hx = rng.normal(0, n_x**-0.5, (n_h, n_x))
    return RNN(W_hx, rng.normal(0, n_h**-0.5, (n_h, n_h)), np.zeros(n_h))


def _forward(p: RNN, xs: Array, h0: Array) -> tuple[Array, StepCache]:
    hs = fast.states(*p, xs, h0)
    return hs[1:], StepCache(xs, hs[:-1], hs[1:])


def _back(p: RNN, cache: StepCache, dstates: Array) -> tuple[RNN, Array, Array]:
    """∇_{W_hx} = Σ_t δ_t x_tᵀ, ∇_{W_hh} = Σ_t δ_t h_{t-1}ᵀ, ∇_{b_h} = Σ_t δ_t.   eq-bptt-weights"""
    deltas, dh0 = fast.errors(p.W_hh, 1 - cache.h * cache.h, dstates)
    dp = RNN(outer(deltas, cache.x), outer(deltas, cache.h_prev), total(deltas))
    return dp, deltas @ p.W_hx, dh0


CELL = cell_for(
    RNN,
    Cell(
        rnn_step,
        rnn_step_back,
        check_rnn,
        Fast(_forward, _back, (rnn_step, rnn_step_back)),
        random_rnn,
        np.zeros,
    ),
)
