"""Layers to flow: a residual network with more and thinner blocks, and the flow that it becomes.

The browser repeats `unrolled.neural_ode.solvers` and `adaptive`, and a test holds it to them.
Notebook: book/neural_ode.ipynb
"""

import traitlets

from unrolled.neural_ode.layer_paths import FINEST, OTHERS, TIME, WEIGHTS
from unrolled.neural_ode.layers_to_flow_words import (
    ASKED,
    CLOSER,
    GOAL,
    NAMES,
    SEEN,
    SHORT,
    SIZES,
    VALUE,
    WORDS,
    marked,
    question,
    stories,
    task,
)
from unrolled.widget.explorable import Explorable

PARTS = 64  # of the depth
REACH = 1.5  # of the start point, in each direction


class LayersToFlow(Explorable):
    """Pull the start, add blocks: the broken line bends into the flow, and the gap shrinks.

    There are 2^`doubled` blocks, or steps of the `solver`; an adaptive one has the tolerance
    10^-`digits` instead. The point starts at (`x`, `y`), and has gone `depth` of 64 parts of the
    way. Raises ValueError for what does not fit.
    """

    title = "Layers to flow"

    solver = traitlets.Enum(list(NAMES), ASKED["solver"]).tag(sync=True)
    doubled = traitlets.Int(ASKED["doubled"], min=0, max=len(SIZES) - 1).tag(sync=True)
    digits = traitlets.Int(ASKED["digits"], min=1, max=len(SIZES)).tag(sync=True)
    x = traitlets.Float(ASKED["x"], min=-REACH, max=REACH).tag(sync=True)
    y = traitlets.Float(ASKED["y"], min=-REACH, max=REACH).tag(sync=True)
    depth = traitlets.Int(PARTS, min=0, max=PARTS).tag(sync=True)

    def constants(self) -> dict:
        """The field, the start points, words, the question, the stories and the task."""
        return {
            "layer": {"W": WEIGHTS.W.tolist(), "b": WEIGHTS.b.tolist()},
            "time": TIME,
            "finest": FINEST,
            "others": [list(one) for one in OTHERS],
            "reach": REACH,
            "sizes": SIZES,
            "names": NAMES,
            "short": SHORT,
            "marked": marked(),
            "words": WORDS,
            "seen": SEEN,
            "closer": CLOSER,
            "value": VALUE,
            "goal": GOAL,
            "question": question(),
            "stories": stories(),
            "task": task(),
        }
