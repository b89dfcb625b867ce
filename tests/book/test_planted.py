"""Break the package, and the chapter must refuse to run: its witnesses are no decoration.

What is planted for a chapter stands in tests/<chapter>/planted.py. It is the witness of an equation
that must stop the chapter; where a chapter has none, as notation, what is claimed of the code.
"""

import re
import shutil
from importlib import import_module

import nbformat
import pytest

from tests.conftest import ROOT

ROOMS = sorted(path.parent.name for path in (ROOT / "tests").glob("*/planted.py"))
ERRORS = {
    (room, name): error
    for room in ROOMS
    for name, error in import_module(f"tests.{room}.planted").PLANTED.items()
}


def has_equations(chapter):
    notebook = nbformat.read(ROOT / f"book/{chapter}.ipynb", as_version=4)
    return any(re.search(r"^\$\$ \(eq-", cell.source, re.M) for cell in notebook.cells)


def test_every_chapter_with_equations_has_planted_errors():
    chapters = {path.stem for path in (ROOT / "book").glob("*.ipynb")}
    assert {chapter for chapter in chapters if has_equations(chapter)} <= {*ROOMS}


@pytest.fixture
def copy(tmp_path):
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src/unrolled", tmp_path / "unrolled", ignore=ignored)
    return tmp_path


@pytest.mark.parametrize(("chapter", "error"), ERRORS, ids=map("-".join, ERRORS))
def test_the_chapter_stops_at_a_planted_error(run, copy, chapter, error):
    """As the package is, it runs to its end: `test_notebooks` holds that."""
    name, right, wrong = ERRORS[chapter, error]
    path = copy / "unrolled" / name
    text = path.read_text("utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong), encoding="utf-8")
    if has_equations(chapter):
        said = run("proved", chapter, copy)
        label = f"eq-{chapter.replace('_', '-')}"
        stopped = rf"AssertionError: ({label}|[A-E]\d+: )"  # an equation, or an entry of errata
    else:
        said = run("ended", chapter, copy)
        stopped = r"unrolled/page/\w+\.py[\s\S]*AssertionError: "
    assert re.search(stopped, said), said or "it ran to its end"
