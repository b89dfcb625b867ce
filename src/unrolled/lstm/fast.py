"""All steps of the LSTM at once, for speed; tests hold them equal to one step after the other.

The weights of candidate and gates stand below each other, so that a step is one product. σ(a) is
(1 + tanh(a/2))/2: with the gates' weights halved, one tanh serves all four.
Notebook: book/lstm.ipynb
"""

import numpy as np

from unrolled.core.shapes import Array, outer, total
from unrolled.core.tree import tree_copy, tree_map
from unrolled.lstm.gate import Gate

ORDER = ("c", "i", "f", "o")  # what c_t feeds comes first, the three gates come last


def stacked(p: tuple, order: tuple[str, ...] = ORDER) -> Gate:
    """The weights of all, below each other, as those of one large gate."""
    return tree_map(lambda *parts: np.concatenate(parts), *(getattr(p, name) for name in order))


def parted(p: Gate, order: tuple[str, ...] = ORDER) -> dict[str, Gate]:
    """The inverse of `stacked`: gates by name."""
    parts = [np.split(w, len(order)) for w in p]
    return {name: Gate(*(part[k] for part in parts)) for k, name in enumerate(order)}


def halved(p: Gate, of: slice) -> Gate:
    """The same with these rows halved."""
    p = tree_copy(p)
    for w in p:
        w[of] *= 0.5
    return p


def states(p: tuple, xs: Array, h0: Array, c0: Array) -> tuple[Array, Array, list, Array]:
    """h_0 … h_T, c_0 … c_T, candidate and gates in their ORDER, and tanh(c_1) … tanh(c_T).

    eq-lstm-batch
    """
    n = h0.shape[-1]
    T = len(xs)
    W_x, W_h, b = halved(stacked(p), slice(n, None))
    a = xs @ W_x.T
    W = W_h.T.copy()
    a += b
    h, c, shown = (np.empty((T + more, *h0.shape)) for more in (1, 1, 0))
    h[0] = h0
    c[0] = c0
    into = np.empty_like(a[0])
    part = np.empty_like(h0)
    gates = [a[..., k * n : (k + 1) * n] for k in range(4)]
    for t in range(T):
        at = a[t]
        np.dot(h[t], W, out=into)
        at += into
        np.tanh(at, out=at)
        sigmas = at[..., n:]
        sigmas *= 0.5
        sigmas += 0.5
        g, i, f, o = (gate[t] for gate in gates)
        np.multiply(f, c[t], out=c[t + 1])
        np.multiply(i, g, out=part)
        c[t + 1] += part
        np.tanh(c[t + 1], out=shown[t])
        np.multiply(o, shown[t], out=h[t + 1])
    return h, c, gates, shown


def gradients(p: tuple, xs: Array, before: tuple, v: tuple, shown: Array, d: tuple) -> tuple:
    """dp by name, dxs, dh_0 and dc_0.                                            eq-lstm-back"""
    n = shown.shape[-1]
    T = len(shown)
    lead = shown.shape[:-1]
    W_x, W_h, _ = stacked(p)
    from_c = np.empty((*lead, 3, n))  # ∂c_t/∂a of candidate, input gate, forget gate
    np.multiply(v.i, 1 - v.c * v.c, out=from_c[..., 0, :])
    np.multiply(v.c * v.i, 1 - v.i, out=from_c[..., 1, :])
    np.multiply(before.c * v.f, 1 - v.f, out=from_c[..., 2, :])
    from_h, to_c = shown * v.o * (1 - v.o), v.o * (1 - shown * shown)
    deltas = np.empty((*lead, 4, n))
    flat = deltas.reshape(*lead, 4 * n)
    dh, dc, part = (np.zeros(shown.shape[1:]) for _ in range(3))
    for t in range(T - 1, -1, -1):
        dh += d.h[t]
        np.multiply(dh, to_c[t], out=part)
        dc += part
        dc += d.c[t]
        np.multiply(from_c[t], dc[..., None, :], out=deltas[t, ..., :3, :])
        np.multiply(from_h[t], dh, out=deltas[t, ..., 3, :])
        np.dot(flat[t], W_h, out=dh)
        dc *= v.f[t]
    whole = Gate(outer(flat, xs), outer(flat, before.h), total(flat))
    return parted(whole), flat @ W_x, dh, dc
