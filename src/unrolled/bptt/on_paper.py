"""BPTT on paper: both recursions and the derivative itself, in SymPy.

The functions return differences of two sides that SymPy must reduce to zero.
Notebooks: book/bptt.ipynb, book/derivations.ipynb
"""

import sympy as sp


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
    """Forward recursion minus backward recursion, entry by entry of ∇_{W_hh} 𝓛.

    eq-derivations-recursions
    """
    network = Network(steps)
    return list(network.forward() - network.backward())


def backward_is_derivative(steps: int = 3) -> list[sp.Expr]:
    """The derivative of 𝓛, taken by SymPy from its definition, minus the backward recursion.

    eq-derivations-recursions
    """
    network = Network(steps)
    truth = network.W_hh.applyfunc(lambda w: sp.diff(network.loss, w))
    return list(truth - network.backward())
