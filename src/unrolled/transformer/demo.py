"""The letters d, e, m as tokens of four numbers, and one encoder block to work through by hand.

A token is its letter's one-hot code plus the sinusoids of its place. The weights were drawn once
from N(0, 0.8²) and rounded to one decimal; biases are 0, gains 1.
Notebook: book/transformer.ipynb
"""

import numpy as np

from unrolled.attention.heads import MultiHead
from unrolled.demo.weights import XS
from unrolled.transformer.block import Block
from unrolled.transformer.feed_forward import FeedForward
from unrolled.transformer.norm import new_norm
from unrolled.transformer.positions import sinusoids

LETTERS = "dem"
N, D = XS.shape
N_HEADS, WIDE = 2, 6  # heads of two numbers each; the width of the feed-forward part
TOKENS = XS + sinusoids(N, D)  # a row each


def made_up(seed: int = 11) -> Block:
    """The weights of the block."""
    rng = np.random.default_rng(seed)

    def drawn(*shape: int) -> np.ndarray:
        return np.round(rng.normal(0, 0.8, shape), 1) + 0.0  # no -0.0

    n_H = N_HEADS
    d_k = D // N_HEADS
    Q, K, V, W_O = drawn(n_H, d_k, D), drawn(n_H, d_k, D), drawn(n_H, d_k, D), drawn(D, D)
    heads = MultiHead(Q, K, V, W_O, *np.zeros((3, n_H, d_k)), np.zeros(D))
    feed = FeedForward(drawn(WIDE, D), np.zeros(WIDE), drawn(D, WIDE), np.zeros(D))
    return Block(heads, new_norm(D), feed, new_norm(D))


BLOCK = made_up()
