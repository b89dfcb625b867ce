"""One race against PyTorch, in a process of its own: `python race.py RNN n_x n_h T B`.

Prints the median ratio of PyTorch's time to ours; forward, backward and all gradients, float64,
the same number of threads, each pair timed back to back.
"""

import sys
from statistics import median
from time import perf_counter

import numpy as np
import torch
from threadpoolctl import threadpool_limits

from unrolled.core.tree import tree_leaves, tree_map
from unrolled.core.unroll import bptt, unroll
from unrolled.gru import cell as gru
from unrolled.gru import torch_twin as gru_twin
from unrolled.gru.after import ResetAfter
from unrolled.lstm import cell as lstm
from unrolled.notation.convert import to_torch
from unrolled.rnn import cell as rnn
from unrolled.rnn.readout import random_model

THREADS = 2
DRAW = {
    "RNN": (rnn.CELL, lambda rng, n_x, n_h: random_model(rng, n_x, n_h, 1).cell),
    "LSTM": (lstm.CELL, lstm.random_lstm),
    "GRU": (gru.CELL, gru.random_gru),
}


def race(kind: str, n_x: int, n_h: int, T: int, B: int, seconds: float = 4.0) -> float:
    """How many times PyTorch's speed ours is: the median over pairs of runs.

    Our GRU resets before the product, and so has a product more than PyTorch's.
    """
    rng = np.random.default_rng(0)
    cell, draw = DRAW[kind]
    p = draw(rng, n_x, n_h)
    xs = rng.normal(size=(T, B, n_x))
    h0 = np.zeros((B, n_h))
    start = lstm.State(h0, h0) if kind == "LSTM" else h0
    dh = rng.normal(size=(T, B, n_h))
    dstates = lstm.State(dh, np.zeros_like(dh)) if kind == "LSTM" else dh
    net = to_torch(ResetAfter(p, np.zeros(n_h)) if kind == "GRU" else p)
    inputs = torch.from_numpy(xs).requires_grad_()
    parts = tree_leaves(tree_map(lambda a: torch.from_numpy(a[None]).requires_grad_(), start))
    state = tuple(parts) if len(parts) > 1 else parts[0]
    wrt = [*net.parameters(), inputs, *parts]

    def ours():
        return bptt(cell, p, unroll(cell, p, xs, start)[1], dstates)

    def theirs():
        return torch.autograd.grad(net(inputs, state)[0], wrt, torch.from_numpy(dh))

    _agree(kind, p, (xs, start, dstates), ours(), theirs())
    ratios = []
    end = perf_counter() + seconds
    while perf_counter() < end or len(ratios) < 5:
        begin = perf_counter()
        ours()
        between = perf_counter()
        theirs()
        ratios.append((perf_counter() - between) / (between - begin))
    return median(ratios)


def _agree(kind: str, p: object, given: tuple, ours: tuple, theirs: tuple) -> None:
    """Both race over the same course: equal gradients of the inputs, for the GRU its own form's."""
    xs, start, dstates = given
    wanted = theirs[4].numpy()
    if kind == "GRU":
        wanted = gru_twin.before(p, xs, start, dstates)[1][1]
    assert np.allclose(ours[1], wanted, rtol=0, atol=1e-11 * xs.shape[0] * xs.shape[1])


if __name__ == "__main__":
    torch.set_num_threads(THREADS)
    with threadpool_limits(THREADS):
        print(race(sys.argv[1], *map(int, sys.argv[2:])))
