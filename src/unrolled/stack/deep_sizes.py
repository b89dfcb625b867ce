"""How large the residual stream and the gradient are at every place of a stack, before training.

Up to twelve random blocks, in either order of the norms and with the same weights, read the task
of `find_and_copy`. A taller stack has the blocks of a lower one, and some more.
Derived data: `make data NAME=stack.deep_sizes`.
Notebook: book/stack.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.attention.heads import multi_head, multi_head_back
from unrolled.core.activations import RELU
from unrolled.core.derived import read_data
from unrolled.core.door import check_choice, check_whole
from unrolled.core.losses import CROSS_ENTROPY, mean_loss_back
from unrolled.core.shapes import Array, Float
from unrolled.stack.encoder import encode
from unrolled.stack.find_and_copy import D, Finder, finding, random_finder
from unrolled.stack.warm_up import MANY, PLACES
from unrolled.transformer.block import Block, Cache
from unrolled.transformer.feed_forward import feed_forward, feed_forward_back
from unrolled.transformer.norm import layer_norm, layer_norm_back, new_norm

SEEDS = range(5)
MOST = 12  # blocks
KINDS = {  # whether the norms come first, and whether a final norm follows the last block
    "after": (False, False),
    "before": (True, True),
    "before, no final norm": (True, False),
}
DIGITS = 4  # that are kept


class Climb(NamedTuple):
    """The stream's size on its way up: the root mean square of its numbers."""

    start: float  # as it enters the stack
    added: list[float]  # what each sub-layer adds, two a block
    summed: list[float]  # the stream once that is added, before a norm that follows


class Descent(NamedTuple):
    """The gradient's size on its way down, as a share of what the output layer sends to the top."""

    above: list[float]  # where each sub-layer and its norm end, two a block
    summed: list[float]  # at the sum, below a norm that follows it
    start: float  # where the tokens enter the stack
    weights: list[float]  # the norm of the gradient of each block's W_2, which is no share


def rms(X: Array) -> float:
    """The root of the mean of the squares."""
    return float(np.sqrt(np.mean(np.square(X))))


def climb(blocks: list[Block] | tuple[Block, ...], X: Float[Array, "*B N d"], first: bool) -> Climb:
    """The sizes of the stream in every block, with the norms after each sum or `first`."""
    start, added, summed = rms(X), [], []
    for p in blocks:
        parts = (
            (p.norm_1, lambda Z, p=p: multi_head(p.heads, Z)[0]),
            (p.norm_2, lambda Z, p=p: feed_forward(p.feed, Z)[0]),
        )
        for norm, part in parts:
            Y = part(layer_norm(norm, X)[0] if first else X)
            X = X + Y
            added.append(rms(Y))
            summed.append(rms(X))
            if not first:
                X = layer_norm(norm, X)[0]
    return Climb(start, added, summed)


def descend(
    blocks: list[Block] | tuple[Block, ...],
    caches: list[Cache],
    dX: Float[Array, "*B N d"],
    first: bool,
) -> Descent:
    """The sizes of the gradient in every block, from the last one down; dX is that at the top."""
    above, summed, weights = [], [], []
    for p, c in zip(blocks[::-1], caches[::-1], strict=True):
        for norm, cache, part in ((p.norm_2, c.norm_2, "feed"), (p.norm_1, c.norm_1, "heads")):
            above.append(np.linalg.norm(dX))
            if not first:
                dX = layer_norm_back(norm, cache, dX)[1]
            summed.append(np.linalg.norm(dX))
            if part == "feed":
                d, dZ = feed_forward_back(p.feed, c.feed, dX, RELU)
                weights.append(np.linalg.norm(d.W_2))
            else:
                _, queried, remembered = multi_head_back(p.heads, c.heads, dX)
                dZ = queried + remembered
            dX = dX + (layer_norm_back(norm, cache, dZ)[1] if first else dZ)
    return Descent(above[::-1], summed[::-1], np.linalg.norm(dX), weights[::-1])


def lower_stack(seed: int, blocks: int) -> Finder:
    """The first blocks of a random stack of MOST, and its layers for input and output."""
    blocks = check_whole("blocks", blocks, 1, MOST)
    p = random_finder(np.random.default_rng(seed), MOST)
    return p._replace(blocks=p.blocks[:blocks])


def measured(kind: str, blocks: int, seed: int) -> tuple[Climb, Descent]:
    """Both ways through one random stack, for the loss of MANY questions."""
    first, final = KINDS[check_choice("kind", kind, KINDS)]
    p = lower_stack(seed, blocks)
    task = finding(np.random.default_rng(1000 + seed), MANY, PLACES)
    X = task.xs.swapaxes(0, 1) @ p.W_in.T
    Y, caches = encode(p.blocks, X, first=first)
    normed, end = layer_norm(new_norm(D), Y)
    h = (normed if final else Y)[:, -1]
    dY = np.zeros(Y.shape)
    dY[:, -1] = mean_loss_back(CROSS_ENTROPY, h @ p.W_out.T, task.ys[-1]) @ p.W_out
    sent = np.linalg.norm(dY)
    if final:
        dY = layer_norm_back(new_norm(D), end, dY)[1]
    down = descend(p.blocks, caches, dY, first)
    shares = (np.divide(part, sent).tolist() for part in down[:3])
    return climb(p.blocks, X, first), Descent(*shares, down.weights)


def middle(runs: list) -> list | float:
    """The median of all seeds, place by place, rounded."""
    return _rounded(np.median(runs, axis=0))


def _rounded(values: Array) -> list | float:
    shorten = np.vectorize(lambda x: float(f"{x:.{DIGITS}g}"))
    return shorten(values).tolist()


def compute_data() -> dict:
    """By kind: the medians on the way up, and for each depth those on the way down.

    Of the gradients of W_2 there are all five, a row for each block.
    """
    found = {}
    for kind in KINDS:
        down = {}
        for blocks in range(1, MOST + 1):
            runs = [measured(kind, blocks, seed) for seed in SEEDS]
            ways = [way for _, way in runs]
            down[str(blocks)] = {
                "above": middle([way.above for way in ways]),
                "summed": middle([way.summed for way in ways]),
                "start": middle([way.start for way in ways]),
                "weights": _rounded(np.array([way.weights for way in ways]).T),
            }
        ups = [up for up, _ in runs]
        up = {name: middle([getattr(one, name) for one in ups]) for name in Climb._fields}
        found[kind] = {"up": up, "down": down}
    return found


def loaded() -> dict:
    """The same, from the file."""
    return read_data(__name__)


def meeting_sizes(up: Climb, squeezed: bool) -> list[float]:
    """The stream's size before each sub-layer adds to it: 1 where a norm has brought it there."""
    return [up.start, *(1.0 if squeezed else size for size in up.summed[:-1])]


def added_shares(up: Climb, squeezed: bool) -> list[float]:
    """What both sub-layers of each block add, as a share of the stream they meet: their mean."""
    shares = np.divide(up.added, meeting_sizes(up, squeezed))
    return shares.reshape(-1, 2).mean(axis=1).tolist()


def shares_of(side: str) -> list[float]:
    """The shares that the recorded stack adds, norms "after" or "before", by block."""
    side = check_choice("side", side, ("after", "before"))
    return added_shares(Climb(**loaded()[side]["up"]), side == "after")


def gradients_of(kind: str, blocks: int) -> list[float]:
    """The recorded median gradient of each block's W_2, in a stack of so many blocks."""
    down = loaded()[check_choice("kind", kind, KINDS)]["down"]
    weights = down[str(check_whole("blocks", blocks, 1, MOST))]["weights"]
    return np.median(weights, axis=1).tolist()
