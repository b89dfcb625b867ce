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
    "An LSTM of two units reads two numbers at each step. `W_i`, `W_f`, `W_o` and `W_c` hold the"
    " weights of the input gate, the forget gate, the output gate and the candidate. Their columns"
    " multiply the two inputs, the two units of $\\mathbf h$, and a 1."
)
MEANS = {
    "W_i": "input gate",
    "W_f": "forget gate",
    "W_o": "output gate",
    "W_c": "candidate",
    "x": "the input",
    "h_before": "the previous hidden state",
    "c_before": "the previous memory",
    "dh": "for question 2: the gradient of h_t",
    "dc_next": "the gradient of the next step's memory",
    "o_back": "the output gate",
    "tanh_c_back": "tanh of the memory",
    "f_next": "the forget gate of the next step",
    "horizons": "for question 3: time constants in steps",
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
        "The LSTM is in the state `h_before`, `c_before` and reads `x`. What are $\\mathbf c$ and"
        " $\\mathbf h$ after this step?",
        "lstm.html#three-gates-and-a-candidate",
        ("c, first", "c, second", "h, first", "h, second"),
        step,
        stepped,
        STEP,
        tuple(STEP),
    ),
    by_hand(
        "dc",
        3,
        "Now walk back. At step $t$ the gradient of $\\mathbf h_t$ is `dh`, the output gate is"
        " `o_back`, and $\\tanh \\mathbf c_t$ is `tanh_c_back`. At the next step the forget gate is"
        " `f_next`, and the gradient of the memory is `dc_next`. What is the gradient of"
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
        "Which forget-gate biases give the time constants in `horizons`?",
        "lstm.html#how-long-a-memory-lasts",
        lambda n: np.log(n["horizons"] - 1),
        lambda n: slipped(BIAS, n["horizons"]),
        ("first", "second", "third"),
    ),
    Code(
        "my_lstm",
        6,
        "Write the whole LSTM. It takes the four matrices, whose columns are as above (inputs,"
        " units, 1), and the inputs, with one row for each step. It returns all $\\mathbf h_t$, and"
        " it starts from zeros.",
        "lstm.html#three-gates-and-a-candidate",
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
                "You return the memory. The question asks for the hidden state.",
                walk_with(gives="c"),
            ),
            "shown plainly": Slip(STEP["shown plainly"].says, walk_with(shows=lambda o, c: o * c)),
            "shown whole": Slip(STEP["shown whole"].says, walk_with(shows=lambda o, c: np.tanh(c))),
        },
    ),
    find_error(
        "wrong_line",
        2,
        "Here is a step of an LSTM.",
        "lstm.html#three-gates-and-a-candidate",
        (
            Version(
                LISTING.format(**RIGHT | {"read": "np.concatenate([x, c, [1.0]])"}),
                1,
                "The pre-activations read the hidden state h, not the memory.",
            ),
            Version(
                LISTING.format(**RIGHT | {"new": "sigmoid(W_c @ seen)"}),
                3,
                "The candidate is content, not a share, so it goes through tanh.",
            ),
            Version(
                LISTING.format(**RIGHT | {"c": "i * c + f * new"}),
                4,
                "The forget gate multiplies the memory, the input gate what is new.",
            ),
            Version(
                LISTING.format(**RIGHT | {"h": "np.tanh(o * c)"}),
                5,
                "The memory goes through tanh first, and then through the output gate.",
            ),
        ),
    ),
    Explain(
        "may_it_explode",
        3,
        "No gate of an LSTM is above 1. Say in three to five sentences along which path its"
        " gradient therefore cannot grow, along which paths it can, and what follows for training.",
        (
            "1 point: along the memory the gradient is multiplied by forget gates, so it cannot"
            " grow there",
            "1 point: it also goes through h and the pre-activations of the next step, whose"
            " weights have no bound",
            "1 point: so the gradient of an LSTM should be clipped, too",
        ),
        "From memory to memory the gradient is multiplied by the forget gate, which is at most 1,"
        " so along this path it can only shrink. But the memory is also shown as h, and the four"
        " pre-activations of the next step read h through weights. If these weights are large, this"
        " path can stretch the gradient. The total Jacobian is the sum of all paths, so the"
        " gradient of an LSTM can explode, and it should be clipped.",
    ),
)
