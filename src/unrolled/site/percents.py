"""A number and its percent sign stay on one line; widgets see to it themselves, in dom.js."""

import re

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

PARTABLE = re.compile(r"(?<=\d) (?=%)")
AS_IT_IS = (nodes.FixedTextElement, nodes.literal, nodes.raw, nodes.math)


class Percents(SphinxPostTransform):
    """Joins them in the text of a page, and leaves code, formulas and markup alone."""

    default_priority = 220
    formats = ("html",)

    def run(self, **kwargs) -> None:
        """Called by Sphinx for each page."""
        for text in list(self.document.findall(nodes.Text)):
            if PARTABLE.search(text) and not isinstance(text.parent, AS_IT_IS):
                joined = PARTABLE.sub("\N{NO-BREAK SPACE}", text)
                text.parent.replace(text, nodes.Text(joined))
