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
    "A GRU of two units reads two numbers. `W_u`, `W_r` and `W_h` are update gate, reset gate and"
    " candidate; their columns multiply the two inputs, the two units, and a 1. Here $\\mathbf u$"
    " is the share of the *new* state, and the reset gate multiplies the state *before*"
    " $\\mathbf W_{hh}$."
)
MEANS = {
    "W_u": "update gate",
    "W_r": "reset gate",
    "W_h": "candidate",
    "x": "what is read",
    "h": "state before",
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
        "The GRU is in the state `h` and reads `x`. What are $\\mathbf u$ and $\\mathbf r$?",
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
        "And the state after this step?",
        "gru.html#two-valves",
        lambda n: mixed(*mixture(n)),
        lambda n: slipped(SLIPS, *mixture(n), only=MIX),
        ("first unit", "second unit"),
    ),
    Code(
        "my_gru",
        6,
        "Write the whole GRU: from the three matrices and the inputs, a row for each step, to all"
        " states. It begins with zeros.",
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
        "A step of a GRU, in the form of this book.",
        "gru.html#what-goes-wrong",
        (
            Version(
                LISTING.format(**RIGHT | {"r": "np.tanh(W_rx @ x + W_rh @ h + b_r)"}),
                2,
                "A gate is a share between 0 and 1.",
            ),
            Version(
                LISTING.format(**RIGHT | {"new": RIGHT["new"].replace("r *", "u *")}),
                3,
                "It is the reset gate that decides what of the state the candidate reads.",
            ),
            Version(
                LISTING.format(**RIGHT | {"h": "u * h + (1 - u) * candidate"}),
                4,
                "u is the share of the new state.",
            ),
        ),
    ),
    Explain(
        "which_form",
        4,
        "Trained weights of a GRU of this book are to run in PyTorch, which resets after the"
        " product and calls $1 - \\mathbf u$ its update gate. Say in three to five sentences which"
        " of the two differences can be taken care of exactly, how, and why the other cannot.",
        (
            "1 point: the exchange of u and 1 − u can",
            "1 point: by the opposite signs of all weights and biases of this gate",
            "1 point: reset before and after are different functions unless r is the same in all"
            " units (or the matrix does not mix them)",
            "1 point: so such weights must be trained anew or run in the same form",
        ),
        "That u and 1 − u are exchanged is harmless: σ(−a) = 1 − σ(a), so the weights and the bias"
        " of that gate change their signs. But W (r ⊙ h) and r ⊙ (W h) agree for all states only"
        " where r is the same number in all units, because a matrix mixes units before or after"
        " they are scaled. No change of weights undoes this; one trains in the form in which one"
        " runs.",
    ),
)
