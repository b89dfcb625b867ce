"""Known mistakes of this chapter, as functions of what the right one takes, each with its answer.

Notebook: book/remedies.ipynb
"""

import numpy as np

from unrolled.core.optim import clip_by_norm
from unrolled.core.shapes import Array, Float
from unrolled.page.ask import Slip


def clipped(g: Float[Array, " n"], limit: float | int) -> Array:
    """g min(1, c/‖g‖) of a gradient longer than c.                           eq-remedies-clip"""
    return clip_by_norm(g, limit)


def leaked(alpha: float, w: float | int, slope: float) -> float:
    """α + (1-α) φ′ w, what a step of a leaky unit multiplies by.          eq-remedies-shortcut"""
    return alpha + (1 - alpha) * slope * w


def leaky_jacobian(
    alpha: float, slopes: Float[Array, " n"], W: Float[Array, "n n"]
) -> Float[Array, "n n"]:
    """α I + (1-α) D W of leaky units with these slopes.                   eq-remedies-shortcut"""
    return alpha * np.eye(len(W)) + (1 - alpha) * np.diag(slopes) @ W


def half_life(alpha: float) -> float:
    """Steps after which half of what is kept is left."""
    return -np.log(2) / np.log(alpha)


SLIPS: dict[str, Slip] = {
    "by value": Slip(
        "You cut each number on its own, and that turns the gradient. Multiply all numbers by the"
        " same factor.",
        lambda g, c: np.clip(g, -c, c),
    ),
    "no root": Slip(
        "You divided by the squared length. Take the root first.",
        lambda g, c: g * c / float(g @ g),
    ),
    "sum of sizes": Slip(
        "You divided by the sum of the absolute values. The length is the root of the sum of"
        " squares.",
        lambda g, c: g * c / float(np.abs(g).sum()),
    ),
    "length one": Slip(
        "You made the length 1. It should be the limit.", lambda g, c: g / float(np.linalg.norm(g))
    ),
    "no way around": Slip(
        "That is only the part through tanh. Add <i>α</i>, the part that goes around tanh.",
        lambda alpha, w, slope: (1 - alpha) * slope * w,
    ),
    "whole activation": Slip(
        "Multiply the part through tanh by 1 − <i>α</i>: that is how much of it the unit writes.",
        lambda alpha, w, slope: alpha + slope * w,
    ),
    "swapped": Slip(
        "You swapped <i>α</i> and 1 − <i>α</i>: a unit keeps <i>α</i> and writes 1 − <i>α</i>.",
        lambda alpha, w, slope: 1 - alpha + alpha * slope * w,
    ),
    "no slope": Slip(
        "You left out the slope of tanh at this state.",
        lambda alpha, w, slope: alpha + (1 - alpha) * w,
    ),
    "the memory": Slip(
        "That is the time constant −1/ln <i>α</i>, after which 1/e is left and not one half.",
        lambda alpha: -1 / np.log(alpha),
    ),
    "the wrong sign": Slip(
        "The logarithm of a number below 1 is negative, so the formula for the half-life needs a"
        " minus sign.",
        lambda alpha: np.log(2) / np.log(alpha),
    ),
}

JACOBIAN: dict[str, Slip] = {
    "around is missing": Slip(
        "That is only the part through tanh. Add <i>α</i> <b>I</b>.",
        lambda alpha, slopes, W: (1 - alpha) * np.diag(slopes) @ W,
    ),
    "all is written": Slip(
        "Multiply the part through tanh by 1 − <i>α</i>: that is how much of it the units write.",
        lambda alpha, slopes, W: alpha * np.eye(len(W)) + np.diag(slopes) @ W,
    ),
    "columns": Slip(
        "You multiplied the columns of the matrix by the slopes. <b>D</b> comes first in the"
        " product, so it multiplies the rows.",
        lambda alpha, slopes, W: alpha * np.eye(len(W)) + (1 - alpha) * W @ np.diag(slopes),
    ),
    "slopes are missing": Slip(
        "You left out the slopes of tanh.",
        lambda alpha, slopes, W: alpha * np.eye(len(W)) + (1 - alpha) * W,
    ),
}
