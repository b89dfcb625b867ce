"""One neuron over the plane of its inputs: one direction, one step, and where its slope is gone.

f(x) = φ(wᵀx + b)                                                            eq-mlp-neuron
The module's `respond`, `scaled`, `segment` and `shades` are held to `unrolled.mlp.network` by a
test. Notebook: book/mlp.ipynb
"""

import numpy as np
import traitlets

from unrolled.core.activations import ACTIVATIONS
from unrolled.core.door import check_array
from unrolled.core.shapes import Array
from unrolled.mlp.one_neuron_words import BIAS, SAID, STORIES, W, X, question
from unrolled.widget.explorable import Explorable

EDGE = 3.0  # the colours of answers end at ±3, as the plane does above and below
NEAR = 2.5  # of x: its arrow has room
LIMIT = 10.0  # of a weight
FAR = 2 * EDGE * LIMIT  # of the bias: a = 0 can then go through any point with both inputs up to 3
FIRST = [["tanh", "tanh"], ["ReLU", "ReLU"], ["logistic", "other"]]  # for all others
SHORT = 2.0  # the length of w that the task allows
START = {"w": [1.0, 0.5], "b": -0.5, "x": [0.5, 2.0], "activation": "tanh", "shows": "response"}


class OneNeuron(Explorable):
    """Turn the weights, shift the line a = 0, move the point; see φ, φ′ and the gradient.

    Raises ValueError for numbers that are not finite or out of range and for unknown names.
    """

    title = "One neuron: its direction, and where it stops learning"

    w = traitlets.List(traitlets.Float(), START["w"], minlen=2, maxlen=2).tag(
        sync=True, door={"low": -LIMIT, "high": LIMIT}
    )
    b = traitlets.Float(START["b"], min=-FAR, max=FAR).tag(sync=True)
    x = traitlets.List(traitlets.Float(), START["x"], minlen=2, maxlen=2).tag(
        sync=True, door={"low": -NEAR, "high": NEAR}
    )
    activation = traitlets.Enum(list(ACTIVATIONS), "tanh").tag(sync=True)
    shows = traitlets.Enum(["response", "slope"], "response").tag(sync=True)  # colour of the plane

    def entered(self, name: str, value: object) -> object:
        """Points of two finite numbers within bounds; everything else as for all widgets."""
        if name not in ("w", "x"):
            return super().entered(name, value)
        most = LIMIT if name == "w" else NEAR
        point = check_array(name, value, "n_x", n_x=2)
        if abs(point).max() > most:
            got = point[abs(point) > most][0]
            raise ValueError(f"{name}: got {got}, expected numbers from {-most:g} to {most:g}")
        return point.tolist()

    def constants(self) -> dict:
        """The steepest slopes γ, the words, the question, the task and the stories."""
        show = START | {"w": [10.0, 5.0], "b": -5.0}
        asked = {name: START[name] for name in ("w", "b", "x")}
        return {
            **SAID,
            "kinds": {name: _kind(name) for name in ACTIVATIONS},
            "first": FIRST,
            "all": [[name, name] for name in ACTIVATIONS],
            "short": SHORT,
            "question": question(START["w"], START["b"], START["x"])
            | {"show": show, "asked": asked},
            "task": _task(),
            "stories": [
                {"name": name, "says": says, "set": START | own} for name, own, says in STORIES
            ],
        }


def _slopes(name: str) -> tuple[Array, Array]:
    """φ and φ′ for a from -12 to 12."""
    phi = ACTIVATIONS[name]
    a = np.linspace(-12, 12, 24_001)
    h = phi.of(a)
    return h, phi.slope(a, h)


def _kind(name: str) -> dict:
    """How the page draws an activation; of the slope the upper end is γ = sup|φ′|."""
    ticks = {"tanh": [-1, 0, 1], "logistic": [0, 0.5, 1], "identity": [-3, 0, 3]}
    h, slope = _slopes(name)
    ends = [("response", h.clip(-EDGE, EDGE)), ("slope", slope)]  # of the colours
    return {
        "ticks": ticks.get(name, [0, 1, 3]),
        "bounded": name in ("tanh", "logistic"),
        "shown": name if name in ("tanh", "ReLU") else "logistic",  # of FIRST
        "span": {shows: [min(0.0, v.min().round(4)), v.max().round(4)] for shows, v in ends},
    }


def _task() -> dict:
    h, slope = _slopes("SiLU")
    least = np.floor(100 * slope[h > 0.9].min()) / 100
    return {
        "text": f"Take tanh, and weights with a length ‖{W}‖ of at most {SHORT:g}. Find {W},"
        f" <i>b</i> and {X} with an output above 0.9 and {BIAS} below 0.01.",
        "done": "From <i>a</i> = 2.994 on, tanh is that flat, whether the weights or the bias made"
        f" <i>a</i> so large. SiLU never is: where its output exceeds 0.9, its slope is above"
        f" {least:g}.",
    }
