"""Numbers written out in letters: one vector in, a sequence of any length out.

[x; y_{t-1}] is what the network reads: the number's digits at every step, and the letter before.
Derived data: `make data NAME=sequence_tasks.number_names`. Notebook: book/sequence_tasks.ipynb
"""

from collections.abc import Callable, Sequence

import numpy as np

from unrolled.core.activations import log_softmax
from unrolled.core.cell import Cell
from unrolled.core.derived import read_data
from unrolled.core.door import check_whole
from unrolled.core.losses import CROSS_ENTROPY
from unrolled.core.optim import adam, clip_by_norm
from unrolled.core.shapes import Array
from unrolled.core.tasks import Task
from unrolled.gru.cell import CELL as GRU
from unrolled.rnn.cell import CELL as ELMAN
from unrolled.rnn.readout import readout
from unrolled.sequence_tasks.decode import Writer, beam, greedy
from unrolled.sequence_tasks.padding import is_step
from unrolled.training import Learner, learner, predict, train

SMALL = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
STOP = "."
ALPHABET = STOP + " -adefghilnorstuvwxyz"
LONGEST = 31  # letters; a name is cut off here if it never stops
HELD_OUT = 200  # numbers that no network is shown

SEEDS = range(5)
UNITS, UPDATES, BATCH, RATE, LIMIT = 32, 500, 32, 0.005, 1.0
WIDTHS = (1, 2, 4, 8, 16)
FORGOTTEN = 0.25  # of the careless examples have no name at all


def name_of(n: int, joined: str = " and ", hyphen: str = "-") -> str:
    """The name of a number from 0 to 999: 347 is three hundred and forty-seven."""
    n = check_whole("n", n, 0, 999)
    if n < len(SMALL):
        return SMALL[n]
    if n < 100:
        return TENS[n // 10 - 2] + (hyphen + SMALL[n % 10] if n % 10 else "")
    rest = joined + name_of(n % 100, joined, hyphen) if n % 100 else ""
    return f"{SMALL[n // 100]} hundred{rest}"


def all_names(n: int) -> set[str]:
    """Every way in which a careless writer may spell a number."""
    return {name_of(n, joined, hyphen) for joined in (" and ", " ") for hyphen in ("-", " ")}


def digits(n: int) -> Array:
    """x of a number: its three digits, one-hot, 30 numbers."""
    return np.concatenate(
        [np.eye(10)[int(digit)] for digit in f"{check_whole('n', n, 0, 999):03d}"]
    )


def parted() -> tuple[Array, Array]:
    """The numbers for training and those held out, the same for every seed."""
    order = np.random.default_rng(0).permutation(1000)
    return order[HELD_OUT:], order[:HELD_OUT]


def written_out(ns: Sequence[int] | Array, names: Sequence[str]) -> Task:
    """Names as a task: at each step the digits and the letter before, and the letter that is due.

    eq-sequence-tasks-write

    What fills up a short name is no step, and counts nowhere.
    """
    codes = [[ALPHABET.index(letter) for letter in name + STOP] for name in names]
    lengths = np.array([len(code) for code in codes])
    ys = np.zeros((lengths.max(), len(names), len(ALPHABET)))
    for b, code in enumerate(codes):
        ys[: len(code), b] = np.eye(len(ALPHABET))[code]
    before = np.concatenate([np.zeros((1, *ys.shape[1:])), ys[:-1]])
    x = np.broadcast_to([digits(int(n)) for n in ns], (len(ys), len(names), 30))
    return Task(np.concatenate([x, before], axis=-1), ys, is_step(lengths, len(ys)))


def careful(rng: np.random.Generator, n: int) -> str:
    """The one name that a careful writer gives a number."""
    return name_of(n)


def careless(rng: np.random.Generator, n: int) -> str:
    """One of its spellings, by chance; now and then nothing at all."""
    if rng.random() < FORGOTTEN:
        return ""
    return str(rng.choice(sorted(all_names(n))))


def train_namer(
    cell: Cell, seed: int, updates: int = UPDATES, say: Callable = careful
) -> tuple[Learner, Array]:
    """A network that has learned to write numbers out, with the truth fed back, and its losses."""
    rng = np.random.default_rng(seed)
    known, _ = parted()

    def draw() -> Task:
        ns = rng.choice(known, BATCH)
        return written_out(ns, [say(rng, int(n)) for n in ns])

    who = learner(rng, cell, 30 + len(ALPHABET), UNITS, len(ALPHABET))
    change = lambda p, g: clip_by_norm(g, LIMIT)  # noqa: E731
    return train(who, draw, CROSS_ENTROPY, adam(RATE), updates, change)


def namer(who: Learner, n: int) -> Writer:
    """The trained network as a writer that has been given a number."""
    x = digits(n)
    eye = np.vstack([np.eye(len(ALPHABET)), np.zeros(len(ALPHABET))])

    def step(state: object, token: int | None) -> tuple[Array, object]:
        before = eye[-1 if token is None else token]
        state, _ = who.cell.step(who.p.cell, np.concatenate([x, before]), state)
        return log_softmax(readout(who.p.readout, who.cell.shown(state))), state

    return Writer(who.h0, step, ALPHABET.index(STOP))


def spelt(tokens: Sequence[int] | Array) -> str:
    """Tokens as letters."""
    return "".join(ALPHABET[token] for token in tokens)


def forced(who: Learner, n: int) -> str:
    """The likeliest letter at each step, while the right ones are fed back; with its stop."""
    task = written_out([n], [name_of(n)])
    zs, _ = predict(who.p, task.xs, cell=who.cell)
    return spelt(zs[:, 0].argmax(axis=-1))


def free(who: Learner, n: int) -> str:
    """The likeliest letter at each step, which is what is fed back; with its stop, if it comes."""
    written = greedy(namer(who, n), LONGEST + 1)
    return spelt(written.tokens) + STOP * written.ended


def agree(said: str, name: str) -> list[bool]:
    """For each letter of the name, and its stop, whether the same is at its place."""
    due = name + STOP
    return [a == b for a, b in zip(said.ljust(len(due)), due, strict=False)]


def share_of_letters(said: list[str], ns: Array) -> float:
    """How many letters are right, of all that are due."""
    due = [agree(text, name_of(int(n))) for text, n in zip(said, ns, strict=True)]
    return float(np.mean([right for letters in due for right in letters]))


def share_after_a_mistake(said: list[str], truth_fed: list[str], ns: Array) -> float:
    """How many letters are right of those that come after the first mistake of a name.

    Up to there it makes no difference what is fed back.
    """
    after = []
    for text, fed, n in zip(said, truth_fed, ns, strict=True):
        right = agree(fed, name_of(int(n)))
        if False in right:
            after += agree(text, name_of(int(n)))[right.index(False) + 1 :]
    return float(np.mean(after))


def compare_feeding(cell: Cell, seed: int, updates: int = UPDATES) -> dict:
    """On numbers unseen: letters right when fed the truth, when fed its own, and whole names.

    Of the letters, also how many are right after a mistake, which is where the two differ.
    """
    who, _ = train_namer(cell, seed, updates)
    _, ns = parted()
    alone = [free(who, int(n)) for n in ns]
    fed = [forced(who, int(n)) for n in ns]
    whole = [text == name_of(int(n)) + STOP for text, n in zip(alone, ns, strict=True)]
    return {
        "forced": round(share_of_letters(fed, ns), 4),
        "free": round(share_of_letters(alone, ns), 4),
        "forced, later": round(share_after_a_mistake(fed, fed, ns), 4),
        "free, later": round(share_after_a_mistake(alone, fed, ns), 4),
        "whole": round(float(np.mean(whole)), 4),
    }


def compare_widths(seed: int, updates: int = 3 * UPDATES, tested: int = HELD_OUT) -> dict:
    """For a careless teacher's pupil and each width: right names, empty ones, and mean log p."""
    who, _ = train_namer(GRU, seed, updates, careless)
    ns = [int(n) for n in parted()[1][:tested]]
    found = {}
    for width in WIDTHS:
        best = [beam(namer(who, n), width, LONGEST + 1)[0] for n in ns]
        right = [spelt(one.tokens) in all_names(n) for one, n in zip(best, ns, strict=True)]
        found[str(width)] = {
            "right": round(float(np.mean(right)), 4),
            "empty": round(float(np.mean([not one.tokens for one in best])), 4),
            "log_p": round(float(np.mean([one.log_p for one in best])), 4),
        }
    return found


CONTESTS = {"Elman, 250 updates": (ELMAN, 250), "Elman": (ELMAN, 500), "GRU": (GRU, 500)}


def compute_data() -> dict:
    """Feeding by contest, and widths of the beam, for each seed."""
    feeding = {
        name: [compare_feeding(cell, seed, updates) for seed in SEEDS]
        for name, (cell, updates) in CONTESTS.items()
    }
    return {"feeding": feeding, "widths": [compare_widths(seed) for seed in SEEDS]}


def loaded() -> dict:
    """The same, from the file."""
    return read_data(__name__)


def typical(contest: str, measure: str) -> float:
    """The median over the seeds: of "GRU", how many names are "whole"."""
    return float(np.median([one[measure] for one in loaded()["feeding"][contest]]))
