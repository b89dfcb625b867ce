"""Sphinx extension: equations are numbered from 1 in each chapter.

A reference from another chapter names the chapter: (3) here is "mlp (3)" there.
"""

from docutils import nodes
from sphinx.domains.math import MathDomain


def setup(app) -> dict:
    """Called by Sphinx."""
    app.connect("config-inited", _number_per_chapter)
    app.add_domain(Equations, override=True)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _number_per_chapter(app, config) -> None:
    config.math_numfig = False  # else one count runs through the book


class Equations(MathDomain):
    """Sphinx's equations, with the chapter's name in what refers to them from outside."""

    def resolve_xref(self, env, fromdocname, builder, typ, target, node, contnode):
        """The link to an equation, or None if there is none of that label."""
        link = super().resolve_xref(env, fromdocname, builder, typ, target, node, contnode)
        chapter, number = self.equations.get(target, (fromdocname, 0))
        if chapter != fromdocname:
            link.insert(0, nodes.Text(chapter.rpartition("/")[2] + "\N{NO-BREAK SPACE}"))
            link["reftitle"] = f"Equation {number} of {env.titles[chapter].astext()}"
        return link
