"""The cover of the chapter shows what it says."""

from tests.intro.test_covers import find_colours
from unrolled.mlp.cover import cover


def test_it_has_the_colours_of_what_it_shows():
    assert find_colours(cover()) == {"--input", "--state", "--output"}
