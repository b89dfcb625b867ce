"""Errors, gradients and third derivatives by autograd, for a tanh network with cross-entropy."""

import numpy as np
import torch

from unrolled.core.shapes import Array
from unrolled.mlp.network import Network
from unrolled.page.autograd import gradient_of

as_tensor = torch.from_numpy
cross_entropy = torch.nn.functional.cross_entropy


def loss_of(network: object, x: torch.Tensor, y: torch.Tensor, nudges: object) -> torch.Tensor:
    """The loss, with a nudge added to the pre-activations of every layer."""
    h = x
    for number, ((W, b), nudge) in enumerate(zip(network, nudges, strict=True), start=1):
        a = W @ h + b + nudge
        h = torch.tanh(a) if number < len(network) else a
    return cross_entropy(h, y)


def errors(network: Network, x: Array, y: Array) -> tuple[Array, ...]:
    """∂𝓛/∂a of every layer: by what is added to its pre-activations."""
    layers = [tuple(map(as_tensor, layer)) for layer in network]
    nothing = tuple(np.zeros(len(b)) for _, b in network)
    given = layers, as_tensor(x), as_tensor(y)
    return gradient_of(lambda nudges: loss_of(*given, nudges), nothing)[0]


def gradients(network: Network, x: Array, y: Array) -> Network:
    """∂𝓛/∂W and ∂𝓛/∂b of every layer, in Layers."""
    given = as_tensor(x), as_tensor(y), [0.0] * len(network)
    return gradient_of(lambda layers: loss_of(layers, *given), tuple(network))[0]


def third_derivatives(network: Network, x: Array, y: Array) -> Array:
    """|∂³𝓛/∂w³| of every weight and bias, in one row."""
    layers = [tuple(as_tensor(w.copy()).requires_grad_() for w in layer) for layer in network]
    leaves = [w for layer in layers for w in layer]
    loss = loss_of(layers, as_tensor(x), as_tensor(y), [0.0] * len(layers))
    found = []
    firsts = torch.autograd.grad(loss, leaves, create_graph=True)
    for leaf, first in zip(leaves, firsts, strict=True):
        for at in np.ndindex(*leaf.shape):
            (second,) = torch.autograd.grad(first[at], leaf, create_graph=True)
            (third,) = torch.autograd.grad(second[at], leaf, retain_graph=True)
            found.append(abs(third[at].item()))
    return np.array(found)
