"""Proof marks: a quiet ✓ beside an equation or at the end of a paragraph, and a count at the foot.

Cells tagged `check` that follow each other share one mark, with what stands before them. Opened, it
shows below, in place, what was compared, which functions computed it, and the code that did.
"""

import ast
import re

import nbformat
from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from unrolled.site.reference import find_functions

MARK = 'class="witness"'
WITNESSED = re.compile(r'witness\(\s*"(eq-[a-z-]+)"')
COUNTED = {"says", "claim"}
HOW = '<a class="reference internal" href="run.html#how-the-checks-work">How the checks work</a>'


class Proofs(SphinxPostTransform):
    """Joins what is checked and its mark; a question or a drawn figure shows no source here.

    The notebook, which the page hands out, has all sources.
    """

    default_priority = 190  # before myst-nb gives sources folds of their own
    formats = ("html",)

    def run(self, **kwargs) -> None:
        """Called by Sphinx for each page."""
        cells = [node for node in self.document.findall(nodes.container) if _tags(node)]
        sources = {id(cell): _taken(cell) for cell in cells}
        for run in _runs(cells):
            self._join(run, [sources[id(cell)] for cell in run])
        self._foot()

    def _join(self, run: list[nodes.container], sources: list[list[nodes.Node]]) -> None:
        """Puts cells into one mark, beside what stands before them."""
        inside = []
        for cell, code in zip(run, sources, strict=True):
            start, _, table = _shown(cell).removesuffix("</details>").partition("</summary>")
            inside += [_html(table), _html(self._functions(code))]
            inside += [line for part in code for line in part]
        whole = [_html(f"{start}</summary>"), *inside, _html("</details>")]
        mark = nodes.container("", *whole, classes=["proof"])
        before, place = _proved(run[0]), run[0].parent
        proved = nodes.container(classes=["proved"])
        place.insert(place.index(run[0]), proved)
        for node in (*before, *run):
            place.remove(node)
        proved.extend([*before, mark])

    def _functions(self, sources: list[nodes.Node]) -> str:
        """The functions behind the equations that are witnessed, as links to the reference."""
        if "book/reference" not in self.env.found_docs:
            return ""
        labels = dict.fromkeys(x for part in sources for x in WITNESSED.findall(part.astext()))
        functions = dict.fromkeys(f for label in labels for f in find_functions().get(label, ()))
        links = [
            f'<a href="reference.html#{f}"><code>{f.removeprefix("unrolled.")}</code></a>'
            for f in functions
        ]
        return f'<p class="computed-by">Computed by {", ".join(links)}</p>' if links else ""

    def _foot(self) -> None:
        path = self.env.doc2path(self.env.docname)
        sections = [node for node in self.document.children if isinstance(node, nodes.section)]
        if str(path).endswith(".ipynb") and sections:
            equations, statements = counted(nbformat.read(path, as_version=4))
            if equations + statements:
                sections[-1].append(_html(foot(equations, statements)))


def counted(notebook: nbformat.NotebookNode) -> tuple[int, int]:
    """How many equations have a witness in the notebook, and how many sentences are checked."""
    code = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    equations = {label for source in code for label in WITNESSED.findall(source)}
    calls = [
        node
        for source in code
        if any(f"{name}(" in source for name in COUNTED)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in COUNTED
    ]
    return len(equations), len(calls)


def foot(equations: int, statements: int) -> str:
    """The line at the end of a page that says how much of it was checked."""
    parts = [
        f"{number} {word}{'s' * (number != 1)}"
        for number, word in ((equations, "equation"), (statements, "statement"))
        if number
    ]
    return (
        '<p class="proof-count">When this page was built, '
        f"{' and '.join(parts)} on it were computed again and compared; a ✓ opens what was done. "
        f"{HOW}</p>"
    )


def _tags(node: nodes.Node) -> set[str]:
    return {*node["classes"]} & {"tag_check", "tag_ask", "tag_hide-input"}


def _taken(cell: nodes.container) -> list[nodes.Node]:
    """The source of a cell, taken out of it."""
    parts = [part for part in cell.children if "cell_input" in part["classes"]]
    for part in parts:
        cell.remove(part)
    return parts


def _shown(cell: nodes.container) -> str:
    """The mark that a cell shows, or nothing."""
    lines = [raw.astext() for raw in cell.findall(nodes.raw) if MARK in raw.astext()]
    return lines[-1] if lines and "tag_check" in cell["classes"] else ""


def _runs(cells: list[nodes.container]) -> list[list[nodes.container]]:
    """Cells with a mark, those that follow each other together."""
    runs = []
    for cell in filter(_shown, cells):
        if runs and _before(cell) is runs[-1][-1]:
            runs[-1].append(cell)
        else:
            runs.append([cell])
    return runs


def _before(node: nodes.Node) -> nodes.Node | None:
    """What stands before a node, without comments and cells that show nothing."""
    earlier = node.parent[: node.parent.index(node)]
    return next((one for one in reversed(earlier) if _seen(one)), None)


def _seen(node: nodes.Node) -> bool:
    if "cell" in node.get("classes", ()):
        return bool(node.astext().strip()) or any(node.findall(nodes.image))
    return not isinstance(node, nodes.comment)


def _proved(cell: nodes.container) -> list[nodes.Node]:
    """The equation or paragraph before a cell; after anything else a mark has its own line."""
    before = _before(cell)
    return [before] if isinstance(before, nodes.math_block | nodes.paragraph) else []


def _html(text: str) -> nodes.raw:
    return nodes.raw("", text, format="html")
