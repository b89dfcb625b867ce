"""Weighted averages whose weights are a softmax of scores, with a mask for what may not be seen.

α_j = e^s_j / Σ_k e^s_k,   r = Σ_j α_j h_j                            eq-encoder-decoder-attend
Rows are queries, columns are keys, as in `unrolled.attention`, which is built on this module.
Notebook: book/encoder_decoder.ipynb
"""

import numpy as np

from unrolled.core.door import check_array, short_repr
from unrolled.core.shapes import Array, Bool, Float


def weights(
    S: Float[Array, "*B N_q N_k"], mask: Bool[Array, "..."] | None = None
) -> Float[Array, "*B N_q N_k"]:
    """α_ij = e^S_ij / Σ_k e^S_ik over the keys that are seen; others weigh 0.

    eq-encoder-decoder-attend, eq-attention-weights
    A mask that hides every key from a query is refused.
    """
    S = check_array("S", S, "*B N_q N_k")
    return weigh(np.array(S), seen(mask, S.shape))


def weigh(S: Array, mask: Array | None) -> Array:
    """Softmax over the keys, in place; what is hidden weighs 0, and a row that sees nothing is 0.

    eq-encoder-decoder-attend, eq-attention-weights, eq-attention-mask
    """
    if mask is not None:
        S = np.where(mask, S, -np.inf)
    top = S.max(axis=-1, keepdims=True)
    S = np.subtract(S, np.where(np.isfinite(top), top, 0), out=S)
    np.exp(S, out=S)
    sums = S.sum(axis=-1, keepdims=True)
    S /= np.where(sums > 0, sums, 1)
    return S


def unweigh(A: Array, dA: Array) -> Array:
    """From ∇_A to ∇_S, row by row: A ⊙ (∇_A - Σ A ⊙ ∇_A).

    eq-encoder-decoder-back, eq-attention-back
    """
    return A * (dA - (A * dA).sum(axis=-1, keepdims=True))


def seen(mask: object, shape: tuple[int, ...]) -> Array | None:
    """`mask` as truth values that stretch to the scores' shape, or None where all is seen.

    Raises ValueError for other types and shapes, and for a mask that hides every key from a query:
    there is nothing left to average.
    """
    if mask is None:
        return None
    found = np.asarray(mask)
    expected = f"truth values that stretch to {shape}, True for what is seen"
    if found.dtype != bool:
        raise ValueError(f"mask: got {short_repr(mask)}, expected {expected}")
    if found.ndim > len(shape) or any(
        n not in (1, m) for n, m in zip(found.shape[::-1], shape[::-1], strict=False)
    ):
        raise ValueError(f"mask: got shape {found.shape}, expected {expected}")
    blind = np.argwhere(~np.atleast_1d(found).any(axis=-1))
    if len(blind):
        place = f"query {int(blind[0][-1]) + 1}" if found.ndim > 1 else "every query"
        raise ValueError(
            f"mask: got False for every key of {place}, expected a key that each query may see"
        )
    return found
