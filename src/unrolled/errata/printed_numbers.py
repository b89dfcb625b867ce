"""The slides' printed numbers: wrong, cut off, or computed from other operands than displayed.

The verdicts on all 216 are in `unrolled.errata.printed`.
"""

import numpy as np

from unrolled.core.shapes import Array
from unrolled.errata.finding import Claim, Triple, entry
from unrolled.errata.settings import worked

FOUR = 5e-5  # half a unit of the fourth decimal
BY = "exact, rounded"


def exact(name: str) -> Array:
    """A quantity of the d-e-m-o network."""
    return worked()[name].value


@entry("B1")
def mistyped_factor() -> Triple:
    """The second column of (ŷ_3 − y_3) h_3ᵀ is not what its displayed operands give."""
    error = exact("dz_3").round(4)[:3]
    printed = [0.0922, 0.0899, 0.0779]
    assert np.abs(error * 0.353 - printed).max() < 1e-4  # what was typed instead of 0.3553
    mended = (error * exact("h_3").round(4)[1]).round(4)
    return Triple(printed, mended, exact("dW_yh_3")[:3, 1], BY, FOUR, operands=(0.353, 0.3553))


@entry("B2")
def mixed_precision() -> Triple:
    """Two entries have fewer decimals than their matrix."""
    return Triple([-0.136, -0.26], [-0.1363, -0.2618], exact("dW_yh_3")[3], BY, FOUR)


@entry("B3")
def wrong_third() -> Triple:
    """0.1294/3 is not 0.0428."""
    total = exact("sum_dW_yh")[0, 0].round(4)
    return Triple(0.0428, (total / 3).round(4), exact("dW_yh")[0, 0], BY, FOUR)


@entry("B4")
def inherited_sum() -> Triple:
    """The sum over the steps of a column with wrong entries."""
    column = exact("sum_dW_yh")[[0, 1, 3], 1]
    return Triple([0.1055, 0.3513, -0.238], [0.1062, 0.3519, -0.2404], column, BY, FOUR)


@entry("B5")
def inherited_mean() -> Triple:
    """A third of it."""
    printed = [0.0351, 0.1171, -0.072, -0.079]
    mended = [0.0354, 0.1173, -0.0725, -0.0801]
    return Triple(printed, mended, exact("dW_yh")[:, 1], BY, FOUR)


@entry("B6")
def cut_off() -> Triple:
    """Five entries whose tail was cut off; each is held to half a unit of its own last digit."""
    places = [("dW_yh_3", (0, 0)), ("dW_yh", (2, 0)), ("dW_yh", (3, 0)), ("db_y", 0), ("h_2", 0)]
    truth = [exact(name)[at] for name, at in places]
    printed = [0.0483, 0.1211, -0.022, 0.2591, -0.2385]
    mended = [0.0484, 0.1212, -0.023, 0.2592]
    limits = np.array([FOUR, FOUR, 10 * FOUR, FOUR, FOUR])
    return Triple(printed, [*mended, -0.2386], truth, BY, limits)


@entry("B7")
def two_values() -> Triple:
    """One quantity, printed twice with different digits."""
    return Triple(0.2754, 0.2753, exact("y_hat_1")[2], BY, FOUR, operands=(0.5, -0.217))


@entry("B8")
def coarse_display() -> Triple:
    """o_1 and net_2 from the displayed h_1, and from four of its digits."""
    W_yh, b_y, W_hx, W_hh, b_h = (exact(n) for n in ("W_yh", "b_y", "W_hx", "W_hh", "b_h"))

    def follow(h: Array) -> Array:
        return np.concatenate([W_yh @ h + b_y, W_hx[:, 1] + W_hh @ h + b_h])

    results = [0.1385, -0.2167, 0.1350, 0.0568, -0.2433, 0.315]
    coarse, finer = follow(np.array([0.500, -0.217])), follow(np.array([0.5005, -0.2165]))
    return Triple(
        coarse, finer, results, "the printed results", 1.1 * FOUR, operands=(0.5005, -0.2165)
    )


@entry("B9")
def other_factor() -> Triple:
    """The first entry of δ³ h_2ᵀ from the displayed and from the earlier h_2."""
    delta = -0.09446
    return Triple(
        delta * -0.2385, delta * -0.2386, 0.022538, "the printed product", 5e-7, operands=(-0.2386,)
    )


@entry("B10")
def false_precision() -> Claim:
    """The last digits of a product of rounded numbers say nothing."""
    true = np.array([exact("dW_hh_2")[1, 0], exact("dW_hh")[0, 0]])
    off = np.abs(true - [0.172122, 0.0040927])
    return Claim(
        printed=[bool(off[0] <= 5e-7), bool(off[1] <= 5e-8)],
        mended=list(np.abs(true - [0.1721, 0.0041]) <= FOUR),
        shown={"printed 0.172122, exact": true[0], "printed 0.0040927, exact": true[1]},
    )
