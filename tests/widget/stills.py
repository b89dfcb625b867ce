"""What every widget draws, as text: what a reviewer has looked at and accepted stands in a file.

A still is the picture and the linked view as the module draws them in V8, at the start, in each
story, and in what the widget's own test names in `STILLS`.
`python -m tests.widget.accept` writes the files, and a sheet of all stills to look at.
"""

import importlib
import json
import re
from functools import cache
from hashlib import sha256
from pathlib import Path

from tests.widget.conftest import ROOT, explorables
from unrolled.widget.explorable import Explorable
from unrolled.widget.inline import engine

LARGEST = 30_000  # characters of a file with stills in full; of further ones there is a digest
TOKEN = re.compile(r"<(?P<closing>/?)(?P<tag>[\w-]+)(?P<attributes>[^>]*)>|(?P<text>[^<]+)")
VIEW = re.compile(r' class="kit-(?:main|linked)"')
VOID = ("input", "br", "img")
UNSEEN = re.compile(r' (?:role|tabindex|aria-hidden|name)(?:="[^"]*")?')
SPOKEN = re.compile(r'( aria-[a-z]+="[^"]*")')
FRACTION = re.compile(r"-?\d*\.\d+")


@cache
def make_widget(name: str) -> Explorable:
    """The explorable of this name as a reader finds it: in the class of its case, if it has one."""
    test = importlib.import_module(f"tests.{explorables()[name].parent.name}.test_{name}")
    if case := getattr(test, "CASE", None):
        return case.make()
    module = importlib.import_module(f"unrolled.{explorables()[name].parent.name}.{name}")
    (own,) = (one for one in Explorable.__subclasses__() if one.__module__ == module.__name__)
    return own()


def states_of(name: str) -> dict[str, dict]:
    """The states that stills are drawn of: as a reader finds it, answered, each story, further."""
    widget = make_widget(name)
    test = importlib.import_module(f"tests.{explorables()[name].parent.name}.test_{name}")
    stories = {story["name"]: story["set"] for story in widget._constants.get("stories", [])}
    asked = {"Answered": {}} if "question" in widget._constants else {}
    further = {**asked, **stories, **getattr(test, "STILLS", {})}
    start = widget.state()
    opened = {state: start | own | {"answered": True} for state, own in further.items()}
    return {"Start": start, **opened}


def draw_still(name: str, state: dict) -> str:
    """The HTML of the still figure in this state."""
    widget = make_widget(name)
    return engine(str(widget._esm)).call("still", json.dumps([state, widget._constants]))


def _round_places(attributes: str) -> str:
    """Attributes with places to a tenth of a pixel; what is spoken stays as it is."""
    parts = SPOKEN.split(UNSEEN.sub("", attributes))
    for n in range(0, len(parts), 2):
        parts[n] = FRACTION.sub(lambda found: f"{round(float(found[0]), 1) + 0:g}", parts[n])
    return "".join(parts)


def list_marks(html: str) -> list[str]:
    """What is drawn in the two views of a still, one element a line, indented as they nest."""
    lines = []
    depth = 0
    view = None
    opened = False
    for found in TOKEN.finditer(html):
        tag, attributes = found["tag"], found["attributes"]
        if found["closing"]:
            depth -= 1
            view = None if view == depth else view
        elif tag:
            view = depth if VIEW.match(attributes) else view
            if view is not None:
                lines.append(f"{' ' * (depth - view)}<{tag}{_round_places(attributes)}>")
            depth += tag not in VOID
        elif view is not None and opened:
            lines[-1] += found["text"]
        elif view is not None:
            lines.append(" " * (depth - view) + found["text"])
        opened = bool(tag) and not found["closing"]
    return lines


def write_stills(name: str) -> str:
    """The text of all stills of an explorable; those that make it too long as a digest."""
    text = ""
    for state, values in states_of(name).items():
        still = "\n".join(list_marks(draw_still(name, values)))
        if text and len(text) + len(still) > LARGEST:
            still = f"digest {sha256(still.encode()).hexdigest()[:16]}"
        text += f"# {state}\n{still}\n"
    return text


def accepted_file(name: str) -> Path:
    """Where the accepted stills of this explorable are: in the tests of its room."""
    return ROOT / "tests" / explorables()[name].parent.name / f"{name}_stills.txt"
