"""What both passes through a network cost, counted."""

from collections.abc import Sequence

import numpy as np

from unrolled.backprop.backward import backward
from unrolled.core.count import multiply_adds
from unrolled.mlp.network import forward, random_network


def cost_of_passes(sizes: Sequence[int]) -> tuple[int, int]:
    """Multiply-adds of one example's forward and backward pass.             eq-backprop-cost"""
    network = random_network(np.random.default_rng(0), sizes)
    x, dy = np.ones((1, sizes[0])), np.ones((1, sizes[-1]))
    return (
        multiply_adds(lambda network: forward(network, x), network),
        multiply_adds(backward, network, forward(network, x), dy),
    )
