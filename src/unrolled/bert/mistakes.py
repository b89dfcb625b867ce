"""Vectors of whole texts from a BERT, the right ones and those of mistakes that leave shapes right.

u = (1/N) Σ_n x_n                                                                  eq-bert-mean
Notebook: book/bert.ipynb
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from unrolled.bert.model import Bert, forward
from unrolled.bert.wordpiece import batch
from unrolled.core.shapes import Array

FILLED = 32  # tokens


def vectors(model: Bert, texts: tuple, filled: int | None = None, first: bool = False) -> Array:
    """A vector for each text: the mean of its tokens, or [CLS] alone.               eq-bert-mean

    The vectors are not brought to one length.
    `filled` makes two mistakes at once: it fills up to this many tokens and has no mask.
    """
    ids, segments, mask = batch(model.tokeniser, list(texts))
    if filled:
        ids = np.pad(ids, ((0, 0), (0, filled - ids.shape[1])))
        segments = np.zeros_like(ids)
        mask = np.ones(ids.shape, dtype=bool)
    X = forward(model, ids, segments=segments, mask=mask)
    if first:
        return X[:, 0]
    return (X * mask[..., None]).sum(axis=1) / mask.sum(axis=1, keepdims=True).astype(X.dtype)


def transposed(model: Bert) -> Bert:
    """The mistake of a loader that takes (in, out) for (out, in) where both are d."""

    def turned(W: Array) -> Array:
        return np.ascontiguousarray(W.reshape(-1, W.shape[-1]).T).reshape(W.shape)

    blocks = []
    for block in model.blocks:
        W_Q, W_K, W_V, *more = block.heads
        turn = type(block.heads)(*map(turned, (W_Q, W_K, W_V)), *more)
        blocks.append(block._replace(heads=turn))
    return model._replace(blocks=tuple(blocks))


def late(model: Bert) -> Bert:
    """The mistake of counting places from 1."""
    p = model.embeddings
    return model._replace(embeddings=p._replace(position=p.position[1:]))


MISTAKES: dict[str, Callable[[Bert, tuple], Array]] = {
    "none": vectors,
    "no mask": partial(vectors, filled=FILLED),
    "[CLS] alone": partial(vectors, first=True),
    "transposed": lambda model, texts: vectors(transposed(model), texts),
    "places from 1": lambda model, texts: vectors(late(model), texts),
}
