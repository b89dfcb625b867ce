"""Sequences of different lengths in one array: what fills up the short ones must change nothing.

Padding stands at the end, so a network that reads forwards has finished before it comes. What is
left is to take the right step, to read backwards from the right end, and to leave out of every
mean what is no step.
Notebook: book/sequence_tasks.ipynb
"""

import numpy as np

from unrolled.core.door import short_repr
from unrolled.core.shapes import Array, Float


def check_lengths(lengths: Array | None, xs: Array) -> Array:
    """One whole number from 1 to T for each sequence of xs (T, *B, n), T for each if None.

    Raises ValueError for an empty sequence and for one that is longer than the array.
    """
    T, batch = len(xs), xs.shape[1:-1]
    if lengths is None:
        return np.full(batch, T)
    found = np.asarray(lengths)
    if found.shape != batch or found.dtype.kind not in "iu":
        expected = f"whole numbers of shape {batch}, one for each sequence"
        raise ValueError(f"lengths: got {short_repr(lengths)}, expected {expected}")
    wrong = found[(found < 1) | (found > T)]
    if wrong.size:
        raise ValueError(f"lengths: got {wrong.flat[0]}, expected numbers from 1 to {T}, the steps")
    return found


def is_step(lengths: Array, steps: int) -> Array:
    """Whether step t of sequence b is one, or padding: truth values (T, *B)."""
    return _clock(lengths, steps) < lengths


def _clock(lengths: Array, steps: int) -> Array:
    """The number of each step, from 0, of every sequence."""
    return np.arange(steps).reshape(-1, *[1] * np.ndim(lengths)) + np.zeros_like(lengths)


def reverse_each(xs: Float[Array, "T *B n"], lengths: Array) -> Float[Array, "T *B n"]:
    """Every sequence read from its own last step; its padding stays where it is.

    Raises ValueError for lengths that do not fit.
    """
    lengths = check_lengths(lengths, xs)
    t = _clock(lengths, len(xs))
    mirrored = np.where(t < lengths, lengths - 1 - t, t)
    return np.take_along_axis(xs, mirrored[..., None], axis=0)


def at_last(hs: Float[Array, "T *B n"], lengths: Array) -> Float[Array, "*B n"]:
    """h_T of every sequence, at its own T.                             eq-sequence-tasks-reading"""
    lengths = check_lengths(lengths, hs)
    return np.take_along_axis(hs, (lengths - 1)[None, ..., None], axis=0)[0]


def at_last_back(dh: Float[Array, "*B n"], lengths: Array, steps: int) -> Float[Array, "T *B n"]:
    """The gradient of all states when only the last one is read."""
    dhs = np.zeros((steps, *dh.shape))
    np.put_along_axis(dhs, (lengths - 1)[None, ..., None], dh[None], axis=0)
    return dhs


def mean_over(hs: Float[Array, "T *B n"], lengths: Array) -> Float[Array, "*B n"]:
    """The mean of the states of every sequence, padding left out.    eq-sequence-tasks-reading"""
    lengths = check_lengths(lengths, hs)
    return (hs * is_step(lengths, len(hs))[..., None]).sum(axis=0) / lengths[..., None]


def mean_over_back(dh: Float[Array, "*B n"], lengths: Array, steps: int) -> Float[Array, "T *B n"]:
    """The gradient of all states when their mean is read: the same share for each step."""
    return is_step(lengths, steps)[..., None] * (dh / lengths[..., None])
