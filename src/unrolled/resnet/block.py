"""A residual block: what comes in, plus what the branch makes of it.

h^(ℓ) = h^(ℓ-1) + s F^(ℓ)(h^(ℓ-1)),   F(h) = tanh(W h + b)                       eq-resnet-block
∇_{h^(ℓ-1)} 𝓛 = (I + J)ᵀ ∇_{h^(ℓ)} 𝓛,   J = s diag(1 - F²) W                     eq-resnet-back
The branch here is one layer; that of He et al. (2016) has two, and stands in `two_layers`.
Notebook: book/resnet.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.door import check_array, check_finite, check_flag, check_real
from unrolled.core.records import check_fields, check_like
from unrolled.core.shapes import Array, Float, outer, total
from unrolled.mlp.network import Layer


class BlockCache(NamedTuple):
    """What the way back through a block must remember."""

    h: Float[Array, "*B n"]  # what came in
    f: Float[Array, "*B n"]  # what the branch made of it, before the scale
    scale: float
    skip: bool


def block(
    p: Layer, h: Float[Array, "*B n"], scale: float | int = 1.0, skip: bool = True
) -> tuple[Float[Array, "*B n"], BlockCache]:
    """h + s tanh(W h + b); without the skip, s tanh(W h + b) alone.       eq-resnet-block

    Raises ValueError for a W that is not square or does not fit h, NaN and infinity.
    """
    p, h = check_block(p, h)
    scale, skip = check_real("scale", scale), check_flag("skip", skip)
    f = np.tanh(np.matvec(p.W, h) + p.b)
    return (h + scale * f if skip else scale * f), BlockCache(h, f, scale, skip)


def block_back(
    p: Layer, cache: BlockCache, dh: Float[Array, "*B n"]
) -> tuple[Layer, Float[Array, "*B n"]]:
    """The gradient of W and b, and (I + J)ᵀ dh; without the skip, Jᵀ dh.           eq-resnet-back

    Raises ValueError for a dh that does not have the shape of the block's output.
    """
    h, f, scale, skip = check_fields("cache", cache, BlockCache, ", from `block`")
    p, h = check_block(p, h)
    dh = check_like("dh", dh, h, check_finite)
    delta = scale * (1 - f**2) * dh
    through = np.vecmat(delta, p.W)
    return Layer(outer(delta, h), total(delta)), (dh + through if skip else through)


def block_jacobian(p: Layer, h: Float[Array, " n"], scale: float | int = 1.0) -> Array:
    """J = ∂(s F)/∂h = s diag(1 - F²) W, the branch alone.                    eq-resnet-back

    Raises ValueError as `block` does.
    """
    p, h = check_block(p, h)
    f = np.tanh(np.matvec(p.W, h) + p.b)
    return check_real("scale", scale) * (1 - f**2)[..., None] * p.W


def check_block(p: Layer, h: object) -> tuple[Layer, Array]:
    """The weights of a branch that keeps the size, and what comes in, or ValueError."""
    W, b = check_fields("p", p, Layer)
    b = check_array("b", b, "n")
    W = check_array("W", W, "n_to n_from", n_to=len(b), n_from=len(b))
    return Layer(W, b), check_array("h", h, "*B n", n=len(b))
