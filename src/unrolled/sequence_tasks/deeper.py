"""Does a second layer help? Two tasks, one to three layers, about as many weights each.

Derived data: `make data NAME=sequence_tasks.deeper`. Notebook: book/sequence_tasks.ipynb
"""

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_choice, check_whole
from unrolled.core.losses import CROSS_ENTROPY, mean_loss, perplexity
from unrolled.core.optim import adam, clip_by_norm
from unrolled.core.shapes import Array
from unrolled.core.tasks import Task, recalling
from unrolled.core.text import LETTERS, one_hot, prose
from unrolled.core.tree import tree_size
from unrolled.rnn.cell import CELL as ELMAN
from unrolled.sequence_tasks.depth import stack
from unrolled.training import Learner, learner, predict, train

SEEDS = range(5)
UNITS = {1: 64, 2: 43, 3: 35}  # a layer, so that all have about as many weights
UPDATES, BATCH, STEPS, RATE, LIMIT = 1500, 32, 40, 0.005, 1.0
SYMBOLS, LAG, TESTED = 4, 20, 1000
WARM = 100  # letters that are read before any counts


def deep(layers: int, seed: int, n_x: int, n_y: int) -> Learner:
    """Elman's cell, so many on top of each other."""
    n_h = UNITS[check_choice("layers", layers, UNITS)]
    return learner(np.random.default_rng(seed), stack(*[ELMAN] * layers), n_x, n_h, n_y)


def count_weights(layers: int, n_x: int = len(LETTERS), n_y: int = len(LETTERS)) -> int:
    """How many numbers training changes."""
    return tree_size(deep(layers, 0, n_x, n_y).p)


def _parted() -> tuple[Array, Array]:
    """The book's letters, one-hot, for training and for the test: the last tenth."""
    letters = one_hot(prose(), LETTERS)
    cut = len(letters) * 9 // 10
    return letters[:cut], letters[cut:]


def read_book(layers: int, seed: int, updates: int = UPDATES) -> tuple[Learner, float]:
    """A network that guesses the book's next letter, and its perplexity on what it never read."""
    known, unknown = _parted()
    rng = np.random.default_rng(1000 + seed)

    def draw() -> Task:
        at = rng.integers(0, len(known) - STEPS, BATCH) + np.arange(STEPS)[:, None]
        return Task(known[at], known[at + 1], np.ones(STEPS, bool))

    who = _trained(deep(layers, seed, len(LETTERS), len(LETTERS)), draw, updates)
    zs, _ = predict(who.p, unknown[:-1], cell=who.cell)
    loss = mean_loss(CROSS_ENTROPY, zs[WARM:], unknown[1 + WARM :])
    return who, perplexity(loss)


def recall(layers: int, seed: int, updates: int = UPDATES) -> tuple[Learner, float]:
    """A network that says the first symbol LAG steps later, and how often it is right."""
    rng = np.random.default_rng(1000 + seed)
    who = deep(layers, seed, SYMBOLS + 1, SYMBOLS)
    who = _trained(who, lambda: recalling(rng, BATCH, LAG, SYMBOLS), updates)
    task = recalling(np.random.default_rng(2000 + seed), TESTED, LAG, SYMBOLS)
    zs, _ = predict(who.p, task.xs, cell=who.cell)
    right = zs[-1].argmax(axis=-1) == task.ys[-1].argmax(axis=-1)
    return who, float(right.mean())


def _trained(who: Learner, draw, updates: int) -> Learner:
    updates = check_whole("updates", updates, 0)
    change = lambda p, g: clip_by_norm(g, LIMIT)  # noqa: E731
    return train(who, draw, CROSS_ENTROPY, adam(RATE), updates, change)[0]


CONTESTS = {"perplexity": read_book, "recalled": recall}


def compute_data() -> dict:
    """By contest and number of layers, one number for each seed."""
    return {
        name: {str(n): [round(play(n, seed)[1], 4) for seed in SEEDS] for n in UNITS}
        for name, play in CONTESTS.items()
    }


def loaded() -> dict:
    """The same, from the file."""
    return read_data(__name__)
