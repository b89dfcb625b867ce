"""The two forms of the GRU, reset before the product and after it, trained alike at lag 10.

The reset before the product is "none" of `unrolled.gru.ablation`; both forms of a seed start with
the same weights and read the same sequences. Derived data: `make data NAME=gru.two_forms`.
Notebook: book/gru.ipynb
"""

import numpy as np

from unrolled.core.derived import read_data
from unrolled.gru import ablation
from unrolled.gru.after import AFTER, ResetAfter
from unrolled.gru.lags import gru
from unrolled.lstm.lags import GAMES, SEEDS, played
from unrolled.training import Learner


def resets_after(rng: np.random.Generator, n_x: int, n_y: int, lag: int) -> Learner:
    """The GRU of `unrolled.gru.lags` that resets after the product; its second bias starts at 0."""
    who = gru(rng, n_x, n_y, lag)
    cell = ResetAfter(who.p.cell, np.zeros(len(who.h0)))
    return who._replace(cell=AFTER, p=who.p._replace(cell=cell))


def compute_data() -> dict[str, list[list[float]]]:
    """By game, the curve of each seed with the reset after the product."""
    return {
        game: [played(game, ablation.LAG, resets_after, seed, ablation.UPDATES) for seed in SEEDS]
        for game in GAMES
    }


def loaded() -> dict[str, list[list[float]]]:
    """The same, from the file."""
    return read_data(__name__)


def ends(game: str) -> dict[str, list[float]]:
    """The last mean loss of each seed, by where the GRU resets: "before" and "after"."""
    runs = {"before": ablation.loaded()[game]["none"], "after": loaded()[game]}
    return {where: [run[-1] for run in of] for where, of in runs.items()}
