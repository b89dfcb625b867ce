"""Backward graph: at each state its own loss and the message from the future meet, step by step.

All numbers are played from the tape of `demo.tapes.network_tape`. As on the slides, gradients are
those of the sum of the losses, T times ours; the division by T comes once, at the end.
Notebook: book/bptt.ipynb
"""

import numpy as np
import traitlets

from unrolled.bptt.backward_graph_words import HEADLINES, KEPT, QUESTION, WORDS
from unrolled.bptt.demo import trace
from unrolled.bptt.graph import backward_boxes, backward_edges, symbol
from unrolled.bptt.tapes import network_tape
from unrolled.core.door import check_whole
from unrolled.demo.weights import ALPHABET
from unrolled.rnn.demo import MODEL
from unrolled.rnn.graph import check_model, flatten
from unrolled.rnn.readout import Model
from unrolled.widget.explorable import Explorable

PARTS = {"W_hh": "dW_hh", "W_hx": "dW_hx", "b_h": "delta"}  # what a step adds to each gradient
SHAPES = {"W_hh": [2, 2], "W_hx": [2, 4], "b_h": [2]}
BOXES = backward_boxes()
LAST = len(BOXES) - 1
CUT = [[1, 1], [1, 1]]
ZERO_OR_ONE = {"low": 0, "high": 1, "whole": True}

STORIES = [
    {"name": name, "says": says, "set": {"step": LAST, "chosen": chosen, "part": part, "cut": cut}}
    for name, says, chosen, part, cut in (
        (
            "Two messages",
            "At <b>h</b><sub>2</sub> two gradients meet and are added: that of its own"
            " loss, and what comes back from step 3.",
            "dh_2",
            "W_hh",
            KEPT,
        ),
        (
            "No future",
            "The way back starts with nothing: after the last step there is no message.",
            "carry_3",
            "W_hh",
            KEPT,
        ),
        (
            "Adds nothing",
            "Step 1 has an error and adds nothing to <b>W</b><sub>hh</sub>: the state"
            " before it is 0.",
            "part_1",
            "W_hh",
            KEPT,
        ),
        (
            "A letter’s column",
            "What a step adds to <b>W</b><sub>hx</sub> stands in the column of"
            " the letter that it read, d, e or m. The last column, that of “o”, stays 0.",
            "sum",
            "W_hx",
            KEPT,
        ),
    )
]


def without(model: Model, cut: list[list[int]]) -> Model:
    """The model with entries of W_hh set to 0."""
    W_hh = np.where(cut, 0.0, model.cell.W_hh)
    return model._replace(cell=model.cell._replace(W_hh=W_hh))


def as_before(model: Model, cut: list[list[int]]) -> list[str]:
    """The gradients of `network.trace` that are the same with these entries set to 0."""
    was, now = trace(model), trace(without(model, cut))
    names = [name for name, q in was.items() if q.kind == "gradient" and q.parents]
    return [name for name in names if np.array_equal(was[name].value, now[name].value)]


def task(model: Model) -> dict | None:
    """Cut the way back into step 1; none where it is cut already."""
    if not trace(model)["carry_1"].value.any():
        return None
    same = [symbol(name) for name in as_before(model, CUT)]
    return {
        "text": "Set entries of <b>W</b><sub>hh</sub> to 0, one at a time, until nothing of steps"
        f" 2 and 3 flows back into step 1: {symbol('carry_1')} = 0.",
        "done": "Step 1 gets the gradient of its own loss alone now. Yet only {same} are as before:"
        " without <b>W</b><sub>hh</sub> the states are others too.".format(same=", ".join(same)),
    }


class BackwardGraph(Explorable):
    """Play the gradient back through time, open any number, set entries of W_hh to 0.

    `step` counts the boxes from 0; the page shows it as step + 1 of all boxes.
    Raises ValueError for a model without the demo's shapes, for NaN and for infinity.
    """

    title = "The backward graph: d-e-m-o from its last error to its first"

    step = traitlets.Int(LAST, min=0, max=LAST).tag(sync=True)  # from 0, shown as step + 1
    chosen = traitlets.Enum(("", *BOXES), "").tag(sync=True)  # instead of the step's own box
    part = traitlets.Enum(list(PARTS), "W_hh").tag(sync=True)  # whose gradient is added up
    # 1: that entry of W_hh is 0
    cut = traitlets.List(traitlets.List(), KEPT).tag(sync=True, door=ZERO_OR_ONE)

    def __init__(self, model: Model = MODEL, **traits: object):
        self._model = check_model(model)
        super().__init__(**traits)

    def entered(self, name: str, value: object) -> object:
        """As the base has it; `cut` is two rows of two, 1 for what is set to 0."""
        value = super().entered(name, value)
        if name == "cut":
            if [len(line) for line in value] != [2, 2]:
                raise ValueError(f"cut: got {value}, expected two rows of two")
            value = [[check_whole("cut", entry, 0, 1) for entry in line] for line in value]
        return value

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
