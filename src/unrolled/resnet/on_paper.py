"""The product of blocks expanded into its paths, in SymPy. Notebook: book/resnet.ipynb"""

from itertools import combinations

import sympy as sp


def expansion(blocks: int) -> sp.Expr:
    """(I + J_L) … (I + J_1) minus the sum over all subsets, J not commuting.    eq-resnet-paths"""
    Js = sp.symbols(f"J1:{blocks + 1}", commutative=False)
    whole = sp.prod([1 + J for J in reversed(Js)])
    paths = [
        sp.prod(list(taken)[::-1])
        for length in range(blocks + 1)
        for taken in combinations(Js, length)
    ]
    return sp.expand(whole - sum(paths))


def block_back() -> sp.Matrix:
    """The gradient of a loss before a block of two units, minus (I + J)ᵀ of that after it.

    eq-resnet-back
    """
    h = sp.Matrix(sp.symbols("h1:3", real=True))
    W = sp.Matrix(2, 2, sp.symbols("w1:5", real=True))
    b, c = sp.Matrix(sp.symbols("b1:3", real=True)), sp.Matrix(sp.symbols("c1:3", real=True))
    f = (W * h + b).applyfunc(sp.tanh)
    after = h + f
    loss = (c.T * after.applyfunc(sp.sin))[0]  # any function of what leaves
    dafter = sp.Matrix([c[0] * sp.cos(after[0]), c[1] * sp.cos(after[1])])
    J = sp.diag(*f.applyfunc(lambda x: 1 - x**2)) * W
    found = sp.Matrix([sp.diff(loss, x) for x in h])
    return (found - (sp.eye(2) + J).T * dafter).applyfunc(sp.simplify)


def equal_branches(blocks: int) -> sp.Expr:
    """(1 + j)ᴸ minus what the C(L, k) paths of each length k carry where every J is j I."""
    j = sp.Symbol("j")
    return sp.expand((1 + j) ** blocks) - sum(
        sp.binomial(blocks, k) * j**k for k in range(blocks + 1)
    )
