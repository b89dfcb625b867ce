"""One straight line across a plane, by its angle and its offset: which points are on which side.

w·x > r, with w = (cos θ, sin θ): the neuron of eq-mlp-neuron with |w| = 1 and b = -r, for which
only the sign of its output counts. The browser repeats it in one_line_sides.js.
Notebook: book/mlp.ipynb
"""

import numpy as np

from unrolled.core.door import check_array, check_real
from unrolled.core.shapes import Array, Bool, Float


def first_side(
    xs: Float[Array, "N 2"], angle: float | int, offset: float | int
) -> Bool[Array, " N"]:
    """Whether each point is on the side of the line to which its normal points.

    `angle` is that of the normal, in degrees, and `offset` is how far the line is along it from the
    origin. Raises ValueError for numbers that are not finite and for points of other shapes.
    """
    xs = check_array("xs", xs, "N n_x", n_x=2)
    turn = np.radians(check_real("angle", angle))
    return xs @ np.array([np.cos(turn), np.sin(turn)]) > check_real("offset", offset)


def count_right(
    xs: Float[Array, "N 2"], ys: Float[Array, "N 2"], angle: float | int, offset: float | int
) -> int:
    """How many points are on their side of the line: the first class where its normal points."""
    side = first_side(xs, angle, offset)
    ys = check_array("ys", ys, "N n_y", N=len(side), n_y=2)
    return int(np.sum(side == (ys[:, 0] == 1)))
