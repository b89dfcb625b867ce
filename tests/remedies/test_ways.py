"""The pulse with ways around tanh: its strips are the package's cells, its words are so."""

import numpy as np
import pytest

from tests.widget.common import error
from tests.widget.engine import derived
from unrolled.core.activations import IDENTITY, TANH
from unrolled.gradients.pulse import STEPS, inputs, pulse, recurrent_weights
from unrolled.page.numbers import short
from unrolled.remedies.shortcuts import shortcut
from unrolled.remedies.ways import CELLS, SIZE, WAYS, Ways, way

NORMS = "(now) => now.norms"


@pytest.mark.parametrize("state", [{}, {"size": 1.7, "nonnormality": 2.0}, {"angle": 2.8}])
def test_every_strip_is_the_cell_of_its_name(state):
    it = Ways(**state)
    W = recurrent_weights(it.size, it.angle, it.nonnormality)
    found = derived(it, NORMS)[0]
    for strip, norms in zip(WAYS, found, strict=True):
        kind = IDENTITY if strip["activation"] == "identity" else TANH
        cell = shortcut(strip["keep"], strip["write"], kind)
        assert error(norms, pulse(cell, W, inputs())) < 1e-12
    for n, cell in enumerate(CELLS.values(), 1):
        assert error(found[n], pulse(cell, W, inputs())) < 1e-12


def test_the_flag_is_right_where_half_of_the_leaky_pulse_is_left():
    it = Ways()
    truth = it._constants["question"]["show"]["lag"]
    left = way("leaky", SIZE)
    assert left[truth] < 0.5 <= left[truth - 1]
    judge = "(guess) => widget.judge({ ...now, guess }).right"
    (right,) = derived(it, f"(now, widget) => [6, 7, 27, 28, 29, 40].map({judge})")
    assert right == [False, False, True, True, True, False]


def test_the_stories_are_true():
    slow, grows, dies, _, start = (story["says"] for story in Ways()._constants["stories"])
    assert short(way("leaky", SIZE)[-1]) in slow
    assert way("leaky", SIZE)[-1] > 1e3 * way("tanh", SIZE)[-1]
    assert short(way("residual", 2.0)[-1]) in grows
    assert way("residual", 2.0)[-1] > 10
    assert short(way("residual", 1.0, 2.8)[-1]) in dies
    assert way("residual", 1.0, 2.8)[-1] < 1e-3
    W = recurrent_weights(1.0, 0.35, 0.0)
    assert error(W @ W.T, np.eye(2)) < 1e-12
    assert short(way("tanh", 1.0)[-1]) in start


def test_the_task_can_be_done_and_is_not_at_the_start():
    reached = "(now) => now.task.reached"
    assert derived(Ways(), reached) == [False]
    assert derived(Ways(angle=2.8), reached) == [True]
    assert derived(Ways(angle=2.8, size=0.79), reached) == [False]
    assert way("residual", 0.8, 2.8)[STEPS] < 1e-3
