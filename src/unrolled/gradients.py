"""Which quantity decides whether a gradient vanishes: products of Jacobians and their bounds.

∂h_t/∂h_k = J_t J_{t-1} … J_{k+1},   J_j = ∂h_j/∂h_{j-1}                       eq-gradients-product
J_j = D_j W_hh,   D_j = diag(φ′(a_j)),   γ = sup|φ′|                              eq-bptt-jacobian
‖∂h_t/∂h_k‖₂ ≤ ∏ ‖J_j‖₂ ≤ (γ ‖W_hh‖₂)^(t-k)                                     eq-gradients-bound

‖·‖₂ is the spectral norm, the largest singular value; ρ is the largest |eigenvalue|.
Sources: 000 (7) to (9); 001, 2.4.3; 004. Notebook: book/gradients.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.activations import Activation
from unrolled.optim import global_norm
from unrolled.shapes import Array, Float, bounded, checked
from unrolled.tree import tree_at, tree_leaves
from unrolled.unroll import Caches, Cell, jacobians, unroll


def slope_bound(activation: Activation) -> float:
    """γ = sup|φ′|: the largest slope on a grid, refined around it.        eq-gradients-gamma"""
    centre, width = 0.0, 8.0
    for _ in range(8):
        a = centre + np.linspace(-width, width, 2001)
        slopes = np.abs(activation.slope(a, activation.of(a)))
        centre, width = a[slopes.argmax()], width / 100
    return float(slopes.max())


def spectral_norm(W: Float[Array, "*B n m"]) -> Float[Array, "*B"] | float:
    """‖W‖₂, the largest singular value: how much W stretches what it stretches most."""
    return np.linalg.norm(W, ord=2, axis=(-2, -1))


def spectral_radius(W: Float[Array, "*B n n"]) -> Float[Array, "*B"] | float:
    """ρ(W), the largest |eigenvalue|: the rate at which powers of W grow in the end."""
    return np.abs(np.linalg.eigvals(W)).max(axis=-1)


def gelfand(W: Float[Array, "n n"], ks: Array) -> Float[Array, " N"]:
    """‖W^k‖₂^(1/k), which tends to ρ(W) for k → ∞.                             eq-gradients-gelfand

    Powers are rescaled on the way, so that no k overflows. Raises ValueError for ks below 1.
    """
    W, ks = checked("W", W, "n n"), np.asarray(ks)
    if ks.ndim != 1 or ks.dtype.kind not in "iu" or not ks.size or ks.min() < 1:
        raise ValueError(f"ks: got {ks!r}, expected whole numbers from 1 on")
    power, log_scale, roots = np.eye(len(W)), 0.0, {}
    for k in range(1, ks.max() + 1):
        power = W @ power
        size = spectral_norm(power)
        if size == 0:
            return np.array([roots.get(k, 0.0) for k in ks])
        power, log_scale = power / size, log_scale + np.log(size)
        roots[k] = np.exp(log_scale / k)
    return np.array([roots[k] for k in ks])


def products(J: Float[Array, "T n n"]) -> Float[Array, "T n n"]:
    """J_t … J_1 for every t, the latest factor on the left: ∂h_t/∂h_0.       eq-gradients-product

    Raises OverflowError that says at which lag the product exploded.
    """
    J = checked("J", J, "T n m")
    table, product = np.empty_like(J), np.eye(J.shape[-1])
    with np.errstate(over="ignore", invalid="ignore"):
        for t, factor in enumerate(J):
            table[t] = product = factor @ product
    return bounded("∂h_t/∂h_0", table, "at lag")


class Lags(NamedTuple):
    """‖∂h_t/∂h_0‖₂ for lags 1..T, and what can be known of it from single steps."""

    norm: Float[Array, " T"]
    upper: Float[Array, " T"]  # ∏ σ_max(J_j), the chain of norms
    lower: Float[Array, " T"]  # ∏ σ_min(J_j)


def lags(cell: Cell, p: object, xs: Array, h0: object) -> Lags:
    """The gradient's norm against the lag, between both chains of bounds.    eq-gradients-chain

    xs is one sequence, (T, n_x). Of a state with several parts the first is h. The cell may be
    any: only its two steps are used. Raises as `unroll` and `products` do.
    """
    states, caches = unroll(cell, p, xs, h0)
    if tree_leaves(states)[0].ndim != 2:
        raise ValueError(f"xs: got shape {np.shape(xs)}, expected one sequence, (T, n_x)")
    J = jacobians(cell, p, caches)
    n = tree_leaves(states)[0].shape[-1]
    sigma = np.linalg.svd(J, compute_uv=False)
    with np.errstate(over="ignore"):
        upper, lower = np.cumprod(sigma[:, 0]), np.cumprod(sigma[:, -1])
    return Lags(spectral_norm(products(J)[:, :n, :n]), upper, lower)


def lag_spectrum(cell: Cell, p: object, caches: Caches, dstates: object) -> Float[Array, " T"]:
    """‖part of ∂𝓛/∂p that walked back l steps‖ for l = 0..T-1.            eq-gradients-lag-part

    The parts add up to the gradient; it is the parts at long lags that vanish, not their sum.
    """
    steps = len(tree_leaves(caches.states)[0])
    parts, dh = [], dstates
    for lag in range(steps):  # all losses walk back together, as one batch
        part, _, dh = cell.step_back(p, tree_at(caches.steps, slice(steps - lag)), dh)
        parts.append(global_norm(part))
        dh = tree_at(dh, slice(1, None))
    return np.array(parts)


class Verdict(NamedTuple):
    """What a gradient does, and what each rule would have said."""

    outcome: str  # "vanishes", "explodes" or "neither", at the last lag
    rises: bool  # it passed 10 before it vanished
    guaranteed: bool  # the bound per step is below 1, so it had to vanish
    rule_of_radius: str  # what "ρ below or above 1" promises


def verdict(norm: Float[Array, " T"], bound: float | int, radius: float | int) -> Verdict:
    """Judge ‖∂h_t/∂h_0‖ at lags 1..T, a bound on each factor, and the radius of one factor.

    Below 1/10 at the last lag counts as vanishing, above 10 as exploding.
    """
    norm = checked("norm", norm, "T")
    outcome = "vanishes" if norm[-1] < 0.1 else "explodes" if norm[-1] > 10 else "neither"
    rises = outcome == "vanishes" and bool(norm.max() > 10)
    promise = "vanishes" if radius < 1 else "explodes" if radius > 1 else "neither"
    return Verdict(outcome, rises, bool(bound < 1), promise)


def power_iteration(
    M: Float[Array, "n n"], x: Float[Array, " n"], k: int
) -> tuple[Float[Array, "k1 n"], Float[Array, " k1"]]:
    """Directions M^j x/‖M^j x‖ for j = 0..k, and the tangent of their angle to v₁.

    tan ∠(M^k x, v₁) ≤ |λ₂/λ₁|^k tan ∠(x, v₁)                              eq-gradients-power
    for symmetric M with |λ₁| > |λ₂| and xᵀv₁ ≠ 0; in a tie v₁ belongs to the largest of the
    eigenvalues with their signs, and the bound says nothing.
    Raises ValueError for a matrix that is not symmetric, for x = 0 and for a k below 0.
    """
    M = checked("M", M, "n n")
    x = checked("x", x, "n", n=len(M))
    if not np.allclose(M, M.T, rtol=0, atol=1e-12 * np.abs(M).max()):
        raise ValueError("M: got a matrix that differs from its transpose, expected a symmetric M")
    if isinstance(k, bool) or not isinstance(k, int) or k < 0:
        raise ValueError(f"k: got {k!r}, expected a whole number of steps from 0 on")
    if not x.any():
        raise ValueError("x: got the zero vector, expected a vector with a direction")
    M = M / (np.abs(M).max() or 1.0)  # directions do not change, and nothing underflows
    values, vectors = np.linalg.eigh(M)
    largest = np.abs(values) >= np.abs(values).max() * (1 - 1e-12)
    v = vectors[:, largest][:, -1]
    path = [x / np.linalg.norm(x)]
    for _ in range(k):
        x = M @ path[-1]
        size = np.linalg.norm(x)
        if size == 0:
            raise ValueError(f"x: got {path[0]}, which M sends to 0; expected one that it does not")
        path.append(x / size)
    along = np.abs(path @ v)
    across = np.linalg.norm(path - np.outer(path @ v, v), axis=1)
    with np.errstate(divide="ignore"):
        return np.array(path), across / along
