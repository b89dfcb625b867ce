"""Forward graph: the same weights act at every step, and the state carries what came before.

All numbers are played from the tape of `demo.tapes.forward_tape`.
Notebook: book/rnn.ipynb
"""

import numpy as np
import traitlets

from unrolled.core.activations import softmax
from unrolled.core.tree import tree_map
from unrolled.core.unroll import unroll
from unrolled.demo.weights import ALPHABET, H0, XS
from unrolled.page.numbers import decimals, setting
from unrolled.rnn.cell import RNN
from unrolled.rnn.demo import MODEL, STEPWISE
from unrolled.rnn.forward_graph_words import QUESTION, WORDS
from unrolled.rnn.graph import (
    SYMBOLS,
    check_model,
    entry_symbol,
    flatten,
    forward_boxes,
)
from unrolled.rnn.readout import Model, Readout, readout
from unrolled.rnn.tapes import forward_tape
from unrolled.widget.explorable import Explorable

BOXES = forward_boxes()
SHAPES = {name: w.shape for part in MODEL for name, w in part._asdict().items()}
ENTRIES = [f"{name} {','.join(map(str, i))}" for name in SHAPES for i in np.ndindex(SHAPES[name])]
LAST = len(BOXES) - 1
MOST = 2.0  # how far a weight is pulled


def read_entry(weight: str) -> tuple[str, tuple[int, ...]]:
    """ "W_hh 0,1" as its name and its index."""
    name, places = weight.split()
    return name, tuple(map(int, places.split(",")))


def weight_of(model: Model, weight: str) -> float:
    """One weight of the model."""
    name, index = read_entry(weight)
    return float(getattr(_part_with(model, name), name)[index])


def _part_with(model: Model, name: str) -> RNN | Readout:
    return model.cell if hasattr(model.cell, name) else model.readout


def with_weight(model: Model, weight: str, value: float) -> Model:
    """The model with one weight changed, alone."""
    changed = tree_map(np.copy, model)
    name, index = read_entry(weight)
    getattr(_part_with(changed, name), name)[index] = value
    return changed


def probabilities_of_m(model: Model) -> tuple[float, float]:
    """How likely m is after "d", and after "de"."""
    states, _ = unroll(STEPWISE, model.cell, XS[:2], H0)
    after_d, after_de = softmax(readout(model.readout, states))[:, ALPHABET.index("m")]
    return after_d, after_de


def stories(model: Model) -> list[dict]:
    """The network folded, and three weights that are pulled, with what comes of it."""

    def one(
        name: str, says: str, chosen: str, weight: str, value: float, unrolled: float = 1.0
    ) -> dict:
        state = {"step": LAST, "chosen": chosen, "weight": weight, "value": value}
        return {"name": name, "says": says, "set": state | {"unrolled": unrolled}}

    return [
        one(
            "Folded",
            "This is all there is: one cell, whose state loops back into it. Unroll it, and each"
            " step gets a copy of the same weights.",
            "h_2",
            "W_hh 0,1",
            weight_of(model, "W_hh 0,1"),
            0.0,
        ),
        one(
            "As it is",
            "Five arrays of weights serve all three steps, and the only link between two steps is"
            " the state.",
            "h_2",
            "W_hh 0,1",
            weight_of(model, "W_hh 0,1"),
        ),
        one(
            "Read once",
            "Only step 1 reads “d”. When a weight in its column changes, steps 2 and 3 change as"
            " well, through the state.",
            "a_2",
            "W_hx 0,0",
            -2.0,
        ),
        one(
            "Nothing before",
            "A weight of <b>W</b><sub>hh</sub> changes, and step 1 stays as it was, because"
            " <b>h</b><sub>0</sub> is 0.",
            "a_1",
            "W_hh 1,1",
            2.0,
        ),
        one(
            "Never read",
            "The network never reads “o”, so a weight in the column of “o” changes nothing.",
            "x_3",
            "W_hx 0,3",
            2.0,
        ),
    ]


def task(model: Model) -> dict | None:
    """Make m likely after "de"; none where it is so already or where no weight does it."""
    tries = [(weight, value) for weight in ENTRIES for value in (MOST, -MOST)]
    found = [pull for pull in tries if probabilities_of_m(with_weight(model, *pull))[1] > 0.5]
    if probabilities_of_m(model)[1] > 0.5 or not found:
        return None
    weight, value = found[0]
    after_d, after_de = probabilities_of_m(with_weight(model, weight, value))
    symbol = entry_symbol(*read_entry(weight))
    return {
        "text": "Change one weight, and only one, so that “m” after “de” gets a probability above"
        " one half.",
        "done": f"With {symbol} = {setting(value)}, “m” gets"
        f" {decimals(after_de, 3)} after “de”, and {decimals(after_d, 3)} after “d” as well,"
        " because this weight serves every step.",
    }


class ForwardGraph(Explorable):
    """Play the network through time, open any number, pull one weight.

    `step` counts the boxes from 0; the page shows it as step + 1 of all boxes.
    Raises ValueError for a model without the demo's shapes, for NaN and for infinity.
    """

    title = "The forward graph: three steps of d-e-m-o, and every number in them"

    step = traitlets.Int(LAST, min=0, max=LAST).tag(sync=True)  # from 0, shown as step + 1
    chosen = traitlets.Enum(("", *BOXES), "").tag(sync=True)  # instead of the step's own box
    weight = traitlets.Enum(ENTRIES, "W_hh 0,1").tag(sync=True)  # the one that is pulled
    value = traitlets.Float(0.2, min=-1e4, max=1e4).tag(sync=True)  # the others are the model's
    unrolled = traitlets.Float(1.0, min=0.0, max=1.0).tag(sync=True)  # 0: one cell with a loop

    def __init__(self, model: Model = MODEL, **traits: object):
        self._model = check_model(model)
        weight = self.entered("weight", traits.get("weight", "W_hh 0,1"))
        own = {"weight": weight, "value": weight_of(self._model, weight)}
        super().__init__(**own | traits)

    def constants(self) -> dict:
        """The network on tape, where its boxes stand, the question, the stories and the task."""
        return {
            "tape": forward_tape().data,
            "weights": flatten(self._model),
            "shapes": SHAPES,
            "alphabet": ALPHABET,
            "letters": [ALPHABET[i] for i in XS.argmax(axis=-1)],
            "boxes": BOXES,
            "symbols": SYMBOLS,
            "words": WORDS,
            "question": QUESTION,
            "stories": stories(self._model),
            "task": task(self._model),
        }
