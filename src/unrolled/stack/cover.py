"""The chapter's small picture on the front page. Notebook: book/intro.ipynb"""

from unrolled.page.figure import Figure


def cover() -> Figure:
    """What the picture shows, in one line."""
    raise NotImplementedError("stack: its cover is not drawn yet")
