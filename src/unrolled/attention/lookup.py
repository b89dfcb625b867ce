"""Look up: one query per sequence, and attention alone to find what it asks for.

Two experiments, five seeds each. Does training need the root of d_k? And can one head look up two
keys at once? Derived data: `make data NAME=attention.lookup`.
Notebook: book/attention.ipynb
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.attention.heads import MultiHead, multi_head, multi_head_back
from unrolled.core.derived import read_data
from unrolled.core.door import check_generator, check_whole
from unrolled.core.losses import CROSS_ENTROPY, mean_loss, mean_loss_back
from unrolled.core.optim import adam, clip_by_norm
from unrolled.core.shapes import Array, Float
from unrolled.core.tree import ravel, unravel

BITS = SYMBOLS = 4  # of a key, and how many values there are
PAIRS = 8  # in each sequence, of the 16 keys
BATCH, LIMIT = 32, 1.0  # sequences an update; the gradient's norm is clipped there
SEEDS = range(5)
EVERY = 20  # updates are averaged

ROOT_SIZES, ROOT_UPDATES, ROOT_RATE = (4, 64, 512), 800, 0.003
LEARNED = 0.1  # nats: the loss at which a run counts as learned
BEGUN = 1.2  # the loss at which a run has begun to learn
SURE = 0.9  # of the attention weight
HEADS = {"one head of 16": (1, 16), "two heads of 8": (2, 8), "one head of 32": (1, 32)}
HEADS_UPDATES, HEADS_RATE = 2000, 0.01


class Lookup(NamedTuple):
    """Sequences of pairs, and what each is asked: one query of one or more keys."""

    queries: Float[Array, "B 1 d"]  # d = 4 numbers for each key that is asked for
    pairs: Float[Array, "B M d_m"]  # 4 numbers for the key, 4 for the value, one-hot
    wanted: Array  # the values, B × keys asked for


def draw_lookup(rng: np.random.Generator, n: int, asked: int) -> Lookup:
    """n sequences of 8 pairs, keys all different, and for each a query of `asked` of its keys.

    Whoever guesses has a loss of log 4.
    """
    rng = check_generator("rng", rng)
    n, asked = check_whole("n", n, 1), check_whole("asked", asked, 1, PAIRS)
    keys = rng.permuted(np.tile(np.arange(2**BITS), (n, 1)), axis=1)[:, :PAIRS]
    values = rng.integers(0, SYMBOLS, (n, PAIRS))
    places = rng.permuted(np.tile(np.arange(PAIRS), (n, 1)), axis=1)[:, :asked]
    codes = 1.0 - 2.0 * (keys[..., None] >> np.arange(BITS) & 1)
    queries = np.take_along_axis(codes, places[..., None], axis=1).reshape(n, 1, asked * BITS)
    pairs = np.concatenate([codes, np.eye(SYMBOLS)[values]], axis=-1)
    return Lookup(queries, pairs, np.take_along_axis(values, places, axis=1))


def random_looker(rng: np.random.Generator, n_H: int, d_k: int, asked: int) -> MultiHead:
    """Heads that read pairs and answer with four logits a key; drawn from N(0, 1/fan-in)."""
    rng = check_generator("rng", rng)
    n_H, d_k = check_whole("n_H", n_H, 1), check_whole("d_k", d_k, 1)
    d, d_m = check_whole("asked", asked, 1, PAIRS) * BITS, BITS + SYMBOLS
    W_Q = rng.normal(0, d**-0.5, (n_H, d_k, d))
    W_K, W_V = rng.normal(0, d_m**-0.5, (2, n_H, d_k, d_m))
    W_O = rng.normal(0, (n_H * d_k) ** -0.5, (d, n_H * d_k))
    return MultiHead(W_Q, W_K, W_V, W_O, *np.zeros((3, n_H, d_k)), np.zeros(d))


def times_query(p: MultiHead, factor: float) -> MultiHead:
    """The same heads with their queries times a factor, and with them every score."""
    return p._replace(W_Q=factor * p.W_Q, b_Q=factor * p.b_Q)


def loss_and_gradient(
    p: MultiHead, task: Lookup, divided: bool = True
) -> tuple[float, float, MultiHead]:
    """Mean cross-entropy and accuracy over all keys asked for, and the gradient.

    Not `divided`, scores are plain dot products: as if queries were √d_k times as long.
    """
    factor = 1.0 if divided else p.W_Q.shape[1] ** 0.5
    used = times_query(p, factor)
    Y, cache = multi_head(used, task.queries, task.pairs)
    zs, wanted = Y.reshape(-1, SYMBOLS), task.wanted.ravel()
    ys = np.eye(SYMBOLS)[wanted]
    dY = mean_loss_back(CROSS_ENTROPY, zs, ys).reshape(Y.shape)
    g = multi_head_back(used, cache, dY)[0]
    right = float((zs.argmax(axis=1) == wanted).mean())
    return mean_loss(CROSS_ENTROPY, zs, ys), right, times_query(g, factor)


def accuracy_by_key(p: MultiHead, rng: np.random.Generator, n: int) -> Float[Array, " asked"]:
    """How often the value of each key asked for is found, in n fresh sequences."""
    task = draw_lookup(rng, n, p.W_Q.shape[-1] // BITS)
    Y, _ = multi_head(p, task.queries, task.pairs)
    found = Y.reshape(n, -1, SYMBOLS).argmax(axis=-1)
    return (found == task.wanted).mean(axis=0)


def train_looker(
    seed: int, p: MultiHead, updates: int, rate: float, divided: bool = True, until: float = 0.0
) -> tuple[MultiHead, Float[Array, "N 2"]]:
    """The trained heads; loss and accuracy of every update of Adam, each on fresh sequences.

    Training ends when the mean loss of the last 20 updates has fallen below `until`.
    """
    rng = np.random.default_rng(1000 + seed)
    asked = p.W_Q.shape[-1] // BITS
    optimiser = adam(rate)
    memory = optimiser.start(p)
    found = []
    for _ in range(updates):
        loss, right, g = loss_and_gradient(p, draw_lookup(rng, BATCH, asked), divided)
        p, memory = optimiser.step(p, clip_by_norm(g, LIMIT), memory)
        found.append((loss, right))
        if np.mean(found[-EVERY:], axis=0)[0] < until and len(found) >= EVERY:
            break
    return p, np.array(found)


def averaged(found: Float[Array, "N 2"]) -> Float[Array, "M 2"]:
    """The means of every EVERY updates, in turn."""
    return found.reshape(-1, EVERY, 2).mean(axis=1).round(4)


def with_root(d_k: int, divided: bool, seed: int, updates: int = ROOT_UPDATES) -> list[float]:
    """The loss of one head that looks up one key, averaged."""
    p = random_looker(np.random.default_rng(seed), 1, d_k, 1)
    return averaged(train_looker(seed, p, updates, ROOT_RATE, divided)[1])[:, 0].tolist()


def sure_and_wrong(d_k: int, divided: bool, seed: int) -> float:
    """How many queries give SURE of their weight to a wrong key when a run has begun to learn."""
    p = random_looker(np.random.default_rng(seed), 1, d_k, 1)
    p, _ = train_looker(seed, p, ROOT_UPDATES, ROOT_RATE, divided, BEGUN)
    task = draw_lookup(np.random.default_rng(7), 2000, 1)
    used = p if divided else times_query(p, d_k**0.5)
    A = multi_head(used, task.queries, task.pairs)[1].A[:, 0, 0]
    right = (task.pairs[..., :BITS] == task.queries).all(axis=-1)
    return round(float(((A > SURE) & ~right).any(axis=-1).mean()), 4)


def two_at_once(
    name: str, seed: int, updates: int = HEADS_UPDATES
) -> tuple[MultiHead, list[float]]:
    """Heads that learned to look up two keys, and their accuracy on the way, averaged."""
    p = random_looker(np.random.default_rng(seed), *HEADS[name], 2)
    p, found = train_looker(seed, p, updates, HEADS_RATE)
    return p, averaged(found)[:, 1].tolist()


def first_step(seed: int, d_k: int) -> float:
    """How far one update moves the scaled scores of a head, typically."""
    p = random_looker(np.random.default_rng(seed), 1, d_k, 1)
    after = train_looker(seed, p, 1, ROOT_RATE)[0]
    task = draw_lookup(np.random.default_rng(7), BATCH, 1)
    scores = []
    for one in (p, after):
        cache = multi_head(one, task.queries, task.pairs)[1]
        scores.append(cache.Q @ cache.K.swapaxes(-1, -2) / d_k**0.5)
    return float(np.abs(scores[1] - scores[0]).mean())


def updates_needed(curve: list[float]) -> int:
    """After how many updates the mean loss of the last 20 first falls below 0.1."""
    return EVERY * (1 + int(np.argmax(np.array(curve) < LEARNED)))


def compute_data() -> dict:
    """Curves for each seed: of the loss by root and d_k, of the accuracy by heads; how many
    queries are sure and wrong, by root and d_k; and the heads of seed 0, trained.
    """

    def by_root(measure: Callable) -> dict:
        return {
            name: {str(d_k): [measure(d_k, divided, seed) for seed in SEEDS] for d_k in ROOT_SIZES}
            for name, divided in (("divided", True), ("not divided", False))
        }

    runs = {name: [two_at_once(name, seed) for seed in SEEDS] for name in HEADS}
    return {
        "root": by_root(with_root),
        "sure and wrong": by_root(sure_and_wrong),
        "heads": {name: [curve for _, curve in run] for name, run in runs.items()},
        "trained": {name: ravel(run[0][0]).round(3).tolist() for name, run in runs.items()},
    }


def loaded() -> dict:
    """The same, from the file."""
    return read_data(__name__)


def trained(name: str) -> MultiHead:
    """The heads of seed 0 that are in the file, to three decimals."""
    start = random_looker(np.random.default_rng(0), *HEADS[name], 2)
    return unravel(np.array(loaded()["trained"][name]), start)
