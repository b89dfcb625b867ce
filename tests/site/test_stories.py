"""A phrase of the text tells an explorable of the page one of its stories, and takes it back."""

import json
import re
from html import unescape

import pytest
from docutils.parsers.rst.states import Inliner

from tests.site.conftest import SITE
from unrolled.site.portable import Book, portable
from unrolled.site.stories import STORY, story

LINK = re.compile(r'<a class="story" href="#([\w-]+)" data-story="([^"]+)"')
WIDGET = re.compile(
    r'data-place="([\w-]+)".*?<script type="application/json">(.*?)</script>', re.DOTALL
)


def told(html):
    """Place and story of every such phrase of a page."""
    return [(place, unescape(name)) for place, name in LINK.findall(html)]


def test_every_phrase_finds_its_story():
    pages = {page.stem: page.read_text("utf-8") for page in (SITE / "book").glob("*.html")}
    found = {name: told(html) for name, html in pages.items()}
    assert len(found["attention"]) >= 4
    for name, phrases in found.items():
        stories = {
            place: [story["name"] for story in json.loads(held)["_constants"].get("stories", ())]
            for place, held in WIDGET.findall(pages[name])
        }
        assert [(p, s) for p, s in phrases if s not in stories.get(p, ())] == [], name


@pytest.mark.parametrize("width", [1280, 390])
def test_it_sets_the_picture_brings_it_into_view_and_takes_it_back(read, width):
    page = read("book/attention.html", width=width).page
    link = page.locator("a.story", has_text="swap tired for wide")
    link.scroll_into_view_if_needed()
    here = page.locator('[data-place="one-head"]')
    chosen = here.locator(".explorable-live select").first
    link.click()
    page.wait_for_function(
        "() => document.querySelector('[data-place=one-head] .explorable-live select')?.value"
        " !== '0'"
    )
    page.wait_for_timeout(900)  # the page scrolls
    box = here.bounding_box()
    assert box["y"] < 400
    assert box["y"] + box["height"] > 300
    first = chosen.input_value()
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_function(
        "first => document.querySelector('[data-place=one-head] .explorable-live select').value"
        " !== first",
        arg=first,
    )


def test_a_phrase_that_names_no_story_is_refused():
    assert STORY.fullmatch("let *e* ask <one-head: it>")["words"] == "let *e* ask"
    errors = []

    class Reporter:
        def error(self, text, line):
            errors.append(text)

    inliner = Inliner()
    inliner.reporter = Reporter()
    assert story("story", "{story}`no place`", "no place", 1, inliner)[0] == []
    assert "expected words <place" in errors[0]


def test_in_a_notebook_it_is_plain_text():
    cell = {"cell_type": "markdown", "metadata": {}}
    cell["source"] = "Now {story}`swap *tired* <one-head: it>`."
    plain = portable("attention", {"cells": [cell]}, Book({}, {}, "", {}))
    assert plain["cells"][0]["source"] == "Now swap *tired*."
