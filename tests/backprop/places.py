"""Where the chapter's equations stand in the documents, and what the documents compute there."""

import numpy as np

from tests.errata.place import ARTICLE, Place
from unrolled.backprop.backward import hidden_error, layer_gradient, output_error

W2 = np.linspace(-1, 1, 10).reshape(2, 5)
D2 = np.array([0.3, -0.8])
H1 = np.tanh(np.arange(5.0))


def their_error_back():
    """((W²)ᵀ δ²) ⊙ φ′(z¹)."""
    return W2.T @ D2 * (1 - H1**2)


PLACES = {
    "eq-backprop-component": Place(
        says=(r"w^(\ell)_jk", r"h^(\ell-1)_k+b^(\ell)_j"),
        rows=[(ARTICLE, r"1.2, $x_j^\ell$ and $z_j^\ell$, mended")],
    ),
    "eq-backprop-output": Place(
        says=(r"\delta^(L)=", r"\odot", r"\nabla_\haty"),
        rows=[(ARTICLE, "(1), (2)"), (ARTICLE, "(35), (36)")],
        function=output_error,
        both=lambda: (D2 * np.array([0.5, 0.7]), output_error(D2, np.array([0.5, 0.7]))),
    ),
    "eq-backprop-hidden": Place(
        says=(r"\delta^(\ell)=", r"W^(\ell+1)", r"^\top\delta^(\ell+1)"),
        rows=[(ARTICLE, "(1), (2)")],
        function=hidden_error,
        both=lambda: (their_error_back(), hidden_error(W2, D2, 1 - H1**2)),
    ),
    "eq-backprop-bias": Place(
        says=(r"\nabla_b^(\ell)L=\delta^(\ell)",),
        rows=[(ARTICLE, "(3), (4)")],
        function=layer_gradient,
        both=lambda: (D2, layer_gradient(D2, H1).b),
    ),
    "eq-backprop-weights": Place(
        says=(r"\nabla_W^(\ell)L=\delta^(\ell)h^(\ell-1)^\top",),
        rows=[(ARTICLE, "(3), (4)")],
        function=layer_gradient,
        both=lambda: (np.outer(D2, H1), layer_gradient(D2, H1).W),
    ),
}
