"""One block of the encoder: tokens mix, then each is worked on alone; both parts are added.

Post-norm: X ← LN(X + MHA(X)), then X ← LN(X + FFN(X))                    eq-transformer-post
Pre-norm:  X ← X + MHA(LN(X)), then X ← X + FFN(LN(X))                     eq-stack-pre
Notebook: book/transformer.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.attention.heads import Cache as HeadsCache
from unrolled.attention.heads import MultiHead, multi_head_back, random_heads
from unrolled.attention.heads import fitting as fitting_heads
from unrolled.attention.mask import seen
from unrolled.core.activations import RELU, Activation, check_activation
from unrolled.core.door import check_array, check_flag, check_real
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Bool, Float
from unrolled.transformer import fast
from unrolled.transformer.feed_forward import Cache as FeedCache
from unrolled.transformer.feed_forward import FeedForward, feed_forward_back, random_feed_forward
from unrolled.transformer.feed_forward import fitting as fitting_feed
from unrolled.transformer.norm import EPSILON, Norm, Normed, layer_norm_back, new_norm
from unrolled.transformer.norm import fitting as fitting_norm


class Block(NamedTuple):
    """Weights of one block. Its gradient is another Block."""

    heads: MultiHead
    norm_1: Norm
    feed: FeedForward
    norm_2: Norm


class Cache(NamedTuple):
    """What the step back must remember of each part, and how the block was run."""

    heads: HeadsCache
    norm_1: Normed
    feed: FeedCache
    norm_2: Normed
    phi: Activation
    first: bool


def block(
    p: Block,
    X: Float[Array, "*B N d"],
    mask: Bool[Array, "..."] | None = None,
    phi: Activation = RELU,
    first: bool = False,
    epsilon: float = EPSILON,
) -> tuple[Float[Array, "*B N d"], Cache]:
    """One encoder block, with the norm after each sum, or `first`, before each part.

    eq-transformer-post (Vaswani et al. 2017), eq-stack-pre (Xiong et al. 2020).
    Raises ValueError for shapes that do not fit each other and for a mask that hides everything.
    """
    p = fitting("p", p)
    first = check_flag("first", first)
    X = check_array("X", X, "*B N d", d=len(p.norm_1.gain))
    phi = check_activation("phi", phi)
    epsilon = check_real("epsilon", epsilon, above=0.0)
    X, kept = fast.block(p, X, stretched(mask, X), epsilon, phi, first)
    kinds = zip((HeadsCache, Normed, FeedCache, Normed), kept, strict=True)
    return X, Cache(*(kind(*parts) for kind, parts in kinds), phi, first)


def block_back(
    p: Block, cache: Cache, dY: Float[Array, "*B N d"]
) -> tuple[Block, Float[Array, "*B N d"]]:
    """Gradients of the weights and of X: every sum hands its gradient on to both summands.

    eq-transformer-residual (He et al. 2016)
    """
    p = fitting("p", p)
    check_fields("cache", cache, Cache, ", which the step returns last")
    first = check_flag("cache.first", cache.first)
    d = {}

    def norm_back(name: str, dX: Array) -> Array:
        d[name], dX = layer_norm_back(getattr(p, name), getattr(cache, name), dX)
        return dX

    if not first:
        dY = norm_back("norm_2", dY)
    d["feed"], dX = feed_forward_back(p.feed, cache.feed, dY, cache.phi)
    dY = dY + (norm_back("norm_2", dX) if first else dX)
    if not first:
        dY = norm_back("norm_1", dY)
    d["heads"], *ways = multi_head_back(p.heads, cache.heads, dY)
    dX = ways[0] + ways[1]
    dX = dY + (norm_back("norm_1", dX) if first else dX)
    return Block(**d), dX


def stretched(mask: object, X: Array) -> Array | None:
    """A mask that stretches to (*B, N, N), with an axis for the heads, or ValueError."""
    mask = seen(mask, (*X.shape[:-1], X.shape[-2]))
    return mask[..., None, :, :] if mask is not None and mask.ndim > 2 else mask


def fitting(name: str, p: object) -> Block:
    """Parts that fit each other, or ValueError that names what does not."""
    check_fields(name, p, Block)
    heads = fitting_heads(p.heads, f"{name}.heads")
    d = len(heads.b_O)
    norms = (fitting_norm(f"{name}.{k}", getattr(p, k), d=d) for k in ("norm_1", "norm_2"))
    feed = fitting_feed(f"{name}.feed", p.feed, d=d)
    first, second = norms
    return Block(heads, first, feed, second)


def random_block(rng: np.random.Generator, n_H: int, d: int, d_ff: int) -> Block:
    """Weights drawn from N(0, 1/fan-in), biases 0, gains 1.

    4d² + 2 d d_ff + 9d + d_ff numbers in all.                          eq-transformer-parameters
    """
    heads = random_heads(rng, n_H, d)
    feed = random_feed_forward(rng, d, d_ff)
    return Block(heads, new_norm(d), feed, new_norm(d))
