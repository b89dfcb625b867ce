"""Long short-term memory: a step, a step back, a bias."""

import numpy as np

from classroom.gated import gate, logistic
from classroom.networks import hundredths
from classroom.questions import Code, Explain, Numbers, Version, by_hand, find_error
from unrolled.lstm.cell import LSTM, State
from unrolled.lstm.slips import BACK, BIAS, STEP, came_back, step
from unrolled.page.ask import Slip, slipped

TITLE = "Long short-term memory"
CHAPTER = "lstm"
MINUTES = 50
INTRO = (
    "An LSTM of two units reads two numbers. `W_i`, `W_f`, `W_o` and `W_c` are input, forget and"
    " output gate and the candidate; their columns multiply the two inputs, the two units of"
    " $\\mathbf h$, and a 1."
)
MEANS = {
    "W_i": "input gate",
    "W_f": "forget gate",
    "W_o": "output gate",
    "W_c": "candidate",
    "x": "what is read",
    "h_before": "state before",
    "c_before": "memory before",
    "dh": "for question 2: gradient at h_t",
    "dc_next": "gradient at the memory of the next step",
    "o_back": "output gate",
    "tanh_c_back": "tanh of the memory",
    "f_next": "forget gate of the next step",
    "horizons": "for question 3, in steps",
}
BOOK = {
    "W_i": np.array([[0.4, -0.6, 0.3, 0.5, 0.1], [0.7, 0.2, -0.5, 0.4, -0.3]]),
    "W_f": np.array([[0.2, 0.5, -0.4, 0.6, 0.9], [-0.3, 0.8, 0.5, 0.2, 0.7]]),
    "W_o": np.array([[0.6, -0.2, 0.7, -0.5, 0.2], [0.3, 0.4, 0.2, 0.8, -0.4]]),
    "W_c": np.array([[0.8, 0.3, -0.6, 0.2, 0.1], [-0.5, 0.7, 0.4, -0.3, 0.2]]),
    "x": np.array([0.9, -0.4]),
    "h_before": np.array([0.5, -0.7]),
    "c_before": np.array([0.8, -0.6]),
    "dh": np.array([0.4, -0.3]),
    "dc_next": np.array([0.2, 0.5]),
    "o_back": np.array([0.7, 0.4]),
    "tanh_c_back": np.array([0.6, -0.5]),
    "f_next": np.array([0.9, 0.8]),
    "horizons": np.array([10, 50, 300]),
}


def draw(rng):
    drawn = {name: hundredths(rng, *BOOK[name].shape) for name in BOOK if name != "horizons"}
    drawn |= {name: np.abs(drawn[name]) for name in ("o_back", "f_next")}
    return drawn | {"horizons": rng.integers(5, 900, 3).astype(float)}


def cell(n):
    return LSTM(*(gate(n[name], 2) for name in ("W_i", "W_f", "W_o", "W_c")))


def stepped(n):
    return cell(n), n["x"], State(n["h_before"], n["c_before"])


def walk_with(order="ifo", reads="h", keeps=True, shows=lambda o, c: o * np.tanh(c), gives="h"):
    """All states h of an LSTM, with mistakes."""

    def walk(W_i, W_f, W_o, W_c, xs):
        n_h = len(W_i)
        h = np.zeros(n_h)
        c = np.zeros(n_h)
        out = []
        for x in xs:
            read = np.concatenate([x, {"h": h, "c": c}[reads], [1.0]])
            gates = dict(zip(order, (logistic(W @ read) for W in (W_i, W_f, W_o)), strict=True))
            c = (gates["f"] if keeps else 1) * c + gates["i"] * np.tanh(W_c @ read)
            h = shows(gates["o"], c)
            out.append({"h": h, "c": c}[gives])
        return np.array(out)

    return walk


def cases(rng, n):
    tried = []
    for T, n_x, n_h in ((2, 2, 2), (4, 1, 2), (3, 3, 1), (6, 2, 3), (5, 2, 2)):
        shape = (n_h, n_x + n_h + 1)
        tried.append((*(hundredths(rng, *shape) for _ in range(4)), hundredths(rng, T, n_x)))
    return tried


LISTING = """\
seen = {read}
i, f, o = sigmoid(W_i @ seen), sigmoid(W_f @ seen), sigmoid(W_o @ seen)
new = {new}
c = {c}
shown = {h}"""
RIGHT = {"read": "np.concatenate([x, h, [1.0]])", "new": "np.tanh(W_c @ seen)",
         "c": "f * c + i * new", "h": "o * np.tanh(c)"}  # fmt: skip
UNITS = ("first unit", "second unit")
QUESTIONS = (
    by_hand(
        "after",
        4,
        "The LSTM is in the state `h_before`, `c_before` and reads `x`. What"
        " are $\\mathbf c$ and $\\mathbf h$ after this step?",
        "lstm.html#three-valves-and-a-candidate",
        ("c, first", "c, second", "h, first", "h, second"),
        step,
        stepped,
        STEP,
        tuple(STEP),
    ),
    by_hand(
        "dc",
        3,
        "On the way back `dh` is the gradient at $\\mathbf h_t$, `o_back` the output"
        " gate there, `tanh_c_back` is $\\tanh \\mathbf c_t$; at the next step the forget gate"
        " is `f_next` and the gradient at the memory `dc_next`. What is the gradient at"
        " $\\mathbf c_t$?",
        "lstm.html#the-way-back",
        UNITS,
        came_back,
        lambda n: (n["dh"], n["o_back"], n["tanh_c_back"], n["f_next"], n["dc_next"]),
        BACK,
        tuple(BACK),
    ),
    Numbers(
        "biases",
        2,
        "Which forget biases give the horizons in `horizons`?",
        "lstm.html#how-long-a-gate-lets-it-last",
        lambda n: np.log(n["horizons"] - 1),
        lambda n: slipped(BIAS, n["horizons"]),
        ("first", "second", "third"),
    ),
    Code(
        "my_lstm",
        6,
        "Write the whole LSTM: from the four matrices (columns as above: inputs, units, 1) and the"
        " inputs, a row for each step, to all $\\mathbf h_t$. It begins with zeros.",
        "lstm.html#three-valves-and-a-candidate",
        """
def my_lstm(W_i, W_f, W_o, W_c, xs):
    states = np.zeros((len(xs), len(W_i)))
    return states
""",
        """
def my_lstm(W_i, W_f, W_o, W_c, xs):
    h = c = np.zeros(len(W_i))
    states = []
    for x in xs:
        read = np.concatenate([x, h, [1.0]])
        i, f, o = (1 / (1 + np.exp(-(W @ read))) for W in (W_i, W_f, W_o))
        c = f * c + i * np.tanh(W_c @ read)
        h = o * np.tanh(c)
        states.append(h)
    return np.array(states)
""",
        cases,
        {
            "swapped": Slip(STEP["gates swapped"].says, walk_with(order="fio")),
            "memory read": Slip(STEP["memory read"].says, walk_with(reads="c")),
            "all kept": Slip(STEP["all kept"].says, walk_with(keeps=False)),
            "memory": Slip(
                "You return the memory. What is asked for is what is shown of it.",
                walk_with(gives="c"),
            ),
            "shown plainly": Slip(STEP["shown plainly"].says, walk_with(shows=lambda o, c: o * c)),
            "shown whole": Slip(STEP["shown whole"].says, walk_with(shows=lambda o, c: np.tanh(c))),
        },
    ),
    find_error(
        "wrong_line",
        2,
        "A step of an LSTM.",
        "lstm.html#three-valves-and-a-candidate",
        (
            Version(
                LISTING.format(**RIGHT | {"read": "np.concatenate([x, c, [1.0]])"}),
                1,
                "The sums read what was shown, h.",
            ),
            Version(
                LISTING.format(**RIGHT | {"new": "sigmoid(W_c @ seen)"}),
                3,
                "The candidate is a content: it passes tanh.",
            ),
            Version(
                LISTING.format(**RIGHT | {"c": "i * c + f * new"}),
                4,
                "The forget gate multiplies the memory, the input gate what is new.",
            ),
            Version(
                LISTING.format(**RIGHT | {"h": "np.tanh(o * c)"}),
                5,
                "The memory passes tanh, then the gate.",
            ),
        ),
    ),
    Explain(
        "may_it_explode",
        3,
        "No gate of an LSTM is above 1. Say in three to five sentences on which way its gradient"
        " can therefore not grow, on which it can, and what follows for training.",
        (
            "1 point: along the memory it is multiplied by forget gates, so it cannot grow there",
            "1 point: it also goes through h and the sums of the next step, whose weights have no"
            " bound",
            "1 point: so gradients are clipped here, too",
        ),
        "From memory to memory the gradient is multiplied by the forget gate, which is at most 1,"
        " so along this path it can only shrink. But the memory is shown as h, and the four sums of"
        " the next step read h through weights; with large weights this way can stretch it. The"
        " total Jacobian is the sum of both, so an LSTM can explode, and one clips.",
    ),
)
