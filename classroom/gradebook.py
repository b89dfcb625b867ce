"""Marks as a table, and feedback for every student, from nbgrader's gradebook.

`make gradebook` calls `python -m classroom.gradebook`. The tables come first: whatever a student
wrote, everybody's marks are there.
"""

import csv
import os
import sys
from functools import cache
from pathlib import Path

from nbgrader.apps import NbGraderAPI

from classroom import feedback, grade, questions, workers
from classroom.chain import chained
from classroom.course import COURSE, Course, grader, open_course
from classroom.flags import Flag

ABOUT = ("id", "last_name", "first_name", "email")
SUMS = ("total", "of", "to_be_marked")
WAITS = "to be marked"
SECONDS = 60  # a page may take
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # with these a spreadsheet begins to compute


def write(course: Course, cores: int | None = None) -> tuple[list[Path], list[Path], list[str]]:
    """grades.csv and totals.csv, a page for each student and assignment that was graded, and what
    could not be made.
    """
    found = course.folder.glob("autograded/*/*/*.ipynb")
    graded = [(path.parent.name, path.parents[1].name) for path in sorted(found)]
    graded = [(name, student) for name, student in graded if student in course.students]
    tables = _tables(course, sorted({name for name, _ in graded}))
    pool = workers.Here(cores or os.cpu_count(), SECONDS)
    pages = []
    told = []
    tasks = ((course.folder, name, student) for name, student in graded)
    for (_, name, student), page, why in pool.results(made, tasks):
        pages += [] if why else [page]
        told += [f"{student}: no page for {name}: {why.strip().splitlines()[-1]}"] if why else []
    return tables, sorted(pages), sorted(told)


def made(task: tuple[Path, str, str]) -> Path:
    """What a worker does: one page of feedback."""
    folder, name, student = task
    return feedback.write(_api(folder), name, student)


@cache
def _api(folder: Path) -> NbGraderAPI:
    return NbGraderAPI(config=chained(open_course(folder)))


def _tables(course: Course, names: list[str]) -> list[Path]:
    """A row for each student and assignment, and one for each student."""
    rows = []
    totals = {student: {} for student in course.students}
    most = max((len(questions.load(name).QUESTIONS) for name in names), default=0)
    with grader(course).gradebook as gradebook:
        for name in names:
            for student in course.students:
                mark = _mark(course, gradebook, name, student)
                rows.append({"assignment": name, "id": student, **course.students[student], **mark})
                totals[student][name] = mark.get("score", "")
    heads = (
        "assignment",
        *ABOUT,
        "score",
        "of",
        "explanation",
        *(f"question_{n}" for n in range(1, most + 1)),
        "flags",
    )
    sums = [
        {
            "id": student,
            **course.students[student],
            **scores,
            "of": sum(map(_most, names)),
            "total": sum(score for score in scores.values() if score != ""),
            "to_be_marked": sum(
                row["id"] == student and row.get("explanation") == WAITS for row in rows
            ),
        }
        for student, scores in totals.items()
    ]
    return [
        _table(course.folder / "grades.csv", heads, rows),
        _table(course.folder / "totals.csv", (*ABOUT, *names, *SUMS), sums),
    ]


def _most(name: str) -> int:
    return sum(question.points for question in questions.load(name).QUESTIONS)


def _mark(course: Course, gradebook, name: str, student: str) -> dict:
    """What is known of a submission; nothing where nothing came."""
    path = course.folder / "autograded" / student / name / f"{name}.ipynb"
    if not path.exists():
        return {}
    about = grade.about(path)
    grades = {}
    waits = False
    for n, question in enumerate(questions.load(name).QUESTIONS, 1):
        by_hand = isinstance(question, questions.Explain)
        cell = question.name if by_hand else f"{question.name}-marks"
        found = gradebook.find_grade(cell, name, name, student)
        missing = by_hand and found.needs_manual_grade
        waits = waits or missing
        grades[f"question_{n}"] = "" if missing else found.score
    flags = [Flag(*flag).named() for flag in about["flags"] + about["notices"]]
    return {
        **grades,
        "score": sum(score for score in grades.values() if score != ""),
        "of": _most(name),
        "explanation": WAITS if waits else "marked",
        "flags": "; ".join(flags),
    }


def _table(path: Path, heads: tuple[str, ...], rows: list[dict]) -> Path:
    """As spreadsheets read it: they need a mark in front to know UTF-8, and compute nothing."""
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        table = csv.DictWriter(file, heads)
        table.writeheader()
        table.writerows({key: _defused(value) for key, value in row.items()} for row in rows)
    return path


def _defused(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


if __name__ == "__main__":
    try:
        opened = open_course(COURSE)
        tables, pages, told = write(opened)
    except (ValueError, RuntimeError, OSError) as error:
        sys.exit(str(error))
    for table in tables:
        print(table)
    print(f"{len(pages)} pages of feedback are in {opened.folder / 'feedback'}.")
    if pages:
        print(f"For example {pages[0]}")
    if told:
        print("\n".join(told))
    if opened.book.startswith("file:"):
        print("Links in them lead to files on this machine: set `book` in course.toml.")
