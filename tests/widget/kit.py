"""Functions of a kit file, run in V8 without a browser."""

import re
from functools import cache

from py_mini_racer import MiniRacer

from tests.widget.engine import RUN, answers
from unrolled.widget.inline import EXPORT, KIT, kit


@cache
def engine(file: str) -> MiniRacer:
    """A kit file with what it imports, loaded once a process; it asks for no document."""
    context = MiniRacer()
    context.eval(f"{kit(file)}const module = KIT.{file}; const run = {RUN}")
    return context


def run(file: str, name: str, arguments: list) -> list:
    """What `name` of kit/`file`.js gives for each list of arguments.

    A dotted name leads into an exported object, as in "ACTIVATIONS.tanh.f".
    """
    return answers(engine(file), name, arguments)


def exported(file: str) -> set[str]:
    """The names that kit/`file`.js exports."""
    return set(re.findall(EXPORT, (KIT / f"{file}.js").read_text("utf-8")))
