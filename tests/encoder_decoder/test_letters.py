"""Texts as arrays and back, padding, the shift of teacher forcing, and what is refused."""

import numpy as np
import pytest

from unrolled.encoder_decoder.letters import (
    MARKS,
    START,
    STOP,
    check_pairs,
    encode,
    late,
    one_hot,
    pairs,
    spelt,
)
from unrolled.sequence_tasks.decode import Written
from unrolled.sequence_tasks.padding import is_step

LETTERS = MARKS + "abc"


def test_marks_are_where_their_numbers_say():
    assert (MARKS[STOP], MARKS[START]) == (".", ">")
    assert encode(MARKS, LETTERS).tolist() == [STOP, START]


def test_what_was_cut_off_says_so_in_letters_and_in_words():
    for ended, letters, words in ((True, "ca", "a red"), (False, "ca…", "a red …")):
        assert spelt(Written((4, 2), 0.0, ended), LETTERS) == letters
        assert spelt(Written((0, 1), 0.0, ended), ["a", "red"]) == words


def test_a_text_is_the_places_of_its_letters_or_words():
    assert encode("cab", LETTERS).tolist() == [4, 2, 3]
    assert encode(["red", "a"], ["a", "red"]).tolist() == [1, 0]


def test_one_hot_has_zeros_as_padding():
    xs, lengths = one_hot([[2, 0], [1]], 3, steps=4)
    assert xs.shape == (4, 2, 3)
    assert lengths.tolist() == [2, 1]
    assert xs[:, 0].argmax(axis=-1)[:2].tolist() == [2, 0]
    assert (xs.sum(axis=-1) == is_step(lengths, 4)).all()


def test_the_decoder_is_given_the_letter_before_and_first_the_start():
    batch = pairs(["ab", "c"], ["b", "ca"], "abc", LETTERS)
    assert batch.lengths.tolist() == [2, 1]
    assert batch.written.tolist() == [2, 3]
    assert batch.ys[:, 1].argmax(axis=-1).tolist() == [4, 2, STOP]
    assert batch.before[:, 1].argmax(axis=-1).tolist() == [START, 4, 2]
    assert (batch.before[1:] == batch.ys[:-1]).all()
    assert (late(batch.ys) == batch.before).all()
    assert check_pairs(batch).written.tolist() == [2, 3]


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: encode("", "abc"), "text: got '', expected at least one letter"),
        (lambda: encode("abd", "abc"), "text: got 'd' in 'abd', expected one of 'abc'"),
        (lambda: encode(3, "abc"), "text: got 3"),
        (lambda: one_hot([[0], []], 3), r"codes\[1\]: got shape \(0,\)"),
        (lambda: one_hot([[0, 1, 2]], 3, steps=2), "steps: got 2, expected a whole number from 3"),
        (lambda: one_hot([[3]], 3), r"codes\[0\]: got 3, expected whole numbers from 0 to 2"),
        (lambda: one_hot([[0.5]], 3), r"codes\[0\]: got 0.5"),
        (lambda: pairs(["a"], ["a", "b"], "abc", LETTERS), "targets: got 2, expected 1"),
        (lambda: pairs(["a"], ["a."], "abc", LETTERS), r"targets\[0\]: got a stop or start token"),
        (lambda: pairs([], [], "abc", LETTERS), "sources: got \\[\\]"),
    ],
)
def test_what_is_no_text_is_told(call, says, unchecked):
    with pytest.raises(ValueError, match=says):
        call()


def test_lengths_beyond_the_padding_and_empty_sources_are_told():
    batch = pairs(["ab", "c"], ["b", "ca"], "abc", LETTERS)
    for field in ("lengths", "written"):
        for wrong in (0, 4):
            with pytest.raises(ValueError, match=f"lengths: got {wrong}, expected numbers from 1"):
                check_pairs(batch._replace(**{field: np.array([1, wrong])}))
