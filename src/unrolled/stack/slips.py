"""Known mistakes of this chapter, as functions of what the right one takes, each with its answer.

Notebook: book/stack.ipynb
"""

import numpy as np

from unrolled.core.shapes import Array
from unrolled.page.ask import Slip
from unrolled.stack import warm_up
from unrolled.transformer.slips import normed


def rate(update: int, peak: float | int, updates: int) -> float:
    """The learning rate of an update when the warm-up takes `updates`.     eq-stack-warm-up"""
    return warm_up.warm_up(peak, updates)(update)


def grown(variance: float | int, added: float | int, blocks: int) -> float:
    """The variance of a pre-norm stream after so many blocks of two parts.     eq-stack-sum"""
    return variance + 2 * blocks * added


def passed(added: float | int, blocks: int) -> float:
    """What two norms a block leave of the way past the parts of post-norm.     eq-stack-past"""
    return (1 + added) ** -blocks


def left(x: Array | list, mixed: Array | list, fed: Array | list) -> Array:
    """What leaves a pre-norm block, from the token and what both parts add.     eq-stack-pre"""
    return np.add(x, np.add(mixed, fed))


SLIPS: dict[str, Slip] = {
    # of a warm-up
    "at the peak": Slip(
        "That is the peak. The warm-up is not over yet.", lambda update, peak, updates: peak
    ),
    "still rising": Slip(
        "After the warm-up the rate stays at its peak.",
        lambda update, peak, updates: peak * update / updates,
    ),
    # of a stream that grows
    "one part a block": Slip(
        "A block has two sub-layers: attention and the feed-forward sub-layer.",
        lambda variance, added, blocks: variance + blocks * added,
    ),
    "without the start": Slip(
        "The stream has a variance before the first block, too.",
        lambda variance, added, blocks: 2 * blocks * added,
    ),
    "normed": Slip(
        "With norms after the sums the variance stays at 1. Here no norm touches the stream.",
        lambda variance, added, blocks: variance,
    ),
    # of the way past the parts
    "one norm a block": Slip(
        "A block has two norms.", lambda added, blocks: (1 + added) ** (-blocks / 2)
    ),
    "by the variance": Slip(
        "A norm divides by the standard deviation, the root of the variance.",
        lambda added, blocks: (1 + added) ** (-2 * blocks),
    ),
    # of a pre-norm block
    "stream normed": Slip(
        "You normalised the stream itself. Only what a sub-layer reads is normalised.",
        lambda x, mixed, fed: normed(x) + np.add(mixed, fed),
    ),
    "norm at the end": Slip(
        "You normalised the last sum. That is post-norm; here the sum is what leaves.",
        lambda x, mixed, fed: normed(left(x, mixed, fed)),
    ),
    "parts alone": Slip(
        "That is what the sub-layers add. The token itself is missing from the sum.",
        lambda x, mixed, fed: np.add(mixed, fed),
    ),
}
