"""Translate a date: one network reads it letter by letter, another writes it and looks back.

The browser computes with the package's weights; a test holds it to the package's translator.
Notebook: book/encoder_decoder.ipynb
"""

from datetime import date as Date

import numpy as np
import traitlets

from unrolled.core.derived import read_data
from unrolled.core.door import check_whole, short_repr
from unrolled.core.shapes import Array, Float
from unrolled.encoder_decoder.dates import (
    FIRST_YEAR,
    FORMS,
    LAST_YEAR,
    LIMIT,
    READS,
    read_dates,
)
from unrolled.encoder_decoder.letters import encode
from unrolled.encoder_decoder.translate_a_date_words import (
    DECODERS,
    SAID,
    TASK,
    question,
    stories,
)
from unrolled.encoder_decoder.weights import translator
from unrolled.widget.explorable import Explorable

LONGEST = 36  # letters of a text
END = LONGEST + LIMIT  # of the clock: as far as there is anything
PLAIN = "the third of may 2024"  # the form that says it in words
YEAR_FIRST = "2024, may 3"
ASKED = Date(2024, 5, 3)
LETTER = 6  # of 2024-05-03: the 5


class TranslateADate(Explorable):
    """Type a date or choose one: an encoder reads it, and a decoder writes it as digits.

    `form` is one of the six wordings, named by what they make of the third of May 2024. `typed` is
    a text instead, as `typed_letters` gives it. `decoder` is "attention" or "vector"; `look` the
    written letter, from 1 on, whose attention weights are shown alone, or 0; `at` counts letters
    that are read and then written. Raises ValueError for other names and for numbers out of range.
    """

    title = "Translate a date"

    day = traitlets.Int(ASKED.day, min=1, max=31).tag(sync=True)
    month = traitlets.Int(ASKED.month, min=1, max=12).tag(sync=True)
    year = traitlets.Int(ASKED.year, min=FIRST_YEAR, max=LAST_YEAR).tag(sync=True)
    form = traitlets.Enum(list(FORMS), PLAIN).tag(sync=True)
    typed = traitlets.List(traitlets.Int(), [0] * LONGEST, minlen=LONGEST, maxlen=LONGEST).tag(
        sync=True, door={"low": 0, "high": len(READS), "whole": True}
    )
    decoder = traitlets.Enum(list(DECODERS), "attention").tag(sync=True)
    look = traitlets.Int(0, min=0, max=LIMIT).tag(sync=True)
    at = traitlets.Int(len(PLAIN) + LETTER, min=0, max=END).tag(sync=True)

    def entered(self, name: str, value: object) -> object:
        """`value` as the trait holds it, or ValueError."""
        if name != "typed":
            return super().entered(name, value)
        if not isinstance(value, list | tuple) or len(value) != LONGEST:
            raise ValueError(f"typed: got {short_repr(value)}, expected {LONGEST} letters, or 0")
        return [check_whole("typed", code, 0, len(READS)) for code in value]

    def constants(self) -> dict:
        """The weights of both translators, words, the question, stories, the task."""
        start = {
            "day": ASKED.day,
            "month": ASKED.month,
            "year": ASKED.year,
            "form": PLAIN,
            "typed": [0] * LONGEST,
            "decoder": "attention",
            "look": 0,
            "at": END,
        }
        asked = {"at": len(PLAIN) + LETTER, "look": 0}
        shown = {"show": start | {"look": LETTER + 1}, "asked": asked}
        return {
            **SAID,
            "models": {kind: packed_model(kind) for kind in DECODERS},
            "asked": {
                "text": PLAIN,
                "form": PLAIN,
                "letter": LETTER,
                "spans": list(word_spans(PLAIN).values()),
            },
            "goal": YEAR_FIRST,
            "question": question(PLAIN) | shown,
            "stories": stories(start, typed_letters, written),
            "task": TASK,
        }


def typed_letters(text: str) -> list[int]:
    """A text for `typed`: each letter's place in the encoder's alphabet, from 1 on, then zeros.

    Raises ValueError for letters that no wording has, and for more than 36.
    """
    codes = encode(text, READS) + 1
    if len(codes) > LONGEST:
        raise ValueError(f"text: got {len(codes)} letters, expected at most {LONGEST}")
    return [*codes.tolist(), *[0] * (LONGEST - len(codes))]


def packed_model(kind: str) -> dict:
    """A translator as it travels: whole numbers and scales, and the shapes of its arrays."""
    packed = read_data("unrolled.encoder_decoder.weights")[kind]
    return {"packed": packed, "shapes": list_shapes(translator(kind))}


def list_shapes(p: object) -> object:
    """Of weights in named fields the shape of each array, by the same names."""
    if not hasattr(p, "_asdict"):
        return list(p.shape)
    fields = p._asdict().items()
    return {name: list_shapes(part) for name, part in fields if not isinstance(part, tuple) or part}


def written(kind: str, text: str) -> str:
    """What a translator writes for a text."""
    return read_dates(translator(kind), [text])[0].removesuffix("…")  # of one that is cut off


def word_spans(text: str) -> dict[str, list[int]]:
    """The words that the question offers, all but the first: from which letter to which."""
    spans = {}
    for word in text.split()[1:]:
        first = text.index(f" {word}") + 1
        spans[word] = [first, first + len(word)]
    return spans


def crossing(A: Float[Array, "T_y T_x"]) -> float:
    """How likely two ribbons cross, drawn by their weights from two of the rows."""
    T_y = len(A)
    if T_y < 2:
        return 0.0
    left = np.cumsum(A, axis=1) - A  # of each row, left of each letter
    pairs = [A[k] @ left[later] for k in range(T_y) for later in range(k + 1, T_y)]
    return float(np.mean(pairs))
