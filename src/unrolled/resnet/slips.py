"""Known mistakes of this chapter, as functions of what the right one takes, each with its answer.

Notebook: book/resnet.ipynb
"""

from math import comb

import numpy as np

from unrolled.core.shapes import Array
from unrolled.mlp.network import Layer
from unrolled.page.ask import Slip
from unrolled.resnet.block import block, block_back
from unrolled.resnet.paths import bounds, product


def passed(W: Array, b: Array, h: Array) -> Array:
    """What leaves a residual block.                                            eq-resnet-block"""
    return block(Layer(W, b), h)[0]


def returned(W: Array, b: Array, h: Array, g: Array) -> Array:
    """The gradient at the input of a block when g arrives at its output.        eq-resnet-back"""
    p = Layer(W, b)
    return block_back(p, block(p, h)[1], g)[1]


def reached(j: float | int, blocks: int) -> float:
    """What blocks with the Jacobian j I leave of a gradient of 1.            eq-resnet-product"""
    return (1 + j) ** blocks


def remaining(j: float | int, blocks: int, arriving: float | int) -> list[float]:
    """What such blocks leave of a gradient, with the skip and without it.    eq-resnet-product"""
    return [arriving * reached(j, blocks), arriving * j**blocks]


def path_count(blocks: int, branches: int) -> int:
    """How many paths through a stack take so many branches.                     eq-resnet-paths"""
    return comb(blocks, branches)


def carried(blocks: int, branches: int, j: float | int) -> list[float]:
    """How many paths take so many branches, and the sum of what they carry.     eq-resnet-paths"""
    count = float(path_count(blocks, branches))
    return [count, count * j**branches]


def limits(norms: Array, strong: float | int) -> list[float]:
    """The bounds of a stack by the norms of its J, and the lower one with a strong block more.

    eq-resnet-bounds
    """
    norms = np.asarray(norms, dtype=float)
    return [*bounds(norms[:, None, None]), bounds(np.append(norms, strong)[:, None, None])[0]]


def scaled(blocks: int) -> float:
    """The scale that keeps the size of the state.                              eq-resnet-growth"""
    return blocks**-0.5


def slope(W: Array, b: Array, h: Array) -> Array:
    """The slope of tanh at the branch's pre-activation."""
    return 1 - np.tanh(W @ h + b) ** 2


SLIPS: dict[str, Slip] = {
    # of the way forward
    "branch alone": Slip(
        "That is the branch. The block adds it to what came in.",
        lambda W, b, h: np.tanh(W @ h + b),
    ),
    "no tanh": Slip(
        "You added the pre-activation. The branch is its tanh.", lambda W, b, h: h + W @ h + b
    ),
    "tanh of the sum": Slip(
        "You took the tanh of the whole sum. The skip connection goes around the tanh.",
        lambda W, b, h: np.tanh(h + W @ h + b),
    ),
    # of the way back
    "through the branch alone": Slip(
        "That came through the branch. The skip connection brings the gradient itself, too.",
        lambda W, b, h, g: W.T @ (slope(W, b, h) * g),
    ),
    "not transposed": Slip(
        "You multiplied by <b>I</b> + <b>J</b>. With columns, the backward pass takes its"
        " transpose.",
        lambda W, b, h, g: g + slope(W, b, h) * (W @ g),
    ),
    "skip alone": Slip(
        "That is what the skip connection brings. The branch adds its own part.",
        lambda W, b, h, g: g,
    ),
    "no slope": Slip(
        "The slope of tanh is missing from the branch's part.",
        lambda W, b, h, g: g + W.T @ g,
    ),
    # of many blocks
    "without the skip": Slip(
        "That is a plain stack. The skip connection adds the identity to every factor.",
        lambda j, blocks: j**blocks,
    ),
    "added up": Slip(
        "The factors of the blocks multiply; they do not add up.", lambda j, blocks: 1 + j * blocks
    ),
    "one skip for all": Slip(
        "You added the identity once. Every block has a skip connection of its own.",
        lambda j, blocks: 1 + j**blocks,
    ),
    # of a gradient that arrives at many blocks
    "exchanged": Slip(
        "You swapped the two. The skip connection is what adds 1 to each factor.",
        lambda j, blocks, arriving: remaining(j, blocks, arriving)[::-1],
    ),
    "of one": Slip(
        "That is what is left of a gradient of 1. Multiply it by the gradient that arrives.",
        lambda j, blocks, arriving: remaining(j, blocks, 1),
    ),
    "one block short": Slip(
        "You counted one block too few: every block multiplies once.",
        lambda j, blocks, arriving: remaining(j, blocks - 1, arriving),
    ),
    # of a product of Jacobians
    "first on the left": Slip(
        "The order is turned around. The last block stands on the left of the product.",
        lambda Js: product(Js[::-1]),
    ),
    # of paths
    "all paths": Slip(
        "That is the number of all paths, of every length.", lambda blocks, branches: 2**blocks
    ),
    "in order": Slip(
        "You counted the same branches once for every order. A path takes them from bottom to top.",
        lambda blocks, branches: comb(blocks, branches) * np.prod(range(1, branches + 1)),
    ),
    "one path": Slip(
        "That is what one path carries. Multiply it by the number of such paths.",
        lambda blocks, branches, j: [comb(blocks, branches), j**branches],
    ),
    "one factor": Slip(
        "Every branch on a path multiplies once more. You multiplied by one of them alone.",
        lambda blocks, branches, j: [comb(blocks, branches), comb(blocks, branches) * j],
    ),
    # of the bounds
    "without the max": Slip(
        "A bound below zero says nothing. A block of norm above 1 has the factor 0.",
        lambda norms, strong: [
            *limits(norms, strong)[:2],
            np.prod(1 - np.append(norms, strong)),
        ],
    ),
    "norms added up": Slip(
        "You added the norms up. The factors of the blocks multiply.",
        lambda norms, strong: [
            max(0, 1 - np.sum(norms)),
            1 + np.sum(norms),
            max(0, 1 - np.sum(norms) - strong),
        ],
    ),
    "norms alone": Slip(
        "You multiplied the norms. The identity adds 1 to each of them, or takes them from 1.",
        lambda norms, strong: [np.prod(norms), np.prod(1 + np.asarray(norms)), 0],
    ),
    # of the scale
    "one over the depth": Slip(
        "That is one over the depth itself. Squared lengths add up, so take the square root.",
        lambda blocks: 1 / blocks,
    ),
    "root of the depth": Slip(
        "That would make branches larger. Take one over it.", lambda blocks: blocks**0.5
    ),
}
FORWARD = {name: SLIPS[name] for name in ("branch alone", "no tanh", "tanh of the sum")}
BACK = {
    name: SLIPS[name]
    for name in ("through the branch alone", "not transposed", "skip alone", "no slope")
}
SCALE = {name: SLIPS[name] for name in ("one over the depth", "root of the depth")}
