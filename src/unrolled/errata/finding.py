"""What a check of an entry finds: numbers as printed, as mended and by another way, or a claim.

A finding holds when the mended form agrees with the other way and the printed form does not; with
`agrees`, when both do.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.core.shapes import Array
from unrolled.page.numbers import percent, short

APART = 1e-6  # a printed form that is as near as this is not wrong
FEW = 4  # numbers that are shown


class Misfit(NamedTuple):
    """A printed form that cannot be evaluated: its shapes do not fit."""

    says: str


class Triple(NamedTuple):
    """Numbers: `printed` and `mended` are evaluated, `truth` comes by another way."""

    printed: object  # an array, a number or a Misfit
    mended: object
    truth: object
    by: str = "autograd"
    tolerance: object = 1e-12
    agrees: bool = False
    operands: tuple[float, ...] = ()  # that the entry quotes

    def holds(self) -> bool:
        """Whether the mended form is the truth and the printed form, unless it agrees, is not."""
        return _near(self.mended, self.truth, self.tolerance) and self.agrees == _near(
            self.printed, self.truth, np.maximum(self.tolerance, 0 if self.agrees else APART)
        )

    def gap(self) -> float:
        """How far the printed form is from the truth, as a share of it; NaN if nothing fits."""
        if isinstance(self.printed, Misfit) or np.shape(self.printed) != np.shape(self.truth):
            return np.nan
        size = np.linalg.norm(np.ravel(self.truth)) or 1.0
        return float(np.linalg.norm(np.ravel(np.subtract(self.printed, self.truth))) / size)

    def numbers(self) -> list[float]:
        """All that was computed."""
        parts = [part for part in self[:3] if not isinstance(part, Misfit)]
        return [float(x) for part in (*parts, self.operands) for x in np.ravel(part)]

    def words(self) -> str:
        """What the page says of it."""
        far = np.abs(np.subtract(self.mended, self.truth)).max()
        how = "exactly" if far == 0 else f"to {short(far)}"
        if self.agrees:
            return f"as printed = {self.by}, {how}"
        if isinstance(self.printed, Misfit):
            wrong = self.printed.says
        elif np.size(self.truth) <= FEW and np.ndim(self.truth) < 2 and np.ndim(self.printed) < 2:
            wrong = f"printed {_row(self.printed)}, true {_row(self.truth)}"
        elif np.shape(self.printed) != np.shape(self.truth):
            sizes = (" × ".join(map(str, np.shape(part))) for part in (self.printed, self.truth))
            wrong = "printed {}, true {}".format(*(s or "one number" for s in sizes))
        elif np.size(self.truth) <= FEW:
            wrong = f"printed {_row(self.printed)}, true {_row(self.truth)}"
        else:
            wrong = f"printed is off by {percent(self.gap())}"
        return f"{wrong}; mended = {self.by}, {how}"


class Claim(NamedTuple):
    """Statements: of the printed ones one fails or more, the mended ones hold in every case."""

    printed: list
    mended: list
    shown: dict
    agrees: bool = False

    def holds(self) -> bool:
        """Whether the mended statements hold and the printed ones, unless they agree, do not."""
        known = bool(self.printed) and bool(self.mended)
        return known and all(self.mended) and all(self.printed) == self.agrees

    def numbers(self) -> list[float]:
        """All that was computed."""
        return [float(x) for x in self.shown.values()]

    def words(self) -> str:
        """What the page says of it."""
        return ", ".join(f"{name} {_short(value + 0.0)}" for name, value in self.shown.items())


Finding = Triple | Claim
Check = Callable[[], Finding]
CHECKS: dict[str, Check] = {}  # by entry, B12: the function below `@entry("B12")`


def entry(*numbers: str) -> Callable[[Check], Check]:
    """Mark a function as the check of these entries. Raises ValueError for one that has another."""

    def mark(check: Check) -> Check:
        for number in numbers:
            if number in CHECKS:
                raise ValueError(f"entry: {number} has a check already, {CHECKS[number].__name__}")
            CHECKS[number] = check
        return check

    return mark


def attempt(product: Callable[[], Array], *shapes: Array) -> object:
    """The printed product, or the shapes that kept it from being one."""
    try:
        return product()
    except ValueError:
        sizes = " and ".join(" × ".join(map(str, np.shape(a))) for a in shapes)
        return Misfit(f"printed: {sizes} do not fit")


def _near(a: object, b: object, tolerance: object) -> bool:
    if isinstance(a, Misfit) or np.shape(a) != np.shape(b):
        return False
    return bool(np.all(np.abs(np.subtract(a, b)) <= tolerance))


def _short(x: object) -> str:
    return f"{x:.0f}" if float(x).is_integer() and abs(x) < 1e7 else short(x, 4)


def _row(values: object) -> str:
    text = ", ".join(_short(x + 0.0) for x in np.ravel(values))
    return f"({text})" if np.size(values) > 1 else text
