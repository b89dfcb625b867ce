"""Let a model write: one character after the other. Notebook: book/rnn.ipynb"""

import numpy as np

from unrolled.core.activations import softmax
from unrolled.core.text import one_hot
from unrolled.rnn.cell import preactivation
from unrolled.rnn.readout import Model, readout


def write(
    model: Model, alphabet: str, start: str, length: int, rng: np.random.Generator | None = None
) -> str:
    """`length` characters after `start`: each drawn from ŷ with `rng`, or the likeliest without."""
    h, out = np.zeros(len(model.cell.b_h)), ""
    for x in one_hot(start, alphabet):
        h = np.tanh(preactivation(model.cell, x, h))
    for _ in range(length):
        y_hat = softmax(readout(model.readout, h))
        i = int(y_hat.argmax()) if rng is None else int(rng.choice(len(y_hat), p=y_hat))
        out += alphabet[i]
        h = np.tanh(preactivation(model.cell, np.eye(len(alphabet))[i], h))
    return out
