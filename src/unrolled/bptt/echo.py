"""A task that only a memory solves: repeat the bit of some steps ago. Notebook: book/bptt.ipynb"""

from functools import cache

import numpy as np

from unrolled import training
from unrolled.core.door import check_whole
from unrolled.core.shapes import Array, Float
from unrolled.core.tree import tree_map
from unrolled.rnn.readout import Model, random_model

UNITS, STEPS, UPDATES, RATE = 4, 20, 500, 0.5
TESTED = 1000  # steps of the sequence on which a trained network is judged


def echo(lag: int, steps: int, rng: np.random.Generator) -> tuple[Float[Array, "T 2"], ...]:
    """One-hot bits, and as targets the same bits `lag` steps later, both of shape (steps, 2).

    Raises ValueError for a negative lag and for a sequence without a step.
    """
    lag, steps = check_whole("lag", lag, 0), check_whole("steps", steps, 1)
    bits = rng.integers(0, 2, lag + steps)
    return np.eye(2)[bits[lag:]], np.eye(2)[bits[:steps]]


def untrained(seed: int) -> Model:
    """The network that `trained` begins with."""
    return random_model(np.random.default_rng(seed), 2, UNITS, 2)


@cache
def trained(lag: int, window: int | None, seed: int) -> Model:
    """A network after 500 updates by a gradient that goes back `window` steps.

    With a window of 1 that is the shortcut, with None the whole gradient.
    Raises as `echo` and `training.loss_and_gradient`.
    """
    model = untrained(seed)
    rng = np.random.default_rng([seed, 1])
    for _ in range(UPDATES):
        xs, ys = echo(lag, STEPS, rng)
        slope = training.loss_and_gradient(model, xs, ys, window=window)[1]
        model = tree_map(lambda w, d: w - RATE * d, model, slope)
    return model


def share_right(lag: int, window: int | None, seed: int) -> float:
    """The share of echoes that a trained network gets right; guessing gets a half of them."""
    xs, ys = echo(lag, TESTED, np.random.default_rng([seed, 2]))
    logits, _ = training.predict(trained(lag, window, seed), xs)
    return float((logits.argmax(axis=1) == ys.argmax(axis=1))[lag:].mean())


def apart(model: Model) -> float:
    """How far apart the two bits push the state: the distance of the two columns of W_hx."""
    zero, one = model.cell.W_hx.T
    return float(np.linalg.norm(one - zero))
