"""Activations and their slopes.

An `Activation` acts on each component alone and comes with its derivative φ′; `ACTIVATIONS` lists
those of the book by name. Softmax acts on the last axis as a whole, so it has a Jacobian instead.
"""

from collections.abc import Callable
from math import erf, pi, sqrt
from typing import NamedTuple

import numpy as np

from unrolled.core.door import as_floats, check_array, check_finite, short_repr
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float

Numbers = Float[Array, "*S"] | float
_erf = np.vectorize(erf, otypes=[float])


class Activation(NamedTuple):
    """A component-wise activation φ and its slope φ′, which may use both a and h = φ(a)."""

    of: Callable[[Array], Array]  # a -> h
    slope: Callable[[Array, Array], Array]  # a, h -> φ′(a)


def check_activation(name: str, value: object) -> Activation:
    """`value`, if it is an Activation; the way back needs φ and its slope."""
    return check_fields(name, value, Activation, ", as TANH or ACTIVATIONS['ReLU']")


def logistic(a: Numbers) -> Numbers:
    """σ(a) = 1/(1 + e^-a), written as (1 + tanh(a/2))/2, which cannot overflow."""
    return _logistic(check_finite("a", a))


def gelu(a: Numbers) -> Numbers:
    """a Φ(a) (Hendrycks and Gimpel 2016), exact, as PyTorch's default."""
    return _gelu(check_finite("a", a))


def silu(a: Numbers) -> Numbers:
    """a σ(a), also called swish."""
    return _silu(check_finite("a", a))


# Inside a walk numbers may explode, and the walk says at which step: there no door is closed.


def _logistic(a: Numbers) -> Numbers:
    return 0.5 * (1 + np.tanh(0.5 * as_floats("a", a)))


def _relu(a: Numbers) -> Numbers:
    """max(0, a); at the kink its slope is taken as 0, as PyTorch does."""
    return np.maximum(as_floats("a", a), 0.0)


def _normal_cdf(a: Numbers) -> Numbers:
    """Φ(a), the chance that a standard normal number is below a."""
    return 0.5 * (1 + _erf(a / sqrt(2)))


def _gelu(a: Numbers) -> Numbers:
    a = as_floats("a", a)
    return a * _normal_cdf(a)


def _gelu_slope(a: Numbers, h: Numbers) -> Numbers:
    """Φ(a) + a e^(-a²/2)/√(2π)."""
    a = as_floats("a", a)
    return _normal_cdf(a) + a * np.exp(-0.5 * a * a) / sqrt(2 * pi)


def _silu(a: Numbers) -> Numbers:
    a = as_floats("a", a)
    return a * _logistic(a)


def _silu_slope(a: Numbers, h: Numbers) -> Numbers:
    """σ(a) + h(1 - σ(a)), with h = a σ(a)."""
    s = _logistic(a)
    return s + as_floats("h", h) * (1 - s)


TANH = Activation(np.tanh, lambda a, h: 1 - h * h)
LOGISTIC = Activation(_logistic, lambda a, h: h * (1 - h))
RELU = Activation(_relu, lambda a, h: (a > 0).astype(float))
GELU = Activation(_gelu, _gelu_slope)
SILU = Activation(_silu, _silu_slope)
IDENTITY = Activation(lambda a: a, lambda a, h: np.ones_like(a))
ACTIVATIONS = {
    "tanh": TANH,
    "logistic": LOGISTIC,
    "ReLU": RELU,
    "GELU": GELU,
    "SiLU": SILU,
    "identity": IDENTITY,
}


def log_softmax(z: Float[Array, "*B n_y"]) -> Float[Array, "*B n_y"]:
    """z - log Σ_j e^z_j along the last axis; the largest logit is taken out first."""
    z = _scores("z", z)
    shifted = z - z.max(axis=-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))


def softmax(z: Float[Array, "*B n_y"]) -> Float[Array, "*B n_y"]:
    """ŷ_i = e^z_i / Σ_j e^z_j along the last axis.                          eq-mlp-softmax"""
    z = _scores("z", z)
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def softmax_jacobian(y_hat: Float[Array, "*B n_y"]) -> Float[Array, "*B n_y n_y"]:
    """∂ŷ_i/∂z_k = ŷ_i(1[i=k] - ŷ_k).                              eq-bptt-softmax-jacobian"""
    y_hat = _chances(y_hat)
    return y_hat[..., :, None] * (np.eye(y_hat.shape[-1]) - y_hat[..., None, :])


def softmax_back(
    y_hat: Float[Array, "*B n_y"], dy: Float[Array, "*B n_y"]
) -> Float[Array, "*B n_y"]:
    """Jᵀdy = ŷ ⊙ (dy - ŷᵀdy), without building the Jacobian.                 eq-backprop-softmax"""
    y_hat = _chances(y_hat)
    dy = check_array("dy", dy, "*B n_y", n_y=y_hat.shape[-1], B=y_hat.shape[:-1])
    return y_hat * (dy - (y_hat * dy).sum(axis=-1, keepdims=True))


def _chances(y_hat: object) -> Array:
    """ŷ as a softmax gives it, up to rounding: chances that add up to 1 along the last axis."""
    y_hat = check_array("y_hat", y_hat, "*B n_y")
    with np.errstate(over="ignore"):
        off = np.abs(y_hat.sum(axis=-1) - 1).max()
    if y_hat.min() < 0 or off > 1e-3:
        raise ValueError(
            f"y_hat: got {short_repr(y_hat)}, expected chances, none below 0, that add up to 1"
        )
    return y_hat


def _scores(name: str, z: object) -> Array:
    """z with a last axis that has a largest number; -inf stands for a chance of 0."""
    z = as_floats(name, z)
    if z.ndim == 0 or z.size == 0:
        raise ValueError(f"{name}: got shape {z.shape}, expected (*B, n_y), no axis 0")
    largest = z.max(axis=-1)
    if not np.isfinite(largest).all():
        worst = np.ravel(largest)[~np.isfinite(np.ravel(largest))][0]
        raise ValueError(
            f"{name}: got {worst} as the largest number, expected a finite one in every row"
        )
    return z
