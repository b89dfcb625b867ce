"""What a screen reader is told, what a tab is called, and that every formula is whole."""

import re

from tests.site.conftest import SITE
from tests.site.test_site import PAGES, each_chapter, each_page


def told(page, role):
    """The names of this role in the browser's accessibility tree."""
    session = page.context.new_cdp_session(page)
    root = session.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    found = session.send("Accessibility.queryAXTree", {"nodeId": root, "role": role})["nodes"]
    return [node.get("name", {}).get("value", "") for node in found if not node["ignored"]]


@each_chapter
def test_a_fold_is_called_what_it_shows_with_formulas_in_words(leaf, name):
    page = leaf(name).page
    names = told(page, "DisclosureTriangle")
    assert "Toggle hidden content" not in names
    assert len(names) > 3
    assert all(names)
    for summary in page.locator("summary:has(.math)").all():
        words = summary.locator(".visually-hidden").all_inner_texts()
        assert words
        assert any(all(" ".join(w.split()) in name for w in words) for name in names), words


@each_chapter
def test_landmarks_have_names_and_the_title_is_the_first_heading(leaf, name):
    page = leaf(name).page
    assert told(page, "complementary") == []  # a note in the margin is no landmark
    navigation = told(page, "navigation")
    assert all(navigation)
    assert len(set(navigation)) == len(navigation) > 0
    assert page.get_by_role("heading").first.evaluate("node => node.localName") == "h1"


def test_every_page_has_a_title_of_its_own():
    titles = [
        re.search(r"(?s)<title>(.*?)</title>", (SITE / name).read_text("utf-8"))[1].strip()
        for name in PAGES
    ]
    assert len(set(titles)) == len(titles)
    assert "Unrolled — Unrolled" not in titles
    assert all("Unrolled" in title for title in titles)


HIDDEN = """() => [...document.querySelectorAll(".bd-article mjx-math")].flatMap((math) => {
    const inline = math.closest("span.math");
    const box = inline ?? math.closest("div.math");
    if (!box || !math.checkVisibility()) return [];
    const over = math.getBoundingClientRect().right - box.getBoundingClientRect().right;
    if (over <= 1 || (!inline && innerWidth < 768)) return []; // a phone scrolls long equations
    return [`${innerWidth}: ${Math.round(over)} px of ${box.parentElement.innerText.slice(0, 80)}`];
})"""


@each_page
def test_no_formula_is_cut_off(leaf, name):
    """Inline at any width; long equations at 1280 and 768, where none has to scroll."""
    page = leaf(name).page
    page.evaluate("() => document.querySelectorAll('details').forEach((d) => (d.open = true))")
    for width in (1280, 768, 390):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(HIDDEN) == []
