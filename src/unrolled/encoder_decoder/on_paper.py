"""One look on paper: the slopes of attention weights, and the gradient across the bridge, in SymPy.

Three states of two numbers each. Differences are returned: 0 where the book's formula is right.
Notebook: book/encoder_decoder.ipynb
"""

import sympy as sp

N = 3  # states of the encoder
S = sp.symbols(f"s1:{N + 1}", real=True)  # their scores
H = sp.Matrix(N, 2, sp.symbols(f"h1:{2 * N + 1}", real=True))  # a state in each row
G = sp.Matrix(sp.symbols("g1:3", real=True))  # the gradient that reaches the average


def weights(scores: tuple) -> list[sp.Expr]:
    """The softmax of the scores."""
    powers = [sp.exp(s) for s in scores]
    return [power / sum(powers) for power in powers]


def softmax_slopes() -> list[sp.Expr]:
    """∂α_k/∂s_j - α_k (1[k = j] - α_j) for all k and j.        eq-encoder-decoder-score-back"""
    alpha = weights(S)
    return [
        sp.simplify(sp.diff(alpha[k], S[j]) - alpha[k] * (int(k == j) - alpha[j]))
        for k in range(N)
        for j in range(N)
    ]


def score_gradients() -> list[sp.Expr]:
    """∂(gᵀr)/∂s_j - α_j (h_j - r)ᵀg for all j.                  eq-encoder-decoder-score-back"""
    alpha = weights(S)
    r = H.T * sp.Matrix(alpha)
    loss = G.dot(r)
    return [sp.simplify(sp.diff(loss, S[j]) - alpha[j] * (H.row(j).T - r).dot(G)) for j in range(N)]


def bridge_gradients() -> list[sp.Expr]:
    """∂(gᵀr)/∂h_j - (α_j g + ∇_{s_j} ∂s_j/∂h_j), the score being any function of its state.

    eq-encoder-decoder-back
    """
    score = sp.Function("score")
    alpha = weights(tuple(score(*H.row(j)) for j in range(N)))
    r = H.T * sp.Matrix(alpha)
    loss = G.dot(r)
    found = []
    for j in range(N):
        by_score = alpha[j] * (H.row(j).T - r).dot(G)
        for n, h in enumerate(H.row(j)):
            told = alpha[j] * G[n] + by_score * sp.diff(score(*H.row(j)), h)
            found.append(sp.simplify(sp.diff(loss, h) - told))
    return found


def hidden_layer_slopes() -> list[sp.Expr]:
    """∂s/∂h - W_kᵀ (w ⊙ (1 - τ²)) of an additive score, τ its hidden layer.

    eq-encoder-decoder-back
    """
    asked, w = (sp.Matrix(sp.symbols(f"{name}1:3", real=True)) for name in ("q", "w"))
    W_k = sp.Matrix(2, 2, sp.symbols("k1:5", real=True))
    h = H.row(0).T
    tau = (asked + W_k * h).applyfunc(sp.tanh)
    slopes = sp.Matrix([w[n] * (1 - tau[n] ** 2) for n in range(2)])
    found = sp.Matrix([sp.diff(w.dot(tau), one) for one in h])
    return [sp.simplify(gap) for gap in found - W_k.T * slopes]
