"""The chapters of the book in its order: all of `_toc.yml` but the annex and the coursework.

A test that holds for every chapter asks here which there are, so that a new one is found.
"""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest
import yaml

ROOT = Path(__file__).parents[1]
PAGES = {
    part["caption"]: [
        Path(chapter["file"]).name
        for chapter in part["chapters"]
        if Path(chapter["file"]).parent.name == "book"
    ]
    for part in yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))["parts"]
}  # by part
PARTS = {part: names for part, names in PAGES.items() if part not in ("Appendix", "Coursework")}
CHAPTERS = [name for names in PARTS.values() for name in names]
each_chapter = pytest.mark.parametrize("name", CHAPTERS)


def find_modules(dotted: str) -> dict[str, ModuleType]:
    """By chapter the modules of a name, say "tests.{}.places"; who has none is left out."""
    places = {name: dotted.format(name) for name in CHAPTERS}
    return {name: import_module(place) for name, place in places.items() if find_spec(place)}
