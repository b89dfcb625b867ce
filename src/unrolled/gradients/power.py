"""Power iteration: multiply and normalise until one direction is left.

Notebook: book/gradients.ipynb
"""

import numpy as np

from unrolled.core.door import check_array, check_whole
from unrolled.core.shapes import Array, Float


def power_iteration(
    M: Float[Array, "n n"], x: Float[Array, " n"], k: int
) -> tuple[Float[Array, "k1 n"], Float[Array, " k1"]]:
    """Directions M^j x/‖M^j x‖ for j = 0..k, and the tangent of their angle to v₁.

    tan ∠(M^k x, v₁) ≤ |λ₂/λ₁|^k tan ∠(x, v₁)                              eq-gradients-power
    for symmetric M with |λ₁| > |λ₂| and xᵀv₁ ≠ 0; in a tie v₁ belongs to the largest of the
    eigenvalues with their signs, and the bound says nothing.
    Raises ValueError for a matrix that is not symmetric, for x = 0 and for a k below 0.
    """
    M = check_array("M", M, "n n")
    x = check_array("x", x, "n", n=len(M))
    k = check_whole("k", k, 0, of="steps")
    if not np.allclose(M, M.T, rtol=0, atol=1e-12 * np.abs(M).max()):
        raise ValueError("M: got a matrix that differs from its transpose, expected a symmetric M")
    if not x.any():
        raise ValueError("x: got the zero vector, expected a vector with a direction")
    # directions do not change, and nothing over- or underflows
    M, x = M / (np.abs(M).max() or 1.0), x / np.abs(x).max()
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
