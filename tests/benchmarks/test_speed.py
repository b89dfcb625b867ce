"""Speed, as ratios in one run: never absolute times."""

import subprocess
import sys
from pathlib import Path
from time import process_time

import numpy as np
import pytest

from unrolled.core.unroll import bptt, unroll
from unrolled.rnn.cell import CELL
from unrolled.rnn.readout import random_model

RACE = Path(__file__).with_name("race.py")


@pytest.mark.parametrize(
    ("size", "wanted"),
    [
        ((28, 64, 50, 1), 2.5),
        ((28, 64, 50, 32), 1.0),
        ((64, 256, 100, 32), 0.9),
        ((64, 512, 100, 64), 0.8),
    ],
)
def test_forward_and_backward_keep_up_with_torch(size, wanted):
    """(n_x, n_h, T, B). The best of three races: the machine is shared, a burst is not ours."""
    ratios = []
    for _ in range(3):
        command = [sys.executable, RACE, *map(str, size)]
        ratios.append(float(subprocess.run(command, check=True, capture_output=True).stdout))
        if ratios[-1] >= wanted:
            break
    print(f"{size}: {max(ratios):.2f} times PyTorch's speed")
    assert max(ratios) >= wanted


def test_a_training_step_keeps_up_with_torch():
    """A 2-64-64-3 network, a batch of 128; the best of three races."""
    ratios = []
    for _ in range(3):
        command = [sys.executable, RACE.with_name("race_step.py")]
        ratios.append(float(subprocess.run(command, check=True, capture_output=True).stdout))
        if ratios[-1] >= 1.0:
            break
    print(f"training step: {max(ratios):.2f} times PyTorch's speed")
    assert max(ratios) >= 1.0


def test_cost_grows_linearly_with_the_length(unchecked):
    rng = np.random.default_rng(0)
    p = random_model(rng, 16, 32, 1).cell

    def seconds(T):
        xs, h0, dstates = rng.normal(size=(T, 16)), np.zeros(32), rng.normal(size=(T, 32))
        start = process_time()  # of this process alone, however busy the machine is
        bptt(CELL, p, unroll(CELL, p, xs, h0)[1], dstates)
        return process_time() - start

    seconds(1000)
    rounds = [(seconds(2000), seconds(16000)) for _ in range(12)]
    short, long = np.min(rounds, axis=0)
    assert 0.75 < np.log(long / short) / np.log(8) < 1.25
