"""A running total over 200 steps: how four starts of an LSTM's gates learn it, five seeds each.

Derived data: `make data NAME=lstm.totals`.
Notebook: book/lstm.ipynb
"""

from functools import partial

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_choice, check_generator, check_whole
from unrolled.core.losses import SQUARED_ERROR
from unrolled.core.optim import adam, clip_by_norm
from unrolled.core.shapes import Array, Float
from unrolled.core.tasks import Task
from unrolled.core.unroll import unroll
from unrolled.lstm.lags import chrono, lstm
from unrolled.training import Learner, train

SEEDS = range(5)
STEPS, UPDATES, EVERY, BATCH, RATE, LIMIT = 200, 300, 50, 32, 0.005, 1.0
CHANCE = 0.5  # the loss of a network that always answers 0


def closed(
    rng: np.random.Generator, n_x: int, n_y: int, lag: int, forget: float | int = 7
) -> Learner:
    """An LSTM of 16 units whose input gates start nearly closed, with a bias of -4."""
    who = lstm(rng, n_x, n_y, lag, forget)
    i = who.p.cell.i
    cell = who.p.cell._replace(i=i._replace(b=np.full(16, -4.0)))
    return who._replace(p=who.p._replace(cell=cell))


STARTS = {
    "bias 1": partial(lstm, forget=1),
    "bias 7": partial(lstm, forget=7),
    "by time constant": chrono,
    "bias 7, input gates closed": closed,
}


def totalling(rng: np.random.Generator, n: int, steps: int) -> Task:
    """n sequences of numbers from -1 to 1; their sum, divided by √(steps/3), is wanted at the end.

    So the target has mean 0 and variance 1. Raises ValueError for numbers that are not whole and
    above 0.
    """
    n, steps = check_whole("n", n, 1), check_whole("steps", steps, 1)
    xs = check_generator("rng", rng).uniform(-1, 1, (steps, n, 1))
    ys = np.zeros((steps, n, 1))
    ys[-1] = xs.sum(axis=0) / np.sqrt(steps / 3)
    return Task(xs, ys, np.arange(steps) == steps - 1)


def learned(
    start: str, seed: int, steps: int = STEPS, updates: int = UPDATES
) -> tuple[list[float], Learner, Learner]:
    """The mean loss of every EVERY updates, in turn, and the learner before and after.

    Raises ValueError for a start that is not there and for updates that are no multiple of EVERY.
    """
    begin = STARTS[check_choice("start", start, STARTS)]
    if check_whole("updates", updates, EVERY) % EVERY:
        raise ValueError(f"updates: got {updates}, expected a multiple of {EVERY}")
    who = begin(np.random.default_rng(seed), 1, 1, steps)
    rng = np.random.default_rng(1000 + seed)
    after, losses = train(
        who,
        lambda: totalling(rng, BATCH, steps),
        SQUARED_ERROR,
        adam(RATE),
        updates,
        lambda p, g: clip_by_norm(g, LIMIT),
    )
    return losses.reshape(-1, EVERY).mean(axis=1).round(5).tolist(), who, after


def time_constants(who: Learner, steps: int = STEPS) -> Float[Array, " n_h"]:
    """1/(1 - f) of each unit, with f its mean forget gate on eight sequences."""
    xs = totalling(np.random.default_rng(7), 8, steps).xs
    h0 = who.cell.start(16)
    h0 = type(h0)(*(np.zeros((8, 16)) + part for part in h0))
    valves = unroll(who.cell, who.p.cell, xs, h0)[1].steps.valves
    return 1 / (1 - valves.f.mean(axis=(0, 1)))


def compute_data() -> dict[str, dict[str, list]]:
    """By start, for each seed a curve, and the largest time constant before and after."""
    found = {}
    for start in STARTS:
        runs = [learned(start, seed) for seed in SEEDS]
        longest = [[round(max(time_constants(w)), 1) for w in pair] for _, *pair in runs]
        found[start] = {"losses": [losses for losses, *_ in runs], "longest": longest}
    return found


def loaded() -> dict[str, dict[str, list]]:
    """The same, from the file."""
    return read_data(__name__)
