"""Truncated back-propagation through time: which (loss, step) pairs a gradient keeps.

∇̃ = Σ_t Σ_{i≤t} w_{t,i} path(t, i)                                          eq-truncation-weights
w = 1 for every pair is the gradient; a window keeps i > t - k, a chunk what the carried state
has not been cut from, a random cut keeps a path with chance π^(t-i) and may weight it by 1/π^(t-i).

Sources: 001, 2.5; Williams and Peng 1990; Tallec and Ollivier 2017. Notebook:
book/truncation.ipynb
"""

from collections.abc import Callable, Iterator
from itertools import product

import numpy as np
from numpy.lib.array_utils import byte_bounds

from unrolled.remedies import with_radius
from unrolled.rnn import RNN
from unrolled.shapes import Array, Float, checked
from unrolled.tree import tree_add, tree_at, tree_leaves, tree_map, tree_zeros
from unrolled.unroll import Caches, Cell, bptt, unroll


def kept(T: int, k1: int, k2: int) -> Float[Array, "T T"]:
    """w_{t,i} when every k1 steps the last k1 losses walk back to the last k2 steps.

    w_{t,i} = 1 for e - k2 < i ≤ t, with e the end of the block that t is in.   eq-truncation-k1k2
    k1 = 1 is a window that slides with every loss, k1 = k2 are chunks; k1 = 1 and k2 = T is
    everything.
    Raises ValueError for a k1 below 1 and for a k2 that is not from k1 to T.
    """
    T, k1, k2 = _whole("T", T, 1), _whole("k1", k1, 1), _whole("k2", k2, 1)
    if not k1 <= k2 <= T:
        raise ValueError(f"k2: got {k2}, expected a whole number from k1 = {k1} to T = {T}")
    t, i = np.mgrid[1 : T + 1, 1 : T + 1]
    end = -(-t // k1) * k1  # of a short last block: where it would have ended
    return ((i <= t) & (i > end - k2)).astype(float)


def late_losses(T: int, k: int) -> Float[Array, "T T"]:
    """w_{t,i} = 1 for t > T - k: all of the history of the last k losses, nothing of the others.

    What source 001 prints for truncation; it is another gradient.          eq-truncation-misprint
    """
    T, k = _whole("T", T, 1), _whole("k", k, 1)
    t, i = np.mgrid[1 : T + 1, 1 : T + 1]
    return ((i <= t) & (t > T - k)).astype(float)


def weighted(table: object, weights: Float[Array, "T T"]) -> object:
    """Σ w_{t,i} path(t, i) over the `table` that `unrolled.bptt.paths` makes. eq-truncation-weights

    Raises ValueError for weights of another shape and for a step after its loss.
    """
    T = len(tree_leaves(table)[0])
    weights = checked("weights", weights, "T T", T=T)
    if np.triu(weights, 1).any():
        raise ValueError("weights: got a weight above the diagonal, expected steps i ≤ t only")
    return tree_map(lambda leaf: np.tensordot(weights, leaf, axes=2), table)


def chunked(
    cell: Cell, p: object, xs: Array, h0: object, k: int, errors: Callable
) -> tuple[object, object, int]:
    """Walk a long sequence in chunks of k steps: carry the state, cut the history.

    `errors(states, chunk)` gives ∂⁺𝓛/∂h_t for the steps of the slice `chunk`. Returns the
    gradient, the last state and how many numbers were kept at a time.    eq-truncation-chunks
    """
    k, dp, h, most = _whole("k", k, 1), tree_zeros(p), h0, 0
    for start in range(0, len(xs), k):
        chunk = slice(start, min(start + k, len(xs)))
        states, caches = unroll(cell, p, xs[chunk], h)
        dp = tree_add(dp, bptt(cell, p, caches, errors(states, chunk))[0])
        h, most = tree_at(states, -1), max(most, numbers(caches))
    return dp, h, most


def numbers(caches: Caches) -> int:
    """How many numbers the way back needs from the way forward; shared memory counts once."""
    count, end = 0, 0
    for low, high in sorted(map(byte_bounds, tree_leaves(caches.steps))):
        count, end = count + max(0, high - max(low, end)) // 8, max(end, high)
    return count


def gated(cell: Cell, p: object, caches: Caches, dstates: object, gates: Array) -> object:
    """One walk back whose message is multiplied by gates[t-1] between steps t+1 and t.

    Its weights are `survival(gates)`; it costs no more than BPTT.          eq-truncation-gated
    """
    steps = len(tree_leaves(caches.states)[0])
    gates = np.append(checked("gates", gates, "T_less_1", T_less_1=steps - 1), 0.0)
    dp, dh = tree_zeros(p), tree_zeros(tree_at(dstates, 0))
    for t in reversed(range(steps)):
        passed = tree_map(lambda leaf, gate=gates[t]: gate * leaf, dh)
        dh = tree_add(tree_at(dstates, t), passed)
        dp_t, _, dh = cell.step_back(p, tree_at(caches.steps, t), dh)
        dp = tree_add(dp, dp_t)
    return dp


def survival(gates: Float[Array, " N"]) -> Float[Array, "T T"]:
    """w_{t,i} = g_i g_{i+1} … g_{t-1}: what is left of a path that crosses these gates."""
    T = len(gates) + 1
    weights = np.zeros((T, T))
    for t in range(T):
        weights[t, : t + 1] = np.append(np.cumprod(gates[:t][::-1])[::-1], 1.0)
    return weights


def random_gates(
    rng: np.random.Generator, T: int, keep: float | int, reweighted: bool = True
) -> Float[Array, " N"]:
    """Each gate is open with chance π = `keep`, and then 1/π if reweighted.  eq-truncation-random

    Raises ValueError for a chance that is not above 0 and at most 1.
    """
    keep = _chance(keep)
    return (rng.random(_whole("T", T, 1) - 1) < keep) / (keep if reweighted else 1.0)


def every_draw(T: int, keep: float | int, reweighted: bool = True) -> Iterator[tuple[float, Array]]:
    """All 2^(T-1) outcomes of `random_gates` with their probabilities: exact, for small T."""
    keep = _chance(keep)
    for opened in product((0.0, 1.0), repeat=_whole("T", T, 1) - 1):
        opened = np.array(opened)
        chance = float(np.prod(np.where(opened, keep, 1 - keep)))
        yield chance, opened / (keep if reweighted else 1.0)


def example() -> tuple[RNN, Array, Array, Array]:
    """Six units of radius 1.3, twenty steps: weights, inputs, h_0, immediate gradients ∂⁺𝓛/∂h_t."""
    rng = np.random.default_rng(8)  # of a dozen, the one whose window error falls at every k
    W_hh = with_radius(rng, 6, 1.3)
    p = RNN(rng.normal(size=(6, 3)), W_hh, 0.1 * rng.normal(size=6))
    return p, rng.normal(size=(20, 3)), rng.uniform(-1, 1, 6), rng.normal(size=(20, 6))


def _chance(keep: float | int) -> float:
    if not (isinstance(keep, int | float) and 0 < keep <= 1):
        raise ValueError(f"keep: got {keep!r}, expected a chance above 0 and at most 1")
    return float(keep)


def _whole(name: str, value: int, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise ValueError(f"{name}: got {value!r}, expected a whole number from {least} on")
    return int(value)
