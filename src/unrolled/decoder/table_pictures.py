"""The one table of book/decoder.ipynb, as a grid for the page."""

import numpy as np

from unrolled.core.text import LETTERS, encode
from unrolled.decoder.repetition import KINDS, loaded, writer, written
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
    """Texts, each under its name and after the same beginning, for a notebook to show."""

    def __init__(self, texts: dict[str, str], start: str = ""):
        self.texts, self.start = texts, start

    def __repr__(self) -> str:
        return "\n".join(f"{name}: {self.start}{text}" for name, text in self.texts.items())

    def _repr_markdown_(self) -> str:
        return "\n".join(
            f"> **{name}:** {self.start}{text} …\n" for name, text in self.texts.items()
        )


def three_continuations(order: tuple[str, ...] = ("LSTM", "n-gram", "Transformer")) -> Quotes:
    """How the three go on, in this order, under the letters A, B, C."""
    texts = [f"**{continuation(kind).strip()}**" for kind in order]
    return Quotes(dict(zip("ABC", texts, strict=True)), START)


def three_loops() -> Quotes:
    """What each model writes at temperature 0, its loop twice; the first time in bold."""
    texts = {}
    for kind in KINDS:
        begin, length = loaded()[kind]["loops"][0]
        codes = written(writer(kind), 0.0, 0, begin + 2 * length)
        text = "".join(LETTERS[code] for code in codes)
        loop = text[begin : begin + length].strip()  # bold type has no space at its ends
        texts[kind] = text.replace(loop, f"**{loop}**", 1).strip()
    return Quotes(texts)


def one_table(lines: list[Line]) -> Grid:
    """Every model with its size, what its training cost, and how well it predicts."""
    return reading_pictures.one_table(lines, cost=True)
