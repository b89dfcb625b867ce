"""Two questions after the contest: does a residual cell write too much, and must a skip fit?

The first is a training on the contest's adding problem, where each step adds ω φ(a_t).
The second is a shorter copy task, whose symbols come back DISTANCE steps later.
Derived data: `make data NAME=remedies.variants`, in two minutes.
Notebook: book/remedies.ipynb
"""

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.losses import CROSS_ENTROPY
from unrolled.core.optim import adam
from unrolled.core.tasks import Task, copying
from unrolled.remedies.contest import GAMES, LAST, SEEDS, UPDATES, clip
from unrolled.remedies.shortcuts import elman, shortcut, with_skip
from unrolled.training import learner, train

WRITTEN = (1.0, 0.3, 0.1, 0.03)  # ω
DELAY = 7
DISTANCE = DELAY + 3  # steps from a symbol to its repetition
FITS = (None, 3, 5, 9, 10, 11, 12)  # d of the skip; without one for None
UNITS, SHORT = 16, 200


def final(losses: np.ndarray) -> float:
    """The mean of the last updates' losses, as in the contest."""
    return round(float(losses[-LAST:].mean()), 6)


def write_less(omega: float, seed: int) -> float:
    """The final loss in the adding problem of h_t = h_{t-1} + ω φ(a_t)."""
    draw, loss, n_x, n_y, units, *_ = GAMES["adding"]
    who = learner(np.random.default_rng(seed), shortcut(1.0, omega), n_x, units, n_y)
    rng = np.random.default_rng(1000 + seed)
    return final(train(who, lambda: draw(rng), loss, adam(0.01), UPDATES, clip)[1])


def reach_back(d: int | None, seed: int) -> float:
    """The final loss in the short copy task of a tanh network with a skip over d steps."""
    rng = np.random.default_rng(seed)
    who = learner(rng, elman(), 6, UNITS, 4)
    if d is not None:
        who = with_skip(rng, who, d)
    tasks = np.random.default_rng(1000 + seed)
    return final(
        train(who, lambda: copying(tasks, 32, DELAY), CROSS_ENTROPY, adam(0.01), SHORT, clip)[1]
    )


def read_clock(seed: int) -> float:
    """The same without a skip, for a network that also reads the number of the step, one-hot."""
    steps = DELAY + 6
    who = learner(np.random.default_rng(seed), elman(), 6 + steps, UNITS, 4)
    tasks = np.random.default_rng(1000 + seed)

    def draw() -> Task:
        task = copying(tasks, 32, DELAY)
        clock = np.broadcast_to(np.eye(steps)[:, None], (steps, 32, steps))
        return task._replace(xs=np.concatenate([task.xs, clock], axis=-1))

    return final(train(who, draw, CROSS_ENTROPY, adam(0.01), SHORT, clip)[1])


def compute_data() -> dict:
    """Final losses of all seeds, by what is written, by the distance of the skip, with a clock."""
    return {
        "written": {f"{omega:g}": [write_less(omega, s) for s in SEEDS] for omega in WRITTEN},
        "reached": {str(d or "none"): [reach_back(d, s) for s in SEEDS] for d in FITS},
        "clock": [read_clock(s) for s in SEEDS],
    }


def loaded() -> dict:
    """The same, from the file."""
    return read_data(__name__)
