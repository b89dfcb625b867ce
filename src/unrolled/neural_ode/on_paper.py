"""Local errors of solvers and the adjoint of a linear field, in SymPy.

Notebook: book/neural_ode.ipynb
"""

import sympy as sp

from unrolled.neural_ode.solvers import SOLVERS


def growth(solver: str) -> sp.Expr:
    """What one step of a method multiplies h by where h′ = λ h, with z = λ Δt."""
    z = sp.Symbol("z")
    table = SOLVERS[solver]
    stages = []
    for row in table.a:
        stages.append(z * (1 + _weighted(row, stages)))
    return sp.expand(1 + _weighted(table.b, stages))


def _weighted(weights: tuple[float, ...], stages: list) -> sp.Expr:
    pairs = zip(weights, stages, strict=True)
    return sum((sp.nsimplify(w, rational=True) * k for w, k in pairs), sp.Integer(0))


def local_error(solver: str) -> sp.Expr:
    """The first term of eᶻ minus that: the local error of one step.       eq-neural-ode-order"""
    z = sp.Symbol("z")
    order = SOLVERS[solver].order
    gap = sp.series(sp.exp(z), z, 0, order + 2).removeO() - growth(solver)
    return sp.expand(gap)


def linear_adjoint() -> sp.Matrix:
    """α′ + Aᵀ α for h′ = A h and a loss c·h(S), with α the gradient at h(s); zero.

    eq-neural-ode-adjoint; A = [[0, -w], [w, 0]] + d I, for which exp is known in full.
    """
    s, S = sp.symbols("s S", real=True)
    w, d = sp.symbols("w d", real=True)
    c = sp.Matrix(sp.symbols("c1:3", real=True))
    A = sp.Matrix([[d, -w], [w, d]])
    onward = sp.exp(d * (S - s)) * sp.Matrix(
        [[sp.cos(w * (S - s)), -sp.sin(w * (S - s))], [sp.sin(w * (S - s)), sp.cos(w * (S - s))]]
    )
    alpha = onward.T * c  # the gradient of c·h(S) with respect to h(s)
    return (alpha.diff(s) + A.T * alpha).applyfunc(sp.simplify)


def linear_weights() -> sp.Expr:
    """d/da of c h(S) for h′ = a h, minus the integral of h α; zero.       eq-neural-ode-adjoint"""
    a, c, h0 = sp.symbols("a c h0", real=True)
    S, s = sp.symbols("S s", positive=True)
    h, alpha = h0 * sp.exp(a * s), c * sp.exp(a * (S - s))
    return sp.simplify(
        sp.diff(c * h.subs(s, S), a) - sp.integrate(sp.simplify(h * alpha), (s, 0, S))
    )


def carried_density() -> sp.Expr:
    """d log p/dt + tr A along h′ = A h: the density is divided by det exp(A t) = exp(t tr A).

    eq-neural-ode-trace, for an A of two dimensions that is as general as its Jordan form.
    """
    a, b, t = sp.symbols("a b t", real=True)
    A = sp.Matrix([[a, 1], [0, b]])
    return sp.simplify(sp.diff(-sp.log((A * t).exp().det()), t) + A.trace())
