"""Several heads: each with queries, keys and values of its own, joined by one matrix.

Q_m = X W_Q,mᵀ,  K_m = X W_K,mᵀ,  V_m = X W_V,mᵀ                        eq-attention-projections
MHA(X) = [Y_1 … Y_{n_H}] W_Oᵀ + b_O                                           eq-attention-heads
Notebook: book/attention.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.attention import fast
from unrolled.attention.mask import seen
from unrolled.core.door import check_array, check_generator, check_whole
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Bool, Float, outer, total


class MultiHead(NamedTuple):
    """Weights of n_H heads, one after the other along the first axis. Its gradient is another."""

    W_Q: Float[Array, "n_H d_k d"]
    W_K: Float[Array, "n_H d_k d_m"]
    W_V: Float[Array, "n_H d_v d_m"]
    W_O: Float[Array, "d d_H"]  # d_H = n_H d_v
    b_Q: Float[Array, "n_H d_k"]
    b_K: Float[Array, "n_H d_k"]
    b_V: Float[Array, "n_H d_v"]
    b_O: Float[Array, " d"]


class Cache(NamedTuple):
    """What one step back must remember; A holds the weights of every head."""

    X: Float[Array, "*B N d"]
    memory: Float[Array, "*B M d_m"]
    Q: Float[Array, "*B n_H N d_k"]
    K: Float[Array, "*B n_H M d_k"]
    V: Float[Array, "*B n_H M d_v"]
    A: Float[Array, "*B n_H N M"]
    Z: Float[Array, "*B N d_H"]


def multi_head(
    p: MultiHead,
    X: Float[Array, "*B N d"],
    memory: Float[Array, "*B M d_m"] | None = None,
    mask: Bool[Array, "..."] | None = None,
) -> tuple[Float[Array, "*B N d"], Cache]:
    """W_O times the heads' outputs, one above the other.                    eq-attention-heads

    Queries come from X; keys and values from `memory`, or from X itself (self-attention).
    A mask that stretches to (*B, N, M) holds for every head. Raises ValueError for shapes that do
    not fit each other and for a mask that hides everything.
    """
    p = fitting(p)
    X = check_array("X", X, "*B N d", d=p.W_Q.shape[-1])
    sizes = {"B": X.shape[:-2], "d_m": p.W_K.shape[-1]}
    memory = check_array("memory", X if memory is None else memory, "*B M d_m", **sizes)
    mask = seen(mask, (*X.shape[:-1], memory.shape[-2]))
    mask = mask[..., None, :, :] if mask is not None and mask.ndim > 2 else mask
    Y, cache = fast.heads(p, X, memory, mask)
    return Y, Cache(X, memory, *cache)


def multi_head_back(
    p: MultiHead, cache: Cache, dY: Float[Array, "*B N d"]
) -> tuple[MultiHead, Float[Array, "*B N d"], Float[Array, "*B M d_m"]]:
    """Gradients of the weights, of X as queries, and of what keys and values were made of.

    In self-attention the gradient of X is the sum of the last two.           eq-attention-back
    """
    p = fitting(p)
    X, memory, Q, K, V, A, Z = kept(p, cache)
    dY = check_array("dY", dY, "*B N d", B=X.shape[:-2], N=X.shape[-2], d=len(p.b_O))
    dZ = (dY @ p.W_O).reshape(*X.shape[:-1], *p.b_V.shape).swapaxes(-2, -3)
    dQ, dK, dV = map(fast.join, fast.mix_back(Q, K, V, A, dZ))
    d = MultiHead(
        *(
            outer(dq, of).reshape(w.shape)
            for dq, of, w in zip((dQ, dK, dV), (X, memory, memory), p[:3], strict=True)
        ),
        outer(dY, Z),
        *(total(dq).reshape(b.shape) for dq, b in zip((dQ, dK, dV), p[4:7], strict=True)),
        total(dY),
    )
    W_Q, W_K, W_V = (w.reshape(-1, w.shape[-1]) for w in p[:3])
    return d, dQ @ W_Q, dK @ W_K + dV @ W_V


def kept(p: MultiHead, cache: object) -> Cache:
    """What the step forward kept, as arrays that fit its weights, or ValueError."""
    check_fields("cache", cache, Cache, ", which the step returns last")
    n_H, d_k, d = p.W_Q.shape
    X = check_array("cache.X", cache.X, "*B N d", d=d)
    memory = check_array(
        "cache.memory", cache.memory, "*B M d_m", B=X.shape[:-2], d_m=p.W_K.shape[-1]
    )
    sizes = {"B": X.shape[:-2], "N": X.shape[-2], "M": memory.shape[-2], "n_H": n_H, "d_k": d_k}
    sizes |= {"d_v": p.b_V.shape[-1], "d_H": p.W_O.shape[-1]}
    shapes = ("*B n_H N d_k", "*B n_H M d_k", "*B n_H M d_v", "*B n_H N M", "*B N d_H")
    triples = zip(Cache._fields[2:], cache[2:], shapes, strict=True)
    return Cache(
        X, memory, *(check_array(f"cache.{k}", a, shape, **sizes) for k, a, shape in triples)
    )


def fitting(p: object, called: str = "p") -> MultiHead:
    """Weights whose shapes fit each other, or ValueError that names the one that does not."""
    check_fields(called, p, MultiHead)
    n_H, d_k, d = check_array(f"{called}.W_Q", p.W_Q, "n_H d_k d").shape
    _, d_v, d_m = check_array(f"{called}.W_V", p.W_V, "n_H d_v d_m", n_H=n_H).shape
    sizes = {"n_H": n_H, "d_k": d_k, "d": d, "d_v": d_v, "d_m": d_m, "d_H": n_H * d_v}
    shapes = ("n_H d_k d", "n_H d_k d_m", "n_H d_v d_m", "d d_H", *["n_H d_k"] * 2, "n_H d_v", "d")
    triples = zip(MultiHead._fields, p, shapes, strict=True)
    return MultiHead(
        *(check_array(f"{called}.{name}", w, shape, **sizes) for name, w, shape in triples)
    )


def random_heads(rng: np.random.Generator, n_H: int, d: int, d_k: int | None = None) -> MultiHead:
    """Weights drawn from N(0, 1/fan-in), biases 0; d_k is d/n_H if it is not said.

    Raises ValueError where n_H does not divide d and d_k is not said.
    """
    rng = check_generator("rng", rng)
    n_H = check_whole("n_H", n_H, 1)
    d = check_whole("d", d, 1)
    if d_k is None and d % n_H:
        raise ValueError(f"n_H: got {n_H} heads, expected a divisor of d = {d}")
    d_k = d // n_H if d_k is None else check_whole("d_k", d_k, 1)
    Q, K, V = rng.normal(0, d**-0.5, (3, n_H, d_k, d))
    O = rng.normal(0, (n_H * d_k) ** -0.5, (d, n_H * d_k))  # noqa: E741 (the name it has)
    return MultiHead(Q, K, V, O, *np.zeros((3, n_H, d_k)), np.zeros(d))
