"""Patterns of attention, measured, and weights as letters."""

import numpy as np
import pytest
from hypothesis import given

from tests.strategies import seeds, sizes
from unrolled.bert import heads
from unrolled.bert.patterns import patterns

TOKENS = ["[CLS]", "a", "(", "b", "a", ")", "[SEP]"]


@given(n=sizes, N=sizes, seed=seeds)
def test_letters_hold_a_weight_to_a_part_in_88_and_a_row_whole(n, N, seed):
    A = np.random.default_rng(seed).dirichlet(np.ones(N), n)
    found = heads.read(heads.written(A), n, N)
    assert np.abs(found - A).max() < 1 / 88
    assert np.abs(found.sum(axis=-1) - 1).max() < 1e-12


def test_there_are_no_letters_that_json_or_html_would_write_longer():
    assert len(set(heads.LETTERS)) == len(heads.LETTERS) == 89
    assert not set(heads.LETTERS) & set("\"'\\<&") - {"'"}


def test_a_pattern_is_a_mean_over_the_tokens_that_have_one():
    N = len(TOKENS)
    A = np.zeros((1, 2, N, N))
    A[0, 0, np.arange(1, N), np.arange(N - 1)] = 1  # looks at the token before
    A[0, 1, :, 0] = 1
    A[0, 0, 0, 0] = 1
    found = {name: shares.tolist() for name, shares in patterns(TOKENS, A).items()}
    assert found["previous"] == [[1.0, 1 / 5]]
    assert found["first"] == [[1 / 5, 1.0]]
    assert found["next"] == found["itself"] == found["last"] == found["same"] == [[0.0, 0.0]]
    assert found["bracket"] == [[0.0, 0.0]]
    A[0, 0, 5], A[0, 0, 5, 2] = 0, 0.75
    assert patterns(TOKENS, A)["bracket"].tolist() == [[0.75, 0.0]]
    assert "bracket" not in patterns(["[CLS]", "a", "[SEP]"], np.ones((1, 1, 3, 3)) / 3)


def test_bad_input_is_refused(unchecked):
    for call, says in (
        (lambda: patterns([], np.ones((1, 1, 1, 1))), "tokens: got"),
        (lambda: patterns(TOKENS, np.ones((1, 1, 3, 3))), "A: got shape"),
        (
            lambda: heads.written(np.array([1.5])),
            "A: got .*, expected rows of weights that add up to 1",
        ),
        (lambda: heads.read("###", 2, 2), "text: got '###', expected 4 letters"),
    ):
        with pytest.raises(ValueError, match=says):
            call()


def test_the_data_are_what_was_measured():
    """Every pattern's table anew from the maps, to what a letter holds."""
    data = heads.measured()
    assert len(data["sentences"]) == len(heads.SENTENCES) == 12
    found = {}
    for k, text in enumerate(heads.SENTENCES):
        tokens, A = heads.maps(k)
        assert data["sentences"][k]["text"] == text
        assert np.abs(A.sum(axis=-1) - 1).max() < 1e-12
        for name, shares in patterns(tokens, A).items():
            found.setdefault(name, []).append(shares)
    assert found.keys() == data["patterns"].keys()
    for name, all_of in found.items():
        assert np.abs(np.mean(all_of, axis=0) - data["patterns"][name]).max() < 1 / 88
