"""The sentences of a notebook, and those whose numbers no `says` holds.

    python -m tests.book.sentences gru

prints them, each under the number of its cell. A sentence needs no check where it is

- a heading, an equation, code, or the text of an exercise (its hint, answer and solution do);
- the false statement of a *find the error*;
- without other numbers than 0, 1 and −1;
- in `tests/<chapter>/given.txt`, a sentence a line: its numbers are given, not computed.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import nbformat

from unrolled.page.says import typed_numbers

ROOT = Path(__file__).parents[2]
FENCED = re.compile(r"(?ms)^```(?!\{margin\}).*?^```$")
DISPLAYED = re.compile(r"(?ms)^\$\$.*?^\$\$.*?$")
FOLDED = re.compile(r"(?ms)^(:{3,})\{dropdown\}.*?^\1$")
WRONG = re.compile(r"(?ms)^\*\*Find the error.*?(?=\n\n|\Z)")
NO_PROSE = re.compile(r"#|:|```|%|\(.*\)=$|\|[\s|:-]+$")
MARKER = re.compile(r"^\s*(?:[-*]|\d+\.)\s+")
END = re.compile(r"(?<=[.?!:])(?:[*”\")]*)\s+(?=[A-Z*“\"$(\\{])")


def read(name: str) -> nbformat.NotebookNode:
    return nbformat.read(ROOT / f"book/{name}.ipynb", as_version=4)


def given(name: str) -> list[str]:
    """The sentences of a notebook that its file allows."""
    path = ROOT / f"tests/{name}/given.txt"
    return path.read_text("utf-8").splitlines() if path.exists() else []


def joined(text: str) -> str:
    """The text with a single blank wherever there is white space."""
    return " ".join(text.split())


def sentences(text: str) -> Iterator[str]:
    """The sentences of Markdown; a row of a table is one."""
    for line in DISPLAYED.sub("", FENCED.sub("", text)).splitlines():
        if not NO_PROSE.match(line):
            yield from filter(None, map(joined, END.split(MARKER.sub("", line))))


def numbers(sentence: str) -> set[str]:
    """Its numbers as typed, but 0, 1 and −1."""
    return {number.text for number in typed_numbers(sentence)} - {"0", "1", "-1", "−1"}


def told(notebook: nbformat.NotebookNode) -> Iterator[tuple[int, str]]:
    """The sentences that state something, with the numbers of their cells."""
    is_exercise = False
    for n, cell in enumerate(notebook.cells):
        if cell.cell_type != "markdown":
            continue
        heads = re.findall(r"(?m)^## (.+)$", cell.source)
        is_exercise = heads[-1] == "Exercises" if heads else is_exercise
        text = WRONG.sub("", cell.source)
        if is_exercise:
            text = "\n".join(fold[0] for fold in FOLDED.finditer(text))
        for sentence in sentences(text):
            yield n, sentence


def said(notebook: nbformat.NotebookNode, by: str = "says") -> list[str]:
    """The sentences of the calls of `says`, or of `claim`; they are literals."""
    calls = (
        node
        for cell in notebook.cells
        if cell.cell_type == "code"
        for node in ast.walk(ast.parse(cell.source))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == by
    )
    return [joined(ast.literal_eval(call.args[0])) for call in calls]


def unheld(notebook: nbformat.NotebookNode, allowed: list[str]) -> list[tuple[int, str]]:
    """The sentences with a number that are no part of a `says`, and not allowed."""
    held = said(notebook)
    return [
        (n, sentence)
        for n, sentence in told(notebook)
        if numbers(sentence)
        and sentence not in allowed
        and not any(sentence in whole for whole in held)
    ]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        found = unheld(read(name), given(name))
        print(f"{name}: {len(found)}", *(f"[{n}] {text}" for n, text in found), sep="\n  ")
