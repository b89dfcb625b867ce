"""The documents' equations in their own letters, beside the functions that cite our labels."""

import inspect
from functools import cache

import numpy as np
import torch
from torch.nn.functional import layer_norm

from unrolled.attention import attend, score
from unrolled.backprop.backward import hidden_error, layer_gradient, output_error
from unrolled.bert import model
from unrolled.bert.weights import Embeddings
from unrolled.bptt.jacobians import jacobians
from unrolled.bptt.paths import backward_terms, forward_terms, paths
from unrolled.core import losses
from unrolled.core.activations import softmax
from unrolled.core.unroll import unroll
from unrolled.errata import displayed
from unrolled.errata.settings import drawn, immediate
from unrolled.gradients.products import products
from unrolled.gru import cell as gru
from unrolled.lstm import cell as lstm
from unrolled.lstm import gate
from unrolled.mlp import network
from unrolled.remedies.shortcuts import leaky, residual
from unrolled.rnn import cell as rnn
from unrolled.rnn.readout import readout, readout_back
from unrolled.transformer import block, feed_forward, norm
from unrolled.transformer.norm import new_norm
from unrolled.truncation.weights import late_losses, weighted

S = drawn(7, T=4)
(W_xh, W_hh, b_h), (W_ho, b_o) = S.model
H = S.h0
X = S.xs[0]
STATES, CACHES = unroll(rnn.CELL, S.model.cell, S.xs, S.h0)
ZS = readout(S.model.readout, STATES)
NET = W_xh @ X + W_hh @ H + b_h


def states(f):
    """Every state, one from the other."""
    h, found = H, []
    for x in S.xs:
        h = f(x, h)
        found.append(h)
    return np.array(found)


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


def table():
    return paths(rnn.CELL, S.model.cell, CACHES, immediate(S))


def their_path(t, i):
    """(∂L_t/∂h_t) (∂h_t/∂h_i) (∂⁺h_i/∂W_hh), counting from 0."""
    row = immediate(S)[t]
    for j in range(t, i, -1):
        row = row @ their_jacobian(j)
    before = np.vstack([H, STATES[:-1]])[i]
    return np.outer(row * (1 - STATES[i] ** 2), before)


def their_softmax():
    e = np.exp(ZS)
    return e / e.sum(axis=1, keepdims=True)


W2, D2, H1 = np.linspace(-1, 1, 10).reshape(2, 5), np.array([0.3, -0.8]), np.tanh(np.arange(5.0))


def their_error_back():
    """((W²)ᵀ δ²) ⊙ φ′(z¹)."""
    return W2.T @ D2 * (1 - H1**2)


G = lstm.random_lstm(np.random.default_rng(2), 3, 6)
R = gru.random_gru(np.random.default_rng(3), 3, 6)
C = np.linspace(-1, 1, 6)
THEN, KEPT = lstm.lstm_step(G, X, lstm.State(H, C))


def their_gate(p, h=H):
    """W_x x_t + W_h h_{t-1} + b of one gate, row by row."""
    rows = zip(p.W_x, p.W_h, p.b, strict=True)
    return np.array([sum(w * X) + sum(u * h) + b for w, u, b in rows])


def their_sigma(p):
    return 1 / (1 + np.exp(-their_gate(p)))


def their_cell():
    return their_sigma(G.f) * C + their_sigma(G.i) * np.tanh(their_gate(G.c))


def their_new():
    """The candidate of the GRU, reset before the product."""
    return np.tanh(their_gate(R.h, their_sigma(R.r) * H))


def their_cell_error():
    """The two contributions to the gradient of c_t, for one of 1 at h_t and of C at c_t."""
    return their_sigma(G.o) * (1 - np.tanh(their_cell()) ** 2) + C


B = block.random_block(np.random.default_rng(4), 2, 6, 5)
TOKENS = np.random.default_rng(5).normal(size=(6, 3))  # columns, as the article has them


def their_norm(M):
    """LayerNorm of each column, whose axis the article does not say, with PyTorch's epsilon."""
    rows = layer_norm(torch.from_numpy(M.T.copy()), (len(M),), eps=1e-5)
    return rows.numpy().T


def their_network(M):
    """Two layers for each column, the last one linear."""
    hidden = np.maximum(B.feed.W_1 @ M + B.feed.b_1[:, None], 0)
    return B.feed.W_2 @ hidden + B.feed.b_2[:, None]


def their_block():
    """Two stages, each with a sum and a norm."""
    mixed = []
    for W_Q, W_K, W_V in zip(*B.heads[:3], strict=True):
        A = np.exp((W_K @ TOKENS).T @ (W_Q @ TOKENS) / 3**0.5)
        mixed.append(W_V @ TOKENS @ (A / A.sum(axis=0)))
    between = their_norm(TOKENS + B.heads.W_O @ np.concatenate(mixed))
    return their_norm(between + their_network(between))


TABLES = np.random.default_rng(6).normal(size=(3, 6, 9))  # tokens, segments, places: a column each


def their_embedding():
    """W_tok e_t + W_seg e_s + W_pos e_p for three tokens, and LayerNorm; as rows."""
    columns = zip((5, 0, 2), (0, 0, 1), (0, 1, 2), strict=True)
    sums = [sum(T[:, k] for T, k in zip(TABLES, one, strict=True)) for one in columns]
    return their_norm(np.array(sums).T).T


SCORES = np.random.default_rng(4).normal(size=(3, 5))


def weighed():
    """softmax(QKᵀ/√d), row by row."""
    E = np.exp([[q @ k / 5**0.5 for k in SCORES] for q in SCORES[:2]])
    return E / E.sum(axis=1, keepdims=True)


def stepped_back():
    return lstm.lstm_step_back(G, KEPT, lstm.State(np.ones(6), C))


HELD = {
    "eq-mlp-neuron": (network.neuron, lambda: (
        np.tanh(sum(w * x for w, x in zip(W_xh[0], X, strict=True)) + b_h[0]),
        network.neuron(W_xh[0], b_h[0], X))),
    "eq-backprop-output": (output_error, lambda: (
        D2 * np.array([0.5, 0.7]), output_error(D2, np.array([0.5, 0.7])))),
    "eq-backprop-hidden": (hidden_error, lambda: (
        their_error_back(), hidden_error(W2, D2, 1 - H1**2))),
    "eq-backprop-bias": (layer_gradient, lambda: (D2, layer_gradient(D2, H1).b)),
    "eq-backprop-weights": (layer_gradient, lambda: (
        np.outer(D2, H1), layer_gradient(D2, H1).W)),
    "eq-rnn-preactivation": (rnn.preactivation, lambda: (
        b_h + W_hh @ H + W_xh @ X, rnn.preactivation(S.model.cell, X, H))),
    "eq-rnn-state": (rnn.rnn_step, lambda: (
        np.tanh(NET), rnn.rnn_step(S.model.cell, X, H)[0])),
    "eq-rnn-logits": (readout, lambda: (
        np.array([b_o + W_ho @ h for h in STATES]), readout(S.model.readout, STATES))),
    "eq-mlp-softmax": (softmax, lambda: (their_softmax(), softmax(ZS))),
    "eq-rnn-mean-loss": (losses, lambda: (
        sum(-np.log(p @ y) for p, y in zip(their_softmax(), S.ys, strict=True)) / 4,
        losses.mean_loss(losses.CROSS_ENTROPY, ZS, S.ys))),
    "eq-language-models-perplexity": (losses.perplexity, lambda: (
        np.exp(2.5), losses.perplexity(2.5))),
    "eq-bptt-output-error": (losses.cross_entropy_back, lambda: (
        their_softmax() - S.ys, losses.cross_entropy_back(ZS, S.ys))),
    "eq-bptt-output-weights": (readout_back, lambda: (
        sum(np.outer(p - y, h) for p, y, h in zip(their_softmax(), S.ys, STATES, strict=True)),
        readout_back(S.model.readout, STATES, their_softmax() - S.ys)[0].W_yh)),
    "eq-bptt-jacobian": (jacobians, lambda: (
        np.array([their_jacobian(t) for t in range(4)]),
        jacobians(rnn.CELL, S.model.cell, CACHES))),
    "eq-gradients-product": (products, lambda: (
        their_jacobian(3) @ their_jacobian(2) @ their_jacobian(1) @ their_jacobian(0),
        products(jacobians(rnn.CELL, S.model.cell, CACHES))[-1])),
    "eq-bptt-delta": (rnn.rnn_step_back, lambda: (
        their_deltas()[0], rnn.rnn_step_back(
            S.model.cell, rnn.StepCache(X, H, STATES[0]),
            immediate(S)[0] + W_hh.T @ their_deltas()[1])[0].b_h)),
    "eq-bptt-paths": (paths, lambda: (
        np.array([[their_path(t, i) if i <= t else 0 * W_hh for i in range(4)] for t in range(4)]),
        table().W_hh)),
    "eq-bptt-forward": (forward_terms, lambda: (
        np.array([sum(their_path(t, i) for i in range(t + 1)) for t in range(4)]),
        forward_terms(table()).W_hh)),
    "eq-bptt-backward": (backward_terms, lambda: (
        np.array([sum(their_path(t, i) for t in range(i, 4)) for i in range(4)]),
        backward_terms(table()).W_hh)),
    "eq-truncation-misprint": (late_losses, lambda: (
        sum(their_path(t, i) for t in (2, 3) for i in range(t + 1)),
        weighted(table(), late_losses(4, 2)).W_hh)),
    "eq-remedies-leaky": (leaky, lambda: (
        states(lambda x, h: 0.7 * h + 0.3 * np.tanh(W_xh @ x + W_hh @ h + b_h)),
        unroll(leaky(0.7), S.model.cell, S.xs, H)[0])),
    "eq-remedies-residual": (residual, lambda: (
        states(lambda x, h: h + np.tanh(W_hh @ h + W_xh @ x + b_h)),
        unroll(residual(), S.model.cell, S.xs, H)[0])),
    "eq-lstm-sums": (gate.sums, lambda: (their_gate(G.o), gate.sums(G.o, X, H))),
    "eq-lstm-gates": (lstm.valves, lambda: (
        np.array([their_sigma(p) for p in (G.i, G.f, G.o)]), np.array(lstm.valves(G, X, H)[:3]))),
    "eq-lstm-candidate": (lstm.valves, lambda: (
        np.tanh(their_gate(G.c)), lstm.valves(G, X, H).c)),
    "eq-lstm-cell": (lstm.lstm_step, lambda: (their_cell(), THEN.c)),
    "eq-lstm-state": (lstm.lstm_step, lambda: (their_sigma(G.o) * np.tanh(their_cell()), THEN.h)),
    "eq-lstm-back": (lstm.lstm_step_back, lambda: (
        their_cell_error() * their_sigma(G.f), stepped_back()[2].c)),
    "eq-lstm-deltas": (lstm.lstm_step_back, lambda: (
        np.tanh(their_cell()) * their_sigma(G.o) * (1 - their_sigma(G.o)),
        stepped_back()[0].o.b)),
    "eq-gru-update": (gru.gru_step, lambda: (their_sigma(R.u), gru.gru_step(R, X, H)[1].u)),
    "eq-gru-reset": (gru.gru_step, lambda: (their_sigma(R.r), gru.gru_step(R, X, H)[1].r)),
    "eq-gru-candidate": (gru.gru_step, lambda: (their_new(), gru.gru_step(R, X, H)[1].new)),
    "eq-gru-state": (gru.gru_step, lambda: (
        (1 - their_sigma(R.u)) * H + their_sigma(R.u) * their_new(), gru.gru_step(R, X, H)[0])),
    "eq-transformer-norm": (norm.layer_norm, lambda: (
        their_norm(TOKENS), norm.layer_norm(B.norm_1, TOKENS.T)[0].T)),
    "eq-transformer-ffn": (feed_forward.feed_forward, lambda: (
        their_network(TOKENS), feed_forward.feed_forward(B.feed, TOKENS.T)[0].T)),
    "eq-transformer-post": (block.block, lambda: (
        their_block(), block.block(B, TOKENS.T)[0].T)),
    "eq-bert-embedding": (model.embed, lambda: (
        their_embedding(), model.embed(
            Embeddings(TABLES[0].T, TABLES[2].T, TABLES[1].T, new_norm(6)),
            np.array([5, 0, 2]), np.array([0, 0, 1]), 1e-5))),
    "eq-attention-weights": (attend.weights, lambda: (
        np.exp(SCORES) / np.exp(SCORES).sum(axis=1, keepdims=True), attend.weights(SCORES))),
    "eq-attention-dot": (score.dot, lambda: (
        np.array([[q @ k for k in SCORES] for q in SCORES[:2]]), score.dot(SCORES[:2], SCORES))),
    "eq-attention-scaled": (score.scaled, lambda: (
        np.array([[q @ k / 5**0.5 for k in SCORES] for q in SCORES[:2]]),
        score.scaled(SCORES[:2], SCORES))),
    "eq-attention-output": (attend.attend, lambda: (
        weighed() @ SCORES[:, :4], attend.attend(SCORES[:2], SCORES, SCORES[:, :4])[0])),
    "eq-errata-double-sum": (displayed.double_sum, lambda: (
        their_gradient(), displayed.double_sum(S))),
    "eq-errata-expansion": (displayed.expansion, lambda: (
        their_deltas()[1], displayed.expansion(S, 2))),
}  # fmt: skip


@cache
def both(label):
    """The document's value and the package's."""
    return HELD[label][1]()


def cites(function, label):
    """Whether its docstring, or that of its module, names the label, or its old name."""
    module = inspect.getmodule(function)
    text = (inspect.getdoc(function) or "") + (inspect.getdoc(module) or "")
    return label in text


def near(theirs, ours):
    theirs, ours = np.asarray(theirs), np.asarray(ours)
    return theirs.shape == ours.shape and bool(np.abs(theirs - ours).max() < 1e-11)
