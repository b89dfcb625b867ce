"""The gradient of W_hh as a sum over pairs (loss t, step i), and what a walk back to it needs.

∇_w = Σ_t Σ_{i≤t} w_{t,i} δ^{(t)}_i h_{i-1}ᵀ                                eq-truncation-weights
δ^{(t)}_i = φ′(a_i) ⊙ W_hhᵀ δ^{(t)}_{i+1} until it begins with δ^{(t)}_t = φ′(a_t) ⊙ ∂⁺𝓛/∂h_t
Notebook: book/truncation.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.bptt.paths import paths
from unrolled.core.cell import Caches, Cell
from unrolled.core.door import check_array
from unrolled.core.shapes import Array
from unrolled.core.tree import tree_at
from unrolled.core.unroll import unroll
from unrolled.rnn.cell import RNN

LONGEST, WIDEST = 30, 8  # steps and units: beyond them a picture of the pairs is too large
DIGITS = 6  # significant ones of what a page is told


class Pairs(NamedTuple):
    """What all pairs are made of: one row a step, and of `deltas` one a pair."""

    W: Array  # W_hh
    slopes: Array  # φ′(a_t)
    errors: Array  # ∂⁺𝓛/∂h_t
    states: Array  # h_0 to h_{T-1}
    deltas: Array  # δ^{(t)}_i in the order (1,1), (2,1), (2,2), (3,1), ...


def pairs(cell: Cell, p: object, xs: object, h0: object, dstates: object) -> Pairs:
    """The pairs of an Elman cell's sequence.

    Raises ValueError for what is too large, for another cell, and where the gradient of W_hh is 0.
    """
    if not isinstance(p, RNN):
        raise ValueError(f"p: got {type(p).__name__}, expected an RNN")
    xs = check_array("xs", xs, "T n_x")
    h0 = check_array("h0", h0, "n_h")
    T, n_h = len(xs), len(h0)
    if not 2 <= T <= LONGEST:
        raise ValueError(f"xs: got {T} steps, expected 2 to {LONGEST}")
    if n_h > WIDEST:
        raise ValueError(f"h0: got {n_h} units, expected at most {WIDEST}")
    states, caches = unroll(cell, p, xs, h0)
    dstates = check_array("dstates", dstates, "T n_h", T=T, n_h=n_h)
    before = np.vstack([h0, states[:-1]])
    given = (p.W_hh, _slopes(cell, p, caches), dstates, before)
    found = Pairs(*given, _deltas(cell, p, caches, *given))
    if not gradient(found, np.tril(np.ones((T, T)))).any():
        raise ValueError("dstates: got a gradient of W_hh that is 0, expected one to compare with")
    return found


def _slopes(cell: Cell, p: RNN, caches: Caches) -> Array:
    """What becomes of a message of ones on its way to the bias."""
    ones = np.ones_like(caches.states[0])
    return np.array(
        [
            cell.step_back(p, tree_at(caches.steps, t), ones)[0].b_h
            for t in range(len(caches.states))
        ]
    )


def _deltas(
    cell: Cell, p: RNN, caches: Caches, W: Array, slopes: Array, errors: Array, before: Array
) -> Array:
    table = paths(cell, p, caches, errors)
    T = len(errors)
    later = np.append(table.b_h[:, 1:], np.zeros_like(table.b_h[:, :1]), axis=1)
    walked = slopes * (later @ W + np.eye(T)[..., None] * errors)
    summed = table.b_h[..., None] * before[None, :, None, :]
    if not (np.allclose(table.b_h, walked) and np.allclose(table.W_hh, summed)):
        raise ValueError("cell: got paths that are not Elman's δ hᵀ, expected a cell such as CELL")
    return table.b_h[np.tril_indices(T)]


def rounded(array: Array | float) -> list | float:
    """As a page is told of it."""
    if np.ndim(array):
        return [rounded(part) for part in array]
    return float(f"{array:.{DIGITS}g}")


def gradient(of: Pairs, weights: Array) -> Array:
    """Σ w_{t,i} δ^{(t)}_i h_{i-1}ᵀ."""
    t, i = np.tril_indices(len(of.states))
    return (weights[t, i][:, None] * of.deltas).T @ of.states[i]


def strength(of: Pairs) -> list[list[int]]:
    """‖δ‖ ‖h‖ of each pair, loss by loss: 100 of the largest, 20 of 10⁻⁵ of it and below."""
    t, i = np.tril_indices(len(of.states))
    sizes = np.linalg.norm(of.deltas, axis=1) * np.linalg.norm(of.states[i], axis=1)
    logs = np.log10(np.maximum(sizes / sizes.max(), 1e-9))
    percent = np.round(100 * np.maximum(0.2, 1 + 0.16 * logs)).astype(int)
    return [percent[t == loss].tolist() for loss in range(len(of.states))]
