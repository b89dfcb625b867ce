"""Scores: how well a key answers a query. Rows are queries, columns are keys.

s_ij = q_iᵀ k_j                                                                eq-attention-dot
S = QKᵀ/√d_k                                                               eq-attention-output
s_ij = wᵀ tanh(W_q q_i + W_k k_j + b)                                     eq-attention-additive
Notebook: book/attention.ipynb
"""

import numpy as np

from unrolled.core.door import check_array
from unrolled.core.shapes import Array, Float
from unrolled.encoder_decoder.additive import Additive, additive, additive_back, random_additive

__all__ = [
    "Additive",
    "additive",
    "additive_back",
    "dot",
    "pair",
    "random_additive",
    "scaled",
]


def dot(Q: Float[Array, "*B N_q d_k"], K: Float[Array, "*B N_k d_k"]) -> Float[Array, "*B N_q N_k"]:
    """QKᵀ: the dot product of every query with every key.                     eq-attention-dot"""
    Q, K = pair(Q, K)
    return Q @ K.swapaxes(-1, -2)


def scaled(
    Q: Float[Array, "*B N_q d_k"], K: Float[Array, "*B N_k d_k"]
) -> Float[Array, "*B N_q N_k"]:
    """QKᵀ/√d_k: of variance 1 where components are independent with variance 1.

    Inside eq-attention-output (Vaswani et al. 2017)
    """
    return dot(Q, K) / np.shape(Q)[-1] ** 0.5


def pair(Q: object, K: object, of: str = "") -> tuple[Array, Array]:
    """Queries and keys of one size and one batch, or ValueError."""
    Q = check_array(f"{of}Q", Q, "*B N_q d_k")
    return Q, check_array(f"{of}K", K, "*B N_k d_k", B=Q.shape[:-2], d_k=Q.shape[-1])
