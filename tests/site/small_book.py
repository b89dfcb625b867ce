"""A book of some lines, built by Sphinx as the real one is: MyST, our renderer, our numbers."""

from io import StringIO

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils


def build(folder, pages, parallel=1, again=False, more=()):
    """Sphinx's warnings, and every page's HTML by name."""
    out = folder / "html"
    first, *others = pages
    folder.mkdir(exist_ok=True)
    contents = "\n".join(["", "", "```{toctree}", *others, "```"])
    for name, text in pages.items():
        (folder / f"{name}.md").write_text(text + contents * (name == first), "utf-8")
    settings = {
        "extensions": ["myst_parser", "unrolled.site.typeset", "unrolled.site.equations", *more],
        "myst_enable_extensions": ["amsmath", "dollarmath"],
        "root_doc": first,
        "numfig": True,  # as Jupyter Book has it
        "html_theme": "basic",
    }
    warnings = StringIO()
    with patch_docutils(), docutils_namespace():
        app = Sphinx(
            folder,
            None,
            out,
            folder / "doctrees",
            "html",
            settings,
            status=None,
            warning=warnings,
            parallel=parallel,
            freshenv=not again,
        )
        app.build(force_all=True)
    return warnings.getvalue(), {name: (out / f"{name}.html").read_text("utf-8") for name in pages}
