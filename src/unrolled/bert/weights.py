"""The weights of a whole encoder, as records, and whether they fit each other.

Notebook: book/bert.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.attention.heads import MultiHead
from unrolled.bert.wordpiece import Tokeniser
from unrolled.core.door import check_real
from unrolled.core.records import check_fields, signature
from unrolled.core.shapes import Array, Float, fits, written
from unrolled.transformer.block import Block
from unrolled.transformer.feed_forward import FeedForward
from unrolled.transformer.norm import Norm


class Embeddings(NamedTuple):
    """A row for each piece of the vocabulary, each place, each segment; and a norm."""

    token: Float[Array, "V d"]
    position: Float[Array, "N_max d"]
    segment: Float[Array, "n_S d"]  # n_S is 2 in BERT
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


NORM = Norm("d", "d")
EMBEDDINGS = Embeddings("V d", "N_max d", "n_S d", NORM)
HEADS = MultiHead(*["n_H d_k d"] * 3, "d d_H", *["n_H d_k"] * 3, "d")
BLOCK = Block(HEADS, NORM, FeedForward("d_ff d", "d_ff", "d d_ff", "d"), NORM)


def fitting(model: object) -> Bert:
    """The model, if its parts fit each other, or ValueError that names the one that does not.

    Only shapes and types are looked at: 23 million numbers were checked when they were loaded.
    """
    check_fields("model", model, Bert)
    d = fitting_embeddings("model.embeddings", model.embeddings).token.shape[1]
    if not isinstance(model.blocks, tuple | list):
        raise ValueError(f"model.blocks: got {signature(model.blocks)}, expected a tuple of Block")
    for k, block in enumerate(model.blocks):
        name = f"model.blocks[{k}]"
        sizes = {"d": d}
        _alike(name, block, BLOCK, sizes)
        if sizes["d_H"] != (joined := sizes["n_H"] * sizes["d_k"]):
            got = f"shape {block.heads.W_O.shape}"
            raise ValueError(f"{name}.heads.W_O: got {got}, expected {(d, joined)}")
    if model.pooler is not None:
        _alike("model.pooler", model.pooler, Pooler("d d", "d"), {"d": d})
    check_real("model.epsilon", model.epsilon, above=0.0)
    return model


def fitting_embeddings(name: str, p: object) -> Embeddings:
    """Embeddings of one width, or ValueError that names the part that has another."""
    _alike(name, p, EMBEDDINGS, {})
    return p


def _alike(name: str, found: object, shapes: object, sizes: dict) -> None:
    """Walks both trees at once and notes in `sizes` how long each axis is."""
    if isinstance(shapes, tuple):
        check_fields(name, found, type(shapes))
        for field, part, shape in zip(shapes._fields, found, shapes, strict=True):
            _alike(f"{name}.{field}", part, shape, sizes)
        return
    if not isinstance(found, np.ndarray) or found.dtype.kind != "f":
        what = f"floats of shape {written(shapes, sizes)}"
        raise ValueError(f"{name}: got {signature(found)}, expected {what}")
    if not fits(found.shape, shapes, sizes):
        raise ValueError(f"{name}: got shape {found.shape}, expected {written(shapes, sizes)}")
    sizes |= zip(shapes.split(), found.shape, strict=True)
