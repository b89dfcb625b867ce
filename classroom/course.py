"""A course: who is in it, its secret, what was handed out. It lies in classroom/course, or $COURSE.

Whoever knows the secret can compute every student's answers, so this folder stays on the teacher's
machine. `make classroom` calls `python -m classroom.course`.
"""

import csv
import io
import json
import os
import re
import secrets
import stat
import sys
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from nbgrader.apps import NbGraderAPI
from traitlets.config import Config

from classroom import draw, notebook, questions, restore, run, sandbox

ROOT = Path(__file__).parents[1]
COURSE = Path(os.environ.get("COURSE") or ROOT / "classroom/course").resolve()
PAGES = ROOT / "book/assignments"
SETTINGS = """\
# The course. Keep this file: without the secret nobody can draw the students' numbers again.
secret = "{secret}"
book = "{book}" # where your students read the book, for the links in their feedback
seconds = 10 # time limit for one cell
whole = 120 # time limit for a whole submission, in seconds
"""
NBGRADER = """\
import pathlib
import sys

sys.path.insert(0, {root!r})
from classroom.chain import chained, take_over
from classroom.course import open_course

c = get_config()
c.merge(chained(open_course(pathlib.Path({folder!r}))))
take_over(open_course(pathlib.Path({folder!r})))
c.Exchange.root = {folder!r} + "/exchange" # unused, but formgrader looks for it
"""
STUDENTS = "id,first_name,last_name,email\n"
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]{0,63}")  # a folder, and none that looks like another
IDS = "up to 64 of a to z, A to Z, 0 to 9 and . _ @ -, the first a letter or a digit"
LIMITS = {"seconds": run.SECONDS, "whole": run.WHOLE}


class Course(NamedTuple):
    folder: Path
    secret: str
    book: str
    seconds: float  # of a cell
    whole: float  # of a submission
    students: dict[str, dict[str, str]]  # by id, with what else nbgrader keeps of them
    dealt: dict[str, dict[str, int]]  # by assignment: how many draws each student passes over
    locked: dict[str, dict]  # by assignment and student: hashes of the cells that are not theirs


def open_course(folder: Path = COURSE) -> Course:
    """The course in this folder; what it lacks is made. Raises ValueError for what is unusable."""
    if any(folder.resolve().is_relative_to(seen) for seen in sandbox.seen()):
        raise ValueError(f"{folder}: students' code can look in there, expected another place")
    mine = any((folder / name).exists() for name in ("course.toml", "students.csv", "locked.json"))
    if not mine and folder.exists() and any(folder.iterdir()):  # its modes are to be changed
        raise ValueError(f"{folder}: this is no course, expected one or a new folder")
    _shut(folder)
    settings, roster = folder / "course.toml", folder / "students.csv"
    dealt, locked = (_read(folder / name) for name in ("dealt.json", "locked.json"))
    if locked and not settings.exists():
        raise ValueError(
            f"{settings} is gone, and with it the course's secret: bring it back from a backup"
        )
    if not settings.exists():
        book = (ROOT / "_build/html/book").as_uri()
        settings.write_text(SETTINGS.format(secret=secrets.token_hex(16), book=book), "utf-8")
    for name in ("exchange", "submitted"):
        (folder / name).mkdir(exist_ok=True)
    config = NBGRADER.format(root=str(ROOT), folder=str(folder.resolve()))  # for formgrader
    (folder / "nbgrader_config.py").write_text(config, "utf-8")
    if not roster.exists():
        roster.write_text(STUDENTS, "utf-8")
    said = _settings(settings)
    if locked and locked["secret"] != draw.mark(said["secret"]):
        raise ValueError(f"{settings}: the secret is not the one that numbers were drawn with")
    return Course(folder, **said, students=_students(roster), dealt=dealt, locked=locked)


def _shut(folder: Path) -> None:
    """Nobody else on this machine reads what is in a course, now or later."""
    os.umask(0o077)
    folder.mkdir(parents=True, exist_ok=True)
    was_open = stat.S_IMODE(folder.stat().st_mode) != 0o700
    for path in (folder, *(folder.rglob("*") if was_open else folder.iterdir())):
        if not path.is_symlink():
            path.chmod(0o700 if path.is_dir() else 0o600)


def _read(path: Path) -> dict:
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def _settings(path: Path) -> dict[str, str | float]:
    try:
        found = tomllib.loads(path.read_text("utf-8"))
        said = {name: str(found[name]) for name in ("secret", "book")}
        said |= {name: float(found.get(name, most)) for name, most in LIMITS.items()}
    except (OSError, KeyError, ValueError, TypeError) as error:
        raise ValueError(
            f"{path}: {error}; expected secret and book, and perhaps seconds and whole"
        ) from None
    for name in LIMITS:
        if not 0 < said[name] <= 3600:
            raise ValueError(f"{path}: {name} is {said[name]:g}, expected seconds up to 3600")
    if not said["secret"].strip():
        raise ValueError(f"{path}: the secret is empty, expected a text that is hard to guess")
    return said


def _students(roster: Path) -> dict[str, dict[str, str]]:
    """Who is in the course, with names and addresses where there are any."""
    try:
        text = roster.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{roster}: it is not in UTF-8: save it as UTF-8") from None
    first = text.partition("\n")[0]
    rows = io.StringIO(text, newline="")
    table = csv.DictReader(rows, delimiter=";" if ";" in first else ",")
    heads = [head.strip().lower() for head in table.fieldnames or ()]
    if "id" not in heads:
        raise ValueError(
            f"{roster}: the first line names the columns, at least id; it is {first!r}"
        )
    table.fieldnames = heads
    out = {}
    taken = set()
    for row in _rows(table, roster):
        student = (row["id"] or "").strip()
        at = f"{roster}, line {table.line_num}"
        if not ID.fullmatch(student):
            raise ValueError(f"{at}: got the id {student!r}, expected {IDS}")
        if student.casefold() in taken:
            raise ValueError(
                f"{at}: the id {student} is taken already; capitals make no difference"
            )
        taken.add(student.casefold())
        more = {key: (row.get(key) or "").strip() for key in STUDENTS.strip().split(",")[1:]}
        out[student] = {key: value for key, value in more.items() if value}
    return out


def _rows(table: csv.DictReader, roster: Path) -> Iterator[dict]:
    try:
        yield from table
    except csv.Error as error:
        raise ValueError(f"{roster}, line {table.line_num}: {error}") from None


def hand_out(course: Course, only: list[str] = ()) -> Course:
    """Every assignment for every student, for the teacher, and for nbgrader's gradebook.

    What a student has stays as it is. Raises ValueError for an assignment that is not any more what
    was handed out.
    """
    todo = []
    for name in only or questions.names():
        module = questions.load(name)
        mine = notebook.student(module, draw.numbers(module))
        known = course.locked.setdefault(name, {})
        if course.dealt.get(name) and known.get("") != restore.locked(mine):
            raise ValueError(
                f"the questions of {name} have changed since they were handed out: grade with the"
                f" version of the repository that they came from. To start again, move"
                f" {course.folder} away: it has the secret, all submissions and all marks"
            )
        known[""] = restore.locked(mine)
        _write(course.folder / f"source/{name}/{name}.ipynb", mine)
        answers = notebook.teacher(module, draw.numbers(module), mine)
        _write(course.folder / f"solutions/{name}.ipynb", answers)
        dealt = draw.deal(module, course.secret, course.students, course.dealt.get(name, {}))
        course.dealt[name] = dealt
        for student in course.students:
            if student not in known or not _own(course, name, student).exists():
                todo.append((name, course.secret, student, dealt[student]))
    with ProcessPoolExecutor() as workers:
        for (name, _, student, _), made in zip(todo, workers.map(_made, todo), strict=True):
            mine, answers = made
            _write(_own(course, name, student), mine)
            _write(course.folder / f"solutions/{student}/{name}.ipynb", answers)
            course.locked[name][student] = restore.locked(mine)
    course.locked["secret"] = draw.mark(course.secret)
    for file, record in (("dealt.json", course.dealt), ("locked.json", course.locked)):
        (course.folder / file).write_text(json.dumps(record, indent=1), "utf-8")
    api = grader(course)
    for name in only or questions.names():
        done = api.generate_assignment(name, force=True)
        if not done["success"]:
            raise RuntimeError(f"nbgrader: {done['log']}")
    with api.gradebook as gradebook:
        for student, about in course.students.items():
            gradebook.update_or_create_student(student, **about)
    return course


def _own(course: Course, name: str, student: str) -> Path:
    return course.folder / f"handed_out/{student}/{name}.ipynb"


def _made(order: tuple) -> tuple[dict, dict]:
    name, secret, student, more = order
    module = questions.load(name)
    drawn = draw.numbers(module, secret, student, more)
    mine = notebook.student(module, drawn, secret, student)
    return mine, notebook.teacher(module, drawn, mine)


def settings(course: Course) -> Config:
    """Where nbgrader finds the course."""
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # alembic
    config = Config()
    config.CourseDirectory.root = str(course.folder)
    config.CourseDirectory.course_id = "unrolled"
    for step in ("Autograde", "GenerateAssignment", "GenerateFeedback"):
        config[step].permissions = 600
    return config


def grader(course: Course) -> NbGraderAPI:
    """nbgrader's own view of the course."""
    return NbGraderAPI(config=settings(course))


def pages() -> None:
    """The assignments with the book's own numbers, as pages of the book."""
    made = {}
    for name in questions.names():
        module = questions.load(name)
        made[PAGES / f"{name}.ipynb"] = notebook.student(module, draw.numbers(module))
    for path in PAGES.glob("*.ipynb"):
        if path not in made:
            path.unlink()
    for path, book in made.items():
        if not path.exists() or path.read_text("utf-8") != _text(book):
            _write(path, book)  # a file that is touched has the site made again


def zipped(paths: Iterable[Path], to: Path) -> None:
    """These files, each below the folder it lies in."""
    to.parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as file:
        for path in sorted(paths):
            file.write(path, path.relative_to(path.parents[1]))


def _write(path: Path, book: dict) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(_text(book), "utf-8")


def _text(book: dict) -> str:
    return json.dumps(book, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    pages()
    course = open_course()
    new = [s for s in course.students if any(s not in dealt for dealt in course.dealt.values())]
    hand_out(course)
    for name in questions.names():
        mine = course.folder.glob(f"handed_out/*/{name}.ipynb")
        zipped(mine, course.folder / f"zips/{name}.zip")
    zipped(PAGES.glob("*.ipynb"), course.folder / "zips/everybody.zip")
    print(f"{len(questions.names())} assignments for {len(course.students)} students are in")
    print(f"  {course.folder / 'handed_out'}, a folder for each student;")
    print(
        f"  {course.folder / 'zips'}, a file for each assignment, and one with the book's numbers;"
    )
    print(f"  {course.folder / 'solutions'}, with everybody's answers, for you alone.")
    if new:
        print(f"New students: {', '.join(new[:10])}{' and others' * (len(new) > 10)}.")
    if not course.students:
        print(f"Write your students into {course.folder / 'students.csv'}")
        print("and run `make classroom` again.")


if __name__ == "__main__":
    try:
        main()
    except (ValueError, RuntimeError) as error:
        sys.exit(str(error))
