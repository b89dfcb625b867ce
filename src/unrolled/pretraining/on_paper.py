"""The sum of products of full conditionals, in SymPy. Notebook: book/pretraining.ipynb"""

import sympy as sp


def excess() -> sp.Expr:
    """Σ p(x | y) p(y | x) - 1 - φ² of two words with two values each, whose table sums to 1; zero.

    eq-pretraining-excess
    """
    a, b, c = sp.symbols("a b c", positive=True)
    joint = sp.Matrix([[a, b], [c, 1 - a - b - c]])
    rows, columns = ([sum(line) for line in part] for part in _lines(joint))
    cells = [(joint[i, j], rows[i] * columns[j]) for i in range(2) for j in range(2)]
    products = sum(p * p / alone for p, alone in cells)
    phi = sum((p - alone) ** 2 / alone for p, alone in cells)
    return sp.simplify(products - 1 - phi)


def chain_sums_to_one() -> sp.Expr:
    """Σ p(x) p(y | x) - 1 of two words with two values each; zero.         eq-pretraining-chain"""
    first, given_0, given_1 = sp.symbols("p q r", positive=True)
    texts = [first * given_0, first * (1 - given_0), (1 - first) * given_1]
    return sp.simplify(sum(texts) + (1 - first) * (1 - given_1) - 1)


def _lines(joint: sp.Matrix) -> tuple[list, list]:
    rows, columns = joint.shape
    return [list(joint.row(i)) for i in range(rows)], [list(joint.col(j)) for j in range(columns)]
