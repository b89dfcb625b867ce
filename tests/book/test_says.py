"""Every sentence with a number is the sentence of a `says`, word for word."""

import ast

import nbformat
import pytest

from tests.book.sentences import ROOT, given, joined, numbers, read, said, told, unheld

NAMES = sorted(path.stem for path in (ROOT / "book").glob("*.ipynb"))
MOST_GIVEN = 12  # sentences whose numbers nothing computes
each_notebook = pytest.mark.parametrize("name", NAMES)


@each_notebook
def test_every_sentence_with_a_number_is_held(name):
    assert unheld(read(name), given(name)) == [], f"see `python -m tests.book.sentences {name}`"


@each_notebook
def test_every_sentence_that_is_held_is_on_the_page(name):
    """In the text, or in a question: its strings are joined there as here."""
    cells = read(name).cells
    texts = [joined(cell.source) for cell in cells if cell.cell_type == "markdown"]
    texts += [
        joined(node.value)
        for cell in cells
        if "ask" in cell.metadata.get("tags", ())
        for node in ast.walk(ast.parse(cell.source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    assert [s for s in said(read(name)) if not any(s in text for text in texts)] == []


@each_notebook
def test_no_claim_has_a_number(name):
    """A claim is a sentence without one."""
    found = said(read(name), "claim")
    assert [sentence for sentence in found if numbers(sentence)] == []


@each_notebook
def test_few_sentences_are_given_and_each_is_on_the_page(name):
    allowed = given(name)
    stated = [sentence for _, sentence in told(read(name))]
    assert len(allowed) <= MOST_GIVEN
    assert [sentence for sentence in allowed if sentence not in stated] == []


@pytest.fixture
def notebook():
    text = [
        "# Title 7\n\nThe loss is 2.208 of 3.\nOf 1 and 0 it says nothing.\n\n$$\nx = 4\n$$ (eq-x)",
        "- Here $T = 20$. Elsewhere\n  30 (see step 4): More.\n\n| a | 5 |\n|---|---|\n| b | 6 |",
        "**Find the error:** it is 8.\nSo 9 it is.\n\nNot 10.\n\n```python\nx = 11\n```\n% 12",
        "## Exercises\n\n**1:** Take 13.\n\n:::{dropdown} Answer\nIt is 14.\n:::",
        "## What to remember\n\n15 things.",
    ]
    code = 'says("The loss is 2.208 of 3.", a)\nsays("| a | 5 |", b) + says("Here 16.", c)'
    cells = [nbformat.v4.new_markdown_cell(source) for source in text]
    return nbformat.v4.new_notebook(cells=[*cells, nbformat.v4.new_code_cell(code)])


def test_a_sentence_that_nothing_holds_is_found(notebook):
    assert unheld(notebook, ["| b | 6 |"]) == [
        (1, "Here $T = 20$."),
        (1, "30 (see step 4):"),
        (2, "Not 10."),
        (3, "It is 14."),
        (4, "15 things."),
    ]


@pytest.mark.parametrize(("old", "new"), [("2.208", "2.209"), ("loss", "gain"), ("of 3", "of 2")])
def test_another_word_or_digit_is_another_sentence(notebook, old, new):
    notebook.cells[0].source = notebook.cells[0].source.replace(old, new)
    assert unheld(notebook, [])[0] == (0, "The loss is 2.208 of 3.".replace(old, new))
