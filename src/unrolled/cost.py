"""Count multiply-adds by running the real code on arrays that count.

A count is the same on every machine, which a time is not.
"""

from collections.abc import Callable, Sequence

import numpy as np

from unrolled.backprop import backward
from unrolled.mlp import forward, random_network
from unrolled.rnn import CELL, random_model
from unrolled.shapes import Array
from unrolled.tree import tree_map
from unrolled.unroll import bptt, rtrl, unroll

PRODUCTS = (np.matmul, np.matvec, np.vecmat, np.vecdot)


class _Counting(np.ndarray):
    """An array whose matrix products are added up in `_Counting.total`."""

    total = 0
    __array_priority__ = 1.0  # so that stacking keeps the type

    def __array_ufunc__(self, ufunc, method, *inputs, out=(), **options):
        plain = [np.asarray(array) for array in inputs]
        into = {"out": tuple(np.asarray(array) for array in out)} if out else {}
        result = getattr(ufunc, method)(*plain, **into, **options)
        if ufunc in PRODUCTS:
            _Counting.total += result.size * plain[0].shape[-1]
        return out[0] if out else np.asarray(result).view(_Counting)


def multiply_adds(f: Callable, *trees: object) -> int:
    """Multiply-adds in the matrix products of f(*trees); element-wise work is not counted."""
    counted = [tree_map(lambda leaf: np.asarray(leaf, float).view(_Counting), t) for t in trees]
    _Counting.total = 0
    f(*counted)
    return _Counting.total


def slope(sizes: Array, costs: Array) -> float:
    """The exponent k of cost ∝ size^k, from the two largest sizes."""
    return float(np.log(costs[-1] / costs[-2]) / np.log(sizes[-1] / sizes[-2]))


def cost_of_a_step(n_x: int, n_h: int) -> tuple[int, int]:
    """Multiply-adds of one step back by BPTT and of one step by RTRL.          eq-bptt-cost"""
    plain = CELL._replace(check=None, fast=None)
    p = random_model(np.random.default_rng(0), n_x, n_h, 1).cell
    xs, h0, dstates = np.ones((1, n_x)), np.ones(n_h), np.ones((1, n_h))
    _, caches = unroll(plain, p, xs, h0)
    return (
        multiply_adds(lambda p, caches: bptt(plain, p, caches, dstates), p, caches),
        multiply_adds(lambda p: rtrl(plain, p, xs, h0, dstates), p),
    )


def cost_of_passes(sizes: Sequence[int]) -> tuple[int, int]:
    """Multiply-adds of one example's forward and backward pass.             eq-backprop-cost"""
    network = random_network(np.random.default_rng(0), sizes)
    x, dy = np.ones((1, sizes[0])), np.ones((1, sizes[-1]))
    return (
        multiply_adds(lambda network: forward(network, x), network),
        multiply_adds(backward, network, forward(network, x), dy),
    )
