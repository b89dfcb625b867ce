"""Remedies: clip, leak, and what a leak keeps."""

import numpy as np

from classroom.networks import hundredths
from classroom.questions import Code, Explain, Version, by_hand, find_error
from unrolled.page.ask import Slip
from unrolled.remedies.slips import SLIPS, clipped, half_life, leaked

TITLE = "Remedies, and what they cost"
CHAPTER = "remedies"
MINUTES = 40
INTRO = (
    "You clip a gradient `g` that is too long, follow a leaky unit through three steps, and work"
    " out how long three other leaky units remember. A leaky unit keeps the share $\\alpha$ of its"
    " state and writes $1 - \\alpha$ of its activation."
)
MEANS = {
    "g": "the gradient",
    "c": "the limit for its length",
    "alpha": "the share of its state that the leaky unit keeps",
    "w": "its weight",
    "slopes": "the slopes of tanh at its three steps",
    "leaks": "the shares that three other units keep",
}
BOOK = {
    "g": np.array([0.9, -1.2, 2.0]),
    "c": np.array(1.5),
    "alpha": np.array(0.8),
    "w": np.array(1.3),
    "slopes": np.array([0.9, 0.4, 0.15]),
    "leaks": np.array([0.5, 0.9, 0.97]),
}


def draw(rng):
    return {
        "g": hundredths(rng, 3, most=2.5),
        "c": rng.integers(30, 90) / 100,
        "alpha": rng.integers(55, 96) / 100,
        "w": hundredths(rng, most=1.6),
        "slopes": np.abs(hundredths(rng, 3)),
        "leaks": rng.integers(40, 99, 3) / 100,
    }


def global_clip(length=lambda g: np.linalg.norm(np.concatenate(g)), always=False):
    """Both parts times the same factor."""

    def clip(g_1, g_2, c):
        size = length((g_1, g_2))
        factor = c / size if always or size > c else 1.0
        return factor * g_1, factor * g_2

    return clip


def alone(g_1, g_2, c):
    return tuple(global_clip()(g, np.zeros(0), c)[0] for g in (g_1, g_2))


def cases(rng, n):
    tried = []
    for a, b, c in ((2, 3, 0.5), (3, 1, 9.0), (2, 2, 1.0), (4, 2, 0.8), (1, 3, 7.5)):
        tried.append((hundredths(rng, a, most=2.0), hundredths(rng, b, most=2.0), c))
    return tried


LISTING = """\
for x, y in batches:
    g = gradient(loss, p, x, y)
    size = {size}
    if {when}:
        g = [c / size * part for part in g]
    p = {step}"""
RIGHT = {
    "size": "np.sqrt(sum((part**2).sum() for part in g))",
    "when": "size > c",
    "step": "[w - rate * part for w, part in zip(p, g)]",
}
LEAKY = ("no way around", "whole activation", "swapped", "no slope")
QUESTIONS = (
    by_hand(
        "clipped",
        3,
        "Clip `g` by norm to the length `c`. What is left?",
        "remedies.html#clip-a-gradient-that-is-too-long",
        ("first", "second", "third"),
        clipped,
        lambda n: (n["g"], float(n["c"])),
        SLIPS,
        ("by value", "no root", "sum of sizes", "length one"),
    ),
    by_hand(
        "factors",
        3,
        "A leaky unit keeps the share `alpha` and has the weight `w`. At three steps, the slopes of"
        " tanh are those in `slopes`. By what does each step multiply a gradient?",
        "remedies.html#a-path-around-tanh",
        ("first", "second", "third"),
        leaked,
        lambda n: (float(n["alpha"]), np.full(3, n["w"]), n["slopes"]),
        SLIPS,
        LEAKY,
    ),
    by_hand(
        "half_lives",
        3,
        "Take a unit for each share in `leaks`. After how many steps (with decimals) is half of a"
        " gradient left on the path around tanh?",
        "remedies.html#a-path-around-tanh",
        ("first", "second", "third"),
        half_life,
        lambda n: (n["leaks"],),
        SLIPS,
        ("the memory", "the wrong sign"),
    ),
    Code(
        "my_clip",
        6,
        "Write clipping by norm for a gradient in two parts. Multiply both parts by the same"
        " factor, chosen so that together they are at most `c` long. A gradient that is short"
        " enough stays as it is.",
        "remedies.html#clip-a-gradient-that-is-too-long",
        """
def my_clip(g_1, g_2, c):
    return g_1, g_2
""",
        """
def my_clip(g_1, g_2, c):
    size = np.sqrt((g_1**2).sum() + (g_2**2).sum())
    factor = min(1.0, c / size)
    return factor * g_1, factor * g_2
""",
        cases,
        {
            "each": Slip(
                "You clipped each part on its own, and that turns the gradient. Compute one length"
                " for both parts together.",
                alone,
            ),
            "always": Slip(
                "A gradient that is short enough must stay as it is. You lengthened it.",
                global_clip(always=True),
            ),
            "values": Slip(
                SLIPS["by value"].says,
                lambda g_1, g_2, c: (np.clip(g_1, -c, c), np.clip(g_2, -c, c)),
            ),
            "sizes": Slip(
                SLIPS["sum of sizes"].says, global_clip(lambda g: np.abs(np.concatenate(g)).sum())
            ),
        },
    ),
    find_error(
        "wrong_line",
        2,
        "This loop should train a network with gradients clipped by norm to `c`; `g` and `p` are"
        " lists of arrays.",
        "remedies.html#what-goes-wrong",
        (
            Version(
                LISTING.format(**RIGHT | {"size": "sum((part**2).sum() for part in g)"}),
                3,
                "The length is the root of the sum of squares, and the root is missing.",
            ),
            Version(
                LISTING.format(**RIGHT | {"when": "size < c"}),
                4,
                "Gradients that are too long must be clipped, not those that are short enough.",
            ),
            Version(
                LISTING.format(
                    **RIGHT | {"step": "[w - rate * c * part for w, part in zip(p, g)]"}
                ),
                6,
                "The limit isn’t a factor of the step.",
            ),
        ),
    ),
    Explain(
        "what_clipping_cannot",
        3,
        "A network doesn’t learn a dependence over 100 steps, and its gradients are clipped by norm"
        " at 1. Somebody proposes to clip at 10 instead. Say in three to five sentences what"
        " clipping is good for, whether the proposal will help, and what might.",
        (
            "1 point: clipping shortens gradients that are too long, against explosions",
            "1 point: what has vanished stays vanished, whatever the limit is",
            "1 point: what helps is a path on which less is lost (a leak, a gate), or an orthogonal"
            " matrix to start from",
        ),
        "Clipping keeps a single huge gradient from throwing the weights far away; it changes the"
        " length of the gradient and not its direction. The network doesn’t learn the dependence"
        " over 100 steps because that part of its gradient has vanished, and no limit on the length"
        " of the whole brings it back. What helps is a path on which the factors stay near 1: a"
        " leak, a gate, or an orthogonal matrix to start from.",
    ),
)
