"""How is a letter said? It depends on letters that come later.

The e of *hope* is silent and makes the o long; the c of *city* is soft, that of *cat* is hard. A
network that reads from left to right has to tell before it knows, unless it may wait or has a
second direction. Derived data: `make data NAME=sequence_tasks.silent_e`.
Notebook: book/sequence_tasks.ipynb
"""

import re

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_whole
from unrolled.core.losses import CROSS_ENTROPY, mean_loss_back
from unrolled.core.optim import adam, clip_by_norm, descend
from unrolled.core.shapes import Array
from unrolled.core.text import LETTERS, one_hot, prose
from unrolled.rnn.cell import CELL as ELMAN
from unrolled.rnn.readout import Model, readout, readout_back
from unrolled.sequence_tasks.reading import draw_reader, run_states

KINDS = ("as ever", "long", "silent", "soft")
RULES = {  # what a letter must stand between; a rule of thumb, and English has exceptions
    "long": r"(?<=[^aeiou])[aeiou](?=[bcdfghjklmnpqstvz]e[^a-z])",
    "silent": r"(?<=[a-z][bcdfghjklmnpqrstvz])e(?=[^a-z])",
    "soft": r"[cg](?=[eiy])",
}
NEEDED = {"long": 3, "silent": 1, "soft": 1}  # letters after it that decide

SEEDS = range(5)
DELAYS = (0, 1, 2, 3, 4)
UNITS = {False: 32, True: 21}  # of one network; of each of two, about as many weights in all
UPDATES, BATCH, STEPS, RATE, LIMIT = 1000, 32, 40, 0.005, 1.0


def said(text: str) -> Array:
    """The kind of every letter of a text, an index of KINDS."""
    kinds = np.zeros(len(text), int)
    for kind, rule in RULES.items():
        for match in re.finditer(rule, text):
            kinds[match.start()] = KINDS.index(kind)
    return kinds


def delayed(kinds: Array, delay: int) -> tuple[Array, Array]:
    """The target of every step when the answer for a letter is due `delay` steps later.

    Also whether a step has one: the first `delay` have none.
    """
    delay = check_whole("delay", delay, 0, len(kinds) - 1)
    due = np.concatenate([np.zeros((delay, *kinds.shape[1:]), int), kinds[: len(kinds) - delay]])
    return due, np.arange(len(kinds)) >= delay


def parted() -> tuple[str, str]:
    """The book's text for training, and the last tenth of it for the test."""
    text = prose()
    cut = len(text) * 9 // 10
    return text[:cut], text[cut:]


def train_tagger(delay: int, seed: int, both: bool = False, updates: int = UPDATES) -> Model:
    """A network that tells the kind of the letter `delay` steps ago, at every step.

    With `both` it reads from either end.
    """
    text, _ = parted()
    letters, kinds = one_hot(text, LETTERS), said(text)
    rng = np.random.default_rng(seed)
    reading = "both ends" if both else "last state"
    model = draw_reader(rng, ELMAN, reading, len(LETTERS), UNITS[both], len(KINDS))

    def gradient(model: Model) -> Model:
        at = rng.integers(0, len(text) - STEPS, BATCH) + np.arange(STEPS)[:, None]
        due, counts = delayed(kinds[at], delay)
        hs, back = run_states(ELMAN, model.cell, letters[at])
        zs = readout(model.readout, hs[counts])
        dzs = mean_loss_back(CROSS_ENTROPY, zs, np.eye(len(KINDS))[due[counts]])
        d_readout, dh = readout_back(model.readout, hs[counts], dzs)
        dhs = np.zeros_like(hs)
        dhs[counts] = dh
        return clip_by_norm(Model(back(dhs)[0], d_readout), LIMIT)

    return descend(adam(RATE), gradient, model, check_whole("updates", updates, 0))[-1]


def tag(model: Model, text: str, delay: int = 0) -> Array:
    """The kind that the network gives to every letter of a text; or -1 near its end."""
    hs, _ = run_states(ELMAN, model.cell, one_hot(text, LETTERS))
    told = readout(model.readout, hs).argmax(axis=-1)
    return np.concatenate([told[delay:], np.full(delay, -1)])


def shares_found(model: Model, text: str, delay: int = 0) -> dict[str, float]:
    """Of the letters of each kind, how many the network finds."""
    kinds, told = said(text), tag(model, text, delay)
    seen = told >= 0
    return {kind: float((told == n)[seen & (kinds == n)].mean()) for n, kind in enumerate(KINDS)}


def measure(delay: int, seed: int, both: bool = False) -> dict[str, float]:
    """The same after training, on the text that the network never read."""
    model = train_tagger(delay, seed, both)
    return {
        kind: round(share, 4) for kind, share in shares_found(model, parted()[1], delay).items()
    }


def compute_data() -> dict:
    """By delay, and for both directions, the shares of every seed."""
    found = {str(delay): [measure(delay, seed) for seed in SEEDS] for delay in DELAYS}
    return found | {"both": [measure(0, seed, both=True) for seed in SEEDS]}


def loaded() -> dict:
    """The same, from the file."""
    return read_data(__name__)
