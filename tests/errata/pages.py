"""What the pages of the book say: their text, their equations, and the table of places."""

import json
import re

from tests.chapters import ROOT

BOOK = ROOT / "book"


def normal(tex: str) -> str:
    """LaTeX without colours, faces, sizes, space and braces."""
    tex = re.sub(r"\\textcolor\{[^}]*\}", "", tex)
    faces = (
        r"mathbf|boldsymbol|mathcal|mathrm|mathbb|text|operatorname|[bB]igg?[lr]?|left|right|q?quad"
    )
    tex = re.sub(rf"\\(?:{faces})(?![a-zA-Z])|\\[,;!: ]", "", tex)
    return re.sub(r"\\\\(?:\[[^]]*\])?|[\s{}&]", "", tex)


def markdown(name: str) -> str:
    """All text of a notebook."""
    cells = json.loads((BOOK / f"{name}.ipynb").read_text("utf-8"))["cells"]
    return "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")


def equations() -> dict[str, str]:
    """Every labelled equation of the book, in normal form."""
    texts = [markdown(path.stem) for path in sorted(BOOK.glob("*.ipynb"))]
    display = re.compile(r"(?ms)^\$\$\n((?:(?!\$\$).)*?)\n\$\$ \((eq-[\w-]+)\)$")
    return {label: normal(tex) for text in texts for tex, label in display.findall(text)}


def claims() -> list[tuple[str, str, list[str]]]:
    """Document, its equation, our labels: the rows of the tables of the page."""
    part = markdown("errata").split("## Where their equations are")[1].split("\n## ")[0]
    found = []
    document = ""
    for line in part.splitlines():
        if line.startswith("### "):
            document = line[4:]
        elif line.startswith("| ") and not line.startswith("| its equation"):
            theirs, here = line.strip("| ").split(" | ")
            found.append((document, theirs, re.findall(r"\{eq\}`(eq-[\w-]+)`", here)))
            assert found[-1][2] or "to come" in here, line
    return found
