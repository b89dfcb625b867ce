"""A place: where an equation of the book stands in the documents, and that both say the same."""

from collections.abc import Callable
from typing import NamedTuple

ARTICLE = "In the article"
SLIDES = "In the slides of the d-e-m-o network"
SEQUENCES = "In the lecture on networks for sequences"
DEEP_LEARNING = "In the lecture on deep learning"
NOTES = "In the handwritten notes"


class Place(NamedTuple):
    """Of one label. A chapter keeps its own in `tests/<chapter>/places.py`, as PLACES."""

    says: tuple[str, ...]  # pieces of its LaTeX that no other placed equation has
    rows: list[tuple[str, str]]  # each document in which it stands, and its name there
    function: Callable | None = None  # of the package, which cites the label
    both: Callable[[], tuple] | None = None  # the document's value, and the function's
