"""Spectral decay: pull down what a matrix stretches most. Notebook: book/gradients.ipynb"""

import numpy as np

from unrolled.core.door import checked
from unrolled.core.shapes import Array, Float


def spectral_decay(
    W: Float[Array, "n m"], weight: float | int
) -> tuple[float, Float[Array, "n m"]]:
    """½ weight ‖W‖₂² and its gradient weight · σ₁ u₁ v₁ᵀ.                  eq-gradients-decay

    The penalty of Yoshida and Miyato (2017). Only the largest singular value is pulled; where it
    is double any choice of its vectors is a subgradient. Raises ValueError for a negative weight.
    """
    W = checked("W", W, "n m")
    if not (isinstance(weight, int | float) and 0 <= weight < np.inf):
        raise ValueError(f"weight: got {weight!r}, expected a number from 0 on")
    u, sigma, v = np.linalg.svd(W)
    return 0.5 * weight * float(sigma[0]) ** 2, weight * sigma[0] * np.outer(u[:, 0], v[0])
