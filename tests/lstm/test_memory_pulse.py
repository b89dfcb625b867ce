"""The pulse through an LSTM: its strips are the package's cell, and what it says is so."""

import numpy as np
import pytest

from tests.widget.case import Case
from tests.widget.common import error, slider
from tests.widget.engine import derived
from unrolled.gradients.pulse import STEPS, inputs, pulse, recurrent_weights
from unrolled.lstm.memory_pulse import (
    ANGLE,
    BIAS,
    HIGHER,
    SIZE,
    MemoryPulse,
    half_of,
    memory_pulse,
)
from unrolled.rnn.cell import CELL


def draw(rng):
    return {
        "size": float(rng.choice([0.5, 0.8, 1.0, 1.5])),
        "bias": float(rng.choice([-1.0, 1.0, 3.0, 6.0])),
        "back": int(rng.choice([0, 7, STEPS])),
        "lag": int(rng.integers(1, 41)),
    }


CASE = Case(
    make=MemoryPulse,
    name="memory_pulse",
    states={
        "start": {},
        "arrived": {"back": STEPS, "lag": 21},
        "wide open": {"back": STEPS, "bias": 6.0, "lag": 38},
        "burning": {"size": 2.0, "back": STEPS, "lag": 5},
        "on its way": {"back": 12, "lag": 12, "bias": -1.0, "shape": "ellipses"},
    },
    draw=draw,
    refused=[({"bias": 6.5}, "bias: got 6.5, expected a finite number from -2 to 6")],
    solve=lambda page: slider(page, "forget-gate bias").fill("6"),
    done={"bias": 6.0},
    short=[{"bias": 5.8}, {"size": 2.0, "back": STEPS}],
    claims={
        "Press ▶": lambda it: it.back == 0,
        "On its way": lambda it: 0 < it.back < STEPS,
        "At the first step": lambda it: it.back == STEPS,
    },
)


@pytest.mark.parametrize("state", [{}, {"size": 1.7, "bias": 1.2}, {"angle": 2.8, "bias": -1.0}])
def test_every_strip_is_the_cell_of_its_name(state):
    it = MemoryPulse(**state)
    W = recurrent_weights(it.size, it.angle, it.nonnormality)
    plain, path, whole = derived(it, "(now) => now.norms")[0]
    assert error(plain, pulse(CELL, W, inputs())) < 1e-12
    for found, truth in zip((path, whole), memory_pulse(W, it.bias), strict=True):
        assert error(found, truth) < 1e-12


def test_along_the_memory_a_step_multiplies_by_the_forget_gate():
    path, _ = memory_pulse(recurrent_weights(SIZE, ANGLE, 0.0), BIAS)
    assert error(path, (1 / (1 + np.exp(-BIAS))) ** np.arange(STEPS + 1)) < 1e-12


def test_the_flag_is_right_where_half_is_left():
    truth = MemoryPulse()._constants["question"]["show"]["lag"]
    assert truth == half_of(memory_pulse(recurrent_weights(SIZE, ANGLE, 0.0), BIAS)[0]) == 15
    judge = "(guess) => widget.judge({ ...now, guess }).right"
    (right,) = derived(MemoryPulse(), f"(now, widget) => [8, 13, 14, 15, 16, 17].map({judge})")
    assert right == [False, False, True, True, True, False]


def test_the_stories_are_true():
    it = MemoryPulse()
    wide, usual, explodes = (story["says"] for story in it._constants["stories"])
    assert it.ends(SIZE, 5.0)[0] in wide
    assert pulse(CELL, recurrent_weights(SIZE, ANGLE, 0.0), inputs())[30] < 1e-3
    assert all(text in usual for text in it.ends(SIZE, 1.0))
    assert all(text in explodes for text in it.ends(SIZE, HIGHER))
    path, whole = it.pulses(SIZE, HIGHER)
    assert (np.diff(path) < 0).all()
    assert whole[-1] > 10


def test_the_task_needs_a_gate_that_hardly_leaks():
    reached = "(now) => now.task.reached"
    found = [derived(MemoryPulse(bias=b), reached)[0] for b in (BIAS, 5.9, 6.0)]
    assert found == [False, False, True]
    assert 1 / 400 < 1 - 0.9 ** (1 / STEPS) < 1 / 375
