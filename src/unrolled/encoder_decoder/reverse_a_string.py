"""Reverse a string: pull it longer, until one vector no longer holds it and attention fails.

The browser computes with the package's weights; a test holds it to the package's networks.
Notebook: book/encoder_decoder.ipynb
"""

import numpy as np
import traitlets

from unrolled.core.derived import read_data
from unrolled.encoder_decoder.reversal import LONGEST, READS
from unrolled.encoder_decoder.reversal_weights import LENGTHS, UNITS, reverser, shares
from unrolled.encoder_decoder.reverse_a_string_words import SAID, TASK, question, stories
from unrolled.encoder_decoder.translate_a_date import list_shapes
from unrolled.encoder_decoder.weights import KINDS
from unrolled.widget.explorable import Explorable

LEAST, MOST = 2, max(LENGTHS)  # letters
CHAPTERS_OWN = "bfadhcge"  # with which the chapter opens
DRAWS = 8
BALLOTS = (4, 8, 12, 20)  # letters, that can be tapped as a guess


def draw_strings() -> list[str]:
    """As many strings as there are DRAWS, of 20 letters: in each eight in a row all letters, mixed.

    So no letter hides where another has gone. The first string begins as the chapter does.
    """
    rng = np.random.default_rng(7)
    found = [mix_letters(rng) for _ in range(DRAWS)]
    return [CHAPTERS_OWN + found[0][len(CHAPTERS_OWN) :], *found[1:]]


def mix_letters(rng: np.random.Generator) -> str:
    """All letters in a random order, and again, until there are MOST."""
    rounds = -(-MOST // len(READS))
    return "".join(READS[k] for _ in range(rounds) for k in rng.permutation(len(READS)))[:MOST]


class ReverseAString(Explorable):
    """Two networks of 16 units write a string backwards, one through a vector, one with attention.

    `length` is how many letters of the string they read, `draw` which of the strings it is. Raises
    ValueError for numbers out of range.
    """

    title = "Reverse a string"

    length = traitlets.Int(4, min=LEAST, max=MOST).tag(sync=True)
    draw = traitlets.Int(0, min=0, max=DRAWS - 1).tag(sync=True)

    def constants(self) -> dict:
        """The weights of both networks, the strings, the shares that are right, words."""
        return {
            **SAID,
            "models": {kind: packed_model(kind) for kind in KINDS},
            "shares": {kind: shares(kind) for kind in KINDS},
            "strings": draw_strings(),
            "trained": LONGEST,
            "ballots": list(BALLOTS),
            "question": question(UNITS, LONGEST)
            | {"show": {"length": 8, "draw": 0}, "asked": {"length": 4, "draw": 0}},
            "stories": stories(),
            "task": TASK,
        }


def packed_model(kind: str) -> dict:
    """A network as it travels: whole numbers of two bytes, their scales, and the shapes."""
    packed = read_data("unrolled.encoder_decoder.reversal_weights")[kind]["packed"]
    return {"packed": packed | {"wide": True}, "shapes": list_shapes(reverser(kind))}
