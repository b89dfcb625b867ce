"""Known mistakes of this chapter, as functions of what the right one takes, each with its answer.

Notebook: book/pretraining.ipynb
"""

import numpy as np

from unrolled.core.shapes import Array
from unrolled.page.ask import Slip
from unrolled.pretraining.conditionals import full_conditionals


def taught(N: int, share: float, batch: int) -> float:
    """How many masked tokens teach in an update."""
    return N * share * batch


def from_left(steps: Array) -> float:
    """The probability of a text from p(x_t | the words before it).      eq-pretraining-chain"""
    return float(np.prod(steps))


def summed(joint: Array) -> float:
    """The sum of the products of full conditionals, of two words.       eq-pretraining-pseudo"""
    return float(full_conditionals(np.asarray(joint, dtype=float)).sum())


def pseudo(steps: Array) -> float:
    """The pseudo-log-likelihood from p(x_t | all other words).          eq-pretraining-pseudo"""
    return float(np.log(steps).sum())


def pair_gradient(w: Array, x: Array, c: float, y: float) -> Array:
    """∇_x of a pair's loss, at [CLS].                           eq-pretraining-next-sentence"""
    return (1 / (1 + np.exp(-(w @ x + c))) - y) * np.asarray(w)


SLIPS: dict[str, Slip] = {
    # of predictions: N, share, batch
    "all tokens": Slip(
        "That is how many tokens the model reads. Only the chosen ones enter the loss.",
        lambda N, share, batch: N * batch,
    ),
    "one text": Slip(
        "That is for one text. Multiply by the number of texts in a batch.",
        lambda N, share, batch: N * share,
    ),
    "masked alone": Slip(
        "You counted only those that become [MASK]. The random and the unchanged ones count, too.",
        lambda N, share, batch: 0.8 * N * share * batch,
    ),
    # of a text's probability: its conditionals
    "added": Slip(
        "You added the probabilities. The chain rule multiplies them.", lambda steps: np.sum(steps)
    ),
    "averaged": Slip(
        "You took the mean. The chain rule multiplies the probabilities.",
        lambda steps: np.mean(steps),
    ),
    "last alone": Slip(
        "That is the last word's probability. Multiply those of all words.", lambda steps: steps[-1]
    ),
    # of the sum over all texts: the joint table
    "joint": Slip(
        "That is the sum of the table itself. Divide by row and by column sums, and multiply.",
        lambda joint: np.sum(joint),
    ),
    "one side": Slip(
        "You used only one full conditional of each text. Multiply the two.",
        lambda joint: (np.array(joint) / np.sum(joint, axis=0)).sum(),
    ),
    "agreeing alone": Slip(
        "You added the products of only two texts. All four texts count.",
        lambda joint: np.trace(full_conditionals(np.asarray(joint, dtype=float))),
    ),
    # of a pseudo-log-likelihood: its conditionals
    "no logarithm": Slip("That is the product. Take its logarithm.", lambda steps: np.prod(steps)),
    "wrong sign": Slip(
        "The logarithm of a probability is never positive.", lambda steps: -np.log(steps).sum()
    ),
    "mean of logs": Slip(
        "You divided by the number of words. A pseudo-log-likelihood is the sum.",
        lambda steps: np.log(steps).mean(),
    ),
    # of the gradient at [CLS]: w, x, c, y
    "label left out": Slip(
        "You left out the label. Subtract it from the probability first.",
        lambda w, x, c, y: pair_gradient(w, x, c, 0.0) + 0 * y,
    ),
    "gradient of w": Slip(
        "That is the gradient of <b>w</b>: the error times <b>x</b>. Multiply the error by"
        " <b>w</b>.",
        lambda w, x, c, y: (1 / (1 + np.exp(-(w @ x + c))) - y) * np.asarray(x),
    ),
    "other sign": Slip(
        "The error is the probability minus the label, not the other way round.",
        lambda w, x, c, y: -pair_gradient(w, x, c, y),
    ),
}
TAUGHT = {n: SLIPS[n] for n in ("all tokens", "one text", "masked alone")}
CHAIN = {n: SLIPS[n] for n in ("added", "averaged", "last alone")}
SUMMED = {n: SLIPS[n] for n in ("joint", "one side", "agreeing alone")}
PSEUDO = {n: SLIPS[n] for n in ("no logarithm", "wrong sign", "mean of logs")}
PAIR = {n: SLIPS[n] for n in ("label left out", "gradient of w", "other sign")}
