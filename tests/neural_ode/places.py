"""Where the chapter's equations stand in the documents, and what the documents compute there."""

import numpy as np
from scipy.integrate import quad_vec, solve_ivp

from tests.errata.place import ARTICLE, Place
from unrolled.neural_ode.solvers import solve

W, BIAS, START = np.array([[0.2, -1.5], [1.1, -0.4]]), np.array([0.3, -0.2]), np.array([1.0, 0.5])


def their_field(h, t):
    """f_θ of the article, any network."""
    return np.tanh(W @ h + BIAS) * (1 + t)


def theirs():
    """h(0) plus the integral of f_θ along the solution."""
    path = solve_ivp(
        lambda t, h: their_field(h, t),
        (0, 0.8),
        START,
        method="DOP853",
        rtol=1e-13,
        atol=1e-14,
        dense_output=True,
    ).sol
    return START + quad_vec(lambda t: their_field(path(t), t), 0, 0.8, epsabs=1e-13)[0]


PLACES = {
    "eq-neural-ode-euler": Place(
        says=(r"h_n+1=h_n+\Delta",),
        rows=[(ARTICLE, "(28), mended")],
        function=solve,
        both=lambda: (
            START + 0.8 * their_field(START, 0.0),
            solve(their_field, START, np.array([0.0, 0.8]), "euler")[-1],
        ),
    ),
    "eq-neural-ode-limit": Place(
        says=(r"\fracdh(s)ds=f_\theta(h(s),s)",),
        rows=[(ARTICLE, "(29), (30)")],
    ),
    "eq-neural-ode-integral": Place(
        says=(r"h(S)=h(0)+\int_0^S",),
        rows=[(ARTICLE, "(29), (30)")],
        function=solve,
        both=lambda: (
            theirs(),
            solve(their_field, START, np.array([0.0, 0.8]), steps=1000)[-1],
        ),
    ),
}
