"""Two tall stacks of the same blocks: norms after the sums, and norms before the sub-layers.

The sizes of stream and gradient are those of `unrolled.stack.deep_sizes`, recorded before training:
medians of five random stacks. Notebook: book/stack.ipynb
"""

import traitlets

from unrolled.stack.deep_sizes import MOST, loaded
from unrolled.stack.tall_stack_words import (
    ASKED,
    CLOSER,
    GOAL,
    MARKED,
    SEEN,
    VALUE,
    WORDS,
    question,
    stories,
    task,
)
from unrolled.widget.explorable import Explorable


class TallStack(Explorable):
    """Pull both stacks higher: on the left the stream keeps its size, on the right it grows.

    `blocks` is the height of both stacks, `block` the one that is looked at (the last, if it is
    higher), `final` whether a norm follows the last block of the right stack. Raises ValueError
    for what does not fit.
    """

    title = "Norms after, norms before"

    blocks = traitlets.Int(ASKED["blocks"], min=1, max=MOST).tag(sync=True)
    block = traitlets.Int(ASKED["block"], min=1, max=MOST).tag(sync=True)
    final = traitlets.Enum(["on", "off"], ASKED["final"]).tag(sync=True)

    def constants(self) -> dict:
        """The recorded sizes, words, the question with its marked blocks, stories and task."""
        return {
            "sizes": loaded(),
            "marked": [[letter, *place] for letter, place in MARKED.items()],
            "words": WORDS,
            "seen": SEEN,
            "closer": CLOSER,
            "value": VALUE,
            "goal": GOAL,
            "question": question(),
            "stories": stories(),
            "task": task(),
        }
