"""Residual networks: a block up and down, a stack as a product and as paths, its bounds."""

import numpy as np

from classroom.blocks import (
    and_carried,
    backward,
    both_added,
    chain,
    stacks,
    states,
    states_and_gradients,
    with_the_skip,
)
from classroom.networks import hundredths
from classroom.questions import Code, Explain, Version, also, by_hand, find_error, rewritten
from unrolled.page.ask import Slip
from unrolled.resnet.slips import (
    BACK,
    FORWARD,
    SLIPS,
    carried,
    limits,
    passed,
    remaining,
    returned,
)

TITLE = "Residual networks"
CHAPTER = "resnet"
MINUTES = 60
INTRO = (
    "You carry a state up and a gradient down through one residual block, with the branch"
    " $\\tanh(\\mathbf W \\mathbf h + \\mathbf b)$. Then you work out what a whole stack of blocks"
    " does to a gradient, and write the code of a block."
)
MEANS = {
    "W": "weights of the branch",
    "b": "its biases",
    "h": "the state that enters the block",
    "g": "the gradient that arrives at the block's output",
    "blocks": "blocks of a stack, for questions 3 and 4",
    "j": "the Jacobian of each branch of this stack is j times the identity",
    "arriving": "one component of the gradient that arrives at the output of this stack",
    "branches": "branches on a path, for question 4",
    "norms": "norms of the Jacobians of three branches, for question 5",
    "strong": "norm of the Jacobian of a fourth branch",
}
BOOK = {
    "W": np.array([[0.6, -0.8], [0.5, 0.3]]),
    "b": np.array([0.2, -0.4]),
    "h": np.array([0.7, -0.5]),
    "g": np.array([0.9, -1.1]),
    "blocks": np.array(5),
    "j": np.array(-0.4),
    "arriving": np.array(1.5),
    "branches": np.array(2),
    "norms": np.array([0.3, 0.5, 0.2]),
    "strong": np.array(1.4),
}


def draw(rng):
    return {
        "W": hundredths(rng, 2, 2),
        "b": hundredths(rng, 2, most=0.5),
        "h": hundredths(rng, 2),
        "g": hundredths(rng, 2, most=1.5),
        "blocks": np.array(rng.integers(4, 8)),
        "j": np.array(rng.integers(30, 66) * rng.choice([-1, 1]) / 100),
        "arriving": np.array(rng.integers(50, 201) / 100),
        "branches": np.array(rng.integers(2, 4)),
        "norms": rng.integers(10, 80, 3) / 100,
        "strong": np.array(rng.integers(110, 191) / 100),
    }


def stack(n):
    """The stack of equal blocks, and the gradient that arrives."""
    return float(n["j"]), int(n["blocks"]), float(n["arriving"])


LISTING = """\
u = relu(h)
a = W_1 @ {first} + b_1
v = relu(a)
f = W_2 @ {second} + b_2
h = {last}"""
RIGHT = {"first": "u", "second": "v", "last": "h + f"}
TWO = ("first", "second")
QUESTIONS = (
    by_hand(
        "leaves",
        2,
        "The state `h` enters a residual block with the weights `W` and the biases `b`. What state"
        " leaves the block?",
        "resnet.html#a-block-that-adds",
        TWO,
        passed,
        lambda n: (n["W"], n["b"], n["h"]),
        SLIPS,
        tuple(FORWARD),
    ),
    by_hand(
        "returns",
        2,
        "The gradient `g` arrives at the output of the same block. What gradient arrives at its"
        " input `h`?",
        "resnet.html#the-backward-pass",
        TWO,
        returned,
        lambda n: (n["W"], n["b"], n["h"], n["g"]),
        SLIPS,
        tuple(BACK),
    ),
    also(
        by_hand(
            "remains",
            2,
            "In a stack of `blocks` blocks, every branch has the Jacobian"
            " $\\mathbf J = j\\,\\mathbf I$, so each component of a gradient passes through the"
            " stack on its own. One component is `arriving` at the output of the stack. What is"
            " left of it at the input? And what would be left of it if the same branches had no"
            " skip connections?",
            "resnet.html#many-paths",
            ("with the skip connections", "without them"),
            remaining,
            stack,
            rewritten(SLIPS, ("added up", "one skip for all", "without the skip"), with_the_skip)
            | {name: SLIPS[name] for name in ("exchanged", "of one", "one block short")},
            (
                "added up",
                "one skip for all",
                "without the skip",
                "exchanged",
                "of one",
                "one block short",
            ),
        ),
        lambda n: [(both_added(*stack(n)), SLIPS["added up"].says)],
    ),
    by_hand(
        "paths",
        2,
        "How many paths through this stack take exactly `branches` branches? And what do all these"
        " paths carry together, as a multiple of the identity?",
        "resnet.html#many-paths",
        ("number of paths", "what they carry"),
        carried,
        lambda n: (int(n["blocks"]), int(n["branches"]), float(n["j"])),
        rewritten(SLIPS, ("all paths", "in order"), and_carried)
        | {name: SLIPS[name] for name in ("one path", "one factor")},
        ("all paths", "in order", "one path", "one factor"),
    ),
    by_hand(
        "between",
        2,
        "Another stack has three blocks, and the Jacobians of their branches have the spectral"
        " norms in `norms`. What lower and upper bound hold for all singular values of the stack's"
        " Jacobian? A fourth block is put on top, and the Jacobian of its branch has the norm"
        " `strong`. What is the lower bound now?",
        "resnet.html#what-the-skip-connection-does-not-promise",
        ("lower bound", "upper bound", "lower bound with the fourth block"),
        limits,
        lambda n: (n["norms"], float(n["strong"])),
        SLIPS,
        ("without the max", "norms added up", "norms alone"),
    ),
    Code(
        "my_block",
        1,
        "Write the way up through a residual block with the branch $\\tanh(\\mathbf W \\mathbf h +"
        " \\mathbf b)$, for one state `h`.",
        "resnet.html#a-block-that-adds",
        """
def my_block(W, b, h):
    return h
""",
        """
def my_block(W, b, h):
    return h + np.tanh(W @ h + b)
""",
        states,
        FORWARD,
    ),
    Code(
        "my_block_back",
        2,
        "Write the way back through this block. The gradient `g` arrives at its output; return the"
        " gradients of `h`, `W` and `b`, in this order.",
        "resnet.html#the-backward-pass",
        """
def my_block_back(W, b, h, g):
    return 0 * h, 0 * W, 0 * b
""",
        """
def my_block_back(W, b, h, g):
    slope = 1 - np.tanh(W @ h + b) ** 2
    delta = slope * g
    return g + W.T @ delta, np.outer(delta, h), delta
""",
        states_and_gradients,
        {
            "through the branch alone": Slip(
                SLIPS["through the branch alone"].says, backward(skip=False)
            ),
            "not transposed": Slip(SLIPS["not transposed"].says, backward(turned=True)),
            "no slope": Slip(SLIPS["no slope"].says, backward(sloped=False)),
            "weights turned": Slip(
                "The gradient of <b>W</b> is turned around: its rows belong to the units of the"
                " branch, its columns to the units of h.",
                backward(weights_turned=True),
            ),
        },
    ),
    Code(
        "my_product",
        2,
        "Write the Jacobian of a whole stack, from its input to its output. `Js` holds the Jacobian"
        " of each branch, the first block's first.",
        "resnet.html#many-paths",
        """
def my_product(Js):
    return np.eye(len(Js[0]))
""",
        """
def my_product(Js):
    whole = np.eye(len(Js[0]))
    for J in Js:
        whole = whole + J @ whole
    return whole
""",
        stacks,
        {
            "without the skip": Slip(SLIPS["without the skip"].says, chain),
            "first on the left": SLIPS["first on the left"],
            "one skip for all": Slip(
                SLIPS["one skip for all"].says, lambda Js: np.eye(len(Js[0])) + chain(Js)
            ),
            "added up": Slip(SLIPS["added up"].says, lambda Js: np.eye(len(Js[0])) + sum(Js)),
        },
    ),
    find_error(
        "wrong_line",
        2,
        "A pre-activation block with two layers in its branch, on the way up.",
        "resnet.html#a-block-that-adds",
        (
            Version(
                LISTING.format(**RIGHT | {"first": "h"}),
                2,
                "In a pre-activation block the weights read what the ReLU leaves.",
            ),
            Version(
                LISTING.format(**RIGHT | {"second": "a"}),
                4,
                "Without the ReLU between them both layers are one matrix.",
            ),
            Version(
                LISTING.format(**RIGHT | {"last": "u + f"}),
                5,
                "The branch is added to the state itself, not to its ReLU.",
            ),
            Version(
                LISTING.format(**RIGHT | {"last": "relu(h + f)"}),
                5,
                "Nothing may lie on the skip connection; here a ReLU does.",
            ),
        ),
    ),
    Explain(
        "why_deeper_is_worse",
        3,
        "A plain network of 64 layers does worse on its own training data than one of 4 layers, and"
        " somebody says that it overfits. Say in three to five sentences why this cannot be the"
        " reason, what goes wrong in the deep network, and what a skip connection around every"
        " layer changes.",
        (
            "1 point: a network that overfits has a small loss on its training data; here this"
            " loss is large, although a solution exists: further layers that pass on their input",
            "1 point: random layers squash the points towards a line, so that later layers, and"
            " the gradient on its way back, have little to work with (or: training does not find"
            " weights that pass the input on, which is hard for a layer of tanh units)",
            "1 point: with skip connections passing on is the default, and a branch learns only"
            " the difference",
        ),
        "A network that overfits has a small loss on the data it was trained on and a large one on"
        " new data, but this network's loss is large on the training data themselves. It could do"
        " as well as the shallow network if its further layers passed on what they receive, so the"
        " solution exists and training does not find it. Random layers each stretch one direction"
        " more than the others, and after many of them all points lie nearly on a line, which the"
        " gradient that comes back cannot repair. With a skip connection a block passes its input"
        " on unless its branch has learned to change it, so the deep network starts near a shallow"
        " one.",
    ),
)
