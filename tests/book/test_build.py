"""The build: a change runs what it concerns, a failure is named and costs nobody the old site."""

import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from unrolled.site import build
from unrolled.site.execute import execute
from unrolled.site.needs import fingerprint, imported, needs, patterns

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src/unrolled"
MODULES = {
    "src/unrolled/__init__.py": "",
    "src/unrolled/core/__init__.py": "",
    "src/unrolled/core/tree.py": "",
    "src/unrolled/core/unroll.py": "from unrolled.core import tree",
    "src/unrolled/rnn/__init__.py": "",
    "src/unrolled/rnn/cell.py": "def later():\n    from unrolled.core.unroll import bptt",
    "src/unrolled/rnn/graph.py": "import unrolled.rnn.cell",
    "src/unrolled/rnn/graph.js": "",
    "src/unrolled/page/__init__.py": "",
    "src/unrolled/widget/kit/host.js": "",
    "requirements.txt": "",
    "book/rnn.ipynb": "{}",
}
RNN, GRAPH = "from unrolled.rnn.cell import RNN", "from unrolled.rnn import graph"
CONFIG = "execute: {cache: _build/.jupyter_cache, timeout: 600}\n"
CELLS = """{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
    {"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# A"},
    {"cell_type": "code", "id": "b", "metadata": {}, "source": "x = 1", "outputs": [],
     "execution_count": null},
    {"cell_type": "code", "id": "c", "metadata": {}, "source": "y = x\\ny = LAST", "outputs": [],
     "execution_count": null}]}"""


def write(root, files):
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")


def apart(work, *given):
    """`work(*given)` in a thread of its own: a browser's driver has an event loop in this one."""
    with ThreadPoolExecutor() as threads:
        return threads.submit(work, *given).result()


@pytest.fixture
def house(tmp_path):
    write(tmp_path, MODULES)
    return tmp_path


@pytest.mark.parametrize(
    ("code", "changed", "concerned"),
    [
        (RNN, "src/unrolled/rnn/cell.py", True),
        (RNN, "src/unrolled/rnn/graph.py", False),
        (RNN, "src/unrolled/rnn/graph.js", False),  # data of a module that it does not import
        (GRAPH, "src/unrolled/rnn/graph.js", True),
        (RNN, "src/unrolled/core/tree.py", True),  # two imports away, one of them in a function
        (RNN, "src/unrolled/rnn/__init__.py", True),
        (RNN, "src/unrolled/widget/kit/host.js", True),  # data of no one module
        ("x = 1", "src/unrolled/rnn/cell.py", False),
        ("x = 1", "requirements.txt", True),
        (RNN, "book/rnn.ipynb", False),
        (RNN, "src/unrolled/page/__pycache__/x.pyc", False),
    ],
)
def test_a_change_concerns_who_imports_it(house, code, changed, concerned):
    before = fingerprint(code, house)
    write(house, {changed: "x = 2\n"})
    assert (fingerprint(code, house) != before) == concerned


def test_a_module_that_appears_or_goes_counts_as_a_change(house):
    before = fingerprint(GRAPH, house)
    (house / "src/unrolled/rnn/graph.py").unlink()
    assert fingerprint(GRAPH, house) != before


def test_what_a_module_finds_counts_as_what_it_imports(house):
    finder = 'FINDS = ("src/unrolled/*/cover.py", "*.yml")'
    write(house, {"src/unrolled/intro.py": finder, "src/unrolled/rnn/cover.py": RNN})
    for changed in ("src/unrolled/rnn/cell.py", "src/unrolled/rnn/cover.py", "_toc.yml"):
        before = fingerprint("import unrolled.intro", house)
        write(house, {changed: "x = 2\n"})
        assert fingerprint("import unrolled.intro", house) != before, changed


def test_no_module_is_imported_in_a_way_that_cannot_be_read():
    """By name only where FINDS says which, and that finds some."""
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text("utf-8")
        assert "__import__" not in text, path
        assert "import_module" not in text or patterns(text), path
        assert all(list(ROOT.glob(each)) for each in patterns(text)), path


def test_every_chapter_needs_its_wing_and_the_kit():
    found = needs("from unrolled.rnn.cell import RNN", ROOT)
    assert PACKAGE / "core/cell.py" in found
    assert PACKAGE / "widget/kit/host.js" in found
    assert PACKAGE / "gradients/products.py" not in found
    assert "unrolled.rnn" in imported("from unrolled.rnn.cell import RNN")


def test_a_notebook_runs_again_when_what_it_needs_has_changed(house, capsys):
    path, kept = house / "book/a.ipynb", house / "_build/.jupyter_cache"
    write(house, {"book/a.ipynb": CELLS.replace("LAST", "2"), "_build/old": ""})
    for changed, runs in (("", 1), ("", 0), ("requirements.txt", 1), ("book/b.ipynb", 0)):
        if changed:
            write(house, {changed: "numpy"})
        assert apart(execute, [path], house, kept, 600)
        assert capsys.readouterr().out.count("book/a.ipynb") == runs
    text = path.read_text("utf-8")
    write(house, {"book/a.ipynb": text.replace("# A", "# Another title")})
    assert apart(execute, [path], house, kept, 600)
    assert capsys.readouterr().out == ""


@pytest.fixture
def book(house):
    """A book of two pages whose old site stands."""
    toc = "format: jb-book\nroot: book/intro\nchapters: [{file: book/a}]\n"
    write(house, {"_toc.yml": toc, "_config.yml": CONFIG, "book/intro.md": "# Hello\n"})
    write(house, {"_build/html/index.html": "old", "book/a.ipynb": CELLS.replace("LAST", "2")})
    return house


def rendered(root, aside):
    write(aside, {"_build/html/index.html": "new"})
    return True


def package(root, into):
    write(into, {"a.whl": ""})


@pytest.mark.parametrize(
    ("last", "said"),
    [
        ("missing", "line 2: NameError: name 'missing' is not defined"),
        ("1 / 0", "division by zero"),
    ],
)
def test_a_failing_cell_is_named_in_few_words_and_leaves_the_old_site(book, capsys, last, said):
    write(book, {"book/a.ipynb": CELLS.replace("LAST", last)})
    assert apart(build.build, book) == 1
    out = capsys.readouterr().out
    assert "book/a.ipynb, cell [2] `y = x`" in out
    assert said in out
    assert len(out.splitlines()) <= 6, out
    assert "Traceback" in (book / "_build/a.log").read_text("utf-8")
    assert (book / "_build/html/index.html").read_text("utf-8") == "old"


@pytest.mark.parametrize("fails", ["render", "wheel"])
def test_whatever_fails_the_old_site_stays(book, monkeypatch, fails):
    def refuse(root, place):
        if fails == "render":
            return False
        raise OSError

    monkeypatch.setattr(build, "execute", lambda *_: True)
    monkeypatch.setattr(build, "render", rendered)
    monkeypatch.setattr(build, fails, refuse)
    try:
        assert build.build(book) == 1
    except OSError:
        assert fails == "wheel"
    assert (book / "_build/html/index.html").read_text("utf-8") == "old"


def test_a_warning_is_a_failure_and_a_failure_is_told(house, monkeypatch):
    asked = []

    def run(command, **_):
        asked.extend(command)
        return CompletedProcess(command, 1)

    monkeypatch.setattr(build.subprocess, "run", run)
    assert not build.render(house, house / "aside")
    assert {"-W", "-n", "--keep-going"} <= set(asked)


def test_what_changes_during_a_build_is_newer_than_the_site(book, monkeypatch):
    def edited_meanwhile(root, aside):
        write(root, {"book/intro.md": "# Hello again\n"})
        return rendered(root, aside)

    monkeypatch.setattr(build, "execute", lambda *_: True)
    monkeypatch.setattr(build, "render", edited_meanwhile)
    monkeypatch.setattr(build, "wheel", package)
    assert build.build(book) == 0
    paths = (book / "_build/html/index.html", book / "book/intro.md")
    site, page = (path.stat().st_mtime for path in paths)
    assert site < page


def test_a_build_that_succeeds_takes_the_place_of_the_old_site(book, monkeypatch):
    monkeypatch.setattr(build, "execute", lambda *_: True)
    monkeypatch.setattr(build, "render", rendered)
    monkeypatch.setattr(build, "wheel", package)
    write(book, {"_build/html/gone.html": ""})
    assert build.build(book) == 0
    assert (book / "_build/html/index.html").read_text("utf-8") == "new"
    assert [p.name for p in (book / "_build/html").iterdir() if p.name == "gone.html"] == []
    assert not (book / "_build/next").exists()


def test_the_wheel_holds_every_module_and_all_its_data():
    wheel, *others = (ROOT / "_build/html").glob("*.whl")
    assert not others
    own = {p for p in PACKAGE.rglob("*") if p.is_file() and "__pycache__" not in p.parts}
    with zipfile.ZipFile(wheel) as file:
        assert {f"unrolled/{p.relative_to(PACKAGE).as_posix()}" for p in own} <= {*file.namelist()}
        metadata = next(n for n in file.namelist() if n.endswith("METADATA"))
        assert "# Unrolled" in file.read(metadata).decode()
    for page in ("run.md", "intro.ipynb"):
        assert wheel.name in (ROOT / "book" / page).read_text("utf-8")
