"""The encoder without doors, for arrays of any float type: what the other modules call.

Rows are tokens: X is "*B N d". Results of a step forward hold what the step back needs.
Notebook: book/transformer.ipynb
"""

import numpy as np

from unrolled.attention import fast as attention
from unrolled.core.shapes import Array


def normed(p: tuple, X: Array, epsilon: float) -> tuple[Array, tuple[Array, Array]]:
    """gain ⊙ (x - mean)/√(variance + ε) + bias for each token, and what the step back needs.

    eq-transformer-norm
    """
    off = X - X.mean(axis=-1, keepdims=True)
    scale = np.einsum("...i,...i->...", off, off)[..., None] / X.dtype.type(X.shape[-1])
    scale = 1 / np.sqrt(scale + X.dtype.type(epsilon))
    off *= scale
    return off * p.gain + p.bias, (off, scale)


def normed_back(p: tuple, cache: tuple, dX: Array) -> Array:
    """The gradient of what was normed: mean and length are taken out of it.

    eq-transformer-norm-back
    """
    unit, scale = cache
    d = dX * p.gain
    along = (d * unit).mean(axis=-1, keepdims=True)
    return scale * (d - d.mean(axis=-1, keepdims=True) - unit * along)


def fed(p: tuple, X: Array, act: object) -> tuple[Array, tuple[Array, Array]]:
    """W_2 φ(W_1 x + b_1) + b_2 for each token; both layers' inputs are kept.

    eq-transformer-ffn
    """
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
    eq-transformer-post, eq-stack-pre
    """
    inner, norm_1 = normed(p.norm_1, X, epsilon) if first else (X, None)
    Y, parts = attention.heads(p.heads, inner, inner, mask)
    heads = (inner, inner, *parts)
    X = X + Y
    if not first:
        X, norm_1 = normed(p.norm_1, X, epsilon)
    inner, norm_2 = normed(p.norm_2, X, epsilon) if first else (X, None)
    Y, parts = fed(p.feed, inner, act)
    feed = (inner, *parts)
    X = X + Y
    if not first:
        X, norm_2 = normed(p.norm_2, X, epsilon)
    return X, (heads, norm_1, feed, norm_2)


def gelu(a: Array) -> Array:
    """a Φ(a), in place; Φ by formula 7.1.26 of Abramowitz and Stegun, to 1.5e-7: for float32."""
    kind = a.dtype.type
    x = np.abs(a)
    x *= kind(0.5**0.5)
    t = 1 / (1 + kind(0.3275911) * x)
    tail = kind(1.061405429) * t
    for c in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        tail += kind(c)
        tail *= t
    np.multiply(x, -x, out=x)
    tail *= np.exp(x, out=x)
    tail *= kind(0.5)  # 1 - Φ(|a|)
    np.subtract(1, tail, out=tail, where=a > 0)
    return np.multiply(a, tail, out=a)


def blocks(layers: tuple, X: Array, mask: Array | None, epsilon: float, act: object) -> Array:
    """X after the last block of a post-norm encoder; `act` may work in place. Nothing is kept."""
    for p in layers:
        X = _added(p.norm_1, attention.heads(p.heads, X, X, mask)[0], X, epsilon)
        h = X.reshape(-1, X.shape[-1]) @ p.feed.W_1.T
        h += p.feed.b_1
        out = act(h) @ p.feed.W_2.T
        out += p.feed.b_2
        X = _added(p.norm_2, out.reshape(X.shape), X, epsilon)
    return X


def _added(p: tuple, Y: Array, X: Array, epsilon: float) -> Array:
    """LN(Y + X), in the memory of Y."""
    Y += X
    Y -= Y.mean(axis=-1, keepdims=True)
    scale = np.einsum("...i,...i->...", Y, Y)[..., None] / Y.dtype.type(Y.shape[-1])
    Y *= 1 / np.sqrt(scale + Y.dtype.type(epsilon))
    Y *= p.gain
    Y += p.bias
    return Y


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
