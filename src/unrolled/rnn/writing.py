"""Let a model write: one character after the other. Notebook: book/rnn.ipynb"""

import numpy as np

from unrolled.core.activations import softmax
from unrolled.core.door import generator, whole
from unrolled.core.text import one_hot
from unrolled.rnn.cell import check_weights, preactivation
from unrolled.rnn.readout import Model, check_model, check_readout, readout


def write(
    model: Model, alphabet: str, start: str, length: int, rng: np.random.Generator | None = None
) -> str:
    """`length` characters after `start`: each drawn from ŷ with `rng`, or the likeliest without.

    Raises ValueError for an alphabet that is not what the model reads and writes.
    """
    cell = check_weights(check_model(model).cell)
    W = check_readout(model.readout, len(cell.b_h))
    codes = one_hot(start, alphabet)
    sizes = cell.W_hx.shape[1], len(W.b_y)
    if sizes != (len(alphabet), len(alphabet)):
        raise ValueError(
            f"alphabet: got {len(alphabet)} characters, expected {sizes[0]} to read "
            f"and {sizes[1]} to write, as the model does"
        )
    length = whole("length", length, 0, of="characters")
    rng = None if rng is None else generator("rng", rng)
    h, out = np.zeros(len(cell.b_h)), ""
    for x in codes:
        h = np.tanh(preactivation(cell, x, h))
    for _ in range(length):
        y_hat = softmax(readout(W, h))
        i = int(y_hat.argmax()) if rng is None else int(rng.choice(len(y_hat), p=y_hat))
        out += alphabet[i]
        h = np.tanh(preactivation(cell, np.eye(len(alphabet))[i], h))
    return out
