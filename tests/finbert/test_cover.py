"""The cover of the chapter shows what it says."""

from unrolled.finbert.cover import cover


def test_the_cover_says_what_it_shows():
    assert cover().label
