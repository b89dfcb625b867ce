"""Where the chapter's equations stand in the documents, and what the documents compute there."""

import numpy as np

from tests.errata.place import ARTICLE, Place
from tests.errata.theirs import their_norm
from unrolled.bert import model
from unrolled.bert.weights import Embeddings
from unrolled.transformer.norm import new_norm

TABLES = np.random.default_rng(6).normal(size=(3, 6, 9))  # tokens, segments, places: a column each


def their_embedding():
    """W_tok e_t + W_seg e_s + W_pos e_p for three tokens, and LayerNorm; as rows."""
    columns = zip((5, 0, 2), (0, 0, 1), (0, 1, 2), strict=True)
    sums = [sum(T[:, k] for T, k in zip(TABLES, one, strict=True)) for one in columns]
    return their_norm(np.array(sums).T).T


PLACES = {
    "eq-bert-embedding": Place(
        says=(r"x_n=LN(W_tok^\tope_t_n", r"W_seg^\tope_s_n"),
        rows=[(ARTICLE, "4.2.1, embeddings and their norm")],
        function=model.embed,
        both=lambda: (
            their_embedding(),
            model.embed(
                Embeddings(TABLES[0].T, TABLES[2].T, TABLES[1].T, new_norm(6)),
                np.array([5, 0, 2]),
                np.array([0, 0, 1]),
                1e-5,
            ),
        ),
    ),
}
