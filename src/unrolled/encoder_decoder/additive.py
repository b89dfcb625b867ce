"""Additive scores: a small network with one hidden layer says how well a key answers a query.

s_ij = wᵀ tanh(W_q q_i + W_k k_j + b)            eq-encoder-decoder-attend, eq-attention-additive
Rows are queries, columns are keys. Queries and keys may differ in size.
Notebook: book/encoder_decoder.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.door import check_array, check_generator, check_whole
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float, outer, total


class Additive(NamedTuple):
    """Weights of a score that has a hidden layer of its own, of n_a units."""

    W_q: Float[Array, "n_a n_q"]
    W_k: Float[Array, "n_a n_k"]
    b: Float[Array, " n_a"]
    w: Float[Array, " n_a"]


def additive(
    p: Additive, Q: Float[Array, "*B N_q n_q"], K: Float[Array, "*B N_k n_k"]
) -> tuple[Float[Array, "*B N_q N_k"], Float[Array, "*B N_q N_k n_a"]]:
    """wᵀ tanh(W_q q + W_k k + b) of every query and key, and the hidden layer's values.

    eq-encoder-decoder-attend, eq-attention-additive (Bahdanau, Cho and Bengio 2015)
    """
    return scores(*_fitting(p, Q, K))


def additive_back(
    p: Additive,
    Q: Float[Array, "*B N_q n_q"],
    K: Float[Array, "*B N_k n_k"],
    hidden: Float[Array, "*B N_q N_k n_a"],
    dS: Float[Array, "*B N_q N_k"],
) -> tuple[Additive, Float[Array, "*B N_q n_q"], Float[Array, "*B N_k n_k"]]:
    """Gradients of the weights, the queries and the keys from dS = ∇_S 𝓛.

    Raises ValueError for what does not fit, and for hidden values that no tanh has.
    """
    p, Q, K = _fitting(p, Q, K)
    sizes = {"B": Q.shape[:-2], "N_q": Q.shape[-2], "N_k": K.shape[-2], "n_a": len(p.w)}
    hidden = check_array("hidden", hidden, "*B N_q N_k n_a", **sizes)
    if (most := np.abs(hidden).max()) > 1:
        raise ValueError(f"hidden: got {most}, expected values of tanh, from -1 to 1")
    dS = check_array("dS", dS, "*B N_q N_k", **sizes)
    return scores_back(p, Q, K, hidden, dS)


def scores(p: Additive, Q: Array, K: Array) -> tuple[Array, Array]:
    """The same, of arrays that fit.             eq-encoder-decoder-attend, eq-attention-additive"""
    asked, answered = np.matvec(p.W_q, Q), np.matvec(p.W_k, K)
    hidden = np.tanh(asked[..., :, None, :] + answered[..., None, :, :] + p.b)
    return hidden @ p.w, hidden


def scores_back(
    p: Additive, Q: Array, K: Array, hidden: Array, dS: Array
) -> tuple[Additive, Array, Array]:
    """Gradients of weights, queries and keys, of arrays that fit.        eq-encoder-decoder-back"""
    da = dS[..., None] * p.w * (1 - hidden * hidden)
    of_query, of_key = da.sum(axis=-2), da.sum(axis=-3)
    dw = total(dS[..., None] * hidden)
    dp = Additive(outer(of_query, Q), outer(of_key, K), total(da), dw)
    return dp, of_query @ p.W_q, of_key @ p.W_k


def random_additive(rng: np.random.Generator, n_q: int, n_k: int, n_a: int) -> Additive:
    """Weights drawn from N(0, 1/fan-in), the bias 0."""
    rng = check_generator("rng", rng)
    n_a = check_whole("n_a", n_a, 1)
    W_q, W_k = (
        rng.normal(0, n**-0.5, (n_a, n))
        for n in (check_whole("n_q", n_q, 1), check_whole("n_k", n_k, 1))
    )
    return Additive(W_q, W_k, np.zeros(n_a), rng.normal(0, n_a**-0.5, n_a))


def check_additive(p: object, name: str = "p", **sizes: int) -> Additive:
    """Weights of an additive score that fit each other, or ValueError.

    `sizes` fixes some of n_q, n_k and n_a.
    """
    check_fields(name, p, Additive)
    w = check_array(f"{name}.w", p.w, "n_a", **sizes)
    sizes = {**sizes, "n_a": len(w)}
    W_q = check_array(f"{name}.W_q", p.W_q, "n_a n_q", **sizes)
    W_k = check_array(f"{name}.W_k", p.W_k, "n_a n_k", **sizes)
    return Additive(W_q, W_k, check_array(f"{name}.b", p.b, "n_a", **sizes), w)


def _fitting(p: object, Q: object, K: object) -> tuple[Additive, Array, Array]:
    p = check_additive(p)
    Q = check_array("Q", Q, "*B N_q n_q", n_q=p.W_q.shape[1])
    return p, Q, check_array("K", K, "*B N_k n_k", B=Q.shape[:-2], n_k=p.W_k.shape[1])
