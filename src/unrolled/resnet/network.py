"""A residual network: a layer that lifts the input, blocks of one width, a layer that reads out.

h^(0) = tanh(W_in x + b_in),   h^(ℓ) = block_ℓ(h^(ℓ-1)),   z = W_out h^(L) + b_out
With `skip=False` the same weights make a plain network: h^(ℓ) = tanh(W h^(ℓ-1) + b).
Notebook: book/resnet.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.door import (
    check_array,
    check_bounded,
    check_generator,
    check_real,
    check_whole,
)
from unrolled.core.losses import CROSS_ENTROPY, mean_loss, mean_loss_back
from unrolled.core.records import check_fields, signature
from unrolled.core.shapes import Array, Float, outer, total
from unrolled.mlp.network import Layer
from unrolled.resnet.block import BlockCache, block, block_back, check_block


class ResNet(NamedTuple):
    """Weights of the whole network; its gradient is another ResNet."""

    into: Layer
    blocks: tuple[Layer, ...]
    out: Layer


class Kept(NamedTuple):
    """What the way back must remember."""

    x: Array
    caches: tuple[BlockCache, ...]
    h: tuple[Array, ...]  # h^(0), …, h^(L)


def forward(
    p: ResNet, x: Float[Array, "*B n_x"], scale: float | int = 1.0, skip: bool = True
) -> tuple[Float[Array, "*B n_y"], Kept]:
    """The logits, and every h on the way.                        eq-resnet-block, eq-resnet-plain

    Raises ValueError for layers that do not fit, and OverflowError that names the block at which
    the numbers exploded.
    """
    p, x = check_resnet(p, x)
    h = [np.tanh(np.matvec(p.into.W, x) + p.into.b)]
    caches = []
    for layer in p.blocks:
        with np.errstate(over="ignore", invalid="ignore"):
            after, cache = block(layer, h[-1], scale, skip)
        h.append(check_bounded("h", after, f"in block {len(h)}, at"))
        caches.append(cache)
    return np.matvec(p.out.W, h[-1]) + p.out.b, Kept(x, tuple(caches), tuple(h))


def backward(p: ResNet, kept: Kept, dz: Float[Array, "*B n_y"]) -> tuple[ResNet, tuple[Array, ...]]:
    """The gradient of all weights, and ∇_{h^(0)} 𝓛, …, ∇_{h^(L)} 𝓛.     eq-resnet-back

    Raises ValueError for a dz that does not fit and for what was kept of another network.
    """
    x, caches, h = check_fields("kept", kept, Kept, ", from `forward`")
    p, x = check_resnet(p, x)
    dz = check_array("dz", dz, "*B n_y", B=x.shape[:-1], n_y=len(p.out.b))
    if len(caches) != len(p.blocks):
        raise ValueError(f"kept: got {len(caches)} blocks, expected {len(p.blocks)}")
    dh = [np.vecmat(dz, p.out.W)]
    found = []
    for layer, cache in zip(p.blocks[::-1], caches[::-1], strict=True):
        dp, before = block_back(layer, cache, dh[-1])
        found.append(dp)
        dh.append(before)
    delta = (1 - h[0] ** 2) * dh[-1]
    into, out = Layer(outer(delta, x), total(delta)), Layer(outer(dz, h[-1]), total(dz))
    return ResNet(into, tuple(found[::-1]), out), tuple(dh[::-1])


def loss_and_gradient(
    p: ResNet, xs: Float[Array, "N n_x"], ys: Float[Array, "N n_y"], skip: bool = True
) -> tuple[float, ResNet]:
    """Mean cross-entropy over N examples, and its gradient. Raises ValueError as `forward`."""
    zs, kept = forward(p, xs, skip=skip)
    return mean_loss(CROSS_ENTROPY, zs, ys), backward(
        p, kept, mean_loss_back(CROSS_ENTROPY, zs, ys)
    )[0]


def random_resnet(
    rng: np.random.Generator, blocks: int, n_x: int, n: int, n_y: int, gain: float | int = 1.0
) -> ResNet:
    """Weights from N(0, gain²/fan-in) in the blocks, N(0, 1/fan-in) at both ends, biases 0.

    Raises ValueError for sizes that are not whole numbers above 0 and for a negative gain.
    """
    rng = check_generator("rng", rng)
    n_x, n, n_y = check_whole("n_x", n_x, 1), check_whole("n", n, 1), check_whole("n_y", n_y, 1)
    gain = check_real("gain", gain, 0.0)

    def draw(n_to: int, n_from: int, scale: float) -> Layer:
        return Layer(rng.normal(0, scale * n_from**-0.5, (n_to, n_from)), np.zeros(n_to))

    into = draw(n, n_x, 1.0)
    inner = tuple(draw(n, n, gain) for _ in range(check_whole("blocks", blocks, 0)))
    return ResNet(into, inner, draw(n_y, n, 1.0))


def check_resnet(p: ResNet, x: object) -> tuple[ResNet, Array]:
    """The weights and the input as arrays that fit each other, or ValueError."""
    into, blocks, out = check_fields("p", p, ResNet)
    into = _layer("p.into", into)
    if not isinstance(blocks, tuple) or isinstance(blocks, Layer):
        raise ValueError(f"p.blocks: got {signature(blocks)}, expected a tuple of Layers")
    kept = [check_block(layer, np.zeros(len(into.b)))[0] for layer in blocks]
    out = _layer("p.out", out, n_from=len(into.b))
    return ResNet(into, tuple(kept), out), check_array("x", x, "*B n_x", n_x=into.W.shape[1])


def _layer(name: str, layer: object, **sizes: int) -> Layer:
    W, b = check_fields(name, layer, Layer)
    b = check_array(f"{name}.b", b, "n_to")
    return Layer(check_array(f"{name}.W", W, "n_to n_from", n_to=len(b), **sizes), b)
