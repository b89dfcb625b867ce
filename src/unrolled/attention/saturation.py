"""What long vectors do to a softmax: the largest weight, and how little its gradient lets through.

Notebook: book/attention.ipynb
"""

import numpy as np

from unrolled.attention.score import dot, scaled
from unrolled.core.activations import softmax, softmax_jacobian
from unrolled.core.door import check_generator, check_real, check_whole


def variance(rng: np.random.Generator, d: int, draws: int, mean: float | int = 0.0) -> float:
    """Of qᵀk over as many draws, components of variance 1.                eq-attention-variance"""
    rng = check_generator("rng", rng)
    shape = (check_whole("draws", draws, 2), 1, check_whole("d", d, 1))
    q, k = (rng.normal(check_real("mean", mean), 1, shape) for _ in range(2))
    return float(dot(q, k).var())


def sharpness(
    rng: np.random.Generator, d: int, keys: int, draws: int, scale: bool
) -> tuple[float, float]:
    """The mean of the largest weight, and the median norm of the softmax's Jacobian."""
    rng = check_generator("rng", rng)
    draws = check_whole("draws", draws, 1)
    Q = rng.normal(size=(draws, 1, check_whole("d", d, 1)))
    K = rng.normal(size=(draws, check_whole("keys", keys, 2), d))
    A = softmax((scaled if scale else dot)(Q, K)[:, 0])
    norms = np.linalg.norm(softmax_jacobian(A), 2, axis=(1, 2))
    return float(A.max(axis=1).mean()), float(np.median(norms))
