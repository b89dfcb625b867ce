"""The cover of the chapter shows what it says."""

from tests.intro.test_covers import find_colours, read_numbers
from unrolled.gru.cover import cover


def test_it_has_the_colours_of_what_it_shows():
    assert find_colours(cover()) == {"--input", "--state"}


def test_the_state_is_kept_until_the_second_mark():
    steps, _, held, end = read_numbers(cover())
    assert steps == 30
    assert held > 0.9
    assert end > 0.8  # below zero on the page: the sign is no part of a number here
