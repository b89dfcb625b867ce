"""Truncated backpropagation through time: which (loss, step) pairs a gradient keeps.

∇̃ = Σ_t Σ_{i≤t} w_{t,i} path(t, i)                                          eq-truncation-weights
w = 1 for every pair is the gradient; a window keeps i > t - k, a chunk what the carried state
has not been cut from, a random cut keeps a path with chance π^(t-i) and may weight it by 1/π^(t-i).

Sources: 001, 2.5; Williams and Peng 1990; Tallec and Ollivier 2017. Notebook:
book/truncation.ipynb
"""

from collections.abc import Iterator
from itertools import product

import numpy as np

from unrolled.bptt.paths import check_table
from unrolled.core.door import (
    as_floats,
    check_array,
    check_bounded,
    check_flag,
    check_generator,
    check_real,
    check_whole,
)
from unrolled.core.shapes import Array, Float
from unrolled.core.tree import tree_leaves, tree_map


def kept(T: int, k1: int, k2: int) -> Float[Array, "T T"]:
    """w_{t,i} when every k1 steps the last k1 losses walk back to the last k2 steps.

    w_{t,i} = 1 for e - k2 < i ≤ t, with e the end of the block that t is in.   eq-truncation-k1k2
    k1 = 1 is a window that slides with every loss, k1 = k2 are chunks; k1 = 1 and k2 = T is
    everything.                                                               eq-truncation-window
    Raises ValueError for a k1 below 1 and for a k2 that is not from k1 to T.
    """
    T = check_whole("T", T, 1)
    k1 = check_whole("k1", k1, 1, T)
    k2 = check_whole("k2", k2, k1, T)
    t, i = np.mgrid[1 : T + 1, 1 : T + 1]
    end = -(-t // k1) * k1  # of a short last block: where it would have ended
    return ((i <= t) & (i > end - k2)).astype(float)


def late_losses(T: int, k: int) -> Float[Array, "T T"]:
    """w_{t,i} = 1 for t > T - k: all of the history of the last k losses, nothing of the others.

    What source 001 prints for truncation; it is another gradient.          eq-truncation-misprint
    Raises ValueError for a k that is not from 1 to T.
    """
    T = check_whole("T", T, 1)
    k = check_whole("k", k, 1, T)
    t, i = np.mgrid[1 : T + 1, 1 : T + 1]
    return ((i <= t) & (t > T - k)).astype(float)


def weighted(table: object, weights: Float[Array, "T T"]) -> object:
    """Σ w_{t,i} path(t, i) over the `table` that `bptt.paths` makes.         eq-truncation-weights

    Raises ValueError for weights of another shape and for a step after its loss.
    """
    table = check_table(table)
    weights = check_array("weights", weights, "T T", T=len(tree_leaves(table)[0]))
    if np.triu(weights, 1).any():
        raise ValueError("weights: got a weight above the diagonal, expected steps i ≤ t only")
    return tree_map(lambda leaf: np.tensordot(weights, leaf, axes=2), table)


def survival(gates: Float[Array, " N"]) -> Float[Array, "T T"]:
    """w_{t,i} = g_i g_{i+1} … g_{t-1}: what is left of a path that crosses these gates."""
    gates = checked_gates(gates)
    T = len(gates) + 1
    weights = np.zeros((T, T))
    with np.errstate(over="ignore", invalid="ignore"):
        for t in range(T):
            weights[t, : t + 1] = np.append(np.cumprod(gates[:t][::-1])[::-1], 1.0)
    return check_bounded("weights", weights, "at loss")


def random_gates(
    rng: np.random.Generator, T: int, keep: float | int, reweighted: bool = True
) -> Float[Array, " N"]:
    """Each gate is open with chance π = `keep`, and then 1/π if reweighted.  eq-truncation-random

    Raises ValueError for a chance that is not above 0 and at most 1.
    """
    T = check_whole("T", T, 1)
    keep = chance(keep)
    reweighted = check_flag("reweighted", reweighted)
    return (check_generator("rng", rng).random(T - 1) < keep) / (keep if reweighted else 1.0)


def every_draw(T: int, keep: float | int, reweighted: bool = True) -> Iterator[tuple[float, Array]]:
    """All 2^(T-1) outcomes of `random_gates` with their probabilities: exact, for small T."""
    T = check_whole("T", T, 1)
    keep = chance(keep)
    reweighted = check_flag("reweighted", reweighted)
    draws = map(np.array, product((0.0, 1.0), repeat=T - 1))
    return (
        (float(np.prod(np.where(opened, keep, 1 - keep))), opened / (keep if reweighted else 1.0))
        for opened in draws
    )


def chance(keep: object) -> float:
    """π, above 0 and at most 1."""
    return check_real("keep", keep, above=0.0, high=1.0)


def checked_gates(gates: object, **count: int) -> Array:
    """The gates between steps, N=`count` of them; a single step has none."""
    given = as_floats("gates", gates)
    if given.shape == (0,) and not count.get("N"):
        return given
    return check_array("gates", given, "N", **count)
