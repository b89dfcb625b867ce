"""Marks as a table, and feedback for every student, from nbgrader's gradebook.

`make gradebook` calls `python -m classroom.gradebook`.
"""

import csv
import sys
from pathlib import Path

import nbformat
from nbgrader.apps import NbGraderAPI

from classroom import feedback, questions
from classroom.chain import chained
from classroom.course import COURSE, Course, open_course

HEADS = ("assignment", "id", "last_name", "first_name", "email", "score", "of", "by_hand", "flags")


def write(course: Course) -> list[Path]:
    """grades.csv, and a page for each student and assignment that was graded."""
    api, table = NbGraderAPI(config=chained(course)), course.folder / "grades.csv"
    names = sorted({path.parent.name for path in course.folder.glob("autograded/*/*/*.ipynb")})
    for name in names:
        feedback.write(api, questions.load(name))
    with table.open("w", encoding="utf-8", newline="") as file, api.gradebook as gradebook:
        rows = csv.DictWriter(file, HEADS)
        rows.writeheader()
        for name in names:
            marks = {mark["student"]: mark for mark in gradebook.submission_dicts(name)}
            for student, about in course.students.items():
                mark = _mark(course, name, student, marks.get(student))
                rows.writerow({"assignment": name, "id": student, **about, **mark})
    return [table, *sorted(course.folder.glob("feedback/*/*/*.html"))]


def _mark(course: Course, name: str, student: str, mark: dict | None) -> dict:
    """What is known of a submission; nothing where nothing came."""
    path = course.folder / "autograded" / student / name / f"{name}.ipynb"
    if mark is None or not path.exists():
        return {}
    flags = nbformat.read(path, 4).metadata["unrolled"]["flags"]
    by_hand = "to be marked" if mark["needs_manual_grade"] else "done"
    return {"score": mark["score"], "of": mark["max_score"], "by_hand": by_hand,
            "flags": "; ".join(flags)}  # fmt: skip


if __name__ == "__main__":
    try:
        opened = open_course(COURSE)
        table, *pages = write(opened)
    except (ValueError, RuntimeError) as error:
        sys.exit(str(error))
    print(f"{table}: all marks. {len(pages)} pages of feedback: feedback/<student>/<assignment>/.")
    if opened.book.startswith("file:"):
        print("Its links lead to this machine: write the book's address into course.toml.")
