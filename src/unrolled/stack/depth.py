"""Encoders of 24 blocks, with the norms after the sums or before the sub-layers.

With random weights: what is left of the differences between tokens on the way up, and of a
gradient on the way down. And whether they learn to find one of three pairs, from five seeds.
Derived data: `make data NAME=stack.depth`.
Notebook: book/stack.ipynb
"""

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_choice
from unrolled.core.shapes import Array
from unrolled.stack.encoder import encode, random_encoder
from unrolled.stack.find_and_copy import finding, random_finder, train_finder
from unrolled.transformer.block import Block, block_back
from unrolled.transformer.norm import layer_norm, layer_norm_back, new_norm

BLOCKS, N, D, N_HEADS, WIDE = 24, 10, 32, 4, 128
SEEDS = range(5)
PLACES = 4
UPDATES = 500
EVERY = 25
BATCH = 32
RATES = {"after": (0.001, 0.0003), "before": (0.001, 0.0003)}


def stacked(seed: int) -> tuple[list[Block], Array]:
    """An encoder of random weights, and ten random tokens."""
    rng = np.random.default_rng(seed)
    return random_encoder(rng, BLOCKS, N_HEADS, D, WIDE), rng.normal(size=(N, D))


def sent_back(seed: int, first: bool) -> tuple[Array, Array, Array]:
    """For one random encoder, from the first to the last place between its blocks:

    how far the tokens differ there, as a share of their length; and the length of the gradient of
    one token's output, and of the difference of two, as shares of what it is at the end. With
    `first` a last norm stands behind the blocks, as is usual.
    """
    blocks, X = stacked(seed)
    Y, caches = encode(blocks, X, first=first)
    inputs = [X, *(encode(blocks[: n + 1], X, first=first)[0] for n in range(BLOCKS))]
    apart = [np.linalg.norm(Z - Z.mean(axis=0)) / np.linalg.norm(Z) for Z in inputs]
    one, two = np.zeros((2, N, D))
    one[-1] = two[-1] = np.random.default_rng(100 + seed).normal(size=D)
    two[0] = -two[-1]
    return np.array(apart), *(lengths(blocks, caches, Y, dY, first) for dY in (one, two))


def lengths(blocks: list, caches: list, Y: Array, dY: Array, first: bool) -> Array:
    """The gradient's length between the blocks, from the first place on, over that at the end."""
    if first:
        last = new_norm(D)
        dY = layer_norm_back(last, layer_norm(last, Y)[1], dY)[1]
    found = [np.linalg.norm(dY)]
    for p, kept_there in zip(blocks[::-1], caches[::-1], strict=True):
        dY = block_back(p, kept_there, dY)[1]
        found.append(np.linalg.norm(dY))
    return np.array(found[::-1]) / found[0]


def kept(seed: int) -> float:
    """What the way past all parts is multiplied by with norms after the sums: 1/√(var + ε), twice
    a block, for a typical token.                                                  eq-stack-past"""
    blocks, X = stacked(seed)
    _, caches = encode(blocks, X)
    return float(np.median(np.prod([c.norm_1.scale * c.norm_2.scale for c in caches], axis=0)))


def learned(where: str, rate: float, seed: int, updates: int = UPDATES) -> list[float]:
    """The mean loss of every EVERY updates, the norms `where` they are: "after" or "before"."""
    rng = np.random.default_rng(1000 + seed)
    p = random_finder(np.random.default_rng(seed), BLOCKS)
    first = check_choice("where", where, ("after", "before")) == "before"
    losses = train_finder(p, lambda: finding(rng, BATCH, PLACES), updates, rate, first)[1]
    return losses.reshape(-1, EVERY).mean(axis=1).round(5).tolist()


def compute_data() -> dict:
    """By place of the norms and rate, a curve for each seed."""
    found = {where: {} for where in RATES}
    for where, rates in RATES.items():
        for rate in rates:
            found[where][str(rate)] = [learned(where, rate, seed) for seed in SEEDS]
    return found


def loaded() -> dict:
    """The same, from the file."""
    return read_data(__name__)
