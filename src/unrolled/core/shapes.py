"""Axes, and sums over them.

A vector of the text is the last axis; the axis an algorithm walks is the first; the rest is batch.

    T    steps of a sequence          n_x, n_h, n_y    sizes of input, state and output
    *B   any number of batch axes     n_to, n_from     the two ends of a weight matrix
"""

from jaxtyping import Float
from numpy import ndarray as Array

__all__ = ["Array", "Float", "outer", "total"]


def outer(
    delta: Float[Array, "*B n_to"], x: Float[Array, "*B n_from"]
) -> Float[Array, "n_to n_from"]:
    """Sum of delta xᵀ over all batch axes: the gradient of a weight matrix."""
    return delta.reshape(-1, delta.shape[-1]).T @ x.reshape(-1, x.shape[-1])


def total(delta: Float[Array, "*B n"]) -> Float[Array, " n"]:
    """Sum of delta over all batch axes: the gradient of a bias."""
    return delta.reshape(-1, delta.shape[-1]).sum(axis=0)
