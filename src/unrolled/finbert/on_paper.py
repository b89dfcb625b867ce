"""The reliability of a tone, derived with SymPy. Notebook: book/finbert.ipynb"""

import sympy as sp


def reliability() -> sp.Expr:
    """The correlation of s with the mean of n signs of X = s + κξ, minus the formula; zero.

    The mean of s · sign X is the covariance of s and X over the deviation of X, times E|Z|. Two of
    the X have the correlation 1/(1 + κ²). The probability that both are above 0 is 1/4 at a
    correlation of 0, and its derivative at c is 1/(2π√(1 - c²)) (Plackett); the covariance of the
    signs is 4P - 1.                                                      eq-finbert-reliability
    """
    z, c, n, kappa = sp.symbols("z c n kappa", positive=True)
    size = 2 * sp.integrate(z * sp.exp(-(z**2) / 2) / sp.sqrt(2 * sp.pi), (z, 0, sp.oo))  # E|Z|
    with_one = size / sp.sqrt(1 + kappa**2)
    both = sp.Rational(1, 4) + sp.integrate(1 / (2 * sp.pi * sp.sqrt(1 - z**2)), (z, 0, c))
    together = (4 * both - 1).subs(c, 1 / (1 + kappa**2))
    derived = with_one / sp.sqrt((1 + (n - 1) * together) / n)
    arc = 2 / sp.pi * sp.asin(1 / (1 + kappa**2))
    formula = sp.sqrt(2 / sp.pi) / sp.sqrt(1 + kappa**2) / sp.sqrt((1 + (n - 1) * arc) / n)
    return sp.simplify(derived - formula)
