"""Sequences at irregular times, starts and a field, for the tests of the room."""

import numpy as np

from unrolled.core.tree import tree_map
from unrolled.gru.cell import CELL as GRU_CELL
from unrolled.lstm.cell import CELL as LSTM_CELL
from unrolled.neural_ode.gradients import Field
from unrolled.ode_rnn.cells import decaying, evolving, ignoring, imputing
from unrolled.ode_rnn.times import rows
from unrolled.rnn.cell import CELL as RNN_CELL

TICK = 0.25
NAMES = ("ignore", "impute", "gap as input", "decay", "evolve")
UPDATES = (RNN_CELL, GRU_CELL, LSTM_CELL)
SQUARES = Field(lambda p, h, t: (h * h, h), lambda p, h, dk: ((), 2 * h * dk))


def ways(update, n_x):
    """The five ways to live with gaps."""
    return {
        "ignore": ignoring(update),
        "impute": imputing(TICK, n_x, update),
        "gap as input": update,
        "decay": decaying(update),
        "evolve": evolving(update),
    }


def drawn_rows(rng, T, B, n_x):
    """Rows some ticks apart, of which no one is near a tick; two of three are seen."""
    ticks = np.cumsum(rng.integers(1, 6, (T, *B)), axis=0) + rng.uniform(0.2, 0.8, (T, *B))
    seen = rng.random((T, *B, n_x)) < 2 / 3
    return rows(TICK * ticks, rng.normal(size=(T, *B, n_x)), seen, start=-TICK)


def started(cell, rng, shape):
    """A state to start from, drawn, or 0 without a generator."""
    zeros = cell.start(shape[-1]) if cell.start else np.zeros(shape[-1])
    lead = shape[:-1]
    if rng is None:
        return tree_map(lambda leaf: np.zeros((*lead, *leaf.shape)), zeros)
    return tree_map(lambda leaf: rng.uniform(-1, 1, (*lead, *leaf.shape)), zeros)


def asked_between(rng):
    """Rows of observations, the same with questions between them, and where the first are."""
    times, values = np.cumsum(rng.uniform(0.5, 1.5, 4)), rng.normal(size=(4, 2))
    among = np.sort(np.concatenate([times, times[:-1] + 0.2, times[1:] - 0.15]))
    at = np.searchsorted(among, times)
    shown, seen = np.full((len(among), 2), np.nan), np.zeros((len(among), 2), dtype=bool)
    shown[at], seen[at] = values, True
    return rows(times, values), rows(among, shown, seen), at
