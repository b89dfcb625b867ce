"""How much one factor can stretch, and how fast its powers grow.

γ = sup|φ′|                                                                   eq-gradients-gamma
‖·‖₂ is the spectral norm, the largest singular value; ρ is the largest |eigenvalue|.
Notebook: book/gradients.ipynb
"""

import numpy as np

from unrolled.core.activations import Activation, check_activation
from unrolled.core.door import check_array, check_whole
from unrolled.core.shapes import Array, Float


def slope_bound(activation: Activation) -> float:
    """γ = sup|φ′|: the largest slope on a grid, refined around it.        eq-gradients-gamma

    eq-mlp-steepest
    """
    activation = check_activation("activation", activation)
    centre = 0.0
    width = 8.0
    for _ in range(8):
        a = centre + np.linspace(-width, width, 2001)
        slopes = np.abs(activation.slope(a, activation.of(a)))
        centre = a[slopes.argmax()]
        width = width / 100
    return float(slopes.max())


def spectral_norm(W: Float[Array, "*B n m"]) -> Float[Array, "*B"] | float:
    """‖W‖₂, the largest singular value: how much W stretches what it stretches most.

    eq-gradients-radius, eq-gradients-normal
    Raises ValueError, as all here do, for what is no matrix, NaN and infinity.
    """
    return np.linalg.norm(check_array("W", W, "*B n m"), ord=2, axis=(-2, -1))


def spectral_radius(W: Float[Array, "*B n n"]) -> Float[Array, "*B"] | float:
    """ρ(W), the largest |eigenvalue|: the rate at which powers of W grow in the end.

    eq-gradients-radius, eq-gradients-normal
    """
    return np.abs(np.linalg.eigvals(check_array("W", W, "*B n n"))).max(axis=-1)


def gelfand(W: Float[Array, "n n"], ks: Array) -> Float[Array, " N"]:
    """‖W^k‖₂^(1/k), which tends to ρ(W) for k → ∞.                             eq-gradients-gelfand

    Powers are rescaled on the way, so that no k overflows. Raises ValueError for ks below 1.
    """
    W = check_array("W", W, "n n")
    check_array("ks", ks, "N")
    ks = [check_whole("ks", k, 1) for k in ks]
    power = np.eye(len(W))
    log_scale = 0.0
    roots = {}
    for k in range(1, max(ks) + 1):
        power = W @ power
        size = spectral_norm(power)
        if size == 0:
            return np.array([roots.get(k, 0.0) for k in ks])
        power = power / size
        log_scale = log_scale + np.log(size)
        roots[k] = np.exp(log_scale / k)
    return np.array([roots[k] for k in ks])
