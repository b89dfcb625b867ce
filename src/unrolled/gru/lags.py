"""The GRU on the two tasks of `unrolled.lstm.lags`: same sequences, about as many weights.

Derived data: `make data NAME=gru.lags`.
Notebook: book/gru.ipynb
"""

import numpy as np

from unrolled.core.derived import read_data
from unrolled.gru.cell import CELL, random_gru
from unrolled.gru.gradient import update_bias
from unrolled.lstm.lags import play_all
from unrolled.training import Learner, with_readout

UNITS = 19


def gru(rng: np.random.Generator, n_x: int, n_y: int, lag: int) -> Learner:
    """A GRU that starts by replacing half of its state at every step."""
    return with_readout(rng, CELL, random_gru(rng, n_x, UNITS, 0), np.zeros(UNITS), n_y)


def slow(rng: np.random.Generator, n_x: int, n_y: int, lag: int) -> Learner:
    """The same, each unit started for a horizon of its own, up to the lag (eq-gru-horizon)."""
    who = gru(rng, n_x, n_y, lag)
    b = np.array([update_bias(T) for T in rng.uniform(2, lag, UNITS)])
    cell = who.p.cell._replace(u=who.p.cell.u._replace(b=b))
    return who._replace(p=who.p._replace(cell=cell))


CONTESTANTS = {"GRU, b_u = 0": gru, "GRU, b_u by horizon": slow}


def compute_data() -> dict:
    """By game, lag and contestant, a curve for each seed."""
    return play_all(CONTESTANTS)


def loaded() -> dict:
    """The same, from the file."""
    return read_data(__name__)
