"""The letters of d-e-m-o through two units of an LSTM, with weights to work by.

The candidate is the d-e-m-o network itself. The gates' weights are made up for this book.
Notebook: book/lstm.ipynb
"""

import numpy as np

from unrolled.lstm.cell import LSTM, State
from unrolled.lstm.gate import Gate
from unrolled.page.trace import Quantity, Trace
from unrolled.rnn.demo import MODEL

CANDIDATE = Gate(*MODEL.cell)
INPUT = Gate(
    W_x=np.array([[1.0, -0.5, 0.2, 0.0], [0.4, 0.8, -1.0, 0.0]]),
    W_h=np.array([[0.3, -0.2], [0.1, 0.5]]),
    b=np.array([0.5, 0.0]),
)
FORGET = Gate(
    W_x=np.array([[0.7, 1.0, -1.5, 0.0], [-0.5, 0.3, 0.6, 0.0]]),
    W_h=np.array([[0.2, 0.4], [-0.3, 0.1]]),
    b=np.array([1.0, 1.0]),
)
OUTPUT = Gate(
    W_x=np.array([[0.2, -0.6, 0.9, 0.0], [0.7, 0.1, -0.4, 0.0]]),
    W_h=np.array([[-0.4, 0.3], [0.2, 0.6]]),
    b=np.array([0.0, 0.5]),
)
LSTM_WEIGHTS = LSTM(INPUT, FORGET, OUTPUT, CANDIDATE)
START = State(np.zeros(2), np.zeros(2))


def gate_weights() -> Trace:
    """The weights of the three gates and the candidate, by name, for the page to show."""
    found = {}
    for letter, gate in (("i", INPUT), ("f", FORGET), ("o", OUTPUT), ("c", CANDIDATE)):
        symbols = (rf"\mathbf W_{{{letter}x}}", rf"\mathbf W_{{{letter}h}}", rf"\mathbf b_{letter}")
        for name, symbol, value in zip(("W_x", "W_h", "b"), symbols, gate, strict=True):
            key = f"{name}_{letter}"
            found[key] = Quantity(key, symbol, "weight", value)
    return found
