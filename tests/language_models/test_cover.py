"""The cover of the chapter shows what it says."""

import re

from tests.intro.test_covers import find_colours, read_numbers
from unrolled.language_models.cover import TEXT, cover


def test_it_has_the_colours_of_what_it_shows():
    assert find_colours(cover()) == {"--output"}


def test_after_e_comes_d_as_often_as_m():
    assert read_numbers(cover()) == [0.5, 0, 0.5]
    after = re.findall("e(.)", TEXT)
    assert after.count("m") == after.count("d")
