"""Truncation: what a window keeps, cuts and costs."""

import numpy as np

from classroom.networks import hundredths
from classroom.questions import Code, Explain, Numbers, Version, by_hand, find_error
from unrolled.page.ask import Slip
from unrolled.truncation.slips import SLIPS, numbers_of, pairs_of, passed_on, reach, weight

TITLE = "Truncation"
CHAPTER = "truncation"
MINUTES = 45
INTRO = (
    "A network with $n_x$ inputs and $n_h$ units learns a sequence of $T$ steps with a window of"
    " $k$ steps. `sizes` holds $T, k, n_x, n_h$, and `blocks` holds $t, k_1, k_2$."
)
MEANS = {
    "sizes": "T, k, n_x, n_h",
    "blocks": "t, k_1, k_2",
    "W_hh": "recurrent weights",
    "slope": "slopes of tanh at the earlier step",
    "delta": "gradient one step later",
    "keep": "probability that a path survives a barrier, for three paths",
    "barriers": "number of barriers that each path crosses",
}
BOOK = {
    "sizes": np.array([30, 7, 4, 5]),
    "blocks": np.array([14, 5, 9]),
    "W_hh": np.array([[0.5, -0.4], [0.8, 0.3]]),
    "slope": np.array([0.7, 0.9]),
    "delta": np.array([0.4, -0.6]),
    "keep": np.array([0.9, 0.8, 0.6]),
    "barriers": np.array([2, 3, 4]),
}


def draw(rng):
    k_1 = rng.integers(4, 9)
    sizes = [rng.integers(40, 99), rng.integers(5, 20), rng.integers(3, 30), rng.integers(5, 40)]
    return {
        "sizes": np.array(sizes, dtype=float),
        "blocks": np.array(
            [rng.integers(2 * k_1 + 1, 3 * k_1), k_1, k_1 + rng.integers(2, 5)], dtype=float
        ),
        "W_hh": hundredths(rng, 2, 2),
        "slope": np.abs(hundredths(rng, 2)),
        "delta": hundredths(rng, 2),
        "keep": rng.integers(50, 97, 3) / 100,
        "barriers": rng.permutation([2.0, 3.0, 4.0, 5.0, 6.0])[:3],
    }


def counted(n, **other):
    """Pairs of a window, reach of a loss, numbers that are kept; or with a slip in one of them."""
    (T, k, n_x, n_h), (t, k_1, k_2) = (map(int, n[name]) for name in ("sizes", "blocks"))
    of = {"pairs": pairs_of, "reach": reach, "numbers": numbers_of} | other
    return [of["pairs"](T, k), of["reach"](t, k_1, k_2), of["numbers"](T, n_x, n_h)]


def slipped_counts(n):
    each = {
        "pairs": ("no first rows", "nothing cut"),
        "reach": ("from the loss",),
        "numbers": ("start forgotten", "inputs forgotten", "an input too many"),
    }
    return [
        (counted(n, **{which: SLIPS[name].gives}), SLIPS[name].says)
        for which, names in each.items()
        for name in names
    ]


def windowed(reach=lambda k: k, step=passed_on):
    """The sum over all losses of what each sends to each step, at most k steps back."""

    def walk(W_hh, slopes, own, k):
        out = np.zeros(own.shape)
        for t in range(len(own)):
            message = own[t]
            for i in range(t, max(t - reach(k), -1), -1):
                out[i] += message
                message = step(W_hh, slopes[i - 1], message)
        return out

    return walk


def cases(rng, n):
    tried = []
    for T, n_h, k in ((5, 2, 2), (5, 3, 3), (6, 2, 3), (4, 2, 1), (7, 2, 4)):
        slopes = np.abs(hundredths(rng, T, n_h))
        own = hundredths(rng, T, n_h)
        tried.append((hundredths(rng, n_h, n_h), slopes, own, k))
    return tried


LISTING = """\
h = np.zeros(n_h)
for block in pieces(text, k):
    {start}
    states = forward(p, block, h)
    loss = {loss}
    p = p - rate * gradient(loss)
    h = {carry}"""
RIGHT = {
    "start": "h = cut(h)  # a number, no history",
    "loss": "mean(losses(p, states, block))",
    "carry": "states[-1]",
}
QUESTIONS = (
    Numbers(
        "counts",
        4,
        "How many pairs of a loss and a step does the window keep? Over how many steps does loss"
        " $t$ look back, its own included, if blocks of $k_1$ losses share a walk of $k_2$ steps"
        " from the block's end? And how many numbers (inputs and states) does plain BPTT have to"
        " keep for the way back over all $T$ steps?",
        "truncation.html#losses-that-share-a-walk",
        counted,
        slipped_counts,
        ("pairs", "steps", "numbers"),
        tolerance=0.4,
    ),
    by_hand(
        "earlier",
        3,
        "At some step, $\\boldsymbol\\delta$ is `delta`. What is it one step earlier, if that step"
        " has no loss? `slope` holds the slopes of tanh at the earlier step.",
        "truncation.html#cut-histories-keep-losses",
        ("first unit", "second unit"),
        passed_on,
        lambda n: (n["W_hh"], n["slope"], n["delta"]),
        SLIPS,
        ("untransposed", "no slope"),
    ),
    by_hand(
        "weights",
        3,
        "Cuts at random: a path crosses as many barriers as `barriers` says, and survives each"
        " with the probability in `keep`. How many times must a path that has survived them all"
        " count, if the sum is to be right on average?",
        "truncation.html#cuts-at-random",
        ("first path", "second path", "third path"),
        weight,
        lambda n: (n["keep"], n["barriers"]),
        SLIPS,
        ("chance for weight", "one barrier", "barriers added"),
    ),
    Code(
        "my_window",
        5,
        "Write truncation by its definition. Each loss $t$ has its own error `own[t]`, which goes"
        " back over at most `k` steps, step $t$ included. Return the sum of the errors that arrive"
        " at each step. One step earlier, an error $\\mathbf m$ becomes"
        " `slopes[i - 1] * (W_hh.T @ m)`.",
        "truncation.html#a-sum-over-pairs",
        """
def my_window(W_hh, slopes, own, k):
    arrived = np.zeros(own.shape)
    return arrived
""",
        """
def my_window(W_hh, slopes, own, k):
    arrived = np.zeros(own.shape)
    for t in range(len(own)):
        m = own[t]
        for i in range(t, max(t - k, -1), -1):
            arrived[i] += m
            m = slopes[i - 1] * (W_hh.T @ m)
    return arrived
""",
        cases,
        {
            "all": Slip(
                "Nothing is cut: each loss looks back to the first step.", windowed(lambda k: 10**6)
            ),
            "one more": Slip(
                "You go one step farther back than the window allows.", windowed(lambda k: k + 1)
            ),
            "untransposed": Slip(
                SLIPS["untransposed"].says, windowed(step=SLIPS["untransposed"].gives)
            ),
            "no slope": Slip(SLIPS["no slope"].says, windowed(step=SLIPS["no slope"].gives)),
        },
    ),
    find_error(
        "wrong_line",
        2,
        "A network learns a long text in chunks of `k` letters.",
        "truncation.html#what-goes-wrong",
        (
            Version(
                LISTING.format(**RIGHT | {"start": "h = np.zeros(n_h)"}),
                3,
                "Carry the value of the state into the next chunk; only its history is cut.",
            ),
            Version(
                LISTING.format(**RIGHT | {"loss": "losses(p, states, block)[-1]"}),
                5,
                "Truncation keeps every loss.",
            ),
            Version(
                LISTING.format(**RIGHT | {"carry": "states[0]"}),
                7,
                "The next chunk continues from the last state, not from the first.",
            ),
        ),
    ),
    Explain(
        "what_is_lost",
        3,
        "A network learns a text with a window of 20 letters. Say in three to five sentences"
        " whether it can use a letter from 50 steps ago, and whether it can learn to.",
        (
            "1 point: the state is carried across a cut, so earlier letters can have an effect",
            "1 point: no gradient tells the weights to keep anything longer than the window",
            "1 point: so an earlier letter is used only if what was learned within the window"
            " happens to keep it",
        ),
        "The state is carried past every cut, so it may still contain something of a letter from"
        " 50 steps ago. But the gradient of each loss stops after 20 steps, so nothing in training"
        " rewards keeping anything for longer. What the network learns to hold for 20 steps may"
        " last longer by luck. A dependence over 50 steps is not what training teaches.",
    ),
)
