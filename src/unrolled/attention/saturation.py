"""What the dimension of a key does to a softmax before any training.

Notebook: book/attention.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.attention.score import dot, scaled
from unrolled.core.activations import softmax
from unrolled.core.door import check_generator, check_real, check_whole
from unrolled.core.shapes import Array, Float


class Start(NamedTuple):
    """For each random query: its largest attention weight, and the gradient that reaches it."""

    largest: Float[Array, " n"]
    gradient: Float[Array, " n"]  # the spectral norm of ∂a/∂q


def variance(rng: np.random.Generator, d: int, draws: int, mean: float | int = 0.0) -> float:
    """Of qᵀk over as many draws, components of variance 1.                eq-attention-variance"""
    rng = check_generator("rng", rng)
    shape = (check_whole("draws", draws, 2), 1, check_whole("d", d, 1))
    q, k = (rng.normal(check_real("mean", mean), 1, shape) for _ in range(2))
    return float(dot(q, k).var())


def random_start(rng: np.random.Generator, d: int, keys: int, draws: int, divided: bool) -> Start:
    """As many random queries, each with random keys of its own, components of variance 1.

    With a = softmax(s), ∂a/∂q = (diag(a) - a aᵀ) K, times 1/√d if the scores are divided by it.
    """
    rng = check_generator("rng", rng)
    draws = check_whole("draws", draws, 1)
    Q = rng.normal(size=(draws, 1, check_whole("d", d, 1)))
    K = rng.normal(size=(draws, check_whole("keys", keys, 2), d))
    A = softmax((scaled if divided else dot)(Q, K)[:, 0])
    mean_key = np.vecmat(A, K)
    J = A[..., None] * (K - mean_key[:, None])  # (diag(a) - a aᵀ) K, without the big Jacobian
    squared = np.linalg.eigvalsh(J @ J.swapaxes(-1, -2))[:, -1]
    norms = np.sqrt(np.maximum(squared, 0)) / (d**0.5 if divided else 1)
    return Start(A.max(axis=1), norms)


def quartiles(values: Float[Array, " n"]) -> Float[Array, " 3"]:
    """Lower quartile, median and upper quartile."""
    return np.quantile(values, [0.25, 0.5, 0.75])
