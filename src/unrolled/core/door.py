"""The door: every argument that somebody hands in is checked here, and answered in one voice.

A check returns the value as the package uses it, or raises ValueError: `name: got …, expected …`.
NumPy's scalars are as welcome as Python's; a truth value is no number.
"""

import numbers
from collections.abc import Collection

import numpy as np

from unrolled.core.shapes import Array


def checked(name: str, value: object, shape: str, **sizes: int) -> Array:
    """`value` as a finite float64 array of the stated shape.

    `shape` names the axes, as in `"T *B n_x"`; `sizes` fixes some of them, as in `n_x=4`.
    Raises ValueError that names the argument, what it was and what it should be.
    """
    axes = shape.split()
    wanted = f"({', '.join(f'{a}={sizes[a]}' if a in sizes else a for a in axes)})"
    try:
        given = np.asarray(value)
        if given.dtype.kind not in "biuf":
            raise TypeError
        array = given.astype(float, copy=False)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(
            f"{name}: got {short(value)}, expected an array of real numbers of shape {wanted}"
        ) from None
    if not _fits(array.shape, axes, sizes):
        raise ValueError(f"{name}: got shape {array.shape}, expected {wanted}")
    if array.size == 0:
        raise ValueError(f"{name}: got the empty shape {array.shape}, expected {wanted}, no axis 0")
    if not np.isfinite(array).all():
        place = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        raise ValueError(f"{name}: got {array[place]} at index {place}, expected finite numbers")
    return array


def whole(name: str, value: object, low: int, high: int | None = None, of: str = "") -> int:
    """`value` as an int from `low` to `high`; `of` says what is counted, as in "steps"."""
    number = isinstance(value, numbers.Integral) and not isinstance(value, bool)
    if not (number and low <= value and (high is None or value <= high)):
        what = f"a whole number{f' of {of}' if of else ''}"
        upto = f"from {low} on" if high is None else f"from {low} to {high}"
        raise ValueError(f"{name}: got {short(value)}, expected {what} {upto}")
    return int(value)


def real(
    name: str,
    value: object,
    low: float = -np.inf,
    high: float = np.inf,
    above: float | None = None,
    below: float | None = None,
) -> float:
    """`value` as a finite float within [low, high]; `above` and `below` are bounds left out."""
    number = isinstance(value, numbers.Real) and not isinstance(value, bool)
    least = low if above is None else above
    most = high if below is None else below
    if not (
        number
        and np.isfinite(value)
        and (above is None or value > above)
        and (below is None or value < below)
        and low <= value <= high
    ):
        bounds = []
        if least > -np.inf:
            bounds.append(f"above {above:g}" if above is not None else f"from {low:g}")
        if most < np.inf:
            bounds.append(f"below {below:g}" if below is not None else f"to {high:g}")
        elif bounds and above is None:
            bounds[-1] += " on"
        expected = " ".join(["a finite number", *bounds])
        raise ValueError(f"{name}: got {short(value)}, expected {expected}")
    return float(value)


def one_of(name: str, value: object, names: Collection) -> object:
    """`value`, if it is one of `names`."""
    try:
        known = value in names
    except (TypeError, ValueError):  # what cannot be hashed or compared is not among them
        known = False
    if not known:
        listed = ", ".join(map(repr, names))
        raise ValueError(f"{name}: got {short(value)}, expected one of {listed}")
    return value


def flag(name: str, value: object) -> bool:
    """`value` as a bool; only True and False, NumPy's among them, are truth values."""
    if not isinstance(value, bool | np.bool):
        raise ValueError(f"{name}: got {short(value)}, expected True or False")
    return bool(value)


def bounded(name: str, array: Array, place: str = "at step") -> Array:
    """`array`, or OverflowError that says where along its first axis it left the finite numbers."""
    if np.isfinite(array).all():
        return array
    first = int(np.argwhere(~np.isfinite(array))[0, 0]) + 1
    raise OverflowError(f"{name}: exploded {place} {first} of {len(array)}")


def short(value: object) -> str:
    """`repr(value)` on one line of at most 60 characters."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:57] + "..."


def _fits(shape: tuple[int, ...], axes: list[str], sizes: dict[str, int]) -> bool:
    star = next((i for i, axis in enumerate(axes) if axis.startswith("*")), None)
    if star is not None:
        free = len(shape) - (len(axes) - 1)
        if free < 0:
            return False
        axes = axes[:star] + [""] * free + axes[star + 1 :]
    if len(shape) != len(axes):
        return False
    known = {**dict(zip(axes, shape, strict=True)), **sizes}  # an axis named twice has one size
    return all(not axis or known[axis] == size for axis, size in zip(axes, shape, strict=True))
