"""What students write and print, as it may stand in a page that a teacher or a student opens."""

import re

from nbformat import NotebookNode

from classroom.restore import PICTURES, is_picture

OWN = 10_000  # characters of a student's own output that are kept
LARGEST = 1 << 20  # of all that a cell showed at once
PAGE = 4 << 20  # of all that a notebook shows
TEXT, CODE = 20_000, 20_000  # characters of what a student wrote in a cell, as it is shown
CONTROL = re.compile(r"\x1b\[[0-9;]*[A-Za-z]|[\x00-\x08\x0b-\x1f]")
CUT = "\n\n(The rest is not shown.)"


def harmless(text: str, pictures: dict | None = None) -> str:
    """A student's Markdown in which nothing is a tag, and nothing a link but these pictures, each
    of which is shown once.
    """
    left = set(pictures or ())

    def link(found: re.Match) -> str:
        if found[1] not in left:
            return "] " + found[0][1:]
        left.remove(found[1])
        return found[0]

    text = re.sub(r"<(?=[A-Za-z/!?])", "< ", text)
    text = re.sub(r":(?=//)", ":\u2060", text)  # an address of its own is no link, either
    return re.sub(r"\](?:\(attachment:([\w.-]+)\)|(?=[:\[(]))", link, text)


def shortened(text: str, most: int) -> str:
    """The text, or its beginning, without long runs of empty lines: to colour these takes long."""
    text = re.sub(r"\n{5,}", "\n" * 4, text)
    return text if len(text) <= most else text[:most] + CUT


def outputs(cells: list[NotebookNode]) -> None:
    """Leaves of what students' cells showed text and pictures, cut short."""
    left = PAGE
    for cell in cells:
        shown = list(filter(None, map(_shown, cell.outputs)))
        left -= sum(len(str(output)) for output in shown)
        cell.outputs = shown if left > 0 else []


def _shown(output: NotebookNode) -> NotebookNode | None:
    if output.output_type == "stream":
        output.text = _plain(output.text)
    elif output.output_type == "error":
        output.traceback = [_plain(line) for line in list(output.traceback)[-12:]]
        output.ename, output.evalue = _plain(output.ename), _plain(output.evalue)
    else:
        data = {
            kind: output.data[kind] for kind in PICTURES if is_picture(kind, output.data.get(kind))
        }
        output.data = NotebookNode(data | {"text/plain": _plain(output.data.get("text/plain", ""))})
        output.metadata = NotebookNode()
    return output if len(str(output)) <= LARGEST else None


def _plain(told: object) -> str:
    """Text, whatever was sent in its place, cut short and without codes for colours."""
    text = "".join(map(str, told)) if isinstance(told, list) else str(told)
    return CONTROL.sub("", text[: 2 * OWN])[:OWN]
