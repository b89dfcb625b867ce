"""Sphinx extension: maths is typeset when the book is built.

The page has its formulas at first paint, without JavaScript, in print and in a reader mode. Where
V8 cannot be had, MathJax is served from the site and the browser typesets the page.
"""

import re
from html import escape, unescape
from logging import getLogger
from pathlib import Path
from zlib import crc32

from docutils.nodes import SkipNode
from fontTools import subset
from sphinx.util import logging

from unrolled.site import mathjax
from unrolled.site.formulas import Formulas, v8

STYLES = "typeset.css"
DELIMITED = re.compile(r"(?s)\\([(\[])(.*)\\[)\]]")
INLINE = r'<span class="math[^>]*><mjx-container(?:(?!</mjx-container>).)*</mjx-container></span>'
PUNCTUATED = re.compile(rf"(?s)([(“]?)({INLINE})([-.,;:!?)’”…]*)")
ESCAPED = re.compile(r"\\([0-9A-Fa-f]{1,6}) ?")  # a character in a style sheet
WIDTHS = "MathJax_Zero.woff"  # has no letters that show, and stays whole
SHORT = 12  # letters and signs; a longer formula may be broken where it has to be
logger = logging.getLogger(__name__)
getLogger("fontTools").setLevel("ERROR")  # else it tells every table it leaves out


def setup(app) -> dict:
    """Called by Sphinx."""
    if not v8():
        return mathjax.setup(app)
    formulas = Formulas(Path(app.doctreedir, "typeset.json"))
    visitors = ((_visitor(app, formulas, kind), None) for kind in ("inline", "block"))
    app.add_html_math_renderer("typeset", *visitors)  # Sphinx prefers it to its own
    app.add_css_file(STYLES, priority=900)  # after book.css, as in the browser
    app.connect("build-finished", lambda app, error: _finish(app, error, formulas), priority=800)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _visitor(app, formulas: Formulas, kind: str):
    """Sphinx's own visitor, with its number and link, and then MathJax for what it delimits."""

    def visit(self, node) -> None:
        start = len(self.body)
        page = getattr(self.builder, "current_docname", "")
        source = escape(node.astext().strip())
        note = f'<annotation encoding="application/x-tex">{source}</annotation>'

        def typeset(found: re.Match) -> str:
            try:
                html = formulas.typeset(unescape(found[2]), display=found[1] == "[")
            except ValueError as error:
                logger.warning("formula %r: %s", node.astext(), error, location=page)
                return f"<code>{source}</code>"
            before, math, rest = re.split("(<math[^>]*>)", html)
            inner, after = rest.split("</math>")
            return f"{before}{math}<semantics><mrow>{inner}</mrow>{note}</semantics></math>{after}"

        try:
            getattr(app.registry, f"html_{kind}_math_renderers")["mathjax"][0](self, node)
        except SkipNode:
            html, count = DELIMITED.subn(typeset, "".join(self.body[start:]))
            if not count:
                logger.warning("formula %r: is not delimited", node.astext(), location=page)
            self.body[start:] = [html]
            raise

    return visit


def _with_punctuation(html: str) -> str:
    """A browser may break a line after any formula; not so between a short one and its comma."""

    def keep(found: re.Match) -> str:
        before, formula, after = found.groups()
        tex = unescape(re.search(r'x-tex">(.*?)</annotation>', formula, re.S)[1])
        seen = re.sub(r"\\[A-Za-z]+|[{}_^\s]", "", re.sub(r"\\(math|text)\w+", "", tex))
        if not before + after or len(seen) > SHORT:
            return found[0]
        return f'<span class="kept">{found[0]}</span>'

    return PUNCTUATED.sub(keep, html)


def _written(styles: str) -> dict[str, set[str]]:
    """For each file of a font, the characters that the book's formulas take from it."""
    files = dict(re.findall(r'font-family: (\S+); src: url\("mathjax/(.*?)"\)', styles))
    families = dict(re.findall(r"(?m)^(\.[\w-]+|mjx-stretchy).* \{ font-family: (.*?);", styles))
    written = {name: set() for name in files.values()}
    for selector, content in re.findall(r'(?m)^(.*?) \{.*content: "((?:\\.|[^"])*)"', styles):
        special = re.search(r"\.TEX-\w+|mjx-stretchy", selector)
        characters = {*ESCAPED.sub(lambda found: chr(int(found[1], 16)), content)}
        for family in re.findall(r"MJX[\w-]+", families[special[0] if special else ".MJX-TEX"]):
            written[files[family]] |= characters
    return written


def _with_only(characters: set[str], font: Path, into: Path) -> None:
    """The font with these characters alone: a tenth of it, often."""
    options = subset.Options(flavor="woff", notdef_outline=True, recalc_timestamp=False)
    whole = subset.load_font(font, options)
    if font.name == WIDTHS:
        characters = set(map(chr, whole.getBestCmap()))
    part = subset.Subsetter(options)
    part.populate(text="".join(characters))
    part.subset(whole)
    subset.save_font(whole, into, options)
    whole.close()


def _finish(app, error, formulas: Formulas) -> None:
    if not error and app.builder.format == "html":
        pages = {path: path.read_text("utf-8") for path in Path(app.outdir).rglob("*.html")}
        styles = formulas.styles("".join(pages.values()))
        static = Path(app.outdir, "_static")
        (static / "mathjax").mkdir(exist_ok=True)
        written = _written(styles)
        for path in mathjax.fonts():
            if path.name in written:
                font = static / "mathjax" / path.name
                _with_only(written[path.name], path, font)
                styles = styles.replace(path.name, f"{path.name}?v={crc32(font.read_bytes()):08x}")
        (static / STYLES).write_text(styles, "utf-8")
        link = f'{STYLES}?v={crc32(styles.encode()):08x}"'  # else a browser keeps an older one
        for path, html in pages.items():
            linked = re.sub(rf'{STYLES}(\?v=\w+)?"', link, html)
            path.write_text(_with_punctuation(linked), "utf-8")
    formulas.close()
