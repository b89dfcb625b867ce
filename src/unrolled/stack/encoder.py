"""A stack of blocks, one after the other: X⁽ℓ⁾ = Block⁽ℓ⁾(X⁽ℓ⁻¹⁾).              eq-stack-encoder

Notebook: book/stack.ipynb
"""

import numpy as np

from unrolled.attention.heads import multi_head
from unrolled.core.activations import RELU, Activation
from unrolled.core.door import check_array, check_whole
from unrolled.core.shapes import Array, Bool, Float
from unrolled.transformer.block import Block, Cache, block, block_back, random_block
from unrolled.transformer.feed_forward import feed_forward
from unrolled.transformer.norm import EPSILON, layer_norm


def encode(
    blocks: list[Block] | tuple[Block, ...],
    X: Float[Array, "*B N d"],
    mask: Bool[Array, "..."] | None = None,
    phi: Activation = RELU,
    first: bool = False,
    epsilon: float = EPSILON,
) -> tuple[Float[Array, "*B N d"], list[Cache]]:
    """X through all blocks.                                                    eq-stack-encoder

    Raises ValueError for an empty stack and for what a block refuses.
    """
    caches = []
    for p in check_stack(blocks):
        X, cache = block(p, X, mask, phi, first, epsilon)
        caches.append(cache)
    return X, caches


def added_by_parts(
    blocks: list[Block] | tuple[Block, ...], X: Float[Array, "*B N d"]
) -> Float[Array, "K *B N d"]:
    """What the two parts of every pre-norm block add to the stream, one after the other.

    X plus all of it is what leaves the stack.                                     eq-stack-sum
    """
    X, added = check_array("X", X, "*B N d"), []
    for p in check_stack(blocks):
        added.append(multi_head(p.heads, layer_norm(p.norm_1, X)[0])[0])
        X = X + added[-1]
        added.append(feed_forward(p.feed, layer_norm(p.norm_2, X)[0])[0])
        X = X + added[-1]
    return np.array(added)


def check_stack(blocks: object) -> list[Block] | tuple[Block, ...]:
    """The blocks, or ValueError where there is none."""
    if not isinstance(blocks, list | tuple) or isinstance(blocks, Block) or not len(blocks):
        raise ValueError("blocks: expected a list of one Block or more")
    return blocks


def encode_back(
    blocks: list[Block] | tuple[Block, ...], caches: list[Cache], dX: Float[Array, "*B N d"]
) -> tuple[list[Block], Float[Array, "*B N d"]]:
    """Gradients of every block's weights and of the first X."""
    if len(blocks) != len(caches):
        raise ValueError(f"caches: got {len(caches)}, expected {len(blocks)}, one for each block")
    d = []
    for p, cache in zip(blocks[::-1], caches[::-1], strict=True):
        dp, dX = block_back(p, cache, dX)
        d.append(dp)
    return d[::-1], dX


def random_encoder(rng: np.random.Generator, n: int, n_H: int, d: int, d_ff: int) -> list[Block]:
    """n blocks of random weights."""
    return [random_block(rng, n_H, d, d_ff) for _ in range(check_whole("n", n, 1))]
