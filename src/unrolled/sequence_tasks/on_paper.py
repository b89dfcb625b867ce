"""Feeding back letters or logits on paper: two steps, two letters.

Of the network nothing is needed but this: what the second step computes is a function of the
first state and of what was fed back. Its exponentials are c after the first letter and d after
the second; with logits fed back there is only one case, so d = c.
Notebook: book/sequence_tasks.ipynb
"""

import sympy as sp

a = sp.symbols("a1:3", positive=True)  # exponentials of the first step's logits
c = sp.symbols("c1:3", positive=True)  # of the second step's, after the first letter
d = sp.symbols("d1:3", positive=True)  # and after the second letter


def joint(fed: str) -> sp.Matrix:
    """p(y_1, y_2) of all four pairs, when "letter" or "logits" is what the second step reads."""
    after = (c, d) if fed == "letter" else (c, c)
    return sp.Matrix(2, 2, lambda i, j: a[i] / sum(a) * after[i][j] / sum(after[i]))


def dependence(fed: str) -> sp.Matrix:
    """p(y_1, y_2) - p(y_1) p(y_2) of every pair: 0 where the letters are independent.

    eq-sequence-tasks-independent
    """
    p = joint(fed)
    first, second = p * sp.ones(2, 1), sp.ones(1, 2) * p
    return (p - first * second).applyfunc(sp.factor)


def letters_are_linked() -> sp.Expr:
    """The first entry for letters, minus a_1 a_2 (c_1 d_2 - c_2 d_1) over the totals."""
    totals = sum(a) ** 2 * sum(c) * sum(d)
    told = a[0] * a[1] * (c[0] * d[1] - c[1] * d[0]) / totals
    return sp.simplify(dependence("letter")[0, 0] - told)
