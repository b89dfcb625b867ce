"""A query and a key of every head, for one pair of words: what a weight is made of.

Derived data of "it" and "animal" in the sentence of the task: `make data NAME=bert.strips`, in
seconds; the installed model is needed for that alone. Notebook: book/bert.ipynb
"""

import numpy as np

from unrolled.bert.heads import SENTENCES
from unrolled.core.derived import read_data
from unrolled.core.shapes import Array

SENTENCE, TOKEN, OTHER = 4, 9, 2  # it, animal


def strips(model: object, text: str) -> tuple[Array, Array]:
    """Queries and keys of all tokens in every head, (L, n_H, N, d_k).  eq-attention-projections"""
    from unrolled.bert.model import look

    states = look(model, text).states[:-1]
    pairs = list(zip(states, (block.heads for block in model.blocks), strict=True))
    Q = np.stack([np.einsum("hkd,nd->hnk", p.W_Q, X) + p.b_Q[:, None] for X, p in pairs])
    K = np.stack([np.einsum("hkd,nd->hnk", p.W_K, X) + p.b_K[:, None] for X, p in pairs])
    return Q, K


def compute_data() -> dict:
    """The query of one word and the key of the other, in every head, to two decimals."""
    from unrolled.bert.minilm import minilm

    Q, K = strips(minilm(), SENTENCES[SENTENCE])
    query, key = Q[:, :, TOKEN], K[:, :, OTHER]
    place = {"sentence": SENTENCE, "token": TOKEN, "other": OTHER}
    written = {"queries": query, "keys": key}
    return place | {name: x.astype(float).round(2).tolist() for name, x in written.items()}


def measured() -> dict:
    """The same, from the file."""
    return read_data(__name__)
