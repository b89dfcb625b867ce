"""The echo of some steps ago, and what the shortcut learns of it."""

import numpy as np
import pytest

from unrolled import training
from unrolled.bptt.echo import apart, echo, share_right, trained, untrained
from unrolled.bptt.mistakes import mistaken
from unrolled.core.gradcheck import largest_gap
from unrolled.core.tree import tree_map
from unrolled.rnn.readout import random_model


@pytest.mark.parametrize("lag", [0, 1, 3])
def test_targets_are_the_inputs_of_some_steps_ago(lag, rng):
    xs, ys = echo(lag, 7, rng)
    assert xs.shape == ys.shape == (7, 2)
    assert np.array_equal(xs[: 7 - lag], ys[lag:])
    assert xs.sum(axis=1).tolist() == [1] * 7


def test_a_window_of_one_step_is_the_shortcut(rng):
    model = random_model(rng, 2, 4, 2)
    xs, ys = echo(2, 6, rng)
    short = training.loss_and_gradient(model, xs, ys, window=1)[1]
    dropped = training.loss_and_gradient(model, xs, ys, cell=mistaken("future dropped"))[1]
    assert largest_gap(short, dropped) < 1e-15


def test_what_the_window_reaches_is_learned_and_what_it_misses_is_not():
    assert share_right(2, 3, seed=0) == 1
    assert share_right(2, 2, seed=0) < 0.6


def test_columns_are_apart_by_the_length_of_their_difference():
    model = tree_map(np.zeros_like, untrained(0))
    assert apart(model) == 0
    W_hx = model.cell.W_hx.copy()
    W_hx[:2] = [[1, -2], [5, 1]]
    assert apart(model._replace(cell=model.cell._replace(W_hx=W_hx))) == 5
    assert apart(trained(1, 1, 0)) < apart(untrained(0)) < apart(trained(1, None, 0))


@pytest.mark.parametrize(("lag", "steps"), [(-1, 5), (1, 0)])
def test_impossible_echoes_are_refused(lag, steps, rng):
    with pytest.raises(ValueError, match=r"lag: |steps: "):
        echo(lag, steps, rng)
