"""The house: imports go one way, and mathematics needs NumPy and jaxtyping alone."""

import ast
import importlib
import inspect
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.chapters import CHAPTERS, ROOT

PACKAGE = ROOT / "src/unrolled"
MODULES = sorted(p for p in PACKAGE.rglob("*.py") if p.name != "__init__.py")
WITHOUT_A_NOTEBOOK = {"training": "rnn"}  # what stands behind a chapter, above its room
ANNEX = ("derivations", "notation", "errata", "intro")  # rooms that look back on everything
HEAVY = {"torch", "sympy", "matplotlib", "anywidget", "traitlets", "IPython"}


def name(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts)


def floors() -> dict[str, int]:
    """How high a room lies: core, what pages need, the chapters in the order of the book, annex."""
    chapters = [chapter for chapter in CHAPTERS if (PACKAGE / chapter).is_dir()]
    for wing, before in WITHOUT_A_NOTEBOOK.items():
        chapters.insert(chapters.index(before) + 1, wing)
    order = ["core", "demo", "widget", "page", *chapters, *ANNEX, "site"]
    return {room: floor for floor, room in enumerate(order)}


def imported(path: Path) -> set[str]:
    """Modules of the package that a file imports, wherever in it the line stands."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {a.name for a in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: say the whole name"
            whole = {f"{node.module}.{a.name}" for a in node.names}
            found |= {m for m in whole if is_module(m)} or {node.module}
    return {m.removeprefix("unrolled.") for m in found if m.startswith("unrolled.")}


def is_module(dotted: str) -> bool:
    path = PACKAGE.parent / dotted.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").exists()


@cache
def widgets() -> set[str]:
    """The names of the widgets; a later room may have a module of that name, with its own data.

    Or it has one of another name that is a widget of an earlier room with other data.
    """
    files = PACKAGE.rglob("*.js")
    drawn = {path.stem for path in files if "kit/explorable.js" in path.read_text("utf-8")}
    heirs = re.compile(r"^class \w+\((?:Explorable|Pulse|MemoryPulse|Sentence)\):", re.M)
    return drawn | {path.stem for path in MODULES if heirs.search(path.read_text("utf-8"))}


def is_picture(module: str) -> bool:
    """What draws or speaks: pictures, widgets and their words, and slips."""
    path = PACKAGE / (module.replace(".", "/") + ".py")
    drawn = path.stem.endswith(("pictures", "slips")) or path.stem in widgets()
    return drawn or path.stem.endswith("_words")


def is_mathematics(path: Path) -> bool:
    """Everything but what draws, asks, derives on paper, asks PyTorch, or is about the page."""
    room = path.relative_to(PACKAGE).parts[0]
    others = (
        "torch_twin",
        "torch_reader",
        "on_paper",
        "slips",
        "demo",
        "tapes",
        "graph",
        "cover",
        "opened",
    )
    at_home = room in ("page", "widget", "site", *ANNEX) or path.stem in others
    return not at_home and not is_picture(name(path))


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_imports_go_down_and_mathematics_imports_no_picture(path):
    floor = floors()
    room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    for module in imported(path):
        other = module.split(".")[0]
        assert floor[other] <= floor[room], f"{name(path)} imports {module}, which lies above it"
        if is_mathematics(path):
            assert other not in ("page", "widget"), f"{name(path)} is mathematics: {module}"
            assert not is_picture(module), f"{name(path)} is mathematics and imports {module}"


def test_no_two_modules_import_each_other():
    arrows = {name(path): imported(path) for path in MODULES}
    while arrows:
        leaves = [m for m, needs in arrows.items() if not needs & arrows.keys()]
        assert leaves, f"a circle among {sorted(arrows)}"
        for leaf in leaves:
            del arrows[leaf]


@pytest.mark.parametrize("path", [p for p in MODULES if is_mathematics(p)], ids=name)
def test_mathematics_asks_nobody_else_inside_a_function_either(path):
    nodes = [n for n in ast.walk(ast.parse(path.read_text("utf-8"))) if hasattr(n, "names")]
    wanted = {getattr(n, "module", None) or a.name for n in nodes for a in n.names}
    assert not {module.split(".")[0] for module in wanted} & HEAVY


def test_mathematics_loads_numpy_and_jaxtyping_only():
    modules = [f"unrolled.{name(path)}" for path in MODULES if is_mathematics(path)]
    code = f"import sys, {', '.join(modules)}; print(*{HEAVY!r} & set(sys.modules))"
    command = [sys.executable, "-c", code]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.split() == []


ROOMS = sorted(p.name for p in PACKAGE.iterdir() if p.is_dir() and p.name != "__pycache__")


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_says_what_it_is_and_nothing_else(room):
    first, *rest = ast.parse((PACKAGE / room / "__init__.py").read_text("utf-8")).body
    assert isinstance(first.value, ast.Constant)
    assert [type(node) for node in rest] in ([], [ast.Import, ast.Assign])
    assert room in floors(), f"{room} has no place in the order"


@pytest.mark.parametrize("room", ROOMS)
def test_what_a_room_offers_is_there(room):
    """A name of its own; where a function is called like its module, the module is offered."""
    opened = importlib.import_module(f"unrolled.{room}")
    files = {path.stem for path in (PACKAGE / room).glob("*.py")}
    for offered in getattr(opened, "__all__", ()):
        found = getattr(opened, offered)
        assert inspect.ismodule(found) == (offered in files), offered
        assert offered in dir(opened)


def test_a_room_is_opened_without_its_mathematics():
    rooms = ", ".join(f"unrolled.{room}" for room in ROOMS)
    code = f"import sys, {rooms}; print('numpy' in sys.modules)"
    command = [sys.executable, "-c", code]
    assert subprocess.run(command, capture_output=True, text=True).stdout == "False\n"


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_inside_the_package_imports_name_the_module(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if (
            isinstance(node, ast.ImportFrom)
            and (PACKAGE.parent / node.module.replace(".", "/")).is_dir()
        ):
            assert all(is_module(f"{node.module}.{a.name}") for a in node.names), node.module


def test_two_processes_share_the_tests_by_group(request):
    """Without a word, a page would be drawn in both: pytest 9.2 with pytest-xdist 3.8 does that."""
    if hasattr(request.config, "workerinput"):
        assert "@" in request.node.nodeid
