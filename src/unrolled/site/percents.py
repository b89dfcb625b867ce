"""A number and its percent sign stay on one line; widgets see to it themselves, in dom.js."""

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from unrolled.page.numbers import join_percents

AS_IT_IS = (nodes.FixedTextElement, nodes.literal, nodes.raw, nodes.math)


class Percents(SphinxPostTransform):
    """Joins them in the text of a page, and leaves code, formulas and markup alone."""

    default_priority = 220
    formats = ("html",)

    def run(self, **kwargs) -> None:
        """Called by Sphinx for each page."""
        for text in list(self.document.findall(nodes.Text)):
            joined = join_percents(text)
            if joined != text and not _is_kept(text):
                text.parent.replace(text, nodes.Text(joined))


def _is_kept(node: nodes.Node | None) -> bool:
    """Whether it is code, a formula or markup, or inside of one."""
    return node is not None and (isinstance(node, AS_IT_IS) or _is_kept(node.parent))
