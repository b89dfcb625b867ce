"""Backpropagation on paper: the four equations and softmax with cross-entropy, in SymPy.

The functions return differences of two sides that SymPy must reduce to zero.
Notebooks: book/backprop.ipynb, book/derivations.ipynb
"""

from itertools import pairwise

import sympy as sp


def four_equations(sizes: tuple[int, ...] = (2, 3, 2)) -> list[sp.Expr]:
    """∂𝓛/∂θ by SymPy from the definition, minus BP1 to BP4, for every weight and bias.

    eq-derivations-all-four
    A tanh network of these sizes with the quadratic loss ½‖ŷ - y‖², all of it in symbols.
    """
    weights, biases = [], []
    h = sp.Matrix(sp.symbols(f"x1:{sizes[0] + 1}", real=True))
    hs = []
    for level, (n_from, n_to) in enumerate(pairwise(sizes), start=1):
        weights.append(sp.Matrix(n_to, n_from, sp.symbols(f"w{level}_:{n_to * n_from}", real=True)))
        biases.append(sp.Matrix(sp.symbols(f"b{level}_:{n_to}", real=True)))
        hs.append(h)
        h = (weights[-1] * h + biases[-1]).applyfunc(sp.tanh)
    hs.append(h)
    gap = h - sp.Matrix(sp.symbols(f"y1:{sizes[-1] + 1}", real=True))
    loss = (gap.T * gap)[0] / 2
    found = []
    delta = gap.multiply_elementwise(h.applyfunc(lambda v: 1 - v**2))  # BP1
    for level in range(len(weights) - 1, -1, -1):
        W, b = weights[level], biases[level]
        found += list(W.applyfunc(lambda w: sp.diff(loss, w)) - delta * hs[level].T)  # BP4
        found += list(b.applyfunc(lambda w: sp.diff(loss, w)) - delta)  # BP3
        slope = hs[level].applyfunc(lambda v: 1 - v**2)
        delta = (W.T * delta).multiply_elementwise(slope)  # BP2
    return found


def softmax(z: sp.MatrixBase) -> sp.MatrixBase:
    """ŷ_i = e^z_i / Σ_j e^z_j."""
    e = z.applyfunc(sp.exp)
    return e / sum(e)


def softmax_jacobian(n: int = 3) -> list[sp.Expr]:
    """∂ŷ_i/∂z_k - ŷ_i(1[i=k] - ŷ_k) for all i and k."""
    z = sp.Matrix(sp.symbols(f"z1:{n + 1}", real=True))
    y_hat = softmax(z)
    return list(y_hat.jacobian(z) - (sp.diag(*y_hat) - y_hat * y_hat.T))


def output_error(n: int = 3) -> list[sp.Expr]:
    """∇_z of the cross-entropy, minus ŷ Σ_k y_k - y, for any target y.

    eq-backprop-softmax-error
    """
    z = sp.Matrix(sp.symbols(f"z1:{n + 1}", real=True))
    y = sp.Matrix(sp.symbols(f"y1:{n + 1}", real=True))
    y_hat = softmax(z)
    loss = -sum(y_k * sp.log(p) for y_k, p in zip(y, y_hat, strict=True))
    return [
        sp.diff(loss, z_k) - (p * sum(y) - y_k) for z_k, y_k, p in zip(z, y, y_hat, strict=True)
    ]
