"""Where the chapter's equations stand in the documents, and what the documents compute there."""

import numpy as np

from tests.errata.place import ARTICLE, Place
from unrolled.mlp.network import Layer
from unrolled.resnet import block, network

P = network.random_resnet(np.random.default_rng(8), blocks=3, n_x=2, n=4, n_y=2, gain=1.5)
START, G = np.random.default_rng(9).normal(size=(2, 4))
LAYER = Layer(P.blocks[0].W, np.array([0.3, -0.2, 0.5, 0.1]))


def their_layers():
    """h_ℓ = F_ℓ(h_{ℓ-1}), from the first layer's answer to the last one."""
    h = np.tanh(P.into.W @ START[:2] + P.into.b)
    for W, b in P.blocks:
        h = np.tanh(W @ h + b)
    return h


def their_branch():
    """F_ℓ(h_{ℓ-1})."""
    return np.tanh(LAYER.W @ START + LAYER.b)


def their_gradient():
    """(∂L/∂h_ℓ) (I + ∂F_ℓ/∂h_{ℓ-1}), which is right where gradients are rows."""
    row = G[None, :]
    return (row @ (np.eye(4) + np.diag(1 - their_branch() ** 2) @ LAYER.W))[0]


PLACES = {
    "eq-resnet-plain": Place(
        says=(r"h^(\ell)=\tanh(W^(\ell)h^(\ell-1)+b^(\ell))",),
        rows=[(ARTICLE, "(25)")],
        function=network.forward,
        both=lambda: (their_layers(), network.forward(P, START[:2], skip=False)[1].h[-1]),
    ),
    "eq-resnet-block": Place(
        says=(r"h^(\ell)=h^(\ell-1)+F^(\ell)(h^(\ell-1))",),
        rows=[(ARTICLE, "(26), (44)")],
        function=block.block,
        both=lambda: (START + their_branch(), block.block(LAYER, START)[0]),
    ),
    "eq-resnet-back": Place(
        says=(r"(I+J^(\ell))^\top\nabla",),
        rows=[(ARTICLE, "(27), (45) to (49), mended")],
        function=block.block_back,
        both=lambda: (
            their_gradient(),
            block.block_back(LAYER, block.block(LAYER, START)[1], G)[1],
        ),
    ),
}
