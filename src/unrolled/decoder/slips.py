"""Known mistakes of this chapter, as functions of what the right one takes, each with its answer.

Notebook: book/decoder.ipynb
"""

import numpy as np

from unrolled.core.activations import softmax
from unrolled.core.shapes import Array, Float
from unrolled.decoder import sampling
from unrolled.page.ask import Slip


def visible(s: Float[Array, " N"], n: int) -> Array:
    """The attention weights of letter n, which sees the first n letters."""
    return np.r_[softmax(np.asarray(s, float)[:n]), np.zeros(len(s) - n)]


def top_k(y: Float[Array, " V"], k: int) -> Array:
    """The k largest probabilities, made to sum to 1.                          eq-decoder-top-k"""
    return sampling.top_k(np.asarray(y, float), k)


def nucleus(y: Float[Array, " V"], share: float) -> Array:
    """The likeliest letters until they reach the share.                      eq-decoder-nucleus"""
    return sampling.nucleus(np.asarray(y, float), share)


def interpolated(counts: Float[Array, " V"], weight: float, shorter: Float[Array, " V"]) -> Array:
    """(c + β P) / (Σ c + β), with P from the shorter context. eq-decoder-interpolation"""
    counts, shorter = np.asarray(counts, float), np.asarray(shorter, float)
    return (counts + weight * shorter) / (counts.sum() + weight)


def cost(d: int, d_ff: int, blocks: int, size: int, n: int) -> int:
    """Multiply–adds of letter n with a cache: V d + L (4d² + 2 d d_ff + 2 n d).

    eq-decoder-cost
    """
    return size * d + blocks * (4 * d * d + 2 * d * d_ff + 2 * n * d)


def _likeliest(y: Array, many: int) -> Array:
    """The probabilities of so many letters as they were, and zeros."""
    y = np.asarray(y, float)
    rank = np.argsort(np.argsort(-y, kind="stable"), kind="stable")
    return np.where(rank < many, y, 0)


def _many(y: Array, share: float) -> int:
    """How many letters are in the nucleus."""
    return int(np.count_nonzero(nucleus(y, share)))


def _before_the_last(y: Array, share: float) -> Array:
    """The nucleus without the letter that reaches the share."""
    left = _likeliest(y, max(_many(y, share) - 1, 1))
    return left / left.sum()


SLIPS: dict[str, Slip] = {
    # of one row of attention weights: scores, how many are seen
    "no mask": Slip(
        "These attention weights include letters that come later. Leave the scores of those"
        " letters out of the softmax.",
        lambda s, n: softmax(np.asarray(s, float)),
    ),
    "zeros after the softmax": Slip(
        "You set the later attention weights to 0 after the softmax, so the row no longer sums"
        " to 1. Mask the scores before the softmax instead.",
        lambda s, n: np.r_[softmax(np.asarray(s, float))[:n], np.zeros(len(s) - n)],
    ),
    "not itself": Slip(
        "A letter also sees itself; only the letters after it are hidden.",
        lambda s, n: visible(s, n - 1),
    ),
    # of top-k
    "top-k not rescaled": Slip(
        "Divide by the sum of the probabilities you kept: they have to sum to 1.",
        lambda y, k: _likeliest(y, k),
    ),
    "one letter fewer": Slip(
        "You kept one letter too few.",
        lambda y, k: top_k(y, k - 1),
    ),
    # of a nucleus
    "nucleus not rescaled": Slip(
        "Divide by the sum of the probabilities you kept.",
        lambda y, share: _likeliest(y, _many(y, share)),
    ),
    "share not reached": Slip(
        "The letters you kept don't reach the threshold yet. The letter that takes the sum to it"
        " belongs to the nucleus, too.",
        _before_the_last,
    ),
    # of interpolation
    "counts alone": Slip(
        "These are the relative frequencies alone. The shorter context counts, too.",
        lambda c, weight, shorter: np.asarray(c, float) / np.sum(c),
    ),
    "divided by the counts": Slip(
        "Divide by the sum of the counts <i>plus</i> β; otherwise the probabilities sum to more"
        " than 1.",
        lambda c, weight, shorter: (
            interpolated(c, weight, shorter) * (np.sum(c) + weight) / np.sum(c)
        ),
    ),
    "plain average": Slip(
        "That is the plain average of the two. The shorter context counts as much as β letters.",
        lambda c, weight, shorter: (np.asarray(c, float) / np.sum(c) + np.asarray(shorter)) / 2,
    ),
    # of the cost of a letter
    "read again": Slip(
        "That is the cost without a cache, where all letters are read again.",
        lambda d, d_ff, blocks, size, n: n * cost(d, d_ff, blocks, size, n),
    ),
    "no attention": Slip(
        "You left out the scores and the weighted sum of the values, which take 2 <i>n</i>"
        " <i>d</i> in each block.",
        lambda d, d_ff, blocks, size, n: cost(d, d_ff, blocks, size, 0),
    ),
    "one block": Slip(
        "You counted only one block. Multiply the bracket by <i>L</i>.",
        lambda d, d_ff, blocks, size, n: cost(d, d_ff, 1, size, n),
    ),
}
ROW = {n: SLIPS[n] for n in ("no mask", "zeros after the softmax", "not itself")}
TOP_K = {n: SLIPS[n] for n in ("top-k not rescaled", "one letter fewer")}
NUCLEUS = {n: SLIPS[n] for n in ("nucleus not rescaled", "share not reached")}
INTERPOLATION = {n: SLIPS[n] for n in ("counts alone", "divided by the counts", "plain average")}
COST = {n: SLIPS[n] for n in ("read again", "no attention", "one block")}
