"""A stack of blocks of width 4 that the explorable shows: signal up, gradient down, their product.

h^(ℓ) = h^(ℓ-1) + s F^(ℓ)(h^(ℓ-1)),   F(h) = tanh(W h + b), or W h alone in a linear stack
u = h / √(mean h² + ε): with normalisation, the branch is given u in the place of h
Five random stacks of 64 blocks are derived data: `make data NAME=resnet.deep_stack`.
Notebook: book/resnet.ipynb
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_array, check_choice, check_flag, check_real, check_whole
from unrolled.core.shapes import Array, Float
from unrolled.resnet.paths import bounds, product

WIDTH, DEEPEST, SEEDS = 4, 64, 5
KINDS = {"random": None, "undoing": -0.5, "doubling": 0.5}  # W of a linear stack is this times I
BIAS = 0.1  # the spread of b; that of W is 1/√n
START = np.array([0.7, -0.1, 0.5, -0.5])  # the signal that enters: of length 1
LEAVES = np.full(WIDTH, 0.5)  # the gradient that leaves the top: of length 1
EPSILON = 1e-6
LOST = 1e-13  # of the largest singular value: what is smaller is lost in rounding


class Stack(NamedTuple):
    """Weights of L blocks, and whether their branches go through tanh."""

    W: Float[Array, "L n n"]
    b: Float[Array, "L n"]
    linear: bool


class Setting(NamedTuple):
    """How a stack is run: scale of the branch, skip connection, normalisation before the branch."""

    scale: float = 1.0
    skip: bool = True
    normed: bool = False


def compute_data() -> list:
    """W and b of 64 blocks for each of five seeds, to four digits."""
    found = []
    for seed in range(SEEDS):
        rng = np.random.default_rng(seed)
        W = rng.normal(0, WIDTH**-0.5, (DEEPEST, WIDTH, WIDTH))
        b = rng.normal(0, BIAS, (DEEPEST, WIDTH))
        found.append({"W": W.round(4).tolist(), "b": b.round(4).tolist()})
    return found


@cache
def random_weights(seed: int) -> Stack:
    """All 64 random blocks of a seed, from the file."""
    held = read_data(__name__)[check_whole("seed", seed, 0, SEEDS - 1)]
    return Stack(np.array(held["W"]), np.array(held["b"]), False)


def stack(kind: str, depth: int, seed: int = 0) -> Stack:
    """The first blocks of a random stack, or as many whose branch is ±½ of what comes in.

    Raises ValueError for another kind, for no block and for more than 64.
    """
    factor = KINDS[check_choice("kind", kind, KINDS)]
    depth = check_whole("depth", depth, 1, DEEPEST)
    whole = random_weights(seed)
    if factor is None:
        return Stack(whole.W[:depth], whole.b[:depth], False)
    W = np.broadcast_to(factor * np.eye(WIDTH), (depth, WIDTH, WIDTH))
    return Stack(W, np.zeros((depth, WIDTH)), True)


def unit_rms(h: Float[Array, " n"]) -> tuple[Array, Array]:
    """u = h / r with r = √(mean h² + ε), and its Jacobian (I - u uᵀ/n) / r."""
    h = check_array("h", h, "n")
    r = np.sqrt(np.mean(h**2) + EPSILON)
    u = h / r
    return u, (np.eye(len(h)) - np.outer(u, u) / len(h)) / r


def branch(
    W: Float[Array, "n n"], b: Float[Array, " n"], h: Float[Array, " n"], linear: bool, normed: bool
) -> tuple[Array, Array]:
    """F(h) and its Jacobian: diag(1 - F²) W, times that of the normalisation."""
    u, inner = unit_rms(h) if normed else (h, np.eye(len(h)))
    f = W @ u + b
    if linear:
        return f, W @ inner
    f = np.tanh(f)
    return f, (1 - f**2)[:, None] * W @ inner


def signal(
    p: Stack, setting: Setting, start: Float[Array, " n"] = START
) -> tuple[Float[Array, "L1 n"], Float[Array, "L n n"]]:
    """h^(0), …, h^(L), and the Jacobian J of every branch with its scale.        eq-resnet-block"""
    hs, Js = [np.asarray(start, dtype=float)], []
    for W, b in zip(p.W, p.b, strict=True):
        f, J = branch(W, b, hs[-1], p.linear, setting.normed)
        hs.append(setting.skip * hs[-1] + setting.scale * f)
        Js.append(setting.scale * J)
    return np.array(hs), np.array(Js)


def gradients(
    Js: Float[Array, "L n n"], skip: bool, leaves: Float[Array, " n"] = LEAVES
) -> Float[Array, "L1 n"]:
    """The gradient at h^(0), …, h^(L), of one that leaves the top.                eq-resnet-back"""
    found = [np.asarray(leaves, dtype=float)]
    for J in Js[::-1]:
        found.append(skip * found[-1] + J.T @ found[-1])
    return np.array(found[::-1])


def whole_product(Js: Float[Array, "L n n"], skip: bool) -> Float[Array, "n n"]:
    """∂h^(L)/∂h^(0): the product of all I + J, of all J without the skip.      eq-resnet-product"""
    if skip:
        return product(Js)
    whole = np.eye(len(Js[0]))
    for J in Js:
        whole = J @ whole
    return whole


def singular_values(M: Float[Array, "n n"]) -> Float[Array, " n"]:
    """All singular values, the largest first; what is lost in rounding is 0."""
    found = np.linalg.svd(M, compute_uv=False)
    return np.where(found < LOST * found[0], 0.0, found)


def limits(Js: Float[Array, "L n n"], skip: bool) -> tuple[float, float]:
    """Between which all singular values of the whole lie: `bounds`, without the skip 0 and ∏ ‖J‖.

    eq-resnet-bounds
    """
    if skip:
        return bounds(Js)
    return 0.0, float(np.prod(np.linalg.norm(Js, ord=2, axis=(1, 2))))


def check_setting(setting: object) -> Setting:
    """A setting, or ValueError."""
    scale, skip, normed = setting
    return Setting(
        check_real("scale", scale, 0.0), check_flag("skip", skip), check_flag("normed", normed)
    )


def lengths(
    kind: str, depth: int, seed: int, setting: Setting
) -> tuple[Float[Array, " L1"], Float[Array, " L1"]]:
    """The length of the signal, and of the gradient, at h^(0), …, h^(L).

    A linear stack is never normalised. Raises ValueError for what does not fit.
    """
    p = stack(kind, depth, seed)
    setting = check_setting(setting)
    setting = setting._replace(normed=setting.normed and not p.linear)
    hs, Js = signal(p, setting)
    gs = gradients(Js, setting.skip)
    return np.linalg.norm(hs, axis=1), np.linalg.norm(gs, axis=1)


def survey(depth: int, setting: Setting) -> dict[str, list[float]]:
    """What reaches the bottom in the random stacks, of each seed, and in the two linear ones."""
    return {
        kind: [
            float(lengths(kind, depth, seed, setting)[1][0])
            for seed in range(SEEDS if kind == "random" else 1)
        ]
        for kind in KINDS
    }
