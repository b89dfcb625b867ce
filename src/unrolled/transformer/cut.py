"""A block in its parts, and what becomes of a token when one of them is cut.

With every part in place the last stage is what `block` gives.
Notebook: book/transformer.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.attention.heads import multi_head, multi_head_back
from unrolled.core.door import check_array, check_choice
from unrolled.core.shapes import Array, Float
from unrolled.transformer.block import Block, fitting
from unrolled.transformer.feed_forward import feed_forward, feed_forward_back
from unrolled.transformer.norm import layer_norm, layer_norm_back

CUTS = ("nothing", "attention", "river 1", "feed-forward", "river 2", "norms")


class Stages(NamedTuple):
    """Every token after each part; A, q, k, v and the hidden layer are those of the parts."""

    x: Float[Array, "N d"]
    q: Float[Array, "n_H N d_k"]
    k: Float[Array, "n_H N d_k"]
    v: Float[Array, "n_H N d_k"]
    A: Float[Array, "n_H N N"]
    mixed: Float[Array, "N d"]  # the heads' outputs, side by side
    added_1: Float[Array, "N d"]  # W_O times that
    sum_1: Float[Array, "N d"]
    norm_1: Float[Array, "N d"]
    hidden: Float[Array, "N d_ff"]
    added_2: Float[Array, "N d"]
    sum_2: Float[Array, "N d"]
    norm_2: Float[Array, "N d"]


def through(p: Block, X: Float[Array, "N d"], cut: str = "nothing") -> Stages:
    """X through a post-norm block with ReLU, stage by stage, with one part cut.

    eq-transformer-post. "river 1" and "river 2" are the residual connections: what they carry is
    left out of the sum. Without "norms" a sum goes on as it is.
    """
    return _ways(p, X, cut)[0]


def follows(p: Block, X: Float[Array, "N d"], cut: str = "nothing") -> Float[Array, "N N"]:
    """How much each output token (row) depends on each input token: ‖∂x_out/∂x_in‖.

    The Frobenius norm, from one step back for each number of the output.
    """
    stages, back = _ways(p, X, cut)
    N, d = stages.x.shape
    J = np.array([back(one) for one in np.eye(N * d).reshape(-1, N, d)])
    return np.linalg.norm(J.reshape(N, d, N, d), axis=(1, 3))


def _ways(p: Block, X: Array, cut: str) -> tuple:
    p = fitting("p", p)
    cut = check_choice("cut", cut, CUTS)
    X = check_array("X", X, "N d", d=len(p.norm_1.gain))

    def open_(name: str) -> float:
        return float(cut != name)

    normed = cut != "norms"
    added_1, heads = multi_head(p.heads, X)
    sum_1 = open_("river 1") * X + open_("attention") * added_1
    norm_1, kept_1 = layer_norm(p.norm_1, sum_1) if normed else (sum_1, None)
    added_2, fed = feed_forward(p.feed, norm_1)
    sum_2 = open_("river 2") * norm_1 + open_("feed-forward") * added_2
    norm_2, kept_2 = layer_norm(p.norm_2, sum_2) if normed else (sum_2, None)

    def back(d: Array) -> Array:
        d = layer_norm_back(p.norm_2, kept_2, d)[1] if normed else d
        by_feed = feed_forward_back(p.feed, fed, open_("feed-forward") * d)[1]
        d = open_("river 2") * d + by_feed
        d = layer_norm_back(p.norm_1, kept_1, d)[1] if normed else d
        _, as_query, as_key = multi_head_back(p.heads, heads, open_("attention") * d)
        return open_("river 1") * d + as_query + as_key

    q, k, v, A = heads.Q, heads.K, heads.V, heads.A
    parts = (added_1, sum_1, norm_1, fed.h, added_2, sum_2, norm_2)
    return Stages(X, q, k, v, A, heads.Z, *parts), back
