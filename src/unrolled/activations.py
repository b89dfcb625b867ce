"""Activations and the same functions read backwards.

tanh, logistic and relu act on each component; softmax acts on the last axis as a whole.
Each `_back` takes the forward *result*, which is all it needs, and the gradient of it.
"""

import numpy as np

from unrolled.shapes import Array, Float


def tanh(a: Float[Array, "*S"]) -> Float[Array, "*S"]:
    """tanh a, between -1 and 1."""
    return np.tanh(a)


def tanh_back(h: Float[Array, "*S"], dh: Float[Array, "*S"]) -> Float[Array, "*S"]:
    """(1 - h²) ⊙ dh, with h = tanh a."""
    return (1 - h * h) * dh


def logistic(a: Float[Array, "*S"]) -> Float[Array, "*S"]:
    """σ(a) = 1/(1 + e^-a), written as (1 + tanh(a/2))/2, which cannot overflow."""
    return 0.5 * (1 + np.tanh(0.5 * a))


def logistic_back(s: Float[Array, "*S"], ds: Float[Array, "*S"]) -> Float[Array, "*S"]:
    """s(1 - s) ⊙ ds, with s = σ(a)."""
    return s * (1 - s) * ds


def relu(a: Float[Array, "*S"]) -> Float[Array, "*S"]:
    """max(0, a)."""
    return np.maximum(a, 0.0)


def relu_back(r: Float[Array, "*S"], dr: Float[Array, "*S"]) -> Float[Array, "*S"]:
    """dr where r > 0, else 0; at the kink the slope is taken as 0, as PyTorch does."""
    return np.where(r > 0, dr, 0.0)


def log_softmax(z: Float[Array, "*B n_y"]) -> Float[Array, "*B n_y"]:
    """z - log Σ_j e^z_j along the last axis; the largest logit is taken out first."""
    shifted = z - z.max(axis=-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))


def softmax(z: Float[Array, "*B n_y"]) -> Float[Array, "*B n_y"]:
    """ŷ_i = e^z_i / Σ_j e^z_j along the last axis.                          eq-rnn-softmax"""
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def softmax_jacobian(y_hat: Float[Array, "*B n_y"]) -> Float[Array, "*B n_y n_y"]:
    """∂ŷ_i/∂z_k = ŷ_i(1[i=k] - ŷ_k).                              eq-bptt-softmax-jacobian"""
    return y_hat[..., :, None] * (np.eye(y_hat.shape[-1]) - y_hat[..., None, :])


def softmax_back(
    y_hat: Float[Array, "*B n_y"], dy: Float[Array, "*B n_y"]
) -> Float[Array, "*B n_y"]:
    """Jᵀdy = ŷ ⊙ (dy - ŷᵀdy), without building the Jacobian."""
    return y_hat * (dy - (y_hat * dy).sum(axis=-1, keepdims=True))
