"""A right call, or two, of every public function of the room's mathematics; see `tests.fuzz`."""

from tests.calls import NETWORK, XS, B, H, call, rng
from unrolled.core.activations import RELU, TANH

BEHIND = {
    "mlp.how_many": "writes and reads the derived data of the spirals",
}
CALLS = {
    "mlp.network.neuron": [call(w=B, b=0.5, x=H, phi=TANH), call(w=B, b=0.5, x=B)],
    "mlp.network.forward": [call(network=NETWORK, x=XS, phi=RELU, out=TANH)],
    "mlp.network.predict": [call(network=NETWORK, x=XS), call(network=NETWORK, x=XS[0])],
    "mlp.network.random_network": [call(rng=rng, sizes=(2, 3, 2), scale=0.5)],
    "mlp.network.parameter_count": [call(sizes=(2, 3, 2))],
    "mlp.network.check_network": [call(network=NETWORK, x=XS)],
}
