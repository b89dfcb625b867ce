"""From what a sandbox gave back to points and sentences. No answer ever goes into the sandbox.

In the place of each check the grader has `collecting` run: it reads a variable, or calls a function
on cases of the student's own, and hands the numbers out. They are compared here.
"""

import math
from types import ModuleType
from typing import NamedTuple

import numpy as np
from nbformat import NotebookNode
from nbformat.v4 import new_output

from classroom.draw import cases
from classroom.notebook import NEAR
from classroom.questions import Code, Drawn, Numbers, automatic, outcome, solved, values, wrong
from unrolled.page.ask import RIGHT, judge

SHARE = 0.5  # of the points, where the slip is only one


class Mark(NamedTuple):
    """What became of a question."""

    name: str
    points: float
    most: int
    says: str  # HTML


def marked(question: Numbers | Code, given: object, drawn: Drawn, tried: list[tuple]) -> Mark:
    """Points and a sentence for what a question's cell handed out."""
    if not isinstance(given, list) or not given:
        return _mark(question, 0, "Nothing came back: the cell was stopped before its end.")
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
    return {says for _, says in wrong(question, drawn)} if question.tolerance else set()


def _number(question: Numbers, given: object, drawn: Drawn) -> str:
    if given == "blank":
        return "No answer."
    if isinstance(given, str):
        return f"It could not be read: {_escaped(given)}."
    right = values(question, drawn)
    if len(given) != len(right) or not _finite(given):
        return f"{len(given)} numbers came back, {len(right)} finite ones were asked for."
    said = judge(right, given, wrong(question, drawn), max(question.tolerance, 1e-9))
    return "Wrong, and none of the usual slips." if said == "wrong" else said


def _function(question: Code, given: list, tried: list[tuple]) -> str:
    if len(given) != len(tried):
        return "Not all cases came back."
    for n, each in enumerate(given, 1):
        if each == "blank":
            return "No answer."
        if isinstance(each, str):
            return f"Case {n} of {len(tried)}: {_escaped(each)}."
    right = [outcome(solved(question)(*args)) for args in tried]
    if _agree(given, right):
        return RIGHT
    for slip in question.slips.values():
        if _agree(given, [outcome(slip.gives(*args)) for args in tried]):
            return slip.says
    n = next(n for n, pair in enumerate(zip(given, right, strict=True), 1) if not _near(*pair))
    return f"Case {n} of {len(tried)} comes out wrong, and by none of the usual slips."


def _agree(given: list, right: list) -> bool:
    return all(_near(g, r) for g, r in zip(given, right, strict=True))


def _near(given: list, right: np.ndarray) -> bool:
    """In plain Python: nothing that a notebook could have patched."""
    return len(given) == len(right) and all(
        math.isfinite(g) and abs(g - r) <= NEAR * max(1.0, abs(r))
        for g, r in zip(given, right.tolist(), strict=True)
    )


def _finite(row: list) -> bool:
    return all(isinstance(x, float) and math.isfinite(x) for x in row)


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


def copied(question: Numbers, given: object, others: dict[str, list[float]]) -> str:
    """Whose numbers a wrong answer is made of, if anybody's."""
    if not isinstance(given, list) or not given or not isinstance(given[0], list):
        return ""
    row = given[0]
    for student, right in others.items():
        if len(row) == len(right) and all(
            abs(a - b) <= question.tolerance for a, b in zip(row, right, strict=True)
        ):
            return student
    return ""


def questions_of(module: ModuleType) -> dict[str, Numbers | Code]:
    return {question.name: question for question in automatic(module)}


def tries(question: Numbers | Code, drawn: Drawn, secret: str, student: str) -> list[tuple]:
    return cases(question, drawn, secret, student) if isinstance(question, Code) else []


def by_hand(module: ModuleType) -> list[Numbers]:
    """The questions whose answers nobody else has."""
    return [q for q in automatic(module) if isinstance(q, Numbers) and q.tolerance]
