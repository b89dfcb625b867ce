"""A course from its making to its gradebook: handing out, a class on workers, feedback."""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile

import nbformat
import numpy as np
import psutil
import pytest

from classroom import chain, check, course, grade, gradebook, judge, questions, restore, synthetic
from classroom.flags import Flag
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
    why = attempts.cell_of(book, "why_total")
    why |= {
        "source": f"![a](attachment:a.png) {why['source']}",
        "attachments": {"a.png": {"image/png": "iVBORw0KGgo="}},
    }
    submit(handed_out, "ada", book)
    submit(handed_out, "bob", "not json")
    submit(handed_out, "eve", book)
    return handed_out


def test_a_class_is_graded_resumed_and_written_down(boxed, done, capsys):
    assert grade.main(["bptt", "--course", str(done.folder), "--cores", "1"]) == 0
    said = capsys.readouterr().out
    assert "ada: question 4: these are another student's numbers (bob)" in said
    assert "bob: the file is not a notebook" in said
    assert "eve: there is no such id in students.csv" in said
    assert list(grade.orders(done, "bptt")) == []
    shutil.rmtree(done.folder / "autograded/bob")  # as after an interruption
    assert [order.student for order in grade.orders(done, "bptt")] == ["bob"]
    assert grade.main(["bptt", "--course", str(done.folder), "--cores", "1"]) == 0
    with course.grader(done).gradebook as marks:
        rows = marks.submission_dicts("bptt")
    waiting = {row["student"]: row["needs_manual_grade"] for row in rows}
    assert waiting == {"ada": True, "bob": False}
    (table, totals), pages, told = gradebook.write(done)
    assert told == []
    assert table.read_bytes().startswith(b"\xef\xbb\xbf")
    rows = {row["id"]: row for row in csv.DictReader(table.open(encoding="utf-8-sig"))}
    most = {q.name: q.points for q in questions.automatic(questions.load("bptt"))}
    wanted = sum(most.values()) - most["my_deltas"] / 2 - most["dW_hh"]
    assert float(rows["ada"]["score"]) == wanted
    assert (rows["ada"]["last_name"], rows["ada"]["explanation"]) == ("Lovelace", "to be marked")
    flags = "question 4: these are another student's numbers (bob)"
    assert rows["ada"]["flags"] == flags
    assert [rows["ada"][f"question_{n}"] for n in range(1, 8)] == [
        "2.0",
        "2.0",
        "3.0",
        "0.0",
        "2.5",
        "2.0",
        "",
    ]
    assert [row["total"] for row in csv.DictReader(totals.open(encoding="utf-8-sig"))] == [
        str(wanted),
        "0.0",
        "0",
    ]
    assert [row["to_be_marked"] for row in csv.DictReader(totals.open(encoding="utf-8-sig"))] == [
        "1",
        "0",
        "0",
    ]
    assert (float(rows["bob"]["score"]), rows["bob"]["explanation"]) == (0, "marked")
    assert "not a notebook" in rows["bob"]["flags"]
    assert rows["cy"]["score"] == ""
    (page,) = (path for path in pages if "/ada/" in str(path))
    html = page.read_text("utf-8")
    assert "multiplied by the transpose" in html
    assert html.count('src="data:image/png') == 1
    assert "#backward-add-down-the-columns" in html
    assert "<math" in html
    assert "<title>Backpropagation through time: Lovelace</title>" in html
    assert "11.5 of 17 points</strong>, and question 7, with 3 more, waits for your teacher" in html
    assert '<a href="#question-3">3</a>' in html
    assert "check(" not in html
    assert not re.search(r"""(?:src|href)=["']?https?:""", html)
    (page,) = (path for path in pages if "/bob/" in str(path))  # who answered nothing
    html = page.read_text("utf-8")
    assert "for you alone" not in html
    for question in questions.load("bptt").QUESTIONS:
        hidden = getattr(question, "model", getattr(question, "solution", ""))
        assert not hidden or hidden.strip()[-60:] not in html
    graded = nbformat.read(done.folder / "autograded/ada/bptt/bptt.ipynb", 4)
    assert [cell.id for cell in graded.cells[:3]] == [
        "why_total-text",
        "why_total",
        "for-the-teacher",
    ]
    assert graded.cells[2].source.endswith("these are another student's numbers")
    assert not re.search(r"\b(ada|bob)\b", graded.cells[2].source)
    assert not any("numbers of" in cell.source for cell in graded.cells)


def test_nobody_is_graded_without_a_course_or_an_assignment(tmp_path, capsys):
    assert grade.main(["nothing", "--course", str(tmp_path)]) == 1
    assert "run `make classroom` first" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("rows", "says"),
    [("ada\nada", "line 3: the id ada is taken"), ("ada\nADA", "line 3: the id ADA is taken"),
     *((student, f"line 2: got the id {student!r}") for student in (
         "a/b", "..", "\u0430da", "ada\u200b", "-rf", "@x", "~root", "$(id)", "=1+1", "a" * 65))],
)  # fmt: skip
def test_ids_that_cannot_be_folders_are_refused(tmp_path, rows, says):
    (tmp_path / "students.csv").write_text(f"id\n{rows}\n", "utf-8")
    with pytest.raises(ValueError, match=re.escape(says)):
        course.open_course(tmp_path)


def test_a_table_from_another_program_is_read(tmp_path):
    (tmp_path / "students.csv").write_text("\ufeffId;Last_name\n7;Müller\n\n8;\n", "utf-8")
    assert course.open_course(tmp_path).students == {"7": {"last_name": "Müller"}, "8": {}}


def test_what_is_misplaced_and_who_is_missing_is_said(handed_out, tmp_path, capsys):
    shutil.copytree(handed_out.folder, tmp_path / "c", ignore=shutil.ignore_patterns("submitted"))
    made = course.open_course(tmp_path / "c")
    for where in (
        "ada/bptt/BPTT.ipynb",
        "bob/Bptt/bptt.ipynb",
        "bob/bptt/bptt.ipynb",
        "bob/bptt/bptt (1).ipynb",
        "eve/bptt/bptt.ipynb",
        "cy/.junk/x",
    ):
        path = made.folder / "submitted" / where
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")
    assert grade.misplaced(made, "bptt") == [
        "ada: expected bptt.ipynb, got BPTT.ipynb. It was not graded.",
        "bob: Bptt was not handed out to anybody. It was not graded.",
        "bob: bptt.ipynb counts, and not bptt (1).ipynb.",
        "eve: there is no such id in students.csv. It was not graded.",
        "Nothing came from cy.",
    ]
    for said in ([], ["bpttt"], ["bptt", "rnn"]):
        assert grade.main([*said, "--course", str(made.folder)]) == 1
        assert f"got {' '.join(said)!r}, expected one of bptt" in capsys.readouterr().out


def test_marks_for_those_who_study_alone_need_no_tool_of_a_teacher():
    code = (
        "import sys\n"
        "for name in ('nbgrader', 'distributed', 'latex2mathml'):\n    sys.modules[name] = None\n"
        "import classroom.check"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_was_dealt_stays_and_who_is_late_gets_numbers(handed_out, tmp_path):
    shutil.copytree(handed_out.folder, tmp_path / "c")
    before = (tmp_path / "c/handed_out/ada/bptt.ipynb").read_text("utf-8")
    (tmp_path / "c/students.csv").write_text("id\nada\nbob\ncy\nlate\n", "utf-8")
    course.hand_out(course.open_course(tmp_path / "c"), ["bptt"])
    assert (tmp_path / "c/handed_out/ada/bptt.ipynb").read_text("utf-8") == before
    assert (tmp_path / "c/handed_out/late/bptt.ipynb").exists()


def test_the_zip_and_the_release_hold_no_answers(handed_out, tmp_path):
    course.zipped(handed_out.folder.glob("handed_out/*/bptt.ipynb"), tmp_path / "all.zip")
    texts = [p.read_text("utf-8") for p in handed_out.folder.glob("release/*/*.ipynb")]
    with zipfile.ZipFile(tmp_path / "all.zip") as file:
        texts += [file.read(name).decode() for name in file.namelist()]
    assert len(texts) == 4
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
    assert "2 of 2  dh_dw: Right." in said
    assert "0 of 2  dz_3: Wrong" in said
    assert "15 of 17. The explanation is worth another 3" in said
    path.write_text(json.dumps(attempts.perfect("rnn", "", "")), "utf-8")
    assert check.main(["bptt", str(path)]) == 1
    assert "this notebook is for rnn, not for bptt" in capsys.readouterr().out
    assert check.main(["bptt", str(tmp_path / "none.ipynb")]) == 1
    assert check.main([]) == 1


def test_a_coincidence_in_a_large_class_is_no_copy():
    """A wrong number alone is somebody's; two of the same one's are not."""
    (two,) = (q for q in judge.by_hand(questions.load("bptt")) if q.name == "delta_2")
    rng = np.random.default_rng(0)
    students = [f"s{n}" for n in range(400)]
    rights = {
        name: dict(zip(students, rng.normal(size=(400, size)).tolist(), strict=True))
        for name, size in {"delta_2": 2, "one": 1}.items()
    }
    asked = [two._replace(name=name) for name in rights]
    wrong = {name: everybody["s7"] for name, everybody in rights.items()}
    assert judge.copied(asked, {"one": wrong["one"]}, rights, "ada") == []
    flags = [Flag("these are another student's numbers", "s7", name) for name in rights]
    assert judge.copied(asked, wrong, rights, "ada") == flags
    assert judge.copied(asked, wrong, rights, "s7") == []


def test_one_that_cannot_be_written_does_not_end_the_class(boxed, handed_out, tmp_path, capsys):
    shutil.copytree(handed_out.folder, tmp_path / "c", ignore=shutil.ignore_patterns("submitted"))
    made = course.open_course(tmp_path / "c")
    for student in ("ada", "bob"):
        submit(made, student, attempts.perfect("bptt", student))
    shutil.rmtree(made.folder / "autograded", ignore_errors=True)
    (made.folder / "autograded/ada").mkdir(parents=True)
    (made.folder / "autograded/ada/bptt").write_text("a file where a folder has to be")
    assert grade.main(["bptt", "--course", str(made.folder), "--cores", "1"]) == 0
    assert "ada: its marks could not be saved (FileExistsError" in capsys.readouterr().out
    assert (made.folder / "autograded/bob/bptt/bptt.ipynb").exists()


def test_what_has_not_changed_is_not_graded_again(handed_out, tmp_path):
    """Not even a notebook with an id twice, which reading mends at random."""
    shutil.copytree(handed_out.folder, tmp_path / "c", ignore=shutil.ignore_patterns("submitted"))
    made = course.open_course(tmp_path / "c")
    shutil.rmtree(made.folder / "autograded", ignore_errors=True)
    submit(made, "ada", attempts.attempt("duplicated cells"))
    (first,), (again,) = (list(grade.orders(made, "bptt")) for _ in range(2))
    assert first.hash == again.hash


def test_another_secret_and_another_version_are_refused(handed_out, tmp_path, monkeypatch):
    shutil.copytree(handed_out.folder, tmp_path / "c")
    module = questions.load("bptt")
    monkeypatch.setattr(module, "BOOK", module.BOOK | {"w": module.BOOK["w"] + 0.01})
    with pytest.raises(ValueError, match="the questions of bptt have changed"):
        course.hand_out(course.open_course(tmp_path / "c"), ["bptt"])
    settings = tmp_path / "c/course.toml"
    settings.write_text(settings.read_text("utf-8").replace(attempts.SECRET, "else"), "utf-8")
    with pytest.raises(ValueError, match="the secret is not the one"):
        course.open_course(tmp_path / "c")
    settings.unlink()
    with pytest.raises(ValueError, match=r"course\.toml is gone"):
        course.open_course(tmp_path / "c")
    assert not settings.exists()


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        ("course.toml", "secret = ", "course.toml: "),
        ("course.toml", 'secret = ""\nbook = ""\nseconds = 1', "the secret is empty"),
        ("course.toml", 'secret = "s"\nbook = ""\nseconds = "long"', "could not convert"),
        (
            "students.csv",
            "ada,Ada,Lovelace\n",
            "it is 'ada,Ada,Lovelace'",
        ),
        ("students.csv", "", "it is ''"),
        ("students.csv", "id\nM\xfcller\n", "not in UTF-8"),
    ],
)
def test_files_of_a_course_that_cannot_be_read_are_named(tmp_path, file, text, says):
    (tmp_path / file).write_text(text, "latin-1")
    with pytest.raises(ValueError, match=re.escape(says)):
        course.open_course(tmp_path)


@pytest.mark.whole
def test_a_synthetic_class_of_twenty(boxed, tmp_path):
    synthetic.enrol(tmp_path, 20)
    made = course.hand_out(course.open_course(tmp_path), ["bptt"])
    synthetic.submit(tmp_path, "bptt")
    assert grade.main(["bptt", "--course", str(tmp_path)]) == 0
    assert len(list(made.folder.glob("autograded/*/bptt/bptt.ipynb"))) == 20
    for path in made.folder.glob("autograded/*/bptt/bptt.ipynb"):
        nbformat.validate(nbformat.read(path, 4))


@pytest.mark.whole
def test_a_worker_that_dies_loses_nothing(boxed, tmp_path):
    synthetic.enrol(tmp_path, 8)
    made = course.hand_out(course.open_course(tmp_path), ["bptt"])
    synthetic.submit(tmp_path, "bptt", mixed=False)
    done = grade.pool_of(made, "", 2, unsafe=False).results(grade.one, grade.orders(made, "bptt"))
    first = next(done)
    psutil.Process().children()[-1].kill()
    results = [first, *done]
    assert sorted(result.student for _, result, _ in results) == list(made.students)


@pytest.mark.whole
@pytest.mark.timeout(900)
def test_what_the_readme_prints_works_as_printed(boxed, tmp_path):
    """The block of *Teach with it*, in a copy of what Git knows, with the tools that are here."""
    root = course.ROOT
    readme = (root / "README.md").read_text("utf-8")
    block = re.search(r"## Teach with it\n+```\n(.*?)```", readme, re.S)[1]
    for path in subprocess.check_output(["git", "ls-files"], cwd=root, text=True).split("\n"):
        if path and (root / path).exists():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / path, tmp_path / path)
    (tmp_path / "classroom/.venv").symlink_to(root / "classroom/.venv")
    (tmp_path / "classroom/.venv/done").touch()
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    said = ""
    for line in block.strip().splitlines():
        assert line in said or "try-classroom" in line, "the command before says what comes next"
        ran = subprocess.run(
            line, shell=True, cwd=tmp_path, env=env, capture_output=True, text=True
        )
        assert ran.returncode == 0, (line, ran.stdout, ran.stderr)
        said = said + ran.stdout
    assert "student-0001: questions 5 and 7: the answer equals another student's" in said
    assert "20 pages of feedback" in said
    table = tmp_path / "classroom/trial/grades.csv"
    rows = list(csv.DictReader(table.read_text("utf-8-sig").splitlines()))
    assert len(rows) == 20
    assert float(rows[0]["score"]) == 17


def test_pages_that_have_not_changed_are_not_touched(tmp_path, monkeypatch):
    """Else the site would be made again each time somebody hands out."""
    monkeypatch.setattr(course, "PAGES", tmp_path)
    course.pages()
    (tmp_path / "gone.ipynb").touch()
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("*.ipynb")}
    course.pages()
    after = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("*.ipynb")}
    assert after == {name: at for name, at in before.items() if name != "gone.ipynb"}
    assert set(after) == {f"{name}.ipynb" for name in questions.names()}


@pytest.mark.whole
def test_an_honest_picture_has_a_page_and_a_copied_one_is_shown_once(boxed, handed_out, tmp_path):
    shutil.copytree(handed_out.folder, tmp_path / "c", ignore=shutil.ignore_patterns("submitted"))
    made = course.open_course(tmp_path / "c")
    for student, text in (
        ("ada", "so ![a](attachment:a.png) it is"),
        ("bob", "![](attachment:a.png)" * 500),
    ):
        book = attempts.perfect("bptt", student)
        cell = attempts.cell_of(book, "why_total")
        cell |= {"source": text, "attachments": {"a.png": {"image/png": "iVBORw0KGgo="}}}
        submit(made, student, book)
    assert grade.main(["bptt", "--course", str(made.folder), "--cores", "1"]) == 0
    _, pages, told = gradebook.write(made, 1)
    assert told == []
    assert [page.read_text("utf-8").count("data:image/png") for page in pages[:2]] == [1, 1]


def test_links_and_folders_lead_nowhere(handed_out, tmp_path, capsys):
    """A link of a student's must not lead to the solutions, nor to the secret."""
    shutil.copytree(handed_out.folder, tmp_path / "c", ignore=shutil.ignore_patterns("submitted"))
    made = course.open_course(tmp_path / "c")
    for student in ("ada", "bob"):
        (made.folder / "submitted" / student).mkdir(parents=True)
    (made.folder / "submitted/ada/bptt").symlink_to("../../solutions/ada")
    (made.folder / "submitted/bob/bptt.ipynb").write_text("{}")
    (order,) = grade.orders(made, "bptt")
    assert (order.raw, order.why) == (b"", "it is a link, or in a folder that is one")
    told = grade.misplaced(made, "bptt")
    assert "bob: bptt.ipynb belongs in the folder of its assignment, as bptt." in told
    config = chain.chained(made)
    assert config.CourseDirectory.ignore == ["*"]


@pytest.mark.parametrize(
    ("outputs", "cells"), [([{}] * 200_000, 1), ([], 9_000), ([], 30_000)], ids=["a", "b", "c"]
)
def test_a_notebook_of_very_many_parts_is_read_or_named(outputs, cells):
    cell = attempts.code("x = 1") | {"outputs": outputs}
    raw = json.dumps({"cells": [cell] * cells, "nbformat": 4, "metadata": {}}).encode()
    submitted, why = restore.read(raw)
    assert (submitted is None) == (cells > restore.MOST_CELLS)
    assert ("more than 10000" in why) == (cells > restore.MOST_CELLS)


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "3601"])
def test_limits_that_are_none_are_refused(tmp_path, seconds):
    (tmp_path / "course.toml").write_text(f'secret = "s"\nbook = ""\nseconds = {seconds}', "utf-8")
    with pytest.raises(ValueError, match=r"seconds is .*, expected seconds up to 3600"):
        course.open_course(tmp_path)


def test_odd_names_make_no_second_student(tmp_path):
    (tmp_path / "students.csv").write_text('id,last_name\n7,"a\u2028b"\n8,c\x0bd\n', "utf-8")
    assert list(course.open_course(tmp_path).students) == ["7", "8"]
    (tmp_path / "students.csv").write_text("id\n" + "x" * 200_000, "utf-8")
    with pytest.raises(ValueError, match="field larger"):
        course.open_course(tmp_path)


def test_a_folder_that_is_no_course_stays_as_it_is(tmp_path):
    tool = tmp_path / "tool"
    tool.touch()
    tool.chmod(0o755)
    with pytest.raises(ValueError, match="this is no course"):
        course.open_course(tmp_path)
    assert tool.stat().st_mode & 0o777 == 0o755
    assert list(tmp_path.iterdir()) == [tool]


def test_a_course_that_students_code_could_read_is_refused():
    with pytest.raises(ValueError, match="students' code can look in there"):
        course.open_course(course.ROOT / "src/unrolled/course")
