"""The residual block of He et al. (2016): two layers in the branch, in one of two orders.

h ↦ φ(h + W_2 φ(W_1 h + b_1) + b_2)                    the activation after       eq-resnet-after
h ↦ h + W_2 φ(W_1 φ(h) + b_1) + b_2                    the activation before      eq-resnet-before
Where the width changes, the skip needs a matrix of its own: W_s h + F(h).        eq-resnet-widening
Notebook: book/resnet.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.activations import ACTIVATIONS
from unrolled.core.door import check_array, check_finite, check_flag
from unrolled.core.records import check_fields, check_like
from unrolled.core.shapes import Array, Float, outer, total

RELU = ACTIVATIONS["ReLU"]


class TwoLayers(NamedTuple):
    """Weights of a branch with two layers; its gradient is another TwoLayers."""

    W_1: Float[Array, "n_wide n"]
    b_1: Float[Array, " n_wide"]
    W_2: Float[Array, "n n_wide"]
    b_2: Float[Array, " n"]


class Widening(NamedTuple):
    """A branch whose output is wider or narrower than its input, and the skip's own matrix."""

    branch: TwoLayers
    W_s: Float[Array, "n_to n"]


class TwoLayerCache(NamedTuple):
    """What the way back must remember; `a` are pre-activations, `s` is the sum."""

    h: Array
    u: Array  # what the branch is given: h, or φ(h)
    a_1: Array
    v: Array  # φ(a_1)
    s: Array
    before: bool


def two_layer_block(
    p: TwoLayers, h: Float[Array, "*B n"], before: bool = True
) -> tuple[Float[Array, "*B n"], TwoLayerCache]:
    """A block with the activation `before` the weights, or after the sum.

    eq-resnet-before, eq-resnet-after. Raises ValueError for weights that do not fit h.
    """
    h = check_array("h", h, "*B n")
    p = check_branch(p, h.shape[-1], h.shape[-1])
    before = check_flag("before", before)
    u = RELU.of(h) if before else h
    a_1 = np.matvec(p.W_1, u) + p.b_1
    v = RELU.of(a_1)
    s = h + np.matvec(p.W_2, v) + p.b_2
    return (s if before else RELU.of(s)), TwoLayerCache(h, u, a_1, v, s, before)


def two_layer_back(
    p: TwoLayers, cache: TwoLayerCache, dh: Float[Array, "*B n"]
) -> tuple[TwoLayers, Float[Array, "*B n"]]:
    """The same block read backwards: the gradient of its weights and of what came in.

    Raises ValueError for a dh that does not have the shape of the block's output.
    """
    h, u, a_1, v, s, before = check_fields("cache", cache, TwoLayerCache, ", from the block")
    p = check_branch(p, h.shape[-1], h.shape[-1])
    dh = check_like("dh", dh, h, check_finite)
    ds = dh if before else dh * RELU.slope(s, RELU.of(s))
    delta = np.vecmat(ds, p.W_2) * RELU.slope(a_1, v)
    du = np.vecmat(delta, p.W_1)
    gradient = TwoLayers(outer(delta, u), total(delta), outer(ds, v), total(ds))
    return gradient, ds + (du * RELU.slope(h, u) if before else du)


def widening_block(p: Widening, h: Float[Array, "*B n"]) -> Float[Array, "*B n_to"]:
    """W_s h + W_2 φ(W_1 h + b_1) + b_2, where the sizes differ.              eq-resnet-widening

    Raises ValueError for weights that do not fit each other or h.
    """
    branch, W_s = check_fields("p", p, Widening)
    h = check_array("h", h, "*B n")
    W_s = check_array("W_s", W_s, "n_to n", n=h.shape[-1])
    branch = check_branch(branch, h.shape[-1], len(W_s))
    inner = RELU.of(np.matvec(branch.W_1, h) + branch.b_1)
    return np.matvec(W_s, h) + np.matvec(branch.W_2, inner) + branch.b_2


def check_branch(p: TwoLayers, n: int, n_to: int) -> TwoLayers:
    """The weights of a branch from width n to width n_to, or ValueError."""
    W_1, b_1, W_2, b_2 = check_fields("p", p, TwoLayers)
    b_1 = check_array("b_1", b_1, "n_wide")
    W_1 = check_array("W_1", W_1, "n_wide n", n_wide=len(b_1), n=n)
    W_2 = check_array("W_2", W_2, "n n_wide", n_wide=len(b_1), n=n_to)
    return TwoLayers(W_1, b_1, W_2, check_array("b_2", b_2, "n", n=n_to))
