"""Where the chapter's equations stand in the documents, and what the documents compute there."""

import numpy as np

from tests.errata.place import SEQUENCES, Place
from unrolled.core.activations import softmax
from unrolled.decoder.model import decode, loss_and_gradient, random_decoder

MODEL = random_decoder(np.random.default_rng(6), 5, 8, 6, 2, 2, 9)
CODES = np.array([3, 0, 4, 4, 1, 2, 0])


def their_probability():
    """(49) of the lecture: each letter given all letters before it, which are read alone."""
    factors = [softmax(decode(MODEL, CODES[:n])[0][-1])[CODES[n]] for n in range(1, len(CODES))]
    return np.prod(factors)


PLACES = {
    "eq-decoder-loss": Place(
        says=(r"L=-\frac1N\sum_n=1^N\logP(x_n+1\midx_1,\dots,x_n)",),
        rows=[(SEQUENCES, "(49)")],
        function=loss_and_gradient,
        both=lambda: (
            -np.log(their_probability()) / (len(CODES) - 1),
            loss_and_gradient(MODEL, CODES[None])[0],
        ),
    ),
}
