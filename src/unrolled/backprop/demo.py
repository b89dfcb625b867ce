"""The first step of the d-e-m-o network, seen alone, on the way back through its 4-2-4 units.

Notebook: book/backprop.ipynb
"""

import numpy as np

from unrolled.backprop.backward import backward
from unrolled.core.door import check_finite
from unrolled.core.losses import cross_entropy_back
from unrolled.core.records import check_like
from unrolled.core.shapes import Array
from unrolled.mlp import demo as ahead
from unrolled.mlp.demo import FORWARD, NETWORK, X, Y
from unrolled.mlp.network import Layer, Network, forward
from unrolled.page.trace import Quantity, Trace

# name, kind, symbol, formula, how it follows from the quantities in the formula, label
BACKWARD = (
    (
        "delta2",
        "gradient",
        r"\boldsymbol\delta^{(2)}",
        "<y_hat> - <y>",
        np.subtract,
        "eq-backprop-softmax-error",
    ),
    (
        "dW2",
        "gradient",
        r"\nabla_{\mathbf W^{(2)}}\mathcal L",
        r"<delta2>\,<h1>^{\top}",
        np.outer,
        "eq-backprop-weights",
    ),
    (
        "db2",
        "gradient",
        r"\nabla_{\mathbf b^{(2)}}\mathcal L",
        "<delta2>",
        np.array,
        "eq-backprop-bias",
    ),
    (
        "dh1",
        "gradient",
        r"\nabla_{\mathbf h^{(1)}}\mathcal L",
        r"{<W2>}^{\top}\,<delta2>",
        lambda W, d: W.T @ d,
        "eq-backprop-hidden",
    ),
    (
        "slope1",
        "state",
        r"\phi'(\mathbf a^{(1)})",
        r"1 - <h1>^{\odot 2}",
        lambda h: 1 - h**2,
        "eq-backprop-hidden",
    ),
    (
        "delta1",
        "gradient",
        r"\boldsymbol\delta^{(1)}",
        r"<dh1> \odot <slope1>",
        np.multiply,
        "eq-backprop-hidden",
    ),
    (
        "dW1",
        "gradient",
        r"\nabla_{\mathbf W^{(1)}}\mathcal L",
        r"<delta1>\,<x>^{\top}",
        np.outer,
        "eq-backprop-weights",
    ),
    (
        "db1",
        "gradient",
        r"\nabla_{\mathbf b^{(1)}}\mathcal L",
        "<delta1>",
        np.array,
        "eq-backprop-bias",
    ),
)


def trace(network: Network = NETWORK, x: Array = X, y: Array = Y) -> Trace:
    """Every quantity of one example through a 4-2-4 network, in the order of computing.

    Raises ValueError for what has other shapes than NETWORK, X and Y.
    """
    x, y = check_like("x", x, X, check_finite), check_like("y", y, Y, check_finite)
    found = values(checked_network(network), x, y)
    given = (("x", "input", r"\mathbf x"), ("y", "output", r"\mathbf y"))
    weights = (
        (f"{letter}{n}", "weight", rf"\mathbf {letter}^{{({n})}}")
        for n in (1, 2)
        for letter in "Wb"
    )
    steps = {n: Quantity(n, symbol, kind, found[n]) for n, kind, symbol in (*given, *weights)}
    for name, kind, symbol, formula, rule, label in (*FORWARD, *BACKWARD):
        steps[name] = Quantity(name, symbol, kind, found[name], formula, rule, label)
    return steps


def checked_network(network: object) -> Network:
    """`network` as two Layers of arrays of the sizes 4, 2 and 4, or ValueError."""
    kinds = tuple(map(type, network)) if isinstance(network, tuple) else type(network)
    if kinds != (Layer, Layer):
        raise ValueError(f"network: got {kinds}, expected a tuple of two Layers")
    pairs = zip(network, NETWORK, strict=True)
    return tuple(check_like(f"network[{n}]", *pair, check_finite) for n, pair in enumerate(pairs))


def values(network: Network, x: Array, y: Array) -> dict[str, Array]:
    """The value of every quantity, from the functions the rest of the book uses."""
    kept = forward(network, x)
    gradient, deltas = backward(network, kept, cross_entropy_back(kept.h[-1], y))
    found = ahead.values(network, x, y)
    found["slope1"] = 1 - kept.h[1] ** 2
    found["dh1"] = np.vecmat(deltas[1], network[1].W)
    for n, (grad, delta) in enumerate(zip(gradient, deltas, strict=True), start=1):
        found |= {f"delta{n}": delta, f"dW{n}": grad.W, f"db{n}": grad.b}
    return found
