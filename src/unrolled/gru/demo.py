"""The letters of d-e-m-o through two units of a GRU, with the gates of the LSTM's example.

Notebook: book/gru.ipynb
"""

from unrolled.gru.cell import GRU
from unrolled.lstm.demo import CANDIDATE, INPUT, OUTPUT

GRU_WEIGHTS = GRU(INPUT, OUTPUT, CANDIDATE)  # update, reset, candidate
