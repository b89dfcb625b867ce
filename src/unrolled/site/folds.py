"""What opens on the page: a name that can be heard, and solutions known to the print style.

Browsers leave formulas out of names: a screen reader announced "Why is just a column of ?".
So a formula in the title of a fold is heard as words, and seen as it was.
"""

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx_design.dropdown import dropdown_title

from unrolled.site.spoken import spoken


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
