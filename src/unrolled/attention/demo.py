"""The three states of d-e-m-o as tokens, and weights to attend with, made up for this book.

Notebook: book/attention.ipynb
"""

import numpy as np

from unrolled.attention.heads import MultiHead
from unrolled.attention.score import Additive
from unrolled.core.unroll import unroll
from unrolled.demo.weights import XS
from unrolled.rnn.cell import CELL
from unrolled.rnn.demo import MODEL

TOKENS = unroll(CELL, MODEL.cell, XS, np.zeros(2))[0]  # h_1, h_2, h_3, a row each
W_Q = np.array([[2.0, 4.0], [-4.0, 2.0]])
W_K = np.array([[2.0, -1.0], [1.0, 1.0]])
W_V = np.array([[1.0, 1.0], [-1.0, 1.0]])
ONE_HEAD = MultiHead(W_Q[None], W_K[None], W_V[None], np.eye(2), *np.zeros((3, 1, 2)), np.zeros(2))
ADDITIVE = Additive(
    W_q=np.array([[2.0, 1.0], [-1.0, 2.0]]),
    W_k=np.array([[1.0, -2.0], [2.0, 1.0]]),
    b=np.array([0.5, -0.5]),
    w=np.array([2.0, -1.0]),
)
