"""Text in and out of the network."""

import json

import numpy as np
import pytest

from unrolled.core.text import LETTERS, bigram_loss, encode, one_hot, prose, streams
from unrolled.demo import network as demo
from unrolled.rnn.writing import write


def test_one_hot_rows_find_their_letters():
    assert one_hot("dome", "demo").argmax(axis=1).tolist() == encode("dome", "demo").tolist()
    assert one_hot("dome", "demo").sum() == 4


def test_writing_feeds_back_what_it_wrote():
    assert write(demo.MODEL, "demo", "d", 3) == write(demo.MODEL, "demo", "d", 5)[:3]
    drawn = write(demo.MODEL, "demo", "d", 400, np.random.default_rng(0))
    assert set(drawn) == set("demo")


def test_prose_is_text_without_code_formulas_and_markup(tmp_path):
    cells = [
        {"cell_type": "markdown", "source": ["# A Title that counts as text\n", "$$x$$ (eq-x)\n",
         "The **state** $h_t$ of {doc}`rnn` is [a summary](link) of the past.\n"]},
        {"cell_type": "code", "source": ["print('never read me, I am code')"]},
    ]  # fmt: skip
    (tmp_path / "a.ipynb").write_text(json.dumps({"cells": cells}))
    text = prose(tmp_path)
    assert text == "a title that counts as text the state of is a summary of the past."
    assert set(text) <= set(LETTERS)


def test_streams_run_down_the_columns():
    assert streams(np.arange(7), 2).tolist() == [[0, 3], [1, 4], [2, 5]]


def test_a_bigram_model_knows_a_cycle():
    cycle = np.tile([0, 1, 2], 400)
    assert bigram_loss(cycle, cycle, 3) < 0.01
    assert bigram_loss(np.array([0, 0]), np.array([1, 2]), 3) == pytest.approx(np.log(3))
