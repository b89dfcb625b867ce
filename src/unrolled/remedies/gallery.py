"""The gradients of all cells up to here in one picture. Notebook: book/remedies.ipynb"""

import numpy as np

from unrolled.core.activations import LOGISTIC
from unrolled.core.initial import orthogonal
from unrolled.core.shapes import Array, Float
from unrolled.gradients.products import lags
from unrolled.remedies.shortcuts import Skip, elman, leaky, residual, skip
from unrolled.rnn.cell import RNN

UNITS, STEPS = 16, 60


def gallery(seed: int) -> dict[str, Float[Array, " T"]]:
    """‖∂h_k/∂h_0‖₂ for k = 1..STEPS of seven cells with the same random weights and inputs."""
    rng = np.random.default_rng(seed)
    n = UNITS
    p = RNN(rng.normal(size=(n, 2)), rng.normal(0, n**-0.5, (n, n)), np.zeros(n))
    xs = rng.normal(size=(STEPS, 2))
    rest = np.zeros(n)
    far = Skip(p, rng.normal(0, 0.5 * n**-0.5, (n, n)))
    cells = {
        "residual": (residual(), p, rest),
        "leaky 0.99": (leaky(0.99), p, rest),
        "leaky 0.9": (leaky(0.9), p, rest),
        "skip 8": (skip(8), far, (rest,) * 8),
        "orthogonal": (elman(), p._replace(W_hh=orthogonal(rng, n)), rest),
        "Elman": (elman(), p, rest),
        "logistic": (elman(LOGISTIC), p, rest),
    }
    return {name: lags(cell, w, xs, h0).norm for name, (cell, w, h0) in cells.items()}
