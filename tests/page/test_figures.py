"""Figures: drawn the same twice, labels at their distance; tests/site sees all that are shown."""

import numpy as np
import pytest

from unrolled.gradients import pictures as gradients
from unrolled.page.figure import Figure, drawing
from unrolled.rnn import pictures as rnn


def test_drawing_twice_gives_the_same_picture():
    assert rnn.unfolding().svg == rnn.unfolding().svg


def test_labels_at_line_ends_keep_their_order_and_their_distance(rng):
    for _ in range(100):
        wanted = rng.normal(0, 2, 7)
        placed = gradients.spread(wanted, 1.0)
        assert np.array_equal(np.argsort(placed), np.argsort(wanted))
        assert np.diff(np.sort(placed)).min() > 0.99
    assert gradients.spread(np.array([0.0, 5.0]), 1.0).tolist() == [0, 5]


def test_a_label_is_required_and_bounded():
    with drawing(1, 1) as (canvas, _):
        for label in ("", "x" * 251):
            with pytest.raises(ValueError, match="label: got"):
                Figure(canvas, label)
