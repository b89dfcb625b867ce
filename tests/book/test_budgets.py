"""A chapter keeps its budget, and what it promises it teaches, shows and lets the reader do."""

import re

import nbformat

from tests.book.budgets import BOOK, budget, over
from tests.chapters import each_chapter


def read(name):
    return nbformat.read(BOOK / f"{name}.ipynb", as_version=4)


@each_chapter
def test_it_asks_no_more_of_its_reader_than_was_agreed(name):
    spent = budget(read(name))
    print(name, spent)
    assert over(spent) == []


@each_chapter
def test_each_outcome_has_a_section_a_worked_example_and_an_exercise(name):
    """Outcomes count from 0, as on the page."""
    notebook = read(name)
    found = {}
    told = notebook.metadata["unrolled"]["outcomes"]
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    for cell in notebook.cells:
        for n in cell.metadata.get("outcomes", ()):
            found.setdefault(n, set()).add(cell.metadata["part"])
    assert found == {n: {"section", "example", "exercise"} for n in range(len(told))}
    items = re.search(r"(?i)you will be able to[^\n]*\n\n((?:- .*\n?)+)", text)[1].splitlines()
    plain = [re.sub(r"[*$`]|[;.]$", "", item.removeprefix("- ")) for item in items]
    assert [re.sub(r"[*$`]|[;.]$", "", outcome) for outcome in told] == plain


@each_chapter
def test_it_asks_before_it_starts_and_after_its_sections(name):
    cells = read(name).cells
    asked = [cell for cell in cells if "ask" in cell.metadata.get("tags", ())]
    assert len(asked) >= 10
    names = [re.search(r'ask\(\s*"([\w-]+)"', cell.source)[1] for cell in asked]
    assert len(names) == len(set(names))
    assert all(found.startswith(name.replace("_", "-")) for found in names)
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    heads = re.findall(r"(?m)^## .+$", text)
    wanted = ["## Check yourself first", "## Your turn", "## Build it", "## What goes wrong",
              "## Exercises", "## What to remember"]  # fmt: skip
    assert [head for head in heads if head in wanted] == wanted
