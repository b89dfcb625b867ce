"""Feed-forward networks: neurons in layers, layers in a row.

a^(ℓ) = W^(ℓ) h^(ℓ-1) + b^(ℓ),   h^(ℓ) = φ(a^(ℓ)),   h^(0) = x                        eq-mlp-layer
Notebook: book/mlp.ipynb
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from unrolled.core.activations import IDENTITY, TANH, Activation
from unrolled.core.door import checked
from unrolled.core.shapes import Array, Float


class Layer(NamedTuple):
    """Weights of one layer. Its gradient is another Layer."""

    W: Float[Array, "n_to n_from"]
    b: Float[Array, " n_to"]


Network = tuple[Layer, ...]  # its gradient is another tuple of Layers


class Forward(NamedTuple):
    """What the way back must remember, a tuple with one entry a layer each."""

    h: tuple[Array, ...]  # h^(0) = x, h^(1), ..., h^(L): one more than the layers
    a: tuple[Array, ...]  # a^(1), ..., a^(L)


def neuron(
    w: Float[Array, " n_x"], b: float | int, x: Float[Array, "*B n_x"], phi: Activation = TANH
) -> Float[Array, "*B"] | float:
    """f(x) = φ(wᵀx + b): one number out of n_x.                                  eq-mlp-neuron

    Raises ValueError for a w and x that do not fit, NaN and infinity.
    """
    w, b = checked("w", w, "n_x"), checked("b", b, "")
    return phi.of(checked("x", x, "*B n_x", n_x=len(w)) @ w + b)


def preactivation(layer: Layer, h: Float[Array, "*B n_from"]) -> Float[Array, "*B n_to"]:
    """a = W h + b, what enters the activation."""
    return np.matvec(layer.W, h) + layer.b


def forward(
    network: Network,
    x: Float[Array, "*B n_x"],
    phi: Activation = TANH,
    out: Activation = IDENTITY,
) -> Forward:
    """All layers in turn: F = f^(L) ∘ … ∘ f^(1), with everything kept.       eq-mlp-composition

    `phi` is the activation of the hidden layers, `out` that of the last; its result is `h[-1]`.
    Raises ValueError for layers that do not fit each other or x.
    """
    h = [check_network(network, x)]
    a = []
    for number, layer in enumerate(network, start=1):
        a.append(preactivation(layer, h[-1]))
        h.append((phi if number < len(network) else out).of(a[-1]))
    return Forward(tuple(h), tuple(a))


def predict(
    network: Network,
    x: Float[Array, "*B n_x"],
    phi: Activation = TANH,
    out: Activation = IDENTITY,
) -> Float[Array, "*B n_y"]:
    """ŷ = F(x). Raises ValueError as `forward`.                            eq-mlp-composition"""
    return forward(network, x, phi, out).h[-1]


def random_network(
    rng: np.random.Generator, sizes: Sequence[int], scale: float | int = 1.0
) -> Network:
    """Weights from N(0, scale²/fan-in), biases 0; sizes n_0 … n_L.           eq-mlp-initial

    scale = 1 keeps the size of a linear layer's signals on average, √2 that of a ReLU layer's.
    Raises ValueError for sizes that are not whole numbers above 0, and for a negative scale.
    """
    _check_sizes(sizes)
    if not (np.isfinite(scale) and scale >= 0):
        raise ValueError(f"scale: got {scale!r}, expected a number from 0 on")
    return tuple(
        Layer(rng.normal(0, scale * n_from**-0.5, (n_to, n_from)), np.zeros(n_to))
        for n_from, n_to in pairwise(sizes)
    )


def parameter_count(sizes: Sequence[int]) -> int:
    """P = Σ_ℓ n_ℓ (n_{ℓ-1} + 1).                                              eq-mlp-parameters"""
    _check_sizes(sizes)
    return sum(n * (m + 1) for m, n in pairwise(sizes))


def _check_sizes(sizes: object) -> None:
    good = isinstance(sizes, Sequence) and len(sizes) > 1
    if not (good and all(isinstance(n, int | np.integer) and n > 0 for n in sizes)):
        raise ValueError(f"sizes: got {sizes!r}, expected at least two whole numbers above 0")


def check_network(network: Network, x: object) -> Array:
    """`x` as an array that fits the first layer; ValueError if anything does not fit."""
    if not isinstance(network, tuple) or not network:
        raise ValueError(f"network: got {network!r}, expected a tuple of at least one Layer")
    n = None
    for number, layer in enumerate(network, start=1):
        sizes = {} if n is None else {"n_from": n}
        W = checked(f"network[{number - 1}].W", layer.W, "n_to n_from", **sizes)
        n = len(checked(f"network[{number - 1}].b", layer.b, "n_to", n_to=len(W)))
    return checked("x", x, "*B n_x", n_x=np.shape(network[0].W)[1])
