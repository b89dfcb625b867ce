"""How far back a network learns to look: two tasks at three lags, from five seeds, each curve.

Every contestant of a seed reads the same sequences; the sizes are chosen so that the number of
weights is nearly equal. Derived data: `make data NAME=lstm.lags`.
Notebook: book/lstm.ipynb
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_choice, check_whole
from unrolled.core.losses import CROSS_ENTROPY, SQUARED_ERROR, Loss
from unrolled.core.optim import adam, clip_by_norm
from unrolled.core.tasks import Task, adding, copying
from unrolled.core.tree import tree_map, tree_size
from unrolled.lstm.cell import CELL as LSTM_CELL
from unrolled.lstm.cell import LSTM, State, random_lstm
from unrolled.lstm.gradient import forget_bias
from unrolled.rnn.cell import CELL as ELMAN
from unrolled.rnn.readout import random_model
from unrolled.training import Learner, train, with_readout

SEEDS = range(5)
LAGS = (10, 50, 200)
UPDATES, EVERY, BATCH, RATE, LIMIT = 2000, 50, 32, 0.005, 1.0


class Game(NamedTuple):
    """A task of a given lag, and what it takes to know nothing."""

    draw: Callable[[np.random.Generator, int], Task]
    loss: Loss
    n_x: int
    n_y: int
    chance: float


GAMES = {
    "adding": Game(lambda rng, lag: adding(rng, BATCH, lag), SQUARED_ERROR, 2, 1, 1 / 12),
    "copying": Game(lambda rng, lag: copying(rng, BATCH, lag), CROSS_ENTROPY, 6, 4, np.log(4)),
}


def elman(rng: np.random.Generator, n_x: int, n_y: int, lag: int) -> Learner:
    """Elman's network, with about as many weights as the LSTM."""
    n_h = {2: 33, 6: 34}[n_x]
    return with_readout(rng, ELMAN, random_model(rng, n_x, n_h, 1).cell, np.zeros(n_h), n_y)


def lstm(
    rng: np.random.Generator, n_x: int, n_y: int, lag: int, forget: float | int = 1
) -> Learner:
    """An LSTM of 16 units whose forget gates start at σ(forget)."""
    start = State(np.zeros(16), np.zeros(16))
    return with_readout(rng, LSTM_CELL, random_lstm(rng, n_x, 16, forget), start, n_y)


def chrono(rng: np.random.Generator, n_x: int, n_y: int, lag: int) -> Learner:
    """The same, each forget gate started for a horizon of its own, up to the lag (eq-lstm-horizon).

    The input gate's bias is its negative (Tallec and Ollivier 2018).
    """
    who = lstm(rng, n_x, n_y, lag)
    b = np.array([forget_bias(T) for T in rng.uniform(2, lag, 16)])
    i, f, o, c = who.p.cell
    cell = LSTM(i._replace(b=-b), f._replace(b=b), o, c)
    return who._replace(p=who.p._replace(cell=cell))


CONTESTANTS: dict[str, Callable[..., Learner]] = {
    "Elman": elman,
    "LSTM, b_f = 0": partial(lstm, forget=0),
    "LSTM, b_f = 1": lstm,
    "LSTM, b_f by horizon": chrono,
}


def weights(game: str, start: Callable[..., Learner]) -> int:
    """How many numbers training changes."""
    _, _, n_x, n_y, _ = GAMES[game]
    return tree_size(start(np.random.default_rng(0), n_x, n_y, LAGS[0]).p)


def played(
    game: str,
    lag: int,
    start: Callable[..., Learner],
    seed: int,
    updates: int = UPDATES,
    rate: float | int = RATE,
) -> list[float]:
    """The mean loss of every EVERY updates, in turn.

    Raises ValueError for a game that is not there and for updates that are no multiple of EVERY.
    """
    draw, loss, n_x, n_y, _ = GAMES[check_choice("game", game, GAMES)]
    if check_whole("updates", updates, EVERY) % EVERY:
        raise ValueError(f"updates: got {updates}, expected a multiple of {EVERY}")
    who = start(np.random.default_rng(seed), n_x, n_y, lag)
    rng = np.random.default_rng(1000 + seed)
    change = lambda p, g: clip_by_norm(g, LIMIT)  # noqa: E731
    losses = train(who, lambda: draw(rng, lag), loss, adam(rate), updates, change)[1]
    return losses.reshape(-1, EVERY).mean(axis=1).round(5).tolist()


def play_all(contestants: dict[str, Callable[..., Learner]]) -> dict:
    """By game, lag and contestant, a curve for each seed."""
    found = {game: {str(lag): {} for lag in LAGS} for game in GAMES}
    for game, of_lag in found.items():
        for lag in LAGS:
            for name, start in contestants.items():
                of_lag[str(lag)][name] = [played(game, lag, start, seed) for seed in SEEDS]
    return found


def begun(start: Callable[..., Learner], lag: int, steps: int = 60) -> tuple:
    """Five runs of an untrained learner on random numbers: cell, weights, inputs, starts."""
    who = start(np.random.default_rng(0), 2, 1, lag)
    h0 = tree_map(lambda h: np.zeros((5, *h.shape)), who.h0)
    return who.cell, who.p.cell, np.random.default_rng(1).normal(size=(steps, 5, 2)), h0


def compute_data() -> dict:
    """The same of this chapter's contestants."""
    return play_all(CONTESTANTS)


def loaded() -> dict:
    """The same, from the file."""
    return read_data(__name__)
