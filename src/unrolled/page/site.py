"""Sphinx extension: a lighter, self-contained site on top of the theme.

MathJax is served from the site, in the parts the book uses; scripts of features it does not use
(live code, tabs, Font Awesome) are left out of the pages and of the site.
"""

import shutil
from importlib.util import find_spec
from pathlib import Path

UNUSED_SCRIPTS = {"sphinx-thebe", "THEBE_JS_URL", "design-tabs", "togglebutton", "toggleHint"}
UNUSED_FILES = (
    "vendor/fontawesome", "locales", "**/*.map", "sphinx-thebe.*", "design-tabs.js",
    "togglebutton.*", "sphinx-design.*.js", "images", "webpack-macros.html",
    "**/*.LICENSE.txt", "sbt-webpack-macros.html",
)  # fmt: skip
TEX = ("ams", "boldsymbol", "color", "noundefined")
MATHJAX = (
    "startup.js", "core.js", "input/tex-base.js", "output/chtml.js", "output/chtml/fonts/tex.js",
    "a11y/assistive-mml.js", *(f"input/tex/extensions/{name}.js" for name in TEX),
)  # fmt: skip
FRONT = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Unrolled</title>'
    '<meta http-equiv="refresh" content="0; url={page}"></head>'
    '<body><main><h1><a href="{page}">Unrolled</a></h1></main></body></html>\n'
)
FONTS = "output/chtml/fonts/woff-v2"


def setup(app) -> dict:
    """Called by Sphinx."""
    app.connect("config-inited", _configure_mathjax)
    app.connect("html-page-context", _leave_out_scripts, priority=900)
    app.connect("html-page-context", _list_citations, priority=901)
    app.connect("build-finished", _finish, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _configure_mathjax(app, config) -> None:
    config.mathjax_path = "mathjax/startup.js"
    config.mathjax_options = {"defer": "defer"}
    config.mathjax3_config = {
        "loader": {
            "load": ["input/tex-base", "output/chtml", "a11y/assistive-mml"]
            + [f"[tex]/{name}" for name in TEX]
        },
        "tex": {"packages": {"[+]": list(TEX)}},
        "chtml": {"matchFontHeight": False},
    }


def _leave_out_scripts(app, pagename, templatename, context, doctree) -> None:
    def used(file) -> bool:
        name = getattr(file, "filename", file) or ""
        body = getattr(file, "attributes", {}).get("body", "")
        return not any(unused in f"{name} {body}" for unused in UNUSED_SCRIPTS)

    for kind in ("script_files", "css_files"):
        context[kind] = [file for file in context.get(kind, []) if used(file)]


def _list_citations(app, pagename, templatename, context, doctree) -> None:
    """Sphinx gives citations a role that is deprecated, inside a list that wants items."""
    if "body" in context:
        context["body"] = context["body"].replace('role="doc-biblioentry"', 'role="listitem"')


def _finish(app, error) -> None:
    if error or app.builder.format != "html":
        return
    static = Path(app.outdir, "_static")
    for pattern in UNUSED_FILES:
        for path in list(static.glob(pattern)):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    Path(app.outdir, "index.html").write_text(
        FRONT.format(page=f"{app.config.root_doc}.html"), "utf-8"
    )
    source = Path(find_spec("sphinx-mathjax-offline").origin).parent / "static/mathjax"
    for name in (*MATHJAX, *(f"{FONTS}/{p.name}" for p in (source / FONTS).iterdir())):
        target = static / "mathjax" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / name, target)
