"""One line: two spirals and a straight line to drag, with a count of the points it gets right.

The browser repeats `one_line_sides`, and a test holds it to it. Notebook: book/mlp.ipynb
"""

import traitlets

from unrolled.mlp.how_many import problem
from unrolled.mlp.one_line_words import (
    BOX,
    FAR,
    GOAL,
    START,
    question,
    replies,
    stories,
    task,
)
from unrolled.widget.explorable import Explorable


class OneLine(Explorable):
    """A straight line through two spirals: pull its ends, and see how few points it gets right.

    `angle` is that of the line's normal, in degrees, which points to the side that is called
    discs; `offset` is how far the line is along it from the middle, up to 2.2. Raises ValueError
    for what does not fit.
    """

    title = "One line, two spirals"

    angle = traitlets.Float(START["angle"], min=-180.0, max=180.0).tag(sync=True)
    offset = traitlets.Float(START["offset"], min=-FAR, max=FAR).tag(sync=True)

    def constants(self) -> dict:
        """The points, the reach of a line, the words, the question, the stories and the task."""
        xs, ys = problem()
        return {
            **BOX,
            "points": xs.tolist(),
            "isFirst": (ys[:, 0] == 1).tolist(),
            "goal": GOAL,
            "replies": replies(),
            "question": question(),
            "stories": stories(),
            "task": task(),
        }
