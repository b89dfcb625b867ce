"""Attention: weights, averages, a mask."""

import numpy as np

from classroom.networks import hundredths
from classroom.questions import Code, Explain, Version, also, by_hand, find_error, rewritten
from unrolled.attention.slips import SLIPS, masked, output, weights
from unrolled.page.ask import Slip

TITLE = "Attention"
CHAPTER = "attention"
MINUTES = 45
INTRO = (
    "Three tokens with queries, keys and values of two numbers each ($d_k = 2$), a row for each"
    " token. Scores are scaled dot products."
)
MEANS = {
    "Q": "queries, a row for each token",
    "K": "keys",
    "V": "values",
}
BOOK = {
    "Q": np.array([[1.2, -0.7], [0.4, 0.9], [-0.8, 0.5]]),
    "K": np.array([[0.9, 0.3], [-0.6, 1.1], [0.5, -1.4]]),
    "V": np.array([[0.7, -0.2], [-0.9, 0.4], [0.3, 0.8]]),
}


def draw(rng):
    return {name: hundredths(rng, 3, 2, most=1.5) for name in BOOK}


def first(n):
    return n["Q"][0], n["K"]


def second(n):
    """What the second token asks, with a causal mask."""
    return n["Q"][1], n["K"], n["V"]


SEEN = np.array([True, True, False])
MASKS = ("no mask", "other way", "hidden after", "hidden by 0")


def averaged(weigh):
    """The output of a token, where `weigh` makes weights of its scores and of what it may see."""
    return lambda q, K, V: weigh(K @ q / np.sqrt(len(q)), SEEN) @ V


def exchanged(n):
    slip = SLIPS["exchanged"]
    return [(slip.gives(0, n["Q"], n["K"]), slip.says)]


def attending(scale=True, swap=False, turn=False, axis=1, hidden=-1e9, again=True):
    """Attention with a mask, with mistakes."""

    def attend(Q, K, V, seen):
        Q, K = (K, Q) if swap else (Q, K)
        S = Q @ K.T / (np.sqrt(Q.shape[1]) if scale else 1)
        if again:
            S = np.where(~seen if turn else seen, S, hidden)
        powers = np.exp(S - S.max(axis=axis, keepdims=True))
        A = powers / powers.sum(axis=axis, keepdims=True)
        return (A if again else A * seen) @ V

    return attend


def cases(rng, n):
    tried = []
    for N, d, d_v in ((3, 3, 2), (4, 3, 2), (5, 4, 3), (2, 2, 1), (4, 2, 4)):
        seen = np.tri(N, dtype=bool)
        rows = (hundredths(rng, N, k, most=1.5) for k in (d, d, d_v))
        tried.append((*rows, seen | np.eye(N, k=2, dtype=bool) if N % 2 else seen))
    return tried


LISTING = """\
Q, K, V = X @ W_Q, X @ W_K, X @ W_V
S = {S}
S = {hidden}
A = softmax(S, axis={axis})
Y = {Y}"""
RIGHT = {"S": "Q @ K.T / np.sqrt(K.shape[1])", "hidden": "np.where(seen, S, -np.inf)",
         "axis": 1, "Y": "A @ V @ W_O"}  # fmt: skip
UNITS = ("first number", "second number")
QUESTIONS = (
    also(
        by_hand(
            "alpha",
            3,
            "What weights does the first token give to the three?",
            "attention.html#queries-keys-and-values",
            ("first", "second", "third"),
            weights,
            first,
            SLIPS,
            ("not scaled", "divided by d", "no powers"),
        ),
        exchanged,
    ),
    also(
        by_hand(
            "y_1",
            3,
            "What is the output $\\mathbf y_1$ of the first token?",
            "attention.html#queries-keys-and-values",
            UNITS,
            output,
            lambda n: (*first(n), n["V"]),
            SLIPS
            | {
                "not scaled": SLIPS["not scaled"]._replace(
                    gives=lambda q, K, V: SLIPS["not scaled"].gives(q, K) @ V
                )
            },
            ("plain mean", "best alone", "keys averaged", "not scaled"),
        ),
        lambda n: [(value @ n["V"], says) for value, says in exchanged(n)],
    ),
    by_hand(
        "y_2",
        3,
        "With a causal mask, what is the output $\\mathbf y_2$ of the second token?",
        "attention.html#order-and-masks",
        UNITS,
        averaged(masked),
        second,
        rewritten(SLIPS, MASKS, averaged),
        MASKS,
    ),
    Code(
        "my_attention",
        6,
        "Write attention with a mask. Rows of `Q`, `K`, `V` belong to tokens; `seen` is true where"
        " the query of the row may see the key of the column.",
        "attention.html#order-and-masks",
        """
def my_attention(Q, K, V, seen):
    return V
""",
        """
def my_attention(Q, K, V, seen):
    S = np.where(seen, Q @ K.T / np.sqrt(Q.shape[1]), -np.inf)
    powers = np.exp(S - S.max(axis=1, keepdims=True))
    return (powers / powers.sum(axis=1, keepdims=True)) @ V
""",
        cases,
        {
            "scale": Slip(SLIPS["not scaled"].says, attending(scale=False)),
            "swap": Slip(SLIPS["exchanged"].says, attending(swap=True)),
            "turn": Slip(
                SLIPS["other way"].says, lambda Q, K, V, seen: attending(turn=True)(Q, K, V, seen)
            ),
            "axis": Slip(
                "The softmax runs along the wrong axis: the weights of each query add up to 1.",
                attending(axis=0),
            ),
            "zero": Slip(SLIPS["hidden by 0"].says, attending(hidden=0.0)),
            "after": Slip(SLIPS["hidden after"].says, attending(again=False)),
            "mask": Slip(
                SLIPS["no mask"].says,
                lambda Q, K, V, seen: attending()(Q, K, V, np.ones_like(seen)),
            ),
        },
    ),
    find_error(
        "wrong_line",
        2,
        "Self-attention over the rows of `X`; `seen` is true where a key may be seen.",
        "attention.html#what-goes-wrong",
        (
            Version(
                LISTING.format(**RIGHT | {"S": "K @ Q.T / np.sqrt(K.shape[1])"}),
                2,
                "Rows of the scores belong to queries.",
            ),
            Version(
                LISTING.format(**RIGHT | {"hidden": "np.where(seen, -np.inf, S)"}),
                3,
                "What is not seen is hidden.",
            ),
            Version(
                LISTING.format(**RIGHT | {"axis": 0}), 4, "The weights of each query add up to 1."
            ),
        ),
    ),
    Explain(
        "why_scale",
        3,
        "Say in three to five sentences what happens to the softmax of undivided dot products when"
        " queries and keys have more components $d_k$, why this is bad for training, and what"
        " dividing by $\\sqrt{d_k}$ does.",
        (
            "1 point: the scores spread: their variance grows like the number of components",
            "1 point: one weight nears 1 and slopes vanish, so little can be learned",
            "1 point: divided by the root the variance stays at 1, whatever the size",
        ),
        "A dot product of d independent components of variance 1 has the variance d. So with long"
        " vectors some score is far above the others, the softmax gives nearly all weight to it,"
        " and its derivatives are nearly 0: the gradient does not get back to queries and keys."
        " Divided by the root of d the scores have variance 1 again, and the weights start soft.",
    ),
)
