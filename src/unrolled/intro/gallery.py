"""The chapters of the book on its front page: of each its cover, its title and its question.

Nothing is listed here: `_toc.yml` says which chapters a part has, the notebook of a chapter has its
title, its question and what it needs, and the chapter's room draws its cover.
Notebook: book/intro.ipynb
"""

import json
import re
from importlib import import_module
from pathlib import Path

import yaml
from IPython.display import Markdown, display

from unrolled.intro.road import draw_road
from unrolled.page.figure import Figure

FINDS = ("_toc.yml", "book/*.ipynb", "src/unrolled/*/cover.py")  # the page changes with these


def find_book(start: Path | None = None) -> Path | None:
    """The folder of `_toc.yml`: this one or one above it. None where the book is not at hand."""
    here = Path.cwd() if start is None else start
    return next((each for each in (here, *here.parents) if (each / "_toc.yml").exists()), None)


def read_parts(root: Path) -> dict[str, list[str]]:
    """The parts that have chapters, which are notebooks that answer a question, in order."""
    found = {}
    for part in yaml.safe_load((root / "_toc.yml").read_text("utf-8"))["parts"]:
        names = [Path(chapter["file"]).name for chapter in part["chapters"]]
        chapters = [name for name in names if "question" in _read(root, name).get("unrolled", {})]
        if chapters:
            found[part["caption"]] = chapters
    return found


def read_question(root: Path, chapter: str) -> str:
    """The chapter's title, as a link to its page, and the question that it answers, in Markdown."""
    title = re.search(r"^# (.+)$", "".join(_notebook(root, chapter)["cells"][0]["source"]), re.M)[1]
    return f"[{title}]({chapter}.ipynb): {_read(root, chapter)['unrolled']['question']}"


def read_needs(root: Path, chapter: str) -> list[str]:
    """The chapters that a chapter's opening says one needs."""
    cells = ("".join(cell["source"]) for cell in _notebook(root, chapter)["cells"])
    lines = [line for text in cells for line in text.splitlines() if line.startswith("You need ")]
    return re.findall(r"\{doc\}`(\w+)`", lines[0]) if lines else []


def draw_cover(chapter: str) -> Figure:
    """The picture that `unrolled.<chapter>.cover` draws of its chapter."""
    return import_module(f"unrolled.{chapter}.cover").cover()


def show_chapters() -> None:
    """Show the road, and along it the cover and the question of every chapter, part by part."""
    root = find_book()
    if root is None:
        display(Markdown("The chapters are shown where this notebook lies among them."))
        return
    parts = read_parts(root)
    names = [name for chapters in parts.values() for name in chapters]
    needs = {k: [names.index(n) for n in read_needs(root, name)] for k, name in enumerate(names)}
    display(draw_road([len(chapters) for chapters in parts.values()], needs))
    for part, chapters in parts.items():
        display(Markdown(f"**{part}**"))
        for chapter in chapters:
            display(draw_cover(chapter), Markdown(read_question(root, chapter)))


def _notebook(root: Path, name: str) -> dict:
    path = root / f"book/{name}.ipynb"
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def _read(root: Path, name: str) -> dict:
    """A page's metadata; none of a page that is no notebook."""
    return _notebook(root, name).get("metadata", {})
