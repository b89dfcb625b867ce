"""The cover of the chapter shows what it says."""

from tests.intro.test_covers import find_colours, read_numbers
from unrolled.sequence_tasks.cover import SHAPES, STEPS, cover


def test_it_has_the_colours_of_what_it_shows():
    assert find_colours(cover()) == {"--input", "--state", "--output"}


def test_its_numbers_are_how_many_read_and_answer():
    counts = [len(steps) for shape in SHAPES for steps in shape]
    assert read_numbers(cover()) == [STEPS, len(SHAPES), *counts]


def test_the_three_shapes_are_one_to_many_many_to_one_and_aligned():
    assert SHAPES == (((0,), (0, 1, 2)), ((0, 1, 2), (2,)), ((0, 1, 2), (0, 1, 2)))
