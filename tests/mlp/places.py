"""Where the chapter's equations stand in the documents, and what the documents compute there."""

import numpy as np

from tests.errata.place import ARTICLE, SEQUENCES, SLIDES, Place
from tests.errata.theirs import ZS, W_xh, X, b_h, their_softmax
from unrolled.core.activations import softmax
from unrolled.mlp import network

PLACES = {
    "eq-mlp-neuron": Place(
        says=(r"\phi", r"w^\topx+b"),
        rows=[(ARTICLE, "1.1, neuron, layer")],
        function=network.neuron,
        both=lambda: (
            np.tanh(sum(w * x for w, x in zip(W_xh[0], X, strict=True)) + b_h[0]),
            network.neuron(W_xh[0], b_h[0], X),
        ),
    ),
    "eq-mlp-layer": Place(
        says=(r"h=\phi", "Wx+b"),
        rows=[(ARTICLE, "1.1, neuron, layer"), (SEQUENCES, "(42)")],
    ),
    "eq-mlp-composition": Place(
        says=(r"F_\theta=", r"\circ"),
        rows=[(ARTICLE, r"1.1, composition, $\theta$")],
    ),
    "eq-mlp-theta": Place(
        says=(r"\theta=", r"W^(\ell),b^(\ell)"),
        rows=[(ARTICLE, r"1.1, composition, $\theta$")],
    ),
    "eq-mlp-argmin": Place(
        says=(r"\theta^*", "argmin"),
        rows=[(ARTICLE, "1.1, prediction, loss, argmin")],
    ),
    "eq-mlp-rows": Place(
        says=("XW_xh", "HW_hq"),
        rows=[(SLIDES, "1.1, hidden and output layer in rows")],
    ),
    "eq-mlp-softmax": Place(
        says=(r"\haty_i=", r"\sum_je^z_j"),
        rows=[(SLIDES, "2.2.3, softmax")],
        function=softmax,
        both=lambda: (their_softmax(), softmax(ZS)),
    ),
}
