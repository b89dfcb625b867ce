"""Backward graph: at each state its own loss and the message from the future meet, step by step.

All numbers are played from the tape of `demo.tapes.network_tape`. As on the slides, gradients are
those of 𝒮, the sum of the losses; the division by T comes once, at the end.
Notebook: book/bptt.ipynb
"""

import numpy as np
import traitlets

from unrolled.bptt.backward_graph_words import HEADLINES, QUESTION, WORDS
from unrolled.bptt.demo import trace
from unrolled.bptt.graph import backward_boxes, backward_edges, symbol
from unrolled.bptt.tapes import network_tape
from unrolled.demo.weights import ALPHABET
from unrolled.rnn.demo import MODEL
from unrolled.rnn.graph import check_model, flatten
from unrolled.rnn.readout import Model
from unrolled.widget.explorable import Explorable

PARTS = {"W_hh": "dW_hh", "W_hx": "dW_hx", "b_h": "delta"}  # what a step adds to each gradient
SHAPES = {"W_hh": [2, 2], "W_hx": [2, 4], "b_h": [2]}
BOXES = backward_boxes()
LAST = len(BOXES) - 1
MOST = 4.0  # times W_hh, as far as the valve opens
HALF = (0.48, 0.52)  # of its own share, that later losses must send to step 1

STORIES = [
    {
        "name": name,
        "says": says,
        "set": {"step": LAST, "chosen": chosen, "part": part, "times": times},
    }
    for name, says, chosen, part, times in (
        (
            "Two gradients meet",
            "At <b>h</b><sub>2</sub> two gradients are added: that of its own loss, and the one"
            " that comes back from step 3.",
            "dh_2",
            "W_hh",
            1.0,
        ),
        (
            "Nothing later",
            "The way back begins with nothing, because no loss comes after the last step.",
            "carry_3",
            "W_hh",
            1.0,
        ),
        (
            "The valve shut",
            "With <b>W</b><sub>hh</sub> = 0 nothing comes back: every step is left with the"
            " gradient of its own loss.",
            "carry_1",
            "W_hh",
            0.0,
        ),
        (
            "A letter’s column",
            "A step adds to its letter’s column of the gradient of <b>W</b><sub>hx</sub>."
            " Nothing reads “o”, so its column stays 0.",
            "sum",
            "W_hx",
            1.0,
        ),
    )
]


def scaled(model: Model, times: float) -> Model:
    """The model with W_hh multiplied by a number."""
    return model._replace(cell=model.cell._replace(W_hh=times * model.cell.W_hh))


def as_before(model: Model, times: float) -> list[str]:
    """The gradients of `network.trace` that are the same with W_hh multiplied by this number."""
    was, now = trace(model), trace(scaled(model, times))
    names = [name for name, q in was.items() if q.kind == "gradient" and q.parents]
    return [name for name in names if np.array_equal(was[name].value, now[name].value)]


def later_over_own(model: Model, times: float) -> float:
    """How much later losses send to state 1, as a multiple of what its own loss sends."""
    found = trace(scaled(model, times))
    return float(np.linalg.norm(found["carry_1"].value) / np.linalg.norm(found["back_1"].value))


def is_half(share: float) -> bool:
    """Whether later losses send about half of what a state's own loss sends."""
    low, high = HALF
    return low <= share <= high


def task(model: Model) -> dict | None:
    """Open the valve until later losses send half; none where they already do, or never will."""
    opened = [later_over_own(model, times) for times in np.linspace(0, MOST, 81).tolist()]
    if is_half(later_over_own(model, 1.0)) or not any(map(is_half, opened)):
        return None
    return {
        "text": "Open the valve until later losses send half as much to <b>h</b><sub>1</sub> as its"
        " own loss does (48 to 52 %). Then tap the state where the two meet.",
        "done": "<b>W</b><sub>hh</sub> carries the states forward and the gradient back, so it"
        " decides how much the first step learns from later losses.",
    }


class BackwardGraph(Explorable):
    """Play the gradient back through time, open any number, pull W_hh open and shut.

    `step` counts the boxes from 0; the page shows it as step + 1 of all boxes.
    Raises ValueError for a model without the demo's shapes, for NaN and for infinity.
    """

    title = "The backward graph: d-e-m-o from its last error to its first"

    step = traitlets.Int(LAST, min=0, max=LAST).tag(sync=True)  # from 0, shown as step + 1
    chosen = traitlets.Enum(("", *BOXES), "").tag(sync=True)  # instead of the step's own box
    part = traitlets.Enum(list(PARTS), "W_hh").tag(sync=True)  # whose gradient is added up
    times = traitlets.Float(1.0, min=0.0, max=MOST).tag(sync=True)  # W_hh is multiplied by it

    def __init__(self, model: Model = MODEL, **traits: object):
        self._model = check_model(model)
        super().__init__(**traits)

    def constants(self) -> dict:
        """The network on tape, where its boxes stand, the question, the stories and the task."""
        tape = network_tape().data
        return {
            "tape": tape,
            "weights": flatten(self._model),
            "shapes": SHAPES,
            "parts": PARTS,
            "alphabet": ALPHABET,
            "boxes": BOXES,
            "edges": backward_edges(),
            "symbols": {name: symbol(name) for name in tape["names"]},
            "words": WORDS,
            "headlines": HEADLINES,
            "question": QUESTION,
            "stories": STORIES,
            "task": task(self._model),
        }
