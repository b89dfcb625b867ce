"""What the flow widget says: the equations, how numbers are written, what is said beside them."""

import re

import numpy as np

from unrolled.backprop.demo import trace
from unrolled.core.text import one_hot
from unrolled.demo.weights import ALPHABET
from unrolled.mlp.network import Layer
from unrolled.page.numbers import number
from unrolled.page.symbols import html_symbol
from unrolled.widget.words import rules

TRACE = trace()
SYMBOLS = {name: (html_symbol(q.symbol), q.kind) for name, q in TRACE.items()}
# One entry of it is written φ′ with a number below: φ′(a) with a number below would be unclear.
SYMBOLS["slope1"] = (html_symbol(r"\phi'"), "state")


def _equation(*sides: str) -> str:
    """Equations in HTML: "name", or "name = formula" where it is not the one of the trace."""
    written = []
    for side in sides:
        name, _, formula = side.partition(" = ")
        latex = rf"<{name}> = {formula or TRACE[name].formula}"
        named = re.sub(r"<(\w+)>", lambda found: TRACE[found[1]].symbol, latex)
        written.append(html_symbol(named))
    return ", ".join(written)


EQUATIONS = {  # name; formula and meaning for a weight of layer 1 and of layer 2; in a few words
    "forward": [
        "Forward",
        [_equation(r"h1 = \phi(<a1>)", "a1"), _equation("y_hat", "z")],
        ["A unit adds up its inputs, each times its weight, and its bias. Then tanh bends the sum.",
         "An output adds up both hidden values, each times its weight, and its bias. The softmax"
         " turns the four sums into probabilities."],
        "Values run forward, to the loss",
    ],
    "BP1": ["BP1", [_equation("delta2")] * 2,
            ["The error of an output is its probability minus its target."] * 2,
            "An output’s error = probability − target"],
    "BP2": ["BP2", [_equation(r"delta1 = {<W2>}^{\top}\,<delta2> \odot <slope1>")] * 2,
            ["Each error comes back along a line, times the weight of that line. The four products"
             " add up, end to end, and the slope of tanh shrinks the sum."] * 2,
            "Errors come back, each times its weight"],
    "BP3": ["BP3", [_equation("db1"), _equation("db2")],
            ["The gradient of a bias is the error of its unit."] * 2,
            "A bias’s gradient = the error of its unit"],
    "BP4": ["BP4", [_equation("dW1"), _equation("dW2")],
            ["The gradient of a weight is the error where the weight ends times the value where it"
             " starts."] * 2,
            "A weight’s gradient = error × input"],
}  # fmt: skip


ASIDE = rules(
    (
        "BP1 first",
        "This weight leads to a hidden unit, but (BP1) is about the outputs; here are all four.",
    ),
    ("BP2 !first bias", "A bias doesn't come from a hidden unit, so here are both units."),
    (
        "BP4 bias",
        "A bias doesn't come from a unit: its gradient is in (BP3). Here are the weights that end"
        " at the same unit.",
    ),
    ("BP4 silent", "Exactly 0: the letter read is {letter}, so the input of this weight is 0."),
)
WORDS = rules(
    (
        "",
        "{weight} = {value}; its gradient is {gradient}. The loss ℒ is <b>{loss}</b>. For a step"
        " with learning rate <i>η</i>\u00a0= {rate} on all 22 weights and biases, the gradient"
        " predicts ℒ\u00a0−\u00a0<i>η</i>‖∇ℒ‖<sup>2</sup>\u00a0= {foretold}; after the step ℒ is "
        "<b>{after}</b>.",
    ),
)
STORIES = [  # name, what is not as at the start, what to see
    ("Inputs of 0", {"equation": "BP4", "weight": "W1[1,2]"},
     "Six lines are dashed. Their inputs were 0, and the gradient of a weight is an error times"
     " its input."),
    ("One is wanted", {"equation": "BP1", "weight": "W2[2,1]"},
     "Only the wanted letter has a negative error: its <i>z</i> should grow, the others’ should"
     " fall. The four errors add up to 0."),
    ("Back over the lines", {"equation": "BP2", "weight": "W2[2,1]"},
     "Below unit 1 the four errors lie end to end, each times its weight. Half of the sum comes"
     " from output e; then the slope <i>φ</i>′ shrinks the sum."),
    ("A flat unit", {"equation": "BP2", "weight": "b1[1]", "changed": {"b1[1]": 2.0}},
     "A bias of 2 pushes unit 1 to where tanh is nearly flat. The unit’s error is small, and so is"
     " the gradient of every weight into it."),
    ("Little to learn", {"equation": "BP4", "weight": "W2[2,1]", "changed": {"b2[2]": 8.0}},
     "With a bias of 8 at output e the network is sure of e, the target, so all lines are thin."),
]  # fmt: skip


def question(weights: dict, letter: str, target: str) -> dict:
    """Which weights of layer 1 cannot learn from this letter, and what is said to each guess."""
    x, y = one_hot(letter + target, ALPHABET)
    first = Layer(np.array(weights["W1"]), np.array(weights["b1"]))
    second = Layer(np.array(weights["W2"]), np.array(weights["b2"]))
    errors = trace((first, second), x, y)["delta1"].value
    small = int(np.abs(errors).argmin())
    others = [c for c in ALPHABET if c != letter]
    error = number(errors[small])
    return {
        "text": f"The network reads {letter}. Which weights {SYMBOLS['W1'][0]} have a gradient of"
        " exactly 0, whatever the target?",
        "options": [
            [
                "None",
                f"The inputs {', '.join(others)} are 0, so their weights changed nothing. The"
                " gradient of each is an error times 0, which is exactly 0. There are six of them.",
            ],
            [
                f"The six from {', '.join(others)}",
                "A gradient is the error where the weight ends times the input where it starts:"
                f" into unit {small + 1}, {error} · 1 for {letter} and {error} · 0 for each of the"
                " others. The target changes the errors, but not these zeros.",
            ],
            [
                f"The four into unit {small + 1}",
                f"Unit {small + 1} has the smaller error, {error}, but small is not 0: its weight"
                f" from {letter} has the gradient {error} · 1. Zeros come from the inputs.",
            ],
        ],
        "right": 1,
        "show": {
            "weights": weights,
            "letter": letter,
            "target": target,
            "equation": "BP4",
            "weight": f"W1[{small + 1},{ALPHABET.index(others[0]) + 1}]",
        },
    }
