"""The cover of the chapter shows what it says."""

from tests.intro.test_covers import FOUR, find_colours, read_numbers
from unrolled.encoder_decoder.cover import READ, WRITTEN, cover


def test_it_has_the_colours_of_what_it_shows():
    assert find_colours(cover()) == {"--input", "--state", "--output"} < FOUR


def test_its_numbers_are_the_letters_that_are_read_and_written():
    assert read_numbers(cover())[:3] == [len(READ), float(READ[0]), len(WRITTEN)]
    assert cover().svg.count("<text") >= len(READ.replace(" ", "")) + len(WRITTEN)


def test_it_is_small():
    assert 'viewBox="0 0 158.4 93.6"' in cover().svg
    assert len(cover().svg) <= 12_000
    assert 60 <= len(cover().label) <= 250
