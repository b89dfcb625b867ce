"""Turns the numbers that a sandbox returned into points and feedback; no answer goes into it.

In the place of each check the grader has `collecting` run: it reads a variable, or calls a function
on cases of the student's own, and hands the numbers out. They are compared here.
"""

from types import ModuleType
from typing import NamedTuple

import numpy as np
from nbformat import NotebookNode
from nbformat.v4 import new_output

from classroom.draw import cases
from classroom.flags import Flag
from classroom.locked import NEARLY
from classroom.notebook import NEAR
from classroom.questions import (
    Code,
    Drawn,
    Numbers,
    automatic,
    function,
    outcome,
    solved,
    values,
    wrong,
)
from unrolled.page.ask import RIGHT, TOLERANCE, WRONG, judge

SHARE = 0.5  # of the points, where the slip is only one
ODD = 0.01  # what is less probable than this is no chance


class Mark(NamedTuple):
    """What became of a question."""

    name: str
    points: float
    most: int
    says: str  # HTML


def marked(question: Numbers | Code, given: list, drawn: Drawn, tried: list[tuple]) -> Mark:
    """Points and a sentence for what a question's cell handed out, see `collect.found`."""
    if not given:
        return _mark(question, 0, "The check of this question returned no result.")
    if isinstance(question, Numbers):
        said = _number(question, given[0], drawn)
    else:
        said = _function(question, given, tried)
    if said == RIGHT:
        return _mark(question, 1, "Right.")
    known = said in _sentences(question, drawn)
    where = f' <a href="{{book}}/{question.see}">Where the book explains it</a>.'
    return _mark(question, SHARE if known else 0, said + where)


def _mark(question, share: float, says: str) -> Mark:
    return Mark(question.name, share * question.points, question.points, says)


def _sentences(question: Numbers | Code, drawn: Drawn) -> set[str]:
    if isinstance(question, Code):
        return {slip.says for slip in question.slips.values()}
    known = {says for _, says in wrong(question, drawn)} | {NEARLY.capitalize()}
    return known if question.tolerance else set()


def _number(question: Numbers, given: list[float] | str, drawn: Drawn) -> str:
    if given in ("blank", "none"):
        return "No answer."
    if isinstance(given, str):
        return f"Your answer could not be read: {_escaped(given)}."
    right = values(question, drawn)
    if len(given) != len(right):
        return f"Expected {len(right)} numbers, got {len(given)}."
    tolerance = max(question.tolerance, 1e-9)
    if judge(right, given, [], tolerance) == RIGHT:
        return RIGHT
    said = judge(right, given, wrong(question, drawn), tolerance)
    if said != WRONG:
        return said
    third = question.tolerance == TOLERANCE and judge(right, given, [], 4 * TOLERANCE) == RIGHT
    return NEARLY.capitalize() if third else "Wrong, and not by one of the known mistakes."


def _function(question: Code, given: list, tried: list[tuple]) -> str:
    if len(given) != len(tried):
        return "Your function returned results for only some cases."
    for n, each in enumerate(given, 1):
        if each == "blank":
            return "No answer."
        if each == "none":
            return "Your function returned None: is a <code>return</code> missing?"
        if isinstance(each, str):
            return f"Case {n} of {len(tried)}: {_escaped(each)}."
    right = [outcome(solved(question)(*args)) for args in tried]
    if _agree(given, right):
        return RIGHT
    for slip in question.slips.values():
        if _agree(given, [outcome(slip.gives(*args)) for args in tried]):
            return slip.says
    stub = function(question.stub, question.name)
    if _agree(given, [outcome(stub(*args)) for args in tried]):
        return "No answer."
    n = next(n for n, pair in enumerate(zip(given, right, strict=True), 1) if not _near(*pair))
    return f"Case {n} of {len(tried)} gives a wrong result, and not by one of the known mistakes."


def _agree(given: list, right: list) -> bool:
    return all(_near(g, r) for g, r in zip(given, right, strict=True))


def _near(given: list, right: np.ndarray) -> bool:
    """In plain Python: nothing that a notebook could have patched."""
    return len(given) == len(right) and all(
        abs(g - r) <= NEAR * max(1.0, abs(r)) for g, r in zip(given, right.tolist(), strict=True)
    )


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("{", "&#123;")


def shown(mark: Mark, book: str) -> list[NotebookNode]:
    """The outputs of a check as nbgrader reads them: a sentence, and the points as a result."""
    says = mark.says.replace("{book}", book)
    text = f"<p><strong>{mark.points:g} of {mark.most}.</strong> {says}</p>"
    return [
        new_output("display_data", {"text/html": text, "text/plain": says}),
        new_output("execute_result", {"text/plain": repr(mark.points)}, execution_count=1),
    ]


def copied(
    asked: list[Numbers], wrong: dict[str, list], rights: dict[str, dict[str, list]], student: str
) -> list[Flag]:
    """Whose numbers wrong answers are made of, where this can hardly be chance.

    `wrong` are rows by question, `rights` everybody's right ones. In a large class a number alone
    is somebody's: what is asked is how probable it is that any of them has all of these.
    """
    chance, where = {}, {}
    for question in asked:
        row = wrong.get(question.name)
        everybody = rights[question.name]
        spread = np.ptp(list(everybody.values()), axis=0)
        at_once = np.prod(np.minimum(1, 2 * question.tolerance / np.maximum(spread, 1e-9)))
        for other, right in everybody.items():
            if other != student and row and _close(row, right, question.tolerance):
                chance[other] = chance.get(other, len(everybody)) * at_once
                where.setdefault(other, []).append(question.name)
    whose = min(chance, key=chance.get, default="")
    if chance.get(whose, 1) > ODD:
        return []
    return [Flag("these are another student's numbers", whose, name) for name in where[whose]]


def _close(row: list, right: list, tolerance: float) -> bool:
    return len(row) == len(right) and judge(right, row, [], tolerance) == RIGHT


def questions_of(module: ModuleType) -> dict[str, Numbers | Code]:
    return {question.name: question for question in automatic(module)}


def tries(question: Numbers | Code, drawn: Drawn, secret: str, student: str) -> list[tuple]:
    return cases(question, drawn, secret, student) if isinstance(question, Code) else []


def by_hand(module: ModuleType) -> list[Numbers]:
    """The questions whose answers nobody else has."""
    return [q for q in automatic(module) if isinstance(q, Numbers) and q.tolerance]
