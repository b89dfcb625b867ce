"""Cells and blocks for a tape to hold: plain functions of arrays, those of later chapters too."""

import numpy as np

from unrolled.bptt.backward_graph import scaled
from unrolled.core import activations
from unrolled.core.activations import logistic, softmax
from unrolled.rnn import demo as network

NUMBERS = np.random.default_rng(1)


def drawn(like, scale=1.0):
    """Normal numbers in the shapes of `like`, under the same names."""
    return {name: NUMBERS.normal(0, scale, np.shape(value)) for name, value in like.items()}


def shapes(**sizes):
    return drawn({name: np.empty(size) for name, size in sizes.items()}, 0.7)


def lstm(W, U, b, x, h, c, dh, dc):
    """One step of an LSTM, and the same step read backwards."""
    i, f, o, g = np.split(W @ x + U @ h + b, 4)
    i = logistic(i)
    f = logistic(f)
    o = logistic(o)
    g = np.tanh(g)
    c_next = f * c + i * g
    tanh_c = np.tanh(c_next)
    dc_all = dc + dh * o * (1 - tanh_c**2)
    da = [dc_all * g * i * (1 - i), dc_all * c * f * (1 - f), dh * tanh_c * o * (1 - o)]
    da = np.concatenate([*da, dc_all * i * (1 - g * g)])
    return {
        "i": i,
        "f": f,
        "o": o,
        "g": g,
        "c_next": c_next,
        "h_next": o * tanh_c,
        "da": da,
        "dW": np.outer(da, x),
        "dU": np.outer(da, h),
        "dx": W.T @ da,
        "dh_prev": da @ U,
        "dc_prev": dc_all * f,
    }


def gru(W, U, b, x, h):
    """One step of a GRU, reset before the product."""
    u, r = logistic(W[0] @ x + U[0] @ h + b[0]), logistic(W[1] @ x + U[1] @ h + b[1])
    new = np.tanh(W[2] @ x + U[2] @ (r * h) + b[2])
    return {"u": u, "r": r, "new": new, "h_next": u * new + (1 - u) * h}


def attention(X, W_q, W_k, W_v):
    """One head; rows are tokens."""
    Q, K, V = X @ W_q.T, X @ W_k.T, X @ W_v.T
    A = softmax(Q @ K.T / np.sqrt(Q.shape[-1]))
    return {"Q": Q, "K": K, "V": V, "A": A, "Y": A @ V}


def normed(X, gain, bias):
    """LayerNorm of every row."""
    apart = X - X.mean(axis=-1, keepdims=True)
    return gain * apart / np.sqrt(np.var(X, axis=-1, keepdims=True) + 1e-5) + bias


def encoder(X, W_q, W_k, W_v, W_o, gain, bias, W1, b1, W2):
    """One block: attention and a ReLU network, each after a LayerNorm and with its shortcut."""
    heard = attention(normed(X, gain, bias), W_q, W_k, W_v)["Y"] @ W_o.T
    middle = X + heard
    inner = np.maximum(normed(middle, gain, bias) @ W1.T + b1, 0)
    return {"middle": middle, "inner": inner, "Y": middle + inner @ W2.T}


def residual(h, W, b):
    """A residual layer and its way back for dh = 1; then two Euler steps of the same field."""
    a = np.matvec(W, h) + b
    h_next = h + activations.RELU.of(a)
    slope = activations.RELU.slope(a, h_next)
    path = [h]
    for _ in range(2):
        path.append(path[-1] + 0.1 * np.tanh(W @ path[-1] + b))
    return {"h_next": h_next, "dh": 1 + slope @ W, "slope": slope, "path": np.stack(path)}


def choices(a, b, cut, W_hh):
    """np.where: of the package, of a leaky ReLU, and by every comparison of 0s and 1s."""
    cell = network.MODEL.cell._replace(W_hh=W_hh)
    up = a > 0
    on = b > 0
    asked = (np.less, np.less_equal, np.greater, np.greater_equal, np.equal, np.not_equal)
    return {
        "W": scaled(network.MODEL._replace(cell=cell), np.where(cut > 0, 0, 1)).cell.W_hh,
        "h": np.where(up, a, 0.1 * a),
        "min": a.min(),
        "least": np.minimum(a, b),
        "cube": a**3,
        **{f.__name__: f(up, on) * 1.0 for f in asked},
    }


BLOCKS = [
    (lstm, shapes(W=(12, 2), U=(12, 3), b=12, x=2, h=3, c=3, dh=3, dc=3)),
    (gru, shapes(W=(3, 4, 2), U=(3, 4, 4), b=(3, 4), x=2, h=4)),
    (attention, shapes(X=(3, 4), W_q=(2, 4), W_k=(2, 4), W_v=(5, 4))),
    (encoder, shapes(X=(3, 4), W_q=(2, 4), W_k=(2, 4), W_v=(5, 4), W_o=(4, 5), gain=4, bias=4,
                     W1=(6, 4), b1=6, W2=(4, 6))),
    (residual, shapes(h=3, W=(3, 3), b=3)),
    (choices, shapes(a=4, b=4, cut=(2, 2), W_hh=(2, 2))),
]  # fmt: skip
