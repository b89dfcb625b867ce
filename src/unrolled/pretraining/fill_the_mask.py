"""Fill the mask: a hidden word is found from clues on both sides, or from the left alone.

The browser repeats `unrolled.bert.masked` with the weights that it and
`unrolled.pretraining.causal_model` keep, and a test holds it to them.
Notebook: book/pretraining.ipynb
"""

import traitlets

from unrolled.attention.typeset import width_of
from unrolled.bert import masked
from unrolled.bert.masked import BLOCKS, INDEX, N_HEADS, WORDS
from unrolled.core.derived import read_data
from unrolled.core.door import check_whole, short_repr
from unrolled.pretraining import causal_model
from unrolled.pretraining.fill_the_mask_readers import GAPS, KINDS, MOST, NONE, READERS
from unrolled.pretraining.fill_the_mask_words import (
    ASKED,
    CLOSER,
    EXAMPLE,
    GOAL,
    OFFERED,
    SEEN,
    TYPED,
    UNKNOWN,
    VALUE,
    WORDS_SAID,
    question,
    sentences,
    stories,
    task,
)
from unrolled.widget.explorable import Explorable

HEADS = BLOCKS * N_HEADS  # 0 stands for all together


class FillTheMask(Explorable):
    """Hide a word: see what the model finds in its place, and which words it attends to.

    `words` are up to 14 words of `unrolled.bert.masked.WORDS` by their place in it, with 0 after
    the last. `gaps` are the places of up to two hidden words, the one that was hidden last at the
    end, with -1 for none. `reader` is "both sides" or "left only". `head` is the attention head
    that is seen, 0 for all. Raises ValueError for what does not fit.
    """

    title = "Fill the mask"

    words = traitlets.List(traitlets.Int(), ASKED["words"], minlen=MOST, maxlen=MOST).tag(
        sync=True, door={"low": 0, "high": len(WORDS) - 1, "whole": True}
    )
    gaps = traitlets.List(traitlets.Int(), ASKED["gaps"], minlen=GAPS, maxlen=GAPS).tag(
        sync=True, door={"low": NONE, "high": MOST - 1, "whole": True}
    )
    reader = traitlets.Enum(list(READERS), ASKED["reader"]).tag(sync=True)
    head = traitlets.Int(ASKED["head"], min=0, max=HEADS).tag(sync=True)

    def entered(self, name: str, value: object) -> object:
        """`value` as the trait of this name holds it, or ValueError."""
        bounds = {"words": (MOST, 0, len(WORDS) - 1), "gaps": (GAPS, NONE, MOST - 1)}
        if name not in bounds:
            return super().entered(name, value)
        count, low, high = bounds[name]
        if not isinstance(value, list | tuple) or len(value) != count:
            raise ValueError(f"{name}: got {short_repr(value)}, expected {count} whole numbers")
        return [check_whole(name, item, low, high) for item in value]

    def constants(self) -> dict:
        """Both models, the vocabulary, words, the question, the stories and the task."""
        packed = [read_data(module.__name__) for module in (masked, causal_model)]
        return {
            "data": {
                "words": WORDS,
                "ems": [round(width_of(word), 3) for word in WORDS],
                "sizes": packed[0]["sizes"],
                "packed": [{name: one[name] for name in ("ints", "scales")} for one in packed],
            },
            "kinds": [[INDEX[word] for word in words] for words in KINDS],
            "sentences": sentences(),
            "offered": list(OFFERED.values()),
            "words": WORDS_SAID,
            "seen": SEEN,
            "value": VALUE,
            "closer": CLOSER,
            "typed": TYPED,
            "unknown": UNKNOWN,
            "example": EXAMPLE,
            "goal": GOAL,
            "question": question(),
            "stories": stories(),
            "task": task(),
        }
