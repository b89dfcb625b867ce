"""The key–value cache: one letter at a time, at the cost of one letter.

Under the causal mask the keys and values of earlier letters never change, so they are kept. A new
letter needs one query for each head, and attends to what is kept:
y = softmax(K q/√d_k)ᵀ V                                                        eq-decoder-cache
Notebook: book/decoder.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.attention.heads import MultiHead
from unrolled.core.activations import softmax
from unrolled.core.door import check_array, check_choice, check_whole
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float, Int
from unrolled.decoder.model import Decoder, check_codes, fitting_decoder, output_weights
from unrolled.transformer.block import Block
from unrolled.transformer.norm import EPSILON, Norm


class Kept(NamedTuple):
    """Keys and values of every letter read so far, for one block."""

    K: Float[Array, "n_H n d_k"]
    V: Float[Array, "n_H n d_v"]


def nothing_kept(p: Decoder) -> tuple[Kept, ...]:
    """The cache before the first letter: a pair for each block, with no letter in it."""
    p = fitting_decoder("p", p)
    heads = [one.heads for one in p.blocks]
    return tuple(Kept(*(np.zeros((len(b), 0, b.shape[1])) for b in (h.b_K, h.b_V))) for h in heads)


def step(
    p: Decoder, code: int | np.integer, kept: tuple[Kept, ...]
) -> tuple[Float[Array, " V"], tuple[Kept, ...], Float[Array, "L n_H n"]]:
    """Logits of the letter after `code`, the cache with it added, and what it attended to.

    eq-decoder-cache
    The weights are taken as they are, because checking them would cost more than the step does;
    `read_letters` checks them once. Raises ValueError for a code that is no letter and where no
    position is left.
    """
    check_fields("p", p, Decoder)
    code = check_whole("code", code, 0, len(p.E) - 1)
    length = kept[0].K.shape[1]
    if length >= len(p.P):
        raise ValueError(
            f"kept: got {length} letters, expected at most {len(p.P) - 1}, as p.P says"
        )
    x = len(p.P[0]) ** 0.5 * p.E[code] + p.P[length]
    found, attended = [], []
    for one, before in zip(p.blocks, kept, strict=True):
        x, after, A = _through(one, x, before)
        found.append(after)
        attended.append(A)
    return output_weights(p) @ _normed(p.norm, x) + p.b_out, tuple(found), np.array(attended)


def read_letters(
    p: Decoder, codes: Int[Array, " N"], kept: tuple[Kept, ...] | None = None
) -> tuple[Float[Array, "N V"], tuple[Kept, ...]]:
    """Logits after each letter, one letter after the other, and the cache at the end.

    The same numbers as `decode`. Raises ValueError for more letters than positions.
    """
    p = fitting_decoder("p", p)
    kept = nothing_kept(p) if kept is None else _fitting_cache(p, kept)
    codes = check_array("codes", codes, "N")
    codes = check_codes("codes", codes, len(p.P) - kept[0].K.shape[1], size=len(p.E))
    found = []
    for code in codes:
        z, kept, _ = step(p, code, kept)
        found.append(z)
    return np.array(found), kept


def _fitting_cache(p: Decoder, kept: object) -> tuple[Kept, ...]:
    """A cache that fits the weights, or ValueError."""
    if not isinstance(kept, tuple) or len(kept) != len(p.blocks):
        raise ValueError(f"kept: expected a tuple of {len(p.blocks)}, a Kept for each block")
    length = None
    for k, (one, pair) in enumerate(zip(p.blocks, kept, strict=True)):
        check_fields(f"kept[{k}]", pair, Kept)
        for name, b in (("K", one.heads.b_K), ("V", one.heads.b_V)):
            shape = np.shape(getattr(pair, name))
            length = shape[1] if length is None and len(shape) == 3 else length
            if shape != (len(b), length, b.shape[1]):
                expected = f"({len(b)}, {length}, {b.shape[1]})"
                raise ValueError(f"kept[{k}].{name}: got shape {shape}, expected {expected}")
    return kept


def multiply_adds(p: Decoder, length: int, way: str) -> int:
    """Multiply–adds of the matrix products that write letter number `length`.

    "again" reads all letters again, "cache" only the newest. Per block and letter they are
    4d² + 2 d d_ff + 2 n d, where n is the number of letters that are attended to.
    eq-decoder-cost
    """
    p = fitting_decoder("p", p)
    check_choice("way", way, ("again", "cache"))
    n = check_whole("length", length, 1, len(p.P))
    V, d = p.E.shape
    a_letter = V * d
    for one in p.blocks:
        d_ff = len(one.feed.b_1)
        h = one.heads
        projections = h.W_Q.size + h.W_K.size + h.W_V.size + h.W_O.size
        a_letter += projections + 2 * d * d_ff + n * (h.b_K.size + h.b_V.size)
    return a_letter if way == "cache" else n * a_letter


def _through(p: Block, x: Array, kept: Kept) -> tuple[Array, Kept, Array]:
    """One letter through one block, norms first."""
    y, kept, A = _attend(p.heads, _normed(p.norm_1, x), kept)
    x = x + y
    h = np.maximum(p.feed.W_1 @ _normed(p.norm_2, x) + p.feed.b_1, 0)
    return x + p.feed.W_2 @ h + p.feed.b_2, kept, A


def _attend(p: MultiHead, x: Array, kept: Kept) -> tuple[Array, Kept, Array]:
    """A new query, key and value for each head; the query attends to all that is kept."""
    q, k, v = np.matvec(p.W_Q, x) + p.b_Q, np.matvec(p.W_K, x) + p.b_K, np.matvec(p.W_V, x) + p.b_V
    K = np.concatenate([kept.K, k[:, None]], axis=1)
    V = np.concatenate([kept.V, v[:, None]], axis=1)
    A = softmax(np.matvec(K, q) / q.shape[-1] ** 0.5)
    y = np.vecmat(A, V)
    return p.W_O @ y.ravel() + p.b_O, Kept(K, V), A


def _normed(p: Norm, x: Array) -> Array:
    """LN of one token."""
    off = x - x.mean()
    return p.gain * off / np.sqrt((off * off).mean() + EPSILON) + p.bias
