"""The Jacobian of a GRU's step, in its four terms, and the bias that keeps for a horizon.

Notebook: book/gru.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.cell import Caches, way_back
from unrolled.core.door import check_real
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float
from unrolled.gru.cell import CELL, GRU, StepCache


class Terms(NamedTuple):
    """∂h_t/∂h_{t-1} is the sum of the four."""

    kept: Float[Array, "T *B n_h n_h"]  # diag(1 - u_t), what stays as it is
    update: Float[Array, "T *B n_h n_h"]  # through u_t
    candidate: Float[Array, "T *B n_h n_h"]  # through h̃_t, what the reset gate lets in
    reset: Float[Array, "T *B n_h n_h"]  # through r_t


def jacobian_terms(p: GRU, caches: Caches) -> Terms:
    """The four ways of h_{t-1} into h_t, at every step.                         eq-gru-jacobian

    diag(1 - u) + diag((h̃ - h) u (1 - u)) W_uh + diag(u (1 - h̃²)) W_hh diag(r)
    + diag(u (1 - h̃²)) W_hh diag(h r (1 - r)) W_rh, with h for h_{t-1}.
    Raises ValueError for caches or weights that are not this GRU's.
    """
    p = way_back(CELL, p, caches)[1]
    return step_terms(p, check_fields("caches.steps", caches.steps, StepCache))


def step_terms(p: GRU, step: StepCache) -> Terms:
    """The same of what one step, or every step, remembers."""
    _, h, u, r, new = step
    into = (u * (1 - new * new))[..., None] * p.h.W_h
    return Terms(
        (1 - u)[..., None] * np.eye(u.shape[-1]),
        ((new - h) * u * (1 - u))[..., None] * p.u.W_h,
        into * r[..., None, :],
        (into * (h * r * (1 - r))[..., None, :]) @ p.r.W_h,
    )


def update_bias(steps: float | int) -> float:
    """b_u = -log(T - 1), with which 1/σ(b_u) is T.                               eq-gru-horizon

    Raises ValueError for a T that is not above 1.
    """
    return float(-np.log(check_real("steps", steps, above=1.0) - 1))
