"""Let a model write: one character after the other.

ŷ_i = e^{z_i/τ} / Σ_j e^{z_j/τ}                                                 eq-rnn-temperature
Notebook: book/rnn.ipynb
"""

import numpy as np

from unrolled.core.activations import softmax
from unrolled.core.door import check_array, check_generator, check_real, check_whole
from unrolled.core.shapes import Array, Float
from unrolled.core.text import one_hot
from unrolled.rnn.cell import check_weights, preactivation
from unrolled.rnn.readout import Model, check_model, check_readout, readout


def tempered(z: Float[Array, "*B n_y"], temperature: float | int) -> Float[Array, "*B n_y"]:
    """softmax(z/τ): below 1 the likely become likelier, above it the rare.    eq-rnn-temperature"""
    return softmax(check_array("z", z, "*B n_y") / check_real("temperature", temperature, above=0))


def write(
    model: Model,
    alphabet: str,
    start: str,
    length: int,
    rng: np.random.Generator | None = None,
    temperature: float | int = 1,
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
    length = check_whole("length", length, 0, of="characters")
    rng = None if rng is None else check_generator("rng", rng)
    h = np.zeros(len(cell.b_h))
    out = ""
    for x in codes:
        h = np.tanh(preactivation(cell, x, h))
    for _ in range(length):
        y_hat = tempered(readout(W, h), temperature)
        i = int(y_hat.argmax()) if rng is None else int(rng.choice(len(y_hat), p=y_hat))
        out += alphabet[i]
        h = np.tanh(preactivation(cell, np.eye(len(alphabet))[i], h))
    return out
