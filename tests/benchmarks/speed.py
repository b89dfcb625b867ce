"""Speed against PyTorch, as ratios in one run: never absolute times."""

import subprocess
import sys
from pathlib import Path
from time import process_time

import numpy as np

from unrolled.attention.attend import attend
from unrolled.core.unroll import bptt, unroll
from unrolled.mlp.network import Layer
from unrolled.neural_ode.fields import TANH_FIELD
from unrolled.neural_ode.gradients import flow, through_solver
from unrolled.ode_rnn.cells import decaying, evolving
from unrolled.ode_rnn.times import rows
from unrolled.rnn.cell import CELL
from unrolled.rnn.readout import random_model

RACE = Path(__file__).with_name("race.py")
SIZES = {  # cell, (n_x, n_h, T, B): how many times PyTorch's speed is wanted
    ("RNN", 28, 64, 50, 1): 2.5,
    ("RNN", 28, 64, 50, 32): 1.0,
    ("RNN", 64, 256, 100, 32): 0.9,
    ("RNN", 64, 512, 100, 64): 0.8,
} | {
    (kind, *size): wanted
    for kind in ("LSTM", "GRU")
    for size, wanted in (((28, 64, 50, 1), 1.5), ((28, 64, 50, 32), 0.8), ((64, 256, 100, 32), 0.7))
}


def race(script: str, *size: object) -> float:
    """How many times PyTorch's speed ours is, in a process of its own."""
    command = [sys.executable, RACE.with_name(script), *map(str, size)]
    return float(subprocess.run(command, check=True, capture_output=True).stdout)


def forward_and_backward(size: tuple) -> float:
    """BPTT against PyTorch at one of SIZES."""
    return race("race.py", *size)


def training_step() -> float:
    """A 2-64-64-3 network, a batch of 128; at least 1 is wanted."""
    return race("race_step.py")


def flow_forward() -> float:
    """100 steps of RK4 against torchdiffeq; at least 1 is wanted."""
    return race("race_flow.py")


def flow_backward() -> float:
    """Backpropagation through 100 steps of RK4 over the way forward; at most 3 is wanted."""
    forward, backward = np.min([_flow_times(100) for _ in range(15)], axis=0)
    return backward / forward


def growth_with_steps() -> float:
    """The power of the number of steps with which both together grow; 1 is wanted."""
    rounds = [(sum(_flow_times(100)), sum(_flow_times(800))) for _ in range(6)]
    short, long = np.min(rounds, axis=0)
    return np.log(long / short) / np.log(8)


def _flow_times(steps: int) -> tuple[float, float]:
    """Seconds of this process, forward and back: 64 states of 16 numbers."""
    rng = np.random.default_rng(0)
    p, h = Layer(rng.normal(size=(16, 16)) / 4, rng.normal(size=16)), rng.normal(size=(64, 16))
    start = process_time()
    end, path = flow(TANH_FIELD, p, h, 0.0, 1.0, steps)
    between = process_time()
    through_solver(TANH_FIELD, p, path, end)
    return between - start, process_time() - between


def flow_observation() -> float:
    """Forward and back over an observation where the state evolves, over one where it decays.

    A GRU of 8 units, 64 sequences of 32 rows, gaps of two steps of RK4; at most 12 is wanted.
    """
    rng = np.random.default_rng(0)
    gaps = rng.uniform(0.5, 1.0, (32, 64))
    xs = rows(np.cumsum(gaps, axis=0), rng.normal(size=(32, 64, 1)))

    def seconds(cell):
        p, h0 = cell.random(rng, 3, 8), np.zeros((64, 8))
        start = process_time()
        states, caches = unroll(cell, p, xs, h0)
        bptt(cell, p, caches, states)
        return process_time() - start

    rounds = [(seconds(evolving()), seconds(decaying())) for _ in range(12)]
    evolve, decay = np.min(rounds, axis=0)
    return evolve / decay


def encoder(threads: int) -> float:
    """MiniLM's forward pass against BertModel, 8 texts of 64 tokens; 0.7 is wanted."""
    return race("race_bert.py", threads)


def growth_with_tokens() -> float:
    """The power of N with which the cost of attention grows, in the long run; 2 is wanted."""
    rng = np.random.default_rng(0)

    def seconds(N):
        Q, K, V = rng.normal(size=(3, N, 64))
        start = process_time()
        attend(Q, K, V)
        return process_time() - start

    seconds(500)
    rounds = [(seconds(1000), seconds(4000)) for _ in range(12)]
    short, long = np.min(rounds, axis=0)
    return np.log(long / short) / np.log(4)


def growth_with_length() -> float:
    """The power of T with which the cost of BPTT grows; 1 is wanted, to a quarter."""
    rng = np.random.default_rng(0)
    p = random_model(rng, 16, 32, 1).cell

    def seconds(T):
        xs = rng.normal(size=(T, 16))
        h0 = np.zeros(32)
        dstates = rng.normal(size=(T, 32))
        start = process_time()  # of this process alone, however busy the machine is
        bptt(CELL, p, unroll(CELL, p, xs, h0)[1], dstates)
        return process_time() - start

    seconds(1000)
    rounds = [(seconds(2000), seconds(16000)) for _ in range(12)]
    short, long = np.min(rounds, axis=0)
    return np.log(long / short) / np.log(8)
