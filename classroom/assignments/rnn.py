"""Recurrent networks: three letters forward."""

import numpy as np

from classroom.networks import DEMO, demo, hundredths, walked
from classroom.questions import Code, Explain, Numbers, Version, find_error, rewritten
from unrolled.demo.weights import XS
from unrolled.page.ask import slipped
from unrolled.rnn.slips import COUNT, LOSS, STATE

TITLE = "Recurrent networks"
CHAPTER = "rnn"
MINUTES = 40
INTRO = (
    "A network of two units reads `d`, `e`, `m` as one-hot vectors, with the letters in the order"
    " `d`, `e`, `m`, `o`. It should predict `e`, `m`, `o`, and it starts from"
    " $\\mathbf h_0 = \\mathbf 0$."
)
MEANS = {
    "W_hx": "weights from a letter (d, e, m, o) to the two units",
    "W_hh": "weights from the previous state to the two units",
    "b_h": "biases of the units",
    "W_yh": "weights from the units to the logits of d, e, m, o",
    "b_y": "biases of the logits",
    "sizes": "inputs, units and outputs of another network, for question 3",
}
BOOK = {**DEMO, "sizes": np.array([10, 20, 8])}


def draw(rng):
    return {**demo(rng), "sizes": rng.integers(11, 99, 3).astype(float)}


def walk_with(step):
    """The states that this step makes of all inputs."""

    def walk(W_hx, W_hh, b_h, xs, h_0):
        rows = [h_0]
        for x in xs:
            rows.append(step((W_hx, W_hh, b_h), x, rows[-1]))
        return np.array(rows[1:])

    return walk


def first_two(n):
    return n["W_hx"], n["W_hh"], n["b_h"], XS[:2], np.zeros(2)


def losses(n, gives=lambda z, k, x: np.log(np.exp(z).sum()) - z[k]):
    return [gives(z, t + 1, t) for t, z in enumerate(walked(n).zs)]


def count(x, h, y):
    return h * (x + h + 1) + y * (h + 1)


def cases(rng, n):
    tried = []
    for T, n_x, n_h in ((2, 3, 2), (1, 2, 3), (5, 4, 2), (4, 1, 1), (6, 3, 4)):
        shapes = ((n_h, n_x), (n_h, n_h), (n_h,), (T, n_x), (n_h,))
        tried.append(tuple(hundredths(rng, *shape) for shape in shapes))
    return tried


LISTING = """\
h = np.zeros(n_h)
loss = 0
for t in range(T):
    a = {a}
    h = np.tanh(a)
    z = W_yh @ {read} + b_y
    loss = {add}"""
RIGHT = {"a": "W_hx @ x[t] + W_hh @ h + b_h", "read": "h", "add": "loss + cross_entropy(z, y[t])"}
QUESTIONS = (
    Numbers(
        "h",
        4,
        "What are $\\mathbf h_1$ and $\\mathbf h_2$?",
        "rnn.html#the-cell",
        lambda n: walked(n).hs[:2],
        lambda n: [(walk_with(slip.gives)(*first_two(n)), slip.says) for slip in STATE.values()],
        ("h_1, first", "h_1, second", "h_2, first", "h_2, second"),
    ),
    Numbers(
        "losses",
        3,
        "What is the loss of each of the three steps?",
        "rnn.html#from-state-to-prediction",
        losses,
        lambda n: [(losses(n, slip.gives), slip.says) for slip in LOSS.values()],
        ("step 1", "step 2", "step 3"),
    ),
    Numbers(
        "weights",
        2,
        "`sizes` holds the numbers of inputs, units and outputs of another network. How many"
        " weights does that network have, biases included?",
        "rnn.html#unfolding",
        lambda n: count(*n["sizes"]),
        lambda n: slipped(COUNT, *n["sizes"]),
        tolerance=0.4,
    ),
    Code(
        "my_states",
        5,
        "Write the forward pass of the cell. It takes the weights of the cell, the inputs (one row"
        " per step) and the state before the first step, and returns all states, one row per step.",
        "rnn.html#the-cell",
        """
def my_states(W_hx, W_hh, b_h, xs, h_0):
    states = np.zeros((len(xs), len(h_0)))
    return states
""",
        """
def my_states(W_hx, W_hh, b_h, xs, h_0):
    states, h = [], h_0
    for x in xs:
        h = np.tanh(W_hx @ x + W_hh @ h + b_h)
        states.append(h)
    return np.array(states)
""",
        cases,
        rewritten(STATE, ("no tanh", "no past", "no bias", "squashed first"), walk_with),
    ),
    find_error(
        "wrong_line",
        2,
        "This code should compute the summed loss of a sequence; `y[t]` is the letter that should"
        " be predicted at step t.",
        "rnn.html#what-goes-wrong",
        (
            Version(
                LISTING.format(**RIGHT | {"a": "W_hx @ x[0] + W_hh @ h + b_h"}),
                4,
                "Every step has to read its own input.",
            ),
            Version(
                LISTING.format(**RIGHT | {"read": "a"}),
                6,
                "The output layer reads the state, not the pre-activation.",
            ),
            Version(
                LISTING.format(**RIGHT | {"add": "cross_entropy(z, y[t])"}),
                7,
                "The losses of all steps have to be added up.",
            ),
        ),
    ),
    Explain(
        "why_state",
        4,
        "Explain in three to five sentences what $\\mathbf h_2$ knows about the first letter, how"
        " it got there, and why the same network can read a text of any length.",
        (
            "1 point: the first letter shaped h_1, and h_1 enters h_2",
            "1 point: h_1 enters through W_hh and tanh, so h_2 has no copy of it",
            "1 point: every step uses the same weights",
            "1 point: so the number of weights does not depend on the length of the text",
        ),
        "The first letter went into h_1 through W_hx, and h_1 went into h_2 through W_hh. So"
        " all that h_2 knows about the first letter is what these weights and tanh, applied twice,"
        " have left of it. That is a summary, not a copy: two different histories can lead to"
        " nearly the same state. Every step uses the same cell with the same weights, so a longer"
        " text needs more steps but no more weights.",
    ),
)
