"""The pulse through a GRU: its strips are the package's cell, and what it says is so."""

import numpy as np
import pytest

from tests.widget.case import Case
from tests.widget.common import error, slider
from tests.widget.engine import derived
from unrolled.gradients.pulse import STEPS, inputs, pulse, recurrent_weights
from unrolled.gru.gated_pulse import GatedPulse, gated_pulse
from unrolled.lstm.memory_pulse import ANGLE, BIAS, HIGHER, SIZE, half_of, memory_pulse
from unrolled.page.numbers import short
from unrolled.rnn.cell import CELL


def draw(rng):
    return {
        "size": float(rng.choice([0.5, 0.8, 1.0, 1.5])),
        "bias": float(rng.choice([-1.0, 1.0, 3.0, 6.0])),
        "back": int(rng.choice([0, 7, STEPS])),
        "lag": int(rng.integers(1, 41)),
    }


CASE = Case(
    make=GatedPulse,
    name="gated_pulse",
    states={
        "start": {},
        "arrived": {"back": STEPS, "lag": 21},
        "wide open": {"back": STEPS, "bias": 6.0, "lag": 38},
        "shut": {"back": STEPS, "bias": -2.0, "lag": 15},
        "burning": {"size": 2.0, "back": STEPS, "lag": 5},
        "on its way": {"back": 12, "lag": 12, "bias": -1.0, "shape": "ellipses"},
    },
    draw=draw,
    refused=[({"bias": 6.5}, "bias: got 6.5, expected a finite number from -2 to 6")],
    solve=lambda page: slider(page, "update-gate bias").fill("6"),
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
    it = GatedPulse(**state)
    W = recurrent_weights(it.size, it.angle, it.nonnormality)
    plain, path, whole = derived(it, "(now) => now.norms")[0]
    assert error(plain, pulse(CELL, W, inputs())) < 1e-12
    for found, truth in zip((path, whole), gated_pulse(W, it.bias), strict=True):
        assert error(found, truth) < 1e-12
    (ghost,) = derived(it, "(now) => now.ghost")
    assert error(ghost, memory_pulse(W, it.bias)[1]) < 1e-12


def test_the_flag_is_right_where_half_is_left():
    truth = GatedPulse()._constants["question"]["show"]["lag"]
    path, _ = gated_pulse(recurrent_weights(SIZE, ANGLE, 0.0), BIAS)
    assert error(path, (1 / (1 + np.exp(-BIAS))) ** np.arange(STEPS + 1)) < 1e-12
    assert truth == half_of(path) == 15


def test_the_stories_are_true():
    it = GatedPulse()
    wide, usual, more = (story["says"] for story in it._constants["stories"])
    assert it.ends(SIZE, 5.0)[0] in wide
    assert all(text in usual for text in it.ends(SIZE, 1.0))
    assert all(text in more for text in it.ends(SIZE, HIGHER))
    path, whole = it.pulses(SIZE, HIGHER)
    assert path[-1] < whole[-1] < 1
    _, lstm = memory_pulse(recurrent_weights(SIZE, ANGLE, 0.0), HIGHER)
    assert f"passes on {short(lstm[-1])}." in more
