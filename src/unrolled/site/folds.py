"""What opens on the page: a name that can be heard, and solutions known to the print style.

Browsers leave formulas out of names: a screen reader announced "Why is just a column of ?".
So a formula in the title of a fold is heard as words, and seen as it was.
The source of a check stands in the fold of its line, below the functions that compute its equation.
"""

import re
from collections.abc import Callable

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx_design.dropdown import dropdown_title

from unrolled.site.reference import find_functions
from unrolled.site.spoken import spoken

LINE = 'class="witness"'  # what a check shows
WITNESSED = re.compile(r'witness\(\s*"(eq-[a-z-]+)"')


class Checks(SphinxPostTransform):
    """Folds the source of a `check` cell into its line; a question or a figure has none here.

    The notebook, which the page hands out, has them all.
    """

    default_priority = 190  # before myst-nb gives sources folds of their own
    formats = ("html",)

    def run(self, **kwargs) -> None:
        """Called by Sphinx for each page."""
        for cell in list(self.document.findall(_tagged("tag_check", "tag_ask", "tag_hide-input"))):
            sources = [part for part in cell.children if "cell_input" in part["classes"]]
            for part in sources:
                cell.remove(part)
            lines = [raw for raw in cell.findall(nodes.raw) if LINE in raw.astext()]
            if "tag_check" in cell["classes"] and lines:
                head, end, rest = lines[-1].astext().partition("</summary>")
                halves = [nodes.raw("", half, format="html") for half in (head + end, rest)]
                code = [child for part in sources for child in part.children]
                links = nodes.raw("", self._link(sources), format="html")
                whole = nodes.container("", halves[0], links, *code, halves[1])
                whole["classes"] = list(lines[-1]["classes"])  # a raw node would wrap each half
                lines[-1].parent.replace(lines[-1], whole)

    def _link(self, sources: list[nodes.Node]) -> str:
        """The functions behind the equations that are witnessed, as links to the reference."""
        if "book/reference" not in self.env.found_docs:
            return ""
        labels = dict.fromkeys(x for part in sources for x in WITNESSED.findall(part.astext()))
        functions = dict.fromkeys(f for label in labels for f in find_functions().get(label, ()))
        links = [f'<a href="reference.html#{f}"><code>{_shorten(f)}</code></a>' for f in functions]
        return f'<p class="computed-by">Computed by {", ".join(links)}</p>' if links else ""


class Folds(SphinxPostTransform):
    """Completes the folds that sphinx-design has made, at 199."""

    default_priority = 210
    formats = ("html",)

    def run(self, **kwargs) -> None:
        """Called by Sphinx for each page."""
        for title in self.document.findall(dropdown_title):
            if title.astext().startswith("Solution"):
                title.parent["classes"].append("solution")
            for formula in list(title.findall(nodes.math)):
                words = f'<span class="visually-hidden">{spoken(formula.astext())}</span>'
                before = nodes.raw("", f'{words}<span aria-hidden="true">', format="html")
                formula.replace_self([before, formula, nodes.raw("", "</span>", format="html")])


def _shorten(dotted: str) -> str:
    return dotted.removeprefix("unrolled.")


def _tagged(*tags: str) -> Callable[[nodes.Node], bool]:
    """Whether a node is a cell with one of these tags."""
    return lambda node: isinstance(node, nodes.container) and bool({*tags} & {*node["classes"]})
