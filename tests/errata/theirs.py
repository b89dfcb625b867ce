"""What the documents compute, in their letters, on one drawn network, for several chapters."""

import numpy as np
import torch
from torch.nn.functional import layer_norm

from unrolled.bptt.paths import paths
from unrolled.core.unroll import unroll
from unrolled.errata.settings import drawn, immediate
from unrolled.rnn import cell as rnn
from unrolled.rnn.readout import readout

S = drawn(7, T=4)
(W_xh, W_hh, b_h), (W_ho, b_o) = S.model
H = S.h0
X = S.xs[0]
STATES, CACHES = unroll(rnn.CELL, S.model.cell, S.xs, S.h0)
ZS = readout(S.model.readout, STATES)
NET = W_xh @ X + W_hh @ H + b_h


def their_jacobian(t):
    """diag(σ′(a_t)) U."""
    return np.diag(1 - STATES[t] ** 2) @ W_hh


def their_deltas():
    """δ_t of the slides, for the sum of the losses."""
    found = [np.zeros(6)]
    for t in range(3, -1, -1):
        found.insert(0, (1 - STATES[t] ** 2) * (immediate(S)[t] + W_hh.T @ found[0]))
    return np.array(found[:4])


def their_gradient():
    """Σ_t δ_t h_{t-1}ᵀ."""
    before = np.vstack([H, STATES[:-1]])
    return sum(np.outer(d, h) for d, h in zip(their_deltas(), before, strict=True))


def path_table():
    """Every path of the gradient, by loss and by step."""
    return paths(rnn.CELL, S.model.cell, CACHES, immediate(S))


def their_path(t, i):
    """(∂L_t/∂h_t) (∂h_t/∂h_i) (∂⁺h_i/∂W_hh), counting from 0."""
    row = immediate(S)[t]
    for j in range(t, i, -1):
        row = row @ their_jacobian(j)
    before = np.vstack([H, STATES[:-1]])[i]
    return np.outer(row * (1 - STATES[i] ** 2), before)


def their_softmax():
    """e^{o_i} / Σ_j e^{o_j}, step by step."""
    e = np.exp(ZS)
    return e / e.sum(axis=1, keepdims=True)


def their_gate(p, h=H):
    """W_x x_t + W_h h_{t-1} + b of one gate, row by row."""
    rows = zip(p.W_x, p.W_h, p.b, strict=True)
    return np.array([sum(w * X) + sum(u * h) + b for w, u, b in rows])


def their_sigma(p):
    return 1 / (1 + np.exp(-their_gate(p)))


def their_norm(M):
    """LayerNorm of each column, whose axis the article does not say, with PyTorch's epsilon."""
    rows = layer_norm(torch.from_numpy(M.T.copy()), (len(M),), eps=1e-5)
    return rows.numpy().T
