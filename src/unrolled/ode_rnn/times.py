"""Observations at irregular times, as rows of a sequence that any cell of `unroll` reads.

Row k holds the gap Δt_k = t_k - t_{k-1} since the row before, then the values x_k, then a mask m_k
that is 1 where a component was measured and 0 where it was not.                   eq-ode-rnn-row
A row whose mask is 0 throughout observes nothing: it asks for the state at its time.
Notebook: book/ode_rnn.ipynb
"""

import numpy as np

from unrolled.core.door import as_floats, check_array, check_real
from unrolled.core.shapes import Array, Bool, Float


def rows(
    times: Float[Array, "K *B"],
    values: Float[Array, "K *B n_x"],
    observed: Bool[Array, "K *B n_x"] | None = None,
    start: float | int | None = None,
) -> Float[Array, "K *B n_row"]:
    """The rows [Δt_k, m_k ⊙ x_k, m_k], with n_row = 1 + 2 n_x.                   eq-ode-rnn-row

    The clock starts at `start`, without it at the first time of each sequence, so that the first
    observation is absorbed like any other, after a gap of 0. Without `observed` all is observed;
    what `values` holds where nothing was measured, NaN too, is never read.
    Raises ValueError for times that are not finite, not in order or there twice, for a start after
    the first of them, and for values that are not finite where they were observed.
    """
    times = check_array("times", times, "K *B")
    values = as_floats("values", values)
    if values.shape[:-1] != times.shape:
        expected = (*times.shape, "n_x")
        raise ValueError(f"values: got shape {values.shape}, expected {expected}".replace("'", ""))
    mask = _mask(observed, values)
    values = check_array("values", np.where(mask, values, 0.0), "K *B n_x")
    first = times[:1] if start is None else np.full_like(times[:1], check_real("start", start))
    with np.errstate(over="ignore"):
        gaps = check_array("gaps", np.diff(times, axis=0, prepend=first), "K *B")
    _check_order(gaps, times)
    return np.concatenate([gaps[..., None], values, mask], axis=-1)


def _check_order(gaps: Array, times: Array) -> None:
    """Raises ValueError that says which two times are not in order."""
    if (gaps[0] < 0).any():
        early = times[0][gaps[0] < 0].flat[0]
        raise ValueError(f"start: got one after the first time {early:g}, expected one before it")
    wrong = np.argwhere(gaps[1:] <= 0)
    if len(wrong):
        k, *sequence = (int(i) for i in wrong[0])
        one, next_ = times[(k, *sequence)], times[(k + 1, *sequence)]
        where = f" in sequence {', '.join(map(str, sequence))}" if sequence else ""
        raise ValueError(
            f"times: got {one:g} and then {next_:g}{where}, expected rising times, each only once"
        )


def _mask(observed: object, values: Array) -> Array:
    if observed is None:
        return np.ones_like(values)
    return check_truths("observed", observed, values.shape).astype(float)


def check_truths(name: str, value: object, shape: tuple[int, ...]) -> Bool[Array, "*shape"]:
    """`value` as an array of truth values of this shape, or ValueError."""
    truths = as_floats(name, value)  # refuses what is no array, and what is masked
    kind = np.asarray(value).dtype.name
    if kind != "bool" or truths.shape != shape:
        got = f"{kind} of shape {truths.shape}"
        raise ValueError(f"{name}: got {got}, expected truth values of shape {shape}")
    return truths > 0


def gap_of(row: Float[Array, "*B n_row"]) -> Float[Array, "*B"]:
    """Δt_k, the first entry of a row."""
    return row[..., 0]


def heard(row: Float[Array, "*B n_row"]) -> Float[Array, "*B n_in"]:
    """[m_k ⊙ x_k, m_k], what an update sees of a row."""
    return row[..., 1:]


def anything(row: Float[Array, "*B n_row"]) -> Bool[Array, "*B 1"]:
    """Whether at least one component of a row was measured."""
    n_x = row.shape[-1] // 2
    return (row[..., 1 + n_x :] > 1 / 2).any(axis=-1, keepdims=True)
