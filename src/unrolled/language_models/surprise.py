"""Surprise, letter by letter: a model that counts reads a text, with as much past as one lets it.

The browser repeats `surprise_model`, with the text that it has counted, and a test holds it to it.
Notebook: book/language_models.ipynb
"""

import traitlets

from unrolled.core.door import check_whole, short_repr
from unrolled.core.text import LETTERS
from unrolled.language_models.surprise_model import LONGEST, PLUS, counted
from unrolled.language_models.surprise_words import (
    ASKED,
    CLOSER,
    GOAL,
    MARKED,
    MOST,
    NAMES,
    NONE,
    SEEN,
    VALUE,
    WORDS,
    question,
    stories,
    task,
)
from unrolled.widget.explorable import Explorable

SIZE = len(LETTERS)


class Surprise(Explorable):
    """An n-gram model reads a text: drag how far back it looks, and see what surprises it.

    `codes` are the letters of the text, up to 40: places of the alphabet, and -1 after the last.
    `at` is the letter that is looked at, counted from 0; `n` is that of the n-gram model, which
    sees the n - 1 letters before it. Raises ValueError for what does not fit.
    """

    title = "Surprise, letter by letter"

    codes = traitlets.List(traitlets.Int(), ASKED["codes"], minlen=MOST, maxlen=MOST).tag(
        sync=True, door={"low": NONE, "high": SIZE - 1, "whole": True}
    )
    at = traitlets.Int(ASKED["at"], min=0, max=MOST - 1).tag(sync=True)
    n = traitlets.Int(ASKED["n"], min=1, max=LONGEST).tag(sync=True)

    def entered(self, name: str, value: object) -> object:
        """`value` as the trait of this name holds it, or ValueError."""
        if name != "codes":
            return super().entered(name, value)
        if not isinstance(value, list | tuple) or len(value) != MOST:
            raise ValueError(f"codes: got {short_repr(value)}, expected {MOST} letters")
        return [check_whole("codes", code, NONE, SIZE - 1) for code in value]

    def constants(self) -> dict:
        """The counted text, words, the question, the stories and the task."""
        return {
            "counted": counted(),
            "letters": LETTERS,
            "plus": PLUS,
            "longest": LONGEST,
            "names": NAMES,
            "words": WORDS,
            "seen": SEEN,
            "value": VALUE,
            "closer": CLOSER,
            "goal": GOAL,
            "marked": MARKED,
            "question": question(),
            "stories": stories(),
            "task": task(),
        }
