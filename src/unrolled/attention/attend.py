"""Attention: an average of values whose weights a query and the keys decide.

A = softmax of each query's scores over the keys                           eq-attention-weights
y = Σ_j α_j v_j                                                             eq-attention-output
In the text tokens are columns; here they are rows, and A has a row for each query.
Notebook: book/attention.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.attention import fast
from unrolled.attention.score import pair
from unrolled.core.door import check_array
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Bool, Float
from unrolled.encoder_decoder.average import seen, weights

__all__ = ["Cache", "attend", "attend_back", "weights"]


class Cache(NamedTuple):
    """What one step back must remember."""

    Q: Float[Array, "*B N_q d_k"]
    K: Float[Array, "*B N_k d_k"]
    V: Float[Array, "*B N_k d_v"]
    A: Float[Array, "*B N_q N_k"]


def attend(
    Q: Float[Array, "*B N_q d_k"],
    K: Float[Array, "*B N_k d_k"],
    V: Float[Array, "*B N_k d_v"],
    mask: Bool[Array, "..."] | None = None,
) -> tuple[Float[Array, "*B N_q d_v"], Cache]:
    """softmax(QKᵀ/√d_k) V: for each query the average of the values.       eq-attention-output

    With equal scores it is the plain average, eq-attention-average.
    Raises ValueError for shapes that do not fit each other and for a mask that hides every key from
    a query, and OverflowError for scores that are too large for a float.
    """
    Q, K = pair(Q, K)
    V = check_array("V", V, "*B N_k d_v", B=K.shape[:-2], N_k=K.shape[-2])
    with np.errstate(over="ignore", invalid="ignore"):  # told below, in words
        Y, A = fast.mix(Q, K, V, seen(mask, (*Q.shape[:-1], K.shape[-2])))
    if not np.isfinite(Y).all():
        raise OverflowError("Y: exploded, because scores q·k or values are too large for a float")
    return Y, Cache(Q, K, V, A)


def attend_back(
    cache: Cache, dY: Float[Array, "*B N_q d_v"]
) -> tuple[Float[Array, "*B N_q d_k"], Float[Array, "*B N_k d_k"], Float[Array, "*B N_k d_v"]]:
    """Gradients of Q, K and V: through the average, the softmax and the scores.

    ∇_A = ∇_Y Vᵀ,  ∇_S = A ⊙ (∇_A - rowsum(A ⊙ ∇_A))                          eq-attention-back
    """
    Q, K, V, A = check_fields("cache", cache, Cache)
    Q, K = pair(Q, K, "cache.")
    sizes = {"B": Q.shape[:-2], "N_q": Q.shape[-2], "N_k": K.shape[-2]}
    V = check_array("cache.V", V, "*B N_k d_v", **sizes)
    A = check_array("cache.A", A, "*B N_q N_k", **sizes)
    dY = check_array("dY", dY, "*B N_q d_v", **sizes, d_v=V.shape[-1])
    return fast.mix_back(Q, K, V, A, dY)
