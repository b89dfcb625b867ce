"""Derivations in any dimension, in SymPy: sums of n terms are left as sums.

Notebook: book/derivations.ipynb
"""

import sympy as sp
from sympy.concrete.delta import deltasummation

INDICES = sp.symbols("i j k p q t", integer=True)
SIZES = sp.symbols("m n T", integer=True, positive=True)


def vector(name: str) -> sp.IndexedBase:
    """A vector or matrix of any size: vector("x")[k] is its component k."""
    return sp.IndexedBase(name, real=True)


def total(term: sp.Expr, index: sp.Symbol, size: sp.Expr) -> sp.Sum:
    """Σ of a term over an index from 1 to size."""
    return sp.Sum(term, (index, 1, size))


def collapse(expression: sp.Expr) -> sp.Expr:
    """Carry out every sum over a Kronecker delta: Σ_k 1[k=q] x_k becomes x_q.   eq-derivations-pick

    The free index is taken to lie within the sum, as an index of a component does.
    """

    def narrow(found: sp.Sum) -> sp.Expr:
        return deltasummation(found.function.expand(), found.limits[0], no_piecewise=True)

    return expression.replace(
        lambda node: isinstance(node, sp.Sum) and node.has(sp.KroneckerDelta), narrow
    )
