"""The table of planted errors is that of the book as it is, and has no hole without a reason."""

import re
import subprocess
import sys

import pytest

from tests.book.prove import NO_KIND, TABLE, UNKNOWN
from tests.conftest import ROOT

TEXT = TABLE.read_text("utf-8")
LINES = {line.split(" |")[0]: line for line in TEXT.splitlines() if line.startswith("| eq-")}


def test_every_labelled_equation_has_a_line_and_every_hole_a_reason():
    books = [path.read_text("utf-8") for path in (ROOT / "book").glob("*.ipynb")]
    labels = {label for text in books for label in re.findall(r'"\$\$ \((eq-[\w-]+)\)', text)}
    assert {line.removeprefix("| ") for line in LINES} == labels
    assert UNKNOWN not in TEXT
    assert NO_KIND not in TEXT


@pytest.mark.parametrize("chapter", ["language_models", "remedies"])
def test_planted_anew_the_errors_of_a_chapter_are_caught_as_the_table_says(chapter):
    command = [sys.executable, "-m", "tests.book.prove", chapter]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    found = [line for line in said.splitlines() if line.startswith("| eq-")]
    assert len(found) > 5
    assert [LINES[line.split(" |")[0]] for line in found] == found
    assert UNKNOWN not in said
