"""Known mistakes of this chapter, as functions of what the right one takes, each with its answer.

Notebook: book/transformer.ipynb
"""

import numpy as np

from unrolled.core.shapes import Array
from unrolled.core.tree import tree_size
from unrolled.page.ask import Slip
from unrolled.transformer.block import random_block
from unrolled.transformer.feed_forward import FeedForward, feed_forward
from unrolled.transformer.norm import Normed, layer_norm, layer_norm_back, new_norm
from unrolled.transformer.positions import sinusoids

TINY = 1e-14  # under the root of a norm: these questions leave ε out


def normed(x: Array | list) -> Array:
    """(x - mean)/√var of one token, without gain and bias.                eq-transformer-norm"""
    x = np.asarray(x, dtype=float)
    return layer_norm(new_norm(len(x)), x, TINY)[0]


def added(x: Array | list, part: Array | list) -> Array:
    """The norm of a sum.                                                 eq-transformer-post"""
    return normed(np.add(x, part))


def fed(W_1: Array, W_2: Array, x: Array) -> Array:
    """W_2 relu(W_1 x), without biases.                                    eq-transformer-ffn"""
    feed = FeedForward(W_1, np.zeros(len(W_1)), W_2, np.zeros(len(W_2)))
    return feed_forward(feed, x)[0]


def weights(d: int, d_ff: int) -> int:
    """All weights of a block.                                      eq-transformer-parameters"""
    return tree_size(random_block(np.random.default_rng(0), 1, d, d_ff))


def position(n: int, longest: float | int) -> list[float]:
    """Two sines and cosines, of the wavelengths 2π and 2π √longest.  eq-transformer-sinusoids"""
    return sinusoids(n + 1, 4, longest)[n].tolist()


def returned(unit: Array | list, dy: Array | list, scale: float) -> Array:
    """What comes back through a norm of gain 1.                      eq-transformer-norm-back"""
    cache = Normed(np.asarray(unit, dtype=float), np.array([scale], dtype=float))
    return layer_norm_back(new_norm(len(unit)), cache, np.asarray(dy, dtype=float))[1]


SLIPS: dict[str, Slip] = {
    # of a norm
    "not centred": Slip(
        "The mean is still in it: subtract it first.", lambda x: x / np.sqrt(np.var(x))
    ),
    "by the variance": Slip(
        "You divided by the variance. Divide by its square root.",
        lambda x: (x - np.mean(x)) / np.var(x),
    ),
    "one less": Slip(
        "You divided the sum of squares by <i>d</i> − 1. Here it is <i>d</i>.",
        lambda x: (x - np.mean(x)) / np.sqrt(np.var(x, ddof=1)),
    ),
    "centred alone": Slip("The mean is 0; now the variance.", lambda x: x - np.mean(x)),
    # of a sum and its norm
    "replaced": Slip(
        "You normalised attention's result. Add the token itself first.",
        lambda x, part: normed(part),
    ),
    "normed too early": Slip(
        "You normalised first and then added. Here the layer norm comes after the sum.",
        lambda x, part: np.add(x, normed(part)),
    ),
    "no norm": Slip("That is the sum. It still has to be normalised.", np.add),
    # of the network of each token
    "bent at the end": Slip(
        "You applied ReLU after the second layer, too. That layer is linear.",
        lambda W_1, W_2, x: np.maximum(fed(W_1, W_2, x), 0),
    ),
    "not bent": Slip(
        "You left out the ReLU after the first layer.", lambda W_1, W_2, x: W_2 @ (W_1 @ x)
    ),
    # of sizes
    "no biases": Slip(
        "The biases are missing, and so are the gains and biases of the layer norms.",
        lambda d, d_ff: 4 * d * d + 2 * d * d_ff,
    ),
    "no norms": Slip(
        "The two layer norms have a gain and a bias each.",
        lambda d, d_ff: 4 * d * d + 2 * d * d_ff + 5 * d + d_ff,
    ),
    "three matrices": Slip(
        "<b>W</b><sub>O</sub> and its bias are missing.",
        lambda d, d_ff: 3 * d * d + 2 * d * d_ff + 8 * d + d_ff,
    ),
    # of a position
    "one wavelength": Slip(
        "The second pair turns more slowly.",
        lambda n, longest: [np.sin(n), np.cos(n), np.sin(n), np.cos(n)],
    ),
    "from 1": Slip("Positions count from 0 here.", lambda n, longest: position(n + 1, longest)),
    "halves": Slip(
        "The sine and cosine of a pair go side by side.",
        lambda n, longest: list(np.array(position(n, longest))[[0, 2, 1, 3]]),
    ),
    # of the way back
    "scaled alone": Slip(
        "That is the factor alone. The mean and the component along the token are removed as well.",
        lambda unit, dy, scale: scale * np.asarray(dy, dtype=float),
    ),
    "mean alone": Slip(
        "You removed the mean. Remove the component along the token, too.",
        lambda unit, dy, scale: scale * (dy - np.mean(dy)),
    ),
    "token alone": Slip(
        "You removed the component along the token. Remove the mean, too.",
        lambda unit, dy, scale: scale * (dy - unit * np.mean(np.multiply(unit, dy))),
    ),
}
