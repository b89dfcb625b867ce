"""Short reviews with one verdict among sentences that say nothing, and who finds it.

Whether the verdict is good depends on two words at once, so counting words cannot tell.
Derived data: `make data NAME=sequence_tasks.reviews`. Notebook: book/sequence_tasks.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.cell import Cell
from unrolled.core.derived import read_data
from unrolled.core.door import check_choice, check_generator, check_whole
from unrolled.core.optim import adam, clip_by_norm, descend
from unrolled.core.shapes import Array
from unrolled.gru.cell import CELL as GRU
from unrolled.rnn.cell import CELL as ELMAN
from unrolled.rnn.readout import Model
from unrolled.sequence_tasks.reading import (
    READINGS,
    classify,
    classify_gradient,
    draw_reader,
    run_states,
)

GOOD = ("good", "great", "fine", "lovely")
BAD = ("bad", "dull", "poor", "weak")
WHAT = ("film", "plot", "cast", "music")
DID = ("saw", "watched", "rented")
WHO = ("friends", "family", "anna", "ben")
REST = ("the", "was", "not", "really", "we", "it", "with", ".")
WORDS = sorted({*GOOD, *BAD, *WHAT, *DID, *WHO, *REST})
SENTENCE = 6  # words, the full stop included

CELLS = {"Elman": ELMAN, "GRU": GRU}
SENTENCES = (4, 12, 24)
SEEDS = range(5)
UPDATES, BATCH, RATE, LIMIT, TESTED = 1000, 32, 0.005, 1.0, 1000
UNITS = {"Elman": {False: 32, True: 20}, "GRU": {False: 16, True: 10}}  # one network, or two


class Reviews(NamedTuple):
    """Reviews as one-hot words, whether each is a good one, and where its verdict is."""

    xs: Array  # (T, B, words)
    ys: Array  # (B, 2), bad or good
    where: Array  # (B,), the sentence of the verdict, from 0


def write_review(rng: np.random.Generator, sentences: int, verdict: int) -> tuple[list[str], bool]:
    """The words of one review, and whether it is a good one."""
    words = []
    good, denied = rng.integers(2, size=2)
    for n in range(sentences):
        if n == verdict:
            praise = rng.choice(GOOD if good else BAD)
            words += ["the", rng.choice(WHAT), "was", "not" if denied else "really", praise, "."]
        else:
            words += ["we", rng.choice(DID), "it", "with", rng.choice(WHO), "."]
    return [str(word) for word in words], bool(good != denied)


def draw_reviews(rng: np.random.Generator, n: int, sentences: int) -> Reviews:
    """`n` reviews of so many sentences; the verdict is anywhere. ValueError for numbers below 1."""
    n, sentences = check_whole("n", n, 1), check_whole("sentences", sentences, 1)
    where = check_generator("rng", rng).integers(0, sentences, n)
    drawn = [write_review(rng, sentences, int(verdict)) for verdict in where]
    codes = np.array([[WORDS.index(word) for word in words] for words, _ in drawn])
    ys = np.eye(2)[[int(good) for _, good in drawn]]
    return Reviews(np.eye(len(WORDS))[codes.T], ys, where)


def train_reader(
    cell_name: str, reading: str, sentences: int, seed: int, updates: int = UPDATES
) -> tuple[Cell, Model]:
    """A network that has read `updates` batches of reviews. ValueError for a cell unknown here."""
    cell = CELLS[check_choice("cell_name", cell_name, CELLS)]
    rng = np.random.default_rng(seed)
    n_h = UNITS[cell_name][READINGS[check_choice("reading", reading, READINGS)].both]
    model = draw_reader(rng, cell, reading, len(WORDS), n_h, 2)

    def gradient(model: Model) -> Model:
        task = draw_reviews(rng, BATCH, sentences)
        return clip_by_norm(classify_gradient(cell, model, task.xs, task.ys, reading)[1], LIMIT)

    return cell, descend(adam(RATE), gradient, model, check_whole("updates", updates, 0))[-1]


def share_right(cell: Cell, model: Model, reading: str, task: Reviews) -> float:
    """How many of the reviews are judged as they should be."""
    zs = classify(cell, model, task.xs, reading)
    return float((zs.argmax(axis=-1) == task.ys.argmax(axis=-1)).mean())


def measure(cell_name: str, reading: str, sentences: int, seed: int) -> float:
    """The share of reviews that are judged right after training, on reviews of another draw."""
    cell, model = train_reader(cell_name, reading, sentences, seed)
    task = draw_reviews(np.random.default_rng(1000 + seed), TESTED, sentences)
    return round(share_right(cell, model, reading, task), 4)


def count_words(task: Reviews) -> Array:
    """Each review as a bag: how often it has each word, (B, words)."""
    return task.xs.sum(axis=0)


def lean_on(reading: str, sentences: int, seed: int) -> Array:
    """How far the answer of an untrained Elman network moves with the input of each step.

    That is ‖∂r/∂x_t‖ in a random direction of r, the median over BATCH reviews; 1 at the largest.
    """
    rng = np.random.default_rng(seed)
    how = READINGS[check_choice("reading", reading, READINGS)]
    model = draw_reader(rng, ELMAN, reading, len(WORDS), UNITS["Elman"][how.both], 2)
    xs = draw_reviews(rng, BATCH, sentences).xs
    hs, back = run_states(ELMAN, model.cell, xs)
    lengths = np.full(BATCH, len(xs))
    dr = rng.normal(size=how.of(hs, lengths).shape)
    moved = np.linalg.norm(back(how.back(dr, lengths, len(xs)))[1], axis=-1)
    return np.median(moved, axis=1) / np.median(moved, axis=1).max()


def compute_data() -> dict:
    """By cell, reading and number of sentences, the share that is right for each seed."""
    return {
        cell: {
            reading: {
                str(n): [measure(cell, reading, n, seed) for seed in SEEDS] for n in SENTENCES
            }
            for reading in READINGS
        }
        for cell in CELLS
    }


def loaded() -> dict:
    """The same, from the file."""
    return read_data(__name__)
