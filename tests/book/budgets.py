"""What a chapter asks of its reader: words, code, equations and the length of sentences.

    python -m tests.book.budgets            a table of all chapters

Counted is what stands open on the page: not what a drop-down folds, not checks, not questions.
"""

import re
import sys
from pathlib import Path
from statistics import mean

import nbformat

BOOK = Path(__file__).parents[2] / "book"
LIMITS = {"words": 4000, "cells": 10, "lines": 100, "equations": 14, "short": 35}  # at most
MEAN = (13, 20)  # words a sentence
FEW = 9  # a sentence of fewer words is short
FOLDED = re.compile(r"(?ms)^(:{3,})\{dropdown\}.*?^\1$")
DIRECTIVE = re.compile(r"(?m)^:{3,}.*$|^:\w[\w-]*:.*$|^\(.+\)=$|^%.*$")
DISPLAY = re.compile(r"(?ms)^\$\$.*?^\$\$.*?$")
CLOSED = {"check", "ask", "hide-input", "remove-cell", "remove-input"}


def open_text(notebook: nbformat.NotebookNode) -> str:
    """The Markdown that is read without opening anything."""
    texts = (cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    return DIRECTIVE.sub("", FOLDED.sub("", "\n\n".join(texts)))


def words(text: str) -> int:
    """A formula, a reference and a piece of code are a word each."""
    text = re.sub(r"\{[\w:]+\}`[^`]*`|`[^`]*`|\$[^$]+\$", " x ", DISPLAY.sub("", text))
    return len(re.findall(r"[\w’'-]*\w", text))


def sentences(text: str) -> list[int]:
    """Words of each sentence of the prose, headings, lists and tables apart."""
    lines = [line for line in DISPLAY.sub("", text).splitlines() if not re.match(r"[#|]", line)]
    prose = re.sub(r"\{[\w:]+\}`[^`]*`|`[^`]*`|\$[^$]+\$", " x ", "\n".join(lines))
    prose = re.sub(r"(?m)^\s*(?:[-*]|\d+\.)\s+", "", prose)
    found = re.split(r"(?<=[.?!])[*_)”]*\s+|\n\s*\n", prose)
    return [n for n in map(words, found) if n]


def budget(notebook: nbformat.NotebookNode) -> dict[str, float]:
    """What the chapter spends; `short` is the percentage of short sentences."""
    text = open_text(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    seen = [cell for cell in code if not CLOSED & {*cell.metadata.get("tags", ())}]
    lengths = sentences(text)
    return {
        "words": words(text),
        "cells": len(seen),
        "lines": sum(len(cell.source.splitlines()) for cell in seen),
        "equations": len(re.findall(r"(?m)^\$\$ \(eq-", text)),
        "short": round(100 * mean(n < FEW for n in lengths)),
        "mean": round(mean(lengths), 1),
    }


def over(spent: dict[str, float]) -> list[str]:
    """What is beyond its limit."""
    most = [
        f"{name} {spent[name]} > {limit}" for name, limit in LIMITS.items() if spent[name] > limit
    ]
    low, high = MEAN
    return most + [f"mean {spent['mean']}"] * (not low <= spent["mean"] <= high)


def main(names: list[str]) -> None:
    """The table."""
    paths = [BOOK / f"{name}.ipynb" for name in names] or sorted(BOOK.glob("*.ipynb"))
    print(f"{'chapter':16}", *(f"{name:>9}" for name in (*LIMITS, "mean")))
    for path in paths:
        spent = budget(nbformat.read(path, as_version=4))
        print(f"{path.stem:16}", *(f"{value:9}" for value in spent.values()), *over(spent)[:1])


if __name__ == "__main__":
    main(sys.argv[1:])
