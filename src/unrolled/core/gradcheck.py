"""Is this gradient right? Compare it with centred differences.

∂f/∂p_i ≈ (f(p + ε e_i) - f(p - ε e_i)) / 2ε                    eq-bptt-centred-difference
⟨ȳ, J ṗ⟩ = ⟨Jᵀȳ, ṗ⟩                                                eq-backprop-dot-product
"""

from collections.abc import Callable

import numpy as np

from unrolled.core.shapes import Array, Float
from unrolled.core.tree import named_leaves, ravel, tree_leaves, unravel


def finite_difference(f: Callable[[object], float], p: object, eps: float = 1e-5) -> object:
    """The gradient of f at p by centred differences, one number of p at a time.

    The error is of order eps² from the curvature and 1e-16/eps from rounding.
    """
    flat = ravel(p)
    gradient = np.empty_like(flat)
    for i in range(flat.size):
        nudge = np.zeros_like(flat)
        nudge[i] = eps
        up, down = f(unravel(flat + nudge, p)), f(unravel(flat - nudge, p))
        gradient[i] = (up - down) / (2 * eps)
    return unravel(gradient, p)


def largest_gap(a: object, b: object) -> float:
    """The largest absolute difference between two trees of one structure; NaN if there is one."""
    pairs = zip(tree_leaves(a), tree_leaves(b), strict=True)
    return float(np.max([np.abs(x - y).max() for x, y in pairs]))


def check_gradient(
    f: Callable[[object], float], p: object, gradient: object, tolerance: float = 1e-7
) -> float:
    """Largest error of `gradient`, relative to the largest entry of the estimate.

    Raises ValueError that names the leaf if the error is above `tolerance`.
    """
    truth = finite_difference(f, p)
    scale = max(float(np.abs(ravel(truth)).max()), 1e-12)
    worst, where = 0.0, ""
    for (name, found), wanted in zip(named_leaves(gradient), tree_leaves(truth), strict=True):
        gap = float(np.abs(found - wanted).max()) / scale
        if not gap <= worst:  # NaN is never within a tolerance
            worst, where = np.nan_to_num(gap, nan=np.inf), name
    if not worst <= tolerance:
        raise ValueError(
            f"gradient: {where or 'the whole'} is off by {worst:.2g} relative, "
            f"expected at most {tolerance:.2g}"
        )
    return worst


def error_curve(
    f: Callable[[object], float], p: object, gradient: object, steps: Array
) -> Float[Array, " N"]:
    """Largest error of centred differences for each step size ε in `steps`."""
    return np.array([largest_gap(finite_difference(f, p, eps), gradient) for eps in steps])


def dot_product_gap(dy: Array, moved: Array, gradient: object, direction: object) -> float:
    """|⟨ȳ, J ṗ⟩ - ⟨Jᵀȳ, ṗ⟩| / |ȳ||J ṗ|: one number for a whole Jacobian.  eq-backprop-dot-product

    `moved` is J ṗ, how the output moves along `direction` ṗ; `gradient` is Jᵀȳ for ȳ = `dy`.
    """
    gap = abs(np.vdot(dy, moved) - np.vdot(ravel(gradient), ravel(direction)))
    return float(gap / max(np.linalg.norm(dy) * np.linalg.norm(moved), 1e-6))


def relative_gap(found: object, wanted: object) -> float:
    """‖found - wanted‖ / ‖wanted‖ over all numbers of two trees."""
    pairs = list(zip(tree_leaves(found), tree_leaves(wanted), strict=True))
    norm: Array = np.sqrt(sum(np.sum(w**2) for _, w in pairs))
    return float(np.sqrt(sum(np.sum((f - w) ** 2) for f, w in pairs)) / norm)
