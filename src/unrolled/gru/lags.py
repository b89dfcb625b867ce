"""The GRU on the two tasks of `unrolled.lstm.lags`: same sequences, about as many weights.

Derived data: `python -m unrolled.gru.lags` writes lags.json again.
Notebook: book/gru.ipynb
"""

import json
from pathlib import Path

import numpy as np

from unrolled.gru.cell import CELL, random_gru
from unrolled.gru.gradient import update_bias
from unrolled.lstm.lags import computed, with_readout
from unrolled.training import Learner

FILE = Path(__file__).with_suffix(".json")
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

if __name__ == "__main__":
    FILE.write_text(json.dumps(computed(CONTESTANTS), separators=(",", ":")) + "\n", "utf-8")
