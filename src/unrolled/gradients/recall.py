"""Remember a sign through steps of noise: what a plain network learns, and at which lags.

The first input is 1 or -1, the others are noise; after the last one the network says which it was.
W_hh starts as `gain` times an orthogonal matrix, so `gain` is its norm and its radius. Derived
data: `make data NAME=gradients.recall`, in five minutes.
Notebook: book/gradients.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_generator, check_real, check_whole
from unrolled.core.initial import orthogonal
from unrolled.core.losses import CROSS_ENTROPY
from unrolled.core.optim import adam, clip_by_norm
from unrolled.core.tasks import Task
from unrolled.core.unroll import unroll
from unrolled.gradients.norms import spectral_norm
from unrolled.rnn.cell import CELL
from unrolled.rnn.readout import readout
from unrolled.training import Learner, learner, train

UNITS, BATCH, UPDATES, NEW = 16, 32, 500, 1000
NOISE = 0.3  # standard deviation of the inputs after the first
GAINS = (0.5, 0.7, 1.0, 1.5, 3.0)
LAGS = (5, 10, 20, 30, 50)
SEEDS = range(5)
AGAIN, HAIR = (1.5, 3.0), 1e-12
LONGER = (0.5, 30)  # the gain and the lag of those that are trained four times as long


def sign_task(rng: np.random.Generator, lag: int, batch: int = BATCH) -> Task:
    """Sequences of lag + 1 inputs whose first is 1 or -1; the target is asked for at the end.

    Raises ValueError for a lag or a batch below 1.
    """
    rng = check_generator("rng", rng)
    lag, batch = check_whole("lag", lag, 1), check_whole("batch", batch, 1)
    xs = rng.normal(0, NOISE, (lag + 1, batch, 1))
    sign = rng.integers(0, 2, batch)
    xs[0, :, 0] = 2 * sign - 1
    ys = np.broadcast_to(np.eye(2)[sign], (lag + 1, batch, 2))
    return Task(xs, ys, np.arange(lag + 1) == lag)


def starting(gain: float | int, seed: int) -> Learner:
    """16 tanh units, two logits, and recurrent weights that are `gain` times an orthogonal matrix.

    Raises ValueError for a gain or a seed below 0.
    """
    rng = np.random.default_rng(check_whole("seed", seed, 0))
    W_hh = orthogonal(rng, UNITS, check_real("gain", gain, 0.0))
    return learner(rng, CELL, 1, UNITS, 2, W_hh)


class Recall(NamedTuple):
    """What a trained network does on new sequences."""

    right: float  # the share of them whose sign it says
    norm: float  # of its recurrent matrix
    saturated: float  # the share of its last states beyond ±0.9


def recall(
    gain: float | int,
    lag: int,
    seed: int = 0,
    updates: int = UPDATES,
    hair: float | int = 0.0,
) -> Recall:
    """Train a network that starts with this norm, and try it on 1,000 new sequences.

    `hair` is added to one recurrent weight before training. Raises ValueError as
    `sign_task` and `starting` do.
    """
    rng = np.random.default_rng(100 + check_whole("seed", seed, 0))
    who = starting(gain, seed)
    who.p.cell.W_hh[0, 0] += check_real("hair", hair)
    who, _ = train(
        who,
        lambda: sign_task(rng, lag),
        CROSS_ENTROPY,
        adam(0.01),
        updates,
        lambda p, g: clip_by_norm(g, 1.0),
    )
    task = sign_task(rng, lag, NEW)
    states, _ = unroll(who.cell, who.p.cell, task.xs, np.zeros((NEW, UNITS)))
    said = readout(who.p.readout, states[-1]).argmax(axis=-1)
    return Recall(
        right=float(np.mean(said == task.ys[-1].argmax(axis=-1))),
        norm=round(float(spectral_norm(who.p.cell.W_hh)), 3),
        saturated=round(float(np.mean(np.abs(states[-1]) > 0.9)), 3),
    )


def compute_data() -> dict[str, list]:
    """For each gain and lag, a `Recall` from every seed.

    `longer`: with more updates at one of them; `again`: at AGAIN with another weight by a HAIR.
    """
    runs = [[[recall(gain, lag, seed) for seed in SEEDS] for lag in LAGS] for gain in GAINS]
    longer = [recall(*LONGER, seed, 4 * UPDATES) for seed in SEEDS]
    again = [[recall(gain, 30, seed, hair=HAIR) for seed in SEEDS] for gain in AGAIN]
    return {"runs": runs, "longer": longer, "again": again}


def recalled(name: str = "runs") -> Recall:
    """The same from the file, each number as an array: gain, lag, seed; or only seed."""
    return Recall(*np.moveaxis(np.array(read_data(__name__)[name]), -1, 0))
