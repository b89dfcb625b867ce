"""The gradient of a gap, for a linear field, in SymPy. Notebook: book/ode_rnn.ipynb"""

import sympy as sp


def gap_gradient() -> sp.Expr:
    """∂(c h_k⁻)/∂Δt minus c f(h_k⁻) for f(h) = a h, whose flow is e^{aΔt} h; zero.

    eq-ode-rnn-gap
    """
    a, c, h, gap = sp.symbols("a c h Delta_t", real=True)
    before = sp.exp(a * gap) * h
    return sp.simplify(sp.diff(c * before, gap) - c * a * before)


def decay_solves() -> sp.Expr:
    """The derivative of exp(-λt) h plus λ times it: h′ = -λ h, zero.           eq-ode-rnn-decay"""
    rate, h, t = sp.symbols("lambda h t", real=True)
    state = sp.exp(-rate * t) * h
    return sp.simplify(sp.diff(state, t) + rate * state)
