"""The chapters of the book on its front page: of each its cover, its title and its question.

Nothing is listed here: `_toc.yml` says which chapters a part has, the notebook of a chapter has its
title and its question, and the chapter's room draws its cover. Notebook: book/intro.ipynb
"""

import json
import re
from importlib import import_module
from pathlib import Path

import yaml
from IPython.display import Markdown, display

from unrolled.page.figure import Figure

FINDS = ("_toc.yml", "book/*.ipynb", "src/unrolled/*/cover.py")  # the page changes with these


def find_book(start: Path | None = None) -> Path | None:
    """The folder of `_toc.yml`: this one or one above it. None where the book is not at hand."""
    here = Path.cwd() if start is None else start
    return next((each for each in (here, *here.parents) if (each / "_toc.yml").exists()), None)


def read_part(root: Path, part: str) -> list[str]:
    """The chapters of a part, in order. Raises ValueError for a part that is not in `_toc.yml`."""
    parts = yaml.safe_load((root / "_toc.yml").read_text("utf-8"))["parts"]
    for each in parts:
        if each["caption"] == part:
            return [Path(chapter["file"]).name for chapter in each["chapters"]]
    known = ", ".join(each["caption"] for each in parts)
    raise ValueError(f"part: got {part!r}, expected one of {known}")


def read_question(root: Path, chapter: str) -> str:
    """The chapter's title, as a link to its page, and the question that it answers, in Markdown."""
    notebook = json.loads((root / f"book/{chapter}.ipynb").read_text("utf-8"))
    text = "".join(notebook["cells"][0]["source"])
    title = re.search(r"^# (.+)$", text, re.M)[1]
    return f"[{title}]({chapter}.ipynb): {notebook['metadata']['unrolled']['question']}"


def draw_cover(chapter: str) -> Figure:
    """The picture that `unrolled.<chapter>.cover` draws of its chapter."""
    return import_module(f"unrolled.{chapter}.cover").cover()


def show_part(part: str) -> None:
    """Show the cover and the question of every chapter of a part."""
    root = find_book()
    if root is None:
        display(Markdown("The chapters are shown where this notebook lies among them."))
        return
    for chapter in read_part(root, part):
        display(draw_cover(chapter), Markdown(read_question(root, chapter)))
