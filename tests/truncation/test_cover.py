"""The cover of the chapter shows what it says."""

from tests.intro.test_covers import find_colours, read_numbers
from unrolled.truncation.cover import cover


def test_it_has_the_colours_of_what_it_shows():
    assert find_colours(cover()) == {"--gradient"}


def test_a_window_of_three_keeps_what_it_says():
    assert read_numbers(cover()) == [36, 8 + 7 + 6]
