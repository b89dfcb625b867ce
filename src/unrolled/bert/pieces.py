"""The word demo in pieces: a vocabulary of fourteen, and embeddings of four numbers to add by hand.

Notebook: book/bert.ipynb
"""

import numpy as np

from unrolled.bert.weights import Embeddings
from unrolled.bert.wordpiece import SPECIAL, Tokeniser
from unrolled.transformer.norm import new_norm

PIECES = (*SPECIAL, "d", "m", "de", "mo", "##e", "##m", "##o", "##de", "##mo")
TOKENISER = Tokeniser({piece: k for k, piece in enumerate(PIECES)})
ROWS = {"[CLS]": (2, 0, -1, -1), "[SEP]": (1, -2, 0, 1), "de": (2, -2, 1, 1),
        "mo": (-1, 0, 2, 1), "##de": (1, 1, -1, -2), "##mo": (0, 1, 3, 2)}  # fmt: skip


def made_up() -> Embeddings:
    """Token, place and segment tables, and a norm of gain 1; pieces without a row have zeros."""
    token = np.array([ROWS.get(piece, (0, 0, 0, 0)) for piece in PIECES], dtype=float)
    position = np.array([(0, 0, 0, 1), (1, 0, 0, 0), (0, 0, 1, 0), (0, 1, 0, 0),
                         (0, 0, 0, 2), (2, 0, 0, 0), (0, 0, 2, 0)], dtype=float)  # fmt: skip
    segment = np.array([(0, 1, 0, 0), (0, -1, 0, 0)], dtype=float)
    return Embeddings(token, position, segment, new_norm(4))


EMBEDDINGS = made_up()
