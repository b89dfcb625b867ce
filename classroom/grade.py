"""Everything that was handed in, graded side by side; the marks go into nbgrader's gradebook.

`make grade A=bptt` calls `python -m classroom.grade`. One submission is one task, on the cores of
this machine or on the cluster at `SCHEDULER`. This process alone writes, and it renders nothing
that a student wrote. What is graded stays graded: a second run grades only new or changed
files.
"""

import argparse
import hashlib
import json
import os
import sys
import time
import warnings
from collections.abc import Iterable, Iterator
from datetime import timedelta
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType

import nbformat
from nbformat.v4 import new_markdown_cell
from nbgrader.preprocessors import SaveAutoGrades
from nbgrader.utils import compute_checksum

from classroom import (
    clean,
    draw,
    judge,
    notebook,
    questions,
    restore,
    run,
    sandbox,
    similar,
    workers,
)
from classroom.course import COURSE, Course, grader, open_course
from classroom.flags import Flag, placed
from classroom.formulas import set_formulas
from classroom.grading import Graded, Order, grade
from classroom.shown import presentable

TEACHER = "for-the-teacher"  # the cell that formgrader alone shows


def handed_in(course: Course, name: str) -> list[str]:
    """Who has handed in something of this assignment."""
    dealt = (student for student in course.students if student in course.dealt[name])
    paths = {student: _submitted(course, name, student) for student in dealt}
    return [student for student, path in paths.items() if path.exists() or path.is_symlink()]


def fresh(course: Course, name: str) -> list[str]:
    """Whose of these is not graded yet, or has changed."""
    return [student for student in handed_in(course, name) if _new(course, name, student)]


def orders(course: Course, name: str, unsafe: bool = False) -> Iterator[Order]:
    """What is to be graded, one after the other: not everything has to be in memory."""
    return (_order(course, name, student, unsafe) for student in fresh(course, name))


def _new(course: Course, name: str, student: str) -> bool:
    return _order(course, name, student).hash != _graded_before(course, name, student)


def _submitted(course: Course, name: str, student: str) -> Path:
    return course.folder / "submitted" / student / name / f"{name}.ipynb"


def _order(course: Course, name: str, student: str, unsafe: bool = False) -> Order:
    path = _submitted(course, name, student)
    raw, why = restore.taken(path, course.folder / "submitted")
    return Order(
        name,
        student,
        course.secret,
        course.dealt[name][student],
        course.locked[name].get(student),
        raw,
        why,
        hashlib.sha256(raw or why.encode()).hexdigest(),
        course.seconds,
        course.whole,
        unsafe,
        course.book,
    )


def one(order: Order) -> Graded:
    """What a worker does: marks a submission and makes it fit to be shown."""
    done = grade(order)
    return done._replace(flags=done.flags + [Flag(says) for says in presentable(done.notebook)])


NOT = "It was not graded."


def misplaced(course: Course, name: str) -> list[str]:
    """What lies below `submitted` and is not graded, and why; who of the class is missing."""
    folders = sorted(course.folder.glob("submitted/*/[!.]*"))
    told = [_odd(course, name, folder) for folder in folders]
    there = {folder.parent.name for folder in folders if folder.name == name}
    missing = [student for student in course.students if student not in there]
    if missing:
        more = f" and {len(missing) - 10} more" * (len(missing) > 10)
        told.append(f"Nothing came from {', '.join(missing[:10])}{more}.")
    return [one for one in told if one]


def _odd(course: Course, name: str, folder: Path) -> str:
    student = folder.parent.name
    if folder.is_file():
        return f"{student}: {folder.name} belongs in the folder of its assignment, as {name}."
    if folder.name != name:
        known = folder.name in course.dealt
        return "" if known else f"{student}: {folder.name} was not handed out to anybody. {NOT}"
    if student not in course.students:
        known = {one.casefold(): one for one in course.students}
        near = get_close_matches(student.casefold(), known, 1)
        perhaps = f" Perhaps it is {known[near[0]]}?" if near else ""
        return f"{student}: there is no such id in students.csv.{perhaps} {NOT}"
    if student not in course.dealt[name]:
        return f"{student}: {name} was not handed out to them; run `make classroom`. {NOT}"
    files = sorted(path.name for path in folder.glob("*.[iI][pP][yY][nN][bB]"))
    others = ", ".join(file for file in files if file != f"{name}.ipynb")
    if f"{name}.ipynb" not in files:
        return f"{student}: expected {name}.ipynb, got {others or 'no notebook'}. {NOT}"
    return f"{student}: {name}.ipynb counts, and not {others}." if others else ""


def _graded_before(course: Course, name: str, student: str) -> str:
    path = _result(course, name, student)
    return about(path)["hash"] if path.exists() else ""


def about(path: Path) -> dict:
    """What a graded notebook says of itself."""
    found = json.loads(path.read_text("utf-8"))["metadata"]["unrolled"]
    if "signatures" not in found:  # graded by an older version of this: to be graded again
        found |= {"hash": "", "signatures": {}, "notices": [], "flags": []}
    return found


def _result(course: Course, name: str, student: str) -> Path:
    return course.folder / "autograded" / student / name / f"{name}.ipynb"


def blanks(name: str) -> dict[str, nbformat.NotebookNode]:
    """The cells that nbgrader knows, by their ids, before there is an answer."""
    module = questions.load(name)
    cells = notebook.student(module, draw.numbers(module))["cells"]
    return {cell["id"]: nbformat.from_dict(cell) for cell in cells}


def prepared(book: nbformat.NotebookNode, flags: list[Flag], blank: dict, module: ModuleType):
    """The graded notebook as formgrader shows it: the explanation on top, with what it should say
    and what was odd, and nobody's name. `order` are the cells that a student sees.
    """
    book.cells = [cell for cell in book.cells if not cell.id.startswith("setup")]
    for cell in book.cells:
        if cell.id in blank and "nbgrader" in cell.metadata:
            cell.metadata.nbgrader["checksum"] = compute_checksum(blank[cell.id])
        if cell.id == "numbers-text":
            cell.source = "## The numbers"
    about = book.metadata["unrolled"]
    about["order"] = [cell.id for cell in book.cells]
    about["flags"] = flags
    about["notices"] = []
    (explain,) = (q for q in module.QUESTIONS if isinstance(q, questions.Explain))
    mine = {f"{explain.name}-text": 0, explain.name: 1}
    book.cells.sort(key=lambda cell: mine.get(cell.id, 2))
    book.cells.insert(2, new_markdown_cell(_for_teacher(module, flags), id=TEACHER))
    return book


def _for_teacher(module: ModuleType, flags: Iterable[Flag]) -> str:
    """What stands below an explanation for the one who marks it."""
    (explain,) = (q for q in module.QUESTIONS if isinstance(q, questions.Explain))
    rubric = "".join(f"\n- {set_formulas(line)}" for line in explain.rubric)
    said = f"**The rubric**, which students see with their marks:\n{rubric}\n\n"
    said += f"**A model answer**, for you alone: {set_formulas(explain.model)}\n"
    odd = "".join(f"\n- {clean.harmless(flag.says)}" for flag in flags)
    return said + (f"\n**Notices**\n{odd}" if odd else "")


class Book:
    """The one that writes: gradebook and graded notebooks."""

    def __init__(self, course: Course, name: str):
        warnings.filterwarnings("ignore", message="Object of type")  # nbgrader's own
        self.course = course
        self.name = name
        self.module = questions.load(name)
        self.api = grader(course)
        self.blank = blanks(name)
        self.right = self._right()

    def _right(self) -> dict[str, dict[str, list[float]]]:
        """Everybody's answers by hand, to tell whose numbers somebody wrote."""
        out = {}
        for student, more in self.course.dealt[self.name].items():
            drawn = draw.numbers(self.module, self.course.secret, student, more)
            for question in judge.by_hand(self.module):
                row = questions.values(question, drawn).tolist()
                out.setdefault(question.name, {})[student] = row
        return out

    def kept(self, done: Graded) -> list[str]:
        """Writes a result down and returns what is odd, with the name."""
        try:
            flags = [flag.named() for flag in self.write(done)]
        except Exception as error:  # one submission does not end the class
            flags = [f"its marks could not be saved ({type(error).__name__}: {error})"]
        return [f"{done.student}: {flag}" for flag in flags]

    def write(self, done: Graded) -> list[Flag]:
        """Into the gradebook first, then the file that says it is done. Returns what is odd."""
        full = {mark.name for mark in done.marks if mark.points == mark.most}
        wrong = {
            name: rows[0]
            for name, rows in done.found.items()
            if rows and name not in full and isinstance(rows[0], list)
        }
        copied = judge.copied(judge.by_hand(self.module), wrong, self.right, done.student)
        flags = done.flags + placed(copied, self.module)
        book = prepared(done.notebook, flags, self.blank, self.module)
        with self.api.gradebook as gradebook:
            gradebook.update_or_create_student(done.student, **self.course.students[done.student])
            gradebook.update_or_create_submission(self.name, done.student)
        about = {"notebook": self.name, "assignment": self.name, "student": done.student,
                 "db_url": self.api.coursedir.db_url}  # fmt: skip
        SaveAutoGrades().preprocess(book, {"nbgrader": about})
        _write(book, _result(self.course, self.name, done.student))
        return flags

    def compared(self) -> list[str]:
        """Writes into each notebook what equals somebody else's; returns what was not known."""
        paths = {s: _result(self.course, self.name, s) for s in self.course.dealt[self.name]}
        books = {
            s: json.loads(path.read_text("utf-8")) for s, path in paths.items() if path.exists()
        }
        said = {student: about(paths[student]) for student in books}
        known = {student: one["signatures"] for student, one in said.items()}
        told = []
        for student, notices in similar.notices(self.module, known).items():
            before = [Flag(*flag) for flag in said[student]["notices"]]
            if notices == before:
                continue
            told += [f"{student}: {new.named()}" for new in notices if new not in before]
            books[student]["metadata"]["unrolled"]["notices"] = notices
            flags = [Flag(*flag) for flag in said[student]["flags"]] + notices
            cell = next(cell for cell in books[student]["cells"] if cell["id"] == TEACHER)
            cell["source"] = _for_teacher(self.module, flags)
            _write(nbformat.from_dict(books[student]), paths[student])
        return told


def _write(book: nbformat.NotebookNode, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_suffix(".new")
    nbformat.write(book, aside)
    aside.rename(path)


def everything(course: Course, name: str, todo: list[str], pool, unsafe: bool = False) -> list[str]:
    """Grades what these students handed in, and returns what a teacher should look at."""
    book = Book(course, name)
    begun = time.time()
    told = []
    tasks = (_order(course, name, student, unsafe) for student in todo)
    try:
        for done, (order, result, why) in enumerate(pool.results(one, tasks), 1):
            told += [f"{order.student}: {why}. {NOT}"] if why else book.kept(result)
            _progress(done, len(todo), begun)
    except KeyboardInterrupt:
        told.append("Stopped. What is graded is kept; run the command again for the rest.")
    return told + book.compared()


def _progress(done: int, of: int, begun: float) -> None:
    left = timedelta(seconds=round((time.time() - begun) / done * (of - done)))
    bar = "#" * (30 * done // of)
    print(f"\r[{bar:30}] {done} of {of}, {left} left ", end="", flush=True)


def pool_of(course: Course, scheduler: str, cores: int, unsafe: bool):
    """The cluster at this address, or the cores of this machine."""
    if scheduler:
        return workers.There(scheduler, unsafe)
    # The limit of a submission holds within a worker; this one is for what that cannot stop.
    return workers.Here(cores, 2 * course.whole + run.PATIENCE)


def main(argv: list[str]) -> int:
    say = argparse.ArgumentParser(prog="make grade", description=__doc__.split("\n")[0])
    say.add_argument("assignment", nargs="*", default=os.environ.get("A", "").split())
    say.add_argument(
        "--scheduler",
        default=os.environ.get("SCHEDULER", ""),
        help="tls://…, address of a Dask cluster",
    )
    say.add_argument("--cores", type=int, default=os.cpu_count())
    say.add_argument("--course", type=Path, default=COURSE)
    said = say.parse_args(argv)
    unsafe = os.environ.get("UNSAFE") == "1"
    bare = unsafe and bool(sandbox.trouble())
    try:
        if not unsafe and not said.scheduler and sandbox.trouble():
            raise ValueError(sandbox.trouble())
        course = open_course(said.course)
        name = " ".join(said.assignment)
        if not course.dealt.get(name):
            there = [one for one, dealt in course.dealt.items() if dealt]
            out = f"expected one of {', '.join(there)}" if there else "run `make classroom` first"
            raise ValueError(f"make grade A=...: got {name!r}, {out}")
        todo = fresh(course, name)
        told = misplaced(course, name)
        if todo:
            pool = pool_of(course, said.scheduler, said.cores, unsafe)
            told += everything(course, name, todo, pool, bare)
            print("\nWarning: the notebooks ran without a sandbox." if bare else "")
            told += [] if said.scheduler else sandbox.lacking()
        else:
            print(
                "There is nothing new to grade. Put submissions into", course.folder / "submitted"
            )
    except (ValueError, OSError) as error:
        print(error)
        return 1
    print("\n".join(told) if told else "No notices.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
