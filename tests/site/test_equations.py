"""Equations count from 1 in each chapter; a reference from another chapter says which."""

import re

import pytest

from tests.site.small_book import build

CELL = (
    "# Cells and states\n\nBefore it: {eq}`eq-second`.\n\n$$\na = b\n$$ (eq-first)\n\n"
    "$$\nb = c\n$$ (eq-second)\n\nAfter it: {eq}`eq-first`. There: {eq}`eq-other`.\n"
)
TIME = "# Time\n\n$$\nc = d\n$$ (eq-other)\n\nThere: {eq}`eq-second`. Here: {eq}`eq-other`.\n"
ALONE = "# Alone\n\n$$\nd = e\n$$ (eq-alone)\n\nHere: {eq}`eq-alone`.\n"


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    warnings, pages = build(
        tmp_path_factory.mktemp("books") / "book", {"cell": CELL, "time": TIME, "alone": ALONE}
    )
    assert warnings == ""
    return pages


def links(html):
    return re.findall(
        r'<a class="reference internal" href="([^"]*#equation[^"]*)"([^>]*)>(.*?)</a>', html
    )


def test_numbers_begin_with_1_in_each_chapter(pages):
    assert re.findall(r'class="eqno">\((\d+)\)', pages["cell"]) == ["1", "2"]
    assert re.findall(r'class="eqno">\((\d+)\)', pages["time"]) == ["1"]


def test_within_a_chapter_the_number_is_enough_before_the_equation_and_after(pages):
    assert links(pages["cell"])[:2] == [
        ("#equation-eq-second", "", "(2)"),
        ("#equation-eq-first", "", "(1)"),
    ]
    assert links(pages["time"])[1] == ("#equation-eq-other", "", "(1)")


def test_from_another_chapter_the_chapter_is_named(pages):
    assert links(pages["time"])[0] == (
        "cell.html#equation-eq-second",
        "",
        "Eq.\xa0(2) of <em>Cells and states</em>",
    )
    assert links(pages["cell"])[2] == (
        "time.html#equation-eq-other",
        "",
        "Eq.\xa0(1) of <em>Time</em>",
    )


def test_what_is_referred_to_elsewhere_is_brought_along_without_its_number(pages):
    for page, label, other in (("time", "eq-second", "eq-other"), ("cell", "eq-other", "eq-first")):
        brought = pages[page].partition("equation-previews")[2]
        assert f'id="preview-{label}"' in brought
        assert f"preview-{other}" not in brought
        assert "eqno" not in brought
    assert "equation-previews" not in pages["alone"]


def test_a_label_that_is_not_there_is_reported(tmp_path):
    warnings, _ = build(tmp_path / "book", {"cell": "# Cell\n\nSee {eq}`eq-nowhere`.\n"})
    assert "equation not found: eq-nowhere" in warnings
