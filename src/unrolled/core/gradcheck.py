"""Is this gradient right? Compare it with centred differences.

∂f/∂p_i ≈ (f(p + ε e_i) - f(p - ε e_i)) / 2ε                    eq-bptt-centred-difference
⟨ȳ, J ṗ⟩ = ⟨Jᵀȳ, ṗ⟩                                                eq-backprop-dot-product
"""

from collections.abc import Callable

import numpy as np

from unrolled.core.door import (
    as_floats,
    check_array,
    check_bounded,
    check_finite,
    check_function,
    check_real,
)
from unrolled.core.optim import global_norm
from unrolled.core.records import check_like
from unrolled.core.shapes import Array, Float
from unrolled.core.tree import named_leaves, ravel, tree_leaves, tree_map, unravel


def finite_difference(f: Callable[[object], float], p: object, eps: float = 1e-5) -> object:
    """The gradient of f at p by centred differences, one number of p at a time.

    ∂f/∂p_i ≈ (f(p + ε e_i) - f(p - ε e_i)) / 2ε.                 eq-bptt-centred-difference
    The error is of order eps² from the curvature and 1e-16/eps from rounding.
    Raises ValueError for an f that gives no number and for a step that is lost in p.
    """
    f = check_function("f", f)
    eps = check_real("eps", eps, above=0)
    p = tree_map(lambda leaf: check_finite("p", leaf), p)
    flat = ravel(p)
    gradient = np.empty_like(flat)
    for i in range(flat.size):
        nudge = np.zeros_like(flat)
        nudge[i] = eps
        ahead = flat + nudge
        behind = flat - nudge
        if not abs(ahead[i] - behind[i] - 2 * eps) < 0.2 * eps:
            raise ValueError(f"eps: got {eps}, expected a step that is not lost in p = {flat[i]}")
        up, down = _number(f(unravel(ahead, p))), _number(f(unravel(behind, p)))
        gradient[i] = (up - down) / (2 * eps)
    return unravel(gradient, p)


def largest_gap(a: object, b: object) -> float:
    """The largest absolute difference between two trees of one structure; NaN if there is one."""
    return float(np.max([np.abs(x - y).max() for x, y in _pairs(a, b)]))


def check_gradient(
    f: Callable[[object], float], p: object, gradient: object, tolerance: float = 1e-7
) -> float:
    """Largest error of `gradient`, relative to the largest entry of the estimate.

    Raises ValueError that names the leaf if the error is above `tolerance`.
    """
    truth = finite_difference(f, p)
    tolerance = check_real("tolerance", tolerance, above=0)
    gradient = check_like("gradient", gradient, truth)
    scale = max(float(np.abs(ravel(truth)).max()), 1e-12)
    worst = 0.0
    where = ""
    for (name, found), wanted in zip(named_leaves(gradient), tree_leaves(truth), strict=True):
        gap = float(np.abs(found - wanted).max()) / scale
        if not gap <= worst:  # NaN is never within a tolerance
            worst = np.nan_to_num(gap, nan=np.inf)
            where = name
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
    p = tree_map(lambda leaf: check_finite("p", leaf), p)
    gradient = check_like("gradient", gradient, p, check_finite)
    steps = check_array("steps", steps, "N")
    return np.array([largest_gap(finite_difference(f, p, eps), gradient) for eps in steps])


def dot_product_gap(dy: Array, moved: Array, gradient: object, direction: object) -> float:
    """|⟨ȳ, J ṗ⟩ - ⟨Jᵀȳ, ṗ⟩| / |ȳ||J ṗ|: one number for a whole Jacobian.  eq-backprop-dot-product

    `moved` is J ṗ, how the output moves along `direction` ṗ; `gradient` is Jᵀȳ for ȳ = `dy`.
    """
    dy = check_finite("dy", dy)
    direction = tree_map(lambda leaf: check_finite("direction", leaf), direction)
    moved = check_like("moved", moved, dy, check_finite)
    gradient = check_like("gradient", gradient, direction, check_finite)
    with np.errstate(over="ignore", invalid="ignore"):
        sides = np.array([np.vdot(dy, moved), np.vdot(ravel(gradient), ravel(direction))])
    there, back = check_bounded("⟨ȳ, J ṗ⟩ = ⟨Jᵀȳ, ṗ⟩", sides, "on side")
    return float(abs(there - back) / max(global_norm(dy) * global_norm(moved), 1e-6))


def relative_gap(found: object, wanted: object) -> float:
    """‖found - wanted‖ / ‖wanted‖ over all numbers of two trees; NaN if there is one."""
    pairs = _pairs(found, wanted)
    norm = _length([w for _, w in pairs])
    if norm == 0:
        raise ValueError("wanted: got zeros alone, expected a length to measure by")
    return _length([f - w for f, w in pairs]) / norm


def _length(leaves: list) -> float:
    with np.errstate(over="ignore"):
        length = float(np.sqrt(sum(np.sum(leaf**2) for leaf in leaves)))
    return length if 1e-150 < length < np.inf else global_norm(tuple(leaves))


def _number(value: object) -> float:
    if np.prod(np.shape(value)) != 1:
        raise ValueError(f"f: got shape {np.shape(value)}, expected a function with one number")
    return float(check_finite("f", value).item())


def _pairs(found: object, wanted: object) -> list[tuple[Array, Array]]:
    """The leaves of two trees side by side; ValueError where they do not match."""
    sides = [[as_floats("a tree", leaf) for leaf in tree_leaves(tree)] for tree in (found, wanted)]
    shapes = [[leaf.shape for leaf in side] for side in sides]
    if shapes[0] != shapes[1]:
        raise ValueError(f"trees: got leaves of shapes {shapes[0]}, expected {shapes[1]}")
    if not sum(leaf.size for leaf in sides[0]):
        raise ValueError(f"trees: got leaves of shapes {shapes[0]}, expected numbers to compare")
    return list(zip(*sides, strict=True))
