"""Known mistakes on the way back, each with what it gives and what is said to it.

Notebook: book/backprop.ipynb
"""

from itertools import pairwise

import numpy as np

from unrolled.backprop.backward import hidden_error
from unrolled.core.shapes import Array
from unrolled.page.ask import Slip


def chain(w: float, x: float, y: float) -> float:
    """δ of one tanh unit without bias and the loss ½(h - y)².            eq-backprop-error"""
    h = np.tanh(w * x)
    return (h - y) * (1 - h**2)


def back(W: Array, delta: Array, h: Array) -> Array:
    """BP2 for tanh: the errors of the layer before.                      eq-backprop-hidden"""
    return hidden_error(W, delta, 1 - h**2)


def way_back(sizes: tuple) -> int:
    """Multiply-adds of the backward pass.                                  eq-backprop-cost"""
    return 2 * way_there(sizes) - sizes[0] * sizes[1]


def way_there(sizes: tuple) -> int:
    """Multiply-adds of the forward pass."""
    return sum(n * m for m, n in pairwise(sizes))


SLIPS: dict[str, Slip] = {
    # of (z): the softmax
    "not divided": Slip(
        "That is the exponential of the logit. Divide it by the sum of all four exponentials.",
        lambda z: np.exp(z),
    ),
    "shares of scores": Slip(
        "You divided the logits themselves. The softmax takes their exponentials first.",
        lambda z: z / z.sum(),
    ),
    # of (h): the slope of tanh
    "not squared": Slip(
        "The slope is 1 − <i>h</i><sup>2</sup>: the square is missing.", lambda h: 1 - h
    ),
    "squared alone": Slip(
        "Subtract it from 1: the slope is 1 − <i>h</i><sup>2</sup>.", lambda h: h**2
    ),
    # of (w, x, y): δ of one unit
    "chain sign": Slip(
        "The sign is the wrong way round: the loss falls when <i>h</i> gets closer to <i>y</i>.",
        lambda w, x, y: -chain(w, x, y),
    ),
    "chain without slope": Slip(
        "That is the derivative with respect to <i>h</i>. To get to <i>a</i>, multiply by the"
        " slope of tanh as well.",
        lambda w, x, y: np.tanh(w * x) - y,
    ),
    "on to the weight": Slip(
        "That is the derivative with respect to the weight. The error is the one with respect to"
        " <i>a</i>.",
        lambda w, x, y: chain(w, x, y) * x,
    ),
    # of (y_hat, y): ŷ - y
    "error sign": Slip(
        "The sign is the wrong way round: the error is prediction minus target.",
        lambda y_hat, y: y - y_hat,
    ),
    "diagonal alone": Slip(
        "You treated the softmax as if each logit moved only its own probability. The probabilities"
        " share a denominator, so the wrong classes get an error, too.",
        lambda y_hat, y: -y * (1 - y_hat),
    ),
    "without the softmax": Slip(
        "That is the derivative with respect to the probabilities. Go back through the softmax,"
        " too.",
        lambda y_hat, y: -y / y_hat,
    ),
    "target left out": Slip(
        "These are the probabilities. Subtract the target.",
        lambda y_hat, y: y_hat,
    ),
    # of (W, delta, h): the errors of the layer before
    "no slope": Slip(
        "The sum is right, but it still has to go back through tanh: multiply it by"
        " 1 − <i>h</i><sup>2</sup>.",
        lambda W, delta, h: W.T @ delta,
    ),
    "slope of the slope": Slip(
        "You took tanh of <i>h</i>. The slope is 1 − tanh<sup>2</sup> <i>a</i>, and tanh <i>a</i>"
        " is already <i>h</i>.",
        lambda W, delta, h: W.T @ delta * (1 - np.tanh(h) ** 2),
    ),
    "value for slope": Slip(
        "You multiplied by the unit's activation. Multiply by its slope, 1 − <i>h</i><sup>2</sup>.",
        lambda W, delta, h: W.T @ delta * h,
    ),
    # of (delta, h): the gradient of the weights, row after row
    "rows for columns": Slip(
        "Rows and columns are swapped: a row belongs to the unit that its weights lead to.",
        lambda delta, h: np.outer(h, delta).ravel(),
    ),
    "error alone": Slip(
        "That is the gradient of a bias. A weight multiplies an activation, so its gradient"
        " contains that activation.",
        lambda delta, h: np.outer(delta, np.ones_like(h)).ravel(),
    ),
    # of (sizes): multiply-adds of the way back
    "there and no more": Slip(
        "That is the forward pass. Going back, a layer computes the gradient of its weights and"
        " the errors of the layer before.",
        way_there,
    ),
    "error of the input": Slip(
        "You passed the error on to the input, where nobody needs it.",
        lambda sizes: 2 * way_there(sizes),
    ),
    "both ways": Slip(
        "That is both passes together. The question is about the backward pass alone.",
        lambda sizes: way_there(sizes) + way_back(sizes),
    ),
}
