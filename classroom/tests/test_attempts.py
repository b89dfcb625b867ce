"""What students try: each attempt ends with the right marks, or with a word to the teacher."""

import json
import os

import pytest

from classroom import collect, grading, questions, restore, run, sandbox
from classroom.tests import attempts

FINDS = {  # what the student's own cell prints if it finds nothing to read, reach or write
    "network": "no network",
    "reads hidden tests": "nothing to read",
    "writes the gradebook": "nothing written",
    "deep folders": "nothing made",
}
MOST = {q.name: q.points for q in questions.automatic(questions.load("bptt"))}


def order(book, **options):
    cells = [restore._plain(cell) for cell in book["cells"]] if book else []
    about = {"submitted": {"cells": cells} if book else None, "seconds": 6} | options
    return grading.Order("bptt", attempts.ADA, attempts.SECRET, 0, **about)


@pytest.mark.parametrize("name", attempts.NOTEBOOKS)
def test_an_attempt_has_the_marks_of_what_is_right(boxed, name):
    expected = attempts.NOTEBOOKS[name]
    result = grading.grade(order(attempts.attempt(name)))
    marks = {mark.name: mark.points for mark in result.marks}
    assert marks == {n: 0 if n in expected.lost else most for n, most in MOST.items()}
    assert not expected.flag or any(expected.flag in flag for flag in result.flags), result.flags
    assert expected.flag or result.flags == []
    said = [o.text for c in result.notebook.cells for o in c.get("outputs", []) if "text" in o]
    assert FINDS.get(name, "") in "".join(said)
    text = json.dumps(result.notebook)
    assert collect.MIME not in text.replace(attempts.FORGED, "") or "forged" in name
    assert "_canary" not in text


def test_half_the_points_and_the_sentence_for_a_slip(boxed):
    book = attempts.perfect("bptt", attempts.ADA)
    one = attempts.cell_of(book, "my_deltas")
    one["source"] = one["source"].replace("W_hh.T", "W_hh")
    (mark,) = (m for m in grading.grade(order(book)).marks if m.name == "my_deltas")
    assert mark.points == MOST["my_deltas"] / 2
    assert "transpose belongs" in mark.says
    assert "bptt.html#" in mark.says


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda path: path.write_text("not json"), "not a notebook"),
        (lambda path: path.write_text('{"cells": 3}'), "not a notebook"),
        (lambda path: path.write_text("[]"), "not a notebook"),
        (lambda path: path.write_bytes(b"\xff\xfe\x00"), "not a notebook"),
        (lambda path: path.symlink_to("/etc/passwd"), "leads out of its folder"),
        (lambda path: path.symlink_to(path), "not a notebook"),
        (lambda path: (path.touch(), os.truncate(path, 200 << 20)), "200 MB"),
        (lambda path: None, "no such file"),
    ],
)
def test_a_file_that_is_no_notebook_is_named(tmp_path, make, why):
    path = tmp_path / "bptt.ipynb"
    make(path)
    submitted, said = restore.read(path, tmp_path)
    assert submitted is None
    assert why in said
    result = grading.grade(order(None, why=said))
    assert sum(mark.points for mark in result.marks) == 0
    assert result.flags == [said]


def test_without_a_sandbox_nothing_is_run(monkeypatch):
    monkeypatch.setattr(sandbox, "trouble", lambda: sandbox.MISSING.format("is not installed"))
    with pytest.raises(RuntimeError, match=r"bubblewrap .* UNSAFE=1"):
        grading.grade(order(attempts.perfect("bptt", attempts.ADA)))


def test_the_sandbox_says_what_is_missing(monkeypatch):
    monkeypatch.setenv("PATH", "/nonexistent")
    sandbox.trouble.cache_clear()
    assert "not installed" in sandbox.trouble()
    monkeypatch.undo()
    sandbox.trouble.cache_clear()


def test_the_outcome_of_a_sandbox_holds_no_answer():
    """What runs there: the student's cells, and cells that are the same for right and wrong."""
    module = questions.load("bptt")
    for question in questions.automatic(module):
        source = collect.collecting(question, [])
        assert getattr(question, "solution", "\0") not in source
    assert run.SAYS < 1 << 20
