"""No number of a question stands there by hand alone: code that the build runs holds it.

A decimal, a percentage or a number of thousands in a question's texts must stand, digit for digit,
in a code cell of the same notebook as well, where `says`, a claim, a witness or a figure uses it.
What is given in a question may stand in that question's code. `test_says` holds the text.
"""

import ast
import io
import re
import tokenize
from decimal import Decimal

import nbformat
import pytest

from tests.book.test_budgets import each_chapter, read

NUMBER = re.compile(
    r"(?<![\w.])(?:\d+\.\d+(?:e-?\d+)?|\d{1,3}(?:,\d{3})+|\d+(?=\s?\\?%))(?![\d]|\.\d)"
)
IN_CODE = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?:e-?\d+)?")
NO_PROSE = re.compile(r"(?s)`[^`]*`|^:\w[\w-]*:.*?$|\]\([^)]*\)|\d+(?:\.\d+)?(?:em|px|ex|pt)", re.M)


def numbers(text: str) -> list[str]:
    """The decimals, percentages and thousands of a text, as they are written there."""
    text = re.sub(r"\s*\\cdot\s*10\^\{?(-?\d+)\}?", r"e\1", text)
    return NUMBER.findall(NO_PROSE.sub(" ", text.replace("{,}", ",").replace("\\,", " ")))


def known(code: str) -> set[Decimal]:
    """All numbers of a program, in its strings too, but not in its comments."""
    pieces = tokenize.generate_tokens(io.StringIO(code).readline)
    plain = " ".join(piece.string for piece in pieces if piece.type != tokenize.COMMENT)
    return {Decimal(x) for x in IN_CODE.findall(re.sub(r"(?<=\d)[_,](?=\d{3})", "", plain))}


def asked(code: str) -> tuple[str, str]:
    """The texts of a question, and the rest of its code."""
    tree = ast.parse(code)
    (call,) = (
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "ask"
    )
    read = [arg for arg in call.args[1:2]] + [
        word.value
        for word in call.keywords
        if word.arg in ("because", "options", "order", "labels")
    ]
    texts = [
        node.value
        for part in read
        for node in ast.walk(part)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    rest = [word.value for word in call.keywords if word.arg in ("answer", "slips")]
    rest += [node for node in tree.body if not isinstance(node, ast.Expr)]
    return "\n".join(texts), "\n".join(map(ast.unparse, rest))


def loose(notebook: nbformat.NotebookNode) -> list[str]:
    """The numbers of questions that no code holds, each with the cell in which it stands."""
    cells = [
        (n, cell, "ask" in cell.metadata.get("tags", ())) for n, cell in enumerate(notebook.cells)
    ]
    held = set()
    for _, cell, question in cells:
        if cell.cell_type == "code" and not question:
            held |= known(cell.source)
    found = []
    for n, cell, question in cells:
        if question:
            text, own = asked(cell.source)
            here = held | known(own)
            found += [f"cell {n}: {x}" for x in numbers(text) if not ways(x) & here]
    return found


def ways(number: str) -> set[Decimal]:
    """How code may write it: 3.2 (per cent) is 0.032 too."""
    value = Decimal(number.replace(",", ""))
    return {value, value / 100}


@each_chapter
def test_every_number_of_a_question_is_held_by_code(name):
    assert loose(read(name)) == []


@each_chapter
def test_no_check_gives_an_answer_away(name):
    """Below a question and among the exercises only an equation has a ✓ line; others are hidden."""
    open_checks = []
    asked_before = False
    exercise = False
    for cell in read(name).cells:
        tags = cell.metadata.get("tags", ())
        if cell.cell_type == "markdown":
            exercise = "## Exercises" in cell.source or exercise
            exercise = exercise and "## What to remember" not in cell.source
        if "check" not in tags:
            asked_before = "ask" in tags
        elif (asked_before or exercise) and "witness(" not in cell.source:
            open_checks.append(cell.source)
    assert open_checks == []


@pytest.mark.parametrize("wrong", ["2.209", "12 %", "1,001"])
def test_a_number_that_no_code_holds_is_found(wrong):
    ask = f'ask("x", "The loss is 2.208, 11 % of it, in 1,000 cases: {wrong}.", answer=1)'
    cells = [
        nbformat.v4.new_code_cell(ask, metadata={"tags": ["ask"]}),
        nbformat.v4.new_code_cell('claim("x", f"{p:.3f}" == "2.208", 0.11, 1000)  # 2.209'),
    ]
    assert loose(nbformat.v4.new_notebook(cells=cells)) == [f"cell 0: {wrong.split()[0]}"]


if __name__ == "__main__":
    import sys

    for name in sys.argv[1:]:
        print(name, *loose(read(name)), sep="\n  ")
