"""Nine ways to train on two tasks with long lags, from five seeds: what `remedies` compares.

Every contestant of a seed reads the same sequences, and has the same first weights where it has
the same shapes; a skip has fewer units, so that the number of weights is nearly equal.
Derived data: `make data NAME=remedies.contest`, in two minutes.
Notebook: book/remedies.ipynb
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.core.activations import RELU
from unrolled.core.cell import Cell
from unrolled.core.derived import read_data
from unrolled.core.initial import orthogonal
from unrolled.core.losses import CROSS_ENTROPY, SQUARED_ERROR, Loss, observed_loss_back
from unrolled.core.optim import adam, clip_by_norm, clip_by_value, global_norm
from unrolled.core.tasks import Task, adding, copying
from unrolled.core.tree import tree_leaves, tree_map, tree_zeros
from unrolled.core.unroll import unroll
from unrolled.gradients.products import lag_spectrum
from unrolled.remedies.decay import spectral_decay
from unrolled.remedies.shortcuts import elman, leaky, residual, with_skip
from unrolled.rnn.readout import readout, readout_back
from unrolled.training import Learner, learner, train

SEEDS = range(5)
UPDATES = 400
LAST = 50
LIMIT = 1.0
LAGS = (0, 5, 10, 15, 20, 25)


class Game(NamedTuple):
    """A task, and the sizes of who plays it; `narrow` units have a second recurrent matrix."""

    draw: Callable[[np.random.Generator], Task]
    loss: Loss
    n_x: int
    n_y: int
    units: int
    narrow: int
    chance: float  # the loss of knowing nothing


GAMES = {
    "adding": Game(lambda rng: adding(rng, 32, 30), SQUARED_ERROR, 2, 1, 16, 12, 1 / 12),
    "copying": Game(lambda rng: copying(rng, 32, 20), CROSS_ENTROPY, 6, 4, 32, 24, np.log(4)),
}


def clip(p: object, g: object) -> object:
    """By norm, to LIMIT."""
    return clip_by_norm(g, LIMIT)


def decay(p: object, g: object) -> object:
    """Clipped, and the largest singular value of W_hh pulled down."""
    pull = spectral_decay(p.cell.W_hh, 0.01)[1]
    return clip(p, g._replace(cell=g.cell._replace(W_hh=g.cell.W_hh + pull)))


CONTESTANTS: dict[str, tuple[Cell, Callable | None, Callable]] = {
    "Elman": (elman(), None, lambda p, g: g),
    "clip by norm": (elman(), None, clip),
    "clip by value": (elman(), None, lambda p, g: clip_by_value(g, 0.1)),
    "spectral decay": (elman(), None, decay),
    "orthogonal start": (elman(), orthogonal, clip),
    "identity, ReLU": (elman(RELU), lambda rng, n: np.eye(n), clip),
    "leaky, α = 0.9": (leaky(0.9), None, clip),
    "residual": (residual(), None, clip),
    "skip, d = 8": (elman(), None, clip),
}  # the cell, where W_hh starts, and what is done to the gradient
SHOWN = {
    "Elman": "plain",
    "clip by norm": "clipped by norm",
    "clip by value": "clipped by value",
    "spectral decay": "spectral decay",
    "orthogonal start": "orthogonal init.",
    "identity, ReLU": "identity init., ReLU",
    "leaky, α = 0.9": "leaky, α = 0.9",
    "residual": "residual",
    "skip, d = 8": "skip, d = 8",
}  # how the chapter names them


def entered(game: str, name: str, seed: int) -> tuple[Learner, Callable]:
    """A contestant at its start, and what it does to a gradient."""
    _, _, n_x, n_y, units, narrow, _ = GAMES[game]
    cell, start, change = CONTESTANTS[name]
    rng = np.random.default_rng(seed)
    n = narrow if "skip" in name else units
    who = learner(rng, cell, n_x, n, n_y, start(np.random.default_rng(seed), n) if start else None)
    return with_skip(rng, who, d=8) if "skip" in name else who, change


def weights(game: str, name: str) -> int:
    """How many numbers training changes."""
    return sum(leaf.size for leaf in tree_leaves(entered(game, name, 0)[0].p))


def parts(who: Learner, task: Task, loss: Loss) -> list[float]:
    """log10 of the size of the gradient's parts at LAGS: what is seen while a network trains."""
    batch = task.xs.shape[1:-1]
    h0 = tree_map(lambda leaf: np.zeros((*batch, *leaf.shape)) + leaf, who.h0)
    states, caches = unroll(who.cell, who.p.cell, task.xs, h0)
    newest = tree_leaves(states)[0]
    dzs = observed_loss_back(loss, readout(who.p.readout, newest), task.ys, task.observed)
    _, dh = readout_back(who.p.readout, newest, dzs)
    dstates = (dh, *tree_zeros(states[1:])) if isinstance(states, tuple) else dh
    found = lag_spectrum(who.cell, who.p.cell, caches, dstates)[list(LAGS)]
    return np.log10(np.maximum(found, 1e-99)).round(3).tolist()


def played(game: str, name: str, seed: int, updates: int = UPDATES) -> dict:
    """`loss`: the mean of the last LAST updates; `long`: gradients longer than LIMIT on the way.

    `before`, `after`: the gradient's `parts` on one task that is not trained on.
    """
    who, change = entered(game, name, seed)
    draw, loss, *_ = GAMES[game]
    rng = np.random.default_rng(1000 + seed)
    sizes = []
    other = draw(np.random.default_rng(seed))

    def watched(p: object, g: object) -> object:
        sizes.append(global_norm(g))
        return change(p, g)

    end, losses = train(who, lambda: draw(rng), loss, adam(0.01), updates, watched)
    return {
        "loss": round(float(losses[-LAST:].mean()), 6),
        "long": int(np.sum(np.array(sizes) > LIMIT)),
        "before": parts(who, other, loss),
        "after": parts(end, other, loss),
    }


def compute_data() -> dict:
    """By game and contestant, a record for each seed."""
    found = {game: {} for game in GAMES}
    for game, runs in found.items():
        for name in CONTESTANTS:
            runs[name] = [played(game, name, seed) for seed in SEEDS]
    return found


def loaded() -> dict:
    """The same, from the file."""
    return read_data(__name__)


def losses(game: str) -> dict[str, list[float]]:
    """The final losses of each contestant, by seed."""
    return {name: [run["loss"] for run in runs] for name, runs in loaded()[game].items()}


def shown(losses: dict[str, list[float]]) -> dict[str, list[float]]:
    """The same under the names that the chapter gives them."""
    return {SHOWN[name]: found for name, found in losses.items()}
