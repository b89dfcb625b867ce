"""Gated recurrent unit: two valves and a mixture."""

import numpy as np

from classroom.gated import gate
from classroom.networks import hundredths
from classroom.questions import Code, Explain, Numbers, Version, find_error
from unrolled.gru.slips import SLIPS, candidate, mixed, opened
from unrolled.page.ask import Slip, slipped

TITLE = "Gated recurrent unit"
CHAPTER = "gru"
MINUTES = 45
INTRO = (
    "A GRU of two units reads two numbers at each step. `W_u`, `W_r` and `W_h` belong to the update"
    " gate, the reset gate and the candidate; their columns multiply the two inputs, the two units,"
    " and a 1. As in the chapter, $\\mathbf u$ is the share of the *candidate*, and the reset gate"
    " multiplies the old state *before* $\\mathbf W_{hh}$ does."
)
MEANS = {
    "W_u": "update gate",
    "W_r": "reset gate",
    "W_h": "candidate",
    "x": "input",
    "h": "old state",
}
BOOK = {
    "W_u": np.array([[0.4, -0.6, 0.3, 0.5, 0.1], [0.7, 0.2, -0.5, 0.4, -0.3]]),
    "W_r": np.array([[0.2, 0.5, -0.4, 0.6, 0.3], [-0.3, 0.8, 0.5, 0.2, -0.7]]),
    "W_h": np.array([[0.8, 0.3, -0.6, 0.9, 0.1], [-0.5, 0.7, 0.4, -0.8, 0.2]]),
    "x": np.array([0.9, -0.4]),
    "h": np.array([0.5, -0.7]),
}


def draw(rng):
    return {name: hundredths(rng, *value.shape) for name, value in BOOK.items()}


def gates(n):
    return [(gate(n[name], 2), n["x"], n["h"]) for name in ("W_u", "W_r")]


def into(n):
    """What the candidate is made of, and the candidate."""
    args = gate(n["W_h"], 2), n["x"], n["h"], opened(*gates(n)[1])
    return args, candidate(*args)


def mixture(n):
    return opened(*gates(n)[0]), n["h"], into(n)[1]


def walk_with(mix=mixed, new=candidate):
    """All states of a GRU, with mistakes."""

    def walk(W_u, W_r, W_h, xs):
        h = np.zeros(len(W_u))
        out = []
        n_x = xs.shape[1]
        for x in xs:
            u, r = (opened(gate(W, n_x), x, h) for W in (W_u, W_r))
            h = mix(u, h, new(gate(W_h, n_x), x, h, r))
            out.append(h)
        return np.array(out)

    return walk


def cases(rng, n):
    tried = []
    for T, n_x, n_h in ((3, 2, 2), (4, 1, 2), (5, 3, 3), (6, 2, 3), (5, 2, 2)):
        shape = (n_h, n_x + n_h + 1)
        tried.append((*(hundredths(rng, *shape) for _ in range(3)), hundredths(rng, T, n_x)))
    return tried


GATE = ("tanh gate", "sum alone", "the other share", "gate without past")
NEW = ("reset after", "no reset", "everything reset", "not squashed")
MIX = ("other way round", "nothing kept", "all kept")
LISTING = """\
u = sigmoid(W_ux @ x + W_uh @ h + b_u)
r = {r}
candidate = {new}
h_next = {h}"""
RIGHT = {
    "r": "sigmoid(W_rx @ x + W_rh @ h + b_r)",
    "new": "np.tanh(W_hx @ x + W_hh @ (r * h) + b_h)",
    "h": "(1 - u) * h + u * candidate",
}
QUESTIONS = (
    Numbers(
        "gates",
        3,
        "The state of the GRU is `h`, and it reads `x`. What are $\\mathbf u$ and $\\mathbf r$?",
        "gru.html#two-valves",
        lambda n: [opened(*args) for args in gates(n)],
        lambda n: [([SLIPS[k].gives(*args) for args in gates(n)], SLIPS[k].says) for k in GATE],
        ("u, first", "u, second", "r, first", "r, second"),
    ),
    Numbers(
        "candidate",
        3,
        "What is the candidate $\\tilde{\\mathbf h}$?",
        "gru.html#two-valves",
        lambda n: into(n)[1],
        lambda n: slipped(SLIPS, *into(n)[0], only=NEW),
        ("first unit", "second unit"),
    ),
    Numbers(
        "after",
        2,
        "What is the state after this step?",
        "gru.html#two-valves",
        lambda n: mixed(*mixture(n)),
        lambda n: slipped(SLIPS, *mixture(n), only=MIX),
        ("first unit", "second unit"),
    ),
    Code(
        "my_gru",
        6,
        "Write the whole GRU. `my_gru` takes the three matrices and the inputs, one row for each"
        " step, and returns all the states. It starts from zeros.",
        "gru.html#two-valves",
        """
def my_gru(W_u, W_r, W_h, xs):
    states = np.zeros((len(xs), len(W_u)))
    return states
""",
        """
def my_gru(W_u, W_r, W_h, xs):
    h, states = np.zeros(len(W_u)), []
    for x in xs:
        read = np.concatenate([x, h, [1.0]])
        u, r = (1 / (1 + np.exp(-(W @ read))) for W in (W_u, W_r))
        new = np.tanh(W_h @ np.concatenate([x, r * h, [1.0]]))
        h = (1 - u) * h + u * new
        states.append(h)
    return np.array(states)
""",
        cases,
        {name: Slip(SLIPS[name].says, walk_with(mix=SLIPS[name].gives)) for name in MIX}
        | {name: Slip(SLIPS[name].says, walk_with(new=SLIPS[name].gives)) for name in NEW},
    ),
    find_error(
        "wrong_line",
        2,
        "Here is a step of a GRU in the form of this book.",
        "gru.html#what-goes-wrong",
        (
            Version(
                LISTING.format(**RIGHT | {"r": "np.tanh(W_rx @ x + W_rh @ h + b_r)"}),
                2,
                "A gate is a share between 0 and 1, so it needs the logistic function.",
            ),
            Version(
                LISTING.format(**RIGHT | {"new": RIGHT["new"].replace("r *", "u *")}),
                3,
                "The reset gate decides how much of the state the candidate reads.",
            ),
            Version(
                LISTING.format(**RIGHT | {"h": "u * h + (1 - u) * candidate"}),
                4,
                "In this book u is the share of the candidate.",
            ),
        ),
    ),
    Explain(
        "which_form",
        4,
        "You trained a GRU in the form of this book and want to run its weights in PyTorch, which"
        " resets after the product and calls $1 - \\mathbf u$ its update gate. In three to five"
        " sentences, explain which of the two differences you can remove exactly, how you do it,"
        " and why you cannot remove the other.",
        (
            "1 point: the exchange of u and 1 − u can be removed",
            "1 point: by changing the signs of all weights and biases of this gate",
            "1 point: resetting before and resetting after are different functions, unless r is the"
            " same in all units (or the matrix does not mix them)",
            "1 point: so train again, or run the weights in the form in which you trained",
        ),
        "The exchange of u and 1 − u is harmless: since σ(−a) = 1 − σ(a), you change the signs of"
        " the weights and the bias of this gate. But W (r ⊙ h) scales the columns of W, and"
        " r ⊙ (W h) scales its rows. The two agree for all states only if r is the same in all"
        " units, or if W does not mix the units. No choice of weights undoes this difference, so"
        " train in the form in which you will run.",
    ),
)
