"""Attention without doors, for arrays of any float type: what the other modules call.

Rows are tokens: Q is "*B N_q d_k", K "*B N_k d_k", V "*B N_k d_v"; a mask is True where seen.
Notebook: book/attention.ipynb
"""

from unrolled.core.shapes import Array
from unrolled.encoder_decoder.average import unweigh, weigh


def mix(Q: Array, K: Array, V: Array, mask: Array | None) -> tuple[Array, Array]:
    """Y = softmax(QKᵀ/√d_k) V, and the weights.        eq-attention-output, eq-attention-average"""
    A = weigh((Q * Q.dtype.type(Q.shape[-1] ** -0.5)) @ K.swapaxes(-1, -2), mask)
    return A @ V, A


def mix_back(Q: Array, K: Array, V: Array, A: Array, dY: Array) -> tuple[Array, Array, Array]:
    """Gradients of Q, K and V from dY = ∇_Y 𝓛.                                 eq-attention-back"""
    dS = unweigh(A, dY @ V.swapaxes(-1, -2)) * Q.dtype.type(Q.shape[-1] ** -0.5)
    return dS @ K, dS.swapaxes(-1, -2) @ Q, A.swapaxes(-1, -2) @ dY


def split(X: Array, W: Array, b: Array) -> Array:
    """W_m x + b_m for every token and head.                            eq-attention-projections

    "*B N d" becomes "*B n_H N d_k".
    """
    flat = X.reshape(-1, X.shape[-1]) @ W.reshape(-1, X.shape[-1]).T
    return (flat + b.ravel()).reshape(*X.shape[:-1], *b.shape).swapaxes(-2, -3)


def join(Z: Array) -> Array:
    """The heads' outputs side by side: "*B n_H N d_k" becomes "*B N n_H·d_k"."""
    Z = Z.swapaxes(-2, -3)
    return Z.reshape(*Z.shape[:-2], -1)


def heads(p: tuple, X: Array, memory: Array, mask: Array | None) -> tuple[Array, tuple]:
    """W_O times all heads, and (Q, K, V, A, Z).                               eq-attention-heads"""
    Q = split(X, p.W_Q, p.b_Q)
    K, V = split(memory, p.W_K, p.b_K), split(memory, p.W_V, p.b_V)
    Z, A = mix(Q, K, V, mask)
    Z = join(Z)
    return Z @ p.W_O.T + p.b_O, (Q, K, V, A, Z)
