"""Witness on paper: the derivations of the first chapters, in SymPy.

`vector`, `total` and `collapse` are for derivations in any dimension, with sums of n terms left
as sums. The other functions return differences of two sides that SymPy must reduce to zero.
Notebook: book/derivations.ipynb
"""

from itertools import pairwise

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
    """Carry out every sum over a Kronecker delta: Σ_k 1[k=q] x_k becomes x_q.

    The free index is taken to lie within the sum, as an index of a component does.
    """

    def narrow(found: sp.Sum) -> sp.Expr:
        return deltasummation(found.function.expand(), found.limits[0], no_piecewise=True)

    return expression.replace(
        lambda node: isinstance(node, sp.Sum) and node.has(sp.KroneckerDelta), narrow
    )


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


def four_equations(sizes: tuple[int, ...] = (2, 3, 2)) -> list[sp.Expr]:
    """∂𝓛/∂θ by SymPy from the definition, minus BP1 to BP4, for every weight and bias.

    A tanh network of these sizes with the quadratic loss ½‖ŷ - y‖², all of it in symbols.
    """
    weights, biases = [], []
    h, hs = sp.Matrix(sp.symbols(f"x1:{sizes[0] + 1}", real=True)), []
    for level, (n_from, n_to) in enumerate(pairwise(sizes), start=1):
        weights.append(sp.Matrix(n_to, n_from, sp.symbols(f"w{level}_:{n_to * n_from}", real=True)))
        biases.append(sp.Matrix(sp.symbols(f"b{level}_:{n_to}", real=True)))
        hs.append(h)
        h = (weights[-1] * h + biases[-1]).applyfunc(sp.tanh)
    hs.append(h)
    gap = h - sp.Matrix(sp.symbols(f"y1:{sizes[-1] + 1}", real=True))
    loss, found = (gap.T * gap)[0] / 2, []
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
    """∇_z of the cross-entropy, minus ŷ Σ_k y_k - y, for any target y."""
    z = sp.Matrix(sp.symbols(f"z1:{n + 1}", real=True))
    y = sp.Matrix(sp.symbols(f"y1:{n + 1}", real=True))
    y_hat = softmax(z)
    loss = -sum(y_k * sp.log(p) for y_k, p in zip(y, y_hat, strict=True))
    return [
        sp.diff(loss, z_k) - (p * sum(y) - y_k) for z_k, y_k, p in zip(z, y, y_hat, strict=True)
    ]


class Network:
    """An Elman network with symbols for weights, in one variable's worth of input.

    The loss enters through what each state receives from it: 𝓛 = Σ_t g_tᵀ h_t.
    """

    def __init__(self, steps: int = 3, n_h: int = 2):
        def vector(name):
            return sp.Matrix(sp.symbols(f"{name}1:{n_h + 1}", real=True))

        self.W_hx = vector("w")
        self.W_hh = sp.Matrix(n_h, n_h, lambda i, j: sp.Symbol(f"u{i + 1}{j + 1}", real=True))
        self.b_h, h0 = vector("b"), vector("h0_")
        self.xs = sp.symbols(f"x1:{steps + 1}", real=True)
        self.g = [vector(f"g{t}_") for t in range(1, steps + 1)]
        self.h = [h0]
        for x in self.xs:
            self.h.append((self.W_hx * x + self.W_hh * self.h[-1] + self.b_h).applyfunc(sp.tanh))
        self.loss = sum((g.T * h)[0] for g, h in zip(self.g, self.h[1:], strict=True))
        self.slopes = [sp.diag(*h.applyfunc(lambda v: 1 - v**2)) for h in self.h[1:]]
        self.jacobians = [D * self.W_hh for D in self.slopes]

    def forward(self) -> sp.MatrixBase:
        """∇_{W_hh} 𝓛, one term a loss: S_t = ∂⁺h_t + J_t S_{t-1}, then Σ_t g_tᵀ S_t."""
        n = len(self.b_h)
        carried = sp.zeros(n, n * n)
        total = sp.zeros(1, n * n)
        for g, h_prev, D, J in zip(self.g, self.h, self.slopes, self.jacobians, strict=False):
            immediate = D * sp.kronecker_product(sp.eye(n), h_prev.T)
            carried = immediate + J * carried
            total += g.T * carried
        return total.reshape(n, n)

    def backward(self) -> sp.MatrixBase:
        """∇_{W_hh} 𝓛, one term a step: δ_t = D_t (g_t + W_hhᵀ δ_{t+1}), then Σ_t δ_t h_{t-1}ᵀ."""
        n = len(self.b_h)
        delta, total = sp.zeros(n, 1), sp.zeros(n, n)
        for g, h_prev, D in reversed(list(zip(self.g, self.h, self.slopes, strict=False))):
            delta = D * (g + self.W_hh.T * delta)
            total += delta * h_prev.T
        return total


def forward_is_backward(steps: int = 3) -> list[sp.Expr]:
    """Forward recursion minus backward recursion, entry by entry of ∇_{W_hh} 𝓛."""
    network = Network(steps)
    return list(network.forward() - network.backward())


def backward_is_derivative(steps: int = 3) -> list[sp.Expr]:
    """The derivative of 𝓛, taken by SymPy from its definition, minus the backward recursion."""
    network = Network(steps)
    truth = network.W_hh.applyfunc(lambda w: sp.diff(network.loss, w))
    return list(truth - network.backward())
