"""Every widget's case, found by its module, and the stage on which the contract looks at it."""

import importlib
from functools import cache
from pathlib import Path

import pytest

from tests.widget.case import Case
from tests.widget.engine import engine
from tests.widget.stage import HEIRS

ROOT = Path(__file__).parents[2]
ASKED = "\n".join(
    f"(() => {{\n{(Path(__file__).parent / name).read_text('utf-8')}\n}})();"
    for name in ("contract.js", "contract_look.js")
)


@cache
def explorables() -> dict[str, Path]:
    """The module of each explorable, by name: what stands on the kit in the room of a chapter."""
    files = sorted((ROOT / "src/unrolled").rglob("*.js"))
    found = {path.stem: path for path in files if "kit/explorable.js" in path.read_text("utf-8")}
    return {name: path for name, path in found.items() if path.parent.name != "page"}


@cache
def modules() -> dict[str, Path]:
    """The module of each widget that the contract is for: it has no page of its own."""
    found = explorables()
    own = [name for name in found if engine(name).eval("'page' in module.widget")]
    heirs = {name: found[module] for name, module in HEIRS.items()}
    return {name: path for name, path in found.items() if name not in own} | heirs


def room_of(name: str) -> str:
    """The room in whose tests the widget of this name has its own."""
    (path,) = (ROOT / "tests").rglob(f"test_{name}.py")
    return path.parent.name


@cache
def case_of(name: str) -> Case:
    """The case in the test of the widget of this name, in the room of its name."""
    test = importlib.import_module(f"tests.{room_of(name)}.test_{name}")
    assert isinstance(test.CASE, Case)
    assert (test.CASE.name, test.CASE.make.__module__.rpartition(".")[2]) == (name, name)
    return test.CASE


def pytest_generate_tests(metafunc):
    """A test that asks for a case is run with each."""
    if "case" in metafunc.fixturenames:
        metafunc.parametrize("case", modules(), indirect=True)


@pytest.fixture
def case(request, unchecked):
    return case_of(request.param)


@cache
def built(name: str, state: str | None):
    """The widget in one of its case's states, answered; or as a reader finds it."""
    case = case_of(name)
    return case.make(**case.states[state], answered=True) if state else case.make()


@pytest.fixture
def put(show, stage):
    """`put(widget, ...)` shows it, with what the contract asks of it; nobody may complain."""

    def on_stage(*widgets, **options):
        assert (stage.outside, stage.console) == ([], [])
        page = show(*widgets, **options).page
        page.evaluate(ASKED)
        return page

    stage.begin()
    yield on_stage
    stage.page.evaluate("() => window.contract?.calm()")
    assert (stage.outside, stage.console) == ([], [])
