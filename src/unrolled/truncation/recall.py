"""Can a gradient that never reaches the first step teach a network to remember it?

Ten random symbols, the first of them marked; at the end the first is wanted, and only the last
step has a loss. The gradient looks back over `window` steps.
Derived data: `make data NAME=truncation.recall` tries every window, with five seeds and two ways
to start W_hh; then the window of nine again, with the mark's weights made larger or smaller.
Notebook: book/truncation.ipynb
"""

from itertools import combinations

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_whole
from unrolled.core.initial import orthogonal
from unrolled.core.losses import CROSS_ENTROPY, mean_loss_back
from unrolled.core.optim import adam, clip_by_norm
from unrolled.core.shapes import Array
from unrolled.core.tasks import recalling
from unrolled.core.unroll import bptt, unroll
from unrolled.rnn.cell import CELL
from unrolled.rnn.readout import Model, random_model, readout, readout_back

STEPS, SYMBOLS, UNITS, BATCH, UPDATES = 10, 4, 16, 32, 500
SEEDS = range(5)
WINDOWS = range(1, STEPS + 1)
STARTS = ("orthogonal", "random")
MARKS = (0, 1, 3, 10)  # times the weights that read the mark, before training


def begin(
    seed: int, start: str = "orthogonal", mark: float | int = 1
) -> tuple[Model, np.random.Generator]:
    """A model that has learned nothing yet, and where its training data will come from.

    The weights that read the mark are multiplied by `mark`.
    """
    rng = np.random.default_rng(seed)
    model = random_model(rng, SYMBOLS + 1, UNITS, SYMBOLS)
    model.cell.W_hx[:, SYMBOLS] *= mark
    Q = orthogonal(rng, UNITS)
    if start == "orthogonal":
        model = model._replace(cell=model.cell._replace(W_hh=Q))
    return model, rng


def trained(window: int, seed: int, start: str = "orthogonal", mark: float | int = 1) -> Model:
    """500 updates of Adam; the way back is cut `window` steps before the end."""
    window = check_whole("window", window, 1, STEPS)
    model, rng = begin(seed, start, mark)
    optimiser = adam(0.01)
    memory = optimiser.start(model)
    for _ in range(UPDATES):
        task = recalling(rng, BATCH, STEPS, SYMBOLS)
        h = np.zeros((BATCH, UNITS))
        if window < STEPS:  # the state is carried, its history is forgotten
            h = unroll(CELL, model.cell, task.xs[:-window], h)[0][-1]
        states, caches = unroll(CELL, model.cell, task.xs[-window:], h)
        dz = mean_loss_back(CROSS_ENTROPY, readout(model.readout, states[-1]), task.ys[-1])
        dstates = np.zeros_like(states)
        d_out, dstates[-1] = readout_back(model.readout, states[-1], dz)
        gradient = Model(bptt(CELL, model.cell, caches, dstates)[0], d_out)
        model, memory = optimiser.step(model, clip_by_norm(gradient, 1.0), memory)
    return model


def share_right(model: Model) -> float:
    """How many of 2,000 new sequences end with the right symbol."""
    task = recalling(np.random.default_rng(99), 2000, STEPS, SYMBOLS)
    states, _ = unroll(CELL, model.cell, task.xs, np.zeros((2000, UNITS)))
    answers = readout(model.readout, states[-1]).argmax(axis=-1)
    return float((answers == task.ys[-1].argmax(axis=-1)).mean())


def recalled(start: str = "orthogonal") -> Array:
    """Shares of right answers, a row a window from 1 to 10, a column a seed; from the file."""
    return np.array(read_data(__name__)[start])


def marked(start: str = "orthogonal") -> Array:
    """The same for the window of nine, a row for each of `MARKS`; from the file."""
    return np.array(read_data(__name__)[f"{start}, marks"])


def distances(mark: float | int, start: str = "orthogonal") -> tuple[float, float]:
    """Before training, how far states after step 1 lie apart: means over seeds and symbols.

    First of a symbol with the mark from the same without it, then of two marked symbols.
    """
    far = []
    apart = []
    symbols = np.eye(SYMBOLS, SYMBOLS + 1)
    with_mark = symbols + np.eye(SYMBOLS + 1)[SYMBOLS]
    for seed in SEEDS:
        p = begin(seed, start, mark)[0].cell
        zero = np.zeros((SYMBOLS, UNITS))
        plain, marked_ones = (unroll(CELL, p, xs[None], zero)[0][0] for xs in (symbols, with_mark))
        far.append(np.linalg.norm(marked_ones - plain, axis=1).mean())
        apart += [np.linalg.norm(a - b) for a, b in combinations(marked_ones, 2)]
    return float(np.mean(far)), float(np.mean(apart))


def compute_data() -> dict[str, list[list[float]]]:
    """By start, for every window, then for every mark: the share of right answers, by seed."""
    found = {}
    for start in STARTS:
        found[start] = [
            [share_right(trained(window, seed, start)) for seed in SEEDS] for window in WINDOWS
        ]
        found[f"{start}, marks"] = [
            [share_right(trained(STEPS - 1, seed, start, mark)) for seed in SEEDS] for mark in MARKS
        ]
    return found
