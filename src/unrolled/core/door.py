"""The door: every argument that somebody hands in is checked here, and answered in one voice.

A check returns the value as the package uses it, or raises ValueError: `name: got …, expected …`.
NumPy's scalars are as welcome as Python's; a truth value is no number.
"""

import numbers
from collections.abc import Callable, Collection

import numpy as np

from unrolled.core.shapes import Array, fits, written

FLOAT64 = np.dtype(float)


def check_array(name: str, value: object, shape: str, **sizes: int | tuple) -> Array:
    """`value` as a finite float64 array of the stated shape.

    `shape` names the axes, as in `"T *B n_x"`; `sizes` fixes some of them, as in `n_x=4, B=(2,)`.
    """
    array = value
    if type(value) is not np.ndarray or value.dtype != FLOAT64:
        array = as_floats(name, value, f" of shape {written(shape, sizes)}")
    if not fits(array.shape, shape, sizes):
        raise ValueError(f"{name}: got shape {array.shape}, expected {written(shape, sizes)}")
    if array.size == 0:
        expected = f"{written(shape, sizes)}, no axis 0"
        raise ValueError(f"{name}: got the empty shape {array.shape}, expected {expected}")
    known = np.isfinite(array)
    if np.count_nonzero(known) < array.size:  # faster than `all`
        place = tuple(int(i) for i in np.argwhere(~known)[0])
        raise ValueError(f"{name}: got {array[place]} at index {place}, expected finite numbers")
    return array


def check_finite(name: str, value: object) -> Array:
    """`value` as a finite float64 array of any shape."""
    return check_array(name, value, "*shape")


def as_floats(name: str, value: object, of: str = "") -> Array:
    """`value` as a float64 array of any shape, NaN and infinity among its numbers or not.

    An array that counts its products goes on counting; what is masked is no number.
    """
    if type(value) is np.ndarray and value.dtype == FLOAT64:
        return value
    try:
        kept = isinstance(value, np.ndarray) and not isinstance(value, np.matrix)
        given = value if kept else np.asarray(value)
        kinds = "biuf" if given.ndim else "iuf"
        if given.dtype.kind not in kinds or np.ma.is_masked(value):
            raise TypeError
    except (TypeError, ValueError, OverflowError, RuntimeError):  # the last is a tensor's
        raise ValueError(
            f"{name}: got {short_repr(value)}, expected an array of real numbers{of}"
        ) from None
    given = given.data if isinstance(given, np.ma.MaskedArray) else given
    return given.astype(float, copy=False)


def check_whole(name: str, value: object, low: int, high: int | None = None, of: str = "") -> int:
    """`value` as an int from `low` to `high`; `of` says what is counted, as in "steps"."""
    number = isinstance(value, numbers.Integral) and not isinstance(value, bool)
    if not (number and low <= value and (high is None or value <= high)):
        what = f"a whole number{f' of {of}' if of else ''}"
        upto = f"from {low} on" if high is None else f"from {low} to {high}"
        raise ValueError(f"{name}: got {short_repr(value)}, expected {what} {upto}")
    return int(value)


def check_real(
    name: str,
    value: object,
    low: float | int = -np.inf,
    high: float | int = np.inf,
    above: float | int | None = None,
    below: float | int | None = None,
) -> float:
    """`value` as a finite float within [low, high]; `above` and `below` are bounds left out."""
    number = isinstance(value, numbers.Real) and not isinstance(value, bool)
    if not (
        number
        and abs(value) < np.inf
        and (above is None or value > above)
        and (below is None or value < below)
        and low <= value <= high
    ):
        bounds = [f"from {low:g}"] * (low > -np.inf) if above is None else [f"above {above:g}"]
        bounds += [f"to {high:g}"] * (high < np.inf) if below is None else [f"below {below:g}"]
        if bounds == [f"from {low:g}"]:
            bounds.append("on")
        expected = " ".join(["a finite number", *bounds])
        raise ValueError(f"{name}: got {short_repr(value)}, expected {expected}")
    return float(value)


def check_choice(name: str, value: object, names: Collection) -> object:
    """The one of `names` that equals `value`."""
    listed = list(names)
    try:
        place = listed.index(value) if not isinstance(value, bool | np.bool) else None
    except (TypeError, ValueError):  # what cannot be compared is not among them
        place = None
    if place is None:
        expected = ", ".join(map(repr, listed[:12])) + ", ..." * (len(listed) > 12)
        raise ValueError(f"{name}: got {short_repr(value)}, expected one of {expected}")
    return listed[place]


def check_function(name: str, value: object) -> Callable:
    """`value`, if it can be called."""
    if not callable(value):
        raise ValueError(f"{name}: got {short_repr(value)}, expected a function")
    return value


def check_flag(name: str, value: object) -> bool:
    """`value` as a bool; only True and False, NumPy's among them, are truth values."""
    if not isinstance(value, bool | np.bool):
        raise ValueError(f"{name}: got {short_repr(value)}, expected True or False")
    return bool(value)


def check_generator(name: str, value: object) -> np.random.Generator:
    """`value`, if it draws random numbers; a seed alone does not."""
    if not isinstance(value, np.random.Generator):
        raise ValueError(
            f"{name}: got {short_repr(value)}, expected a generator, as np.random.default_rng(0) is"
        )
    return value


class Exploded(OverflowError):
    """Numbers left the finite ones; `step` is the first step, lag or update where they had."""

    def __init__(self, sentence: str, step: int = 0):
        super().__init__(sentence)
        self.step = step


def check_bounded(name: str, array: Array | float, place: str = "at step") -> Array | float:
    """`array`, or Exploded, which says where along its first axis it left the finite numbers."""
    if np.isfinite(array).all():
        return array
    array = np.atleast_1d(array)
    first = int(np.argwhere(~np.isfinite(array))[0, 0]) + 1
    raise Exploded(f"{name}: exploded {place} {first} of {len(array)}", first)


def short_repr(value: object) -> str:
    """`repr(value)` on one line of at most 60 characters."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:57] + "..."
