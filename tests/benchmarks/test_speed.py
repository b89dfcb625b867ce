"""Speed, as ratios against torch.nn.RNN in the same run: never absolute times."""

from statistics import median
from time import perf_counter

import numpy as np
import pytest
import torch
from threadpoolctl import threadpool_limits

from unrolled import torch_twin
from unrolled.rnn import CELL, random_model
from unrolled.unroll import bptt, unroll

THREADS = 2
CASES = [(28, 64, 50, 1, 2.5), (28, 64, 50, 32, 1.0), (64, 256, 100, 32, 0.9), (64, 512, 100, 64, 0.8)]  # fmt: skip


def paired(ours, theirs, rounds: int) -> float:
    """Median over rounds of theirs/ours, each pair timed back to back."""
    ratios = []
    for _ in range(rounds + 1):
        start = perf_counter()
        ours()
        between = perf_counter()
        theirs()
        ratios.append((perf_counter() - between) / (between - start))
    return median(ratios[1:])


@pytest.mark.parametrize(("n_x", "n_h", "T", "B", "wanted"), CASES)
def test_forward_and_backward_keep_up_with_torch(n_x, n_h, T, B, wanted, unchecked):
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

    torch.set_num_threads(THREADS)
    with threadpool_limits(THREADS):
        (dp, dxs, _), grads = ours(), theirs()
        assert np.allclose(dp.W_hh, grads[1].numpy(), atol=1e-10 * B * T)
        assert np.allclose(dxs, grads[4].numpy(), atol=1e-11 * B * T)
        # The best of three medians: the machine is shared, and a burst is not the code's.
        rounds = 30 if n_h < 100 else 5
        ratio = max(paired(ours, theirs, rounds) for _ in range(3))
    print(f"({n_x}, {n_h}, {T}, {B}): {ratio:.2f} times PyTorch's speed")
    assert ratio >= wanted


def test_cost_grows_linearly_with_the_length(unchecked):
    rng = np.random.default_rng(0)
    p = random_model(rng, 16, 32, 1).cell

    def seconds(T):
        xs, h0, dstates = rng.normal(size=(T, 16)), np.zeros(32), rng.normal(size=(T, 32))
        start = perf_counter()
        bptt(CELL, p, unroll(CELL, p, xs, h0)[1], dstates)
        return perf_counter() - start

    seconds(1000)
    short, long = (min(seconds(T) for _ in range(7)) for T in (2000, 16000))
    assert 0.75 < np.log(long / short) / np.log(8) < 1.25
