"""Which quantity decides whether a gradient vanishes: products of Jacobians and their bounds.

∂h_t/∂h_k = J_t J_{t-1} … J_{k+1},   J_j = ∂h_j/∂h_{j-1}                       eq-gradients-product
J_j = D_j W_hh,   D_j = diag(φ′(a_j)),   γ = sup|φ′|                              eq-bptt-jacobian
‖∂h_t/∂h_k‖₂ ≤ ∏ ‖J_j‖₂ ≤ (γ ‖W_hh‖₂)^(t-k)                                     eq-gradients-bound

‖·‖₂ is the spectral norm, the largest singular value; ρ is the largest |eigenvalue|.
Sources: 000 (7) to (9); 001, 2.4.3; 004. Notebook: book/gradients.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.bptt.jacobians import jacobians
from unrolled.core.cell import Caches, Cell, way_back
from unrolled.core.door import check_array, check_bounded
from unrolled.core.optim import global_norm
from unrolled.core.shapes import Array, Float
from unrolled.core.tree import tree_at, tree_leaves
from unrolled.core.unroll import matching, unroll
from unrolled.gradients.norms import spectral_norm


def products(J: Float[Array, "T n n"]) -> Float[Array, "T n n"]:
    """J_t … J_1 for every t, the latest factor on the left: ∂h_t/∂h_0.       eq-gradients-product

    Raises OverflowError that says at which lag the product exploded.
    """
    J = check_array("J", J, "T n n")
    table = np.empty_like(J)
    product = np.eye(J.shape[-1])
    with np.errstate(over="ignore", invalid="ignore"):
        for t, factor in enumerate(J):
            table[t] = product = factor @ product
    return check_bounded("∂h_t/∂h_0", table, "at lag")


class Lags(NamedTuple):
    """‖∂h_t/∂h_0‖₂ for lags 1..T, and what can be known of it from single steps."""

    norm: Float[Array, " T"]
    upper: Float[Array, " T"]  # ∏ σ_max(J_j), the chain of norms
    lower: Float[Array, " T"]  # ∏ σ_min(J_j)


def lags(cell: Cell, p: object, xs: Array, h0: object) -> Lags:
    """The gradient's norm against the lag, between both chains of bounds.    eq-gradients-chain

    eq-gradients-bound
    xs is one sequence, (T, n_x). The cell may be any: only its two steps are used. Of a state
    with several parts the first is h; what σ_min says of all of them bounds no part from below,
    and `lower` is 0. Raises as `unroll` and `products` do.
    """
    states, caches = unroll(cell, p, xs, h0)
    if tree_leaves(states)[0].ndim != 2:
        raise ValueError(f"xs: got shape {np.shape(xs)}, expected one sequence, (T, n_x)")
    J = jacobians(cell, p, caches)
    n = tree_leaves(states)[0].shape[-1]
    sigma = np.linalg.svd(J, compute_uv=False)
    with np.errstate(over="ignore"):
        upper, lower = np.cumprod(sigma[:, 0]), np.cumprod(sigma[:, -1])
    lower = lower if J.shape[-1] == n else np.zeros_like(lower)
    return Lags(spectral_norm(products(J)[:, :n, :n]), upper, lower)


def lag_spectrum(cell: Cell, p: object, caches: Caches, dstates: object) -> Float[Array, " T"]:
    """‖part of ∂𝓛/∂p that walked back l steps‖ for l = 0..T-1.            eq-gradients-lag-part

    The parts add up to the gradient; it is the parts at long lags that vanish, not their sum.
    Raises ValueError for caches and dstates that do not fit, and OverflowError as `products`.
    """
    cell, p = way_back(cell, p, caches)
    dstates = matching(dstates, caches.states)
    steps = len(tree_leaves(caches.states)[0])
    parts = []
    dh = dstates
    with np.errstate(over="ignore", invalid="ignore"):
        for lag in range(steps):  # all losses walk back together, as one batch
            part, _, dh = cell.step_back(p, tree_at(caches.steps, slice(steps - lag)), dh)
            parts.append(global_norm(part))
            dh = tree_at(dh, slice(1, None))
    return check_bounded("part", np.array(parts), "at lag")
