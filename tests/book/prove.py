"""Can the witnesses fail? `make prove` plants errors and looks which witness turns red.

For every labelled equation: the package functions whose docstring cites it, up to three small
errors in each (drawn from a fixed seed), and whether the chapter's own witness of that equation
catches them; what claims say meanwhile is not looked at. A chapter runs once, cell by cell; before
the first cell that calls a function a child is forked for each of its errors, runs on to the
witness and says what it saw.

    python -m tests.book.prove rnn mlp            prints the rows of two chapters
    python -m tests.book.prove --write rnn mlp    and puts them into proof.md
"""

import ast
import copy
import inspect
import io
import json
import os
import random
import re
import resource
import sys
import textwrap
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import NamedTuple

import tests.arithmetic  # isort: skip  # noqa: F401

import nbformat
import torch  # so that children find it loaded

from tests.book.harmless import HARMLESS
from tests.book.run import let_claims_pass
from unrolled.core import door, records
from unrolled.page import witness as page_witness

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src/unrolled"
TABLE = Path(__file__).with_name("proof.md")
LABEL = re.compile(r"\beq-[a-z0-9]+(?:-[a-z0-9]+)*")
DOORS = {
    name for module in (door, records) for name, _ in inspect.getmembers(module, inspect.isfunction)
}
MARK = re.compile(r"^% (eq-[\w-]+) is a (definition|derivation)$", re.M)
SHOWN = re.compile(r"^\$\$ \((eq-[\w-]+)\)$", re.M)
NO_KIND = "NO KIND"
UNKNOWN = "NO REASON"
COLUMNS = ("caught", "other", "stopped", "missed")
SEED, EACH, SECONDS = 9, 3, 120  # errors a function; processor seconds a child may take


class Plant(NamedTuple):
    label: str
    function: str  # module.name
    error: str  # what became what
    code: object


# Errors: one operator, sign, bound, number or index at a time


class Swap(ast.NodeTransformer):
    """Breaks the n-th place that can be broken, and notes what it did."""

    OPERATORS = {  # noqa: RUF012
        ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.Pow: ast.Mult,
        ast.MatMult: None,
        ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    }  # fmt: skip
    NAMES = {  # noqa: RUF012
        "cumprod": "cumsum", "matvec": "vecmat", "vecmat": "matvec", "exp": "tanh", "max": "min",
        "min": "max", "sum": "mean", "mean": "sum", "argmax": "argmin", "ones": "zeros",
    }  # fmt: skip

    def __init__(self, n: int):
        self.left = n
        self.did = ""

    def _hit(self, node: ast.AST, make) -> ast.AST:
        self.left -= 1
        if self.left != -1:
            return node
        before = ast.unparse(node)
        new = ast.copy_location(make(copy.deepcopy(node)), node)
        self.did = f"{before} → {ast.unparse(new)}"
        return new

    def visit_BinOp(self, node):
        self.generic_visit(node)
        other = self.OPERATORS.get(type(node.op), False)
        if other is False:
            return node
        if other is None:
            return self._hit(node, lambda n: ast.BinOp(n.right, n.op, n.left))
        return self._hit(node, lambda n: ast.BinOp(n.left, other(), n.right))

    def visit_Compare(self, node):
        self.generic_visit(node)
        other = self.OPERATORS.get(type(node.ops[0]))
        if other is None or len(node.ops) > 1:
            return node
        return self._hit(node, lambda n: ast.Compare(n.left, [other()], n.comparators))

    def visit_UnaryOp(self, node):
        self.generic_visit(node)
        return self._hit(node, lambda n: n.operand) if isinstance(node.op, ast.USub) else node

    def visit_Attribute(self, node):
        self.generic_visit(node)
        if node.attr not in self.NAMES:
            return node
        other = self.NAMES[node.attr]
        return self._hit(node, lambda n: ast.Attribute(n.value, other, n.ctx))

    def visit_Constant(self, node):
        if type(node.value) not in (int, float):
            return node
        return self._hit(node, lambda n: ast.Constant(n.value + 1))

    def visit_Call(self, node):  # a seed is as good as another, and a door lets no equation in
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        return node if name == "default_rng" or name in DOORS else self.generic_visit(node)

    def visit_If(self, node):
        """When bad input is refused, and what is said of it, is not the equation."""
        refuses = isinstance(node.body[-1], ast.Raise)
        return node if refuses else self.generic_visit(node)

    def visit_Raise(self, node):
        return node

    visit_JoinedStr = visit_AnnAssign = visit_arg = visit_Raise


def errors(function: FunctionType) -> list[tuple[str, object]]:
    """Up to EACH ways to break a function, as (what became what, its new code)."""
    source = textwrap.dedent(inspect.getsource(function))
    place = inspect.getsourcefile(function)
    found = []
    for n in range(200):
        (definition,) = ast.parse(source).body
        definition.decorator_list = []
        definition.returns = None
        swap = Swap(n)
        definition.body = [swap.visit(line) for line in definition.body]
        if not swap.did:
            break
        tree = ast.fix_missing_locations(ast.Module([definition], []))
        scope: dict = {}
        exec(compile(tree, place, "exec"), function.__globals__, scope)
        found.append((swap.did, scope[function.__name__].__code__))
    picked = random.Random(f"{SEED} {function.__module__}.{function.__name__}")
    picked.shuffle(found)
    return found[:EACH]


@cache
def citing() -> dict[str, list[FunctionType]]:
    """The package's functions by the labels in their docstrings."""
    found: dict[str, list[FunctionType]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.stem == "slips":  # what is right beside them is compared in tests/*/test_slips.py
            continue
        module = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        tree = ast.parse(path.read_text("utf-8"))
        named = [n.name for n in tree.body if isinstance(n, ast.FunctionDef)]
        cited = {
            n.name: LABEL.findall(ast.get_docstring(n) or "")
            for n in tree.body
            if isinstance(n, ast.FunctionDef)
        }
        for name in named:
            for label in cited[name]:
                function = inspect.unwrap(getattr(import_module(module), name))
                found.setdefault(label, []).append(function)
    return found


# A chapter, cell by cell


class Chapter:
    """Its code cells, its labels, and which witness failed on the way."""

    def __init__(self, path: Path):
        cells = nbformat.read(path, as_version=4).cells
        text = "\n".join(c.source for c in cells if c.cell_type == "markdown")
        self.labels = SHOWN.findall(text)
        self.cells = [c.source for c in cells if c.cell_type == "code"]
        self.scope: dict = {"__name__": "__main__"}
        self.witnessed = {  # the last cell that names the label as a witness
            label: i
            for i, source in enumerate(self.cells)
            for label in re.findall(r'witness\(\s*"(eq-[\w-]+)"', source)
        }
        self.red: set[str] = set()
        plain = getattr(page_witness, "plain", page_witness.witness)
        page_witness.plain = plain

        def witness(label, *args, **kwargs):
            try:
                return plain(label, *args, **kwargs)
            except AssertionError:
                self.red.add(label)

        page_witness.witness = witness
        let_claims_pass()

    def run(self, i: int) -> None:
        """One cell; the value of its last line is not shown."""
        code = compile(self.cells[i], f"cell {i}", "exec")
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            exec(code, self.scope)


def first_calls(chapter: Chapter, watched: dict[object, str]) -> dict[str, int]:
    """The first cell in which each of the watched functions is called."""
    first: dict[str, int] = {}

    def note(frame, event, _):
        if event == "call" and frame.f_code in watched:
            first.setdefault(watched[frame.f_code], cell)

    for cell in range(len(chapter.cells)):
        sys.setprofile(note)
        try:
            chapter.run(cell)
        finally:
            sys.setprofile(None)
    return first


def in_child(work: Callable[[], object]) -> object:
    """What `work` returns, done in a fork: what it breaks or runs is not broken or run here."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.close(read)
        with os.fdopen(write, "w") as pipe:
            json.dump(work(), pipe)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return json.loads(said) if said else None


def outcome(chapter: Chapter, start: int, plant: Plant, function: FunctionType) -> str:
    """Break the function, run from `start` to the witness: what turned red."""

    def run():
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        said = "missed"
        try:
            function.__code__ = plant.code
            for i in range(start, chapter.witnessed[plant.label] + 1):
                chapter.run(i)
        except BaseException as error:
            said = f"stopped: {type(error).__name__}"
        if plant.label in chapter.red:
            return "caught"
        return f"by {min(chapter.red)}" if chapter.red else said

    return in_child(run) or "stopped: time"


def prove(path: Path, cited: dict[str, list[FunctionType]]) -> list[tuple]:
    """Rows of (label, function, error, outcome) for one chapter."""
    os.chdir(path.parent)
    chapter = Chapter(path)
    functions = {f for label in chapter.labels for f in cited.get(label, [])}
    names = {f: f"{f.__module__.removeprefix('unrolled.')}.{f.__name__}" for f in functions}
    codes = {f.__code__: names[f] for f in functions}
    first = in_child(lambda: first_calls(chapter, codes))
    broken = {f: errors(f) for f in functions}
    rows = []
    for label in chapter.labels:
        for f in cited.get(label, []) if label in chapter.witnessed else []:
            if first.get(names[f], 10**6) > chapter.witnessed[label]:
                rows.append((label, names[f], "", "not called before its witness"))
            elif not broken[f]:
                rows.append((label, names[f], "", "nothing in it to plant an error in"))
    for at in range(len(chapter.cells)):
        for label in chapter.labels:
            for f in cited.get(label, []):
                if first.get(names[f]) == at and chapter.witnessed.get(label, -1) >= at:
                    for error, code in broken[f]:
                        plant = Plant(label, names[f], error, code)
                        rows.append((label, names[f], error, outcome(chapter, at, plant, f)))
        chapter.run(at)
    assert not chapter.red, f"{path.stem}: red as it is: {chapter.red}"
    return rows


def kinds(paths: list[Path], cited: dict[str, list[FunctionType]]) -> dict[str, str]:
    """What every labelled equation of these chapters is, in their order.

    `computed` by functions that cite it, or marked in the text as a definition or a derivation.
    """
    found = {}
    for path in paths:
        cells = nbformat.read(path, as_version=4).cells
        text = "\n".join(c.source for c in cells if c.cell_type == "markdown")
        marked = dict(MARK.findall(text))
        for label in SHOWN.findall(text):
            found[label] = marked.get(label, "computed" if label in cited else NO_KIND)
    return found


def main(write: bool, chapters: list[str]) -> None:
    """Prints the rows of the chapters, or of all, and writes what is to be written."""
    book = sorted((ROOT / "book").glob("*.ipynb"))
    paths = [path for path in book if not chapters or path.stem in chapters]
    cited = citing()
    rows = []
    for path in paths:
        rows += (found := in_child(lambda path=path: prove(path, cited)))
        print(f"{path.stem}: {Counter(r[3].split(' ')[0] for r in found)}", file=sys.stderr)
    lines = lines_of(rows, kinds(paths, cited))
    missed = missed_of(rows)
    print(table(lines, missed, kinds(paths, cited)))
    if write or not chapters:
        kept = TABLE.read_text("utf-8").splitlines()
        before = {line.split(" |")[0][2:]: line for line in kept if line.startswith("| eq-")}
        others = [line for line in kept if line.startswith("- eq-") and label_of(line) not in lines]
        TABLE.write_text(table(before | lines, missed + others, kinds(book, cited)), "utf-8")


def label_of(missed: str) -> str:
    """The equation of a line below the table."""
    return missed.removeprefix("- ").split(",")[0]


def lines_of(rows: list[tuple], of: dict[str, str]) -> dict[str, str]:
    """The table's line of each equation."""
    lines = {}
    for label, kind in of.items():
        mine = [row for row in rows if row[0] == label]
        count = Counter(outcome_of(row[3]) for row in mine if row[2])
        functions = ", ".join(dict.fromkeys(f"`{row[1]}`" for row in mine if row[1]))
        note = "; ".join(dict.fromkeys(row[3] for row in mine if not row[2]))
        numbers = " | ".join(str(count[k] or "") for k in COLUMNS)
        lines[label] = f"| {label} | {kind} | {functions} | {numbers} | {note} |"
    return lines


def missed_of(rows: list[tuple]) -> list[str]:
    """A line for each error that no witness saw, with its reason."""
    return [
        f"- {label}, `{function}`: `{error}`: {HARMLESS.get((function, error), UNKNOWN)}"
        for label, function, error, said in rows
        if error and outcome_of(said) == "missed"
    ]


def table(lines: dict[str, str], missed: list[str], of: dict[str, str]) -> str:
    """Markdown: a line an equation, and a line an error that no witness saw."""
    lines = {label: lines[label] for label in of if label in lines}
    cells = [line.split(" | ") for line in lines.values()]
    counts = {k: sum(int(cell[at] or 0) for cell in cells) for at, k in enumerate(COLUMNS, 3)}
    kind = Counter(of[label] for label in lines)
    order = list(of)
    missed = sorted(missed, key=lambda line: order.index(label_of(line)))
    head = [
        "# Which witness catches which planted error",
        "",
        f"Made by `make prove` (seed {SEED}, up to {EACH} errors a function that cites the label).",
        f"{len(lines)} labelled equations: {kind['computed']} computed by the package, "
        f"{kind['definition']} definitions and {kind['derivation']} derivations, whose witness is "
        f"symbolic. {sum(counts.values())} errors: {counts['caught']} caught by the equation's own "
        f"witness, {counts['other']} by another, {counts['stopped']} stopped the chapter "
        f"otherwise, {counts['missed']} missed.",
        "",
        "| equation | kind | functions | own | other | stopped | missed | note |",
        "|---|---|---|---|---|---|---|---|",
    ]
    return "\n".join([*head, *lines.values(), "", "## Missed, and why", "", *missed]) + "\n"


def outcome_of(said: str) -> str:
    """The column of an outcome."""
    return {"by": "other", "stopped:": "stopped"}.get(said.split(" ")[0], said.split(" ")[0])


if __name__ == "__main__":
    torch.set_num_threads(1)
    main("--write" in sys.argv, [name for name in sys.argv[1:] if name != "--write"])
