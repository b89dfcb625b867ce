"""How far apart: the kept way and the whole Jacobian, and the forms of a GRU among each other.

Networks are random, of three inputs and eight units, from a seed.
Notebook: book/gru.ipynb
"""

import numpy as np

from unrolled.core.gradcheck import largest_gap, relative_gap
from unrolled.core.shapes import Array, Float
from unrolled.core.tree import tree_map
from unrolled.core.unroll import unroll
from unrolled.gru.after import AFTER, ResetAfter
from unrolled.gru.cell import CELL, GRU, random_gru
from unrolled.gru.gradient import jacobian_terms

N_X, N_H = 3, 8


def drawn(rng: np.random.Generator, n_x: int, n_h: int) -> GRU:
    """A GRU whose numbers, biases too, are all drawn from N(0, 1)."""
    return tree_map(lambda w: rng.normal(size=w.shape), random_gru(rng, n_x, n_h))


def gaps(bias: float | int, seed: int, steps: int = 100) -> tuple[Float[Array, " T"], float]:
    """By how much diag(1 - u) is off at each step, and the product of them all."""
    rng = np.random.default_rng(seed)
    p = random_gru(rng, N_X, N_H, bias)
    xs = rng.normal(size=(steps, N_X))
    terms = jacobian_terms(p, unroll(CELL, p, xs, np.zeros(N_H))[1])
    kept = whole = np.eye(N_H)
    each = []
    for first, every in zip(terms.kept, sum(terms), strict=True):
        each.append(relative_gap(first, every))
        kept, whole = first @ kept, every @ whole
    return np.array(each), relative_gap(kept, whole)


def kept_alone(bias: float | int, seed: int, steps: int = 100) -> tuple[float, float]:
    """The same at a typical step, the median of all, and for their product."""
    each, product = gaps(bias, seed, steps)
    return float(np.median(each)), product


def turned(p: GRU) -> GRU:
    """The weights for a gate that is the share of the old state, as PyTorch's z."""
    return p._replace(u=tree_map(np.negative, p.u))


def exchanged(seed: int, steps: int = 20) -> tuple[float, float]:
    """How far the states are off with u read the other way, and with the reset behind."""
    rng = np.random.default_rng(seed)
    p = drawn(rng, N_X, N_H)
    xs = rng.normal(size=(steps, N_X))
    h0 = np.zeros(N_H)
    own, wrong = (unroll(CELL, each, xs, h0)[0] for each in (p, turned(p)))
    late = unroll(AFTER, ResetAfter(p, h0), xs, h0)[0]
    return relative_gap(wrong, own), relative_gap(late, own)


def apart(p: GRU, xs: Array, h0: Array) -> float:
    """The largest difference between both places of the reset, with the same weights."""
    behind = ResetAfter(p, np.zeros(h0.shape[-1]))
    return largest_gap(unroll(CELL, p, xs, h0)[0], unroll(AFTER, behind, xs, h0)[0])
