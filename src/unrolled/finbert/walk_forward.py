"""Walk forward: a world with nothing to find, a split that moves, and leaks that make a triumph.

The browser repeats `unrolled.finbert.leaks` on three recorded worlds, and a test holds it to that.
Notebook: book/finbert.ipynb
"""

import traitlets

from unrolled.core.derived import read_data
from unrolled.finbert.leaks import (
    BETS,
    DOUBT,
    EMBARGO,
    FIRST,
    NEARBY,
    PAST,
    RIDGE,
    STRENGTHS,
    WINDOWS,
    WORLDS,
)
from unrolled.finbert.walk_forward_stories_words import ASKED, GOAL, TRIO, question, stories, task
from unrolled.finbert.walk_forward_words import CLOSER, NAMES, SEEN, VALUE, WORDS
from unrolled.finbert.world import FIRST_YEAR
from unrolled.widget.explorable import Explorable


class WalkForward(Explorable):
    """Move the split, switch leaks: see what bets on gold earn in a world with nothing to find.

    `at` is how many of the 60 bets are made. `world` is one of three, `strength` of no signal, a
    weak and a strong one, and `window` of four return windows, by their places. Each leak is on or
    off: `shuffled` folds, `unpurged` learning, statements `stamped` a day early, prices `scaled` by
    their whole year, and the `best` of forty forecasters. Raises ValueError for what does not fit.
    """

    title = "Walk forward"

    world = traitlets.Int(ASKED["world"], min=0, max=len(WORLDS) - 1).tag(sync=True)
    strength = traitlets.Int(ASKED["strength"], min=0, max=len(STRENGTHS) - 1).tag(sync=True)
    window = traitlets.Int(ASKED["window"], min=0, max=len(WINDOWS) - 1).tag(sync=True)
    at = traitlets.Int(ASKED["at"], min=0, max=BETS).tag(sync=True)
    shuffled = traitlets.Bool(False).tag(sync=True)
    unpurged = traitlets.Bool(False).tag(sync=True)
    stamped = traitlets.Bool(False).tag(sync=True)
    scaled = traitlets.Bool(False).tag(sync=True)
    best = traitlets.Bool(False).tag(sync=True)

    def constants(self) -> dict:
        """The recorded worlds, words, the question, the stories and the task."""
        return {
            "data": read_data("unrolled.finbert.leaks"),
            "windows": list(WINDOWS),
            "first": FIRST,
            "bets": BETS,
            "embargo": EMBARGO,
            "past": PAST,
            "year": FIRST_YEAR,
            "model": {"penalty": RIDGE, "nearby": NEARBY, "doubt": DOUBT},
            "trio": TRIO,
            "names": NAMES,
            "words": WORDS,
            "seen": SEEN,
            "value": VALUE,
            "closer": CLOSER,
            "goal": GOAL,
            "question": question(),
            "stories": stories(),
            "task": task(),
        }
