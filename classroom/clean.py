"""What students write and print, as it may stand in a page that a teacher or a student opens."""

import re

from nbformat import NotebookNode

from classroom.restore import PICTURES, is_picture

OWN = 10_000  # characters of a student's own output that are kept
LARGEST = 1 << 20  # of all that a cell showed at once
PAGE = 4 << 20  # of all that a notebook shows
TEXT, CODE = 20_000, 50_000  # characters of what a student wrote in a cell, as it is shown
CUT = "\n\n(The rest is not shown.)"


def harmless(text: str, pictures: dict | None = None) -> str:
    """A student's Markdown in which nothing is a tag, and nothing a link but these pictures."""
    kept = "|".join(re.escape(name) for name in pictures or ()) or r"(?!)"
    text = re.sub(r"<(?=[A-Za-z/!?])", "< ", text)
    text = re.sub(r":(?=//)", ":\u2060", text)  # an address of its own is no link, either
    return re.sub(rf"\](?=:|\[|\((?!attachment:(?:{kept})\)))", "] ", text)


def shortened(text: str, most: int) -> str:
    """The text, or its beginning."""
    return text if len(text) <= most else text[:most] + CUT


def outputs(cells: list[NotebookNode]) -> None:
    """Leaves of what students' cells showed text and pictures, cut short."""
    left = PAGE
    for cell in cells:
        shown = [kept for output in cell.outputs if (kept := _shown(output))]
        left -= sum(len(str(output)) for output in shown)
        cell.outputs = shown if left > 0 else []


def _shown(output: NotebookNode) -> NotebookNode | None:
    if output.output_type == "stream":
        output.text = output.text[:OWN]
    elif output.output_type == "error":
        output.traceback = [line[:OWN] for line in output.traceback][-12:]
        output.ename, output.evalue = output.ename[:OWN], output.evalue[:OWN]
    else:
        data = {kind: output.data[kind] for kind in PICTURES
                if is_picture(kind, output.data.get(kind))}  # fmt: skip
        text = str(output.data.get("text/plain", ""))[:OWN]
        output.data = NotebookNode(data | {"text/plain": text})
        output.metadata = NotebookNode()
    return output if len(str(output)) <= LARGEST else None
