"""The activations' slopes on paper, in SymPy. Notebook: book/mlp.ipynb"""

import sympy as sp


def slopes() -> list[sp.Expr]:
    """φ′ by SymPy minus φ′ as printed, for tanh, logistic, GELU and SiLU.      eq-mlp-slopes"""
    a = sp.Symbol("a", real=True)
    logistic, normal = 1 / (1 + sp.exp(-a)), (1 + sp.erf(a / sp.sqrt(2))) / 2
    printed = {
        sp.tanh(a): 1 - sp.tanh(a) ** 2,
        logistic: logistic * (1 - logistic),
        a * normal: normal + a * sp.exp(-(a**2) / 2) / sp.sqrt(2 * sp.pi),
        a * logistic: logistic + a * logistic * (1 - logistic),
    }
    return [sp.simplify(sp.diff(phi, a) - slope) for phi, slope in printed.items()]
