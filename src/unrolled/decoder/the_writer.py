"""The writer: a text that a model writes, and the probabilities of its next letter.

The browser repeats `unrolled.decoder.writers`, `sampling` and `dice` with the weights of
`unrolled.decoder.export`, and a test holds it to them.
Notebook: book/decoder.ipynb
"""

import traitlets

from unrolled.core.door import check_whole, short_repr
from unrolled.core.text import LETTERS
from unrolled.decoder.export import page_data
from unrolled.decoder.repetition import KINDS
from unrolled.decoder.the_writer_words import (
    ASKED,
    CLOSER,
    GOAL,
    MOST,
    NONE,
    SEEN,
    VALUE,
    WORDS,
    options,
    question,
    stories,
    task,
)
from unrolled.widget.explorable import Explorable

SIZE = len(LETTERS)
HEADS = 8  # of both blocks; 0 stands for all together
THROWS = 40  # dice to choose from


class TheWriter(Explorable):
    """A model writes letter by letter: see what it expects next, and take another branch.

    `codes` are the letters of the text, up to 96: a place of the alphabet for one that the model
    wrote, 34 more for one that was given to it, and -1 after the last. The first `at` have been
    read. `model` is "n-gram", "LSTM" or "Transformer". It draws with the dice `seed` at a
    `temperature` from the `k` likeliest letters and of those from the nucleus `share`. `head` is
    the attention head that is seen, 0 for all. Raises ValueError for what does not fit.
    """

    title = "The writer"

    codes = traitlets.List(traitlets.Int(), ASKED["codes"], minlen=MOST, maxlen=MOST).tag(
        sync=True, door={"low": NONE, "high": 2 * SIZE - 1, "whole": True}
    )
    at = traitlets.Int(ASKED["at"], min=1, max=MOST).tag(sync=True)
    model = traitlets.Enum(list(KINDS), ASKED["model"]).tag(sync=True)
    temperature = traitlets.Float(ASKED["temperature"], min=0.0, max=2.0).tag(sync=True)
    k = traitlets.Int(ASKED["k"], min=1, max=SIZE).tag(sync=True)
    share = traitlets.Float(ASKED["share"], min=0.05, max=1.0).tag(sync=True)
    head = traitlets.Int(ASKED["head"], min=0, max=HEADS).tag(sync=True)
    seed = traitlets.Int(ASKED["seed"], min=0, max=THROWS).tag(sync=True)

    def entered(self, name: str, value: object) -> object:
        """`value` as the trait of this name holds it, or ValueError."""
        if name != "codes":
            return super().entered(name, value)
        if not isinstance(value, list | tuple) or len(value) != MOST:
            raise ValueError(f"codes: got {short_repr(value)}, expected {MOST} letters")
        return [check_whole("codes", code, NONE, 2 * SIZE - 1) for code in value]

    def constants(self) -> dict:
        """The three models, words, the question, the stories and the task."""
        return {
            "data": page_data(),
            "models": list(KINDS),
            "words": WORDS,
            "seen": SEEN,
            "value": VALUE,
            "closer": CLOSER,
            "goal": GOAL,
            "options": options(),
            "question": question(),
            "stories": stories(),
            "task": task(),
        }
