"""One race against torch.nn.RNN, in a process of its own: `python race.py n_x n_h T B`.

Prints the median ratio of PyTorch's time to ours; forward, backward and all gradients, float64,
the same number of threads, each pair timed back to back.
"""

import sys
from statistics import median
from time import perf_counter

import numpy as np
import torch
from threadpoolctl import threadpool_limits

from unrolled.core.unroll import bptt, unroll
from unrolled.rnn import torch_twin
from unrolled.rnn.cell import CELL
from unrolled.rnn.readout import random_model

THREADS = 2


def race(n_x: int, n_h: int, T: int, B: int, seconds: float = 4.0) -> float:
    """How many times PyTorch's speed ours is: the median over pairs of runs."""
    rng = np.random.default_rng(0)
    p = random_model(rng, n_x, n_h, 1).cell
    xs, h0, dstates = rng.normal(size=(T, B, n_x)), np.zeros((B, n_h)), rng.normal(size=(T, B, n_h))
    net = torch_twin.rnn(p)
    inputs = torch.from_numpy(xs).requires_grad_(), torch.from_numpy(h0[None]).requires_grad_()
    wrt = [*net.parameters(), *inputs]

    def ours():
        return bptt(CELL, p, unroll(CELL, p, xs, h0)[1], dstates)

    def theirs():
        return torch.autograd.grad(net(*inputs)[0], wrt, torch.from_numpy(dstates))

    (dp, dxs, _), grads = ours(), theirs()
    assert np.allclose(dp.W_hh, grads[1].numpy(), rtol=0, atol=1e-10 * B * T)
    assert np.allclose(dxs, grads[4].numpy(), rtol=0, atol=1e-11 * B * T)
    ratios, end = [], perf_counter() + seconds
    while perf_counter() < end or len(ratios) < 5:
        start = perf_counter()
        ours()
        between = perf_counter()
        theirs()
        ratios.append((perf_counter() - between) / (between - start))
    return median(ratios)


if __name__ == "__main__":
    torch.set_num_threads(THREADS)
    with threadpool_limits(THREADS):
        print(race(*map(int, sys.argv[1:])))
