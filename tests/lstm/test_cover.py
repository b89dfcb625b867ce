"""The cover of the chapter shows what it says."""

import numpy as np

from tests.intro.test_covers import find_colours, read_numbers
from unrolled.core.unroll import unroll
from unrolled.demo.weights import XS
from unrolled.lstm.cell import CELL
from unrolled.lstm.cover import cover
from unrolled.lstm.demo import LSTM_WEIGHTS, START


def test_it_has_the_colours_of_what_it_shows():
    assert find_colours(cover()) == {"--state"}


def test_the_memory_and_its_valves_are_those_of_the_walk():
    states, caches = unroll(CELL, LSTM_WEIGHTS, XS, START)
    shown = [*states.c[:, 0], *caches.steps.valves.f[1:, 0]]
    assert np.allclose(read_numbers(cover()), shown, atol=5.1e-3)
