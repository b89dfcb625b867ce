"""Paths through a deep network: how many there are, and the sum of what they carry.

Everything takes the steps, the layers, and the factor by which each move multiplies.
"""

from unrolled.page.ask import Slip
from unrolled.sequence_tasks import slips


def number_and_sum(steps: int, layers: int, factor: float) -> list[float]:
    """How many paths there are, and the sum over all of them."""
    return [slips.paths(steps, layers), slips.carried(steps, layers, factor)]


def miscounted(name: str, extra_moves: int = 0) -> Slip:
    """A known mistake in the number of paths, which the sum inherits."""
    says, count = slips.SLIPS[name]

    def gives(steps: int, layers: int, factor: float) -> list[float]:
        number = count(steps, layers)
        return [number, number * factor ** (steps + layers - 2 + extra_moves)]

    return Slip(says, gives)


def misadded(name: str) -> Slip:
    """The right number of paths with a known mistake in their sum."""
    says, add = slips.SLIPS[name]

    def gives(steps: int, layers: int, factor: float) -> list[float]:
        return [slips.paths(steps, layers), add(steps, layers, factor)]

    return Slip(says, gives)


SLIPS: dict[str, Slip] = {
    "every step": miscounted("every step"),
    "every step, in the sum as well": miscounted("every step", extra_moves=2),
    "product": miscounted("product"),
    "any at each step": miscounted("any at each step"),
    **{name: misadded(name) for name in slips.CARRIED},
}
