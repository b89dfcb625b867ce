"""The first step of the d-e-m-o network, seen alone: a 4-2-4 feed-forward network, forward.

At t = 1 the state before is 0, so W_hh has no say: the letter d goes in, e is wanted, and 22 of
the 26 weights are left. The loss is that of this one example.
Notebook: book/mlp.ipynb
"""

import numpy as np

from unrolled.core.activations import softmax
from unrolled.core.losses import cross_entropy
from unrolled.core.shapes import Array
from unrolled.demo import weights
from unrolled.mlp.network import Layer, Network, forward

NETWORK: Network = (Layer(weights.W_hx, weights.b_h), Layer(weights.W_yh, weights.b_y))
X, Y = weights.XS[0], weights.YS[0]

# name, kind, symbol, formula, how it follows from the quantities in the formula, label
FORWARD = (
    (
        "a1",
        "state",
        r"\mathbf a^{(1)}",
        r"<W1>\,<x> + <b1>",
        lambda W, x, b: W @ x + b,
        "eq-mlp-layer",
    ),
    ("h1", "state", r"\mathbf h^{(1)}", r"\tanh <a1>", np.tanh, "eq-mlp-layer"),
    (
        "z",
        "output",
        r"\mathbf z",
        r"<W2>\,<h1> + <b2>",
        lambda W, h, b: W @ h + b,
        "eq-mlp-composition",
    ),
    (
        "y_hat",
        "output",
        r"\hat{\mathbf y}",
        r"\operatorname{softmax} <z>",
        softmax,
        "eq-mlp-softmax",
    ),
    (
        "L",
        "output",
        r"\mathcal L",
        r"-<y>^{\top} \log <y_hat>",
        lambda y, p: -y @ np.log(p),
        "eq-mlp-cross-entropy",
    ),
)


def values(network: Network, x: Array, y: Array) -> dict[str, Array]:
    """The weights, and every quantity on the way forward by the functions of the chapter."""
    kept = forward(network, x)
    z = kept.h[-1]
    found = {"x": x, "y": y, "a1": kept.a[0], "h1": kept.h[1], "z": z, "y_hat": softmax(z)}
    found["L"] = np.asanyarray(cross_entropy(z, y))
    for n, layer in enumerate(network, start=1):
        found |= {f"W{n}": layer.W, f"b{n}": layer.b}
    return found
