"""How strongly each unit's old state enters the candidate of each unit.

before:  W_hh diag(r_t)      after:  diag(r_t) W_hh                                 eq-gru-ratio
Notebook: book/gru.ipynb
"""

import numpy as np

from unrolled.core.activations import LOGISTIC
from unrolled.core.door import check_array
from unrolled.core.shapes import Array, Float
from unrolled.gru.after import ResetAfter, check_weights
from unrolled.gru.cell import GRU
from unrolled.lstm.gate import Gate, check_gates, sums


def influence(
    p: GRU | ResetAfter, x: Float[Array, "*B n_x"], h_prev: Float[Array, "*B n_h"]
) -> Float[Array, "*B n_h n_h"]:
    """∂a_t/∂h_{t-1} of the candidate's sums a_t, with the reset gate held.          eq-gru-ratio

    W_hh diag(r_t) where the reset comes before the product, diag(r_t) W_hh where it comes after.
    Raises ValueError for weights and vectors that do not fit each other.
    """
    after = isinstance(p, ResetAfter)
    gates = check_weights(p).gates if after else check_gates(p, GRU)
    n_h, n_x = gates.r.W_x.shape
    x = check_array("x", x, "*B n_x", n_x=n_x)
    h_prev = check_array("h_prev", h_prev, "*B n_h", n_h=n_h, B=x.shape[:-1])
    r = LOGISTIC.of(sums(gates.r, x, h_prev))
    return gates.h.W_h * (np.expand_dims(r, -1) if after else np.expand_dims(r, -2))


def opposed(W_hh: Float[Array, "2 2"]) -> GRU:
    """Two units whose reset gates are σ(2x) and σ(-2x), with this W_hh in the candidate.

    Raises ValueError for a matrix that is not 2 by 2.
    """
    nothing = Gate(np.zeros((2, 1)), np.zeros((2, 2)), np.zeros(2))
    reset = nothing._replace(W_x=np.array([[2.0], [-2.0]]))
    return GRU(nothing, reset, nothing._replace(W_h=check_array("W_hh", W_hh, "n_h n_h", n_h=2)))
