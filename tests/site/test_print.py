"""The site on paper: nothing is cut off, and what is folded away is open or left out on purpose."""

import io

import pytest
from pypdf import PdfReader

from tests.site.test_site import each_chapter

CUT_OFF = """() => {
    const article = document.querySelector(".bd-article");
    const edge = article.getBoundingClientRect().right + 1;
    const name = (n) => `${n.localName}.${n.classList}: ${n.textContent.trim().slice(0, 60)}`;
    const seen = [...article.querySelectorAll("*")].filter((n) => n.checkVisibility()
        && !n.closest("svg *, mjx-container *, .visually-hidden"));
    return seen.filter((n) => n.getBoundingClientRect().right > edge
        || (n.clientWidth && n.scrollWidth > n.clientWidth + 1
            && getComputedStyle(n).overflowX !== "visible" && !n.matches("span.math"))).map(name);
}"""


PRINTED = """() => matchMedia("print").matches
    && [...document.styleSheets].some((sheet) => sheet.href?.includes("/print.css"))"""


def on_paper(leaf, name):
    """The page as it is laid out for A4, its style sheet for print read and a frame drawn."""
    page = leaf(name).page
    page.emulate_media(media="print")
    page.wait_for_function(PRINTED)
    return page


@each_chapter
def test_nothing_is_wider_than_the_paper(leaf, name):
    page = on_paper(leaf, name)
    for margin in (10, 15):  # millimetres
        width = int((210 - 2 * margin) * 96 / 25.4)
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(CUT_OFF) == [], f"with a margin of {margin} mm"


@each_chapter
def test_folds_are_open_but_for_three_kinds(leaf, name):
    """Left out are the code of a figure, the numbers behind a ✓, and solutions not opened."""
    page = on_paper(leaf, name)
    closed = page.evaluate(
        """() => [...document.querySelectorAll(".bd-article details:not(.explorable *)")]
            .filter((d) => !d.lastElementChild.checkVisibility({ contentVisibilityAuto: true }))
            .map((d) => ["hide", "witness", "solution"].find((kind) => d.classList.contains(kind))
                ?? d.textContent.slice(0, 80))"""
    )
    assert set(closed) <= {"hide", "witness", "solution"}
    assert page.locator("details.hide:visible").count() == 0
    solutions = page.locator("details.solution")
    for i in range(solutions.count()):
        solutions.nth(i).evaluate("details => details.open = true")
        assert solutions.nth(i).locator(".sd-summary-content").is_visible()


def test_a_reader_of_the_dark_page_prints_dark_on_white(read):
    page = read("book/rnn.html", width=680, dark=True).page
    page.emulate_media(media="print", color_scheme="dark")
    pale = page.evaluate(
        """() => [...document.querySelectorAll(".bd-article *")].filter((n) => n.checkVisibility()
            && [...n.childNodes].some((c) => c.nodeType === 3 && c.textContent.trim()))
            .filter((n) => getComputedStyle(n).color.match(/[0-9.]+/g).slice(0, 3)
                .reduce((sum, v) => sum + +v, 0) > 480).map((n) => n.outerHTML.slice(0, 120))"""
    )
    assert pale == []


@pytest.mark.parametrize("name", ["book/backprop.html"])
def test_the_longest_line_of_code_is_in_the_pdf_to_its_end(leaf, name):
    page = on_paper(leaf, name)
    lines = page.locator(".bd-article pre:visible").evaluate_all(
        "all => all.flatMap(pre => pre.innerText.split('\\n'))"
    )
    millimetres = {side: "15mm" for side in ("top", "right", "bottom", "left")}
    pdf = PdfReader(io.BytesIO(page.pdf(format="A4", margin=millimetres)))
    text = "".join("".join(sheet.extract_text() for sheet in pdf.pages).split())
    longest = "".join(max(lines, key=len).split())
    assert len(longest) > 40
    assert longest in text


@pytest.mark.parametrize("name", ["book/rnn.html"])
def test_what_does_not_break_is_the_whole_box(leaf, name):
    """Else its frame stays behind, empty, at the foot of the page before."""
    inside = on_paper(leaf, name).evaluate(
        """() => [...document.querySelectorAll("div.cell_input, div.cell_input *")]
            .filter((n) => getComputedStyle(n).breakInside === "avoid").map((n) => n.className)"""
    )
    assert {name.split()[0] for name in inside} == {"cell_input"}
