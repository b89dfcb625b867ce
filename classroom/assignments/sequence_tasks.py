"""Sequence tasks: shapes, both directions, padding, paths through depth, writing by letters."""

import numpy as np

from classroom import paths, shapes
from classroom.networks import DEMO, hundredths
from classroom.questions import Code, Explain, Numbers, Version, by_hand, find_error
from unrolled.demo.weights import XS
from unrolled.page.ask import Slip
from unrolled.rnn.cell import RNN
from unrolled.sequence_tasks.slips import SLIPS, chance_of, mean_of, state

TITLE = "Sequence tasks"
CHAPTER = "sequence_tasks"
MINUTES = 55
INTRO = (
    "You sort three problems by their shape, and then you compute by hand what a backward state, a"
    " mean, a stack of layers and a pair of letters come to. In question 3, a network of two units"
    " reads the word `dem` from its end: first `m`, then `e`, then `d`, as one-hot vectors in the"
    " order `d`, `e`, `m`, `o`. Its first state is"
    " $\\overleftarrow{\\mathbf h}_4 = \\mathbf 0$."
)
CELL = ("W_hx", "W_hh", "b_h")
MEANS = {
    **shapes.MEANS,
    "W_hx": "weights from a letter (d, e, m, o) to the two units",
    "W_hh": "from the units to themselves",
    "b_h": "biases of the units",
    "states": "six states of one unit in a padded batch, for question 4",
    "length": "how many of them are real, for question 4",
    "steps": "steps of a deep network, for question 5",
    "layers": "layers of this network",
    "factor": "the factor of each move on a path",
    "first": "probabilities of the two letters a network may write first, for question 6",
    "after": "a row for each of them: the probabilities of the letters that follow",
}
BOOK = {
    **shapes.BOOK,
    **{name: DEMO[name] for name in CELL},
    "states": np.array([0.4, -0.2, 0.7, 0.5, -0.9, 0.3]),
    "length": np.array([4.0]),
    "steps": np.array(6),
    "layers": np.array(3),
    "factor": np.array(0.8),
    "first": np.array([0.55, 0.45]),
    "after": np.array([[0.35, 0.65], [0.8, 0.2]]),
}


def draw(rng):
    first = np.round(rng.uniform(0.3, 0.7), 2)
    rows = np.round(rng.uniform([0.1, 0.6], [0.4, 0.9]), 2)
    return {
        **shapes.draw_problems(rng),
        **{name: hundredths(rng, *DEMO[name].shape) for name in CELL},
        "states": hundredths(rng, 6),
        "length": np.array([float(rng.integers(3, 6))]),
        "steps": np.array(rng.integers(5, 13)),
        "layers": np.array(rng.choice([3, 5])),  # one too many, 4 or 6, is nobody else's number
        "factor": np.array(rng.integers(50, 121) / 100),
        "first": np.array([first, np.round(1 - first, 2)]),
        "after": np.stack([rows, np.round(1 - rows, 2)], axis=1),
    }


def backwards(n):
    """The cell, the letter e, and the state after m."""
    p = RNN(*(n[name] for name in CELL))
    return p, XS[1], state(p, XS[2], np.zeros(2))


def both_orders(n, of):
    """`of` the two letters in either order."""
    return [of(n["first"], n["after"], i, 1 - i) for i in (1, 0)]


def turned(of):
    """`of` the whole sequence and its length, as a function of a case."""
    return lambda xs, length: of(np.array(xs, dtype=float), int(length))


def kept_end(xs, length):
    """Only what is real, turned around, and nothing after it."""
    return np.concatenate([xs[:length][::-1], np.zeros_like(xs[length:])])


def cases(rng, n):
    tried = []
    for T, n_x, length in ((5, 2, 3), (4, 1, 4), (6, 3, 2), (3, 2, 1), (7, 2, 6)):
        tried.append((hundredths(rng, T, n_x), length))
    return tried


LISTING = """\
x = np.zeros(n)
tokens = []
for _ in range(limit):
    h = step({read})
    z = W_yh @ h + b_y
    k = {choose}
    if k == stop:
        break
    tokens.append(k)
    x = {fed}"""
RIGHT = {"read": "x, h", "choose": "z.argmax()", "fed": "np.eye(n)[k]"}
QUESTIONS = (
    Numbers(
        "shapes",
        1,
        lambda n: (
            f"Here are three problems.\n\n{shapes.listed(n)}\n\nWhich of the five shapes does each"
            " have? Write 1 for one-to-one, 2 for one-to-many, 3 for many-to-one, 4 for aligned"
            " many-to-many, and 5 for unaligned many-to-many."
        ),
        "sequence_tasks.html#five-shapes",
        shapes.shapes_of,
        shapes.wrong_shapes,
        ("a", "b", "c"),
        tolerance=0,
    ),
    Numbers(
        "losses",
        2,
        "At how many outputs does the loss enter in each of these problems? Where a network writes"
        " a sequence, the length that is given includes the stop at its end.",
        "sequence_tasks.html#five-shapes",
        shapes.losses_of,
        shapes.wrong_losses,
        ("a", "b", "c"),
        tolerance=0.4,
    ),
    by_hand(
        "backward",
        2,
        "What is the backward state at `e`, after `m` and `e` have been read?",
        "sequence_tasks.html#one-answer-for-every-step",
        ("first", "second"),
        state,
        backwards,
        SLIPS,
        ("from the start", "without tanh", "without bias"),
    ),
    by_hand(
        "mean",
        1,
        "The six `states` are those of one sequence in a padded batch, and `length` of them are"
        " real. What is the mean from which an answer is read?",
        "sequence_tasks.html#one-answer-for-a-whole-sequence",
        ("",),
        mean_of,
        lambda n: (n["states"], int(n["length"][0])),
        SLIPS,
        ("padding counted", "padding left out of the sum alone"),
    ),
    by_hand(
        "paths",
        2,
        "A network has `steps` steps and `layers` layers. A path leads from state to state, and"
        " each of its moves goes either to the next step or to the next layer. How many paths lead"
        " from the first input to the last output? Suppose that each move multiplies a gradient by"
        " `factor`. A gradient of 1 comes back along every path: what is the sum over all paths?",
        "sequence_tasks.html#layers-on-top-of-each-other",
        ("paths", "sum"),
        paths.number_and_sum,
        lambda n: (int(n["steps"]), int(n["layers"]), float(n["factor"])),
        paths.SLIPS,
        tuple(paths.SLIPS),
    ),
    Numbers(
        "pair",
        2,
        "A network writes two letters. What is the probability of the second letter followed by the"
        " first one, and what that of the first followed by the second? Take `first` and `after` as"
        " they are.",
        "sequence_tasks.html#from-one-vector-to-a-sequence",
        lambda n: both_orders(n, chance_of),
        lambda n: [
            (both_orders(n, SLIPS[name].gives), SLIPS[name].says)
            for name in ("added", "the wrong row", "the second alone")
        ],
        ("second, then first", "first, then second"),
    ),
    Code(
        "my_reverse",
        4,
        "Turn a padded sequence around: `xs` has a row for each step, and the first `length` rows"
        " are real. They come back in the opposite order, and the padding stays where it is.",
        "sequence_tasks.html#what-goes-wrong",
        """
def my_reverse(xs, length):
    return np.zeros(xs.shape)
""",
        """
def my_reverse(xs, length):
    return np.concatenate([xs[:length][::-1], xs[length:]])
""",
        cases,
        {
            "all of it": Slip(
                "You turned the padding around as well, so that it now comes first.",
                turned(lambda xs, length: xs[::-1]),
            ),
            "padding lost": Slip(
                "The padding should stay as it is; here it has become zeros.", turned(kept_end)
            ),
            "as it was": Slip(
                "The real steps are still in their old order.", turned(lambda xs, length: xs)
            ),
            "nothing": Slip("Nothing is done yet.", turned(lambda xs, length: np.zeros(xs.shape))),
        },
    ),
    find_error(
        "wrong_line",
        2,
        "Greedy decoding. `step(x, h)` returns the next state; `h` is the state to begin with.",
        "sequence_tasks.html#the-likeliest-sequence",
        (
            Version(
                LISTING.format(**RIGHT | {"fed": "z"}),
                10,
                "The next step must read the letter that was chosen, not its logits: otherwise the"
                " letters are independent of each other.",
            ),
            Version(
                LISTING.format(**RIGHT | {"read": "x, np.zeros_like(h)"}),
                4,
                "Each step must go on from the state before it.",
            ),
            Version(
                LISTING.format(**RIGHT | {"choose": "z.argmin()"}),
                6,
                "Greedy decoding takes the likeliest letter, the one with the largest logit.",
            ),
        ),
    ),
    Explain(
        "subtitles",
        4,
        "A bidirectional network turns recorded speech into text with few errors. Somebody wants to"
        " use it for live subtitles. Say in three to five sentences why that fails, which change to"
        " a network that reads forwards would come closest, what that change costs, and how you"
        " would find out how much of it is needed.",
        (
            "1 point: the backward half needs the end of the recording before it can begin",
            "1 point: the change is to wait: the answer for a step is given some steps later",
            "1 point: the price is the delay, or that what lies further ahead is still unseen",
            "1 point: measure errors against the delay on held-out speech, with several seeds",
        ),
        "The backward half begins at the end of the recording, and a live talk has no end yet. A"
        " forward network may answer a fixed number of steps late, so that it has heard a little of"
        " what follows. The subtitles then lag by that much, and whatever depends on words still"
        " further ahead is lost. I would train it with several delays and five seeds each, plot the"
        " errors on held-out talks against the delay, and take the smallest after which the curve"
        " is flat.",
    ),
)
