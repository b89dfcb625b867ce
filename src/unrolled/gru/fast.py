"""All steps of the GRU at once, for speed; tests hold them equal to one step after the other.

σ(a) is (1 + tanh(a/2))/2, so that one tanh with halved weights serves both gates.
Notebook: book/gru.ipynb
"""

import numpy as np

from unrolled.core.shapes import Array, outer, total
from unrolled.lstm.fast import halved, parted, stacked
from unrolled.lstm.gate import Gate

GATES = ("u", "r")


def states(p: tuple, xs: Array, h0: Array) -> tuple[Array, Array, Array, Array]:
    """h_0 … h_T, the update and reset gates and the candidates of all steps."""
    n = h0.shape[-1]
    both = halved(stacked(p, GATES), slice(None))
    a, new = xs @ both.W_x.T + both.b, xs @ p.h.W_x.T + p.h.b
    W = both.W_h.T.copy()
    W_hh = p.h.W_h.T.copy()
    h = np.empty((len(xs) + 1, *h0.shape))
    into = np.empty_like(a[0])
    part = np.empty_like(h0)
    h[0], u, r = h0, a[..., :n], a[..., n:]
    for t in range(len(xs)):
        at = a[t]
        np.dot(h[t], W, out=into)
        at += into
        np.tanh(at, out=at)
        at *= 0.5
        at += 0.5
        np.multiply(r[t], h[t], out=part)
        new[t] += part @ W_hh
        np.tanh(new[t], out=new[t])
        np.subtract(new[t], h[t], out=part)
        part *= u[t]
        np.add(h[t], part, out=h[t + 1])
    return h, u, r, new


def gradients(
    p: tuple, xs: Array, h_prev: Array, u: Array, r: Array, new: Array, dstates: Array
) -> tuple[dict[str, Gate], Array, Array]:
    """Gradients of gates and candidate, of the inputs and of h_0.                eq-gru-jacobian"""
    n = u.shape[-1]
    both = stacked(p, GATES)
    to_new, to_u = u * (1 - new * new), (new - h_prev) * u * (1 - u)
    to_r = h_prev * r * (1 - r)
    kept = 1 - u
    at_gates = np.empty((*u.shape[:-1], 2 * n))
    at_new = np.empty_like(u)
    dh = np.zeros_like(dstates[0])
    for t in range(len(u) - 1, -1, -1):
        dh += dstates[t]
        np.multiply(dh, to_new[t], out=at_new[t])
        d_seen = at_new[t] @ p.h.W_h
        np.multiply(dh, to_u[t], out=at_gates[t, ..., :n])
        np.multiply(d_seen, to_r[t], out=at_gates[t, ..., n:])
        dh *= kept[t]
        d_seen *= r[t]
        dh += d_seen
        dh += at_gates[t] @ both.W_h
    whole = Gate(outer(at_gates, xs), outer(at_gates, h_prev), total(at_gates))
    of_new = Gate(outer(at_new, xs), outer(at_new, r * h_prev), total(at_new))
    gates = parted(whole, GATES) | {"h": of_new}
    return gates, at_gates @ both.W_x + at_new @ p.h.W_x, dh
