"""What the letters before did to a prediction: three trained cells on the book's own text.

glow_t = ‖∂ŷ_T/∂x_t‖₂ for t = 1..T
ŷ_T are the probabilities of the letter after T, x_t is the letter t as a one-hot vector.
Elman's network, a GRU and an LSTM of 40 units learn the first nine tenths of the text, five seeds
each; all that is measured comes from the last tenth. The weights of seed 0 are kept, so everything
about the sentence can be computed again. Derived data: `make data NAME=gru.letters`.
Notebook: book/gru.ipynb
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from unrolled.core.activations import softmax
from unrolled.core.cell import Cell
from unrolled.core.derived import read_data
from unrolled.core.door import check_array, check_choice, check_whole
from unrolled.core.losses import CROSS_ENTROPY
from unrolled.core.optim import adam, clip_by_norm
from unrolled.core.shapes import Array, Float, Int
from unrolled.core.tasks import Task
from unrolled.core.text import LETTERS, encode, one_hot, prose
from unrolled.core.tree import ravel, tree_leaves, tree_map, tree_zeros, unravel
from unrolled.core.unroll import bptt, unroll
from unrolled.gru.cell import CELL as GRU_CELL
from unrolled.lstm.cell import CELL as LSTM_CELL
from unrolled.rnn.cell import CELL as ELMAN
from unrolled.rnn.readout import Model, readout
from unrolled.training import Learner, learner, predict, train

SENTENCE = "the gradient from the recent past taught the network to hold"
CELLS = {"Elman": ELMAN, "GRU": GRU_CELL, "LSTM": LSTM_CELL}
SEEDS = range(5)
UNITS, UPDATES, BATCH, STEPS, RATE, LIMIT = 40, 3000, 32, 80, 0.005, 1.0
WINDOWS, FAR = 400, 60  # of the held-out text, and letters back, of which the reach is measured
FLOOR, FINE = -6.0, 500  # of what is written as text: log10 from here on, in 500ths
SIGNS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"


class Reach(NamedTuple):
    """Of a trained network, from the held-out text: medians over WINDOWS predictions."""

    loss: float  # nats a letter
    half: float  # so many last letters have half of the glow
    most: float  # and so many have 99 % of it
    first: float  # share of the words of four letters or more whose first letter glows strongest
    shares: str  # the mean share of the glow of each letter, from the last one back, as text


def parted() -> tuple[Array, Array]:
    """The codes of the text: what is learned, and the tenth that is held out."""
    codes = encode(prose(), LETTERS)
    cut = 9 * len(codes) // 10
    return codes[:cut], codes[cut:]


def trained(name: str, seed: int, updates: int = UPDATES) -> Learner:
    """A network that has learned the text. Raises ValueError for a cell that is not there."""
    cell = CELLS[check_choice("name", name, CELLS)]
    n = len(LETTERS)
    who = learner(np.random.default_rng(seed), cell, n, UNITS, n)
    rng = np.random.default_rng(1000 + seed)
    learned, eye = parted()[0], np.eye(n)

    def draw() -> Task:
        starts = rng.integers(0, len(learned) - STEPS, BATCH)
        codes = learned[starts + np.arange(STEPS + 1)[:, None]]
        return Task(eye[codes[:-1]], eye[codes[1:]], np.ones(STEPS, bool))

    change = lambda p, g: clip_by_norm(g, LIMIT)  # noqa: E731
    return train(who, draw, CROSS_ENTROPY, adam(RATE), updates, change)[0]


def jacobians_to_inputs(
    cell: Cell, model: Model, xs: Float[Array, "T *B n_x"]
) -> Float[Array, "T *B n_y n_x"]:
    """∂ŷ_T/∂x_t for t = 1..T, by BPTT from each of the n_y probabilities.

    Raises ValueError for letters that do not fit the weights.
    """
    W = model.readout
    n_y, n_h = W.W_yh.shape
    xs = check_array("xs", xs, "T *B n_x")
    lead = xs.shape[1:-1]
    many = np.repeat(xs[..., None, :], n_y, axis=-2)
    h0 = tree_map(lambda leaf: np.zeros((*lead, n_y, *leaf.shape)), cell.start(n_h))
    states, caches = unroll(cell, model.cell, many, h0)
    y = softmax(readout(W, tree_leaves(states)[0][-1]))[..., 0, :]
    slope = y[..., :, None] * (np.eye(n_y) - y[..., None, :])  # ∂ŷ_T/∂z_T
    dstates = tree_zeros(states)
    tree_leaves(dstates)[0][-1] = slope @ W.W_yh
    return bptt(cell, model.cell, caches, dstates)[1]


def glow(cell: Cell, model: Model, xs: Float[Array, "T *B n_x"]) -> Float[Array, "T *B"]:
    """‖∂ŷ_T/∂x_t‖₂, the spectral norm: the most that ŷ_T moves per small step of x_t."""
    return np.linalg.norm(jacobians_to_inputs(cell, model, xs), 2, axis=(-2, -1))


def swapped(cell: Cell, model: Model, xs: Float[Array, "T n_x"]) -> Float[Array, "T T"]:
    """Row T, column t: by how much ŷ_T changes when letter t is another, the mean of all others.

    Half of Σ|ŷ - ŷ'|, the probability that moves from some letters to others.
    """
    right = _probabilities(cell, model, xs)
    found = np.zeros((len(xs), len(xs)))
    for t in range(len(xs)):
        others = np.eye(xs.shape[-1])[xs[t] == 0]
        many = np.repeat(xs[:, None], len(others), axis=1)
        many[t] = others
        moved = np.abs(_probabilities(cell, model, many) - right[:, None]).sum(-1) / 2
        found[:, t] = moved.mean(axis=1)
    return np.tril(found)


def _probabilities(cell: Cell, model: Model, xs: Array) -> Array:
    return softmax(predict(model, xs, cell=cell)[0])


def letters_with(share: float | int, glows: Float[Array, "T *B"]) -> Array:
    """How many of the last letters have this share of the glow."""
    sums = np.cumsum(glows[::-1], axis=0)
    return np.asarray(1 + (sums < share * sums[-1] * (1 - 1e-12)).sum(axis=0))


def reach(who: Learner, windows: int = WINDOWS, chunk: int = 10) -> Reach:
    """How far back a network looks, from windows of STEPS letters of the held-out text."""
    held, eye = parted()[1], np.eye(len(LETTERS))
    windows = check_whole("windows", windows, 1)
    starts = np.linspace(0, len(held) - STEPS - 1, windows).astype(int)
    codes = held[starts + np.arange(STEPS + 1)[:, None]]
    xs = eye[codes]
    y = _probabilities(who.cell, who.p, xs[:-1])
    loss = -np.log((y * xs[1:]).sum(-1))[STEPS // 2 :].mean()
    parts = np.split(xs[:-1], range(chunk, windows, chunk), axis=1)
    glows = np.concatenate([glow(who.cell, who.p, part) for part in parts], axis=1)
    medians = (float(np.median(letters_with(share, glows))) for share in (0.5, 0.99))
    first = round(float(first_is_strongest(codes[:-1], glows)), 3)
    shares = (glows / glows.sum(axis=0)).mean(axis=1)[::-1]
    return Reach(round(float(loss), 3), *medians, first, written(shares[:FAR]))


def first_is_strongest(codes: Int[Array, "T B"], glows: Float[Array, "T B"]) -> float:
    """The share in which the first letter of a word glows strongest.

    It is of the sequences that end in a word of which at least four letters have been read.
    """
    back = np.argmax(codes[::-1] == LETTERS.index(" "), axis=0)  # letters of the word so far
    long = (back >= 4) & (codes == LETTERS.index(" ")).any(axis=0)
    strongest = len(glows) - 1 - np.argmax(glows, axis=0)
    return float(np.mean(strongest[long] == back[long] - 1))


def written(numbers: Float[Array, " N"]) -> str:
    """Positive numbers as two signs each: 500ths of a power of ten, from 10⁻⁶ on."""
    return _pairs(FINE * (np.log10(np.maximum(numbers, 1e-300)) - FLOOR))


def read(text: str) -> Float[Array, " N"]:
    """The same back, to a quarter of a percent."""
    return 10 ** (_numbers(text) / FINE + FLOOR)


def _pairs(whole: Array) -> str:
    """Whole numbers from 0 to 4095 as two signs each."""
    codes = np.clip(np.rint(whole), 0, 4095).astype(int)
    return "".join(SIGNS[n >> 6] + SIGNS[n & 63] for n in codes)


def _numbers(text: str) -> Array:
    codes = np.array([SIGNS.index(sign) for sign in text])
    return (64 * codes[::2] + codes[1::2]).astype(float)


def rounded(p: Model) -> Model:
    """The weights in 256ths, from -8 to 8: what the file keeps of them."""
    return tree_map(lambda w: np.clip(np.rint(256 * w), -2048, 2047) / 256, p)


def recorded(cell: Cell, p: Model) -> dict:
    """Of one network, all there is to see of the sentence, as text."""
    xs = one_hot(SENTENCE, LETTERS)
    rows = [glow(cell, p, xs[: T + 1]) for T in range(len(xs))]
    moved = swapped(cell, p, xs)
    swaps = [moved[T, : T + 1] for T in range(len(xs))]
    y = _probabilities(cell, p, xs)
    best = np.argsort(-y, axis=-1)[:, :3]
    return {
        "glow": written(np.concatenate(rows)),
        "swap": written(np.concatenate(swaps)),
        "next": "".join(LETTERS[k] for k in best.ravel()),  # the three likeliest after each letter
        "chance": written(np.take_along_axis(y, best, axis=-1).ravel()),
    }


def kept_weights(name: str) -> Model:
    """The weights of seed 0, as the file keeps them."""
    like = learner(np.random.default_rng(0), CELLS[name], len(LETTERS), UNITS, len(LETTERS)).p
    return unravel(_numbers(loaded()["weights"][name]) / 256 - 8, like)


def compute_data() -> dict:
    """Weights of seed 0, what they make of the sentence, and the reach of all seeds."""
    found = {"weights": {}, "sentence": {}, "reach": {}}
    for name, cell in CELLS.items():
        learners = [trained(name, seed) for seed in SEEDS]
        p = rounded(learners[0].p)
        found["weights"][name] = _pairs(256 * (ravel(p) + 8))
        found["sentence"][name] = recorded(cell, p)
        found["reach"][name] = [reach(who)._asdict() for who in learners]
    return found


@cache
def loaded() -> dict:
    """The same, from the file."""
    return read_data(__name__)
