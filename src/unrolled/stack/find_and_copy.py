"""Find and copy: of many pairs of key and value, the one whose key is asked for at the end.

With it an encoder that reads the pairs, and its gradient. What is asked decides what is needed, so
a network that reads step by step must keep all the pairs until then.
Notebook: book/stack.ipynb
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.core.door import check_array, check_function, check_generator, check_real, check_whole
from unrolled.core.losses import CROSS_ENTROPY, mean_loss, mean_loss_back
from unrolled.core.optim import adam, clip_by_norm
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float, outer, total
from unrolled.core.tasks import Task
from unrolled.core.tree import ravel, unravel
from unrolled.stack.encoder import encode, encode_back, random_encoder
from unrolled.transformer.block import Block, Cache

BITS, SYMBOLS = 6, 4
N_X = BITS + SYMBOLS + 1
D, N_HEADS, WIDE = 16, 2, 32
LIMIT = 1.0  # of the gradient's norm


def finding(rng: np.random.Generator, n: int, places: int) -> Task:
    """n sequences of `places` - 1 pairs, then a key that one of them has; its value is wanted.

    A key is one of 64 codes of six bits, 1 or -1, in no two pairs the same; a value is one-hot;
    the last number of an input is 1 where the question is put. Whoever guesses has a loss of
    log 4. Raises ValueError for places that are fewer than 2 or more than there are keys.
    """
    rng = check_generator("rng", rng)
    n = check_whole("n", n, 1)
    places = check_whole("places", places, 2, 2**BITS)
    each = np.arange(n)
    keys = rng.permuted(np.tile(np.arange(2**BITS), (n, 1)), axis=1)[:, :places].T
    values, wanted = rng.integers(0, SYMBOLS, (places, n)), rng.integers(0, places - 1, n)
    keys[-1] = keys[wanted, each]
    xs, ys = np.zeros((places, n, N_X)), np.zeros((places, n, SYMBOLS))
    xs[..., :BITS] = 1.0 - 2.0 * (keys[..., None] >> np.arange(BITS) & 1)
    xs[:-1, :, BITS:-1] = np.eye(SYMBOLS)[values[:-1]]
    xs[-1, :, -1] = 1.0
    ys[-1] = np.eye(SYMBOLS)[values[wanted, each]]
    return Task(xs, ys, np.arange(places) == places - 1)


class Finder(NamedTuple):
    """An encoder with a layer in front and one behind. Its gradient is another Finder."""

    W_in: Float[Array, "d n_x"]
    b_in: Float[Array, " d"]
    blocks: tuple[Block, ...]
    W_out: Float[Array, "n_y d"]
    b_out: Float[Array, " n_y"]


class Read(NamedTuple):
    """What the step back must remember; the attention weights are in the blocks' caches."""

    xs: Float[Array, "B N n_x"]
    X: Float[Array, "B N d"]  # what leaves the encoder
    blocks: tuple[Cache, ...]


def random_finder(rng: np.random.Generator, blocks: int = 1) -> Finder:
    """Weights drawn from N(0, 1/fan-in), biases 0, gains 1."""
    stack = tuple(random_encoder(check_generator("rng", rng), blocks, N_HEADS, D, WIDE))
    W_in, W_out = rng.normal(0, N_X**-0.5, (D, N_X)), rng.normal(0, D**-0.5, (SYMBOLS, D))
    return Finder(W_in, np.zeros(D), stack, W_out, np.zeros(SYMBOLS))


def answered(
    p: Finder, xs: Float[Array, "N B n_x"], first: bool = False
) -> tuple[Float[Array, "B n_y"], Read]:
    """Logits, read from the last token as it leaves the encoder; `first` is that of `block`."""
    check_fields("p", p, Finder)
    xs = check_array("xs", xs, "N B n_x", n_x=p.W_in.shape[1]).swapaxes(0, 1)
    X, caches = encode(p.blocks, xs @ p.W_in.T + p.b_in, first=first)
    return X[:, -1] @ p.W_out.T + p.b_out, Read(xs, X, tuple(caches))


def loss_and_gradient(p: Finder, task: Task, first: bool = False) -> tuple[float, Finder]:
    """The mean cross-entropy of the answers, and its gradient."""
    zs, (xs, X, caches) = answered(p, check_fields("task", task, Task).xs, first)
    wanted = task.ys[-1]
    dX = np.zeros(X.shape)
    dz = mean_loss_back(CROSS_ENTROPY, zs, wanted)
    dX[:, -1] = dz @ p.W_out
    blocks, dX = encode_back(p.blocks, list(caches), dX)
    found = outer(dX, xs), total(dX), tuple(blocks), outer(dz, X[:, -1]), total(dz)
    return mean_loss(CROSS_ENTROPY, zs, wanted), Finder(*found)


def train_finder(
    p: Finder,
    draw: Callable[[], Task],
    updates: int,
    rate: float | int | Callable[[int], float],
    first: bool = False,
) -> tuple[Finder, Float[Array, " N"]]:
    """`updates` steps of Adam, each on a fresh `draw()`, clipped at 1. Losses on the way.

    `rate` is the learning rate, or a function that gives it for update 1, 2, 3, and so on.
    """
    check_function("draw", draw)
    if not callable(rate):
        check_real("rate", rate, above=0)
    losses = []
    flat = ravel(p)  # Adam is faster on one array than on the 388 of 24 blocks
    memory = adam().start(flat)
    for update in range(1, check_whole("updates", updates, 1) + 1):
        loss, g = loss_and_gradient(unravel(flat, p), draw(), first)
        optimiser = adam(rate(update) if callable(rate) else rate)
        flat, memory = optimiser.step(flat, ravel(clip_by_norm(g, LIMIT)), memory)
        losses.append(loss)
    return unravel(flat, p), np.array(losses)
