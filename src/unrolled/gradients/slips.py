"""Known mistakes of this chapter, as functions of what the right one takes, each with its answer.

Notebook: book/gradients.ipynb
"""

import numpy as np

from unrolled.core.shapes import Array, Float
from unrolled.page.ask import Slip


def power(w: float | int, k: int) -> float:
    """w^k, what k equal steps leave of a derivative.                       eq-gradients-number"""
    return w**k


def factor(w: float | int, h: float | int) -> float:
    """w (1 - h²), what one step of a tanh unit multiplies by.             eq-gradients-scalar"""
    return w * (1 - h**2)


def jacobian(W: Float[Array, "n n"], h: Float[Array, " n"]) -> Array:
    """diag(1 - h²) W, row after row.                                     eq-gradients-product"""
    return np.ravel((1 - h**2)[:, None] * W)


def product(later: Float[Array, "n n"], earlier: Float[Array, "n n"]) -> Array:
    """The product of two factors, row after row.                         eq-gradients-product"""
    return np.ravel(later @ earlier)


def stretch(M: Float[Array, "2 2"]) -> float:
    """σ₁ of a 2x2 matrix from F and Δ.                                     eq-gradients-sigma"""
    F = np.sum(M**2)
    det = M[0, 0] * M[1, 1] - M[0, 1] * M[1, 0]
    return float(np.sqrt((F + np.sqrt(F**2 - 4 * det**2)) / 2))


SLIPS: dict[str, Slip] = {
    "no slope": Slip(
        "That is the weight alone. Multiply it by the slope of tanh at this state.",
        lambda w, h: w,
    ),
    "slope alone": Slip(
        "That is the slope of tanh. Multiply it by the weight.", lambda w, h: 1 - h**2
    ),
    "not squared": Slip(
        "The slope is 1 − <i>h</i><sup>2</sup>, not 1 − <i>h</i>.", lambda w, h: w * (1 - h)
    ),
    "state for slope": Slip(
        "You multiplied by the state. Multiply by the slope at this state, 1 −"
        " <i>h</i><sup>2</sup>.",
        lambda w, h: w * h,
    ),
    "no slopes": Slip(
        "That is <b>W</b><sub>hh</sub> itself. Multiply each row by the slope of its unit.",
        lambda W, h: np.ravel(W),
    ),
    "columns": Slip(
        "You multiplied the columns by the slopes. <b>D</b> is on the left, so it multiplies the"
        " rows.",
        lambda W, h: np.ravel(W * (1 - h**2)),
    ),
    "transposed": Slip(
        "These are the right numbers, but transposed. A row belongs to a unit of the later state.",
        lambda W, h: np.ravel(((1 - h**2)[:, None] * W).T),
    ),
    "states for slopes": Slip(
        "You multiplied the rows by the states. Multiply them by the slopes, 1 −"
        " <i>h</i><sup>2</sup>.",
        lambda W, h: np.ravel(h[:, None] * W),
    ),
    "reversed": Slip(
        "The factors are in the wrong order: the later factor belongs on the left.",
        lambda later, earlier: np.ravel(earlier @ later),
    ),
    "entry by entry": Slip(
        "You multiplied entry by entry. A product of matrices takes rows times columns.",
        lambda later, earlier: np.ravel(later * earlier),
    ),
    "squared": Slip("That is the square of the norm. Take the root.", lambda M: stretch(M) ** 2),
    "all entries": Slip(
        "That is the root of <i>F</i>, which counts both semi-axes of the ellipse. The norm is the"
        " longer one alone.",
        lambda M: float(np.sqrt(np.sum(M**2))),
    ),
    "the smaller": Slip(
        "That is the smaller singular value. Take the plus sign in front of the root.",
        lambda M: abs(float(np.linalg.det(M))) / stretch(M),
    ),
    "the radius": Slip(
        "That is the largest absolute eigenvalue. The norm is the largest singular value.",
        lambda M: float(np.abs(np.linalg.eigvals(M)).max()),
    ),
}
