"""Layer normalisation: every token gets mean 0 and variance 1 over its own features.

LN(x) = g ⊙ (x - mean(x))/√(var(x) + ε) + b                              eq-transformer-norm
Notebook: book/transformer.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.door import check_array, check_real, check_whole
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float, total
from unrolled.transformer import fast

EPSILON = 1e-5  # PyTorch's default; BERT has 1e-12


class Norm(NamedTuple):
    """Gain and bias of every feature. Its gradient is another Norm."""

    gain: Float[Array, " d"]
    bias: Float[Array, " d"]


class Normed(NamedTuple):
    """What the step back must remember: tokens of mean 0 and variance 1, and 1/√(var + ε)."""

    unit: Float[Array, "*B d"]
    scale: Float[Array, "*B 1"]


def layer_norm(
    p: Norm, X: Float[Array, "*B d"], epsilon: float = EPSILON
) -> tuple[Float[Array, "*B d"], Normed]:
    """LN of every token, along the last axis.

    eq-transformer-norm (Ba, Kiros and Hinton 2016)
    """
    p = fitting("p", p)
    X = check_array("X", X, "*B d", d=len(p.gain))
    Y, cache = fast.normed(p, X, check_real("epsilon", epsilon, above=0.0))
    return Y, Normed(*cache)


def layer_norm_back(
    p: Norm, cache: Normed, dY: Float[Array, "*B d"]
) -> tuple[Norm, Float[Array, "*B d"]]:
    """Gradients of gain and bias, and of what was normed.              eq-transformer-norm-back"""
    p = fitting("p", p)
    check_fields("cache", cache, Normed, ", which the step returns last")
    unit = check_array("cache.unit", cache.unit, "*B d", d=len(p.gain))
    scale = check_array("cache.scale", cache.scale, "*B 1", B=unit.shape[:-1])
    dY = check_array("dY", dY, "*B d", B=unit.shape[:-1], d=len(p.gain))
    return Norm(total(dY * unit), total(dY)), fast.normed_back(p, (unit, scale), dY)


def fitting(name: str, p: object, **sizes: int) -> Norm:
    """A gain and a bias of one size, or ValueError."""
    check_fields(name, p, Norm)
    gain = check_array(f"{name}.gain", p.gain, "d", **sizes)
    return Norm(gain, check_array(f"{name}.bias", p.bias, "d", d=len(gain)))


def new_norm(d: int) -> Norm:
    """Gain 1, bias 0."""
    d = check_whole("d", d, 1)
    return Norm(np.ones(d), np.zeros(d))
