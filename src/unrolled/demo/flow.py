"""Flow: the four equations of back-propagation, number by number, on the 4-2-4 network.

Forward and back run on the tape of `unrolled.demo.step`: the browser repeats what the package does.
Notebook: book/backprop.ipynb
"""

import numpy as np
import traitlets

from unrolled.core.door import checked, one_of, real
from unrolled.core.text import one_hot
from unrolled.demo import step as demo_step
from unrolled.demo.flow_words import ASIDE, EQUATIONS, SYMBOLS, WORDS
from unrolled.demo.network import ALPHABET
from unrolled.demo.tapes import step_tape
from unrolled.mlp.network import Layer, Network
from unrolled.page.numbers import number
from unrolled.page.widget import Explorable

LARGEST = 100.0  # of a weight
ARRAYS = {
    f"{name}{n}": value
    for n, layer in enumerate(demo_step.NETWORK, start=1)
    for name, value in layer._asdict().items()
}
PLACES = [(name, place) for name, value in ARRAYS.items() for place in np.ndindex(value.shape)]
KEYS = [f"{name}[{','.join(str(k + 1) for k in place)}]" for name, place in PLACES]


class Flow(Explorable):
    """Pick an equation and a weight; see which numbers it joins, and change the weight.

    `network` is a 4-2-4 tuple of two `Layer`s, `letter` is read and `target` is wanted.
    Raises ValueError for wrong shapes, NaN and infinity, and letters that are not in "demo".
    """

    title = "Flow: values forward, errors back"

    weights = traitlets.Dict().tag(sync=True)  # W1, b1, W2, b2 as nested lists
    letter = traitlets.Enum(list(ALPHABET), "d").tag(sync=True)
    target = traitlets.Enum(list(ALPHABET), "e").tag(sync=True)
    equation = traitlets.Enum(list(EQUATIONS), "forward").tag(sync=True)
    weight = traitlets.Enum(KEYS, "W2[2,1]").tag(sync=True)

    def __init__(self, network: Network | None = None, **traits: object):
        if "weights" not in traits:
            given = demo_step.NETWORK if network is None else network
            layers = demo_step.checked_network(given)
            arrays = [value for layer in layers for value in layer]
            traits["weights"] = dict(zip(ARRAYS, arrays, strict=True))
        super().__init__(**traits)

    def entered(self, name: str, value: object) -> object:
        """The weights as finite numbers in lists of the right lengths."""
        if name != "weights":
            return super().entered(name, value)
        given = super().entered(name, value)
        for key in given:
            one_of("weights", key, ARRAYS)
        sizes = {key: " ".join(f"n{n}" for n in range(a.ndim)) for key, a in ARRAYS.items()}
        held = {}
        for key, array in ARRAYS.items():
            exact = {f"n{n}": size for n, size in enumerate(array.shape)}
            held[key] = checked(f"weights[{key!r}]", given.get(key), sizes[key], **exact)
            real(f"weights[{key!r}]", float(np.abs(held[key]).max()), 0.0, LARGEST)
        return {key: array.tolist() for key, array in held.items()}

    def tell(self) -> dict:
        """The tape, what each equation makes for each weight, the words and the question."""
        return {
            "tape": step_tape().data,
            "made": {key: {e: made(e, *at) for e in EQUATIONS} for key, at in
                     zip(KEYS, PLACES, strict=True)},
            "links": {key: _link(*at) for key, at in zip(KEYS, PLACES, strict=True)},
            "width": {key: a.shape[1] for name, a in ARRAYS.items() if a.ndim == 2
                      for key in (name, f"d{name}")},
            "equations": EQUATIONS,
            "symbols": SYMBOLS,
            "aside": ASIDE,
            "words": [WORDS],
            "question": _question(self),
            "task": {
                "text": "Make the error of one hidden unit exactly 0.",
                "done": "With it every gradient into the unit is 0. What leaves the unit can still"
                " learn: its gradient is ŷ − y times the unit’s value.",
            },
        }  # fmt: skip


def made(equation: str, array: str, place: tuple[int, ...]) -> list[tuple]:
    """The numbers that an equation makes for a weight, in the order of computing."""
    to, *start = place
    layer = int(array[1])
    sources = start or range(4 if layer == 1 else 2)
    hidden = [to] if layer == 1 else start
    errors = [(name, j) for j in hidden for name in ("dh1", "delta1")]
    return {
        "forward": [("a1", to), ("h1", to)] if layer == 1 else [("z", to), ("y_hat", to)],
        "BP1": [("delta2", k) for k in (range(4) if layer == 1 else [to])],
        "BP2": errors or [("delta1", 0), ("delta1", 1)],
        "BP3": [(f"db{layer}", to)],
        "BP4": [(f"dW{layer}", to, k) for k in sources],
    }[equation]


def _link(array: str, place: tuple[int, ...]) -> str:
    """What the weight joins, in words."""
    to, *start = place
    end = f"unit {to + 1}" if array[1] == "1" else f"output {ALPHABET[to]}"
    if not start:
        return f"bias of {end}"
    return f"from {ALPHABET[start[0]] if array[1] == '1' else f'unit {start[0] + 1}'} to {end}"


def _question(it: Flow) -> dict:
    x, y = one_hot(it.letter + it.target, ALPHABET)
    pairs = [Layer(*(np.array(it.weights[f"{name}{n}"]) for name in "Wb")) for n in (1, 2)]
    errors = demo_step.trace(tuple(pairs), x, y)["delta1"].value
    small = int(np.abs(errors).argmin())
    others = [c for c in ALPHABET if c != it.letter]
    error = number(errors[small])
    return {
        "text": f"The network has just read {it.letter}. Which of the eight weights W<sup>(1)</sup>"
        " have a gradient of exactly zero, whatever letter is wanted?",
        "options": [
            ["none: every weight took part",
             f"The weights from {', '.join(others)} met an input of 0 and moved nothing. By (BP4)"
             " the gradient of each is an error times 0: exactly 0. That makes six."],
            [f"the six from {others[0]}, {others[1]} and {others[2]}",
             "(BP4) multiplies the error where a weight ends with the input where it starts. Into"
             f" unit {small + 1}: {error} · 1 for {it.letter}, {error} · 0 for each of the others."
             " The target changes the errors, not the 0."],
            ["the four into the unit with the smaller error",
             f"Unit {small + 1} has the smaller error, {error}. Small is not 0: its weight from"
             f" {it.letter} has the gradient {error} · 1. The zeros come from the inputs."],
        ],
        "right": 1,
        "show": {"equation": "BP4", "weight": f"W1[{small + 1},{ALPHABET.index(others[0]) + 1}]"},
    }  # fmt: skip
