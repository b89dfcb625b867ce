"""Five wrong lines of a backward pass that run all the same, where the shapes happen to fit.

Notebook: book/backprop.ipynb
"""

import numpy as np

from unrolled.backprop.backward import backward
from unrolled.core.losses import cross_entropy_back
from unrolled.core.shapes import Array
from unrolled.mlp.network import Layer, Network, check_network, forward


def wrong_gradients(network: Network, x: Array, y: Array) -> dict[str, Network]:
    """What each mistake makes of the gradient of a tanh network of two layers of one size."""
    network, x = check_network(network, x)
    shapes = [layer.W.shape for layer in network]
    if len(shapes) != 2 or len({*shapes[0], *shapes[1]}) != 1:
        raise ValueError(f"network: got shapes {shapes}, expected two layers of one size")
    kept = forward(network, x)
    _, (first, last) = backward(network, kept, cross_entropy_back(kept.h[-1], y))
    W = network[1].W
    h = kept.h[1]
    back = network[1].W.T @ last
    wrong = {
        "W for its transpose": (W @ last * (1 - h**2), last, h),
        "no slope": (back, last, h),
        "slope at h, not at a": (back * (1 - np.tanh(h) ** 2), last, h),
        "activation after, not before": (first, last, np.tanh(kept.h[2])),
        "last layer forgotten": (first, 0 * last, h),
    }
    return {
        name: (Layer(np.outer(one, x), one), Layer(np.outer(two, before), two))
        for name, (one, two, before) in wrong.items()
    }
