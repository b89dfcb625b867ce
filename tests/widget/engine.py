"""Functions of a widget's module that draw nothing, run in V8 without a browser."""

import json
import re
from functools import cache

import pytest

from tests.widget.stage import code
from unrolled.widget import inline

NUMBERS = r"-?Infinity|NaN"  # JSON has no word for them: they travel as texts
RUN = """(name, text) => {
    const read = (_, x) => ["Infinity", "-Infinity", "NaN"].includes(x) ? +x : x;
    const write = (_, x) => typeof x === "number" && !Number.isFinite(x) ? String(x) : x;
    const f = name.split(".").reduce((part, key) => part[key], module);
    return JSON.stringify(JSON.parse(text, read).map((args) => f(...args)), write);
}"""


@cache
def engine(name):
    """The module of this widget as V8 has it for the still figure, ready to `run`."""
    context = inline.engine(code(name))
    context.eval(f"const run = {RUN}")
    return context


def answers(context, name, arguments):
    """What the function of this name gives for each list of arguments: one text there, one back."""
    text = re.sub(rf"(?<=[\[ ])({NUMBERS})(?=[,\]}}])", r'"\1"', json.dumps(arguments))
    found = context.call("run", name, text)
    return json.loads(re.sub(rf'"({NUMBERS})"', r"\1", found))


@pytest.fixture
def call(unchecked):
    """`call(name, function, arguments)`: an exported function of a widget's module."""
    return lambda name, function, arguments: answers(engine(name), function, arguments)


DERIVED = """((text) => {
    const write = (_, x) => typeof x === "number" && !Number.isFinite(x) ? String(x) : x;
    const [constants, states] = JSON.parse(text);
    const here = { constants, guess: null, playing: false, undoable: false, live: true };
    const { widget } = module;
    const pick = PICK;
    return JSON.stringify(states.map((state) =>
        pick({ ...state, ...here, ...widget.derive(state, constants) }, widget) ?? null), write);
})"""


def derived(widget, pick: str, states=None) -> list:
    """`pick(now, widget)`, in JavaScript, of what follows from the widget's state, or from these.

    As in "(now, widget) => widget.linked(now)"; the module is the one that draws the still figure.
    """
    runs = inline.engine(str(widget._esm))
    given = json.dumps([widget._constants, [widget.state()] if states is None else states])
    found = runs.call(DERIVED.replace("PICK", pick), given)
    return json.loads(re.sub(rf'"({NUMBERS})"', r"\1", found))
