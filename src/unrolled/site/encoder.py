"""Sphinx extension: the pretrained encoder as script files, for pages that run it when asked to.

Only where its package is installed; elsewhere the pages do not name it and show no field for it.
"""

from pathlib import Path

from unrolled.bert import export
from unrolled.bert.minilm import minilm

TAG = '<meta name="unrolled-{name}" content="{folder}" data-files="{files}" data-bytes="{size}">\n'


def setup(app) -> dict:
    """Called by Sphinx."""
    app.connect("builder-inited", _write_files)
    app.connect("html-page-context", _name_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _write_files(app) -> None:
    app.encoder_files = []
    if app.builder.format == "html" and export.is_there():
        app.encoder_files = export.write(minilm(), Path(app.outdir, "_static", export.NAME))


def _name_files(app, pagename, templatename, context, doctree) -> None:
    """Where the files are, seen from this page, how many, and how large."""
    files = app.encoder_files
    if not files or "pathto" not in context:
        return
    size = sum(path.stat().st_size for path in files)
    folder = context["pathto"](f"_static/{export.NAME}", 1)
    tag = TAG.format(name=export.NAME, folder=folder, files=len(files), size=size)
    context["metatags"] = context.get("metatags", "") + tag
