"""What students write and print, as it may stand in a page that a teacher or a student opens."""

import re

from nbformat import NotebookNode

from classroom.restore import PICTURES, is_data

OWN = 10_000  # characters of a student's own output that are kept
LARGEST = 1 << 20  # of all that a cell showed at once


def harmless(text: str) -> str:
    """A student's Markdown in which nothing is a tag, and nothing a link but attached pictures."""
    text = re.sub(r"<(?=[A-Za-z/!?])", "< ", text)
    return re.sub(r"\](?=:|\((?!attachment:[\w.-]+\)))", "] ", text)


def outputs(found: list[NotebookNode]) -> list[NotebookNode]:
    """What a cell of a student's showed: text and pictures, cut short."""
    return [shown for output in found if (shown := _shown(output))]


def _shown(output: NotebookNode) -> NotebookNode | None:
    if output.output_type == "stream":
        output.text = output.text[:OWN]
    elif output.output_type == "error":
        output.traceback = [line[:OWN] for line in output.traceback][-12:]
        output.ename, output.evalue = output.ename[:OWN], output.evalue[:OWN]
    else:
        data = {kind: output.data[kind] for kind in PICTURES if is_data(output.data.get(kind))}
        text = str(output.data.get("text/plain", ""))[:OWN]
        output.data = NotebookNode(data | {"text/plain": text})
        output.metadata = NotebookNode()
    return output if len(str(output)) <= LARGEST else None
