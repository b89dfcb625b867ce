"""One race of a flow against torchdiffeq, in a process of its own: `python race_flow.py`.

100 steps of a method of order 4, 64 states of 16 numbers, float64, one thread each. Prints the
median ratio of torchdiffeq's time to ours.
"""

from statistics import median
from time import perf_counter

import numpy as np
import torch
from threadpoolctl import threadpool_limits
from torchdiffeq import odeint

from unrolled.mlp.network import Layer
from unrolled.neural_ode import torch_twin
from unrolled.neural_ode.fields import TANH_FIELD
from unrolled.neural_ode.gradients import slope_of
from unrolled.neural_ode.solvers import solve

THREADS = 1


def race(rounds: int = 15) -> float:
    """How many times torchdiffeq's speed ours is."""
    rng = np.random.default_rng(0)
    p, h = Layer(rng.normal(size=(16, 16)) / 4, rng.normal(size=16)), rng.normal(size=(64, 16))
    times = np.linspace(0, 1, 101)
    ours, twin = slope_of(TANH_FIELD, p), torch_twin.tanh_field(*map(torch.from_numpy, p))
    their_h, their_times = torch.from_numpy(h), torch.from_numpy(times)
    ratios = []
    for _ in range(rounds):
        start = perf_counter()
        found = solve(ours, h, times)
        between = perf_counter()
        with torch.no_grad():
            theirs = odeint(lambda t, h: twin(h, t), their_h, their_times, method="rk4")
        ratios.append((perf_counter() - between) / (between - start))
        assert np.abs(found - theirs.numpy()).max() < 1e-7
    return median(ratios)


if __name__ == "__main__":
    torch.set_num_threads(THREADS)
    with threadpool_limits(THREADS):
        print(race())
