"""One step of an LSTM on paper, in SymPy: both ways back, the four gates, the state before.

Returns differences of two sides that SymPy must reduce to zero.
Notebook: book/derivations.ipynb
"""

import sympy as sp

from unrolled.rnn.on_paper import Logistic, column, expanded, slope, square


def step_back(n_h: int = 2) -> list[sp.Expr]:
    """The derivatives of ℓ = gᵀ h_t + kᵀ c_t minus what one step back returns.

    eq-derivations-lstm-step
    g is ∇_{h_t}, all of it, and k = f_{t+1} ⊙ ∇_{c_{t+1}}, what c_t receives from the next memory.
    A bias enters as its pre-activation does, so it also holds the input's share.
    """
    W = {gate: square(f"w{gate}", n_h) for gate in "ifoc"}
    b = {gate: column(f"b{gate}", n_h) for gate in "ifoc"}
    h_prev, c_prev = column("p", n_h), column("m", n_h)
    g, k = column("g", n_h), column("k", n_h)
    a = {gate: W[gate] * h_prev + b[gate] for gate in "ifoc"}
    i, f, o = (a[gate].applyfunc(Logistic) for gate in "ifo")
    candidate = a["c"].applyfunc(sp.tanh)
    c = times(f, c_prev) + times(i, candidate)
    shown = c.applyfunc(sp.tanh)
    loss = g.dot(times(o, shown)) + k.dot(c)

    d_c = times(g, o, one_minus(times(shown, shown))) + k
    delta = {
        "i": times(d_c, candidate, i, one_minus(i)),
        "f": times(d_c, c_prev, f, one_minus(f)),
        "o": times(g, shown, o, one_minus(o)),
        "c": times(d_c, i, one_minus(times(candidate, candidate))),
    }
    gaps = [slope(loss, b[gate]) - delta[gate] for gate in "ifoc"]
    gaps += [slope(loss, W[gate]) - delta[gate] * h_prev.T for gate in "ifoc"]
    back = sum((W[gate].T * delta[gate] for gate in "ifoc"), sp.zeros(n_h, 1))
    gaps += [slope(loss, h_prev) - back, slope(loss, c_prev) - times(f, d_c)]
    return expanded(*gaps)


def times(*factors: sp.MatrixBase) -> sp.MatrixBase:
    """The product of vectors, component by component."""
    product = factors[0]
    for factor in factors[1:]:
        product = product.multiply_elementwise(factor)
    return product


def one_minus(vector: sp.MatrixBase) -> sp.MatrixBase:
    """1 - v in each component."""
    return vector.applyfunc(lambda value: 1 - value)
