"""The gradient of W_hh as a sum over pairs (loss t, step i): what each pair adds, as two vectors.

∇_w = Σ_t Σ_{i≤t} w_{t,i} δ^{(t)}_i h_{i-1}ᵀ                                eq-truncation-weights
Notebook: book/truncation.ipynb
"""

import numpy as np

from unrolled.bptt.paths import paths
from unrolled.core.door import checked
from unrolled.core.shapes import Array
from unrolled.core.unroll import Caches, Cell, unroll
from unrolled.rnn.cell import RNN

LONGEST, WIDEST = 30, 8  # steps and units: beyond them a picture of the pairs is too large
DIGITS = 9  # significant ones that are kept


def pairs(cell: Cell, p: object, xs: object, h0: object, dstates: object) -> tuple[Array, Array]:
    """The errors δ^{(t)}_i, in the order (1,1), (2,1), (2,2), (3,1), ..., and h_0 to h_{T-1}.

    Of an Elman cell, rounded to nine digits. Raises ValueError for what is too large, for another
    cell, and where the gradient of W_hh is 0.
    """
    if not isinstance(p, RNN):
        raise ValueError(f"p: got {type(p).__name__}, expected an RNN")
    xs = checked("xs", xs, "T n_x")
    h0 = checked("h0", h0, "n_h")
    T, n_h = len(xs), len(h0)
    if not 2 <= T <= LONGEST:
        raise ValueError(f"xs: got {T} steps, expected 2 to {LONGEST}")
    if n_h > WIDEST:
        raise ValueError(f"h0: got {n_h} units, expected at most {WIDEST}")
    states, caches = unroll(cell, p, xs, h0)
    dstates = checked("dstates", dstates, "T n_h", T=T, n_h=n_h)
    before = np.vstack([h0, states[:-1]])
    deltas = _deltas(cell, p, caches, dstates, before)
    t, i = np.tril_indices(T)
    if not np.einsum("ph,pk->hk", deltas[t, i], before[i]).any():
        raise ValueError("dstates: got a gradient of W_hh that is 0, expected one to compare with")
    return _rounded(deltas[t, i]), _rounded(before)


def _deltas(cell: Cell, p: RNN, caches: Caches, dstates: Array, before: Array) -> Array:
    table = paths(cell, p, caches, dstates)
    if not np.allclose(table.W_hh, table.b_h[..., None] * before[None, :, None, :]):
        raise ValueError("cell: got paths that are not δ hᵀ, expected an Elman cell such as CELL")
    return table.b_h


def _rounded(array: Array) -> Array:
    return np.array([[float(f"{x:.{DIGITS}g}") for x in row] for row in array])


def gradient(deltas: Array, states: Array, weights: Array) -> Array:
    """Σ w_{t,i} δ^{(t)}_i h_{i-1}ᵀ, over what `pairs` returns."""
    t, i = np.tril_indices(len(states))
    return (weights[t, i][:, None] * deltas).T @ states[i]


def strength(deltas: Array, states: Array) -> list[int]:
    """‖δ‖ ‖h‖ of each pair in percent, five decades from 100 to 20 on a logarithmic scale."""
    _, i = np.tril_indices(len(states))
    sizes = np.linalg.norm(deltas, axis=1) * np.linalg.norm(states[i], axis=1)
    logs = np.log10(np.maximum(sizes / sizes.max(), 1e-9))
    return [round(x) for x in 100 * np.maximum(0.2, 1 + 0.16 * logs)]
