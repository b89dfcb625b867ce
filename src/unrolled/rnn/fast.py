"""All steps of Elman's cell at once, for speed; tests hold them equal to one step after the other.

Notebook: book/bptt.ipynb
"""

from itertools import pairwise

import numpy as np

from unrolled.core.shapes import Array


def states(W_hx: Array, W_hh: Array, b_h: Array, xs: Array, h0: Array) -> Array:
    """h_0 … h_T: the input's part in one product, then the recurrence in place."""
    hs = np.empty((len(xs) + 1, *h0.shape))
    hs[0] = h0
    np.add(xs @ W_hx.T, b_h, out=hs[1:])
    W = W_hh.T.copy()
    into = np.empty_like(h0)
    for h_prev, h in pairwise(hs):
        np.dot(h_prev, W, out=into)
        h += into
        np.tanh(h, out=h)
    return hs


def errors(W_hh: Array, slope: Array, dstates: Array) -> tuple[Array, Array]:
    """δ_1 … δ_T and ∇_{h_0} 𝓛: the recurrence backwards, in δ alone.              eq-bptt-delta"""
    deltas = np.empty_like(dstates)
    dh = np.zeros_like(dstates[0])
    into = np.empty_like(dstates[0])
    for t in range(len(deltas) - 1, -1, -1):
        np.add(dstates[t], dh, out=into)
        np.multiply(slope[t], into, out=deltas[t])
        np.dot(deltas[t], W_hh, out=dh)
    return deltas, dh
