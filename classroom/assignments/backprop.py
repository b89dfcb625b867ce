"""Backpropagation: errors, gradients, and the function that makes both."""

import numpy as np

from classroom.networks import hundredths
from classroom.questions import Code, Explain, Version, by_hand, find_error
from unrolled.backprop.slips import SLIPS, back
from unrolled.core.activations import softmax
from unrolled.page.ask import Slip

TITLE = "Backpropagation"
CHAPTER = "backprop"
MINUTES = 40
INTRO = (
    "A layer of three tanh units, `h`, feeds a layer of two units. You know the errors of the two"
    " units and walk one layer back."
)
MEANS = {
    "W": "weights: one row for each of the two units, one column for each of the three units",
    "delta": "errors of the two units: derivatives of the loss with respect to their"
    " pre-activations",
    "h": "activations of the three units",
    "z": "logits of four letters, for question 3",
}
BOOK = {
    "W": np.array([[0.4, -0.7, 0.2], [0.5, 0.3, -0.6]]),
    "delta": np.array([0.3, -0.2]),
    "h": np.array([0.6, -0.4, 0.8]),
    "z": np.array([0.9, -0.3, 0.4, 0.1]),
}


def draw(rng):
    return {name: hundredths(rng, *value.shape) for name, value in BOOK.items()}


def cases(rng, n):
    tried = []
    for rows, columns in ((2, 2), (3, 2), (1, 4), (4, 3), (2, 5)):
        shapes = ((rows, columns), (rows,), (columns,))
        tried.append(tuple(hundredths(rng, *shape) for shape in shapes))
    return tried


def both(error=back, gradient=np.outer):
    return lambda W, delta, h: (error(W, delta, h), gradient(delta, h))


LISTING = """\
a_1 = W_1 @ x + b_1
h = np.tanh(a_1)
z = W_2 @ h + b_2
delta_2 = {out}
delta_1 = {hidden}
dW_2 = np.outer(delta_2, h)
dW_1 = {dW}"""
RIGHT = {
    "out": "softmax(z) - y",
    "hidden": "(W_2.T @ delta_2) * (1 - h**2)",
    "dW": "np.outer(delta_1, x)",
}
ERRORS = ("no slope", "slope of the slope", "value for slope")
QUESTIONS = (
    by_hand(
        "delta_before",
        3,
        "What are the errors of the three units?",
        "backprop.html#from-the-end-to-the-beginning",
        ("first", "second", "third"),
        back,
        lambda n: (n["W"], n["delta"], n["h"]),
        SLIPS,
        ERRORS,
    ),
    by_hand(
        "dW",
        3,
        "What is the gradient of the loss with respect to `W`, row by row?",
        "backprop.html#from-errors-to-gradients",
        tuple(f"row {i}, column {j}" for i in (1, 2) for j in (1, 2, 3)),
        lambda delta, h: np.outer(delta, h).ravel(),
        lambda n: (n["delta"], n["h"]),
        SLIPS,
        ("rows for columns", "error alone"),
    ),
    by_hand(
        "dz",
        2,
        "In another network, four letters have the logits `z`, and the second letter is right."
        " What are the errors at the four logits, for softmax and cross-entropy?",
        "backprop.html#softmax-and-cross-entropy",
        ("first", "second", "third", "fourth"),
        np.subtract,
        lambda n: (softmax(n["z"]), np.eye(4)[1]),
        SLIPS,
        ("error sign", "diagonal alone", "without the softmax", "target left out"),
    ),
    Code(
        "my_back",
        6,
        "Write the way back through one layer. You get `W`, the errors `delta` of the units that"
        " `W` leads to, and the activations `h` of the tanh units that `W` comes from. Return the"
        " errors of these tanh units and the gradient of `W`.",
        "backprop.html#from-the-end-to-the-beginning",
        """
def my_back(W, delta, h):
    before = np.zeros(len(h))
    dW = np.zeros(W.shape)
    return before, dW
""",
        """
def my_back(W, delta, h):
    return (W.T @ delta) * (1 - h**2), delta[:, None] * h
""",
        cases,
        {name: Slip(SLIPS[name].says, both(error=SLIPS[name].gives)) for name in ERRORS}
        | {
            name: Slip(SLIPS[name].says, both(gradient=SLIPS[name].gives))
            for name in ("rows for columns", "error alone")
        }
        | {
            "order": Slip(
                "Return the errors first and the gradient second.",
                lambda W, delta, h: both()(W, delta, h)[::-1],
            )
        },
    ),
    find_error(
        "wrong_line",
        2,
        "This code should compute the gradients of the weights in a network with one tanh layer,"
        " whose loss is the cross-entropy of a softmax.",
        "backprop.html#what-goes-wrong",
        (
            Version(
                LISTING.format(**RIGHT | {"out": "y - softmax(z)"}),
                4,
                "The error is prediction minus target.",
            ),
            Version(
                LISTING.format(**RIGHT | {"hidden": "(W_2.T @ delta_2) * (1 - a_1**2)"}),
                5,
                "The slope of tanh is one minus the square of its output, which is h.",
            ),
            Version(
                LISTING.format(**RIGHT | {"dW": "np.outer(delta_1, h)"}),
                7,
                "The weights of the first layer multiply the input, so their gradient contains x.",
            ),
        ),
    ),
    Explain(
        "why_backward",
        4,
        "A network has a million weights and one loss. Explain in three to five sentences why you"
        " walk from the loss back to the weights, and not from each weight to the loss, and what"
        " has to be kept on the way forward.",
        (
            "1 point: one walk back gives all derivatives",
            "1 point: the other direction needs one walk for each weight",
            "1 point: the errors are shared: each layer's errors come from those of the next layer",
            "1 point: all activations are kept, for the slopes and for the gradients of the"
            " weights",
        ),
        "A walk back costs at most twice as much as a walk forward, and it gives the derivative"
        " with respect to every weight. Nudging the weights one at a time would take a million"
        " walks forward. All weights can share one walk back, because the errors of a layer are all"
        " that the earlier layers need to know about the later ones. The activations of all units"
        " are kept, because the slopes are computed from them, and because the gradient of a weight"
        " is an error times an activation.",
    ),
)
