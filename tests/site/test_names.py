"""What a screen reader is told, what a tab is called, and that every formula is whole."""

import re

from tests.site.conftest import SITE
from tests.site.test_site import PAGES, each_chapter, each_page


@each_chapter
def test_a_fold_is_called_what_it_shows_with_formulas_in_words(seen, name):
    here = seen(name)
    names = here.named["DisclosureTriangle"]
    assert "Toggle hidden content" not in names
    assert len(names) > 3
    assert all(names)
    for words in here.folds:
        assert words
        assert any(all(" ".join(w.split()) in name for w in words) for name in names), words


@each_chapter
def test_landmarks_have_names_and_the_title_is_the_first_heading(seen, name):
    here = seen(name)
    assert here.named["complementary"] == []  # a note in the margin is no landmark
    navigation = here.named["navigation"]
    assert all(navigation)
    assert len(set(navigation)) == len(navigation) > 0
    assert here.first == "h1"


def test_every_page_has_a_title_of_its_own():
    titles = [
        re.search(r"(?s)<title>(.*?)</title>", (SITE / name).read_text("utf-8"))[1].strip()
        for name in PAGES
    ]
    assert len(set(titles)) == len(titles)
    assert "Unrolled — Unrolled" not in titles
    assert all("Unrolled" in title for title in titles)


@each_page
def test_no_formula_is_cut_off(seen, name):
    """Inline at any width; long equations where none has to scroll, from 768 px; folds open."""
    assert not any(seen(name).cut_off.values()), seen(name).cut_off
