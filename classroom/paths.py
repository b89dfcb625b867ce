"""Paths through a deep network: how many there are, and the sum of what they carry.

Everything takes the steps, the layers, and the factor by which each move multiplies.
"""

from collections.abc import Callable

from unrolled.page.ask import Slip
from unrolled.sequence_tasks import slips


def count_moves(steps: int, layers: int) -> int:
    """The moves of each path, to the right and upwards."""
    return (steps - 1) + (layers - 1)


def number_and_sum(steps: int, layers: int, factor: float) -> list[float]:
    """How many paths there are, and the sum over all of them."""
    number = slips.paths(steps, layers)
    return [number, number * factor ** count_moves(steps, layers)]


def miscounted(name: str, extra_moves: int = 0) -> Slip:
    """A known mistake in the number of paths, which the sum inherits."""
    says, count = slips.SLIPS[name]

    def gives(steps: int, layers: int, factor: float) -> list[float]:
        number = count(steps, layers)
        return [number, number * factor ** (count_moves(steps, layers) + extra_moves)]

    return Slip(says, gives)


def misadded(says: str, add: Callable) -> Slip:
    """The right number of paths with a wrong sum: `add` of this number and all that is given."""

    def gives(steps: int, layers: int, factor: float) -> list[float]:
        number = slips.paths(steps, layers)
        return [number, add(number, steps, layers, factor)]

    return Slip(says, gives)


SLIPS: dict[str, Slip] = {
    "every step": miscounted("every step"),
    "every step, in the sum as well": miscounted("every step", extra_moves=2),
    "product": miscounted("product"),
    "any at each step": miscounted("any at each step"),
    "one path": misadded(
        "Your sum is what a single path carries. Every path carries the same, so add them all up.",
        lambda number, steps, layers, factor: factor ** count_moves(steps, layers),
    ),
    "one move": misadded(
        "You multiplied by the factor once. A path consists of many moves, and each of them"
        " multiplies.",
        lambda number, steps, layers, factor: number * factor,
    ),
    "time alone": misadded(
        "You took only the moves in time. The moves from layer to layer multiply as well.",
        lambda number, steps, layers, factor: number * factor ** (steps - 1),
    ),
    "layers alone": misadded(
        "You took only the moves from layer to layer. The moves in time multiply as well.",
        lambda number, steps, layers, factor: number * factor ** (layers - 1),
    ),
    "a factor for each state": misadded(
        "You took a factor for each state on a path. A path has one move fewer than states.",
        lambda number, steps, layers, factor: number * factor ** (steps + layers - 1),
    ),
}
