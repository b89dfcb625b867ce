"""The Transformer block: add, normalise, and a network for each token."""

import numpy as np

from classroom.networks import hundredths
from classroom.questions import Code, Explain, Version, by_hand, find_error
from unrolled.page.ask import Slip
from unrolled.transformer.slips import SLIPS, added, fed, normed

TITLE = "The Transformer block"
CHAPTER = "transformer"
MINUTES = 45
INTRO = (
    "One token `x` of four features on its way through a block. Every layer norm has gain 1 and"
    " bias 0."
)
MEANS = {
    "x": "the token",
    "part": "what attention adds to it",
    "W_1": "first layer of the network for each token: a row for each of three units",
    "W_2": "second layer: a row for each of two features",
    "v": "another token, for question 3",
}
BOOK = {
    "x": np.array([1.2, -0.4, 0.7, -1.1]),
    "part": np.array([0.3, 0.8, -0.5, 0.2]),
    "W_1": np.array([[0.5, -0.8], [0.9, 0.4], [-0.6, 0.7]]),
    "W_2": np.array([[0.4, 0.7, -0.9], [-0.8, 0.3, 0.6]]),
    "v": np.array([0.9, -0.5]),
}


def draw(rng):
    return {name: hundredths(rng, *value.shape, most=1.5) for name, value in BOOK.items()}


def layer_norm(axis=1, root=True, gain_too=True, centred=True, less=0):
    """The norm of rows, with mistakes."""

    def norm(X, gain, bias, eps):
        mean = X.mean(axis=axis, keepdims=True)
        spread = X.var(axis=axis, keepdims=True, ddof=less)
        unit = (X - mean * centred) / (np.sqrt(spread + eps) if root else spread + eps)
        return (gain if gain_too else 1) * unit + bias

    return norm


def cases(rng, n):
    shapes = ((2, 4), (3, 5), (4, 3), (5, 6), (2, 8))
    return [
        (hundredths(rng, N, d, most=2.0), hundredths(rng, d), hundredths(rng, d), 0.01)
        for N, d in shapes
    ]


LISTING = """\
H = {H}
X = norm({sum})
F = np.maximum(X @ W_1.T + b_1, 0)
F = {F}
X = norm(X + F)"""
RIGHT = {"H": "attention(X @ W_Q, X @ W_K, X @ W_V) @ W_O", "sum": "X + H", "F": "F @ W_2.T + b_2"}
NORM = ("not centred", "by the variance", "one less", "centred alone")
FOUR = ("first", "second", "third", "fourth")
QUESTIONS = (
    by_hand(
        "norm_x",
        3,
        "What is the layer norm of `x`?",
        "transformer.html#layer-normalisation",
        FOUR,
        normed,
        lambda n: (n["x"],),
        SLIPS,
        NORM,
    ),
    by_hand(
        "after",
        2,
        "Attention gives `part` for this token. What leaves the first half of a"
        " block that normalises after the sum?",
        "transformer.html#add-don-t-replace",
        FOUR,
        added,
        lambda n: (n["x"], n["part"]),
        SLIPS,
        ("replaced", "normed too early", "no norm"),
    ),
    by_hand(
        "fed",
        3,
        "Another token, `v`, has two features. What does the feed-forward sub-layer"
        " give, with the weights `W_1` and `W_2`, relu between them and no biases?",
        "transformer.html#the-feed-forward-sub-layer",
        ("first", "second"),
        fed,
        lambda n: (n["W_1"], n["W_2"], n["v"]),
        SLIPS,
        ("bent at the end", "not bent"),
    ),
    Code(
        "my_norm",
        6,
        "Write the layer norm of every token, a row of `X` each, with a gain and a bias for each"
        " feature, and `eps` added to the variance.",
        "transformer.html#layer-normalisation",
        """
def my_norm(X, gain, bias, eps):
    return X
""",
        """
def my_norm(X, gain, bias, eps):
    centred = X - X.mean(axis=1, keepdims=True)
    size = np.sqrt((centred**2).mean(axis=1, keepdims=True) + eps)
    return gain * centred / size + bias
""",
        cases,
        {
            "axis": Slip(
                "You normalised each feature over all tokens. A token is normalised by itself.",
                layer_norm(axis=0),
            ),
            "by the variance": Slip(SLIPS["by the variance"].says, layer_norm(root=False)),
            "not centred": Slip(SLIPS["not centred"].says, layer_norm(centred=False)),
            "one less": Slip(SLIPS["one less"].says, layer_norm(less=1)),
            "no gain": Slip(
                "The gain is missing: it multiplies each feature.", layer_norm(gain_too=False)
            ),
        },
    ),
    find_error(
        "wrong_line",
        2,
        "An encoder block that normalises after each sum; rows of `X` are tokens.",
        "transformer.html#what-goes-wrong",
        (
            Version(
                LISTING.format(**RIGHT | {"H": RIGHT["H"].replace("W_V", "W_Q")}),
                1,
                "Values have a matrix of their own.",
            ),
            Version(
                LISTING.format(**RIGHT | {"sum": "H"}), 2, "What comes in is added, not replaced."
            ),
            Version(
                LISTING.format(**RIGHT | {"F": "np.maximum(F @ W_2.T + b_2, 0)"}),
                4,
                "The second layer is linear.",
            ),
        ),
    ),
    Explain(
        "why_add",
        4,
        "Say in three to five sentences what the sum $\\mathbf x + \\text{part}$ does for a deep"
        " stack of blocks on the way forward and on the way back, and what an encoder without"
        " positions cannot tell apart.",
        (
            "1 point: forward, what a token is stays in the stream, and a part only has to "
            "add to it",
            "1 point: back, the gradient has a way around each part",
            "1 point: so many blocks can be trained",
            "1 point: without positions the order of the tokens is lost: exchanged tokens give"
            " exchanged outputs",
        ),
        "Each part adds something to the token instead of replacing it, so what was there stays"
        " available to later blocks, and a part that has learned nothing does little harm. On the"
        " way back the gradient passes each sum whole as well as through the part, so it does not"
        " have to go through all parts, and deep stacks learn. Without positions attention sees a"
        " set: two texts with the same words in another order give the same vectors in another"
        " order.",
    ),
)
