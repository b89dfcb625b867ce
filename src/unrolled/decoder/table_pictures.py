"""The one table of book/decoder.ipynb, as a grid for the page."""

import numpy as np

from unrolled.core.text import LETTERS, encode
from unrolled.decoder.repetition import writer
from unrolled.decoder.sampling import write
from unrolled.language_models import reading_pictures
from unrolled.language_models.reading import Line
from unrolled.page.tables import Grid

START = "what it buys is that its errors "


def continuation(kind: str, many: int = 60) -> str:
    """How the n-gram model, the LSTM or the Transformer goes on after START."""
    codes = write(writer(kind), encode(START, LETTERS), many, np.random.default_rng(2), 0.6)
    return "".join(LETTERS[code] for code in codes)


class Quotes:
    """Texts under the letters A, B, C, each after the same beginning, for a notebook to show."""

    def __init__(self, start: str, texts: list[str]):
        names = "ABCDEFGHIJ"[: len(texts)]
        self.start, self.texts = start.strip(), dict(zip(names, texts, strict=True))

    def __repr__(self) -> str:
        return "\n".join(f"{name}: {self.start} {text}" for name, text in self.texts.items())

    def _repr_markdown_(self) -> str:
        return "\n".join(
            f"> **{name}:** {self.start} **{text}** …\n" for name, text in self.texts.items()
        )


def three_continuations(order: tuple[str, ...] = ("LSTM", "n-gram", "Transformer")) -> Quotes:
    """How the three go on, in this order."""
    return Quotes(START, [continuation(kind).strip() for kind in order])


def one_table(lines: list[Line]) -> Grid:
    """Every model with its size, what its training cost, and how well it predicts."""
    return reading_pictures.one_table(lines, cost=True)
