"""The encoder without doors, for arrays of any float type: what the other modules call.

Rows are tokens: X is "*B N d". Results of a step forward hold what the step back needs.
Notebook: book/transformer.ipynb
"""

import numpy as np

from unrolled.attention import fast as attention
from unrolled.core.shapes import Array


def normed(p: tuple, X: Array, epsilon: float) -> tuple[Array, tuple[Array, Array]]:
    """gain ⊙ (x - mean)/√(variance + ε) + bias for each token, and what the step back needs."""
    off = X - X.mean(axis=-1, keepdims=True)
    scale = np.einsum("...i,...i->...", off, off)[..., None] / X.dtype.type(X.shape[-1])
    scale = 1 / np.sqrt(scale + X.dtype.type(epsilon))
    off *= scale
    return off * p.gain + p.bias, (off, scale)


def normed_back(p: tuple, cache: tuple, dX: Array) -> Array:
    """The gradient of what was normed: mean and length are taken out of it."""
    unit, scale = cache
    d = dX * p.gain
    along = (d * unit).mean(axis=-1, keepdims=True)
    return scale * (d - d.mean(axis=-1, keepdims=True) - unit * along)


def fed(p: tuple, X: Array, act: object) -> tuple[Array, tuple[Array, Array]]:
    """W_2 φ(W_1 x + b_1) + b_2 for each token; both layers' inputs are kept."""
    a = X.reshape(-1, X.shape[-1]) @ p.W_1.T
    a += p.b_1
    h = act.of(a)
    out = h @ p.W_2.T
    out += p.b_2
    return out.reshape(X.shape), (a, h)


def block(
    p: tuple, X: Array, mask: Array | None, epsilon: float, act: object, first: bool = False
) -> tuple[Array, tuple]:
    """One block; `first` norms before each part (pre-norm) and not after each sum (post-norm).

    Kept are (X, memory, Q, K, V, A, Z), the first norm, (X, a, h) and the second norm.
    """
    inner, norm_1 = normed(p.norm_1, X, epsilon) if first else (X, None)
    Y, parts = attention.heads(p.heads, inner, inner, mask)
    heads, X = (inner, inner, *parts), X + Y
    if not first:
        X, norm_1 = normed(p.norm_1, X, epsilon)
    inner, norm_2 = normed(p.norm_2, X, epsilon) if first else (X, None)
    Y, parts = fed(p.feed, inner, act)
    feed, X = (inner, *parts), X + Y
    if not first:
        X, norm_2 = normed(p.norm_2, X, epsilon)
    return X, (heads, norm_1, feed, norm_2)


def layers(
    layers: tuple, X: Array, mask: Array | None, epsilon: float, act: object, first: bool = False
) -> tuple[list[Array], list[Array]]:
    """X after every block, and every block's attention weights "*B n_H N N"."""
    states, weights = [], []
    for p in layers:
        X, kept = block(p, X, mask, epsilon, act, first)
        states.append(X)
        weights.append(kept[0][5])
    return states, weights
