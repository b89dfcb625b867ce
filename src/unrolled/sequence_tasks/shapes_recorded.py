"""What trained networks answer in each of the five shapes, recorded for an explorable.

One small world: numbers below 100, their names, and words whose letters are said in a special way.
The examples were picked to be short enough for the picture, and so that in each shape that can go
wrong one does. Derived data: `make data NAME=sequence_tasks.shapes_recorded`.
Notebook: book/sequence_tasks.ipynb
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.core.activations import softmax
from unrolled.core.derived import read_data
from unrolled.core.losses import CROSS_ENTROPY, observed_loss, observed_loss_back
from unrolled.core.optim import adam, clip_by_norm, descend
from unrolled.core.shapes import Array
from unrolled.core.tasks import Task
from unrolled.core.text import LETTERS, one_hot
from unrolled.core.unroll import bptt, unroll
from unrolled.rnn.cell import CELL as ELMAN
from unrolled.rnn.readout import Model, Readout, random_readout, readout, readout_back
from unrolled.sequence_tasks import silent_e
from unrolled.sequence_tasks.both_ways import Both
from unrolled.sequence_tasks.number_names import (
    ALPHABET,
    STOP,
    digits,
    forced,
    free,
    name_of,
    parted,
    train_namer,
    written_out,
)
from unrolled.sequence_tasks.padding import at_last, at_last_back, is_step
from unrolled.sequence_tasks.reading import classify, classify_gradient, draw_reader, run_states
from unrolled.sequence_tasks.shapes_states import state_text
from unrolled.training import Learner

NUMBERS = (28, 31, 49, 19)  # held out, and shown
UNITS, BATCH, RATE, LIMIT = 32, 32, 0.005, 1.0
DIGITS = STOP + "0123456789"
WORDS = ("hope", "city", "cage", "cat")
BELOW = [n for n in range(100) if n in parted()[1]]  # numbers below 100 that are held out
KNOWN = np.array([n for n in range(100) if n not in BELOW])


class Translator(NamedTuple):
    """A network that reads, one that writes from the state the first one ends in, and a readout."""

    reads: object
    writes: object
    readout: Readout


def spelled(ns: Array, alphabet: str, say: Callable) -> tuple[Array, Array]:
    """Texts of numbers one-hot, (T, B, letters), and their lengths."""
    codes = [[alphabet.index(letter) for letter in say(int(n))] for n in ns]
    lengths = np.array([len(code) for code in codes])
    xs = np.zeros((lengths.max(), len(codes), len(alphabet)))
    for b, code in enumerate(codes):
        xs[: len(code), b] = np.eye(len(alphabet))[code]
    return xs, lengths


def translation(ns: Array) -> tuple[Array, Array, Task]:
    """Names, their lengths, and as a task the digits with their stop, the right ones fed back."""
    xs, lengths = spelled(ns, ALPHABET, name_of)
    ys, written = spelled(ns, DIGITS, lambda n: str(n) + STOP)
    before = np.concatenate([np.zeros((1, *ys.shape[1:])), ys[:-1]])
    return xs, lengths, Task(before, ys, is_step(written, len(ys)))


def translate_gradient(p: Translator, xs: Array, lengths: Array, task: Task) -> tuple:
    """The mean loss of what is written, and its gradient.

    The second half starts from a state of the first half, so the gradient of that start goes on as
    the gradient of that state.
    """
    hs, back = run_states(ELMAN, p.reads, xs, lengths)
    states, caches = unroll(ELMAN, p.writes, task.xs, at_last(hs, lengths))
    zs = readout(p.readout, states)
    dzs = observed_loss_back(CROSS_ENTROPY, zs, task.ys, task.observed)
    d_readout, dstates = readout_back(p.readout, states, dzs)
    d_writes, _, dh0 = bptt(ELMAN, p.writes, caches, dstates)
    d_reads, _ = back(at_last_back(dh0, lengths, len(xs)))
    loss = observed_loss(CROSS_ENTROPY, zs, task.ys, task.observed)
    return loss, Translator(d_reads, d_writes, d_readout)


def train_translator(seed: int, updates: int) -> Translator:
    """A network that turns names into digits."""
    rng = np.random.default_rng(seed)
    p = Translator(
        ELMAN.random(rng, len(ALPHABET), UNITS),
        ELMAN.random(rng, len(DIGITS), UNITS),
        random_readout(rng, UNITS, len(DIGITS)),
    )

    def gradient(p: Translator) -> Translator:
        return clip_by_norm(translate_gradient(p, *translation(rng.choice(KNOWN, BATCH)))[1], LIMIT)

    return descend(adam(RATE), gradient, p, updates)[-1]


def translate(p: Translator, n: int, own: bool) -> str:
    """The likeliest digit at each step, fed the right one before it or its own; with its stop."""
    xs, lengths, task = translation(np.array([n]))
    h = at_last(run_states(ELMAN, p.reads, xs, lengths)[0], lengths)[0]
    said, y = "", np.zeros(len(DIGITS))
    for due in task.ys[:, 0]:
        h, _ = ELMAN.step(p.writes, y, h)
        likeliest = int(readout(p.readout, h).argmax())
        said += DIGITS[likeliest]
        y = np.eye(len(DIGITS))[likeliest] if own else due
        if own and DIGITS[likeliest] == STOP:
            break
    return said


def read_vector(ns: Array) -> tuple[Array, None]:
    """A number's digits as a sequence of one step."""
    return np.array([digits(int(n)) for n in ns])[None], None


def read_name(ns: Array) -> tuple[Array, Array]:
    """A number's name, letter by letter."""
    return spelled(ns, ALPHABET, name_of)


def train_parity(given: Callable, seed: int, updates: int) -> Model:
    """A network that tells whether a number is odd, from what `given` makes of it."""
    rng = np.random.default_rng(seed)
    model = draw_reader(rng, ELMAN, "last state", given(KNOWN)[0].shape[-1], UNITS, 2)

    def gradient(model: Model) -> Model:
        ns = rng.choice(KNOWN, BATCH)
        xs, lengths = given(ns)
        g = classify_gradient(ELMAN, model, xs, np.eye(2)[ns % 2], "last state", lengths)[1]
        return clip_by_norm(g, LIMIT)

    return descend(adam(RATE), gradient, model, updates)[-1]


def chance_of_odd(model: Model, given: Callable, n: int) -> float:
    """How sure a network is that a number is odd."""
    xs, lengths = given(np.array([n]))
    return round(float(softmax(classify(ELMAN, model, xs, "last state", lengths))[0, 1]), 3)


def _kinds(model: Model, word: str) -> list[int]:
    return silent_e.tag(model, f" {word} ")[1:-1].tolist()


def states_of_reader(model: Model, given: Callable, n: int) -> str:
    """The states of a network that reads a number or its name."""
    return state_text(run_states(ELMAN, model.cell, *given(np.array([n])))[0][:, 0])


def states_of_namer(who: Learner, n: int, fed: str) -> str:
    """The states while a number's name is written and these letters are fed back."""
    xs = written_out([n], [fed.removesuffix(STOP)]).xs[: len(fed)]
    return state_text(unroll(ELMAN, who.p.cell, xs[:, 0], who.h0)[0])


def states_of_translator(p: Translator, n: int, fed: str) -> str:
    """The states while a name is read, and then while digits are written and these fed back."""
    xs, lengths, _ = translation(np.array([n]))
    hs = run_states(ELMAN, p.reads, xs, lengths)[0]
    before = np.eye(len(DIGITS))[[DIGITS.index(digit) for digit in fed[:-1]]]
    ys = np.concatenate([np.zeros((1, len(DIGITS))), before])
    states = unroll(ELMAN, p.writes, ys, at_last(hs, lengths)[0])[0]
    return state_text(hs[:, 0]) + state_text(states)


def states_of_tagger(model: Model, word: str) -> list[str]:
    """The states at the letters of a word, of each network that reads it: one, or one a way."""
    hs = run_states(ELMAN, model.cell, one_hot(f" {word} ", LETTERS))[0][1:-1]
    each = silent_e.UNITS[isinstance(model.cell, Both)]
    return [state_text(part) for part in np.split(hs, hs.shape[1] // each, axis=1)]


def compute_data() -> dict:
    """By shape what is answered to NUMBERS and WORDS, and how often numbers held out are right."""
    namer, _ = train_namer(ELMAN, seed=0, updates=250)
    vector = train_parity(read_vector, 0, 200)
    name = train_parity(read_name, 0, 600)
    ahead, both = (silent_e.train_tagger(0, 0, both=way) for way in (False, True))
    translator = train_translator(0, 1000)
    odd = {
        n: [chance_of_odd(vector, read_vector, n), chance_of_odd(name, read_name, n)] for n in BELOW
    }
    written = {n: [forced(namer, n), free(namer, n)] for n in BELOW}
    translated = {n: [translate(translator, n, own) for own in (False, True)] for n in BELOW}
    right = {
        "one-to-one": [(odd[n][0] > 0.5) == n % 2 for n in BELOW],
        "one-to-many": [written[n][1] == name_of(n) + STOP for n in BELOW],
        "many-to-one": [(odd[n][1] > 0.5) == n % 2 for n in BELOW],
        "unaligned": [translated[n][1] == f"{n}{STOP}" for n in BELOW],
    }
    states = {
        "one-to-one": {n: [states_of_reader(vector, read_vector, n)] for n in NUMBERS},
        "one-to-many": {
            n: [states_of_namer(namer, n, fed) for fed in (name_of(n) + STOP, written[n][1])]
            for n in NUMBERS
        },
        "many-to-one": {n: [states_of_reader(name, read_name, n)] for n in NUMBERS},
        "aligned": {
            word: states_of_tagger(ahead, word) + states_of_tagger(both, word) for word in WORDS
        },
        "unaligned": {
            n: [
                states_of_translator(translator, n, fed) for fed in (f"{n}{STOP}", translated[n][1])
            ]
            for n in NUMBERS
        },
    }
    return {
        "states": states,
        "odd": {n: odd[n] for n in NUMBERS},
        "written": {n: written[n] for n in NUMBERS},
        "translated": {n: translated[n] for n in NUMBERS},
        "said": {word: [_kinds(ahead, word), _kinds(both, word)] for word in WORDS},
        "right": {shape: [sum(map(bool, shares)), len(BELOW)] for shape, shares in right.items()},
    }


def loaded() -> dict:
    """The same, from the file."""
    return read_data(__name__)
