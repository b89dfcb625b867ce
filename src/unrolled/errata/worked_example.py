"""The slides' backward pass of the d-e-m-o network, formula by formula."""

import numpy as np

from unrolled.core.shapes import Array
from unrolled.errata.backward import by_preactivation
from unrolled.errata.finding import Triple, attempt, entry
from unrolled.errata.settings import DEMO, immediate, worked

NAMES = ("W_yh", "W_hh", "dz_1", "dz_2", "dz_3", "delta_3", "delta_4", "slope_2", "slope_3")


def quantities() -> list[Array]:
    """Those above, of the d-e-m-o network."""
    return [worked()[name].value for name in NAMES]


@entry("B45")
def no_hadamard() -> Triple:
    """Two columns side by side."""
    W_yh, _, _, _, dz, *_, slope = quantities()
    back = W_yh.T @ dz
    columns = back[:, None], slope[:, None]
    printed = attempt(lambda: columns[0] @ columns[1], *columns)
    return Triple(printed, back * slope, by_preactivation()[2])


@entry("B47")
def wrong_matrix() -> Triple:
    """δ⁴ through the readout's weights; and δ³ and δ² with W_hhᵀ."""
    W_yh, W_hh, _, dz_2, dz_3, delta_3, after, slope_2, slope_3 = quantities()
    printed = attempt(lambda: slope_3 * (W_yh.T @ dz_3 + W_yh.T @ after), W_yh.T, after)
    mended = [slope_3 * (W_yh.T @ dz_3 + W_hh.T @ after)]
    mended.append(slope_2 * (W_yh.T @ dz_2 + W_hh.T @ delta_3))
    return Triple(printed, np.array(mended), np.array(by_preactivation()[:0:-1]))


@entry("B48")
def slope_of_one_part() -> Triple:
    """The slope belongs to both summands."""
    W_yh, W_hh, _, dz, _, after, _, slope, _ = quantities()
    own, carried = W_yh.T @ dz, W_hh.T @ after
    return Triple(own + carried * slope, (own + carried) * slope, by_preactivation()[1])


@entry("B49")
def sign_of_the_square() -> Triple:
    """The slope of tanh, with plus and with minus."""
    h = np.array([0.2386, 0.2165])
    true = [worked()["slope_2"].value[0], worked()["slope_1"].value[1]]
    return Triple(1 + h**2, 1 - h**2, true, "the exact slopes", 5e-5)


@entry("B51")
def error_of_another_step() -> Triple:
    """W_qhᵀ times the error of step 2, and of step 1."""
    W_yh, _, first, second, *_ = quantities()
    return Triple(W_yh.T @ second, W_yh.T @ first, immediate(DEMO)[0], "the package")
