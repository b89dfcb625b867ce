"""The pulse again, with ways around the activation: a leak and a residual recurrence.

κ I + ω D_t W_hh is the Jacobian of every strip, with its two constants      eq-remedies-shortcut
Notebook: book/remedies.ipynb
"""

import numpy as np

from unrolled.core.shapes import Array, Float
from unrolled.gradients.pulse import (
    STEPS,
    STRIPS,
    Pulse,
    inputs,
    pulse,
    recurrent_weights,
)
from unrolled.page.numbers import decimals, short
from unrolled.remedies.shortcuts import leaky, residual
from unrolled.rnn.cell import CELL
from unrolled.widget.words import rules

ALPHA, SIZE, ANGLE = 0.9, 0.8, 0.35
WAYS = (
    *STRIPS,
    {"name": "leaky, α = 0.9", "keep": ALPHA, "write": 0.1, "activation": "tanh"},
    {"name": "residual", "keep": 1.0, "write": 1.0, "activation": "tanh"},
)
CELLS = {"tanh": CELL, "leaky": leaky(ALPHA), "residual": residual()}
WORDS = [
    rules(
        (
            "waiting",
            "Press ▶ or the lamp: the same loss sends a gradient of size 1 back through four"
            " networks with the same W.",
        ),
        ("!arrived", "On its way: {back} steps back."),
        (
            "",
            "At the first step arrive {end1} with tanh, {end2} with the leak and {end3} with the"
            " residual way.",
        ),
    ),
]
THEOREM = rules(
    (
        "contracts",
        "The norm of W is {sigma}, below 1, and no slope of tanh is above 1. A step multiplies by"
        " at most {bound1} with tanh and {bound2} with the leak, so both must vanish. With the"
        " residual way it is {bound3}, which makes nothing certain.",
    ),
    (
        "",
        "The norm of W is {sigma}. A step multiplies by at most {bound1} with tanh, {bound2} with"
        " the leak and {bound3} with the residual way. None is below 1, so nothing is certain.",
    ),
)
VALUE = rules(("", "Now: size {size}, and {end3} of the residual pulse arrives."))


def way(name: str, size: float, angle: float = ANGLE) -> Float[Array, " L"]:
    """The pulse of one of the cells, for W of this size and angle."""
    return pulse(CELLS[name], recurrent_weights(size, angle, 0.0), inputs())


class Ways(Pulse):
    """Fire a gradient through linear, tanh, leaky and residual cells with the same W."""

    title = "The pulse with ways around tanh"

    def __init__(self, **traits: object):
        super().__init__(strips=WAYS, **traits)

    def constants(self) -> dict:
        """What is asked and told of the ways around; the rest is the pulse's."""
        truth = int(np.argmax(way("leaky", SIZE) < 0.5))
        said = replies(truth)
        question = {
            "text": f"Leaky units keep {ALPHA} of their state at every step and write a tenth of"
            f" what is new. W has the size {SIZE}. Drag the flag to the step where half of the"
            " leaky pulse is left.",
            "answer": said["right"],
            "replies": [f"<strong>Not quite.</strong> {reply}" for reply in said.values()],
            "show": self._shown(lag=truth),
        }
        usual = super().constants()
        return usual | {
            "many": None,
            "words": WORDS,
            "theorem": [THEOREM],
            "value": [VALUE],
            "replies": said,
            "asked": {"strip": 2, "level": 0.5},
            "goal": {"strip": 3, "sizes": [0.8, 2.0], "end": 1e-3},
            "question": usual["question"] | question,
            "stories": self._stories(),
            "task": {
                "text": "With a size of W of 0.8 or more, let less than 0.001 of the residual"
                " pulse arrive: look closer.",
                "done": "Where W turns a direction around, it takes away what the residual way"
                " keeps. A sum keeps a gradient only if its parts agree.",
            },
        }

    def _shown(self, **change: object) -> dict:
        """A state in which the pulse has arrived; all traits but `answered`."""
        usual = {"size": SIZE, "angle": ANGLE, "nonnormality": 0.0, "shape": "bars"}
        return usual | {"back": STEPS, "lag": STEPS} | change

    def _stories(self) -> list[dict]:
        """Each remedy with its price."""
        kept, plain = (short(way(name, SIZE)[-1]) for name in ("leaky", "tanh"))
        grown = short(way("residual", 2.0)[-1])
        shrunk = short(way("residual", 1.0, 2.8)[-1])
        orthogonal = short(way("tanh", 1.0)[-1])
        return [
            {
                "name": "The leak keeps, and is slow",
                "set": self._shown(),
                "says": f"The leak brings {kept} of the pulse home, tanh only {plain}. The price:"
                " a unit writes a tenth of what is new, so it changes slowly.",
            },
            {
                "name": "The residual way grows",
                "set": self._shown(size=2.0),
                "says": f"Nothing is lost on the way, and {grown} times the gradient arrives. The"
                " price: whatever W adds comes on top of it.",
            },
            {
                "name": "… or dies all the same",
                "set": self._shown(size=1.0, angle=2.8),
                "says": f"Here W turns around what is kept, and {shrunk} of the residual pulse"
                " arrives. A way around tanh is no guarantee.",
            },
            {
                "name": "What clipping leaves",
                "set": self._shown(size=1.5),
                "says": "Clipping changes none of these strips. It shortens the sum of all steps’"
                " gradients, whose far parts stay as small or as large beside the near ones.",
            },
            {
                "name": "An orthogonal start",
                "set": self._shown(size=1.0),
                "says": "W only turns: the linear pulse arrives whole, and of tanh"
                f" {orthogonal} is left. It costs nothing, but training may leave it.",
            },
        ]


def replies(truth: int) -> dict[str, str]:
    """What is said to a flag, by where it is."""
    factor = decimals(ALPHA + (1 - ALPHA) * SIZE, 2)
    why = (
        "What is written carries gradient, too: a step multiplies by up to"
        f" 0.9 + 0.1 · {SIZE} = {factor}, and half is left after {truth} steps."
    )
    alone = decimals(np.log(0.5) / np.log(ALPHA), 1)
    return {
        "right": why,
        "early": f"You said {{guess}}; 0.9 alone would halve it every {alone} steps. {why}",
        "before": f"You said {{guess}}, a little too near to the loss. {why}",
        "late": f"You said {{guess}}, and by then less than half is left. {why}",
    }
