"""A chapter opens with its hook and one guess; its questions on earlier chapters are folded."""

import pytest
from playwright.sync_api import expect

from tests.chapters import each_chapter

PLACES = """() => {
    const article = document.querySelector(".bd-article").getBoundingClientRect();
    const top = (node) => node.getBoundingClientRect().top - article.top;
    return {
        height: article.height,
        explorables: [...document.querySelectorAll(".explorable:has(svg[aria-label])")].map(top),
        guess: top(document.querySelector(".bd-article :is(.tag_ask, .kit-question)")),
        aims: top(document.querySelector(".objectives")),
        fold: top(document.querySelector("details.fold:has(#check-yourself-first)")),
    };
}"""


@each_chapter
def test_the_guess_comes_first_and_what_it_teaches_and_needs_after_it(read, name):
    page = read(f"book/{name}.html", width=1280).page
    found = page.evaluate(PLACES)
    assert found["guess"] < found["aims"] < found["fold"]
    assert found["aims"] < 1600, "a screen and a half"
    needs = page.locator(".objectives > p").last
    assert needs.inner_text().startswith("You need")
    fold = page.locator("details.fold:has(#check-yourself-first)")
    assert fold.locator(".tag_ask").count() == 3
    assert not fold.locator(".tag_ask").first.is_visible()
    fold.get_by_text("Check yourself first").click()
    expect(fold.locator(".tag_ask").first).to_be_visible()


@each_chapter
def test_its_first_explorable_is_in_the_first_half(read, name):
    found = read(f"book/{name}.html", width=1280).page.evaluate(PLACES)
    assert found["explorables"][0] < found["height"] / 2


@pytest.mark.parametrize("width", [1280, 390])
def test_a_link_to_the_questions_opens_their_fold(read, width):
    page = read("book/lstm.html", width=width).page
    page.evaluate("location.hash = '#check-yourself-first'")
    expect(page.locator("#check-yourself-first .tag_ask").first).to_be_visible()
