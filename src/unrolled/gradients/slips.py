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
    "multiplied": Slip(
        "You multiplied the weight by the number of steps. Every step multiplies anew, so it is a"
        " power.",
        lambda w, k: w * k,
    ),
    "one too few": Slip("That is one step too few.", lambda w, k: w ** (k - 1)),
    "one too many": Slip("That is one step too many.", lambda w, k: w ** (k + 1)),
    "no slope": Slip(
        "The weight is only one half of the factor: the slope of tanh at this state is missing.",
        lambda w, h: w,
    ),
    "slope alone": Slip(
        "That is the slope of tanh. The weight multiplies it.", lambda w, h: 1 - h**2
    ),
    "not squared": Slip(
        "The slope is 1 − <i>h</i><sup>2</sup>, not 1 − <i>h</i>.", lambda w, h: w * (1 - h)
    ),
    "state for slope": Slip(
        "You multiplied by the state. What multiplies is the slope there, 1 −"
        " <i>h</i><sup>2</sup>.",
        lambda w, h: w * h,
    ),
    "no slopes": Slip(
        "That is <b>W</b><sub>hh</sub> itself. Each row still has to be multiplied by the slope of"
        " its unit.",
        lambda W, h: np.ravel(W),
    ),
    "columns": Slip(
        "You multiplied the columns by the slopes. <b>D</b> stands on the left, so it is the rows"
        " that it multiplies.",
        lambda W, h: np.ravel(W * (1 - h**2)),
    ),
    "transposed": Slip(
        "These are the right numbers in the transposed order: rows belong to the later state.",
        lambda W, h: np.ravel(((1 - h**2)[:, None] * W).T),
    ),
    "states for slopes": Slip(
        "You multiplied the rows by the states, not by the slopes there.",
        lambda W, h: np.ravel(h[:, None] * W),
    ),
    "reversed": Slip(
        "The factors stand in the wrong order: the later one belongs on the left.",
        lambda later, earlier: np.ravel(earlier @ later),
    ),
    "entry by entry": Slip(
        "You multiplied entry by entry. A product of matrices takes rows times columns.",
        lambda later, earlier: np.ravel(later * earlier),
    ),
    "squared": Slip(
        "That is the square of the singular value. A root is missing.", lambda M: stretch(M) ** 2
    ),
    "all entries": Slip(
        "That is the root of <i>F</i>, as if the matrix stretched every vector in every"
        " direction at once.",
        lambda M: float(np.sqrt(np.sum(M**2))),
    ),
    "the smaller": Slip(
        "That is the smaller singular value: take the plus sign.",
        lambda M: abs(float(np.linalg.det(M))) / stretch(M),
    ),
    "the radius": Slip(
        "That is the largest absolute eigenvalue. The norm is the largest singular value.",
        lambda M: float(np.abs(np.linalg.eigvals(M)).max()),
    ),
}
