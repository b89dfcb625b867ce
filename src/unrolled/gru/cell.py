"""The GRU cell: the state is kept or replaced, unit by unit.

u_t = σ(W_ux x_t + W_uh h_{t-1} + b_u)       the share of the new            eq-gru-update
r_t = σ(W_rx x_t + W_rh h_{t-1} + b_r)       what the candidate sees          eq-gru-reset
h̃_t = tanh(W_hx x_t + W_hh (r_t ⊙ h_{t-1}) + b_h)                         eq-gru-candidate
h_t = (1 - u_t) ⊙ h_{t-1} + u_t ⊙ h̃_t                                         eq-gru-state
This is the form of Chung et al. (2014), with the reset before the product; PyTorch resets after
it, `unrolled.gru.after`, and so does cuDNN.
Notebook: book/gru.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.activations import LOGISTIC
from unrolled.core.cell import Cell, Fast, batched, cell_for
from unrolled.core.door import check_array, check_generator
from unrolled.core.shapes import Array, Float
from unrolled.gru import fast
from unrolled.lstm.gate import Gate, check_gates, random_gate, sums, sums_back


class GRU(NamedTuple):
    """Weights of the two gates and of the candidate. Its gradient is another GRU."""

    u: Gate  # update gate: the share of the new state, 1 minus PyTorch's z
    r: Gate  # reset gate
    h: Gate  # candidate


class StepCache(NamedTuple):
    """What one step back must remember."""

    x: Float[Array, "*B n_x"]
    h_prev: Float[Array, "*B n_h"]
    u: Float[Array, "*B n_h"]
    r: Float[Array, "*B n_h"]
    new: Float[Array, "*B n_h"]  # h̃_t


@batched
def gru_step(
    p: GRU, x: Float[Array, "*B n_x"], h_prev: Float[Array, "*B n_h"]
) -> tuple[Float[Array, "*B n_h"], StepCache]:
    """One step: h_t = (1 - u_t) ⊙ h_{t-1} + u_t ⊙ h̃_t.                            eq-gru-state

    eq-gru-update, eq-gru-reset, eq-gru-candidate
    """
    u = LOGISTIC.of(sums(p.u, x, h_prev))
    r = LOGISTIC.of(sums(p.r, x, h_prev))
    new = np.tanh(sums(p.h, x, r * h_prev))
    return (1 - u) * h_prev + u * new, StepCache(x, h_prev, u, r, new)


@batched
def gru_step_back(
    p: GRU, cache: StepCache, dh: Float[Array, "*B n_h"]
) -> tuple[GRU, Float[Array, "*B n_x"], Float[Array, "*B n_h"]]:
    """The same step read backwards, along the four ways of h_{t-1} into h_t.      eq-gru-jacobian

    dh is dL/dh_t, all of it. Returns the gradients of the weights, of x_t and of h_{t-1}.
    """
    x, h_prev, u, r, new = cache
    d_h, dx, d_seen = sums_back(p.h, x, r * h_prev, dh * u * (1 - new * new))
    d_r, dx_r, by_r = sums_back(p.r, x, h_prev, d_seen * h_prev * r * (1 - r))
    d_u, dx_u, by_u = sums_back(p.u, x, h_prev, dh * (new - h_prev) * u * (1 - u))
    return GRU(d_u, d_r, d_h), dx + dx_r + dx_u, dh * (1 - u) + d_seen * r + by_r + by_u


def check_gru(p: GRU, xs: Array, h0: Array) -> tuple[GRU, Array, Array]:
    """p, xs and h0 as arrays that fit each other. Raises ValueError that says what does not."""
    p = check_gates(p, GRU)
    n_h, n_x = p.u.W_x.shape
    xs = check_array("xs", xs, "T *B n_x", n_x=n_x)
    return p, xs, check_array("h0", h0, "*B n_h", n_h=n_h, B=xs.shape[1:-1])


def random_gru(rng: np.random.Generator, n_x: int, n_h: int, update: float | int = 0.0) -> GRU:
    """Weights drawn from N(0, 1/fan-in), biases 0 but that of the update gate: below 0 it keeps.

    Raises ValueError for sizes below 1 and a bias that is not finite.
    """
    rng = check_generator("rng", rng)
    return GRU(*(random_gate(rng, n_x, n_h, bias) for bias in (update, 0.0, 0.0)))


def _forward(p: GRU, xs: Array, h0: Array) -> tuple[Array, StepCache]:
    h, u, r, new = fast.states(p, xs, h0)
    return h[1:], StepCache(xs, h[:-1], u, r, new)


def _back(p: GRU, cache: StepCache, dstates: Array) -> tuple[GRU, Array, Array]:
    gates, dxs, dh0 = fast.gradients(p, *cache, dstates)
    return GRU(**gates), dxs, dh0


CELL = cell_for(
    GRU,
    Cell(
        gru_step,
        gru_step_back,
        check_gru,
        Fast(_forward, _back, (gru_step, gru_step_back)),
        random_gru,
        np.zeros,
    ),
)
