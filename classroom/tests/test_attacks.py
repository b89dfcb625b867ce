"""Attacks on a grader and on those who look at what it made; their numbers are the review's."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import nbformat
import psutil
import pytest
from nbconvert.exporters import HTMLExporter
from playwright.sync_api import sync_playwright

from classroom import chain, course, draw, grade, gradebook, grading, judge, questions, shown
from classroom.tests import attacks, attempts
from classroom.tests.test_attempts import MOST, order, patience

NOBODY = 65534
whole = pytest.mark.whole


@whole
@pytest.mark.parametrize("name", attacks.RUN | attacks.AUDIT)
def test_what_attacks_while_it_runs(boxed, name):
    expected = (attacks.RUN | attacks.AUDIT)[name]
    book = attempts.perfect("bptt", attempts.ADA)
    expected.change(book)
    begun = psutil.Process().memory_info().rss
    whole = 8 if "30" in name else 240
    result = grading.grade(order(book, seconds=patience(expected), whole=whole))
    assert psutil.Process().memory_info().rss - begun < 500 << 20
    marks = {mark.name: mark.points for mark in result.marks}
    if expected.lost is not attacks.ANY:
        lost = expected.lost
        assert marks == {n: 0 if n in lost else most for n, most in MOST.items()}, result.flags
    says = [flag.says for flag in result.flags]
    assert not expected.flag or any(expected.flag in flag for flag in says), says
    assert not any(f"{attempts.ADA}-own" in flag for flag in says)
    assert shown.presentable(result.notebook) == []
    text = json.dumps([result.notebook, [mark.says for mark in result.marks]], default=str)
    outputs = json.dumps([c.outputs for c in result.notebook.cells if c.cell_type == "code"])
    assert "written" not in outputs
    assert "refused" in outputs or not name.startswith(("16", "17", "18", "full", "what is"))
    assert "<script" not in outputs
    assert "{book}<" not in text
    module = questions.load("bptt")
    drawn = draw.numbers(module, attempts.SECRET, attempts.ADA)
    hidden = judge.tries(judge.questions_of(module)["my_deltas"], drawn, attempts.SECRET, "ada")
    for case in hidden[1:]:
        rows = case[1].tolist()
        for leak in (repr(rows), repr(case[1]), "_".join(map(str, case[1].ravel().tolist()))):
            assert leak not in text
            assert json.dumps(leak)[1:-1] not in text


@pytest.fixture(scope="module")
def attacked(tmp_path_factory):
    """A class in which everybody but three honest students attacks with what they wrote."""
    folder = tmp_path_factory.mktemp("attacked")
    kinds = {f"s{n:02}": change for n, change in enumerate(attacks.PAGES.values())}
    rows = [f'{s},"=HYPERLINK(""x"")",<img src=x onerror=alert(1)>,@SUM(1)' for s in kinds]
    rows += [f"{s},Müller,<script>alert(1)</script>," for s in ("h0", "h1", "h2")]
    (folder / "students.csv").write_text(
        "id,first_name,last_name,email\n" + "\n".join(rows) + "\n", "utf-8"
    )
    made = course.hand_out(course.open_course(folder), ["bptt"])
    module = questions.load("bptt")
    for student in made.students:
        drawn = draw.numbers(module, made.secret, student, made.dealt["bptt"][student])
        book = attempts.solved(module, drawn, made.secret, student)
        if student in kinds:
            kinds[student](book)
        path = made.folder / "submitted" / student / "bptt/bptt.ipynb"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(book), "utf-8")
    pipe = made.folder / "submitted/h2/bptt/bptt.ipynb"  # number 39
    pipe.unlink()
    os.mkfifo(pipe)
    assert grade.main(["bptt", "--course", str(folder)]) == 0
    return made, gradebook.write(made)


@whole
def test_what_a_student_wrote_ends_nothing_and_reaches_nobody(boxed, attacked):
    made, (_, pages, told) = attacked
    assert told == []
    assert len(pages) == len(made.students)
    for page in pages:
        html = page.read_text("utf-8")
        assert not re.search(r"<script|<img[^>]*onerror|<svg|<iframe|javascript:[^ ]*\"", html)
        assert not re.search(r"""<[a-z][^>]*(?:src|href)=["']?(?:https?:|//)""", html)
    by_hand = {s: _explanation(made, s) for s in made.students}
    assert "$5 or $6" in by_hand[list(made.students)[len(attacks.PAGES) - 1]]
    flags = {s: _about(made, s)["flags"] for s in made.students}
    assert ["this is not a regular file", "", ""] in flags["h2"]
    assert flags["h0"] == []


def _book(made, student):
    return nbformat.read(made.folder / f"autograded/{student}/bptt/bptt.ipynb", 4)


def _about(made, student):
    return _book(made, student).metadata.unrolled


def _explanation(made, student):
    return next(cell.source for cell in _book(made, student).cells if cell.id == "why_total")


@whole
def test_formgrader_opens_every_submission(boxed, attacked):
    made, _ = attacked
    exporter = HTMLExporter(config=chain.chained(made), template_name="formgrade")
    about = {"assignment_id": "bptt", "notebook_id": "bptt", "submission_id": "x", "index": 0,
             "total": 1, "base_url": "/formgrader", "student": "x", "last_name": "x",
             "first_name": "x", "notebook_path": "x"}  # fmt: skip
    for student in made.students:
        html, _ = exporter.from_notebook_node(_book(made, student), dict(about))
        assert "alert(1)</script>" not in html.replace("&lt;/script&gt;", "")
        assert not re.search(r"<img[^>]*onerror|<svg|<iframe|<script[^>]*https?:", html)


@whole
def test_no_page_runs_a_script_or_asks_anybody_in_a_browser(boxed, attacked):
    _, (_, pages, _) = attacked
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium)
        page = browser.new_page()
        seen = []
        page.on("request", lambda request: seen.append(request.url))
        page.on("dialog", lambda dialog: seen.append(dialog.message))
        page.on("console", lambda message: seen.append(message.text))
        for path in pages:
            page.goto(path.as_uri())
        browser.close()
    assert {url for url in seen if not url.startswith(("file:", "data:"))} == set()


@whole
def test_no_cell_of_a_table_is_computed(boxed, attacked):
    _, (tables, _, _) = attacked
    for table in tables:
        text = table.read_text("utf-8-sig")
        assert "Müller" in text
        assert "'=HYPERLINK" in text
        assert not re.search(r'(?:^|,)"?[=+@]', text, re.M)


@whole
def test_marks_without_work_are_flagged(boxed, tmp_path):
    """Numbers 5 and 6: the solutions of the repository, and one's own code for two."""
    (tmp_path / "students.csv").write_text("id\nada\nbob\ncy\ndan\n", "utf-8")
    made = course.hand_out(course.open_course(tmp_path), ["bptt"])
    module = questions.load("bptt")
    for student in made.students:
        drawn = draw.numbers(module, made.secret, student, made.dealt["bptt"][student])
        book = attempts.solved(module, drawn, made.secret, student)
        if student != "ada":
            own = "dan" if student == "dan" else "b"
            for name, text in (("my_deltas", f"\n{own} = 1"), ("why_total", f" So says {own}.")):
                attempts.cell_of(book, name)["source"] += text
        if student == "cy":  # other names of what he copied, other layout: the same
            cell = attempts.cell_of(book, "my_deltas")
            cell["source"] = "# all mine\n" + cell["source"].replace(", ", ",  ")
        path = made.folder / "submitted" / student / "bptt/bptt.ipynb"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(book), "utf-8")
    assert grade.main(["bptt", "--course", str(tmp_path)]) == 0
    same = "questions 5 and 7: the answer equals another student's"
    assert {s: _about(made, s)["notices"] for s in made.students} == {
        "ada": [["questions 5 and 7: the answer equals the book's solution", "", ""]],
        "bob": [[same, "cy", ""]],
        "cy": [[same, "bob", ""]],
        "dan": [],
    }
    teacher = next(cell for cell in _book(made, "cy").cells if cell.id == grade.TEACHER)
    assert same in teacher.source
    assert "bob" not in teacher.source


def _as_nobody(code: str) -> subprocess.Popen:
    """Another user of this machine runs this."""
    return subprocess.Popen(
        ["/usr/bin/python3", "-c", code],
        user=NOBODY,
        group=NOBODY,
        extra_groups=[],
        cwd="/",
        stdout=subprocess.PIPE,
        text=True,
        env={"PATH": "/usr/bin:/bin"},
    )


INTRUDER = """
import glob, os, socket
paths = {paths!r}
for folder in glob.glob({sandboxes!r}):
    paths += [os.path.join(base, name) for base, _, names in os.walk(folder) for name in names]
got = []
for path in paths:
    try:
        open(path, "rb").read(1)
        got.append(path)
    except OSError:
        pass
for port in {ports!r}:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1)
        got.append(port)
    except OSError:
        pass
print("got", got)
"""


@pytest.mark.skipif(os.getuid() != 0, reason="only root can become another user")
def test_another_user_gets_in_nowhere_while_it_is_graded(boxed, handed_out, tmp_path):
    shutil.copytree(handed_out.folder, tmp_path / "c", ignore=shutil.ignore_patterns("submitted"))
    made = course.open_course(tmp_path / "c")
    for parent in (tmp_path, *tmp_path.parents[:2]):  # what pytest shuts is opened: the course
        parent.chmod(0o755)  # has to be shut by itself
    for student in ("ada", "bob"):
        book = attempts.perfect("bptt", student)
        attempts.before("dz_3", "import time\ntime.sleep(2)")(book)
        path = made.folder / "submitted" / student / "bptt/bptt.ipynb"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(book), "utf-8")
    args = ["-m", "classroom.grade", "bptt", "--course", str(made.folder)]
    run = subprocess.Popen([sys.executable, *args], cwd=course.ROOT, stdout=subprocess.PIPE)
    me = psutil.Process(run.pid)
    ports = set()
    seen = ""
    while run.poll() is None:
        for process in (me, *me.children(recursive=True)):
            try:
                found = process.net_connections("inet")
            except psutil.Error:
                continue
            ports |= {one.laddr.port for one in found if one.status == psutil.CONN_LISTEN}
        if not seen and _runs_a_kernel(me):
            paths = [str(path) for path in made.folder.rglob("*") if path.is_file()]
            sandboxes = f"{tempfile.gettempdir()}/u*"
            code = INTRUDER.format(paths=paths, ports=sorted(ports), sandboxes=sandboxes)
            seen = _as_nobody(code).communicate()[0]
        time.sleep(0.05)
    assert ports == set()
    assert seen == "got []\n"
    assert _about(made, "ada")["points"] == sum(MOST.values())


def _runs_a_kernel(grader: psutil.Process) -> bool:
    try:
        return any("ipykernel" in " ".join(c.cmdline()) for c in grader.children(recursive=True))
    except psutil.Error:  # one has just ended
        return False


def test_what_is_in_a_course_is_for_its_owner_alone(handed_out):
    modes = {
        (path.is_dir(), path.stat().st_mode & 0o777)
        for path in (handed_out.folder, *handed_out.folder.rglob("*"))
    }
    assert modes == {(True, 0o700), (False, 0o600)}


def test_a_course_from_before_is_shut(tmp_path):
    made = course.open_course(tmp_path / "c")
    open_file = made.folder / "submitted/ada/bptt/bptt.ipynb"
    open_file.parent.mkdir(parents=True)
    open_file.touch()
    for path in (made.folder, open_file):
        path.chmod(0o755)
    course.open_course(made.folder)
    assert made.folder.stat().st_mode & 0o777 == 0o700
    assert open_file.stat().st_mode & 0o777 == 0o600
