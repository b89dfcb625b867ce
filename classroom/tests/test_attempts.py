"""What students try: each attempt ends with the right marks, or with a word to the teacher."""

import json
import os
import re
import time
from pathlib import Path

import pytest
from nbformat.v4 import new_markdown_cell, new_notebook

from classroom import (
    collect,
    draw,
    formulas,
    grading,
    judge,
    questions,
    restore,
    run,
    sandbox,
    shown,
)
from classroom.flags import Flag
from classroom.tests import attempts

FINDS = {  # what the student's own cell prints if it finds nothing to read, reach or write
    "network": "no network",
    "reads hidden tests": "nothing to read",
    "writes the gradebook": "nothing written",
    "deep folders": "nothing made",
}
PNG = "iVBORw0KGgo="
SLOW = ("loop in the function", "swallows KeyboardInterrupt")  # much like the infinite loop
MOST = {q.name: q.points for q in questions.automatic(questions.load("bptt"))}


def patience(expected):
    """Seconds a cell may take: few where one takes them all, many on a busy machine."""
    return 3 if expected.flag == "more than" else 60


def order(book, **options):
    about = {"raw": json.dumps(book).encode(), "seconds": 3, "locked": None}
    return grading.Order("bptt", attempts.ADA, attempts.SECRET, 0, **about | options)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.whole) if name in SLOW else name
        for name in attempts.NOTEBOOKS
    ],
)
def test_an_attempt_has_the_marks_of_what_is_right(boxed, name):
    expected = attempts.NOTEBOOKS[name]
    result = grading.grade(order(attempts.attempt(name), seconds=patience(expected)))
    marks = {mark.name: mark.points for mark in result.marks}
    assert marks == {n: 0 if n in expected.lost else most for n, most in MOST.items()}
    assert not expected.flag or any(expected.flag in flag.says for flag in result.flags), (
        result.flags
    )
    assert expected.flag or result.flags == []
    if name == "blank":
        assert all("No answer" in mark.says for mark in result.marks)
    if name == "loop in the function":
        (mark,) = (m for m in result.marks if m.name == "my_deltas")
        assert "The grader stopped its cell: it took more than 3 seconds." in mark.says
    said = [o.text for c in result.notebook.cells for o in c.get("outputs", []) if "text" in o]
    assert FINDS.get(name, "") in "".join(said)
    text = json.dumps(result.notebook)
    assert collect.MIME not in text.replace(attempts.FORGED, "") or "forged" in name
    assert "_canary" not in text


def test_no_page_of_a_submission_runs_a_script_or_asks_anybody(boxed):
    book = attempts.attempt("half a character, scripts")
    graded = grading.grade(order(book)).notebook
    why = next(cell.source for cell in graded.cells if cell.id == "why_total")
    assert "< script>" in why
    assert not re.search(r"<[a-z]|\]\(", why)
    kinds = {kind for c in graded.cells for o in c.get("outputs", []) for kind in o.get("data", {})}
    assert kinds <= {"text/plain", "text/html", *restore.PICTURES}
    html = [
        o.data["text/html"]
        for c in graded.cells
        for o in c.get("outputs", [])
        if "text/html" in o.get("data", {})
    ]
    assert all(text.startswith("<p><strong>") for text in html)
    assert "alert" not in "".join(html)
    assert "onerror" not in json.dumps([c.outputs for c in graded.cells if "outputs" in c])


@pytest.mark.parametrize(
    ("text", "out"),
    [
        ("so $x_1$ and `$y$`", "<math"),
        (r"$\mathbf W$", "<mi>\U0001d416</mi>"),
        (r"$\boldsymbol\delta_t$", "<mi>\U0001d739</mi>"),
        (r"$\mathbb R$", "<mi>\u211d</mi>"),
        ("```text\n$z$\n```", "$z$"),
        (r"$\nothing{$ and a lone $", r"$\nothing{$ and a lone $"),
        (r"$\href{javascript:alert(1)}{x}$", r"$\href"),
        (r"$\style{background:url(https://a.b)}{x}$", r"$\style"),
    ],
)
def test_formulas_become_mathml_and_nothing_else_changes(text, out):
    assert out in formulas.set_formulas(text)


def test_an_explanation_may_stand_in_cells_of_ones_own_with_pictures(boxed):
    book = attempts.perfect("bptt", attempts.ADA)
    at = book["cells"].index(attempts.cell_of(book, "why_total"))
    for n, where in enumerate((at, at + 2)):
        mine = {"cell_type": "markdown", "id": f"m{n}", "metadata": {}, "source": f"part {n}",
                "attachments": {"a.png": {"image/png": PNG, "text/html": "<b>"}}}  # fmt: skip
        book["cells"].insert(where, mine)
    result = grading.grade(order(book))
    cell = next(cell for cell in result.notebook.cells if cell.id == "why_total")
    assert "part 0" in cell.source
    assert "part 1" in cell.source
    assert cell.attachments == {"a.png": {"image/png": PNG}}
    assert result.flags == []


@pytest.mark.parametrize(
    ("of", "says"), [(attempts.BOB, "of another student (bob)"), ("", "of the book")]
)
def test_a_notebook_that_is_not_ones_own_is_named(of, says):
    for assignment, flag in (
        ("bptt", f"this is the notebook {says}"),
        ("rnn", "a notebook of rnn"),
    ):
        book = attempts.perfect(assignment, of, attempts.SECRET if of else "")
        submitted, _ = restore.read(json.dumps(book).encode())
        assert flag in grading.whose(order(book), submitted)[0].named()


def test_a_number_that_was_cut_is_nearly_right(boxed):
    module = questions.load("bptt")
    drawn = draw.numbers(module, attempts.SECRET, attempts.ADA)
    question = next(q for q in questions.automatic(module) if q.name == "delta_2")
    right = questions.values(question, drawn)
    for off, points in ((0.0004, 1), (0.0019, 0.5), (0.004, 0)):
        mark = judge.marked(question, [(right + off).tolist()], drawn, [])
        assert mark.points == points * question.points, mark.says


def test_half_the_points_and_the_sentence_for_a_slip(boxed):
    book = attempts.perfect("bptt", attempts.ADA)
    one = attempts.cell_of(book, "my_deltas")
    one["source"] = one["source"].replace("W_hh.T", "W_hh")
    (mark,) = (m for m in grading.grade(order(book)).marks if m.name == "my_deltas")
    assert mark.points == MOST["my_deltas"] / 2
    assert "multiplied by the transpose" in mark.says
    assert "bptt.html#" in mark.says


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda path: path.write_text("not json"), "not a notebook"),
        (lambda path: path.write_text('{"cells": 3}'), "of format None, not 4"),
        (lambda path: path.write_text('{"cells": 3, "nbformat": 4}'), "not a notebook"),
        (lambda path: path.write_text("[]"), "not a notebook"),
        (lambda path: path.write_bytes(b"\xff\xfe\x00"), "not a notebook"),
        (lambda path: path.symlink_to("/etc/passwd"), "it is a link"),
        (lambda path: path.symlink_to(path), "cannot be read"),
        (os.mkfifo, "not a regular file"),
        (Path.mkdir, "not a regular file"),
        (lambda path: (path.touch(), os.truncate(path, 200 << 20)), "over 5 MB"),
        (lambda path: None, "no such file"),
    ],
)
def test_a_file_that_is_no_notebook_is_named(tmp_path, make, why):
    path = tmp_path / "bptt.ipynb"
    make(path)
    raw, said = restore.taken(path, tmp_path)
    said = said or restore.read(raw)[1]
    assert why in said
    result = grading.grade(order(None, why=said))
    assert sum(mark.points for mark in result.marks) == 0
    assert result.flags == [Flag(said)]


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


def test_what_is_not_any_more_what_was_handed_out_is_not_graded():
    book = attempts.perfect("bptt", attempts.ADA)
    with pytest.raises(ValueError, match="has changed since ada was handed it"):
        grading.grade(order(book, locked=restore.locked(book) | {"setup": "another"}))


def test_the_outcome_of_a_sandbox_holds_no_answer():
    """What runs there: the student's cells, and cells that are the same for right and wrong."""
    module = questions.load("bptt")
    for question in questions.automatic(module):
        source = collect.collecting(question, [])
        assert getattr(question, "solution", "\0") not in source
    assert run.SAYS < 1 << 20


@pytest.mark.parametrize(
    ("slow", "flag", "source"),
    [
        ("_as_written", shown.PLAIN, "```text\nso $x$ is\n```"),
        pytest.param("_as_text", shown.NOT, "(this text", marks=pytest.mark.whole),
    ],
)
def test_what_cannot_be_set_in_time_is_shown_otherwise(monkeypatch, slow, flag, source):
    """With whatever a renderer may be slow at; our own cells are set all the same."""

    def sleeping(cell):
        time.sleep(60 if "so $x$" in cell.source else 0)
        return cell.source

    monkeypatch.setattr(shown, "SECONDS", 3)
    monkeypatch.setattr(shown, "_as_written", sleeping)
    monkeypatch.setattr(shown, slow, sleeping)
    about = {"nbgrader": {"solution": True}}
    cells = [new_markdown_cell("ours"), new_markdown_cell("so $x$ is", metadata=about)]
    book = new_notebook(cells=cells)
    assert shown.presentable(book) == [flag]
    assert book.cells[0].source == "ours"
    assert book.cells[1].source.startswith(source)
