"""A ✓ is beside an equation's number or at the end of a paragraph, and opens below, in place."""

import re

import nbformat
import pytest
from playwright.sync_api import expect

from tests.chapters import each_chapter
from tests.site.conftest import SITE
from unrolled.site.proofs import WITNESSED, counted, foot

BOOK = SITE.parents[1] / "book"
NAME = "Checked: opens the proof"


@each_chapter
def test_what_is_witnessed_is_in_a_mark_and_nothing_else_shows_machinery(read, name):
    page = read(f"book/{name}.html").page
    marks = page.get_by_role("article").locator(".witness > summary")
    names = marks.evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    assert len(names) > 5
    assert set(names) == {NAME}
    shut = page.get_by_role("article").inner_text()
    assert "spelled out" not in shut
    assert "agrees to" not in shut
    notebook = nbformat.read(BOOK / f"{name}.ipynb", as_version=4)
    opened = " ".join(page.locator(".proof").all_text_contents())
    checks = [cell.source for cell in notebook.cells if "check" in cell.metadata.get("tags", ())]
    assert {label for source in checks for label in WITNESSED.findall(source)} <= {
        *re.findall(r"eq-[a-z-]+", opened)
    }
    assert page.locator(".proof > .witness > table").count() == len(checks), "none is lost"
    equations, statements = counted(notebook)
    assert f"{equations} equation" in page.locator(".proof-count").inner_text()
    assert f"{statements} statements" in page.locator(".proof-count").inner_text()


@pytest.mark.parametrize("width", [1280, 390])
def test_a_mark_is_beside_the_number_or_at_the_end_of_the_paragraph(read, width):
    page = read("book/bptt.html", width=width).page
    beside = page.locator(".proved:has(> .math > .eqno)").evaluate_all(
        """all => all.map((one) => {
            const [number, mark] = [".eqno", "summary"].map(
                (part) => one.querySelector(part).getBoundingClientRect());
            return [mark.left - number.right, mark.bottom - number.top, number.bottom - mark.top];
        })"""
    )
    assert len(beside) >= 8
    assert all(over > 0 and under > 0 for _, over, under in beside), "on one line"
    if width > 600:  # on a phone the number is a line above the equation, as wide as the page
        assert all(-12 < gap < 24 for gap, _, _ in beside)
    ends = page.locator(".proved:has(> p)").evaluate_all(
        """all => all.map((one) => {
            const lines = [...one.querySelector("p").getClientRects()];
            const mark = one.querySelector("summary").getBoundingClientRect();
            return mark.top - lines.at(-1).bottom;
        })"""
    )
    assert ends
    assert all(below < 12 for below in ends), "at the end of the last line, or on the next"


def test_it_opens_below_and_shuts_by_keyboard(read):
    page = read("book/rnn.html").page
    proved = page.locator(".proved:has(> .math)").first
    mark = proved.get_by_text("✓")
    mark.focus()
    page.keyboard.press("Enter")
    table = proved.locator("table")
    expect(table).to_be_visible()
    bottom, top = proved.evaluate(
        """(node) => [node.querySelector(":scope > .math").getBoundingClientRect().bottom,
            node.querySelector("table").getBoundingClientRect().top]"""
    )
    assert top >= bottom - 1
    assert proved.get_by_text("Computed by").is_visible()
    page.keyboard.press("Enter")
    expect(table).not_to_be_visible()


def test_it_opens_without_scripts(visit, addresses):
    here = visit(java_script_enabled=False)
    here.page.goto(f"{addresses['file']}/book/rnn.html")
    proved = here.page.locator(".proved:has(> .math)").first
    proved.locator("summary").click()
    expect(proved.locator("table")).to_be_visible()


def test_cells_that_follow_each_other_share_a_mark(read):
    page = read("book/lstm.html").page
    assert page.locator(".proof + .proof, .proved > .proof ~ .proof").count() == 0
    assert page.locator(".proof .proof, .proved .proved").count() == 0


def test_the_foot_counts_and_leads_to_how_it_works(read):
    assert "1 equation and 2 statements on it" in foot(1, 2)
    assert "3 equations on it" in foot(3, 0)
    cell = nbformat.v4.new_code_cell
    cells = [
        cell('witness("eq-a", 1) + says("2", 2)'),
        cell('witness(\n "eq-a", 2); claim("b", 1)'),
    ]
    assert counted(nbformat.v4.new_notebook(cells=cells)) == (1, 2)
    page = read("book/rnn.html").page
    page.get_by_role("link", name="How the checks work").click()
    expect(page.get_by_role("heading", name="How the checks work")).to_be_visible()
