"""The network that every token goes through alone: wide, then linear.

FFN(x) = W_2 φ(W_1 x + b_1) + b_2                                          eq-transformer-ffn
Notebook: book/transformer.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.activations import RELU, Activation, check_activation
from unrolled.core.door import check_array, check_generator, check_whole
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float, outer, total
from unrolled.transformer import fast


class FeedForward(NamedTuple):
    """Two layers, of which the first is d_ff wide. Its gradient is another FeedForward."""

    W_1: Float[Array, "d_ff d"]
    b_1: Float[Array, " d_ff"]
    W_2: Float[Array, "d d_ff"]
    b_2: Float[Array, " d"]


class Cache(NamedTuple):
    """What the step back must remember; a and h have a row for each token."""

    X: Float[Array, "*B d"]
    a: Float[Array, "N d_ff"]  # W_1 x + b_1
    h: Float[Array, "N d_ff"]  # φ(a)


def feed_forward(
    p: FeedForward, X: Float[Array, "*B d"], phi: Activation = RELU
) -> tuple[Float[Array, "*B d"], Cache]:
    """W_2 φ(W_1 x + b_1) + b_2, the same for every token; no activation at the end.

    eq-transformer-ffn (Vaswani et al. 2017: ReLU; BERT: GELU)
    """
    p = fitting("p", p)
    X = check_array("X", X, "*B d", d=len(p.b_2))
    Y, kept = fast.fed(p, X, check_activation("phi", phi))
    return Y, Cache(X, *kept)


def feed_forward_back(
    p: FeedForward, cache: Cache, dY: Float[Array, "*B d"], phi: Activation = RELU
) -> tuple[FeedForward, Float[Array, "*B d"]]:
    """Gradients of the weights and of the tokens."""
    p = fitting("p", p)
    check_fields("cache", cache, Cache, ", which the step returns last")
    d_ff, d = p.W_1.shape
    X = check_array("cache.X", cache.X, "*B d", d=d)
    N = X.size // d
    a, h = (check_array(f"cache.{k}", getattr(cache, k), "N d_ff", N=N, d_ff=d_ff) for k in "ah")
    dY = check_array("dY", dY, "*B d", B=X.shape[:-1], d=d).reshape(-1, d)
    da = (dY @ p.W_2) * check_activation("phi", phi).slope(a, h)
    found = FeedForward(outer(da, X.reshape(-1, d)), total(da), outer(dY, h), total(dY))
    return found, (da @ p.W_1).reshape(X.shape)


def fitting(name: str, p: object, **sizes: int) -> FeedForward:
    """Weights whose shapes fit each other, or ValueError that names the one that does not."""
    check_fields(name, p, FeedForward)
    d_ff, d = check_array(f"{name}.W_1", p.W_1, "d_ff d", **sizes).shape
    shapes = ("d_ff d", "d_ff", "d d_ff", "d")
    triples = zip(FeedForward._fields, p, shapes, strict=True)
    return FeedForward(*(check_array(f"{name}.{k}", w, s, d_ff=d_ff, d=d) for k, w, s in triples))


def random_feed_forward(rng: np.random.Generator, d: int, d_ff: int) -> FeedForward:
    """Weights drawn from N(0, 1/fan-in), biases 0."""
    rng = check_generator("rng", rng)
    d = check_whole("d", d, 1)
    d_ff = check_whole("d_ff", d_ff, 1)
    W_1, W_2 = rng.normal(0, d**-0.5, (d_ff, d)), rng.normal(0, d_ff**-0.5, (d, d_ff))
    return FeedForward(W_1, np.zeros(d_ff), W_2, np.zeros(d))
