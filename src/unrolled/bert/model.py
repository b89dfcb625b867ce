"""BERT's encoder: three embeddings added and normed, then blocks with the norm after each sum.

x_n = LN(W_tok[t_n] + W_pos[n] + W_seg[s_n])                               eq-bert-embedding
Notebook: book/bert.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.bert.weights import Bert, Embeddings, fitting, fitting_embeddings
from unrolled.bert.wordpiece import Tokeniser, batch, encode
from unrolled.core.activations import GELU, Activation
from unrolled.core.door import check_real, short_repr
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Bool, Float, Int
from unrolled.transformer import fast


class Seen(NamedTuple):
    """What becomes of a text: tokens, X before the first block and after each, weights of heads."""

    tokens: list[str]
    states: list[Float[Array, "N d"]]
    weights: list[Float[Array, "n_H N N"]]


def embed(
    p: Embeddings,
    ids: Int[Array, "*B N"],
    segments: Int[Array, "*B N"] | None = None,
    epsilon: float = 1e-12,
) -> Float[Array, "*B N d"]:
    """LN(token + position + segment), a row of each by its index.             eq-bert-embedding

    Raises ValueError for indices outside the embeddings and texts that are too long.
    """
    p = fitting_embeddings("p", p)
    return _embedded(p, *placed(p, ids, segments), check_real("epsilon", epsilon, above=0.0))


def forward(
    model: Bert,
    ids: Int[Array, "*B N"],
    *,
    segments: Int[Array, "*B N"] | None = None,
    mask: Bool[Array, "*B N"] | None = None,
) -> Float[Array, "*B N d"]:
    """The last X of every token, in the float type of the weights.

    `mask` is True where a token is, and False where a shorter text was filled up. Raises ValueError
    for indices outside the vocabulary, texts that are too long and masks that hide a whole text.
    """
    ids, segments, mask = taken(model, ids, segments, mask)
    X = _embedded(model.embeddings, ids, segments, model.epsilon)
    mask = None if mask.all() else mask[..., None, None, :]
    act = fast.gelu if X.dtype == np.float32 else GELU.of
    return fast.blocks(model.blocks, X, mask, model.epsilon, act)


def look(model: Bert, text: str) -> Seen:
    """One text through the model, with all that is on the way.

    Raises ValueError for a text of more tokens than the model has places.
    """
    found = encode(with_words(model), text)
    ids, segments, _ = taken(model, np.array(found.ids), np.array(found.segments), None)
    X = _embedded(model.embeddings, ids, segments, model.epsilon)
    act = Activation(lambda a: fast.gelu(a.copy()), GELU.slope) if X.dtype == np.float32 else GELU
    states, weights = fast.layers(model.blocks, X, None, model.epsilon, act)
    return Seen(found.tokens, [X, *states], weights)


def sentences(model: Bert, texts: list[str]) -> Float[Array, "B d"]:
    """A vector of length 1 for each text: the mean of its tokens' last X.           eq-bert-mean"""
    tokeniser = with_words(model)
    ids, segments, mask = batch(tokeniser, texts, len(model.embeddings.position))
    X = forward(model, ids, segments=segments, mask=mask) * mask[..., None]
    mean = X.sum(axis=-2) / mask.sum(axis=-1, keepdims=True).astype(X.dtype)
    return mean / np.linalg.norm(mean, axis=-1, keepdims=True)


def with_words(model: Bert) -> Tokeniser:
    """The model's tokeniser, or ValueError where it has none."""
    if fitting(model).tokeniser is None:
        raise ValueError("model: got one without a tokeniser, expected the words that it knows")
    return check_fields("model.tokeniser", model.tokeniser, Tokeniser)


def taken(model: object, ids: object, segments: object, mask: object) -> tuple:
    """Indices, segments and mask as arrays of one shape that the model can read, or ValueError."""
    ids, segments = placed(fitting(model).embeddings, ids, segments)
    if mask is None:
        return ids, segments, np.ones(ids.shape, dtype=bool)
    mask = _table("mask", mask, "b", "truth values, True for a token")
    if mask.shape != ids.shape:
        raise ValueError(f"mask: got shape {mask.shape}, expected {ids.shape}")
    if not mask.any(axis=-1).all():
        raise ValueError("mask: got a text without any token, expected one True in every row")
    return ids, segments, mask


def placed(p: Embeddings, ids: object, segments: object) -> tuple[Array, Array]:
    """Indices and segments that the embeddings have rows for, or ValueError."""
    ids = _indices("ids", ids, len(p.token))
    if ids.ndim == 0 or ids.size == 0 or ids.shape[-1] > len(p.position):
        expected = f"(*B, N) with N from 1 to {len(p.position)}"
        raise ValueError(f"ids: got shape {ids.shape}, expected {expected}")
    if segments is None:
        return ids, np.zeros_like(ids)
    segments = _indices("segments", segments, len(p.segment))
    if segments.shape != ids.shape:
        raise ValueError(f"segments: got shape {segments.shape}, expected {ids.shape}")
    return ids, segments


def _embedded(p: Embeddings, ids: Array, segments: Array, epsilon: float) -> Array:
    X = p.token[ids] + p.position[: ids.shape[-1]] + p.segment[segments]
    return fast.normed(p.norm, X, epsilon)[0]


def _indices(name: str, value: object, end: int) -> Array:
    expected = f"whole numbers from 0 to {end - 1}"
    found = _table(name, value, "iu", expected)
    wrong = found[(found < 0) | (found >= end)].tolist()
    if wrong:
        raise ValueError(f"{name}: got {wrong[0]}, expected {expected}")
    return found


def _table(name: str, value: object, kinds: str, expected: str) -> Array:
    """`value` as an array of one of these kinds of numbers, nothing in it hidden."""
    try:
        found = np.asarray(value)
    except (TypeError, ValueError, RuntimeError):  # rows of several lengths; a tensor that learns
        found = None
    if found is None or found.dtype.kind not in kinds or np.ma.is_masked(value):
        raise ValueError(f"{name}: got {short_repr(value)}, expected {expected}")
    return found
