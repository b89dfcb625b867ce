"""Losses of one step, and their mean over time.

𝓛 = (1/T) Σ_t 𝓛_t                                                              eq-rnn-mean-loss

1/T enters once, in `mean_loss_back`; nothing after it divides by T again.
With batch axes the mean runs over them as well, as PyTorch's does.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.core.activations import log_softmax, softmax
from unrolled.core.door import as_floats, check_array, check_bounded
from unrolled.core.records import check_fields, check_like
from unrolled.core.shapes import Array, Float


class Loss(NamedTuple):
    """A loss of one step and its gradient with respect to the network's output."""

    of: Callable[[Array, Array], Array]
    back: Callable[[Array, Array], Array]


def cross_entropy(
    z: Float[Array, "*B n_y"], y: Float[Array, "*B n_y"]
) -> Float[Array, "*B"] | float:
    """𝓛_t = -Σ_k y_k log ŷ_k with ŷ = softmax z, in nats.                  eq-mlp-cross-entropy"""
    return _counted(CROSS_ENTROPY, *_pair("z", z, "y", y, "*B n_y"))


def cross_entropy_back(
    z: Float[Array, "*B n_y"], y: Float[Array, "*B n_y"]
) -> Float[Array, "*B n_y"]:
    """∇_z 𝓛_t = ŷ Σ_k y_k - y, which is ŷ - y when the target sums to 1.   eq-bptt-output-error

    eq-backprop-softmax-error
    """
    return _cross_entropy_back(*_pair("z", z, "y", y, "*B n_y"))


def squared_error(
    z: Float[Array, "*B n_y"], y: Float[Array, "*B n_y"]
) -> Float[Array, "*B"] | float:
    """𝓛_t = ½‖z - y‖²."""
    return _counted(SQUARED_ERROR, *_pair("z", z, "y", y, "*B n_y"))


def squared_error_back(
    z: Float[Array, "*B n_y"], y: Float[Array, "*B n_y"]
) -> Float[Array, "*B n_y"]:
    """∇_z 𝓛_t = z - y."""
    return np.subtract(*_pair("z", z, "y", y, "*B n_y"))


def _cross_entropy(z: Array, y: Array) -> Array | float:
    """The same, of arrays that fit.                                       eq-mlp-cross-entropy"""
    return -(_chances(y) * log_softmax(z)).sum(axis=-1)


def _cross_entropy_back(z: Array, y: Array) -> Array:
    """The same, of arrays that fit.            eq-bptt-output-error, eq-backprop-softmax-error"""
    return softmax(z) * _chances(y).sum(axis=-1, keepdims=True) - y


def _chances(y: Array) -> Array:
    if y.min() < 0:
        raise ValueError(f"y: got {y.min()}, expected chances or counts; the order is z, y")
    return y


def _squared_error(z: Array, y: Array) -> Array | float:
    return 0.5 * ((z - y) ** 2).sum(axis=-1)


CROSS_ENTROPY = Loss(_cross_entropy, _cross_entropy_back)
SQUARED_ERROR = Loss(_squared_error, np.subtract)
_LOSSES = ", such as CROSS_ENTROPY"


def mean_loss(loss: Loss, zs: Float[Array, "T *B n_y"], ys: Float[Array, "T *B n_y"]) -> float:
    """𝓛 = (1/T) Σ_t 𝓛_t.                                                        eq-rnn-mean-loss

    Raises ValueError for outputs and targets that do not match.
    """
    zs, ys = _pair("zs", zs, "ys", ys)
    return float(_counted(check_fields("loss", loss, Loss, _LOSSES), zs, ys).mean())


def mean_loss_back(
    loss: Loss, zs: Float[Array, "T *B n_y"], ys: Float[Array, "T *B n_y"]
) -> Float[Array, "T *B n_y"]:
    """∇_{z_t} 𝓛 = (1/T) ∇_{z_t} 𝓛_t; 1/T enters no gradient elsewhere.    eq-bptt-output-error"""
    zs, ys = _pair("zs", zs, "ys", ys)
    dzs = check_fields("loss", loss, Loss, _LOSSES).back(zs.copy(), ys.copy())
    return check_like("loss.back", dzs, zs) / np.prod(zs.shape[:-1])


def observed_loss(
    loss: Loss, zs: Float[Array, "T *B n_y"], ys: Float[Array, "T *B n_y"], observed: Array
) -> float:
    """𝓛 = (1/K) Σ_k 𝓛_{t_k} over the K observed times alone.         eq-derivations-observed-loss

    `observed` has one truth value a time, or one for each time of each sequence, which leaves out
    padding. What `ys` holds at other times, NaN too, is never read.     eq-sequence-tasks-padding
    """
    zs, ys, seen = _observed(zs, ys, observed)
    return mean_loss(loss, zs[seen], ys[seen])


def observed_loss_back(
    loss: Loss, zs: Float[Array, "T *B n_y"], ys: Float[Array, "T *B n_y"], observed: Array
) -> Float[Array, "T *B n_y"]:
    """∇_{z_t} 𝓛: (1/K) ∇ 𝓛_t at the observed times and exactly 0 at all others."""
    zs, ys, seen = _observed(zs, ys, observed)
    dzs = np.zeros(zs.shape)
    dzs[seen] = mean_loss_back(loss, zs[seen], ys[seen])
    return dzs


def perplexity(mean_cross_entropy: float) -> float:
    """exp of the mean cross-entropy per symbol in nats.           eq-language-models-perplexity"""
    loss = float(check_array("mean_cross_entropy", mean_cross_entropy, ""))
    if not 0 <= loss <= 709:  # beyond, e^x overflows
        raise ValueError(f"mean_cross_entropy: got {loss}, expected a number from 0 to 709")
    return float(np.exp(loss))


def _counted(loss: Loss, zs: Array, ys: Array) -> Array | float:
    with np.errstate(over="ignore", invalid="ignore"):
        each = check_like("loss.of", loss.of(zs.copy(), ys.copy()), zs[..., 0])
    return check_bounded("loss", each)[()]


def _pair(
    name: str, zs: object, target: str, ys: object, shape: str = "T *B n_y"
) -> tuple[Array, Array]:
    zs = check_array(name, zs, shape)
    _same_shape(name, zs, target, ys)
    return zs, check_array(target, ys, shape)


def _same_shape(name: str, zs: Array, target: str, ys: object) -> None:
    found = as_floats(target, ys).shape
    if found != zs.shape:
        n_y = zs.shape[-1]
        hint = ""
        if found == zs.shape[:-1]:  # the axis of the outputs is missing
            rows = f"{target}[..., None]" if n_y == 1 else f"np.eye({n_y})[{target}]"
            hint = f"; {rows} has it"
        raise ValueError(
            f"{target}: got shape {found}, expected {zs.shape}, the shape of {name}{hint}"
        )


def _observed(zs: Array, ys: Array, observed: object) -> tuple[Array, Array, Array]:
    zs = check_array("zs", zs, "T *B n_y")
    _same_shape("zs", zs, "ys", ys)
    as_floats("observed", observed)  # what is masked or ragged is told
    ys = as_floats("ys", ys)
    seen = np.asarray(observed)
    fits = seen.shape in (zs.shape[:1], zs.shape[:-1])
    if seen.dtype != bool or not fits or not seen.any():
        shapes = " or ".join(map(str, dict.fromkeys((zs.shape[:1], zs.shape[:-1]))))
        raise ValueError(
            f"observed: got {seen.dtype} of shape {seen.shape}, "
            f"expected {shapes} truth values, at least one of them true"
        )
    return zs, ys, seen
