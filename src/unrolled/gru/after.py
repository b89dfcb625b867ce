"""The GRU that resets after the product, as PyTorch and cuDNN compute it.

h̃_t = tanh(W_hx x_t + b_h + r_t ⊙ (W_hh h_{t-1} + b_reset))                     eq-gru-after
The gates and the state are those of `unrolled.gru.cell`.
Notebook: book/gru.ipynb
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.core.activations import LOGISTIC
from unrolled.core.cell import Cell, batched
from unrolled.core.door import check_array, check_shape
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float, outer, total
from unrolled.gru.cell import GRU, check_gru
from unrolled.lstm.gate import Gate, fitting, in_a_step, sums, sums_back


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
    told: Float[Array, "*B n_h"]  # W_hh h_{t-1} + b_reset, before the reset


@batched
def after_step(
    p: ResetAfter, x: Float[Array, "*B n_x"], h_prev: Float[Array, "*B n_h"]
) -> tuple[Float[Array, "*B n_h"], StepCache]:
    """One step: h̃_t = tanh(W_hx x_t + b_h + r_t ⊙ (W_hh h_{t-1} + b_reset)).      eq-gru-after"""
    (u_, r_, h_), b_reset = check_weights(p, check_shape)
    _, x, h_prev = in_a_step(p.gates, GRU, x, h_prev=h_prev)
    u, r = (LOGISTIC.of(sums(gate, x, h_prev)) for gate in (u_, r_))
    told = np.matvec(h_.W_h, h_prev) + b_reset
    new = np.tanh(np.matvec(h_.W_x, x) + h_.b + r * told)
    return (1 - u) * h_prev + u * new, StepCache(x, h_prev, u, r, new, told)


@batched
def after_step_back(
    p: ResetAfter, cache: StepCache, dh: Float[Array, "*B n_h"]
) -> tuple[ResetAfter, Float[Array, "*B n_x"], Float[Array, "*B n_h"]]:
    """The same step read backwards; dh is dL/dh_t, all of it."""
    x, h_prev, u, r, new, told = check_fields("cache", cache, StepCache)
    (u_, r_, h_), _ = check_weights(p, check_shape)
    states = {"h_prev": h_prev, "u": u, "r": r, "new": new, "told": told, "dh": dh}
    _, x, h_prev, u, r, new, told, dh = in_a_step(p.gates, GRU, x, **states)
    da = dh * u * (1 - new * new)
    d_told = da * r
    d_h = Gate(outer(da, x), outer(d_told, h_prev), total(da))
    d_r, dx_r, by_r = sums_back(r_, x, h_prev, da * told * r * (1 - r))
    d_u, dx_u, by_u = sums_back(u_, x, h_prev, dh * (new - h_prev) * u * (1 - u))
    dp = ResetAfter(GRU(d_u, d_r, d_h), total(d_told))
    return dp, da @ h_.W_x + dx_r + dx_u, dh * (1 - u) + d_told @ h_.W_h + by_r + by_u


def check_weights(p: ResetAfter, array: Callable = check_array) -> ResetAfter:
    """The weights as arrays that fit each other; `array` is the door, `checked` or `shaped`.

    Raises ValueError that names what does not fit.
    """
    hint = "; a GRU that resets before the product is gru.cell's"
    gates = fitting(check_fields("p", p, ResetAfter, hint).gates, GRU, array)
    return ResetAfter(gates, array("b_reset", p.b_reset, "n_h", n_h=len(gates.u.b)))


def check_after(p: ResetAfter, xs: Array, h0: Array) -> tuple[ResetAfter, Array, Array]:
    """p, xs and h0 as arrays that fit each other. Raises ValueError that says what does not."""
    p = check_weights(p)
    return p, *check_gru(p.gates, xs, h0)[1:]


AFTER = Cell(after_step, after_step_back, check_after)
