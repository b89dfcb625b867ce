"""Feed-forward networks: neurons in layers, layers in a row.

a^(ℓ) = W^(ℓ) h^(ℓ-1) + b^(ℓ),   h^(ℓ) = φ(a^(ℓ)),   h^(0) = x                        eq-mlp-layer
Notebook: book/mlp.ipynb
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from unrolled.core.activations import IDENTITY, TANH, Activation, check_activation
from unrolled.core.door import (
    check_array,
    check_bounded,
    check_generator,
    check_real,
    check_whole,
    short_repr,
)
from unrolled.core.records import check_fields
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
    w = check_array("w", w, "n_x")
    b = check_real("b", b)
    phi = check_activation("phi", phi)
    return phi.of(check_array("x", x, "*B n_x", n_x=len(w)) @ w + b)


def forward(
    network: Network,
    x: Float[Array, "*B n_x"],
    phi: Activation = TANH,
    out: Activation = IDENTITY,
) -> Forward:
    """All layers in turn: F = f^(L) ∘ … ∘ f^(1), with everything kept.       eq-mlp-composition

    eq-mlp-layer, eq-backprop-component
    `phi` is the activation of the hidden layers, `out` that of the last; its result is `h[-1]`.
    Raises ValueError for layers that do not fit each other or x, and OverflowError that says at
    which layer the numbers exploded.
    """
    network, x = check_network(network, x)
    a = []
    h = [x]
    phi, out = check_activation("phi", phi), check_activation("out", out)
    with np.errstate(over="ignore", invalid="ignore"):
        for number, layer in enumerate(network, start=1):
            a.append(np.matvec(layer.W, h[-1]) + layer.b)
            h.append((phi if number < len(network) else out).of(a[-1]))
    check_bounded("h", np.array([np.abs(value).max() for value in h[1:]]), "at layer")
    return Forward(tuple(h), tuple(a))


def predict(
    network: Network,
    x: Float[Array, "*B n_x"],
    phi: Activation = TANH,
    out: Activation = IDENTITY,
) -> Float[Array, "*B n_y"]:
    """ŷ = F(x). Raises ValueError as `forward`.               eq-mlp-composition, eq-mlp-rows"""
    return forward(network, x, phi, out).h[-1]


def random_network(
    rng: np.random.Generator, sizes: Sequence[int], scale: float | int = 1.0
) -> Network:
    """Weights from N(0, scale²/fan-in), biases 0; sizes n_0 … n_L.           eq-mlp-initial

    scale = 1 keeps the size of a linear layer's signals on average, √2 that of a ReLU layer's.
    Raises ValueError for sizes that are not whole numbers above 0, and for a negative scale.
    """
    sizes = _whole_sizes(sizes)
    scale = check_real("scale", scale, 0.0)
    rng = check_generator("rng", rng)
    return tuple(
        Layer(rng.normal(0, scale * n_from**-0.5, (n_to, n_from)), np.zeros(n_to))
        for n_from, n_to in pairwise(sizes)
    )


def parameter_count(sizes: Sequence[int]) -> int:
    """P = Σ_ℓ n_ℓ (n_{ℓ-1} + 1).                                              eq-mlp-parameters"""
    return sum(n * (m + 1) for m, n in pairwise(_whole_sizes(sizes)))


def _whole_sizes(sizes: object) -> list[int]:
    check_array("sizes", sizes, "layers")
    if len(sizes) < 2:
        raise ValueError(f"sizes: got {short_repr(sizes)}, expected at least n_0 and n_1")
    return [check_whole("sizes", n, 1) for n in sizes]


def check_network(network: Network, x: object) -> tuple[Network, Array]:
    """The layers and `x` as arrays that fit each other; ValueError if anything does not."""
    if not isinstance(network, tuple) or not network or isinstance(network, Layer):
        expected = "a tuple of at least one Layer"
        raise ValueError(f"network: got {short_repr(network)}, expected {expected}")
    layers = []
    sizes = {}
    for number, layer in enumerate(network):
        name = f"network[{number}]"
        W, b = check_fields(name, layer, Layer)
        W = check_array(f"{name}.W", W, "n_to n_from", **sizes)
        b = check_array(f"{name}.b", b, "n_to", n_to=len(W))
        layers.append(Layer(W, b))
        sizes = {"n_from": len(b)}
    return tuple(layers), check_array("x", x, "*B n_x", n_x=layers[0].W.shape[1])
