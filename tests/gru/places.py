"""Where the chapter's equations stand in the documents, and what the documents compute there."""

import numpy as np

from tests.errata.place import ARTICLE, NOTES, Place
from tests.errata.theirs import H, X, their_gate, their_sigma
from unrolled.gru import cell as gru

R = gru.random_gru(np.random.default_rng(3), 3, 6)


def their_new():
    """The candidate of the GRU, reset before the product."""
    return np.tanh(their_gate(R.h, their_sigma(R.r) * H))


PLACES = {
    "eq-gru-update": Place(
        says=(r"u_t=\sigma(W_uxx_t+W_uhh_t-1+b_u)",),
        rows=[(ARTICLE, "(21), (22)")],
        function=gru.gru_step,
        both=lambda: (their_sigma(R.u), gru.gru_step(R, X, H)[1].u),
    ),
    "eq-gru-reset": Place(
        says=(r"r_t=\sigma(W_rxx_t+W_rhh_t-1+b_r)",),
        rows=[(ARTICLE, "(21), (22)")],
        function=gru.gru_step,
        both=lambda: (their_sigma(R.r), gru.gru_step(R, X, H)[1].r),
    ),
    "eq-gru-candidate": Place(
        says=(r"\tildeh_t=\tanh", r"W_hh(r_t\odoth_t-1)"),
        rows=[(ARTICLE, "(23), (24)"), (NOTES, "$h_t$ with both gates")],
        function=gru.gru_step,
        both=lambda: (their_new(), gru.gru_step(R, X, H)[1].new),
    ),
    "eq-gru-state": Place(
        says=(r"h_t=(1-u_t)\odoth_t-1+u_t\odot\tildeh_t",),
        rows=[
            (ARTICLE, "(23), (24)"),
            (NOTES, "$h_t$ with an update gate"),
            (NOTES, "$h_t$ with both gates"),
        ],
        function=gru.gru_step,
        both=lambda: (
            (1 - their_sigma(R.u)) * H + their_sigma(R.u) * their_new(),
            gru.gru_step(R, X, H)[0],
        ),
    ),
}
