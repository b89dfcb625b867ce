"""What the page shows of the entries and of the 216 numbers."""

import re

import pytest

from tests.chapters import CHAPTERS
from tests.errata.pages import markdown
from unrolled.errata.numbers import PARTS, Numbers
from unrolled.errata.rows import DOCUMENTS, VERDICTS, document
from unrolled.errata.tables import Summary, Tables, markup, plain, summary


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_row_of_a_document_is_shown_with_its_verdict(name):
    html = Tables(name)._repr_html_()
    rows = document(name).rows
    assert html.count("<tr") == len(rows) + len(document(name).sections)
    assert html.count("✓ ") == sum(bool(row.check) for row in rows)
    for row in rows:
        assert f"<b>{row.no}</b>" in html
    assert not re.search(r"[_^]\{", html)
    assert len(rows) == summary()[name]["all"]
    assert repr(Tables(name)).startswith(document(name).title)


def test_a_document_that_is_none_is_refused():
    with pytest.raises(ValueError, match=r"name: got '001', expected one of mingot"):
        Tables("001")


def test_the_table_stays_one_for_who_listens():
    html = Tables("xie")._repr_html_()
    assert html.count('role="rowheader"') == 15
    assert html.count('role="columnheader"') == 8
    assert 'data-label="True"' in html


def test_the_summary_counts_192():
    assert repr(Summary()) == "192 rows, 137 with a check"
    assert "24 wrong, 11 loose, 9 ambiguous, 14 slips" in Summary()._repr_html_()


def test_all_216_numbers_have_a_place():
    numbers = Numbers()
    assert [len(part) for part in numbers.parts.values()] == [36, 76, 26, 28, 28, 22]
    assert "4 wrong" in repr(numbers)
    assert numbers._repr_html_().count("<tr") == 216 + len(PARTS)


def test_small_letters():
    assert markup("W_{hh}^{−t}") == "W<sub>hh</sub><sup>−t</sup>"
    assert markup("h_t < c_1000") == "h<sub>t</sub> &lt; c<sub>1000</sub>"
    assert markup("W_{x_t}") == "W<sub>x<sub>t</sub></sub>"
    assert plain("W_{hh}") == "Whh"


def test_the_page_cites_every_document_and_explains_every_verdict():
    text = markdown("errata")
    for name in DOCUMENTS:
        assert f"{{cite:t}}`{document(name).cite}`" in text
    for verdict in VERDICTS:
        assert f"- *{verdict.capitalize()}* means" in text
    assert not re.search(r"\b00[0-4]\b|source \d", text)


def test_what_the_page_says_in_numbers():
    """Three sets of slides, six equations, four wrong numbers that are two slips."""
    text = markdown("errata")
    labels = re.findall(r"\$\$ \((eq-errata-[\w-]+)\)", text)
    assert len(set(labels) - {"eq-errata-cancels"}) == 6
    numbers = [n for part in Numbers().parts.values() for n in part]
    wrong = {(n.quantity, n.index[-1]) for n in numbers if n.verdict == "wrong"}
    assert wrong == {("dW_yh_3", 1), ("dW_yh", 0)}
    assert all(n.verdict == "rounded" for n in Numbers().parts["The way forward"])


def test_every_chapter_is_the_home_of_a_section():
    table = markdown("errata").split("## Where their sections are")[1].split("\n## ")[0]
    assert set(re.findall(r"{doc}`(\w+)`", table)) == {*CHAPTERS, "derivations"}
