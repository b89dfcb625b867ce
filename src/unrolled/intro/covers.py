"""The small picture of each chapter, found in its room. Notebook: book/intro.ipynb"""

from importlib import import_module

from unrolled.page.figure import Figure


def cover(chapter: str) -> Figure:
    """The picture that `unrolled.<chapter>.cover` draws of its chapter."""
    return import_module(f"unrolled.{chapter}.cover").cover()
