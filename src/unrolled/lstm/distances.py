"""Why an LSTM learns to add over fifty steps and not to copy: how far back what it needs lies.

The LSTM is that of `unrolled.lstm.lags`, with forget-gate biases of FORGET.
In adding, the second marked number may come just before the end. In "adding, marked early" both
marks lie among the first EARLY steps, so nothing that is wanted is near the end, as in copying.
Derived data: `make data NAME=lstm.distances`, five minutes.
Notebook: book/lstm.ipynb
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_choice, check_generator, check_whole
from unrolled.core.losses import CROSS_ENTROPY, SQUARED_ERROR, Loss
from unrolled.core.optim import adam, clip_by_norm
from unrolled.core.tasks import Task, adding, copying
from unrolled.core.unroll import unroll
from unrolled.lstm.cell import State
from unrolled.lstm.lags import BATCH, EVERY, LIMIT, RATE, SEEDS, UPDATES, lstm
from unrolled.training import Learner, train

LAG, EARLY, FORGET = 50, 10, 1


def marked_early(rng: np.random.Generator, n: int, steps: int = LAG) -> Task:
    """The adding problem, with one mark in each half of the first EARLY steps.

    Raises ValueError below EARLY steps.
    """
    steps = check_whole("steps", steps, EARLY)
    first = adding(check_generator("rng", rng), n, EARLY)
    numbers = np.concatenate([first.xs[..., 0], rng.random((steps - EARLY, n))])
    marks = np.concatenate([first.xs[..., 1], np.zeros((steps - EARLY, n))])
    ys = np.zeros((steps, n, 1))
    ys[-1] = first.ys[-1]
    return Task(np.stack([numbers, marks], axis=-1), ys, np.arange(steps) == steps - 1)


class Run(NamedTuple):
    """A task, its loss and its sizes."""

    draw: Callable[[np.random.Generator], Task]
    loss: Loss
    n_x: int
    n_y: int


RUNS = {
    "adding": Run(lambda rng: adding(rng, BATCH, LAG), SQUARED_ERROR, 2, 1),
    "adding, marked early": Run(lambda rng: marked_early(rng, BATCH), SQUARED_ERROR, 2, 1),
    "copying": Run(lambda rng: copying(rng, BATCH, LAG), CROSS_ENTROPY, 6, 4),
}


def longest(who: Learner, task: Task) -> float:
    """The largest half-life of the units, in steps, from the mean of ln f over the task.

    eq-lstm-half-life
    """
    n, n_h = task.xs.shape[1], len(who.h0.c)
    start = State(np.zeros((n, n_h)), np.zeros((n, n_h)))
    f = unroll(who.cell, who.p.cell, task.xs, start)[1].steps.valves.f
    return round(float(max(-np.log(2) / np.log(f).mean(axis=(0, 1)))), 2)


def learned(name: str, seed: int, updates: int = UPDATES) -> dict[str, list[float]]:
    """`loss`: the mean of every EVERY updates; `half_life`: the longest, before and after.

    Raises ValueError for a name that is not there and for updates that are no multiple of EVERY.
    """
    run = RUNS[check_choice("name", name, RUNS)]
    if check_whole("updates", updates, EVERY) % EVERY:
        raise ValueError(f"updates: got {updates}, expected a multiple of {EVERY}")
    who = lstm(np.random.default_rng(seed), run.n_x, run.n_y, LAG, FORGET)
    rng = np.random.default_rng(1000 + seed)
    after, losses = train(
        who,
        lambda: run.draw(rng),
        run.loss,
        adam(RATE),
        updates,
        lambda p, g: clip_by_norm(g, LIMIT),
    )
    seen = run.draw(np.random.default_rng(seed))
    return {
        "loss": losses.reshape(-1, EVERY).mean(axis=1).round(5).tolist(),
        "half_life": [longest(who, seen), longest(after, seen)],
    }


def compute_data() -> dict[str, list[dict[str, list[float]]]]:
    """By name, a record for each seed."""
    return {name: [learned(name, seed) for seed in SEEDS] for name in RUNS}


def loaded() -> dict[str, list[dict[str, list[float]]]]:
    """The same, from the file."""
    return read_data(__name__)
