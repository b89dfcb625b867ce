"""Everything that was handed in, graded side by side; the marks go into nbgrader's gradebook.

`make grade A=bptt` calls `python -m classroom.grade bptt`. One submission is one task, on this
machine's cores or on the cluster at `--scheduler`; this process alone writes. What is graded stays
graded: said again, only what is new or has changed is looked at.
"""

import argparse
import hashlib
import logging
import os
import sys
import time
import warnings
from collections.abc import Iterable, Iterator
from datetime import timedelta
from pathlib import Path
from types import ModuleType

import nbformat
from distributed import Client, as_completed
from nbformat.v4 import new_markdown_cell
from nbgrader.preprocessors import SaveAutoGrades
from nbgrader.utils import compute_checksum

from classroom import clean, draw, judge, notebook, questions, restore, sandbox
from classroom.course import COURSE, Course, grader, open_course
from classroom.formulas import set_formulas
from classroom.grading import Graded, Order, grade


def orders(course: Course, name: str, unsafe: bool = False) -> Iterator[Order]:
    """What of this assignment has not been graded, or has changed since."""
    for student in course.students:
        folder = course.folder / "submitted" / student / name
        path = folder / f"{name}.ipynb"
        if not (path.exists() or path.is_symlink()):
            continue
        submitted, why = restore.read(path, folder)
        mark = hashlib.sha256(path.read_bytes() if submitted else why.encode()).hexdigest()
        more = course.dealt[name].get(student)
        if more is not None and mark != _graded_before(course, name, student):
            locked = course.locked[name].get(student)
            yield Order(name, student, course.secret, more, locked, submitted, why, mark,
                        course.seconds, unsafe, course.book)  # fmt: skip


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
    if folder.name != name:
        known = folder.name in course.dealt
        return "" if known else f"{student}: {folder.name} was not handed out to anybody. {NOT}"
    if student not in course.students or student not in course.dealt[name]:
        return f"{student}: is the id in students.csv, and was {name} handed out to it? {NOT}"
    files = sorted(path.name for path in folder.glob("*.[iI][pP][yY][nN][bB]"))
    others = ", ".join(file for file in files if file != f"{name}.ipynb")
    if f"{name}.ipynb" not in files:
        return f"{student}: expected {name}.ipynb, got {others or 'no notebook'}. {NOT}"
    return f"{student}: {name}.ipynb counts, and not {others}." if others else ""


def _graded_before(course: Course, name: str, student: str) -> str:
    path = _result(course, name, student)
    return nbformat.read(path, 4).metadata.unrolled.get("hash", "") if path.exists() else ""


def _result(course: Course, name: str, student: str) -> Path:
    return course.folder / "autograded" / student / name / f"{name}.ipynb"


def graded(todo: Iterable[Order], client: Client) -> Iterator[Graded | str]:
    """Each submission as soon as it is done, or whose it was where no worker could grade it."""
    waiting = {client.submit(grade, order, pure=False, retries=1): order for order in todo}
    for future in as_completed(waiting):
        if future.status == "finished":
            yield future.result()
        else:
            yield f"{waiting[future].student}: {future.exception()}"
        future.release()


def blanks(name: str) -> dict[str, nbformat.NotebookNode]:
    """The cells that nbgrader knows, by their ids, before there is an answer."""
    module = questions.load(name)
    cells = notebook.student(module, draw.numbers(module))["cells"]
    return {cell["id"]: nbformat.from_dict(cell) for cell in cells}


def prepared(graded: dict, blank: dict, module: ModuleType) -> nbformat.NotebookNode:
    """The graded notebook as formgrader shows it: the explanation on top, with what it should say
    and what was odd. `order` are the cells that a student sees, in their order.
    """
    book = nbformat.from_dict(graded)
    book.cells = [cell for cell in book.cells if cell.id != "setup"]
    for cell in book.cells:
        if cell.id in blank and "nbgrader" in cell.metadata:
            cell.metadata.nbgrader["checksum"] = compute_checksum(blank[cell.id])
        if cell.cell_type == "markdown":
            cell.source = set_formulas(cell.source)
    about = book.metadata["unrolled"]
    about["order"] = [cell.id for cell in book.cells]
    (one,) = (q for q in module.QUESTIONS if isinstance(q, questions.Explain))
    odd = "".join(f"\n- {clean.harmless(flag)}" for flag in about["flags"])
    lines = "".join(f"\n- {set_formulas(line)}" for line in one.rubric)
    said = f"**For you alone.**\n{lines}\n\nFor example: {set_formulas(one.model)}\n"
    said += f"\nOdd:\n{odd}" if odd else ""
    mine = {f"{one.name}-text": 0, one.name: 1}
    book.cells.sort(key=lambda cell: mine.get(cell.id, 2))
    book.cells.insert(2, new_markdown_cell(said, id="for-the-teacher"))
    return book


class Book:
    """The one that writes: gradebook and graded notebooks."""

    def __init__(self, course: Course, name: str):
        warnings.filterwarnings("ignore", message="Object of type")  # nbgrader's own
        self.course, self.name, self.module = course, name, questions.load(name)
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

    def kept(self, result: Graded | str) -> list[str]:
        """Writes a result down, if it is one, and returns what is odd, with the name."""
        if isinstance(result, str):
            return [f"{result}. {NOT}"]
        try:
            flags = self.write(result)
        except Exception as error:  # one submission does not end the class
            flags = [f"its marks could not be written ({type(error).__name__}: {error})"]
        return [f"{result.student}: {flag}" for flag in flags]

    def write(self, result: Graded) -> list[str]:
        """Into the gradebook first, then the file that says it is done. Returns what is odd."""
        full = {mark.name for mark in result.marks if mark.points == mark.most}
        wrong = {name: rows[0] for name, rows in result.found.items()
                 if rows and name not in full and isinstance(rows[0], list)}  # fmt: skip
        hand = judge.by_hand(self.module)
        flags = result.flags + judge.copied(hand, wrong, self.right, result.student)
        about = result.notebook["metadata"]["unrolled"] | {"flags": flags}
        meta = result.notebook["metadata"] | {"unrolled": about}
        book = prepared(result.notebook | {"metadata": meta}, self.blank, self.module)
        with self.api.gradebook as gradebook:
            gradebook.update_or_create_student(
                result.student, **self.course.students[result.student]
            )
            gradebook.update_or_create_submission(self.name, result.student)
        about = {"notebook": self.name, "assignment": self.name, "student": result.student,
                 "db_url": self.api.coursedir.db_url}  # fmt: skip
        SaveAutoGrades().preprocess(book, {"nbgrader": about})
        path = _result(self.course, self.name, result.student)
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = path.with_suffix(".new")
        nbformat.write(book, aside)
        aside.rename(path)
        return flags


def everything(course: Course, name: str, todo: list[Order], client: Client) -> list[str]:
    """Grades what is to be graded, and returns what a teacher should look at."""
    book, begun, told = Book(course, name), time.time(), []
    try:
        for done, result in enumerate(graded(todo, client), 1):
            told += book.kept(result)
            _progress(done, len(todo), begun)
    except KeyboardInterrupt:
        told.append("Stopped. What was graded is kept: say it again for the rest.")
    return told


def _progress(done: int, of: int, begun: float) -> None:
    left = timedelta(seconds=round((time.time() - begun) / done * (of - done)))
    bar = "#" * (30 * done // of)
    print(f"\r[{bar:30}] {done} of {of}, {left} left ", end="", flush=True)


def cluster(scheduler: str, cores: int) -> Client:
    """The cluster at this address, or one on this machine."""
    if scheduler:
        return Client(scheduler)
    return Client(n_workers=cores, threads_per_worker=1, dashboard_address="127.0.0.1:0",
                  silence_logs=logging.CRITICAL)  # fmt: skip


def main(argv: list[str]) -> int:
    say = argparse.ArgumentParser(prog="make grade", description=__doc__.split("\n")[0])
    say.add_argument("assignment", nargs="*")
    say.add_argument("--scheduler", default="", help="address of a Dask cluster")
    say.add_argument("--cores", type=int, default=os.cpu_count())
    say.add_argument("--course", type=Path, default=COURSE)
    said = say.parse_args(argv)
    unsafe = os.environ.get("UNSAFE") == "1"
    try:
        if not unsafe and not said.scheduler and sandbox.trouble():
            raise ValueError(sandbox.trouble())
        course = open_course(said.course)
        name = " ".join(said.assignment)
        if not course.dealt.get(name):
            there = [one for one, dealt in course.dealt.items() if dealt]
            out = f"expected one of {', '.join(there)}" if there else "say `make classroom` first"
            raise ValueError(f"make grade A=...: got {name!r}, {out}")
    except ValueError as error:
        print(error)
        return 1
    todo, told = list(orders(course, name, unsafe)), misplaced(course, name)
    if not todo:
        print("Nothing is new: put what was handed in below", course.folder / "submitted")
    else:
        try:
            with cluster(said.scheduler, said.cores) as client:
                told += everything(course, name, todo, client)
        except OSError as error:
            print(error)
            return 1
        print("\nThere was no sandbox." if unsafe else "")
    print("\n".join(told) if told else "Nothing odd was seen.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
