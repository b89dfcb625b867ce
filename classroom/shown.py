"""A graded notebook as people read it: formulas set, and known to become a page.

What students write is hostile here, too: a text may never finish rendering. So it is rendered once
in a process with a limit of time, and what does not come through is shown as plain text.
"""

from collections.abc import Callable
from multiprocessing import get_context

from nbconvert.filters import Highlight2HTML
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbformat import NotebookNode
from pebble import concurrent

from classroom.formulas import set_formulas

SECONDS = 5
PLAIN = "some text could not be rendered and is shown as plain text"
NOT = "this text could not be rendered"

Sources = dict[str, str]  # by the ids of cells


def presentable(book: NotebookNode) -> list[str]:
    """Sets the formulas of this notebook, in place; returns what could not be shown as written."""
    for make, flags in ((_as_written, []), (_as_text, [PLAIN])):
        found = _within(SECONDS, _set, book, make)
        if found is not None:
            for cell in book.cells:
                cell.source = found[cell.id]
            return flags
    for cell in book.cells:
        cell.source = _left_out(cell)
        if cell.cell_type == "code" and not cell.id.endswith("-marks"):
            cell.outputs = []
    return [NOT]


def _within(seconds: float, function: Callable, *args: object) -> Sources | None:
    """What a function gives in a process of its own, if it does in time."""
    aside = concurrent.process(timeout=seconds, context=get_context("fork"))(function)
    try:
        return aside(*args).result()
    except Exception:  # whatever the text does
        return None


def _set(book: NotebookNode, make: Callable[[NotebookNode], str]) -> Sources:
    """The sources as they will be rendered, rendered once to see that they can be."""
    sources = {}
    highlight = Highlight2HTML()
    for cell in book.cells:
        sources[cell.id] = source = make(cell)
        if cell.cell_type == "markdown":
            renderer = IPythonRenderer(escape=False, attachments=cell.get("attachments"))
            MarkdownWithMath(renderer=renderer).render(source)
            continue
        highlight(source)
    return sources


def _theirs(cell: NotebookNode) -> bool:
    """Whether a student wrote it."""
    return "-own-" in cell.id or cell.metadata.get("nbgrader", {}).get("solution", False)


def _as_written(cell: NotebookNode) -> str:
    return set_formulas(cell.source) if cell.cell_type == "markdown" else cell.source


def _as_text(cell: NotebookNode) -> str:
    if not _theirs(cell) or cell.cell_type != "markdown":
        return _as_written(cell)
    return "```text\n" + cell.source.replace("```", "'''") + "\n```"


def _left_out(cell: NotebookNode) -> str:
    return f"({NOT})" if _theirs(cell) else _as_written(cell)
