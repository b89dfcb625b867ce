"""A course from its making to its gradebook: handing out, a class on workers, feedback."""

import csv
import json
import re
import shutil
import zipfile

import nbformat
import pytest

from classroom import check, course, feedback, grade, gradebook, questions, synthetic
from classroom.tests import attempts


def submit(made, student, book, name="bptt"):
    path = made.folder / "submitted" / student / name / f"{name}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(book) if isinstance(book, dict) else book, "utf-8")


@pytest.fixture(scope="module")
def done(handed_out):
    """Graded: ada is perfect but for a slip and copies a number, bob hands in no notebook."""
    book = attempts.perfect("bptt", "ada")
    one = attempts.cell_of(book, "my_deltas")
    one["source"] = one["source"].replace("W_hh.T", "W_hh")
    attempts.put("dW_hh", attempts.cell_of(attempts.perfect("bptt", "bob"), "dW_hh")["source"])(
        book
    )
    submit(handed_out, "ada", book)
    submit(handed_out, "bob", "not json")
    submit(handed_out, "eve", book)
    return handed_out


def test_a_class_is_graded_resumed_and_written_down(boxed, done, capsys):
    assert grade.main(["bptt", "--course", str(done.folder), "--cores", "1"]) == 0
    said = capsys.readouterr().out
    assert "ada: dW_hh: these are the numbers of bob" in said
    assert "bob: the file is not a notebook" in said
    assert "eve: was not handed out bptt" in said
    assert list(grade.orders(done, "bptt")) == []
    shutil.rmtree(done.folder / "autograded/bob")  # as after an interruption
    assert [order.student for order in grade.orders(done, "bptt")] == ["bob"]
    assert grade.main(["bptt", "--course", str(done.folder), "--cores", "1"]) == 0
    with course.grader(done).gradebook as marks:
        rows = marks.submission_dicts("bptt")
    waiting = {row["student"]: row["needs_manual_grade"] for row in rows}
    assert waiting == {"ada": True, "bob": False}
    table, *pages = gradebook.write(done)
    rows = {row["student_id"]: row for row in csv.DictReader(table.open(encoding="utf-8"))}
    most = {q.name: q.points for q in questions.automatic(questions.load("bptt"))}
    wanted = sum(most.values()) - most["my_deltas"] / 2 - most["dW_hh"]
    assert float(rows["ada"]["raw_score"]) == wanted
    assert float(rows["bob"]["raw_score"]) == 0
    (page,) = (path for path in pages if "/ada/" in str(path))
    html = page.read_text("utf-8")
    assert "transpose belongs" in html
    assert "#backward-add-down-the-columns" in html
    assert "<math" in html
    assert not re.search(r"""(?:src|href)=["']?https?:""", html)
    (page,) = (path for path in pages if "/bob/" in str(path))  # who answered nothing
    html = page.read_text("utf-8")
    for question in questions.load("bptt").QUESTIONS:
        hidden = getattr(question, "model", getattr(question, "solution", ""))
        assert not hidden or hidden.strip()[-60:] not in html


def test_nobody_is_graded_without_a_course_or_an_assignment(tmp_path, capsys):
    assert grade.main(["nothing", "--course", str(tmp_path)]) == 1
    assert "was not handed out" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("rows", "says"),
    [("ada\nada", "ada twice"), ("a/b", "'a/b'"), ("..", "'..'"), ('""', "''")],
)
def test_ids_that_cannot_be_folders_are_refused(tmp_path, rows, says):
    (tmp_path / "students.csv").write_text(f"id\n{rows}\n", "utf-8")
    with pytest.raises(ValueError, match=re.escape(says)):
        course.open_course(tmp_path)


def test_what_was_dealt_stays_and_who_is_late_gets_numbers(handed_out, tmp_path):
    shutil.copytree(handed_out.folder, tmp_path / "c")
    before = (tmp_path / "c/handed_out/ada/bptt.ipynb").read_text("utf-8")
    (tmp_path / "c/students.csv").write_text("id\nada\nbob\nlate\n", "utf-8")
    course.hand_out(course.open_course(tmp_path / "c"), ["bptt"])
    assert (tmp_path / "c/handed_out/ada/bptt.ipynb").read_text("utf-8") == before
    assert (tmp_path / "c/handed_out/late/bptt.ipynb").exists()


def test_the_zip_and_the_release_hold_no_answers(handed_out, tmp_path):
    course.zipped(handed_out.folder / "handed_out", tmp_path / "all.zip")
    texts = [p.read_text("utf-8") for p in handed_out.folder.glob("release/*/*.ipynb")]
    with zipfile.ZipFile(tmp_path / "all.zip") as file:
        texts += [file.read(name).decode() for name in file.namelist()]
    assert len(texts) == 3
    for question in questions.load("bptt").QUESTIONS:
        hidden = getattr(question, "model", getattr(question, "solution", ""))
        for text in texts:
            assert not hidden or json.dumps(hidden.strip()[-80:])[1:-1] not in text


def test_those_who_study_alone_get_marks(boxed, tmp_path, capsys):
    book = attempts.perfect("bptt", "", "")
    attempts.put("dz_3", "dz_3 = [0.5, 0.5, 0.5, 0.5]")(book)
    path = tmp_path / "mine.ipynb"
    path.write_text(json.dumps(book), "utf-8")
    assert check.main(["bptt", str(path)]) == 0
    said = capsys.readouterr().out
    assert "3 of 3  dh_dw: Right." in said
    assert "0 of 1  dz_3: Wrong" in said
    assert "-  of 3  dW_hh" in said.replace("- of", "-  of")
    assert check.main(["bptt", str(tmp_path / "none.ipynb")]) == 1
    assert check.main([]) == 1


def test_formulas_become_mathml_and_nothing_else_changes():
    text = "so $x_1$ and `$y$`\n\n```text\n$z$\n```\n\n$\\nothing{$ and a lone $"
    out = feedback.set_formulas(text)
    assert "<math" in out
    assert "`$y$`" in out
    assert "$z$" in out
    assert out.endswith("a lone $")


@pytest.mark.whole
def test_a_synthetic_class_of_twenty(boxed, tmp_path):
    synthetic.enrol(tmp_path, 20)
    made = course.hand_out(course.open_course(tmp_path), ["bptt"])
    synthetic.submit(tmp_path, "bptt")
    assert grade.main(["bptt", "--course", str(tmp_path)]) == 0
    assert len(list(made.folder.glob("autograded/*/bptt/bptt.ipynb"))) == 20
    for path in made.folder.glob("autograded/*/bptt/bptt.ipynb"):
        nbformat.validate(nbformat.read(path, 4))
