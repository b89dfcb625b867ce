"""Find and copy with five times as many updates: does a recurrent network lack memory or training?

After 2,000 updates the LSTM and Elman's network still make mistakes with three pairs, which they
could certainly keep. So here both get 10,000 updates for 3 pairs, and the LSTM for 15 too; and an
LSTM of 40 units, which has more than three times as many weights, gets 5,000 for 15 pairs.
Derived data: `make data NAME=stack.find_longer`.
Notebook: book/stack.ipynb
"""

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_choice, check_whole
from unrolled.core.tree import tree_size
from unrolled.stack.find_and_copy import finding
from unrolled.stack.find_contest import BATCH, elman, lstm, train_recurrent
from unrolled.training import Learner, predict

SEEDS = range(5)
UPDATES = {"LSTM": 10_000, "Elman": 10_000, "wide LSTM": 5_000}
EVERY = 250
N_WIDE = 40
HELD_OUT = 2000  # sequences
STARTS = {"LSTM": lstm, "Elman": elman, "wide LSTM": lambda rng: lstm(rng, N_WIDE)}
PLACES = {"LSTM": (4, 16), "Elman": (4,), "wide LSTM": (16,)}  # one more than pairs


def weights(name: str) -> int:
    """How many numbers training changes."""
    return tree_size(STARTS[check_choice("name", name, STARTS)](np.random.default_rng(0)).p)


def learned(
    name: str, places: int, seed: int, updates: int | None = None
) -> tuple[Learner, list[float]]:
    """The trained network, and the mean loss of every EVERY updates; by itself of UPDATES[name].

    It starts as in `find_contest`, and reads the same sequences in the same order.
    Raises ValueError for a name that is not there and for updates that are no multiple of EVERY.
    """
    who = STARTS[check_choice("name", name, STARTS)](np.random.default_rng(seed))
    updates = UPDATES[name] if updates is None else updates
    if check_whole("updates", updates, EVERY) % EVERY:
        raise ValueError(f"updates: got {updates}, expected a multiple of {EVERY}")
    rng = np.random.default_rng(1000 + seed)
    who, losses = train_recurrent(who, lambda: finding(rng, BATCH, places), updates)
    return who, losses.reshape(-1, EVERY).mean(axis=1).round(4).tolist()


def accuracy(who: Learner, places: int) -> float:
    """The share of held-out sequences that are answered correctly; who guesses has 1/4."""
    task = finding(np.random.default_rng(9000 + places), HELD_OUT, places)
    zs = predict(who.p, task.xs, cell=who.cell)[0]
    return float((zs[-1].argmax(axis=-1) == task.ys[-1].argmax(axis=-1)).mean())


def compute_data() -> dict:
    """By name and places: a curve and the accuracy at the end, for each seed."""
    found = {}
    for name, games in PLACES.items():
        found[name] = {}
        for places in games:
            runs = [learned(name, places, seed) for seed in SEEDS]
            ends = [round(accuracy(who, places), 4) for who, _ in runs]
            found[name][str(places)] = {"curves": [run for _, run in runs], "accuracy": ends}
    return found


def loaded() -> dict:
    """The same, from the file."""
    return read_data(__name__)
