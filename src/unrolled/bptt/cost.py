"""What one step back costs, counted."""

import numpy as np

from unrolled.bptt.rtrl import rtrl
from unrolled.core.count import multiply_adds
from unrolled.core.door import check_whole
from unrolled.core.unroll import bptt, unroll
from unrolled.rnn.cell import CELL
from unrolled.rnn.readout import random_model


def cost_of_a_step(n_x: int, n_h: int) -> tuple[int, int]:
    """Multiply-adds of one step back by BPTT and of one step by RTRL.          eq-bptt-cost"""
    n_x, n_h = check_whole("n_x", n_x, 1), check_whole("n_h", n_h, 1)
    plain = CELL._replace(check=None, fast=None)
    p = random_model(np.random.default_rng(0), n_x, n_h, 1).cell
    xs, h0, dstates = np.ones((1, n_x)), np.ones(n_h), np.ones((1, n_h))
    _, caches = unroll(plain, p, xs, h0)
    return (
        multiply_adds(lambda p, caches: bptt(plain, p, caches, dstates), p, caches),
        multiply_adds(lambda p: rtrl(plain, p, xs, h0, dstates), p),
    )
