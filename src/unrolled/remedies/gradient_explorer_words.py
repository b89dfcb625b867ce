"""What the gradient explorer says: what is seen at the last lag, and which theorem or rule holds.

{bound} is κ + ω γ ‖W‖₂, on the norm of each factor; {rule} names ρ(κ I + ω γ W) and its value.
Of the limit only a theorem speaks: a bound below 1 (Theorem 1), Gelfand's formula where
all factors are one matrix, and the comparison with a power where W has no negative entry.
Notebook: book/remedies.ipynb
"""

from unrolled.gradients.lag_plot_words import SEEN
from unrolled.widget.words import rules

# Gelfand's formula, where all factors are one matrix:
LONG = "In the long run the largest eigenvalue decides, {rule}, for {alike}"

WORDS = [
    SEEN,
    rules(
        [
            "certain shrunk",
            "It had to, and in the limit it vanishes: no factor has a norm above"
            " {bound}, and a bound below 1 is sufficient.",
        ],
        [
            "certain",
            "In the limit it must vanish all the same: no factor has a norm above {bound}"
            " < 1. {T} steps are too few to see it.",
        ],
        [
            "alike normal above",
            "In the limit it explodes: {rule} decides at every lag, for"
            " {alike} and <b>W</b> is normal, so the norm is its power exactly.",
        ],
        [
            "alike normal below",
            "In the limit it vanishes: {rule} decides at every lag, for"
            " {alike} and <b>W</b> is normal, so the norm is its power exactly.",
        ],
        [
            "alike normal",
            "So it stays: {rule} decides at every lag, for {alike} and <b>W</b> is"
            " normal, so the norm is its power exactly.",
        ],
        ["alike below shrunk !rises", f"{LONG}: it vanishes. On the way <i>ρ</i> bounds nothing."],
        ["alike above grown", f"{LONG}: it explodes. On the way <i>ρ</i> bounds nothing."],
        [
            "alike below",
            f"{LONG}, and keeps its promise: it vanishes. At a given lag <i>ρ</i> is no bound.",
        ],
        [
            "alike above",
            f"{LONG}, and keeps its promise: it explodes. At a given lag <i>ρ</i> is no bound.",
        ],
        [
            "alike defective",
            "{rule} leaves it open. <b>W</b> lacks an eigenvector, so its powers"
            " grow without end, though only as fast as the lag.",
        ],
        [
            "alike",
            "{rule} leaves it open. <b>W</b> has all its eigenvectors, so the norm stays"
            " between two positive numbers for ever.",
        ],
        [
            "nonnegative below",
            "{rule} below 1 is sufficient here: <b>W</b> has no negative entry,"
            " so in the limit the gradient vanishes. At a given lag <i>ρ</i> is no bound.",
        ],
        ["!below !above", "{rule} promised nothing. Slopes that change from step to step decide."],
        [
            "above shrunk",
            "{rule} promised exploding. But a bound above 1, here {bound}, is"
            " necessary for that, not sufficient: slopes below their maximum shrink the factors.",
        ],
        [
            "below grown",
            "{rule} promised vanishing: <i>ρ</i> is no bound. Slopes rescale the rows"
            " of each factor, and so change its radius. The bound {bound} left room for that.",
        ],
        [
            "above grown",
            "It could, for the bound {bound} is above 1; that is necessary, not"
            " sufficient. {rule} agrees, but proves nothing where slopes change.",
        ],
        [
            "above",
            "{rule} promised exploding, but proves nothing where slopes change from step to step.",
        ],
        [
            "below shrunk !rises",
            "{rule} agrees, but proves nothing where slopes change: the bound"
            " {bound} is not below 1, so nothing was guaranteed.",
        ],
        [
            "",
            "{rule} promised vanishing: <i>ρ</i> is no bound, and proves nothing where slopes"
            " change from step to step.",
        ],
    ),
]
