"""Lay out a new chapter: its notebook, its rooms in package and tests, its line in _toc.yml.

    make chapter NAME=diffusion

What is laid out is empty, and its tests fail until it is written.
"""

import keyword
import re
import sys
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tests.book.canonical import canonical

COURSEWORK = "  - caption: Coursework\n"  # a new chapter is the last one before it

ROOM = {
    "__init__.py": '''
"""{name}: what this chapter is about, in one line.

Notebook: book/{name}.ipynb
"""
''',
    "cover.py": '''
"""The chapter's small picture on the front page. Notebook: book/intro.ipynb"""

from unrolled.page.figure import Figure


def cover() -> Figure:
    """What the picture shows, in one line."""
    raise NotImplementedError("{name}: its cover is not drawn yet")
''',
    "slips.py": '''
"""Known mistakes of this chapter, as functions of what the right one takes, each with its answer.

Notebook: book/{name}.ipynb
"""
''',
}
TESTS = {
    "__init__.py": "",
    "calls.py": '''
"""A right call, or two, of every public function of the room's mathematics; see `tests.fuzz`."""

CALLS = {{}}
''',
    "places.py": '''
"""Where the chapter's equations stand in the documents, and what the documents compute there."""

PLACES = {{}}
''',
    "planted.py": '''
"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {{}}
''',
    "test_cover.py": '''
"""The cover of the chapter shows what it says."""

from unrolled.{name}.cover import cover


def test_the_cover_says_what_it_shows():
    assert cover().label
''',
    "test_{name}.py": '''
"""The chapter's mathematics: its gradient, an invariant, its PyTorch twin, the printed numbers."""

import pytest


def test_the_chapter_has_tests_of_its_own():
    pytest.fail("{name}: write the test of its gradient first")
''',
}
HEADS = ("Your turn", "Build it", "What goes wrong", "Exercises", "What to remember")


def check_name(root: Path, name: str) -> None:
    """Raises ValueError for what is no name of a module, or is taken."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise ValueError(f"NAME: got {name!r}, expected a word like resnet or residual_networks")
    for path in list_folders(root, name):
        if path.exists():
            raise ValueError(f"NAME: got {name!r}, but {path.relative_to(root)} is there already")


def list_folders(root: Path, name: str) -> list[Path]:
    """What belongs to a chapter alone: a notebook and two rooms."""
    return [root / f"book/{name}.ipynb", root / f"src/unrolled/{name}", root / f"tests/{name}"]


def draft_notebook(name: str) -> str:
    """A notebook with the headings that every chapter has, and nothing under them."""
    title = name.replace("_", " ").capitalize()
    aims = "You will be able to\n\n- outcome 0.\n\nYou need {doc}`mlp`."
    texts = [f"# {title}", aims, "## Check yourself first"]
    cells = [new_markdown_cell(text) for text in (*texts, *(f"## {head}" for head in HEADS))]
    cells.insert(1, new_code_cell("import numpy as np", metadata={"tags": ["remove-cell"]}))
    for n, cell in enumerate(cells):
        cell.id = f"{name}-{n}"[-64:]
    told = {"outcomes": ["outcome 0"], "question": "which question does this chapter answer?"}
    notebook = new_notebook(cells=cells, metadata={"unrolled": told})
    return canonical(nbformat.writes(notebook))


def lay_out(root: Path, name: str) -> list[Path]:
    """Write the files of a new chapter and its line in `_toc.yml`; returns what was written."""
    check_name(root, name)
    notebook, room, tests = list_folders(root, name)
    notebook.write_text(draft_notebook(name), encoding="utf-8")
    written = [notebook]
    for folder, files in ((room, ROOM), (tests, TESTS)):
        folder.mkdir()
        for file, text in files.items():
            path = folder / file.format(name=name)
            path.write_text(text.format(name=name).lstrip(), encoding="utf-8")
            written.append(path)
    contents = root / "_toc.yml"
    before, found, after = contents.read_text("utf-8").partition(COURSEWORK)
    if not found:
        raise ValueError("_toc.yml: expected a part Coursework after the chapters")
    line = f"      - file: book/{name}\n"
    contents.write_text(before + line + found + after, encoding="utf-8")
    return [*written, contents]


if __name__ == "__main__":
    here = Path.cwd()
    try:
        for path in lay_out(here, sys.argv[1] if len(sys.argv) > 1 else ""):
            print(path.relative_to(here))
    except ValueError as error:
        sys.exit(str(error))
    print("Its tests fail until it is written: CONTRIBUTING.md says in which order.")
