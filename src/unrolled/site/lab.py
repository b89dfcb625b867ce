"""The book in JupyterLab: `python -m unrolled.site.lab book lab`, which `make lab` runs.

JupyterLab saves what it shows, so it is given copies, in a folder that Git ignores. A copy that
the reader has changed is never written over; one that has only been run is brought up to date.
"""

import hashlib
import json
import sys
from pathlib import Path

import yaml
from jupyter_core.paths import jupyter_config_dir

from unrolled.site.portable import Book, portable, read_book, written

SETTINGS = Path(__file__).parent / "jupyterlab"
START = """# Unrolled

Open a chapter and run it from top to bottom: *Run*, then *Run All Cells*.
The [front page](intro.ipynb) has a picture and a question of each.
These are copies of your own: change what you like, it is kept.
To have the book's chapter again, rename yours and run `make lab` once more.
"""


def copies(book: Path) -> dict[str, dict]:
    """All notebooks of the book in plain Markdown, and a first page with the contents."""
    notebooks, whole = read_book(book)
    made = {name: portable(name, each, whole) for name, each in notebooks.items()}
    table = yaml.safe_load((book.parent / "_toc.yml").read_text("utf-8"))
    page = {"cell_type": "markdown", "id": "contents", "metadata": {}}
    page["source"] = START + _contents(table["parts"], whole)
    return {"contents": {**next(iter(made.values())), "cells": [page]}, **made}


def _contents(parts: list[dict], book: Book) -> str:
    text = ""
    for part in parts:
        paths = [Path(chapter["file"]) for chapter in part["chapters"]]
        names = [path.name for path in paths if path.parent.name == "book"]
        lines = [f"- [{book.titles[n]}]({n}.ipynb)\n" for n in names if n in book.titles]
        text += f"\n## {part['caption']}\n\n" + "".join(lines) if lines else ""
    return text


def refresh(made: dict[str, dict], folder: Path) -> list[Path]:
    """Write the copies that are missing or behind; returns the changed ones that stay behind."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = []
    for name, notebook in made.items():
        path = folder / f"{name}.ipynb"
        now = fingerprint(notebook)
        made_from, holds = _there(path)
        if path.exists() and made_from != holds and made_from != now:
            kept.append(path)
        elif made_from != now:
            notebook["metadata"] = {**notebook["metadata"], "unrolled": now}
            path.write_text(written(notebook), "utf-8")
    return kept


def _there(path: Path) -> tuple[str | None, str | None]:
    """What a copy was made from and what it holds; one is None where there is no copy of ours."""
    try:
        notebook = json.loads(path.read_text("utf-8"))
        return notebook["metadata"].get("unrolled"), fingerprint(notebook)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None, ""


def fingerprint(notebook: dict) -> str:
    """Of what is written in the cells, not of what they have put out."""
    cells = [(cell["cell_type"], "".join(cell["source"])) for cell in notebook["cells"]]
    text = json.dumps([cell for cell in cells if cell[1].strip()])
    return hashlib.sha256(text.encode()).hexdigest()


def options(folder: Path) -> list[str]:
    """Of JupyterLab: our style and settings stand behind the reader's own, not before them."""
    style = {"static_custom_path": [str(Path(jupyter_config_dir(), "custom")), str(SETTINGS)]}
    return [
        str(folder / "contents.ipynb"),
        "--allow-root",
        "--custom-css",
        f"--ServerApp.tornado_settings={style}",
        f"--LabApp.app_settings_dir={SETTINGS}",
    ]


if __name__ == "__main__":
    from jupyterlab.labapp import LabApp

    book, folder, *more = sys.argv[1:]
    for path in refresh(copies(Path(book)), Path(folder)):
        print(f"{path} has your changes and stays; to have the newer chapter too, rename yours")
    LabApp.launch_instance([*options(Path(folder).resolve()), *more])
