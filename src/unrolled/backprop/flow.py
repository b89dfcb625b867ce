"""Flow: the four equations of backpropagation, number by number, on the d-e-m-o network.

Both ways run on the tape of `unrolled.backprop.demo`: the browser repeats what the package does.
Notebook: book/backprop.ipynb
"""

import numpy as np
import traitlets

from unrolled.backprop import demo
from unrolled.backprop import flow_words as words
from unrolled.backprop.flow_words import EQUATIONS
from unrolled.backprop.tapes import step_tape
from unrolled.core.door import check_array, check_choice, check_real
from unrolled.demo.weights import ALPHABET
from unrolled.mlp.network import Network
from unrolled.widget.explorable import Explorable

LARGEST = 100.0  # of a weight
ARRAYS = {
    f"{name}{n}": value
    for n, layer in enumerate(demo.NETWORK, start=1)
    for name, value in layer._asdict().items()
}


def _key(array: str, place: tuple[int, ...]) -> str:
    """W1 and (1, 2) as "W1[2,3]"."""
    return f"{array}[{','.join(str(k + 1) for k in place)}]"


PLACES = {  # of each weight its array, and its place in it
    _key(name, place): (name, place)
    for name, value in ARRAYS.items()
    for place in np.ndindex(value.shape)
}


class Flow(Explorable):
    """Pick an equation and a weight; see which numbers it joins, and change the weight.

    `network` is a 4-2-4 tuple of two `Layer`s, `letter` is read and `target` is wanted.
    Raises ValueError for wrong shapes, NaN and infinity, and letters that are not in "demo".
    """

    title = "Flow: values forward, errors back"

    # W1, b1, W2, b2 as nested lists:
    weights = traitlets.Dict().tag(sync=True, door={"low": -LARGEST, "high": LARGEST})
    letter = traitlets.Enum(list(ALPHABET), "d").tag(sync=True)
    target = traitlets.Enum(list(ALPHABET), "e").tag(sync=True)
    equation = traitlets.Enum(list(EQUATIONS), "forward").tag(sync=True)
    weight = traitlets.Enum(list(PLACES), "W2[2,1]").tag(sync=True)

    def __init__(self, network: Network | None = None, **traits: object):
        if "weights" not in traits:
            given = demo.NETWORK if network is None else network
            layers = demo.checked_network(given)
            arrays = [value for layer in layers for value in layer]
            traits["weights"] = dict(zip(ARRAYS, arrays, strict=True))
        super().__init__(**traits)

    def entered(self, name: str, value: object) -> object:
        """The weights as finite numbers in lists of the right lengths."""
        if name != "weights":
            return super().entered(name, value)
        given = super().entered(name, value)
        for key in given:
            check_choice("weights", key, ARRAYS)
        sizes = {key: " ".join(f"n{n}" for n in range(a.ndim)) for key, a in ARRAYS.items()}
        held = {}
        for key, array in ARRAYS.items():
            exact = {f"n{n}": size for n, size in enumerate(array.shape)}
            held[key] = check_array(f"weights[{key!r}]", given.get(key), sizes[key], **exact)
            check_real(f"weights[{key!r}]", float(np.abs(held[key]).max()), 0.0, LARGEST)
        return {key: array.tolist() for key, array in held.items()}

    def constants(self) -> dict:
        """The tape, what each equation makes for each weight, the words and the question."""
        return {
            "tape": step_tape().data,
            "made": {key: _made_by_each(*place) for key, place in PLACES.items()},
            "links": {key: _link(*place) for key, place in PLACES.items()},
            "width": {"W1": 4, "dW1": 4, "W2": 2, "dW2": 2},  # of a row
            "equations": EQUATIONS,
            "symbols": words.SYMBOLS,
            "aside": words.ASIDE,
            "words": [words.WORDS],
            "stories": [_story(*story) for story in words.STORIES],
            "question": words.question(self.weights, self.letter, self.target),
            "task": {
                "text": "Make the error of one hidden unit exactly 0.",
                "done": "Now each weight into this unit has gradient 0, too. The weights that"
                " leave the"
                " unit can still learn: their gradients are ŷ − y times the unit’s value.",
            },
        }


def _story(name: str, own: dict, says: str) -> dict:
    """A story and all of its state: the book's weights, but for those that it sets anew."""
    start = {"letter": "d", "target": "e", "weights": with_weights(own.get("changed", {}))}
    picked = {"equation": own["equation"], "weight": own["weight"]}
    return {"name": name, "says": says, "set": start | picked}


def with_weights(changed: dict[str, float]) -> dict[str, list]:
    """The book's weights as lists, some set anew by their keys."""
    arrays = {name: value.copy() for name, value in ARRAYS.items()}
    for key, value in changed.items():
        name, place = PLACES[key]
        arrays[name][place] = value
    return {name: value.tolist() for name, value in arrays.items()}


def made(equation: str, array: str, place: tuple[int, ...]) -> list[tuple]:
    """The numbers that an equation makes for a weight, in the order of computing."""
    return _made_by_each(array, place)[equation]


def _made_by_each(array: str, place: tuple[int, ...]) -> dict[str, list[tuple]]:
    return _made_in_layer_1(*place) if array.endswith("1") else _made_in_layer_2(*place)


def _made_in_layer_1(to: int, start: int | None = None) -> dict[str, list[tuple]]:
    """Of a weight into a hidden unit, or of its bias: all that leads into the unit."""
    sources = range(4) if start is None else [start]
    return {
        "forward": [("a1", to), ("h1", to)],
        "BP1": [("delta2", k) for k in range(4)],
        "BP2": [("dh1", to), ("delta1", to)],
        "BP3": [("db1", to)],
        "BP4": [("dW1", to, k) for k in sources],
    }


def _made_in_layer_2(to: int, start: int | None = None) -> dict[str, list[tuple]]:
    """Of a weight from a hidden unit to an output; a bias starts at no unit, so of both."""
    sources = range(2) if start is None else [start]
    errors = [("delta1", 0), ("delta1", 1)]
    if start is not None:
        errors = [("dh1", start), ("delta1", start)]
    return {
        "forward": [("z", to), ("y_hat", to)],
        "BP1": [("delta2", to)],
        "BP2": errors,
        "BP3": [("db2", to)],
        "BP4": [("dW2", to, k) for k in sources],
    }


def _link(array: str, place: tuple[int, ...]) -> str:
    """What the weight joins, in words."""
    to, *start = place
    if array == "b1":
        return f"bias of unit {to + 1}"
    if array == "b2":
        return f"bias of output {ALPHABET[to]}"
    if array == "W1":
        return f"from {ALPHABET[start[0]]} to unit {to + 1}"
    return f"from unit {start[0] + 1} to output {ALPHABET[to]}"
