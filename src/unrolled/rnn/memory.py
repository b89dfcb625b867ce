"""What a state is for: the word deme, in which `e` is followed by `m` or by `d`.

𝓛 ≥ Σ_i s_i H_i for whoever sees the present letter alone                   eq-rnn-without-memory
Notebook: book/rnn.ipynb
"""

import numpy as np

from unrolled.core.door import check_array, check_whole
from unrolled.core.shapes import Array
from unrolled.rnn.cell import RNN
from unrolled.rnn.readout import Model, Readout

LETTERS = "dem"
# One tanh unit that spells deme for ever, found by training and rounded.
ONE_UNIT = Model(
    RNN(np.array([[3.67, 2.49, -2.76]]), np.array([[-3.95]]), np.zeros(1)),
    Readout(np.array([[0.0], [20.0], [-20.0]]), np.array([0.0, -5.4, -10.0])),
)


def without_memory(codes: Array, size: int) -> float:
    """The least mean loss of any prediction from the present letter.         eq-rnn-without-memory

    -Σ_ij s_ij log(s_ij / s_i), with the share s_ij of each pair in the text: what the shares
    themselves pay, and no other table pays less.
    """
    size = check_whole("size", size, 1)
    codes = check_array("codes", codes, "N")
    wrong = (codes < 0) | (codes >= size) | (codes % 1 != 0)
    if wrong.any() or len(codes) < 2:
        raise ValueError(f"codes: got {codes[wrong][:1]}, expected two codes 0 to {size - 1}")
    codes = codes.astype(int)
    counts = np.zeros((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    return float(-np.log(shares[codes[:-1], codes[1:]]).mean())
