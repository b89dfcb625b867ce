"""What the chapter measures in random networks: shapes, gradients, paths, bounds, sizes.

Notebook: book/resnet.ipynb
"""

from functools import cache

import numpy as np

from unrolled.core.losses import CROSS_ENTROPY, mean_loss_back
from unrolled.core.shapes import Array, Float
from unrolled.resnet.block import block_jacobian
from unrolled.resnet.degradation import SEEDS, problem, start
from unrolled.resnet.network import backward, forward
from unrolled.resnet.paths import bounds, by_length, product

PLACES = (0, 4, 16, 64)
POINT = 150  # the point of the spirals at which Jacobians are taken


def cloud(seed: int, skip: bool) -> dict[int, Float[Array, "N n"]]:
    """All points of the spirals after some layers of a network of 64."""
    kept = forward(start(64, seed), problem()[0], skip=skip)[1]
    return {place: kept.h[place] for place in PLACES}


def flatness(points: Float[Array, "N n"]) -> float:
    """The second singular value of a cloud over the first: 0 where all points are on a line."""
    sizes = np.linalg.svd(points - points.mean(axis=0), compute_uv=False)
    return float(sizes[1] / sizes[0])


def sent_back(
    depth: int, seed: int, skip: bool = True, scale: float | int = 1.0
) -> Float[Array, " L1"]:
    """The norm of the gradient at h^(0), …, h^(L), over that at the end; all points at once."""
    xs, ys = problem()
    p = start(depth, seed)
    zs, kept = forward(p, xs, scale, skip)
    dhs = backward(p, kept, mean_loss_back(CROSS_ENTROPY, zs, ys))[1]
    found = np.array([np.linalg.norm(dh) for dh in dhs])
    return found / found[-1]


def jacobians(depth: int, seed: int, scale: float | int = 1.0) -> Float[Array, "L n n"]:
    """The Jacobian of every branch, at one of the points."""
    p = start(depth, seed)
    kept = forward(p, problem()[0][POINT], scale=scale)[1]
    return np.array(
        [block_jacobian(layer, h, scale) for layer, h in zip(p.blocks, kept.h, strict=False)]
    )


@cache
def carried(depth: int, scale: float | int = 1.0) -> Float[Array, "seeds lengths"]:
    """The Frobenius norm of the sum of all paths of each length, a row for each start."""
    return np.array(
        [np.linalg.norm(by_length(jacobians(depth, s, scale)), axis=(1, 2)) for s in SEEDS]
    )


@cache
def spread(depth: int, scale: float | int = 1.0) -> tuple[Array, Array]:
    """Smallest and largest singular value of the product and its bounds, a row for each start."""
    values, limits = [], []
    for seed in SEEDS:
        Js = jacobians(depth, seed, scale)
        found = np.linalg.svd(product(Js), compute_uv=False)
        values.append((found[-1], found[0]))
        limits.append(bounds(Js))
    return np.array(values), np.array(limits)


def growth(depth: int, scale: float | int = 1.0) -> Float[Array, "seeds places"]:
    """The length of the state at h^(0), …, h^(L) over that at the start.       eq-resnet-growth"""
    rows = []
    for seed in SEEDS:
        kept = forward(start(depth, seed), problem()[0], scale=scale)[1]
        rows.append([np.sqrt(np.mean(np.sum(h**2, axis=-1))) for h in kept.h])
    return np.array(rows) / np.array(rows)[:, :1]
