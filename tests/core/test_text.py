"""Text in and out of the network."""

import numpy as np

from unrolled.core.text import LETTERS, encode, one_hot, prose, streams
from unrolled.core.unroll import unroll
from unrolled.rnn import demo
from unrolled.rnn.cell import CELL
from unrolled.rnn.readout import readout
from unrolled.rnn.writing import write


def test_one_hot_rows_find_their_letters():
    assert one_hot("dome", "demo").argmax(axis=1).tolist() == encode("dome", "demo").tolist()
    assert one_hot("dome", "demo").sum() == 4


def test_writing_feeds_back_what_it_wrote():
    assert write(demo.MODEL, "demo", "d", 3) == write(demo.MODEL, "demo", "d", 5)[:3]
    letter = write(demo.MODEL, "demo", "d", 1)  # one after the other is all of it at once
    assert write(demo.MODEL, "demo", "d", 4) == letter + write(demo.MODEL, "demo", "d" + letter, 3)
    states, _ = unroll(CELL, demo.MODEL.cell, one_hot("ode", "demo"), np.zeros(2))
    likeliest = "demo"[readout(demo.MODEL.readout, states[-1]).argmax()]
    assert write(demo.MODEL, "demo", "ode", 1) == likeliest
    drawn = write(demo.MODEL, "demo", "d", 400, np.random.default_rng(0))
    assert set(drawn) == set("demo")


def test_the_prose_is_the_books_own_in_the_letters_of_the_alphabet():
    text = prose()
    assert set(text) == set(LETTERS)
    assert 70_000 < len(text) < 100_000
    assert text.startswith("the gradient of a network has as many components as the network")


def test_streams_run_down_the_columns():
    assert streams(np.arange(7), 2).tolist() == [[0, 3], [1, 4], [2, 5]]
