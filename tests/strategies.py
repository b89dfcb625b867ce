"""What hypothesis draws: small shapes, batches and seeds."""

import numpy as np
from hypothesis import strategies as st

from unrolled.rnn.cell import RNN

steps = st.integers(1, 6)
sizes = st.integers(1, 5)
batches = st.sampled_from([(), (1,), (3,), (2, 2)])
seeds = st.integers(0, 2**32 - 1)


def problem(T, B, n_x, n_h, seed):
    """A cell, a sequence, a start and immediate gradients of the states, all random."""
    rng = np.random.default_rng(seed)
    cell = RNN(rng.normal(size=(n_h, n_x)), rng.normal(size=(n_h, n_h)), rng.normal(size=n_h))
    return cell, rng.normal(size=(T, *B, n_x)), rng.normal(size=(*B, n_h)), rng
