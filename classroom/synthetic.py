"""A class that does not exist, with what it hands in: for trying out and for measuring."""

import json
import os
import sys
from pathlib import Path
from types import ModuleType

from classroom import draw, questions
from classroom.course import COURSE, ROOT, hand_out, open_course
from classroom.tests import attempts


def enrol(folder: Path, count: int) -> None:
    """So many students on the roster."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = [f"student-{n:04},First {n},Last {n},s{n}@example.org" for n in range(count)]
    text = "\n".join(["id,first_name,last_name,email", *rows]) + "\n"
    (folder / "students.csv").write_text(text, "utf-8")


def submit(folder: Path, name: str, mixed: bool = True) -> None:
    """A submission for each: most of them honest, some of each attempt, one copied."""
    course = open_course(folder)
    module = questions.load(name)
    kinds = list(attempts.NOTEBOOKS)
    for n, student in enumerate(course.students):
        drawn = draw.numbers(module, course.secret, student, course.dealt[name][student])
        book = attempts.solved(module, drawn, course.secret, student)
        whose = next(iter(course.students)) if mixed and n == 1 else student
        _in_own_words(module, book, whose)
        if mixed and n % 5 == 3:
            _with_mistakes(module, book, drawn)
        if mixed and n % 3 == 2:
            attempts.NOTEBOOKS[kinds[n // 3 % len(kinds)]].change(book)
        path = folder / "submitted" / student / name / f"{name}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(book), "utf-8")


def _with_mistakes(module: ModuleType, book: dict, drawn: dict) -> None:
    """Every second answer by hand is what a known mistake gives."""
    for question in [q for q in module.QUESTIONS if isinstance(q, questions.Numbers)][::2]:
        (value, _), *_ = questions.wrong(question, drawn)
        row = value.round(4).tolist()
        answer = row if len(row) > 1 else row[0]
        attempts.cell_of(book, question.name)["source"] = f"{question.name} = {answer}"


def _in_own_words(module: ModuleType, book: dict, student: str) -> None:
    """So that no two have the same code or explanation, and nobody those of the repository."""
    for question in module.QUESTIONS:
        cell = attempts.cell_of(book, question.name)
        if isinstance(question, questions.Code):
            cell["source"] += f"\n\nwritten_by = {student!r}"
        elif isinstance(question, questions.Explain):
            cell["source"] = f"In the words of {student}: {cell['source']}"


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    if not os.environ.get("COURSE"):
        sys.exit("COURSE: expected a folder of its own for students who do not exist")
    enrol(COURSE, count)
    hand_out(open_course(), ["bptt"])
    submit(COURSE, "bptt")
    print(f"{count} students who do not exist have handed in bptt. Now:")
    shown = COURSE.relative_to(ROOT) if COURSE.is_relative_to(ROOT) else COURSE
    print(f"make grade A=bptt COURSE={shown}")
    print(f"make gradebook COURSE={shown}")
