"""Sphinx extension: equations are numbered from 1 in each chapter, and references show them.

A reference from another chapter names it: (3) here is "Eq. (3) of *Attention*" there. What a page
refers to elsewhere it brings along, out of sight, so that a reference shows its equation when it
is pointed at, without a request; book.js does that.
"""

from docutils import nodes
from sphinx.domains.math import MathDomain
from sphinx.transforms.post_transforms import SphinxPostTransform

MOST = 40  # a page that refers to more is a list of equations, and would weigh as much as they do


def setup(app) -> dict:
    """Called by Sphinx."""
    app.connect("config-inited", _number_per_chapter)
    app.add_domain(Equations, override=True)
    app.add_post_transform(Previews)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _number_per_chapter(app, config) -> None:
    config.math_numfig = False  # else one count runs through the book


class Equations(MathDomain):
    """Sphinx's equations, with the chapter's title in what refers to them from outside."""

    def resolve_xref(self, env, fromdocname, builder, typ, target, node, contnode):
        """The link to an equation, or None if there is none of that label."""
        link = super().resolve_xref(env, fromdocname, builder, typ, target, node, contnode)
        chapter, number = self.equations.get(target, (fromdocname, 0))
        if chapter != fromdocname:
            title = env.titles[chapter].astext()
            words = [nodes.Text(f"Eq.\N{NO-BREAK SPACE}({number}) of "), nodes.emphasis("", title)]
            link.children = []
            link.extend(words)
            link["equation"] = target
        return link


class Previews(SphinxPostTransform):
    """Brings the equations along that a page refers to and other pages show."""

    default_priority = 205
    formats = ("html",)

    def run(self, **kwargs) -> None:
        """Called by Sphinx for each page."""
        links = self.document.findall(nodes.reference)
        labels = dict.fromkeys(link["equation"] for link in links if "equation" in link)
        found = {label: self._equation(label) for label in labels if len(labels) <= MOST}
        shown = [
            nodes.container("", equation, ids=[f"preview-{label}"])
            for label, equation in found.items()
            if equation is not None
        ]
        if shown:
            self.document.append(nodes.container("", *shown, classes=["equation-previews"]))

    def _equation(self, label: str) -> nodes.math_block | None:
        """A copy of the equation of this label, without its number."""
        chapter, _ = self.env.get_domain("math").equations[label]
        for block in self.env.get_doctree(chapter).findall(nodes.math_block):
            if block.get("label") == label:
                copy = block.deepcopy()
                copy["label"] = copy["number"] = None
                copy["ids"] = []
                return copy
        return None
