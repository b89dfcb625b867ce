"""Notebooks in plain Markdown: complete, with the site's numbers, and no MyST left."""

import re
from pathlib import Path

import pytest

from unrolled.site.portable import HIDDEN, portable, read_book

ROOT = Path(__file__).parents[2]
NOTEBOOKS, BOOK = read_book(ROOT / "book")
each_notebook = pytest.mark.parametrize("name", NOTEBOOKS)


def made(name, **options):
    return portable(name, NOTEBOOKS[name], BOOK, **options)


def texts(notebook):
    cells = notebook["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]


def plain(text, name="rnn"):
    """One cell in plain Markdown, without what is cited."""
    cell = {"cell_type": "markdown", "metadata": {}, "source": text}
    return texts(portable(name, {"cells": [cell]}, BOOK))[0]


@each_notebook
def test_nothing_of_myst_is_left(name):
    myst = re.compile(r"(?m)^(?::::|```\{|%|\$\$ \().*|\{[\w:]+\}`[^`]*`|\beq-\w+-\w+")
    assert [found for text in texts(made(name)) for found in myst.findall(text)] == []


@each_notebook
def test_the_code_is_the_books(name):
    """Only folded where the site folds it or leaves it out."""
    ours, theirs = (
        [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        for notebook in (made(name), NOTEBOOKS[name])
    )
    for mine, original in zip(ours, theirs, strict=True):
        hidden = mine["metadata"].pop("jupyter", {}) == {"source_hidden": True}
        assert mine == original
        tags = original["metadata"].get("tags", [])
        assert hidden == bool(HIDDEN & {*tags})


@each_notebook
def test_its_equations_count_from_one_in_its_order(name):
    tags = re.findall(r"\\tag\{(\d+)\}\n\$\$", "\n".join(texts(made(name))))
    labels = re.findall(r"(?m)^\$\$ \((eq-[\w-]+)\)$", "\n".join(texts(NOTEBOOKS[name])))
    assert tags == [str(number) for number in range(1, len(labels) + 1)]
    assert [BOOK.numbers[label] for label in labels] == [(name, int(tag)) for tag in tags]


@each_notebook
def test_every_link_leads_to_a_notebook_of_the_book(name):
    links = re.findall(r"\]\(([^)]+\.ipynb)\)", "\n".join(texts(made(name))))
    assert {Path(link).stem for link in links} <= set(NOTEBOOKS)


@pytest.mark.parametrize(("myst", "markdown"), [
    ("$$\na = b\n$$ (eq-rnn-without-memory)", "$$\na = b\n\\tag{1}\n$$"),
    ("see {eq}`eq-rnn-preactivation`", "see (2)"),
    ("see {eq}`eq-bptt-jacobian`", "see [Eq. (2) of *Backpropagation through time*](bptt.ipynb)"),
    ("{doc}`notation` and {doc}`the next <bptt>`",
     "[Notation](notation.ipynb) and [the next](bptt.ipynb)"),
    ("how to {doc}`run <run>` it", "how to *run* it"),
    ("an {term}`error`, {term}`errors <error>`",
     "an [error](notation.ipynb), [errors](notation.ipynb)"),
    ("{cite:t}`elman1990`", "Elman (1990)"),
    ("{cite}`elman1990,pascanu2013`", "(Elman, 1990; Pascanu et al., 2013)"),
    ("{cite}`group8`", "(Le et al., n.d.)"),
    ("a\n\n```{margin}\nA note.\n```\n\nb", "a\n\n<blockquote>\n\nA note.\n\n</blockquote>\n\nb"),
    (":::{admonition} Guess\n:class: tip\nWell?\n:::",
     "<blockquote>\n\n**Guess**\n\nWell?\n\n</blockquote>"),
    (":::{dropdown} Hint\n$x$\n:::", "<details>\n<summary>Hint</summary>\n\n$x$\n\n</details>"),
    (":::{dropdown} Is $x > 0$?\nYes.\n:::",
     "**Is $x > 0$?**\n\n<details>\n<summary>Answer</summary>\n\nYes.\n\n</details>"),
    (":::{glossary}\nbias\n  A number.\n\nerror\n  Another.\n:::",
     "**bias**: A number.\n\n**error**: Another."),
    ("a\n\n% eq-x is a definition\n\nb", "a\n\nb"),
    ("```python\nx = {}\n```", "```python\nx = {}\n```"),
])  # fmt: skip
def test_what_becomes_of(myst, markdown):
    assert plain(myst) == markdown


@pytest.mark.parametrize("myst", [":::{tab-set}\nx\n:::", "{download}`x`"])
def test_what_has_no_plain_form_is_refused(myst):
    with pytest.raises(ValueError, match=r"got '(tab-set|download)', expected"):
        plain(myst)


def test_a_notebook_lists_what_it_cites_and_says_how_it_is_run():
    first, *_, last = texts(made("rnn", note="> Install this."))
    assert first == "> Install this."
    assert last.startswith("## Cited in this chapter\n\n- Andrej Karpathy, ")
    assert "Jeffrey L. Elman. Finding structure in time. Cognitive Science" in last
