"""A course: who is in it, its secret, what was handed out. It lies in classroom/course.

Whoever knows the secret can compute every student's answers, so this folder stays on the teacher's
machine. `make classroom` calls `python -m classroom.course`.
"""

import csv
import json
import os
import secrets
import shutil
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import NamedTuple

from nbgrader.apps import NbGraderAPI
from traitlets.config import Config

from classroom import draw, notebook, questions

ROOT = Path(__file__).parents[1]
COURSE = ROOT / "classroom/course"
PAGES = ROOT / "book/assignments"
SETTINGS = """\
# The course. Keep this file: without the secret nobody can draw the students' numbers again.
secret = "{secret}"
book = "{book}" # where your students read the book, for the links in their feedback
seconds = 10 # a cell may take
"""
NBGRADER = """\
c = get_config()
c.CourseDirectory.root = {root!r}
c.CourseDirectory.course_id = "unrolled"
"""
STUDENTS = "id,first_name,last_name,email\n"
PLAIN = {".ipynb", ""}


class Course(NamedTuple):
    folder: Path
    secret: str
    book: str
    seconds: float
    students: list[str]
    dealt: dict[str, dict[str, int]]  # by assignment: how many draws each student passes over


def open_course(folder: Path = COURSE) -> Course:
    """The course in this folder; what it lacks is made. Raises ValueError for unusable ids."""
    folder.mkdir(parents=True, exist_ok=True)
    settings, roster, deals = (folder / n for n in ("course.toml", "students.csv", "dealt.json"))
    if not settings.exists():
        book = (ROOT / "_build/html/book").as_uri()
        settings.write_text(SETTINGS.format(secret=secrets.token_hex(16), book=book), "utf-8")
        settings.chmod(0o600)
    config = NBGRADER.format(root=str(folder.resolve()))  # for formgrader
    (folder / "nbgrader_config.py").write_text(config, "utf-8")
    if not roster.exists():
        roster.write_text(STUDENTS, "utf-8")
    said = tomllib.loads(settings.read_text("utf-8"))
    with roster.open(encoding="utf-8-sig", newline="") as lines:
        students = [row["id"].strip() for row in csv.DictReader(lines)]
    _known(students, roster)
    dealt = json.loads(deals.read_text("utf-8")) if deals.exists() else {}
    return Course(folder, said["secret"], said["book"], said["seconds"], students, dealt)


def _known(students: list[str], roster: Path) -> None:
    for student in students:
        if not student or set(student) & set("/\\+*?[]\0") or student.startswith("."):
            raise ValueError(f"{roster.name}: got the id {student!r}, expected letters, digits, -")
    if len(set(students)) < len(students):
        twice = sorted({s for s in students if students.count(s) > 1})
        raise ValueError(f"{roster.name}: got {', '.join(twice)} twice, expected each id once")


def hand_out(course: Course, only: list[str] = ()) -> Course:
    """Every assignment for every student, for the teacher, and for nbgrader's gradebook."""
    for name in only or questions.names():
        module = questions.load(name)
        book = draw.numbers(module)
        dealt = draw.deal(module, course.secret, course.students, course.dealt.get(name, {}))
        course.dealt[name] = dealt
        _write(course.folder / f"source/{name}/{name}.ipynb", notebook.student(module, book))
        _write(course.folder / f"solutions/{name}.ipynb", notebook.teacher(module, book))
        for student in course.students:
            drawn = draw.numbers(module, course.secret, student, dealt[student])
            mine = notebook.student(module, drawn, course.secret, student)
            _write(course.folder / f"handed_out/{student}/{name}.ipynb", mine)
    (course.folder / "dealt.json").write_text(json.dumps(course.dealt, indent=1), "utf-8")
    api = grader(course)
    for name in only or questions.names():
        done = api.generate_assignment(name, force=True)
        if not done["success"]:
            raise RuntimeError(f"nbgrader: {done['log']}")
    with api.gradebook as gradebook:
        for student in course.students:
            gradebook.update_or_create_student(student)
    return course


def settings(course: Course) -> Config:
    """Where nbgrader finds the course."""
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # alembic
    config = Config()
    config.CourseDirectory.root = str(course.folder)
    config.CourseDirectory.course_id = "unrolled"
    return config


def grader(course: Course) -> NbGraderAPI:
    """nbgrader's own view of the course."""
    return NbGraderAPI(config=settings(course))


def pages() -> None:
    """The assignments with the book's own numbers, as pages of the book."""
    shutil.rmtree(PAGES, ignore_errors=True)
    for name in questions.names():
        module = questions.load(name)
        _write(PAGES / f"{name}.ipynb", notebook.student(module, draw.numbers(module)))


def zipped(folder: Path, to: Path) -> None:
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as file:
        for path in sorted(folder.rglob("*.ipynb")):
            file.write(path, path.relative_to(folder))


def _write(path: Path, book: dict) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(book, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    pages()
    try:
        made = hand_out(open_course())
    except (ValueError, RuntimeError) as error:
        sys.exit(str(error))
    zipped(made.folder / "handed_out", made.folder / "handed_out.zip")
    zipped(PAGES, made.folder / "assignments.zip")
    print(f"{len(questions.names())} assignments for {len(made.students)} students are in")
    print(f"  {made.folder / 'handed_out'}, a folder a student, and in handed_out.zip;")
    print(f"  {made.folder / 'assignments.zip'}: the same with the book's numbers, for anybody;")
    print(f"  {made.folder / 'solutions'}: with all answers, for you alone.")
    if not made.students:
        print(f"Write your students into {made.folder / 'students.csv'} and say it again.")
