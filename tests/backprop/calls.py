"""A right call, or two, of every public function of the room's mathematics; see `tests.fuzz`."""

from tests.calls import NETWORK, XS, YS, H, W, call, drawn, kept
from unrolled.core.activations import RELU, TANH
from unrolled.core.losses import CROSS_ENTROPY
from unrolled.mlp import demo as demo_step


def values_of(trace: dict) -> list:
    return [quantity.value for quantity in trace.values()]


BEHIND = {
    "backprop.checking": "gradients of networks drawn by a seed, right and wrong; tests of its own",
    "backprop.exercises": "judges what a reader wrote, whatever that is; tests of its own",
    "backprop.mistakes": "planted mistakes in the one network of the chapter",
}
CALLS = {
    "backprop.backward.output_error": [call(dy=H, slope=H)],
    "backprop.backward.hidden_error": [call(W_next=W, delta_next=H, slope=drawn(2, 2))],
    "backprop.backward.layer_gradient": [call(delta=H, h_before=drawn(2, 4))],
    "backprop.backward.backward": [
        call(network=NETWORK, kept=kept, dy=drawn(4, 2)),
        call(network=NETWORK, kept=kept, dy=drawn(4, 2), phi=TANH, out=RELU),
    ],
    "backprop.backward.loss_and_gradient": [
        call(network=NETWORK, xs=XS, ys=YS, phi=TANH, loss=CROSS_ENTROPY)
    ],
    "backprop.cost.cost_of_passes": [call(sizes=(2, 3, 2))],
    "backprop.demo.trace": [
        call(values_of, network=demo_step.NETWORK, x=demo_step.X, y=demo_step.Y)
    ],
}
