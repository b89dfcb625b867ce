"""A task that only a memory solves: repeat the bit of some steps ago. Notebook: book/bptt.ipynb"""

import numpy as np

from unrolled import training
from unrolled.core.door import check_whole
from unrolled.core.shapes import Array, Float
from unrolled.core.tree import tree_map
from unrolled.rnn.readout import random_model

UNITS, STEPS, UPDATES, RATE = 4, 20, 500, 0.5
TESTED = 1000  # steps of the sequence on which a trained network is judged


def echo(lag: int, steps: int, rng: np.random.Generator) -> tuple[Float[Array, "T 2"], ...]:
    """One-hot bits, and as targets the same bits `lag` steps later, both of shape (steps, 2).

    Raises ValueError for a negative lag and for a sequence without a step.
    """
    lag, steps = check_whole("lag", lag, 0), check_whole("steps", steps, 1)
    bits = rng.integers(0, 2, lag + steps)
    return np.eye(2)[bits[lag:]], np.eye(2)[bits[:steps]]


def share_right(lag: int, window: int | None, seed: int) -> float:
    """The share of targets that a network gets right after training; a coin gets a half.

    Its gradient goes back `window` steps: with 1 it is the shortcut, with None it is whole.
    Raises as `echo` and `training.loss_and_gradient`.
    """
    rng = np.random.default_rng(seed)
    model = random_model(rng, 2, UNITS, 2)
    for _ in range(UPDATES):
        xs, ys = echo(lag, STEPS, rng)
        slope = training.loss_and_gradient(model, xs, ys, window=window)[1]
        model = tree_map(lambda w, d: w - RATE * d, model, slope)
    xs, ys = echo(lag, TESTED, rng)
    logits, _ = training.predict(model, xs)
    return float((logits.argmax(axis=1) == ys.argmax(axis=1))[lag:].mean())
