"""Backpropagation: four equations, from the last layer to the first.

δ^(L) = ∇_ŷ 𝓛 ⊙ φ′(a^(L))                  (BP1)                        eq-backprop-output
δ^(ℓ) = W^(ℓ+1)ᵀ δ^(ℓ+1) ⊙ φ′(a^(ℓ))       (BP2)                        eq-backprop-hidden
∇_b^(ℓ) 𝓛 = δ^(ℓ)                          (BP3)                          eq-backprop-bias
∇_W^(ℓ) 𝓛 = δ^(ℓ) h^(ℓ-1)ᵀ                 (BP4)                       eq-backprop-weights
Notebook: book/backprop.ipynb
"""

import numpy as np

from unrolled.core.activations import IDENTITY, TANH, Activation, check_activation
from unrolled.core.door import check_array, check_bounded, check_finite
from unrolled.core.losses import CROSS_ENTROPY, Loss, mean_loss, mean_loss_back
from unrolled.core.records import check_fields, check_like, signature
from unrolled.core.shapes import Array, Float, outer, total
from unrolled.mlp.network import Forward, Layer, Network, check_network, forward

BACK = "on the way back, at layer"


def output_error(
    dy: Float[Array, "*B n_y"], slope: Float[Array, "*B n_y"]
) -> Float[Array, "*B n_y"]:
    """BP1: δ^(L) = ∇_ŷ 𝓛 ⊙ φ′(a^(L)), for a component-wise output.        eq-backprop-output

    eq-backprop-quadratic
    Raises ValueError, as all four do, for shapes that do not match, NaN and infinity.
    """
    dy = check_array("dy", dy, "*B n_y")
    return dy * _like("slope", slope, dy)


def hidden_error(
    W_next: Float[Array, "n_next n"],
    delta_next: Float[Array, "*B n_next"],
    slope: Float[Array, "*B n"],
) -> Float[Array, "*B n"]:
    """BP2: δ^(ℓ) = W^(ℓ+1)ᵀ δ^(ℓ+1) ⊙ φ′(a^(ℓ)).                          eq-backprop-hidden"""
    W_next = check_array("W_next", W_next, "n_next n")
    delta_next = check_array("delta_next", delta_next, "*B n_next", n_next=len(W_next))
    back = np.vecmat(delta_next, W_next)
    return back * _like("slope", slope, back)


def layer_gradient(delta: Float[Array, "*B n_to"], h_before: Float[Array, "*B n_from"]) -> Layer:
    """BP3, BP4: δ and δ hᵀ, summed over the batch.   eq-backprop-bias, eq-backprop-weights"""
    delta = check_array("delta", delta, "*B n_to")
    h_before = check_array("h_before", h_before, "*B n_from")
    if delta.shape[:-1] != h_before.shape[:-1]:
        expected = f"{(*delta.shape[:-1], h_before.shape[-1])} to go with delta {delta.shape}"
        raise ValueError(f"h_before: got shape {h_before.shape}, expected {expected}")
    return Layer(outer(delta, h_before), total(delta))


def backward(
    network: Network,
    kept: Forward,
    dy: Float[Array, "*B n_y"],
    phi: Activation = TANH,
    out: Activation = IDENTITY,
) -> tuple[Network, tuple[Array, ...]]:
    """The gradient of every layer and the errors δ^(1) … δ^(L), from dy = ∇_ŷ 𝓛. eq-backprop-error

    Every layer's gradient, the last one's included. Raises ValueError for a dy that does not fit
    and for what was `kept` of another network.
    """
    phi, out = check_activation("phi", phi), check_activation("out", out)
    network, (h, a) = _fitting(network, kept)
    dy = _like("dy", check_array("dy", dy, "*B n_y", n_y=len(network[-1].b)), h[-1])
    with np.errstate(over="ignore", invalid="ignore"):
        delta = output_error(dy, out.slope(a[-1], h[-1]))
        gradient = [layer_gradient(delta, h[-2])]
        deltas = [delta]
        for n in range(len(network) - 2, -1, -1):  # n counts from 0: layer ℓ = n + 1
            delta = hidden_error(network[n + 1].W, delta, phi.slope(a[n], h[n + 1]))
            gradient.append(layer_gradient(delta, h[n]))
            deltas.append(delta)
    check_bounded("gradient", np.array([np.abs(layer.W).max() for layer in gradient]), BACK)
    return tuple(gradient[::-1]), tuple(deltas[::-1])


def loss_and_gradient(
    network: Network,
    xs: Float[Array, "N n_x"],
    ys: Float[Array, "N n_y"],
    phi: Activation = TANH,
    loss: Loss = CROSS_ENTROPY,
) -> tuple[float, Network]:
    """Mean loss over N examples and its gradient; the outputs are logits.

    Raises ValueError for shapes that do not fit, NaN and infinity.
    """
    kept = forward(network, xs, phi)
    zs = kept.h[-1]
    gradient, _ = backward(network, kept, mean_loss_back(loss, zs, ys), phi)
    return mean_loss(loss, zs, ys), gradient


def _like(name: str, value: object, wanted: Array) -> Array:
    return check_like(name, value, wanted, check_finite)


def _fitting(network: Network, kept: Forward) -> tuple[Network, Forward]:
    """The layers and what was kept of them, or ValueError where that is of another network."""
    h = check_fields("kept", kept, Forward, ", from `forward`").h
    if not isinstance(h, tuple) or not h:
        raise ValueError(f"kept.h: got {signature(h)}, expected the tuple that `forward` returned")
    network, x = check_network(network, h[0])
    a = tuple(np.empty((*x.shape[:-1], len(layer.b))) for layer in network)
    return network, check_like("kept", kept, Forward((x, *a), a), check_finite)
