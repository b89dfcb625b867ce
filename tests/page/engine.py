"""Functions of a widget's module that draw nothing, run in V8 without a browser."""

import json
import re
from functools import cache

import pytest
from py_mini_racer import MiniRacer

from tests.page.stage import code
from unrolled.page import inline

PAGE = "globalThis.structuredClone = (x) => JSON.parse(JSON.stringify(x))"  # a page's, not V8's
NUMBERS = r"-?Infinity|NaN"  # JSON has no word for them: they travel as texts
RUN = """(name, text) => {
    const read = (_, x) => ["Infinity", "-Infinity", "NaN"].includes(x) ? +x : x;
    const write = (_, x) => typeof x === "number" && !Number.isFinite(x) ? String(x) : x;
    const f = functions[name];
    return JSON.stringify(JSON.parse(text, read).map((args) => f(...args)), write);
}"""


@cache
def engine(name):
    """The module of this widget, loaded once a process; nothing in it asks for a document."""
    source = code(name)
    exported = re.findall(r"^export (?:const|function) (\w+)", source, re.M)
    source = re.sub(r"^export default ", "const widget = ", source, flags=re.M)
    source = re.sub(r"^export ", "", source, flags=re.M)
    context = MiniRacer()
    context.eval(PAGE)
    context.eval(f"const functions = (() => {{{source}\nreturn {{{', '.join(exported)}}}; }})()")
    context.eval(f"const run = {RUN}")
    return context


@pytest.fixture
def call(unchecked):
    """`call(name, function, arguments)`: an exported function of a widget's module.

    `arguments` is a list of argument lists; one text goes there and one comes back.
    """

    def run(name, function, arguments):
        text = re.sub(rf"(?<=[\[ ])({NUMBERS})(?=[,\]}}])", r'"\1"', json.dumps(arguments))
        found = engine(name).call("run", function, text)
        return json.loads(re.sub(rf'"({NUMBERS})"', r"\1", found))

    return run


DERIVED = """((text) => {
    const write = (_, x) => typeof x === "number" && !Number.isFinite(x) ? String(x) : x;
    const [told, states] = JSON.parse(text);
    const here = { told, guess: null, playing: false, undoable: false, wide: true, live: true };
    const { widget } = module;
    const pick = PICK;
    return JSON.stringify(states.map((state) =>
        pick({ ...state, ...here, ...widget.derive(state, told) }, widget) ?? null), write);
})"""


def derived(widget, pick: str, states=None) -> list:
    """`pick(now, widget)`, in JavaScript, of what follows from the widget's state, or from these.

    As in "(now, widget) => widget.linked(now)"; the module is the one that draws the still figure.
    """
    runs = inline.engine(str(widget._esm))
    given = json.dumps([widget._told, [widget.state()] if states is None else states])
    found = runs.call(DERIVED.replace("PICK", pick), given)
    return json.loads(re.sub(rf'"({NUMBERS})"', r"\1", found))
