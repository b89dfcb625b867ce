"""Sphinx extension: MathJax served from the site, in the parts the book uses.

Only for a build without V8 (`typeset` tells when): the browser then typesets the page.
"""

import shutil
from importlib.util import find_spec
from pathlib import Path

SOURCE = Path(find_spec("sphinx-mathjax-offline").origin).parent / "static/mathjax"
FONTS = "output/chtml/fonts/woff-v2"
TEX = ("ams", "boldsymbol", "color")
CONFIG = {
    "loader": {
        "load": ["input/tex-base", "output/chtml", "a11y/assistive-mml"]
        + [f"[tex]/{name}" for name in TEX]
    },
    "tex": {"packages": {"[+]": list(TEX)}},
    "chtml": {"matchFontHeight": False},
}
PARTS = (
    "core.js",
    "input/tex-base.js",
    "output/chtml.js",
    "output/chtml/fonts/tex.js",
    "a11y/assistive-mml.js",
    *(f"input/tex/extensions/{name}.js" for name in TEX),
)


def setup(app) -> dict:
    """Called by Sphinx."""
    app.connect("config-inited", _configure)
    app.connect("build-finished", _copy, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _configure(app, config) -> None:
    config.mathjax_path = "mathjax/startup.js"
    config.mathjax_options = {"defer": "defer"}
    config.mathjax3_config = CONFIG


def _copy(app, error) -> None:
    if error or app.builder.format != "html":
        return
    for name in ("startup.js", *PARTS, *(f"{FONTS}/{path.name}" for path in fonts())):
        target = Path(app.outdir, "_static/mathjax", name)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(SOURCE / name, target)


def fonts() -> list[Path]:
    """The font files that MathJax's stylesheet may name."""
    return sorted((SOURCE / FONTS).iterdir())
