"""What a gradient does over many steps, and what the rules would have said.

Notebook: book/gradients.ipynb
"""

from typing import NamedTuple

from unrolled.core.door import check_array, check_real
from unrolled.core.shapes import Array, Float


class Verdict(NamedTuple):
    """What a gradient does, and what each rule would have said."""

    outcome: str  # "vanishes", "explodes" or "neither", at the last lag
    rises: bool  # it passed 10 before it vanished
    guaranteed: bool  # the bound per step is below 1, so it had to vanish
    rule_of_radius: str  # what "ρ below or above 1" promises


def verdict(norm: Float[Array, " T"], bound: float | int, radius: float | int) -> Verdict:
    """Judge ‖∂h_t/∂h_0‖ at lags 1..T, a bound on each factor, and the radius of one factor.

    Below 1/10 at the last lag counts as vanishing, above 10 as exploding.
    Raises ValueError for an empty curve, NaN and infinity.
    """
    norm = check_array("norm", norm, "T")
    bound = check_real("bound", bound)
    radius = check_real("radius", radius)
    outcome = "vanishes" if norm[-1] < 0.1 else "explodes" if norm[-1] > 10 else "neither"
    rises = outcome == "vanishes" and bool(norm.max() > 10)
    promise = "vanishes" if radius < 1 else "explodes" if radius > 1 else "neither"
    return Verdict(outcome, rises, bound < 1, promise)
