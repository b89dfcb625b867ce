"""One submission, from what was handed in to marks: a function of its arguments alone."""

import time
from typing import NamedTuple

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from classroom import clean, collect, draw, judge, notebook, questions, restore, run


class Order(NamedTuple):
    """What is to be graded, with all that is needed for it."""

    assignment: str
    student: str
    secret: str
    more: int  # see draw.numbers
    locked: dict | None  # hashes of the cells that were handed out, where it was recorded
    submitted: dict | None
    why: str = ""  # it could not be read
    hash: str = ""  # of the file
    seconds: float = run.SECONDS
    unsafe: bool = False
    book: str = ""  # where the book is


class Graded(NamedTuple):
    student: str
    hash: str
    notebook: dict  # with outputs as nbgrader reads them
    marks: list[judge.Mark]
    flags: list[str]
    found: dict[str, list]  # by question, what was handed out
    seconds: float


def grade(order: Order) -> Graded:
    """Runs a submission in the sandbox and marks it.

    Raises RuntimeError without a sandbox, ValueError if this is not what was handed out.
    """
    begun = time.monotonic()
    module = questions.load(order.assignment)
    drawn = draw.numbers(module, order.secret, order.student, order.more)
    handed_out = notebook.student(module, drawn, order.secret, order.student)
    if order.locked not in (None, restore.locked(handed_out)):
        raise ValueError(f"{order.assignment} is not any more what {order.student} was handed out")
    book, flags = restore.restored(handed_out, order.submitted)
    flags = [order.why] * bool(order.why) + flags
    flags = whose(order) + flags
    asked = judge.questions_of(module)
    tried = {n: judge.tries(q, drawn, order.secret, order.student) for n, q in asked.items()}
    stopped = _ran(book, asked, tried, order) if order.submitted else {}
    flags += [f"{cell}: {why}" for cell, why in stopped.items()]
    cells = {cell.id: cell for cell in book.cells}
    found = {name: collect.found(cells[f"{name}-marks"], name) for name in asked}
    marks = []
    for name, question in asked.items():
        given = found[name] if order.submitted else ["blank"] * max(1, len(tried[name]))
        mark = judge.marked(question, given, drawn, tried[name])
        if not mark.points:
            why = (stopped.get(cell) for cell in (name, f"{name}-marks"))
            says = [*map(STOPPED.format, filter(None, why)), mark.says]
            mark = mark._replace(says=" ".join(says))
        cells[f"{name}-marks"].outputs = judge.shown(mark, order.book)
        marks.append(mark)
    canaries = [collect.handed(cell, "canary") for cell in book.cells if cell.id in CANARIES]
    flags += collect.tampered(*canaries) if len(canaries) == 2 else []
    book = _leave(book, handed_out)
    book.metadata["unrolled"] = dict(book.metadata["unrolled"]) | {
        "hash": order.hash, "book": order.book, "flags": flags,
        "points": sum(mark.points for mark in marks),
    }  # fmt: skip
    seconds = time.monotonic() - begun
    return Graded(order.student, order.hash, book, marks, flags, found, seconds)


def whose(order: Order) -> list[str]:
    """What is odd about where a notebook says it comes from."""
    told = order.submitted or {}
    of, student = told.get("assignment", order.assignment), told.get("student", order.student)
    out = [f"this is a notebook of {of}"] * (of != order.assignment)
    whose = student or "the book, for those who study alone"
    return out + [f"this is the notebook of {whose}"] * (student != order.student)


CANARIES = ("canary-before", "canary-after")
STOPPED = "Its cell was stopped: {}."


def _ran(book: NotebookNode, asked: dict, tried: dict, order: Order) -> dict[str, str]:
    """Runs it with the grader's cells in the place of the checks."""
    for cell in book.cells:
        name = cell.id.removesuffix("-marks")
        if cell.id.endswith("-marks") and name in asked:
            cell.source = collect.collecting(asked[name], tried[name])
    before, after = (new_code_cell(collect.CANARY, id=name) for name in CANARIES)
    before.source = collect.GUARD.format(most=run.SAYS) + before.source
    book.cells.insert(0, before)  # above whatever a student may have put first
    book.cells.append(after)
    return run.run(book, order.seconds, order.unsafe)


def _leave(book: NotebookNode, handed_out: dict) -> NotebookNode:
    """What is kept: the cells as handed out with what is safe to show, and nothing hidden."""
    sources = {cell["id"]: cell["source"] for cell in handed_out["cells"]}
    book.cells = [cell for cell in book.cells if cell.id not in CANARIES]
    for cell in book.cells:
        if cell.id.endswith("-marks"):
            cell.source = sources[cell.id]
        elif cell.cell_type == "code":
            cell.outputs = clean.outputs(cell.outputs)
        else:
            theirs = sources.get(cell.id) != cell.source
            cell.source = clean.harmless(cell.source) if theirs else cell.source
    nbformat.validate(book)
    text = nbformat.writes(book).encode("utf-8", "replace")
    return nbformat.reads(text.decode(), 4)
