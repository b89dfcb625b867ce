"""One encoder block without positions, with sinusoidal and with learned positional encodings.

The task needs positions: give the symbol three places before the marked token. The positional
encoding is added to the tokens, X = S W_in + P. How well does each block answer, at the trained
length and in sequences twice as long? And can token and position be read back from their sum?
Derived data: `make data NAME=transformer.position_contest`.
Notebook: book/transformer.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_array, check_choice, check_generator, check_whole
from unrolled.core.losses import CROSS_ENTROPY, mean_loss, mean_loss_back
from unrolled.core.optim import adam, clip_by_norm
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Bool, Float, Int, outer, total
from unrolled.core.tree import tree_zeros
from unrolled.transformer.block import Block, Cache, block, block_back, random_block
from unrolled.transformer.positions import sinusoids

SEEDS = range(5)
SYMBOLS, BACK = 8, 3  # the symbol wanted is BACK places before the marked token
N_TRAINED, N_LONG = 20, 40
D, N_HEADS, WIDE = 32, 2, 64
UPDATES, EVERY, BATCH, RATE = 2000, 50, 32, 0.003
LIMIT = 1.0  # of the gradient's norm
HELD_OUT = 4000  # sequences of each length
POSITIONS = ("none", "sinusoidal", "learned")
SPREAD = 0.5**0.5  # of the first learned encodings, which makes them as long as sinusoidal ones


class Marked(NamedTuple):
    """Sequences with one marked token each, and the symbol that is wanted."""

    xs: Float[Array, "B N n_x"]  # a symbol, one-hot, and 1 at the marked token
    at: Int[Array, " B"]  # where the marked token is
    ys: Float[Array, "B n_y"]


def marked(rng: np.random.Generator, n: int, length: int) -> Marked:
    """n sequences of random symbols, a token marked at a random position from BACK on.

    Whoever guesses has a loss of log 8. Raises ValueError for a length of BACK or less.
    """
    rng = check_generator("rng", rng)
    n, length = check_whole("n", n, 1), check_whole("length", length, BACK + 1)
    symbols = rng.integers(0, SYMBOLS, (n, length))
    at, each = rng.integers(BACK, length, n), np.arange(n)
    xs = np.concatenate([np.eye(SYMBOLS)[symbols], np.zeros((n, length, 1))], axis=-1)
    xs[each, at, -1] = 1.0
    return Marked(xs, at, np.eye(SYMBOLS)[symbols[each, at - BACK]])


class Reader(NamedTuple):
    """One encoder block with a layer on each side. Its gradient is another Reader."""

    W_in: Float[Array, "d n_x"]
    P: Float[Array, "N d"]  # the positional encodings
    block: Block
    W_out: Float[Array, "n_y d"]
    b_out: Float[Array, " n_y"]


class Read(NamedTuple):
    """What the step back must remember."""

    xs: Float[Array, "B N n_x"]
    at: Int[Array, " B"]
    h: Float[Array, "B d"]  # the marked tokens as they leave the block
    block: Cache


def random_reader(rng: np.random.Generator, positions: str) -> Reader:
    """Random weights, and encodings for N_LONG positions: zeros, sinusoidal, or still random."""
    rng = check_generator("rng", rng)
    check_choice("positions", positions, POSITIONS)
    W_in, p = rng.normal(size=(D, SYMBOLS + 1)), random_block(rng, N_HEADS, D, WIDE)
    W_out = rng.normal(0, D**-0.5, (SYMBOLS, D))
    P = np.zeros((N_LONG, D))
    if positions == "sinusoidal":
        P = sinusoids(N_LONG, D)
    elif positions == "learned":
        P = rng.normal(0, SPREAD, (N_LONG, D))
    return Reader(W_in, P, p, W_out, np.zeros(SYMBOLS))


def answered(
    p: Reader, xs: Float[Array, "B N n_x"], at: Int[Array, " B"]
) -> tuple[Float[Array, "B n_y"], Read]:
    """Logits, read from the marked token as it leaves the block.

    Raises ValueError for sequences longer than there are encodings.
    """
    check_fields("p", p, Reader)
    xs = check_array("xs", xs, "B N n_x", n_x=p.W_in.shape[1])
    length = check_whole("the length of xs", xs.shape[1], 1, len(p.P))
    X, cache = block(p.block, xs @ p.W_in.T + p.P[:length])
    h = X[np.arange(len(xs)), at]
    return h @ p.W_out.T + p.b_out, Read(xs, at, h, cache)


def loss_and_gradient(p: Reader, task: Marked) -> tuple[float, Reader]:
    """The mean cross-entropy of the answers, and its gradient, that of the encodings too."""
    zs, (xs, at, h, cache) = answered(p, *check_fields("task", task, Marked)[:2])
    dz = mean_loss_back(CROSS_ENTROPY, zs, task.ys)
    dX = np.zeros((*xs.shape[:2], D))
    dX[np.arange(len(xs)), at] = dz @ p.W_out
    d_block, dX = block_back(p.block, cache, dX)
    dP = np.zeros(p.P.shape)
    dP[: xs.shape[1]] = dX.sum(axis=0)
    found = Reader(outer(dX, xs), dP, d_block, outer(dz, h), total(dz))
    return mean_loss(CROSS_ENTROPY, zs, task.ys), found


def learned(positions: str, seed: int, updates: int = UPDATES) -> tuple[Reader, list[float]]:
    """The trained block, and the mean loss of every EVERY updates.

    It reads sequences of N_TRAINED tokens only, so encodings of later positions stay as they were.
    Raises ValueError for other positions, and for updates that are no multiple of EVERY.
    """
    p = random_reader(np.random.default_rng(seed), positions)
    if check_whole("updates", updates, EVERY) % EVERY:
        raise ValueError(f"updates: got {updates}, expected a multiple of {EVERY}")
    rng, optimiser, losses = np.random.default_rng(1000 + seed), adam(RATE), []
    memory = optimiser.start(p)
    for _ in range(updates):
        loss, g = loss_and_gradient(p, marked(rng, BATCH, N_TRAINED))
        if positions != "learned":
            g = g._replace(P=tree_zeros(g.P))
        p, memory = optimiser.step(p, clip_by_norm(g, LIMIT), memory)
        losses.append(loss)
    return p, np.reshape(losses, (-1, EVERY)).mean(axis=1).round(5).tolist()


def held_out(length: int) -> Marked:
    """Sequences that no training has seen."""
    return marked(np.random.default_rng(9000 + length), HELD_OUT, length)


def right(p: Reader, length: int) -> Bool[Array, " B"]:
    """Which held-out sequences of this length are answered correctly."""
    task = held_out(length)
    return answered(p, task.xs, task.at)[0].argmax(axis=-1) == task.ys.argmax(axis=-1)


def by_position(p: Reader, length: int) -> list[float]:
    """Accuracy by the marked token's position, from BACK on."""
    found, at = right(p, length), held_out(length).at
    return [round(float(found[at == n].mean()), 3) for n in range(BACK, length)]


def most_frequent(length: int) -> float:
    """Accuracy of the symbol that the other tokens show most often: all one knows without order."""
    task = held_out(length)
    counts = (task.xs[..., :SYMBOLS] * (1 - task.xs[..., -1:])).sum(axis=1)
    return float((counts.argmax(axis=-1) == task.ys.argmax(axis=-1)).mean())


def read_back(
    tokens: Float[Array, "V d"], P: Float[Array, "N d"], seed: int
) -> tuple[float, float]:
    """How often a linear map tells token v, and how often position n, from the sum x_v + p_n.

    The map is fitted by least squares to x_v in half of all pairs of token and position. In the
    other half the token is the one nearest to what the map gives, and the position is the one
    whose encoding is nearest to the rest of the sum.
    """
    order = np.random.default_rng(3000 + seed).permutation(len(tokens) * len(P))
    v, n = np.divmod(order, len(P))
    sums = tokens[v] + P[n]
    inputs = np.concatenate([sums, np.ones((len(sums), 1))], axis=1)
    half = len(sums) // 2
    M = np.linalg.lstsq(inputs[:half], tokens[v[:half]])[0]
    found = inputs[half:] @ M
    in_token = nearest(found, tokens) == v[half:]
    in_position = nearest(sums[half:] - found, P) == n[half:]
    return float(in_token.mean()), float(in_position.mean())


def nearest(x: Float[Array, "B d"], to: Float[Array, "N d"]) -> Int[Array, " B"]:
    """For each vector the index of the nearest of others."""
    return np.linalg.norm(x[:, None] - to, axis=-1).argmin(axis=1)


def random_sums(seed: int, d: int, positions: str) -> tuple[float, float]:
    """`read_back` for SYMBOLS random tokens, and sinusoidal or random encodings, N_TRAINED each."""
    check_choice("positions", positions, POSITIONS[1:])
    rng = np.random.default_rng(seed)
    tokens, P = rng.normal(size=(SYMBOLS, d)), rng.normal(0, SPREAD, (N_TRAINED, d))
    return read_back(tokens, sinusoids(N_TRAINED, d) if positions == "sinusoidal" else P, seed)


def trained_sums(p: Reader, seed: int) -> tuple[float, float]:
    """`read_back` for what a trained block has made of its tokens and encodings."""
    return read_back(p.W_in[:, :SYMBOLS].T, p.P[:N_TRAINED], seed)


def compute_data() -> dict:
    """By positions, for each seed: a curve, and how many answers are right, and where."""
    found = {}
    for positions in POSITIONS:
        runs = [learned(positions, seed) for seed in SEEDS]
        readers = [p for p, _ in runs]
        found[positions] = {
            "curves": [curve for _, curve in runs],
            "trained length": [float(right(p, N_TRAINED).mean()) for p in readers],
            "long": [float(right(p, N_LONG).mean()) for p in readers],
            "by position": [by_position(p, N_LONG) for p in readers],
        }
        if positions != "none":
            sums = [trained_sums(p, seed) for p, seed in zip(readers, SEEDS, strict=True)]
            found[positions]["read back"] = sums
    return found


def loaded() -> dict:
    """The same, from the file."""
    return read_data(__name__)
