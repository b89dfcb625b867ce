"""Every widget's pictures are those that a reviewer has looked at and accepted."""

from itertools import zip_longest

import pytest

from tests.widget.conftest import explorables
from tests.widget.stills import accepted_file, list_marks, write_stills

STILL = (
    '<div class="kit"><p>A question</p><div class="kit-main"><p class="kit-title">A title</p>'
    '<svg viewBox="0 0 90 50" role="img" aria-label="0.123 is said"><g class="axes"></g>'
    '<path class="mark dot" d="M12.34 5a-8.04 -0.01"></path>'
    '<text x="3.25" y="7"><tspan>h</tspan> of 0.25</text></svg></div><p>Words</p>'
    '<div class="kit-linked"><p>A list</p></div></div>'
)


def first_difference(found: str, accepted: str) -> str | None:
    """The first line that differs, with the still that it belongs to."""
    still = ""
    for one, other in zip_longest(found.splitlines(), accepted.splitlines()):
        if one != other:
            return f"{still}: is drawn {one!r}, was accepted {other!r}"
        still = one if one.startswith("# ") else still
    return None


@pytest.mark.parametrize("name", explorables())
def test_what_an_explorable_draws_has_been_looked_at(name, unchecked):
    path = accepted_file(name)
    accepted = path.read_text("utf-8") if path.exists() else ""
    difference = first_difference(write_stills(name), accepted)
    assert difference is None, (
        f"{difference}\nLook at it and accept it: python -m tests.widget.accept {name}"
    )


def test_a_still_is_what_is_drawn_one_element_a_line():
    assert list_marks(STILL) == [
        '<div class="kit-main">',
        ' <p class="kit-title">A title',
        ' <svg viewBox="0 0 90 50" aria-label="0.123 is said">',
        '  <g class="axes">',
        '  <path class="mark dot" d="M12.3 5a-8 0">',
        '  <text x="3.2" y="7">',
        "   <tspan>h",
        "    of 0.25",
        '<div class="kit-linked">',
        " <p>A list",
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("M12.34", "M12.45"),  # a place
        ("mark dot", "mark dot hollow"),  # a look
        ("of 0.25", "of 0.26"),  # a number that is read
        ("0.123 is said", "0.124 is said"),
        ('<g class="axes"></g>', '<g class="axes">'),  # what it is in
        ("A title", "Another title"),
        ("A list", ""),
    ],
)
def test_a_still_shows_every_difference(before, after):
    assert list_marks(STILL.replace(before, after)) != list_marks(STILL)


def test_what_is_no_picture_and_the_last_bits_of_a_place_make_no_difference():
    for before, after in (("A question", "Another"), ("12.34", "12.339"), ("-0.01", "0.01")):
        assert before in STILL
        assert list_marks(STILL.replace(before, after)) == list_marks(STILL)
