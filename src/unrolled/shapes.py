"""Axes, sums over them, and the checks at the door.

A vector of the text is the last axis; the axis an algorithm walks is the first; the rest is batch.

    T    steps of a sequence          n_x, n_h, n_y    sizes of input, state and output
    *B   any number of batch axes     n_to, n_from     the two ends of a weight matrix
"""

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

__all__ = ["Array", "Float", "bounded", "checked", "outer", "total"]


def outer(
    delta: Float[Array, "*B n_to"], x: Float[Array, "*B n_from"]
) -> Float[Array, "n_to n_from"]:
    """Sum of delta xᵀ over all batch axes: the gradient of a weight matrix."""
    return delta.reshape(-1, delta.shape[-1]).T @ x.reshape(-1, x.shape[-1])


def total(delta: Float[Array, "*B n"]) -> Float[Array, " n"]:
    """Sum of delta over all batch axes: the gradient of a bias."""
    return delta.reshape(-1, delta.shape[-1]).sum(axis=0)


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
            f"{name}: got {_short(value)}, expected an array of real numbers of shape {wanted}"
        ) from None
    if not _fits(array.shape, axes, sizes):
        raise ValueError(f"{name}: got shape {array.shape}, expected {wanted}")
    if array.size == 0:
        raise ValueError(f"{name}: got the empty shape {array.shape}, expected {wanted}, no axis 0")
    if not np.isfinite(array).all():
        place = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        raise ValueError(f"{name}: got {array[place]} at index {place}, expected finite numbers")
    return array


def bounded(name: str, array: Array, place: str = "at step") -> Array:
    """`array`, or OverflowError that says where along its first axis it left the finite numbers."""
    if np.isfinite(array).all():
        return array
    first = int(np.argwhere(~np.isfinite(array))[0, 0]) + 1
    raise OverflowError(f"{name}: exploded {place} {first} of {len(array)}")


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


def _short(value: object) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:57] + "..."
