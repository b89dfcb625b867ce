"""Random blocks of the chapter's own, from a seed, and how far a slip is off in each.

Notebook: book/transformer.ipynb
"""

from collections.abc import Callable

import numpy as np

from unrolled.attention.heads import multi_head
from unrolled.attention.mask import causal
from unrolled.core.shapes import Array
from unrolled.transformer.block import Block, block, random_block
from unrolled.transformer.cut import through
from unrolled.transformer.feed_forward import feed_forward
from unrolled.transformer.norm import layer_norm, new_norm

N, D, N_HEADS, WIDE = 10, 16, 4, 64
SEEDS = range(12)


def drawn(seed: int) -> tuple[Block, Array]:
    """A random block, and ten random tokens for it."""
    rng = np.random.default_rng(seed)
    return random_block(rng, N_HEADS, D, WIDE), rng.normal(size=(N, D))


def across(X: Array) -> Array:
    """A norm along the wrong axis: every feature over the tokens."""
    return layer_norm(new_norm(len(X)), X.T)[0].T


def built(p: Block, X: Array, norm: Callable, end: Callable) -> Array:
    """The post-norm block from its parts, with another norm or another end of its network."""
    X = norm(X + multi_head(p.heads, X)[0])
    return norm(X + end(feed_forward(p.feed, X)[0]))


def off(seed: int) -> tuple[float, float]:
    """How far a block is off: with norms along the wrong axis, and with ReLU at the end."""
    p, X = drawn(seed)
    right = block(p, X)[0]

    def norm(Z: Array) -> Array:
        return layer_norm(p.norm_1, Z)[0]

    across_tokens = built(p, X, across, lambda Z: Z)
    relu_at_the_end = built(p, X, norm, lambda Z: np.maximum(Z, 0))
    size = np.linalg.norm(right)
    return tuple(float(np.linalg.norm(Y - right) / size) for Y in (across_tokens, relu_at_the_end))


def moved(seed: int) -> tuple[float, float]:
    """How far the first token's output moves, as a share, when the last token is another one.

    Without a mask, and with a causal one.
    """
    p, X = drawn(seed)
    other = X.copy()
    other[-1] = np.random.default_rng(100 + seed).normal(size=D)
    found = []
    for mask in (None, causal(N)):
        one, two = (block(p, Z, mask)[0][0] for Z in (X, other))
        found.append(float(np.linalg.norm(two - one) / np.linalg.norm(one)))
    return tuple(found)


def without_norms(seed: int, blocks: int = 24) -> tuple[Array, Array]:
    """What becomes of random tokens in a stack of random blocks that have no norms.

    After each block their mean length, over that at the start; and, without norms and with them,
    the largest attention weight of the median query.
    """
    rng = np.random.default_rng(seed)
    stack = [random_block(rng, N_HEADS, D, WIDE) for _ in range(blocks)]
    bare = normed = X = rng.normal(size=(N, D))
    lengths, largest = [], []
    for p in stack:
        one, other = through(p, bare, "norms"), through(p, normed)
        bare, normed = one.norm_2, other.norm_2
        lengths.append(np.linalg.norm(bare, axis=1).mean() / np.linalg.norm(X, axis=1).mean())
        largest.append([np.median(stages.A.max(axis=-1)) for stages in (one, other)])
    return np.array(lengths), np.array(largest)
