"""Where the chapter's equations stand in the documents, and what the documents compute there."""

import numpy as np

from tests.errata.place import ARTICLE, Place
from tests.errata.theirs import their_norm
from unrolled.transformer import block, feed_forward, norm

B = block.random_block(np.random.default_rng(4), 2, 6, 5)
TOKENS = np.random.default_rng(5).normal(size=(6, 3))  # columns, as the article has them


def their_network(M):
    """Two layers for each column, the last one linear."""
    hidden = np.maximum(B.feed.W_1 @ M + B.feed.b_1[:, None], 0)
    return B.feed.W_2 @ hidden + B.feed.b_2[:, None]


def their_block():
    """Two stages, each with a sum and a norm."""
    mixed = []
    for W_Q, W_K, W_V in zip(*B.heads[:3], strict=True):
        A = np.exp((W_K @ TOKENS).T @ (W_Q @ TOKENS) / 3**0.5)
        mixed.append(W_V @ TOKENS @ (A / A.sum(axis=0)))
    between = their_norm(TOKENS + B.heads.W_O @ np.concatenate(mixed))
    return their_norm(between + their_network(between))


PLACES = {
    "eq-transformer-norm": Place(
        says=(r"LN(x)=g\odot\hatx+b",),
        rows=[(ARTICLE, "4.1.2, 4.1.3, residual connection and LayerNorm")],
        function=norm.layer_norm,
        both=lambda: (their_norm(TOKENS), norm.layer_norm(B.norm_1, TOKENS.T)[0].T),
    ),
    "eq-transformer-ffn": Place(
        says=(r"FFN(x)=W_2\phi(W_1x+b_1)+b_2",),
        rows=[(ARTICLE, "4.1.3, feed-forward network, mended")],
        function=feed_forward.feed_forward,
        both=lambda: (their_network(TOKENS), feed_forward.feed_forward(B.feed, TOKENS.T)[0].T),
    ),
    "eq-transformer-post": Place(
        says=(r"X\leftarrowLN(X+MHA(X))", r"X\leftarrowLN(X+FFN(X))"),
        rows=[(ARTICLE, "4.1.2, 4.1.3, residual connection and LayerNorm")],
        function=block.block,
        both=lambda: (their_block(), block.block(B, TOKENS.T)[0].T),
    ),
}
