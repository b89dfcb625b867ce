"""Stacking blocks: what a pre-norm block leaves, warm-up, who sees whom."""

import numpy as np

from classroom.networks import hundredths
from classroom.questions import Code, Explain, Numbers, Version, by_hand, find_error
from unrolled.page.ask import Slip
from unrolled.stack.slips import SLIPS, grown, left, rate

TITLE = "Stacking blocks"
CHAPTER = "stack"
MINUTES = 45
INTRO = (
    "One token `x` of four features meets a pre-norm block, and later a stack of such blocks."
    " Norms have gain 1 and bias 0."
)
MEANS = {
    "x": "the token",
    "mixed": "what attention adds to it",
    "fed": "what the feed-forward sub-layer adds to it",
    "peak": "the highest learning rate, in thousandths",
    "added": "the variance that each sub-layer adds to the stream",
}
BOOK = {
    "x": np.array([0.8, -0.6, 1.1, -0.3]),
    "mixed": np.array([-0.4, 0.9, 0.2, 0.7]),
    "fed": np.array([0.5, 0.3, -1.2, 0.6]),
    "peak": np.array([1.4]),
    "added": np.array([0.55]),
}
UPDATE, WARM, BLOCKS = 120, 400, 12


def draw(rng):
    sizes = {"x": 4, "mixed": 4, "fed": 4}
    told = {name: hundredths(rng, size, most=1.5) for name, size in sizes.items()}
    told["peak"] = np.round(rng.uniform(0.5, 3, 1), 2)
    told["added"] = np.round(rng.uniform(0.2, 0.9, 1), 2)
    return told


def scheduled(least=True, early=0, zero=False):
    """The rates of all updates, with mistakes."""

    def rates(peak, warm, updates):
        k = np.arange(updates) + 1 - early
        share = k / warm
        return peak * (np.minimum(1, share) if least else share) * (0 if zero else 1)

    return rates


def cases(rng, n):
    sizes = ((4, 9), (10, 12), (5, 20), (7, 8), (3, 30))
    return [(float(np.round(rng.uniform(0.1, 2), 2)), *size) for size in sizes]


LISTING = """\
H = {H}
X = {sum}
F = {F}
X = {last}"""
RIGHT = {
    "H": "attention(norm(X))",
    "sum": "X + H",
    "F": "feed_forward(norm(X))",
    "last": "X + F",
}
FOUR = ("first", "second", "third", "fourth")
QUESTIONS = (
    by_hand(
        "leaves",
        3,
        "`x` enters a pre-norm block. Attention adds `mixed` and the feed-forward sub-layer `fed`."
        " What leaves the block?",
        "stack.html#norms-after-or-before",
        FOUR,
        left,
        lambda n: (n["x"], n["mixed"], n["fed"]),
        SLIPS,
        ("stream normed", "norm at the end", "parts alone"),
    ),
    by_hand(
        "variance",
        2,
        f"A pre-norm stream starts with variance 1, and each sub-layer adds a variance of `added`,"
        f" independent of all others. What is the variance after {BLOCKS} blocks?",
        "stack.html#norms-after-or-before",
        ("",),
        grown,
        lambda n: (1.0, float(n["added"][0]), BLOCKS),
        SLIPS,
        ("one part a block", "without the start", "normed"),
    ),
    Numbers(
        "rates",
        3,
        f"A warm-up rises to `peak` thousandths over {WARM} updates. What is the learning rate, in"
        f" thousandths, at update {UPDATE}, and what at update {2 * WARM}?",
        "stack.html#warm-up",
        lambda n: [rate(k, float(n["peak"][0]), WARM) for k in (UPDATE, 2 * WARM)],
        lambda n: [
            ([n["peak"][0]] * 2, SLIPS["at the peak"].says),
            (
                [n["peak"][0] * k / WARM for k in (UPDATE, 2 * WARM)],
                SLIPS["still rising"].says,
            ),
        ],
        ("early", "late"),
    ),
    Code(
        "my_rates",
        6,
        "Write the learning rates of a warm-up, a row of one number for each of `updates` updates:"
        " at update 1, 2, 3 and so on the rate is `peak` times the smaller of 1 and the number of"
        " the update over `warm`, and it stays at its peak.",
        "stack.html#warm-up",
        """
def my_rates(peak, warm, updates):
    return np.zeros(updates)
""",
        """
def my_rates(peak, warm, updates):
    k = np.arange(1, updates + 1)
    return peak * np.minimum(1, k / warm)
""",
        cases,
        {
            "still rising": Slip(SLIPS["still rising"].says, scheduled(least=False)),
            "from zero": Slip(
                "Updates count from 1: the first one has a rate, too.", scheduled(early=1)
            ),
            "nothing": Slip("Nothing is done yet.", scheduled(zero=True)),
        },
    ),
    find_error(
        "wrong_line",
        2,
        "A pre-norm block; rows of `X` are tokens.",
        "stack.html#what-goes-wrong",
        (
            Version(
                LISTING.format(**RIGHT | {"H": "attention(X)"}),
                1,
                "Each sub-layer reads a normalised token.",
            ),
            Version(
                LISTING.format(**RIGHT | {"sum": "norm(X + H)"}),
                2,
                "That is post-norm: here no norm touches the stream.",
            ),
            Version(
                LISTING.format(**RIGHT | {"last": "norm(X) + F"}),
                4,
                "The stream itself goes on, not what the sub-layer has read.",
            ),
        ),
    ),
    Explain(
        "fair",
        4,
        "An LSTM and an encoder with equally many weights learn to find one of three pairs; after"
        " 2,000 updates the encoder is right and the LSTM is often wrong. Somebody concludes that"
        " the state of an LSTM is too small for three pairs. Say in three to five sentences what"
        " is wrong with this conclusion, and which run would test it.",
        (
            "1 point: two explanations are mixed up, how much a state can hold and how fast"
            " training finds the weights",
            "1 point: a test is named: train longer with the same state",
            "1 point: or keep the training and make the state larger, and say what each outcome"
            " would mean",
            "1 point: several seeds, or held-out questions, or another sign of care with the"
            " comparison",
        ),
        "The comparison mixes up capacity and optimisation: the LSTM may have room for three pairs"
        " and only be slow to learn how to use it. Training it five times as long with the same"
        " state would tell: if it then answers nearly all questions, the state was large enough. If"
        " it stops short, a larger state with the same training could be tried, and if that helps,"
        " room was a part of the trouble. Each run needs several seeds and new questions.",
    ),
)
