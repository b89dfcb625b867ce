"""Why a plain network can beat an LSTM at copying: how wide each is, and how far its gradient gets.

At every WATCHED update, the gradient on one task that is not trained on is split by lag
(eq-gradients-lag-part). Its part at the lag of the symbol to be copied, wait + 3 steps, is divided
by its part at lag 0: the reach of the gradient.
Derived data: `make data NAME=lstm.copying`, ten minutes.
Notebook: book/lstm.ipynb
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_choice, check_whole
from unrolled.core.losses import CROSS_ENTROPY, observed_loss_back
from unrolled.core.optim import adam, clip_by_norm
from unrolled.core.shapes import Array, Float
from unrolled.core.tasks import Task, copying
from unrolled.core.tree import tree_map, tree_size
from unrolled.core.unroll import unroll
from unrolled.gradients.products import lag_spectrum
from unrolled.lstm.cell import CELL as LSTM_CELL
from unrolled.lstm.cell import State, random_lstm
from unrolled.lstm.lags import BATCH, EVERY, LIMIT, RATE, SEEDS, UPDATES, chrono
from unrolled.rnn.cell import CELL as ELMAN
from unrolled.rnn.readout import random_model, readout, readout_back
from unrolled.training import Learner, train, with_readout

SYMBOLS, LENGTH = 4, 3
LONG = 10_000
WATCHED = (0, 20, 50, 100, 200, 500, 1000, 2000)


class Runner(NamedTuple):
    """A network that copies: how it starts, for how many updates it trains, at which waits."""

    start: Callable[[np.random.Generator, int], Learner]
    updates: int
    waits: tuple[int, ...]


def plain(units: int) -> Callable[[np.random.Generator, int], Learner]:
    """Elman's network with so many units; with 34 it is the one of `lstm.lags`."""

    def start(rng: np.random.Generator, wait: int) -> Learner:
        cell = random_model(rng, SYMBOLS + 2, units, 1).cell
        return with_readout(rng, ELMAN, cell, np.zeros(units), SYMBOLS)

    return start


def gated(units: int) -> Callable[[np.random.Generator, int], Learner]:
    """An LSTM with so many units, its forget-gate biases at 1; with 16 that of `lstm.lags`."""

    def start(rng: np.random.Generator, wait: int) -> Learner:
        begun = State(np.zeros(units), np.zeros(units))
        return with_readout(rng, LSTM_CELL, random_lstm(rng, SYMBOLS + 2, units), begun, SYMBOLS)

    return start


RUNNERS = {
    "plain, 34 units": Runner(plain(34), UPDATES, (10, 50)),
    "LSTM, 16 units": Runner(gated(16), LONG, (10, 50)),
    "plain, 16 units": Runner(plain(16), UPDATES, (10,)),
    "LSTM, 34 units": Runner(gated(34), UPDATES, (10,)),
    "LSTM, 16 units, by horizon": Runner(
        lambda rng, wait: chrono(rng, SYMBOLS + 2, SYMBOLS, wait), UPDATES, (50,)
    ),
}


def weights(name: str) -> int:
    """How many numbers training changes."""
    return tree_size(RUNNERS[name].start(np.random.default_rng(0), 10).p)


def by_lag(who: Learner, task: Task) -> Float[Array, " T"]:
    """The size of each part of the cell's gradient, by how many steps it walked back.

    eq-gradients-lag-part
    """
    batch = task.xs.shape[1:-1]
    h0 = tree_map(lambda leaf: np.zeros((*batch, *leaf.shape)), who.h0)
    states, caches = unroll(who.cell, who.p.cell, task.xs, h0)
    h = who.cell.shown(states)
    dzs = observed_loss_back(CROSS_ENTROPY, readout(who.p.readout, h), task.ys, task.observed)
    _, dh = readout_back(who.p.readout, h, dzs)
    dstates = tree_map(lambda leaf: dh if leaf is h else np.zeros_like(leaf), states)
    return lag_spectrum(who.cell, who.p.cell, caches, dstates)


def reach(who: Learner, wait: int, seed: int) -> float:
    """log10 of the gradient's part at the lag of the symbol, against its part at lag 0."""
    parts = by_lag(who, copying(np.random.default_rng(seed), BATCH, wait, LENGTH, SYMBOLS))
    return round(float(np.log10(max(parts[wait + LENGTH] / parts[0], 1e-99))), 3)


def played(name: str, wait: int, seed: int, updates: int | None = None) -> dict[str, list[float]]:
    """`loss`: the mean of every EVERY updates; `reach`: at each WATCHED update.

    Raises ValueError for a name that is not there and for updates that are no multiple of EVERY.
    """
    runner = RUNNERS[check_choice("name", name, RUNNERS)]
    updates = runner.updates if updates is None else check_whole("updates", updates, EVERY)
    if updates % EVERY:
        raise ValueError(f"updates: got {updates}, expected a multiple of {EVERY}")
    who = runner.start(np.random.default_rng(seed), wait)
    rng = np.random.default_rng(1000 + seed)
    reached = []
    done = 0

    def watch(p: object, g: object) -> object:
        nonlocal done
        if done in WATCHED:
            reached.append(reach(who._replace(p=p), wait, seed))
        done += 1
        return clip_by_norm(g, LIMIT)

    end, losses = train(
        who,
        lambda: copying(rng, BATCH, wait, LENGTH, SYMBOLS),
        CROSS_ENTROPY,
        adam(RATE),
        updates,
        watch,
    )
    if updates in WATCHED:
        reached.append(reach(end, wait, seed))
    return {
        "loss": losses.reshape(-1, EVERY).mean(axis=1).round(5).tolist(),
        "reach": reached,
    }


def compute_data() -> dict:
    """By wait and name, a record for each seed; at the longer wait none trains beyond UPDATES."""
    found = {"10": {}, "50": {}}
    for name, runner in RUNNERS.items():
        for wait in runner.waits:
            updates = runner.updates if wait == 10 else UPDATES
            found[str(wait)][name] = [played(name, wait, seed, updates) for seed in SEEDS]
    return found


def loaded() -> dict:
    """The same, from the file."""
    return read_data(__name__)


def ends(wait: str, name: str, updates: int = UPDATES) -> Float[Array, " S"]:
    """Each seed's mean loss of the EVERY updates before `updates`."""
    runs = loaded()[wait][name]
    return np.array([run["loss"][updates // EVERY - 1] for run in runs])


def reaches(wait: str, name: str) -> Float[Array, "S K"]:
    """The gradient's reach of each seed at each WATCHED update, as a quotient."""
    return 10.0 ** np.array([run["reach"] for run in loaded()[wait][name]])
