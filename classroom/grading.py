"""One submission, from what was handed in to marks: a function of its arguments alone."""

import time
from copy import deepcopy
from typing import NamedTuple

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from classroom import clean, collect, draw, judge, notebook, questions, restore, run, similar
from classroom.flags import Flag, placed


class Order(NamedTuple):
    """What is to be graded, with all that is needed for it."""

    assignment: str
    student: str
    secret: str
    more: int  # see draw.numbers
    locked: dict | None  # hashes of the cells that were handed out, where it was recorded
    raw: bytes  # the file; empty where it could not be read
    why: str = ""  # it could not be read
    hash: str = ""  # of the file
    seconds: float = run.SECONDS
    whole: float = run.WHOLE
    unsafe: bool = False
    book: str = ""  # where the book is


class Graded(NamedTuple):
    student: str
    hash: str
    notebook: NotebookNode  # with outputs as nbgrader reads them
    marks: list[judge.Mark]
    flags: list[Flag]
    found: dict[str, list]  # by question, what was handed out
    seconds: float


CANARIES = ("canary-before", "canary-after")
STOPPED = "The grader stopped its cell: {}."


def grade(order: Order) -> Graded:
    """Runs a submission in the sandbox and marks it.

    Raises RuntimeError without a sandbox, ValueError if this is not what was handed out.
    """
    begun = time.monotonic()
    module = questions.load(order.assignment)
    drawn = draw.numbers(module, order.secret, order.student, order.more)
    handed_out = notebook.student(module, drawn, order.secret, order.student)
    if order.locked not in (None, restore.locked(handed_out)):
        raise ValueError(f"{order.assignment} has changed since {order.student} was handed it")
    submitted, why = (None, order.why) if order.why else restore.read(order.raw)
    book, flags = restore.restored(handed_out, submitted)
    flags = [Flag(why)] * bool(why) + whose(order, submitted) + flags
    asked = judge.questions_of(module)
    tried = {n: judge.tries(q, drawn, order.secret, order.student) for n, q in asked.items()}
    stopped = _ran(book, asked, tried, order) if submitted else {}
    flags += [Flag(why, cell=cell) for cell, why in stopped.items()]
    cells = {cell.id: cell for cell in book.cells}
    late = {cell.id for cell in _after_hidden(book, tried)} | {n for n in tried if tried[n]}
    found = {name: collect.found(cells[f"{name}-marks"], name, name in late) for name in asked}
    marks = []
    for name, question in asked.items():
        given = found[name] if submitted else ["blank"] * max(1, len(tried[name]))
        mark = judge.marked(question, given, drawn, tried[name])
        if not mark.points:
            why = (stopped.get(cell) for cell in (name, f"{name}-marks"))
            says = [*map(STOPPED.format, filter(None, why)), mark.says]
            mark = mark._replace(says=" ".join(says))
        cells[f"{name}-marks"].outputs = judge.shown(mark, order.book)
        marks.append(mark)
    canaries = [collect.handed(cell, "canary") for cell in book.cells if cell.id in CANARIES]
    if len(canaries) == 2:
        flags += map(Flag, collect.tampered(*canaries))
    flags = placed(flags, module)
    signatures = similar.signatures(book, module, handed_out)
    book, cut = _leave(book, handed_out)
    book.metadata["unrolled"] = dict(book.metadata["unrolled"]) | {
        "hash": order.hash,
        "book": order.book,
        "signatures": signatures,
        "points": sum(mark.points for mark in marks),
    }
    seconds = time.monotonic() - begun
    return Graded(order.student, order.hash, book, marks, flags + cut, found, seconds)


def whose(order: Order, submitted: dict | None) -> list[Flag]:
    """What is odd about where a notebook says it comes from."""
    told = submitted or {}
    of, student = told.get("assignment", order.assignment), told.get("student", order.student)
    out = [Flag(f"this is a notebook of {of}")] * (of != order.assignment)
    if student == order.student:
        return out
    if not student:
        return [*out, Flag("this is the notebook of the book, for those who study alone")]
    return [*out, Flag("this is the notebook of another student", student)]


def _ran(book: NotebookNode, asked: dict, tried: dict, order: Order) -> dict[str, str]:
    """Runs it with the grader's cells in the place of the checks.

    What a student's cells show once they have met hidden cases could hold these. So where they show
    anything, it is taken from a second run, in which only the case that students know is tried.
    """
    begun = time.monotonic()
    _put_checks(book, asked, tried)
    before, after = (new_code_cell(collect.CANARY, id=name) for name in CANARIES)
    before.source = collect.GUARD.format(most=run.SAYS) + before.source
    book.cells.insert(0, before)  # above whatever a student may have put first
    book.cells.append(after)
    stopped = run.run(book, order.seconds, order.unsafe, order.whole)
    late = [cell for cell in _after_hidden(book, tried) if cell.cell_type == "code"]
    if any(cell.outputs for cell in late):
        again = deepcopy(book)
        _put_checks(again, asked, {name: cases[:1] for name, cases in tried.items()})
        left = order.whole - (time.monotonic() - begun)
        run.run(again, order.seconds, order.unsafe, max(order.seconds, left))
        known = {cell.id: cell for cell in again.cells}
        for cell in late:
            cell.outputs = known[cell.id].outputs
    return stopped


def _after_hidden(book: NotebookNode, tried: dict) -> list[NotebookNode]:
    """The student's cells that run after the first hidden case."""
    at = [
        n
        for n, cell in enumerate(book.cells)
        if tried.get(cell.id.removesuffix("-marks")) and cell.id.endswith("-marks")
    ]
    after = book.cells[at[0] + 1 :] if at else []
    return [c for c in after if not c.id.endswith("-marks") and c.id not in CANARIES]


def _put_checks(book: NotebookNode, asked: dict, tried: dict) -> None:
    for cell in book.cells:
        name = cell.id.removesuffix("-marks")
        if cell.id.endswith("-marks") and name in asked:
            cell.source = collect.collecting(asked[name], tried[name])


def _leave(book: NotebookNode, handed_out: dict) -> tuple[NotebookNode, list[Flag]]:
    """What is kept: the cells as handed out with what is safe to show, and nothing hidden; and
    whether something was too long.
    """
    sources = {cell["id"]: cell["source"] for cell in handed_out["cells"]}
    book.cells = [cell for cell in book.cells if cell.id not in CANARIES]
    theirs = []
    cut = False
    for cell in book.cells:
        code = cell.cell_type == "code"
        if cell.id.endswith("-marks"):
            cell.source = sources[cell.id]
        elif sources.get(cell.id) != cell.source:
            text = clean.shortened(cell.source, clean.CODE if code else clean.TEXT)
            cut = cut or text.endswith(clean.CUT)
            cell.source = text if code else clean.harmless(text, cell.get("attachments"))
        if code and not cell.id.endswith("-marks"):
            theirs.append(cell)
    clean.outputs(theirs)
    nbformat.validate(book)
    text = nbformat.writes(book).encode("utf-8", "replace")
    flags = [Flag("some cells were too long and are shown shortened")] * cut
    return nbformat.reads(text.decode(), 4), flags
