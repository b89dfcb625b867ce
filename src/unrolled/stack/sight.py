"""Who sees whom: which tokens that leave a network move with which tokens that enter it.

Notebook: book/stack.ipynb
"""

from collections.abc import Callable

import numpy as np

from unrolled.attention.heads import random_heads
from unrolled.attention.mask import causal
from unrolled.core.door import check_array, check_function
from unrolled.core.shapes import Array, Bool, Float
from unrolled.stack.cross import cross_attention
from unrolled.stack.encoder import encode, random_encoder

N, D, N_HEADS, WIDE = 10, 16, 4, 64
SEEDS = range(12)


def who_sees(f: Callable, X: Float[Array, "N d"]) -> Bool[Array, "M N"]:
    """A row for each token of f(X), a column for each token of X: true if the first moves with it.

    Each token of X is changed in turn. Raises ValueError for an X that is no sequence of tokens.
    """
    check_function("f", f)
    X = check_array("X", X, "N d")
    whole, columns = f(X), []
    for j in range(len(X)):
        other = X.copy()
        other[j, 0] += 1
        columns.append((f(other) != whole).any(axis=1))
    return np.array(columns).T


def three_sights(read: int, written: int, seed: int = 0) -> tuple[Array, Array, Array]:
    """Who sees whom in an encoder of two blocks, in a decoder, and in cross-attention."""
    rng = np.random.default_rng(seed)
    blocks, heads = random_encoder(rng, 2, N_HEADS, D, WIDE), random_heads(rng, N_HEADS, D)
    X, Y = rng.normal(size=(read, D)), rng.normal(size=(written, D))
    return (
        who_sees(lambda Z: encode(blocks, Z)[0], X),
        who_sees(lambda Z: encode(blocks, Z, causal(written))[0], Y),
        who_sees(lambda Z: cross_attention(heads, Y, Z)[0], X),
    )


def moved(seed: int) -> tuple[float, float]:
    """How far the first token's output moves, as a share, when the last token is another one.

    In an encoder of two blocks, without a mask and with a causal one.
    """
    rng = np.random.default_rng(seed)
    blocks, X = random_encoder(rng, 2, N_HEADS, D, WIDE), rng.normal(size=(N, D))
    other = X.copy()
    other[-1] = rng.normal(size=D)
    found = []
    for mask in (None, causal(N)):
        one, two = (encode(blocks, Z, mask)[0][0] for Z in (X, other))
        found.append(float(np.linalg.norm(two - one) / np.linalg.norm(one)))
    return tuple(found)
