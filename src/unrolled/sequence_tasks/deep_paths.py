"""Paths through depth and time: how many lead to a state, and how much gradient they bring.

Three layers of one unit each over eight steps, with weights that are not negative, so no path
cancels another. The browser repeats `unrolled.sequence_tasks.depth_paths`, and a test holds it to
that. Notebook: book/sequence_tasks.ipynb
"""

import traitlets

from unrolled.sequence_tasks.deep_paths_words import (
    ASKED,
    CLOSER,
    GOAL,
    MARKED,
    MOST,
    SEEN,
    STEPS,
    VALUE,
    WORDS,
    question,
    stories,
    task,
)
from unrolled.sequence_tasks.depth_paths import INPUTS, LAYERS
from unrolled.widget.explorable import Explorable

LARGEST = 1.2  # of a weight
PLACES = [f"{t},{layer}" for layer in range(1, LAYERS + 1) for t in range(1, STEPS + 1)]


class DeepPaths(Explorable):
    """Tap a state: all paths to it from the end light up, and what they bring adds up.

    `size` is the weight through time, `between` that between layers, `top` the layer from whose
    last state a gradient of 1 leaves, `start` the state "t,ℓ" that is tapped, `drawn` how many of
    its paths have been drawn. Raises ValueError for what does not fit.
    """

    title = "Paths through depth and time"

    size = traitlets.Float(ASKED["size"], min=0.0, max=LARGEST).tag(sync=True)
    between = traitlets.Float(ASKED["between"], min=0.0, max=LARGEST).tag(sync=True)
    top = traitlets.Int(ASKED["top"], min=1, max=LAYERS).tag(sync=True)
    start = traitlets.Enum(PLACES, ASKED["start"]).tag(sync=True)
    drawn = traitlets.Int(MOST, min=0, max=MOST).tag(sync=True)

    def constants(self) -> dict:
        """Inputs, words, the question with its marked states, the stories and the task."""
        return {
            "xs": INPUTS.tolist(),
            "largest": LARGEST,
            "most": MOST,
            "marked": [[letter, f"{t},{layer}"] for letter, (t, layer) in MARKED.items()],
            "words": WORDS,
            "seen": SEEN,
            "closer": CLOSER,
            "value": VALUE,
            "goal": GOAL,
            "question": question(),
            "stories": stories(),
            "task": task(),
        }
