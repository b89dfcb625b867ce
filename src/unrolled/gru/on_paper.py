"""One step of a GRU on paper, in SymPy, for either place of the reset gate.

Returns differences of two sides that SymPy must reduce to zero.
Notebook: book/derivations.ipynb
"""

import sympy as sp

from unrolled.lstm.on_paper import one_minus, times
from unrolled.rnn.on_paper import Logistic, column, expanded, slope, square


def step_back(n_h: int = 2) -> list[sp.Expr]:
    """The derivatives of ℓ = gᵀ h_t minus what one step back returns.   eq-derivations-gru-step

    The reset gate acts before the product. A bias also holds the input's share of its
    pre-activation.
    """
    W = {gate: square(f"w{gate}", n_h) for gate in "urh"}
    b = {gate: column(f"b{gate}", n_h) for gate in "urh"}
    h_prev, g = column("p", n_h), column("g", n_h)
    u, r = ((W[gate] * h_prev + b[gate]).applyfunc(Logistic) for gate in "ur")
    new = (W["h"] * times(r, h_prev) + b["h"]).applyfunc(sp.tanh)
    loss = g.dot(times(one_minus(u), h_prev) + times(u, new))

    delta_u = times(g, new - h_prev, u, one_minus(u))
    delta_h = times(g, u, one_minus(times(new, new)))
    seen = W["h"].T * delta_h
    delta_r = times(seen, h_prev, r, one_minus(r))
    back = times(g, one_minus(u)) + times(r, seen) + W["u"].T * delta_u + W["r"].T * delta_r
    return expanded(
        slope(loss, b["u"]) - delta_u,
        slope(loss, b["h"]) - delta_h,
        slope(loss, b["r"]) - delta_r,
        slope(loss, W["h"]) - delta_h * times(r, h_prev).T,
        slope(loss, h_prev) - back,
    )
