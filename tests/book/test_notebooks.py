"""The notebooks: clean, short-winded, witnessed, and the same twice."""

import ast
import re
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest

from tests.book.canonical import canonical
from tests.book.prove import citing

ROOT = Path(__file__).parents[2]
PATHS = sorted((ROOT / "book").glob("*.ipynb"))
NOTEBOOKS = {path.stem: nbformat.read(path, as_version=4) for path in PATHS}
LABEL = re.compile(r"^\$\$ \((eq-[\w-]+)\)$", re.M)
MARK = re.compile(r"^% (eq-[\w-]+) is a (definition|derivation)$", re.M)
each_notebook = pytest.mark.parametrize("name", NOTEBOOKS)


def source(name, kind):
    return [cell.source for cell in NOTEBOOKS[name].cells if cell.cell_type == kind]


def labels(name):
    return LABEL.findall("\n".join(source(name, "markdown")))


def marked(name, kind):
    """Labels that the text calls a definition, or a derivation."""
    found = MARK.findall("\n".join(source(name, "markdown")))
    return {label for label, is_a in found if is_a == kind}


def witnesses(code):
    """The calls of `witness` in a cell: each label, and what it is compared with."""
    return [
        (node.args[0].value, {word.arg for word in node.keywords})
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "witness"
    ]


def witnessed(name):
    """Labels that stand as the first argument of a call of `witness`."""
    return {label for code in source(name, "code") for label, _ in witnesses(code)}


def derived(name):
    """Labels that have a symbolic witness in a cell after their own."""
    shown, found = set(), set()
    for cell in NOTEBOOKS[name].cells:
        if cell.cell_type == "markdown":
            shown |= {*LABEL.findall(cell.source)}
        else:
            found |= {label for label, words in witnesses(cell.source) if "sympy" in words} & shown
    return found


@each_notebook
def test_it_is_committed_in_canonical_form(name):
    text = (ROOT / "book" / f"{name}.ipynb").read_text("utf-8")
    assert canonical(text) == text, "run `make format`"


def tagged(cell, *tags):
    return bool({*tags} & {*cell.metadata.get("tags", ())})


def lines_of_work(source):
    """All lines but those that import."""
    imports = [n for n in ast.parse(source).body if isinstance(n, ast.Import | ast.ImportFrom)]
    return len(source.splitlines()) - sum(n.end_lineno - n.lineno + 1 for n in imports)


@each_notebook
def test_code_cells_are_short_and_explained(name):
    """Text stands between any two; checks, questions and what is hidden follow their own."""
    cells = NOTEBOOKS[name].cells
    for cell in cells:
        closed = tagged(cell, "check", "ask", "hide-input", "remove-cell")
        most = 40 if tagged(cell, "listing") else 25 if closed else 15
        assert cell.cell_type != "code" or lines_of_work(cell.source) <= most, cell.source
    pairs = [b for a, b in pairwise(cells) if a.cell_type == b.cell_type == "code"]
    assert [b.source for b in pairs if not tagged(b, "check", "ask", "remove-cell")] == []
    assert sum(tagged(cell, "listing") for cell in cells) <= 1


@each_notebook
def test_a_check_cell_ends_in_its_line_and_a_question_stands_alone(name):
    for cell in NOTEBOOKS[name].cells:
        if not tagged(cell, "check", "ask"):
            continue
        *_, last = ast.parse(cell.source).body
        calls = [
            getattr(node.func, "id", "") for node in ast.walk(last) if isinstance(node, ast.Call)
        ]
        assert isinstance(last, ast.Expr), cell.source
        wanted = {"ask"} if tagged(cell, "ask") else {"witness", "says", "claim"}
        assert wanted & {*calls}, cell.source


@each_notebook
def test_a_line_of_text_holds_one_sentence(name):
    for text in source(name, "markdown"):
        prose = re.sub(r"(?s)\$\$.*?\$\$|```.*?```|\$[^$]*\$|`[^`]*`", "", text)
        for line in prose.splitlines():
            starts = re.findall(r"[.?!]\*{0,2} [A-Z]\w+ ", line.removeprefix("**"))
            structural = line.startswith(("|", "#", "-", ":", "**", "%", "(")) or line[:1].isdigit()
            assert structural or not starts, line


@each_notebook
def test_nothing_is_installed_or_fetched(name):
    code = "\n".join(source(name, "code"))
    assert not re.search(r"%pip|!pip|urlopen|requests\.|https?://|warnings\.|filterwarnings", code)


@each_notebook
def test_every_equation_has_a_witness_or_is_a_definition(name):
    text = "\n".join(source(name, "markdown"))
    definitions = marked(name, "definition")
    found = labels(name)
    assert len(found) == len(set(found))
    assert definitions <= set(found)
    assert witnessed(name) <= set(found)
    assert set(found) == witnessed(name) | definitions
    shown = re.sub(r"(?ms)^:::\{dropdown\} Derivation$.*?^:::$", "", text)
    assert shown.count("\n$$\n") == shown.count("\n$$ (eq-"), "unlabelled display mathematics"


@each_notebook
def test_every_equation_is_computed_by_the_package_or_defined_or_derived(name):
    """A function that computes it cites it; what is derived is derived by SymPy."""
    definitions, derivations = marked(name, "definition"), marked(name, "derivation")
    assert {*labels(name)} <= definitions | derivations | citing().keys()
    assert not definitions & derivations
    assert derivations <= derived(name)


def test_every_label_cited_in_the_package_exists():
    known = {label for name in NOTEBOOKS for label in labels(name)}
    cited = {
        label: path.name
        for path in (ROOT / "src").rglob("*.py")
        for label in re.findall(r"\beq-[a-z]+-[a-z-]*[a-z]\b", path.read_text("utf-8"))
    }
    assert set(cited) <= known, {k: v for k, v in cited.items() if k not in known}


def test_every_page_is_in_the_table_of_contents():
    contents = (ROOT / "_toc.yml").read_text("utf-8")
    for path in PATHS:
        assert f"book/{path.stem}\n" in contents


def comparable(notebook):
    """What each cell printed and showed.

    Printed text is joined: how a kernel cuts it into messages is a matter of timing.
    """
    kept = []
    for outputs in (cell.outputs for cell in notebook.cells if cell.cell_type == "code"):
        printed = "".join(output.get("text", "") for output in outputs)
        kept.append((printed, texts(output["data"] for output in outputs if "data" in output)))
    return kept


def texts(shown):
    """Without the random name of a live widget."""
    return [{kind: data[kind] for kind in data if kind.startswith("text/")} for data in shown]


@each_notebook
def test_it_runs_and_says_the_same_twice(run, name):
    """The build ran it in a kernel of its own; here it runs again, from top to bottom."""
    stored = [
        nbformat.read(path, as_version=4)
        for path in sorted(
            (ROOT / "_build/.jupyter_cache/executed").glob("*/base.ipynb"),
            key=lambda path: path.stat().st_mtime,
        )
    ]
    code = source(name, "code")
    twins = [nb for nb in stored if [c.source for c in nb.cells if c.cell_type == "code"] == code]
    assert twins, "the built site does not hold this notebook: run `make book`"
    again = run("said", name)
    assert [complaint for *_, complaint in again if complaint] == []
    assert [(text, texts(shown)) for text, shown, _ in again] == comparable(twins[-1])
