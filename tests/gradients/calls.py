"""A right call, or two, of every public function of the room's mathematics; see `tests.fuzz`."""

import numpy as np

from tests.calls import H0, OWN_RUN, OWN_WALK, WALK, XS, YOURS, P, W, call, drawn
from unrolled.core.activations import TANH
from unrolled.rnn.cell import CELL

SQUARE = np.array([[1.0, 0.5], [0.25, -0.75]])

BEHIND = {
    "gradients.many_units": "writes and reads the derived data of Pulse; takes no arguments",
    "gradients.recall": "trains for the chapter, and writes and reads its derived data",
}
CALLS = {
    "gradients.norms.slope_bound": [call(activation=TANH)],
    "gradients.norms.spectral_norm": [call(W=W), call(W=drawn(2, 3, 2))],
    "gradients.norms.spectral_radius": [call(W=SQUARE), call(W=drawn(2, 3, 3))],
    "gradients.norms.gelfand": [call(W=SQUARE, ks=np.array([1, 2, 5]))],
    "gradients.power.power_iteration": [
        call(M=np.array([[1.0, 0.5], [0.5, -0.25]]), x=np.array([1.0, 0.5]), k=3, loose=True)
    ],
    "gradients.products.products": [call(J=drawn(4, 2, 2))],
    "gradients.products.lags": [
        call(cell=CELL, p=P, xs=XS, h0=H0),
        call(**OWN_RUN, ours=YOURS),
    ],
    "gradients.products.lag_spectrum": [call(**WALK), call(**OWN_WALK, ours=YOURS)],
    "gradients.schur.schur2": [call(W=SQUARE)],
    "gradients.schur.matrix": [
        call(eigenvalues=[[0.5, 0.25], [0.5, -0.25]], nonnormality=0.5, angle=0.25)
    ],
    "gradients.schur.pair": [
        call(ours=("name",), name="eigenvalues", value=[[0.5, 0.0], [0.25, 0.0]])
    ],
    "gradients.verdict.verdict": [call(norm=np.array([1.0, 0.5]), bound=1.5, radius=0.5)],
}
