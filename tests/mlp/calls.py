"""A right call, or two, of every public function of the room's mathematics; see `tests.fuzz`."""

import numpy as np

from tests.calls import NETWORK, XS, B, H, call, rng
from unrolled.core.activations import RELU, TANH

POINTS = np.array([[1.0, 0.5], [-0.25, 2.0], [-1.5, 0.75]])
BEHIND = {
    "mlp.how_many": "writes and reads the derived data of the spirals",
}
CALLS = {
    "mlp.network.neuron": [call(w=B, b=0.5, x=H, phi=TANH), call(w=B, b=0.5, x=B)],
    "mlp.network.forward": [call(network=NETWORK, x=XS, phi=RELU, out=TANH)],
    "mlp.network.predict": [call(network=NETWORK, x=XS), call(network=NETWORK, x=XS[0])],
    "mlp.network.random_network": [call(rng=rng, sizes=(2, 3, 2), scale=0.5)],
    "mlp.network.parameter_count": [call(sizes=(2, 3, 2))],
    "mlp.one_line_sides.first_side": [call(xs=POINTS, angle=30.0, offset=0.5)],
    "mlp.one_line_sides.count_right": [
        call(xs=POINTS, ys=np.eye(2)[[0, 1, 1]], angle=30.0, offset=0.5)
    ],
    "mlp.network.check_network": [call(network=NETWORK, x=XS)],
}
