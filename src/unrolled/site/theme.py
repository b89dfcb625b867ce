"""Sphinx extension: a lighter, self-contained site on top of the theme.

Maths is typeset at build time; scripts of features the book does not use (live code, tabs, Font
Awesome) are left out of the pages and of the site, and so are rules of styles that nothing uses.
"""

import re
import shutil
from pathlib import Path

from docutils import nodes

from unrolled.site.folds import Folds, Openings
from unrolled.site.percents import Percents
from unrolled.site.portable import HOW_TO_RUN, portable, read_book, written
from unrolled.site.proofs import Proofs
from unrolled.site.styles import lighten

UNUSED_SCRIPTS = {"sphinx-thebe", "THEBE_JS_URL", "design-tabs", "togglebutton", "toggleHint"}
UNUSED_FILES = (
    "vendor/fontawesome", "locales", "**/*.map", "sphinx-thebe.*", "design-tabs.js",
    "togglebutton.*", "sphinx-design.*.js", "images", "webpack-macros.html",
    "**/*.LICENSE.txt", "sbt-webpack-macros.html",
)  # fmt: skip
FRONT = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Unrolled</title>'
    '<meta http-equiv="refresh" content="0; url={page}"></head>'
    '<body><main><h1><a href="{page}">Unrolled</a></h1></main></body></html>\n'
)
SHARED = re.compile(
    r'(<(?:style|script)[^>]* data-source="(\w+)">)(.*?)(</(?:style|script)>)', re.DOTALL
)
NOTHING_FOUND = (
    "Your search did not match any documents. Please make sure that all words are spelled "
    "correctly and that you've selected enough categories."
)
# The theme asks every block of code for its width, once the page is ready and after each change;
# that lays out all that is far away. book.js asks later, block by block, for the same attribute.
ALL_THAT_SCROLLS = (
    'document.querySelectorAll("pre, .nboutput > .output_area, .cell_output > .output, '
    '.jp-RenderedHTMLCommon")'
)
NO_NAME = re.compile(r'<th class="head[^"]*">\s*(?:<p></p>)?\s*</th>')  # the corner of a table
NAMES = {  # what the tools below this book tell a screen reader, and what it should hear
    '<summary aria-label="Toggle hidden content">': "<summary>",  # its text is its name
    '<aside class="margin sidebar">': '<aside class="margin sidebar" role="note">',  # no landmark
    'role="doc-biblioentry"': 'role="listitem"',  # deprecated, inside a list that wants items
}


def setup(app) -> dict:
    """Called by Sphinx."""
    app.setup_extension("unrolled.site.typeset")
    app.setup_extension("unrolled.site.equations")
    app.setup_extension("unrolled.site.stories")
    app.setup_extension("unrolled.site.encoder")
    app.connect("doctree-resolved", _leave_out_live_code, priority=900)
    app.connect("html-page-context", _leave_out_scripts, priority=900)
    app.connect("html-page-context", _mend_names, priority=901)
    app.add_post_transform(Proofs)
    app.add_post_transform(Folds)
    app.add_post_transform(Openings)
    app.add_post_transform(Percents)
    app.connect("build-finished", _finish, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _leave_out_live_code(app, doctree, docname) -> None:
    """The settings of a script that is not on the page."""
    for node in list(doctree.findall(nodes.raw)):
        if "x-thebe-config" in node.astext() or "kernelName" in node.astext():
            node.parent.remove(node)


def _leave_out_scripts(app, pagename, templatename, context, doctree) -> None:
    def used(file) -> bool:
        name = getattr(file, "filename", file) or ""
        body = getattr(file, "attributes", {}).get("body", "")
        return not any(unused in f"{name} {body}" for unused in UNUSED_SCRIPTS)

    for kind in ("script_files", "css_files"):
        context[kind] = [file for file in context.get(kind, []) if used(file)]


def _mend_names(app, pagename, templatename, context, doctree) -> None:
    for wrong, right in NAMES.items():
        context["body"] = context.get("body", "").replace(wrong, right)
    context["body"] = NO_NAME.sub("<td></td>", context.get("body", ""))


def _finish(app, error) -> None:
    if error or app.builder.format != "html":
        return
    static = Path(app.outdir, "_static")
    for pattern in UNUSED_FILES:
        for path in list(static.glob(pattern)):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    for page in Path(app.outdir).rglob("*.html"):
        html = page.read_text("utf-8")
        if "data-source" in html:
            page.write_text(once(html), "utf-8")
    _hand_out(Path(app.srcdir, "book"), Path(app.outdir, "_sources/book"))
    Path(app.outdir, "index.html").write_text(
        FRONT.format(page=f"{app.config.root_doc}.html"), "utf-8"
    )
    search = static / "searchtools.js"
    lighten(Path(app.outdir))
    _mend(search, NOTHING_FOUND, "No page holds all these words.")
    _mend(static / "scripts/pydata-sphinx-theme.js", ALL_THAT_SCROLLS, "[]")


def _mend(path: Path, wrong: str, right: str) -> None:
    """Another text in a script of the tools; a version of theirs without it stops the build."""
    script = path.read_text("utf-8")
    if wrong not in script:
        raise ValueError(f"{path.name}: got a script without {wrong!r}")
    path.write_text(script.replace(wrong, right), "utf-8")


def once(html: str) -> str:
    """The page with what several widgets share, code and styles, in the first of them only."""
    seen = set()

    def keep(found: re.Match) -> str:
        first = found[2] not in seen
        seen.add(found[2])
        return found[0] if first else ""

    return SHARED.sub(keep, html)


def _hand_out(book: Path, sources: Path) -> None:
    """What the download button gives is plain Markdown, for any notebook program."""
    notebooks, whole = read_book(book)
    for path in sources.glob("*.ipynb"):
        notebook = portable(path.stem, notebooks[path.stem], whole, note=HOW_TO_RUN)
        path.write_text(written(notebook), "utf-8")
