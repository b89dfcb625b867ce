"""Where the chapter's equations stand in the documents, and what the documents compute there."""

import numpy as np

from tests.errata.place import NOTES, SEQUENCES, Place
from tests.errata.theirs import H, S, W_hh, W_xh, b_h
from unrolled.core.unroll import unroll
from unrolled.remedies.shortcuts import leaky, residual


def states(f):
    """Every state, one from the other."""
    h = H
    found = []
    for x in S.xs:
        h = f(x, h)
        found.append(h)
    return np.array(found)


PLACES = {
    "eq-remedies-leaky": Place(
        says=(r"h_t=\alphah_t-1+(1-\alpha)\phi(a_t)",),
        rows=[(SEQUENCES, "(29)")],
        function=leaky,
        both=lambda: (
            states(lambda x, h: 0.7 * h + 0.3 * np.tanh(W_xh @ x + W_hh @ h + b_h)),
            unroll(leaky(0.7), S.model.cell, S.xs, H)[0],
        ),
    ),
    "eq-remedies-residual": Place(
        says=(r"h_t=h_t-1+\phi(a_t)",),
        rows=[(NOTES, "residual connection")],
        function=residual,
        both=lambda: (
            states(lambda x, h: h + np.tanh(W_hh @ h + W_xh @ x + b_h)),
            unroll(residual(), S.model.cell, S.xs, H)[0],
        ),
    ),
    "eq-remedies-growth": Place(
        says=(r"h_T=h_0+\sum_t=1^T\phi(a_t)", r"\lVerth_T\rVert"),
        rows=[(NOTES, "its sum and its norm, mended")],
    ),
    "eq-remedies-all-paths": Place(
        says=(r"\sum_s=k^t-1\frac\partial^+h_t\partialh_s\fracdh_sdh_k",),
        rows=[(NOTES, r"$\partial h_t/\partial h_{t'}$, mended")],
    ),
}
