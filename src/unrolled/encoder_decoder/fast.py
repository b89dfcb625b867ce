"""All steps of a decoder with attention at once, for speed; tests hold them equal to single steps.

W_k h_j + b is the same at every step and computed once, and gradients of weights are one product
each, after the walk.
Notebook: book/encoder_decoder.ipynb
"""

import numpy as np

from unrolled.core.shapes import Array, outer, total
from unrolled.encoder_decoder.additive import Additive
from unrolled.encoder_decoder.average import unweigh, weigh
from unrolled.lstm.cell import LSTM, State, StepCache, Valves
from unrolled.lstm.fast import ORDER, halved, parted, stacked
from unrolled.lstm.gate import Gate


def states(p: tuple, ys: Array, before: State, seen: Array | None) -> tuple:
    """d_1, d_2, …, and what the way back needs: weights, hidden layers, and the LSTM's caches.

    eq-encoder-decoder-attend, eq-encoder-decoder-step
    """
    T, n_y, n = len(ys), ys.shape[-1], before.h.shape[-1]
    W_x, W_h, b = halved(stacked(p.lstm), slice(n, None))
    a = ys @ W_x[:, :n_y].T + b
    W = np.concatenate([W_h, W_x[:, n_y:]], axis=1).T.copy()  # of [d_{i-1}; r_i]
    K = np.ascontiguousarray(np.moveaxis(p.keys, 0, -2))
    U = K @ p.score.W_k.T + p.score.b
    mask = None if seen is None else np.moveaxis(seen, 0, -1)
    h, c, shown = (np.empty((T + more, *before.h.shape)) for more in (1, 1, 0))
    h[0], c[0] = before
    A = np.empty((T, *K.shape[:-1]))
    hidden = np.empty((T, *U.shape))
    r = np.empty((T, *ys.shape[1:-1], K.shape[-1]))
    gates = [a[..., k * n : (k + 1) * n] for k in range(4)]
    for t in range(T):
        np.add(U, (h[t] @ p.score.W_q.T)[..., None, :], out=hidden[t])
        np.tanh(hidden[t], out=hidden[t])
        A[t] = weigh(hidden[t] @ p.score.w, mask)
        np.matmul(A[t][..., None, :], K, out=r[t][..., None, :])
        a[t] += np.concatenate([h[t], r[t]], axis=-1) @ W
        np.tanh(a[t], out=a[t])
        sigmas = a[t][..., n:]
        sigmas *= 0.5
        sigmas += 0.5
        g, i, f, o = (gate[t] for gate in gates)
        c[t + 1] = f * c[t] + i * g
        np.tanh(c[t + 1], out=shown[t])
        np.multiply(o, shown[t], out=h[t + 1])
    valves = Valves(**dict(zip(ORDER, gates, strict=True)))
    xs = np.concatenate([ys, r], axis=-1)
    step = StepCache(xs, State(h[:-1], c[:-1]), valves, shown)
    return State(h[1:], c[1:]), A, hidden, step


def gradients(p: tuple, cache: tuple, d: State) -> tuple[LSTM, Additive, Array, Array, State]:
    """Of the LSTM, the score, the keys, the inputs and the first state.  eq-encoder-decoder-back"""
    A, hidden, (xs, before, v, shown) = cache
    T, n = len(shown), shown.shape[-1]
    W_x, W_h, _ = stacked(p.lstm)
    n_y = xs.shape[-1] - p.keys.shape[-1]
    W = np.concatenate([W_h, W_x[:, n_y:]], axis=1)
    K = np.ascontiguousarray(np.moveaxis(p.keys, 0, -2))
    slopes = (1 - hidden * hidden) * p.score.w
    from_c = np.stack(
        [v.i * (1 - v.c * v.c), v.c * v.i * (1 - v.i), before.c * v.f * (1 - v.f)], axis=-2
    )
    from_h, to_c = shown * v.o * (1 - v.o), v.o * (1 - shown * shown)
    deltas = np.empty((*shown.shape[:-1], 4 * n))
    d_query = np.empty((*shown.shape[:-1], slopes.shape[-1]))
    dS = np.empty_like(A)
    dU, dK = np.zeros(slopes.shape[1:]), np.zeros_like(K)
    dh, dc = (np.zeros(shown.shape[1:]) for _ in range(2))
    for t in range(T - 1, -1, -1):
        dh = dh + d.h[t]
        dc = dc + d.c[t] + dh * to_c[t]
        four = deltas[t].reshape(*dh.shape[:-1], 4, n)
        np.multiply(from_c[t], dc[..., None, :], out=four[..., :3, :])
        np.multiply(from_h[t], dh, out=four[..., 3, :])
        both = deltas[t] @ W
        dh, dr = both[..., :n], both[..., n:]
        dc = dc * v.f[t]
        dS[t] = unweigh(A[t], np.matvec(K, dr))
        dK += A[t][..., None] * dr[..., None, :]
        da = dS[t][..., None] * slopes[t]
        dU += da
        np.sum(da, axis=-2, out=d_query[t])
        dh = dh + d_query[t] @ p.score.W_q
    d_lstm = LSTM(**parted(Gate(outer(deltas, xs), outer(deltas, before.h), total(deltas))))
    dw = dS.reshape(-1) @ hidden.reshape(-1, hidden.shape[-1])
    d_score = Additive(outer(d_query, before.h), outer(dU, K), total(dU), dw)
    d_keys = np.moveaxis(dK + dU @ p.score.W_k, -2, 0)
    return d_lstm, d_score, d_keys, deltas @ W_x[:, :n_y], State(dh, dc)
