"""Spectral decay: pull down what a matrix stretches most. Notebook: book/remedies.ipynb"""

import numpy as np

from unrolled.core.door import check_array, check_bounded, check_real
from unrolled.core.shapes import Array, Float


def spectral_decay(
    W: Float[Array, "n m"], weight: float | int
) -> tuple[float, Float[Array, "n m"]]:
    """½ weight ‖W‖₂² and its gradient weight · σ₁ u₁ v₁ᵀ.                  eq-remedies-decay

    The penalty of Yoshida and Miyato (2017). Only the largest singular value is pulled; where it
    is double any choice of its vectors is a subgradient. Raises ValueError for a negative weight.
    """
    W = check_array("W", W, "n m")
    weight = check_real("weight", weight, 0.0)
    u, sigma, v = np.linalg.svd(W)
    with np.errstate(over="ignore"):
        penalty = 0.5 * weight * sigma[:1] ** 2
    check_bounded("penalty", penalty, "at number")
    return float(penalty[0]), weight * sigma[0] * np.outer(u[:, 0], v[0])
