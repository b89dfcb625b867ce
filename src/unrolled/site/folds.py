"""What opens on the page: a name that can be heard, and solutions known to the print style.

A chapter opens with its hook. What it teaches and needs is one quiet paragraph after it, and the
questions on earlier chapters are folded behind "Check yourself first".

Browsers leave formulas out of names: a screen reader announced "Why is just a column of ?".
So a formula in the title of a fold is heard as words, and seen as it was.
"""

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx_design.dropdown import dropdown_title

from unrolled.site.spoken import spoken

AIMS = "You will be able to"
CHECK = "check-yourself-first"


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


class Openings(SphinxPostTransform):
    """Draws together what a chapter teaches and needs, and folds the questions on earlier ones."""

    default_priority = 195
    formats = ("html",)

    def run(self, **kwargs) -> None:
        """Called by Sphinx for each page."""
        for aims in list(self.document.findall(nodes.bullet_list)):
            at = aims.parent.index(aims)
            whole = aims.parent.children[max(at - 1, 0) : at + 2]
            if whole[0].astext().startswith(AIMS):
                place = aims.parent
                for node in whole:
                    place.remove(node)
                place.insert(at - 1, nodes.container("", *whole, classes=["objectives"]))
        for section in list(self.document.findall(nodes.section)):
            if CHECK in section["ids"]:
                title, *questions = section.children
                start = f'<details class="fold"><summary>{title.astext()}</summary>'
                section.replace_self(
                    [
                        nodes.raw("", f'{start}<div id="{CHECK}">', format="html"),
                        *questions,
                        nodes.raw("", "</div></details>", format="html"),
                    ]
                )
