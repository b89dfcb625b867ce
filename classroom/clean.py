"""What students write and print, as it may stand in a page that a teacher or a student opens.

Formulas become MathML, which browsers set by themselves: the page asks nobody for anything.
"""

import re

from latex2mathml.converter import convert
from nbformat import NotebookNode

from classroom.restore import PICTURES, is_data

OWN = 10_000  # characters of a student's own output that are kept
LARGEST = 1 << 20  # of all that a cell showed at once
TAG = re.compile(r"</?m[a-z]+(?: (?!href|style|class|id|src)[a-z]+=\"[^\"<>]*\")* ?/?>")
FORMULA = re.compile(r"\$\$(.+?)\$\$|\$([^$\n]+?)\$", re.S)


def set_formulas(text: str) -> str:
    """Markdown with its TeX as MathML; what is no TeX stays as it was written."""

    def one(found: re.Match) -> str:
        try:
            made = convert(found[1] or found[2], "block" if found[1] else "inline")
        except Exception:  # a student may write anything
            return found[0]
        return found[0] if "<" in TAG.sub("", made) else made

    parts = re.split(r"(```.*?```|`[^`\n]*`)", text, flags=re.S)
    return "".join(p if p.startswith("`") else FORMULA.sub(one, p) for p in parts)


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
