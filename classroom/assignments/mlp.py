"""Neurons, layers, networks: two units, a softmax, a step."""

import numpy as np

from classroom.networks import hundredths
from classroom.questions import Code, Explain, Version, by_hand, find_error, rewritten
from unrolled.core.activations import softmax
from unrolled.mlp.slips import NEURON, SECOND, SLIPS, SOFTMAX
from unrolled.page.ask import Slip

TITLE = "Neurons, layers, networks"
CHAPTER = "mlp"
MINUTES = 40
INTRO = (
    "Two tanh units read three numbers. Then you turn four logits into probabilities, and take two"
    " steps of momentum."
)
RATE, BETA = 0.2, 0.9
MEANS = {
    "W": "weights of the two units, one row for each unit",
    "b": "their biases",
    "x": "the three inputs",
    "z": "logits of four letters, for question 2",
    "g_1": "for question 3: gradients of two weights in the first step",
    "g_2": "gradients of the same weights in the second step",
}
BOOK = {
    "W": np.array([[0.5, -0.3, 0.8], [-0.2, 0.4, 0.1]]),
    "b": np.array([0.1, -0.4]),
    "x": np.array([0.6, -0.5, 0.9]),
    "z": np.array([1.2, -0.7, 0.3, 0.5]),
    "g_1": np.array([0.8, -0.6]),
    "g_2": np.array([0.5, 0.3]),
}


def draw(rng):
    return {name: hundredths(rng, *value.shape) for name, value in BOOK.items()}


def cases(rng, n):
    shapes = ((2, 3), (1, 5), (4, 2), (3, 4), (5, 3))
    return [(hundredths(rng, *shape, most=3.0),) for shape in shapes]


LISTING = """\
for x, y in batches:
    h = np.tanh(x @ W_1.T + b_1)
    z = {z}
    p = np.exp(z) / {sum}
    loss = {loss}
    W_1, b_1, W_2, b_2 = step(gradient(loss))"""
RIGHT = {
    "z": "h @ W_2.T + b_2",
    "sum": "np.exp(z).sum(axis=1, keepdims=True)",
    "loss": "-np.log(p[np.arange(len(y)), y]).mean()",
}
ROWS = tuple(name for name in SOFTMAX if name != "twice")
QUESTIONS = (
    by_hand(
        "h",
        3,
        "What are the outputs of the two units,"
        " $\\mathbf h = \\tanh(\\mathbf W\\mathbf x + \\mathbf b)$?",
        "mlp.html#one-neuron",
        ("first unit", "second unit"),
        lambda W, b, x: np.tanh(W @ x + b),
        lambda n: (n["W"], n["b"], n["x"]),
        SLIPS,
        NEURON,
    ),
    by_hand(
        "p",
        2,
        "The logits of four letters are `z`. What are the probabilities of the letters?",
        "mlp.html#from-logits-to-a-loss",
        ("first", "second", "third", "fourth"),
        softmax,
        lambda n: (n["z"],),
        SLIPS,
        SOFTMAX,
    ),
    by_hand(
        "second_step",
        3,
        f"You train two weights with momentum, $\\beta = {BETA}$ and the step size {RATE}."
        " The sum $\\mathbf v$ begins at 0. The gradient is `g_1` in the first step and `g_2` in"
        " the second. By how much do the weights change in the *second* step?",
        "mlp.html#walking-downhill",
        ("first weight", "second weight"),
        lambda g, then, rate, beta: -rate * (beta * g + then),
        lambda n: (n["g_1"], n["g_2"], RATE, BETA),
        SLIPS,
        SECOND,
    ),
    Code(
        "my_softmax",
        6,
        "Write a function that takes the softmax of each row of a matrix of logits.",
        "mlp.html#from-logits-to-a-loss",
        """
def my_softmax(Z):
    return Z
""",
        """
def my_softmax(Z):
    exponentials = np.exp(Z - Z.max(axis=1, keepdims=True))
    return exponentials / exponentials.sum(axis=1, keepdims=True)
""",
        cases,
        rewritten(SLIPS, ROWS, lambda f: lambda Z: np.array([f(z) for z in Z]))
        | {
            "columns": Slip(
                "Your columns add up to 1. The rows should, because each row is one distribution.",
                lambda Z: softmax(Z.T).T,
            )
        },
    ),
    find_error(
        "wrong_line",
        2,
        "This loop trains a network of two layers on batches. Each row of `x` is an input, and `y`"
        " holds the indices of the right classes.",
        "mlp.html#what-goes-wrong",
        (
            Version(
                LISTING.format(**RIGHT | {"z": "np.tanh(h @ W_2.T + b_2)"}),
                3,
                "The last layer has no activation, because a logit may be any number.",
            ),
            Version(
                LISTING.format(**RIGHT | {"sum": "np.exp(z).sum(axis=0)"}),
                4,
                "The softmax divides each row by its own sum, so the sum runs over axis 1.",
            ),
            Version(
                LISTING.format(**RIGHT | {"loss": "np.log(p[np.arange(len(y)), y]).mean()"}),
                5,
                "The loss is minus the logarithm of the probability of the right class.",
            ),
        ),
    ),
    Explain(
        "why_bend",
        4,
        "Somebody leaves out tanh because the network is faster without it. Say in three to five"
        " sentences what the network can then no longer do, however many layers it has, and name a"
        " task that shows this.",
        (
            "1 point: several linear layers in a row are one linear layer",
            "1 point: the reason: a product of matrices is a matrix",
            "1 point: so the classes can only be separated by a straight line or plane",
            "1 point: a task that needs more, such as two spirals or exclusive or",
        ),
        "Without tanh the second layer multiplies the output of the first one: W_2 (W_1 x + b_1)"
        " + b_2 is again a matrix times x, plus a vector. So ten linear layers can do no more than"
        " one linear layer, although they have more weights. The decision boundary of such a"
        " network is a straight line, and a straight line can't separate two spirals, or exclusive"
        " or, however long the network is trained.",
    ),
)
