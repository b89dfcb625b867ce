"""The GRU with one gate held open, or both, on the two tasks of `unrolled.lstm.lags` at lag 10.

With the reset gate open the candidate reads the whole old state; with the update gate open nothing
is kept; with both open it is Elman's cell. Derived data: `make data NAME=gru.ablation`.
Notebook: book/gru.ipynb
"""

from collections.abc import Callable

import numpy as np

from unrolled.bptt.jacobians import jacobians
from unrolled.core.derived import read_data
from unrolled.core.door import check_choice
from unrolled.core.tree import tree_map
from unrolled.core.unroll import unroll
from unrolled.gru.cell import CELL
from unrolled.gru.lags import gru
from unrolled.lstm.lags import GAMES, SEEDS, played
from unrolled.training import Learner

LAG, UPDATES = 10, 1000
OPEN = 800.0  # its σ is 1 with the slope 0, so training leaves it there
GATES = {"none": (), "reset": ("r",), "update": ("u",), "both": ("u", "r")}


def held_open(name: str) -> Callable[..., Learner]:
    """What draws a GRU with these gates held open. Raises ValueError for a name not in GATES."""
    gates = GATES[check_choice("name", name, GATES)]

    def start(rng: np.random.Generator, n_x: int, n_y: int, lag: int) -> Learner:
        who = gru(rng, n_x, n_y, lag)
        cell = who.p.cell
        for gate in gates:
            shut_off = tree_map(np.zeros_like, getattr(cell, gate))
            cell = cell._replace(**{gate: shut_off._replace(b=shut_off.b + OPEN)})
        return who._replace(p=who.p._replace(cell=cell))

    return start


def first_reach(game: str, name: str, seed: int) -> float:
    """‖∂h_T/∂h_{T-LAG}‖₂ before any training, the median over a batch."""
    task = GAMES[check_choice("game", game, GAMES)]
    who = held_open(name)(np.random.default_rng(seed), task.n_x, task.n_y, LAG)
    xs = task.draw(np.random.default_rng(1000 + seed), LAG).xs
    start = np.zeros((xs.shape[1], len(who.h0)))
    whole = np.eye(len(who.h0))
    for step in jacobians(CELL, who.p.cell, unroll(CELL, who.p.cell, xs, start)[1])[-LAG:]:
        whole = step @ whole
    return float(np.median(np.linalg.norm(whole, 2, axis=(-2, -1))))


def compute_data() -> dict:
    """By game and by what is held open, a curve for each seed."""
    return {
        game: {
            name: [played(game, LAG, held_open(name), seed, UPDATES) for seed in SEEDS]
            for name in GATES
        }
        for game in GAMES
    }


def loaded() -> dict:
    """The same, from the file."""
    return read_data(__name__)
