"""Axes, and sums over them.

A vector of the text is the last axis; the axis an algorithm walks is the first; the rest is batch.

    T    steps of a sequence          n_x, n_h, n_y    sizes of input, state and output
    *B   any number of batch axes     n_to, n_from     the two ends of a weight matrix
"""

from functools import cache

from jaxtyping import Bool, Float, Int
from numpy import ndarray as Array

__all__ = ["Array", "Bool", "Float", "Int", "fits", "outer", "total", "written"]


def outer(
    delta: Float[Array, "*B n_to"], x: Float[Array, "*B n_from"]
) -> Float[Array, "n_to n_from"]:
    """Sum of delta xᵀ over all batch axes: the gradient of a weight matrix."""
    if delta.shape[:-1] != x.shape[:-1]:
        raise ValueError(f"x: got batch axes {x.shape[:-1]}, expected {delta.shape[:-1]}")
    return delta.reshape(-1, delta.shape[-1]).T @ x.reshape(-1, x.shape[-1])


def total(delta: Float[Array, "*B n"]) -> Float[Array, " n"]:
    """Sum of delta over all batch axes: the gradient of a bias."""
    return delta.reshape(-1, delta.shape[-1]).sum(axis=0)


def fits(found: tuple[int, ...], shape: str, sizes: dict) -> bool:
    """Whether `found` is a shape like `"T *B n_x"`, where `sizes` holds the axes that are known."""
    names, star, behind = _axes(shape)
    if behind >= 0 and len(found) >= star + behind:
        end = len(found) - behind
        found = (*found[:star], found[star:end], *found[end:])
    if len(found) != len(names):
        return False
    known = dict(sizes)  # an axis named twice has one size
    for name, size in zip(names, found, strict=True):
        if known.setdefault(name, size) != size:
            return False
    return True


def written(shape: str, sizes: dict) -> str:
    """The shape in words, the known axes with their sizes: `(T, *B, n_x=4)`."""
    known = {name: f"{name}={size}" for name, size in sizes.items() if not isinstance(size, tuple)}
    known |= {f"*{name}": ", ".join(map(str, s)) for name, s in sizes.items() if name not in known}
    return f"({', '.join(filter(None, (known.get(axis, axis) for axis in shape.split())))})"


@cache
def _axes(shape: str) -> tuple[list[str], int, int]:
    """The names of the axes, where the starred one is, and how many stand behind it."""
    axes = shape.split()
    star = next((i for i, axis in enumerate(axes) if axis[0] == "*"), len(axes))
    return [axis.lstrip("*") for axis in axes], star, len(axes) - star - 1
