"""Notebooks of an assignment: the student's, and the teacher's with solutions and rubrics.

Every cell has an id that begins with the name of its question. A student writes into the cells with
the role `answer` and may add cells; the others are locked: the grader puts them back.
"""

import json
from copy import deepcopy
from types import ModuleType

import numpy as np

from classroom.draw import example
from classroom.locked import OPEN, lock
from classroom.questions import (
    Code,
    Drawn,
    Explain,
    Numbers,
    Question,
    automatic,
    function,
    outcome,
    solved,
    values,
    wrong,
)

NEAR = 1e-6  # how near the result of a function is to be, times its size where that is above 1
WRITE = "*Write here.*"
HOW = (
    "Answers go into the cells that begin with `# yours`; you may add cells. The check below each"
    " answer tells you whether it is right, or that it is judged later. Numbers are asked for to"
    " three decimals: keep more on the way, and round at the end. Your functions are also run on"
    " inputs of other sizes. The grader runs your notebook once from top to bottom, so before you"
    " hand in, restart the kernel and run all cells."
)
UNTOUCHED = "no answer yet: this is what the cell gives as it was handed out."
FIRST = "# @title Run this cell first. It defines check; its messages open with an answer."


def student(module: ModuleType, drawn: Drawn, secret: str = "", name: str = "") -> dict:
    """The notebook that a student gets, with these numbers, as JSON."""
    cells = [
        _text(
            "title",
            f"# Assignment: {module.TITLE}\n\n{module.INTRO}\n\n{_about(module, name)}{HOW}",
        ),
        _code("setup", _setup(module, drawn, secret, name), folded=True),
        _text("numbers-text", _for_whom(name)),
        _code("numbers", "\n".join(_given(module, k, v) for k, v in drawn.items())),
    ]
    for number, question in enumerate(module.QUESTIONS, 1):
        text = question.text(drawn) if callable(question.text) else question.text
        head = f"## {number} ({points(question.points)})\n\n{text}"
        if isinstance(question, Explain):
            cells += [
                _text(f"{question.name}-text", head),
                _text(question.name, WRITE, _graded(question, True)),
            ]
            continue
        cells += [
            _text(f"{question.name}-text", head),
            _code(question.name, blank(question), _graded(question, True)),
            _code(
                f"{question.name}-marks",
                check(question, drawn, secret, name),
                _graded(question, False),
            ),
        ]
    meta = {"assignment": module.CHAPTER, "student": name}
    return {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
            "unrolled": meta,
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def teacher(module: ModuleType, drawn: Drawn, mine: dict) -> dict:
    """A student's notebook with all answers in it."""
    book = deepcopy(mine)
    for question in module.QUESTIONS:
        cell = next(c for c in book["cells"] if c["id"] == question.name)
        cell["source"] = solution(question, drawn)
    return book


def blank(question: Numbers | Code) -> str:
    """What stands in the cell for the answer before there is one."""
    if isinstance(question, Code):
        return f"# yours\n{question.stub.strip()}"
    shown = [f"... # {label}" if label else "..." for label in question.labels]
    if question.labels == ("",):
        return f"# yours\n{question.name} = ..."
    lines = "".join(f"    ...,  # {label}\n" for label in question.labels)
    return f"# yours\n{question.name} = [\n{lines}]" if shown else ""


def solution(question: Question, drawn: Drawn) -> str:
    """The same cell with the answer."""
    if isinstance(question, Explain):
        return question.model
    if isinstance(question, Code):
        return f"# yours\n{question.solution.strip()}"
    row = [repr(float(round(x, 6))) for x in values(question, drawn)]
    return f"# yours\n{question.name} = " + (f"[{', '.join(row)}]" if len(row) > 1 else row[0])


def check(question: Numbers | Code, drawn: Drawn, secret: str, name: str) -> str:
    """The cell that says what is known of an answer before it is handed in."""
    if isinstance(question, Numbers):
        return f'check("{question.name}", lambda: {question.name}, {len(question.labels)})'
    args, right, _ = example(question, drawn, solved(question), secret, name)
    shown = "".join(f"    {literal(arg)},\n" for arg in args)
    return (
        f"example = (\n{shown})\n"
        f'check("{question.name}", lambda: {question.name}(*deepcopy(example)), {len(right)})'
    )


def literal(value: object) -> str:
    """An array or a number as code, with no more digits than it has."""
    if isinstance(value, (str, list)):
        return repr(value)
    array = np.asarray(value)
    if array.ndim == 0:
        return repr(array.item())
    text = repr(array.tolist())
    if array.ndim > 1 and len(text) > 40:
        text = text.replace("], [", "],\n    [")
    return f"np.array({text})"


def points(n: int) -> str:
    return "1 point" if n == 1 else f"{n} points"


def _given(module: ModuleType, name: str, value: object) -> str:
    means = module.MEANS.get(name)
    return (f"# {means}\n" if means else "") + f"{name} = {literal(value)}"


def _about(module: ModuleType, name: str) -> str:
    """How long it takes and what there is to be had; in the book with the way to the chapter."""
    most = sum(question.points for question in module.QUESTIONS)
    chapter = "" if name else f" Read [the chapter](../{module.CHAPTER}.ipynb) first."
    worth = f"This takes about {module.MINUTES} minutes and is worth {points(most)}."
    return f"{worth}{chapter}\n\n"


def _for_whom(name: str) -> str:
    whose = f"These are the numbers of {name}." if name else "These are the numbers of the book."
    return f"## The numbers\n\n{whose}"


def _setup(module: ModuleType, drawn: Drawn, secret: str, name: str) -> str:
    locks = {}
    given = {key: np.asarray(value).tolist() for key, value in drawn.items()}
    for question in automatic(module):
        if isinstance(question, Code):
            args, right, slips = example(question, drawn, solved(question), secret, name)
            untouched = outcome(function(question.stub, question.name)(*args)), UNTOUCHED
            known = [(right, "right for this example."), *slips, untouched]
            near = NEAR
            known = [k for i, k in enumerate(known) if _other(k[0], known[:i])]
        elif question.visible:
            known = [(values(question, drawn), "right."), *wrong(question, drawn)]
            near = question.tolerance
        else:
            continue
        locks[question.name] = lock(name, question.name, known, near)
    data = {"SALT": name, "GIVEN": given, "LOCKS": locks}
    return "\n".join([FIRST, OPEN, *(f"{key} = {json.dumps(data[key])}" for key in data)])


def _other(value: np.ndarray, known: list) -> bool:
    """Whether an example tells this slip from the answer: some have no effect on some numbers."""
    return not any(np.shape(value) == np.shape(v) and np.allclose(value, v) for v, _ in known)


def _graded(question: Question, answer: bool) -> dict:
    """What nbgrader has to know of a cell."""
    manual = isinstance(question, Explain)
    about = {
        "grade": manual or not answer,
        "solution": answer,
        "locked": not answer,
        "task": False,
        "grade_id": question.name if answer else f"{question.name}-marks",
        "schema_version": 3,
        "cell_type": "markdown" if manual else "code",
    }
    return {"nbgrader": about | ({"points": question.points} if about["grade"] else {})}


def _text(name: str, source: str, meta: dict | None = None) -> dict:
    return {"cell_type": "markdown", "id": name, "metadata": meta or {}, "source": source}


def _code(name: str, source: str, meta: dict | None = None, folded: bool = False) -> dict:
    meta = (meta or {}) | ({"jupyter": {"source_hidden": True}} if folded else {})
    meta |= {"tags": ["hide-input"], "cellView": "form"} if folded else {}
    return {
        "cell_type": "code",
        "id": name,
        "metadata": meta,
        "source": source,
        "execution_count": None,
        "outputs": [],
    }
