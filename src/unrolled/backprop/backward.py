"""Back-propagation: four equations, from the last layer to the first.

δ^(L) = ∇_ŷ 𝓛 ⊙ φ′(a^(L))                  (BP1)                        eq-backprop-output
δ^(ℓ) = W^(ℓ+1)ᵀ δ^(ℓ+1) ⊙ φ′(a^(ℓ))       (BP2)                        eq-backprop-hidden
∇_b^(ℓ) 𝓛 = δ^(ℓ)                          (BP3)                          eq-backprop-bias
∇_W^(ℓ) 𝓛 = δ^(ℓ) h^(ℓ-1)ᵀ                 (BP4)                       eq-backprop-weights
Notebook: book/backprop.ipynb
"""

import numpy as np

from unrolled.core.activations import IDENTITY, TANH, Activation
from unrolled.core.door import checked
from unrolled.core.losses import CROSS_ENTROPY, Loss, mean_loss, mean_loss_back
from unrolled.core.shapes import Array, Float, outer, total
from unrolled.mlp.network import Forward, Layer, Network, forward


def output_error(
    dy: Float[Array, "*B n_y"], slope: Float[Array, "*B n_y"]
) -> Float[Array, "*B n_y"]:
    """BP1: δ^(L) = ∇_ŷ 𝓛 ⊙ φ′(a^(L)), for a component-wise output.        eq-backprop-output"""
    return dy * slope


def hidden_error(
    W_next: Float[Array, "n_next n"],
    delta_next: Float[Array, "*B n_next"],
    slope: Float[Array, "*B n"],
) -> Float[Array, "*B n"]:
    """BP2: δ^(ℓ) = W^(ℓ+1)ᵀ δ^(ℓ+1) ⊙ φ′(a^(ℓ)).                          eq-backprop-hidden"""
    return np.vecmat(delta_next, W_next) * slope


def layer_gradient(delta: Float[Array, "*B n_to"], h_before: Float[Array, "*B n_from"]) -> Layer:
    """BP3, BP4: δ and δ hᵀ, summed over the batch.   eq-backprop-bias, eq-backprop-weights"""
    return Layer(outer(delta, h_before), total(delta))


def backward(
    network: Network,
    kept: Forward,
    dy: Float[Array, "*B n_y"],
    phi: Activation = TANH,
    out: Activation = IDENTITY,
) -> tuple[Network, tuple[Array, ...]]:
    """The gradient of every layer and the errors δ^(1) … δ^(L), from dy = ∇_ŷ 𝓛.

    Every layer's gradient, the last one's included. Raises ValueError for a dy that does not fit.
    """
    h, a = kept
    dy = checked("dy", dy, "*B n_y", n_y=len(network[-1].b))
    if dy.shape != h[-1].shape:
        raise ValueError(f"dy: got shape {dy.shape}, expected {h[-1].shape}, that of the output")
    delta = output_error(dy, out.slope(a[-1], h[-1]))
    gradient, deltas = [layer_gradient(delta, h[-2])], [delta]
    for n in range(len(network) - 2, -1, -1):  # n counts from 0: layer ℓ = n + 1
        delta = hidden_error(network[n + 1].W, delta, phi.slope(a[n], h[n + 1]))
        gradient.append(layer_gradient(delta, h[n]))
        deltas.append(delta)
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
