"""What a warm-up does for a deep post-norm stack, and the gradients before the first update.

Warm-up: at update k the learning rate is peak · min(1, k/warm-up).          eq-stack-warm-up
The gradients before the first update are those of Xiong et al. (2020), section 3: the norm of the
gradient of every block's W_2, for post-norm and for pre-norm with its last norm.
Derived data: `make data NAME=stack.warm_up`.
Notebook: book/stack.ipynb
"""

from collections.abc import Callable

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_choice, check_real, check_whole
from unrolled.core.losses import CROSS_ENTROPY, mean_loss_back
from unrolled.core.shapes import Array, Float
from unrolled.stack.encoder import encode, encode_back
from unrolled.stack.find_and_copy import D, finding, random_finder, train_finder
from unrolled.transformer.norm import layer_norm, layer_norm_back, new_norm

SEEDS = range(5)
DEPTHS = (6, 12, 24)
BLOCKS, PLACES, BATCH = 24, 4, 32
PEAK = 0.001
GENTLE = 0.0003  # a constant rate, the control
EVERY = 100
UPDATES = {0: 2000, 500: 1500, 1500: 2000}  # in all, by those of the warm-up; 0: constant rate
MANY = 256  # sequences to measure a gradient on


def warm_up(peak: float, updates: int) -> Callable[[int], float]:
    """The rate at update 1, 2, 3, …: it rises linearly to its peak and stays.   eq-stack-warm-up"""
    peak, updates = check_real("peak", peak, above=0), check_whole("updates", updates, 0)
    return lambda k: peak * min(1.0, k / updates) if updates else peak


def learned(warm: int, seed: int, updates: int | None = None, peak: float = PEAK) -> list[float]:
    """The mean loss of every EVERY updates of a post-norm stack that finds one of three pairs.

    `warm` is the number of updates of the warm-up; without `updates` there are UPDATES[warm].
    """
    updates = UPDATES[check_choice("warm", warm, UPDATES)] if updates is None else updates
    rng = np.random.default_rng(1000 + seed)
    p = random_finder(np.random.default_rng(seed), BLOCKS)
    draw = lambda: finding(rng, BATCH, PLACES)  # noqa: E731
    losses = train_finder(p, draw, updates, warm_up(peak, warm))[1]
    return losses.reshape(-1, EVERY).mean(axis=1).round(5).tolist()


def first_gradients(
    blocks: int, seed: int, first: bool, last_norm: bool = True
) -> Float[Array, " L"]:
    """The norm of the gradient of W_2 in every block, before any update.

    The stack is post-norm, or pre-norm with `first`; a pre-norm stack ends in a norm, as is
    usual, unless `last_norm` is false.
    """
    p = random_finder(np.random.default_rng(seed), blocks)
    task = finding(np.random.default_rng(1000 + seed), MANY, PLACES)
    X, caches = encode(p.blocks, task.xs.swapaxes(0, 1) @ p.W_in.T, first=first)
    normed, end = layer_norm(new_norm(D), X)
    h = (normed if first and last_norm else X)[:, -1]
    dX = np.zeros(X.shape)
    dX[:, -1] = mean_loss_back(CROSS_ENTROPY, h @ p.W_out.T, task.ys[-1]) @ p.W_out
    if first and last_norm:
        dX = layer_norm_back(new_norm(D), end, dX)[1]
    d_blocks, _ = encode_back(p.blocks, caches, dX)
    return np.array([np.linalg.norm(d.feed.W_2) for d in d_blocks])


def compute_data() -> dict:
    """By length of the warm-up a curve for each seed; and with the gentle rate throughout."""
    warmed = {str(warm): [learned(warm, seed) for seed in SEEDS] for warm in UPDATES}
    return warmed | {"gentle": [learned(0, seed, peak=GENTLE) for seed in SEEDS]}


def loaded() -> dict:
    """The same, from the file."""
    return read_data(__name__)
