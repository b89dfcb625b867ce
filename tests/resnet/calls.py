"""A right call, or two, of every public function of the room's mathematics; see `tests.fuzz`."""

import numpy as np

from tests.calls import B, H, call, drawn, made_anew, rng
from unrolled.mlp.network import Layer
from unrolled.resnet import block, network, two_layers

LAYER = Layer(drawn(3, 3, seed=4) / 2, B)
P = network.ResNet(Layer(drawn(3, 2), B), (LAYER, LAYER), Layer(drawn(2, 3, seed=5), drawn(2)))
TWO = two_layers.TwoLayers(drawn(4, 3), drawn(4), drawn(3, 4, seed=2), B)
XS, YS = drawn(4, 2, seed=2), np.eye(2)[[0, 1, 1, 0]]
JS = drawn(3, 2, 2, seed=8) / 4


@made_anew
def kept():
    return network.forward(P, XS)[1]


@made_anew
def cache():
    return block.block(LAYER, H)[1]


@made_anew
def two_layer_cache():
    return two_layers.two_layer_block(TWO, H)[1]


BEHIND = {
    "resnet.starts": "writes and reads the derived data of three initialisations",
    "resnet.measured": "what the chapter measures in random networks of its own",
    "resnet.deep_stack": "behind the explorable DepthAndGradient; its own doors have tests",
    "resnet.degradation": "writes and reads the derived data of a contest; its doors have tests",
}
CALLS = {
    "resnet.block.block": [call(p=LAYER, h=H, scale=0.5), call(p=LAYER, h=B, skip=False)],
    "resnet.block.block_back": [call(p=LAYER, cache=cache, dh=H, ours=("cache",))],
    "resnet.block.block_jacobian": [call(p=LAYER, h=B, scale=0.5)],
    "resnet.block.check_block": [call(p=LAYER, h=H)],
    "resnet.network.forward": [call(p=P, x=XS, scale=0.5), call(p=P, x=XS[0], skip=False)],
    "resnet.network.backward": [call(p=P, kept=kept, dz=YS, ours=("kept",))],
    "resnet.network.loss_and_gradient": [call(p=P, xs=XS, ys=YS)],
    "resnet.network.random_resnet": [call(rng=rng, blocks=2, n_x=2, n=3, n_y=2, gain=0.5)],
    "resnet.network.check_resnet": [call(p=P, x=XS)],
    "resnet.paths.product": [call(Js=JS)],
    "resnet.paths.walks": [call(Js=JS, then=lambda found: tuple(found.values()))],
    "resnet.paths.by_length": [call(Js=JS)],
    "resnet.paths.bounds": [call(Js=JS)],
    "resnet.paths.check_jacobians": [call(Js=JS)],
    "resnet.two_layers.two_layer_block": [call(p=TWO, h=H), call(p=TWO, h=B, before=False)],
    "resnet.two_layers.two_layer_back": [call(p=TWO, cache=two_layer_cache, dh=H, ours=("cache",))],
    "resnet.two_layers.widening_block": [
        call(p=two_layers.Widening(TWO._replace(W_2=drawn(5, 4), b_2=drawn(5)), drawn(5, 3)), h=H)
    ],
    "resnet.two_layers.check_branch": [call(p=TWO, n=3, n_to=3, ours=("n", "n_to"))],
}
