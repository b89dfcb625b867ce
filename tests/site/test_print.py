"""The site on paper: nothing is cut off, and what is folded away is open or left out on purpose."""

import io

from pypdf import PdfReader

from tests.site.look import on_paper
from tests.site.test_site import each_chapter


@each_chapter
def test_nothing_is_wider_than_the_paper(seen, name):
    assert seen(name).wide == []


@each_chapter
def test_folds_are_open_but_for_three_kinds(seen, name):
    """Left out are the proof behind a ✓ and solutions not opened."""
    assert set(seen(name).closed) <= {"witness", "solution"}
    assert seen(name).unseen == 0


def test_paper_has_neither_proof_marks_nor_their_count(read):
    page = read("book/rnn.html", width=680).page
    assert page.locator(".proof summary").first.is_visible()
    on_paper(page)
    assert page.locator(".proof, .proof-count").filter(visible=True).count() == 0


def test_a_reader_of_the_dark_page_prints_dark_on_white(read):
    page = read("book/rnn.html", width=680, dark=True).page
    on_paper(page, color_scheme="dark")
    pale = page.evaluate(
        """() => [...document.querySelectorAll(".bd-article *")].filter((n) => n.checkVisibility()
            && [...n.childNodes].some((c) => c.nodeType === 3 && c.textContent.trim()))
            .filter((n) => getComputedStyle(n).color.match(/[0-9.]+/g).slice(0, 3)
                .reduce((sum, v) => sum + +v, 0) > 480).map((n) => n.outerHTML.slice(0, 120))"""
    )
    assert pale == []


def test_the_longest_line_of_code_is_in_the_pdf_to_its_end(read):
    page = read("book/backprop.html").page
    on_paper(page)
    lines = page.locator(".bd-article pre:visible").evaluate_all(
        "all => all.flatMap(pre => pre.innerText.split('\\n'))"
    )
    millimetres = {side: "15mm" for side in ("top", "right", "bottom", "left")}
    pdf = PdfReader(io.BytesIO(page.pdf(format="A4", margin=millimetres)))
    text = "".join("".join(sheet.extract_text() for sheet in pdf.pages).split())
    longest = "".join(max(lines, key=len).split())
    assert len(longest) > 40
    assert longest in text


@each_chapter
def test_what_does_not_break_is_the_whole_box(seen, name):
    """Else its frame stays behind, empty, at the foot of the page before."""
    assert set(seen(name).whole) == {"cell_input"}
