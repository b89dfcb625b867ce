"""One step of a recurrent network on paper, in SymPy: what the chain rule gives, entry by entry.

The functions return differences of two sides that SymPy must reduce to zero.
Notebook: book/derivations.ipynb
"""

import sympy as sp


class Logistic(sp.Function):
    """σ(a), of which SymPy need only know the slope: σ′ = σ (1 - σ)."""

    def fdiff(self, argindex: int = 1) -> sp.Expr:
        return self * (1 - self)


def column(name: str, n: int) -> sp.Matrix:
    """A vector of n symbols: name1, name2 and so on."""
    return sp.Matrix(sp.symbols(f"{name}1:{n + 1}", real=True))


def square(name: str, n: int) -> sp.Matrix:
    """A matrix of n times n symbols: name11, name12 and so on."""
    return sp.Matrix(n, n, lambda i, j: sp.Symbol(f"{name}{i + 1}{j + 1}", real=True))


def slope(loss: sp.Expr, of: sp.Matrix) -> sp.Matrix:
    """∂loss/∂of, in the shape of `of`."""
    return of.applyfunc(lambda symbol: sp.diff(loss, symbol))


def expanded(*gaps: sp.MatrixBase) -> list[sp.Expr]:
    """All entries of some matrices, multiplied out."""
    return [sp.expand(entry) for gap in gaps for entry in gap]


def step_back(n_h: int = 2) -> list[sp.Expr]:
    """The derivatives of ℓ = gᵀ h_t minus what one step back returns.   eq-derivations-rnn-step

    h_t = tanh(W_hx x_t + W_hh h_{t-1} + b_h), with a single input x_t.
    """
    W_hx, W_hh, b_h = column("w", n_h), square("u", n_h), column("b", n_h)
    x, h_prev, g = sp.Symbol("x", real=True), column("p", n_h), column("g", n_h)
    h = (W_hx * x + W_hh * h_prev + b_h).applyfunc(sp.tanh)
    loss = g.dot(h)
    delta = g.multiply_elementwise(h.applyfunc(lambda value: 1 - value**2))
    return expanded(
        slope(loss, b_h) - delta,
        slope(loss, W_hh) - delta * h_prev.T,
        slope(loss, W_hx) - delta * x,
        slope(loss, h_prev) - W_hh.T * delta,
    )
