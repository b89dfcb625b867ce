"""An encoder, an LSTM and Elman's network at find and copy: three lengths, five seeds, each curve.

All read the same sequences and have nearly as many weights.
Derived data: `make data NAME=stack.find_contest`.
Notebook: book/stack.ipynb
"""

from collections.abc import Callable

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_choice, check_whole
from unrolled.core.losses import CROSS_ENTROPY
from unrolled.core.optim import adam, clip_by_norm
from unrolled.core.shapes import Array, Float
from unrolled.core.tasks import Task
from unrolled.core.tree import ravel, tree_size, unravel
from unrolled.lstm.cell import CELL as LSTM_CELL
from unrolled.lstm.cell import State, random_lstm
from unrolled.rnn.cell import CELL as ELMAN
from unrolled.rnn.readout import random_model
from unrolled.stack.find_and_copy import (
    LIMIT,
    N_X,
    SYMBOLS,
    Finder,
    finding,
    random_finder,
    train_finder,
)
from unrolled.training import Learner, train, with_readout

SEEDS = range(5)
PLACES = (4, 16, 60)
UPDATES, EVERY, BATCH, RATE = 2000, 50, 32, 0.005
N_LSTM, N_ELMAN = 19, 42  # units, for about as many weights as the encoder has
CHANCE = float(np.log(SYMBOLS))


def lstm(rng: np.random.Generator, n_h: int = N_LSTM) -> Learner:
    """An LSTM of n_h units whose forget gates start at σ(1)."""
    start = State(np.zeros(n_h), np.zeros(n_h))
    return with_readout(rng, LSTM_CELL, random_lstm(rng, N_X, n_h, 1), start, SYMBOLS)


def elman(rng: np.random.Generator) -> Learner:
    """Elman's network."""
    cell = random_model(rng, N_X, N_ELMAN, 1).cell
    return with_readout(rng, ELMAN, cell, np.zeros(N_ELMAN), SYMBOLS)


STARTS = {"encoder": random_finder, "LSTM": lstm, "Elman": elman}


def weights(name: str) -> int:
    """How many numbers training changes."""
    who = STARTS[check_choice("name", name, STARTS)](np.random.default_rng(0))
    return tree_size(who if isinstance(who, Finder) else who.p)


def learned(
    name: str, places: int, seed: int, updates: int = UPDATES
) -> tuple[Finder | Learner, list[float]]:
    """The trained network, and the mean loss of every EVERY updates, in turn.

    Raises ValueError for a name that is not there and for updates that are no multiple of EVERY.
    """
    who = STARTS[check_choice("name", name, STARTS)](np.random.default_rng(seed))
    if check_whole("updates", updates, EVERY) % EVERY:
        raise ValueError(f"updates: got {updates}, expected a multiple of {EVERY}")
    rng = np.random.default_rng(1000 + seed)
    draw = lambda: finding(rng, BATCH, places)  # noqa: E731
    if isinstance(who, Finder):
        who, losses = train_finder(who, draw, updates, RATE)
    else:
        who, losses = train_recurrent(who, draw, updates)
    return who, losses.reshape(-1, EVERY).mean(axis=1).round(5).tolist()


def train_recurrent(
    who: Learner, draw: Callable[[], Task], updates: int
) -> tuple[Learner, Float[Array, " N"]]:
    """A recurrent network trained as the encoder is: Adam, clipped at 1. Losses on the way."""
    clip = lambda p, g: clip_by_norm(g, LIMIT)  # noqa: E731
    return train(who, draw, CROSS_ENTROPY, adam(RATE), updates, clip)


def compute_data() -> dict:
    """By places and name a curve for each seed, and the encoder of seed 0 that read the most."""
    curves = {str(n): {} for n in PLACES}
    for n in PLACES:
        for name in STARTS:
            curves[str(n)][name] = [learned(name, n, seed)[1] for seed in SEEDS]
    trained = ravel(learned("encoder", PLACES[-1], 0)[0])
    return {"curves": curves, "encoder": trained.round(4).tolist()}


def loaded() -> dict:
    """The same, from the file."""
    return read_data(__name__)


def trained() -> Finder:
    """The encoder that is in the file, to four decimals."""
    return unravel(np.array(loaded()["encoder"]), random_finder(np.random.default_rng(0)))
