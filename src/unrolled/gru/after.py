"""The GRU that resets after the product, as PyTorch and cuDNN compute it.

h̃_t = tanh(W_hx x_t + b_h + r_t ⊙ (W_hh h_{t-1} + b_reset))                     eq-gru-after
The gates and the state are those of `unrolled.gru.cell`.
Notebook: book/gru.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.activations import LOGISTIC
from unrolled.core.cell import Cell, batched, cell_for
from unrolled.core.door import check_array
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float, outer, total
from unrolled.gru.cell import GRU, check_gru, random_gru
from unrolled.lstm.gate import Gate, check_gates, sums, sums_back


class ResetAfter(NamedTuple):
    """Weights of a GRU, and the bias that is reset along with the state."""

    gates: GRU
    b_reset: Float[Array, " n_h"]  # PyTorch's b_hn


class StepCache(NamedTuple):
    """What one step back must remember."""

    x: Float[Array, "*B n_x"]
    h_prev: Float[Array, "*B n_h"]
    u: Float[Array, "*B n_h"]
    r: Float[Array, "*B n_h"]
    new: Float[Array, "*B n_h"]  # h̃_t
    seen: Float[Array, "*B n_h"]  # W_hh h_{t-1} + b_reset, before the reset


@batched
def after_step(
    p: ResetAfter, x: Float[Array, "*B n_x"], h_prev: Float[Array, "*B n_h"]
) -> tuple[Float[Array, "*B n_h"], StepCache]:
    """One step: h̃_t = tanh(W_hx x_t + b_h + r_t ⊙ (W_hh h_{t-1} + b_reset)).      eq-gru-after"""
    gates = p.gates
    u = LOGISTIC.of(sums(gates.u, x, h_prev))
    r = LOGISTIC.of(sums(gates.r, x, h_prev))
    seen = np.matvec(gates.h.W_h, h_prev) + p.b_reset
    new = np.tanh(np.matvec(gates.h.W_x, x) + gates.h.b + r * seen)
    return (1 - u) * h_prev + u * new, StepCache(x, h_prev, u, r, new, seen)


@batched
def after_step_back(
    p: ResetAfter, cache: StepCache, dh: Float[Array, "*B n_h"]
) -> tuple[ResetAfter, Float[Array, "*B n_x"], Float[Array, "*B n_h"]]:
    """The same step read backwards; dh is dL/dh_t, all of it."""
    x, h_prev, u, r, new, seen = cache
    gates = p.gates
    da = dh * u * (1 - new * new)
    d_seen = da * r
    d_h = Gate(outer(da, x), outer(d_seen, h_prev), total(da))
    d_r, dx_r, by_r = sums_back(gates.r, x, h_prev, da * seen * r * (1 - r))
    d_u, dx_u, by_u = sums_back(gates.u, x, h_prev, dh * (new - h_prev) * u * (1 - u))
    dx = da @ gates.h.W_x + dx_r + dx_u
    dh_prev = dh * (1 - u) + d_seen @ gates.h.W_h + by_r + by_u
    return ResetAfter(GRU(d_u, d_r, d_h), total(d_seen)), dx, dh_prev


def check_weights(p: ResetAfter) -> ResetAfter:
    """The weights as arrays that fit each other.

    Raises ValueError that names what does not fit.
    """
    hint = "; a GRU that resets before the product is gru.cell's"
    gates = check_gates(check_fields("p", p, ResetAfter, hint).gates, GRU)
    return ResetAfter(gates, check_array("b_reset", p.b_reset, "n_h", n_h=len(gates.u.b)))


def check_after(p: ResetAfter, xs: Array, h0: Array) -> tuple[ResetAfter, Array, Array]:
    """p, xs and h0 as arrays that fit each other. Raises ValueError that says what does not."""
    p = check_weights(p)
    return p, *check_gru(p.gates, xs, h0)[1:]


def random_after(
    rng: np.random.Generator, n_x: int, n_h: int, update: float | int = 0.0
) -> ResetAfter:
    """Weights as those of `random_gru`, and no bias that is reset. Raises ValueError as it does."""
    gates = random_gru(rng, n_x, n_h, update)
    return ResetAfter(gates, np.zeros(n_h))


AFTER = cell_for(
    ResetAfter,
    Cell(after_step, after_step_back, check_after, random=random_after, start=np.zeros),
)
