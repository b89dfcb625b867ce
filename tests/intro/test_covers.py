"""The covers of the chapters: found in their rooms, small, told in words, in the book's colours."""

import re

from tests.chapters import ROOT, each_chapter
from unrolled.intro.gallery import draw_cover

FOUR = {"--input", "--state", "--output", "--gradient"}


def find_colours(figure) -> set[str]:
    """The colours of the book that a figure has; quiet lines are no colour."""
    return set(re.findall(r"var\((--\w+)", figure.svg)) - {"--quiet", "--width"}


def read_numbers(figure) -> list[float]:
    """The numbers in a figure's label, without their signs."""
    return [float(x) for x in re.findall(r"\d+\.\d+|\b\d+\b", figure.label)]


@each_chapter
def test_a_cover_is_small_and_told_and_has_the_colours_of_the_book(name):
    assert (ROOT / f"src/unrolled/{name}/cover.py").exists(), f"{name}: its room has no cover.py"
    it = draw_cover(name)
    assert 'viewBox="0 0 158.4 93.6"' in it.svg
    assert len(it.svg) <= 12_000
    assert 60 <= len(it.label) <= 250
    assert find_colours(it)
    assert find_colours(it) <= FOUR
    assert not re.findall(r"(?:fill|stroke): (?!none|currentColor|var\()[^;\"]+", it.svg)
    assert it.svg == draw_cover(name).svg
