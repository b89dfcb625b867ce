"""BERT's encoder: three embeddings added and normed, then blocks with the norm after each sum.

x_n = LN(W_tok[t_n] + W_pos[n] + W_seg[s_n])
Notebook: book/bert.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.bert.wordpiece import Tokeniser, batch, encode
from unrolled.core.activations import GELU, Activation
from unrolled.core.door import short
from unrolled.core.shapes import Array, Bool, Float, Int
from unrolled.core.tree import record
from unrolled.transformer import fast
from unrolled.transformer.block import Block
from unrolled.transformer.norm import Norm


class Embeddings(NamedTuple):
    """A row for each piece of the vocabulary, each place, each segment; and a norm."""

    token: Float[Array, "V d"]
    position: Float[Array, "N_max d"]
    segment: Float[Array, "2 d"]
    norm: Norm


class Pooler(NamedTuple):
    """A layer with tanh behind [CLS], trained to tell whether a second text follows the first."""

    W: Float[Array, "d d"]
    b: Float[Array, " d"]


class Bert(NamedTuple):
    """Weights of a whole encoder, in the float type that they were stored in, and its tokeniser."""

    embeddings: Embeddings
    blocks: tuple[Block, ...]
    pooler: Pooler | None
    epsilon: float
    tokeniser: Tokeniser | None


class Seen(NamedTuple):
    """What becomes of a text: tokens, X before the first block and after each, weights of heads."""

    tokens: list[str]
    states: list[Float[Array, "N d"]]
    weights: list[Float[Array, "n_H N N"]]


def embed(
    p: Embeddings, ids: Int[Array, "*B N"], segments: Int[Array, "*B N"], epsilon: float
) -> Float[Array, "*B N d"]:
    """LN(token + position + segment), a row of each by its index."""
    X = p.token[ids] + p.position[: ids.shape[-1]] + p.segment[segments]
    return fast.normed(p.norm, X, epsilon)[0]


def forward(
    model: Bert,
    ids: Int[Array, "*B N"],
    segments: Int[Array, "*B N"] | None = None,
    mask: Bool[Array, "*B N"] | None = None,
) -> Float[Array, "*B N d"]:
    """The last X of every token, in the float type of the weights.

    `mask` is True where a token is, and False where a shorter text was filled up. Raises ValueError
    for indices outside the vocabulary, texts that are too long and masks that hide a whole text.
    """
    ids, segments, mask = taken(model, ids, segments, mask)
    X = embed(model.embeddings, ids, segments, model.epsilon)
    mask = None if mask.all() else mask[..., None, None, :]
    act = fast.gelu if X.dtype == np.float32 else GELU.of
    return fast.blocks(model.blocks, X, mask, model.epsilon, act)


def look(model: Bert, text: str) -> Seen:
    """One text through the model, with all that is on the way."""
    record("model", model, Bert)
    found = encode(with_words(model), text)
    ids, segments, _ = taken(model, np.array(found.ids), np.array(found.segments), None)
    X = embed(model.embeddings, ids, segments, model.epsilon)
    act = Activation(lambda a: fast.gelu(a.copy()), GELU.slope) if X.dtype == np.float32 else GELU
    states, weights = fast.layers(model.blocks, X, None, model.epsilon, act)
    return Seen(found.tokens, [X, *states], weights)


def sentences(model: Bert, texts: list[str]) -> Float[Array, "B d"]:
    """A vector of length 1 for each text: the mean of its tokens' last X."""
    record("model", model, Bert)
    ids, segments, mask = batch(with_words(model), texts, len(model.embeddings.position))
    X = forward(model, ids, segments, mask) * mask[..., None]
    mean = X.sum(axis=-2) / mask.sum(axis=-1, keepdims=True).astype(X.dtype)
    return mean / np.linalg.norm(mean, axis=-1, keepdims=True)


def with_words(model: Bert) -> Tokeniser:
    """The model's tokeniser, or ValueError where it has none."""
    if model.tokeniser is None:
        raise ValueError("model: got one without a tokeniser, expected the words that it knows")
    return model.tokeniser


def taken(model: object, ids: object, segments: object, mask: object) -> tuple:
    """Indices, segments and mask as arrays of one shape that the model can read, or ValueError."""
    p = record("model", model, Bert).embeddings
    ids = _indices("ids", ids, len(p.token))
    if ids.ndim == 0 or ids.size == 0 or ids.shape[-1] > len(p.position):
        expected = f"(*B, N) with N from 1 to {len(p.position)}"
        raise ValueError(f"ids: got shape {ids.shape}, expected {expected}")
    segments = np.zeros_like(ids) if segments is None else _indices("segments", segments, 2)
    mask = np.ones(ids.shape, dtype=bool) if mask is None else np.asarray(mask)
    if mask.dtype != bool:
        raise ValueError(f"mask: got {short(mask)}, expected truth values, True for a token")
    for name, found in (("segments", segments), ("mask", mask)):
        if found.shape != ids.shape:
            raise ValueError(f"{name}: got shape {found.shape}, expected {ids.shape}")
    if not mask.any(axis=-1).all():
        raise ValueError("mask: got a text without any token, expected one True in every row")
    return ids, segments, mask


def _indices(name: str, value: object, end: int) -> Array:
    found = np.asarray(value)
    if found.dtype.kind not in "iu":
        raise ValueError(f"{name}: got {short(value)}, expected whole numbers from 0 to {end - 1}")
    wrong = found[(found < 0) | (found >= end)].tolist()
    if wrong:
        raise ValueError(f"{name}: got {wrong[0]}, expected whole numbers from 0 to {end - 1}")
    return found
