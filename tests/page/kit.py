"""Functions of a kit file, run in V8 without a browser."""

import json
import re
from functools import cache
from pathlib import Path

from py_mini_racer import MiniRacer

from tests.page.engine import NUMBERS, PAGE
from unrolled import page

KIT = Path(page.__file__).parent / "kit"
# NaN and infinity travel as texts, and only where a number stands alone.
RUN = """(name, text) => {
    const read = (_, x) => ["Infinity", "-Infinity", "NaN"].includes(x) ? +x : x;
    const write = (_, x) => typeof x === "number" && !Number.isFinite(x) ? String(x) : x;
    const f = name.split(".").reduce((part, key) => part[key], exported);
    return JSON.stringify(JSON.parse(text, read).map((args) => f(...args)), write);
}"""


@cache
def engine(file: str) -> MiniRacer:
    """A kit file that imports nothing and asks for no document, loaded once a process."""
    source = (KIT / f"{file}.js").read_text("utf-8")
    names = re.findall(r"^export (?:const|function) (\w+)", source, re.M)
    source = re.sub(r"^export ", "", source, flags=re.M)
    context = MiniRacer()
    context.eval(PAGE)
    context.eval(f"const exported = (() => {{{source}\nreturn {{{', '.join(names)}}}; }})()")
    context.eval(f"const run = {RUN}")
    return context


def run(file: str, name: str, arguments: list) -> list:
    """What `name` of kit/`file`.js gives for each list of arguments: one text there, one back.

    A dotted name leads into an exported object, as in "ACTIVATIONS.tanh.f".
    """
    text = re.sub(rf"(?<=[\[ ])({NUMBERS})(?=[,\]}}])", r'"\1"', json.dumps(arguments))
    found = engine(file).call("run", name, text)
    return json.loads(re.sub(rf'"({NUMBERS})"', r"\1", found))


def exported(file: str) -> set[str]:
    """The names that kit/`file`.js exports."""
    source = (KIT / f"{file}.js").read_text("utf-8")
    return set(re.findall(r"^export (?:const|function) (\w+)", source, re.M))
