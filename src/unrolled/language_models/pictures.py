"""Pictures of book/language_models.ipynb that show words: windows, a tree, a summary."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from unrolled.core.shapes import Array
from unrolled.language_models.tables import KEYS, WORDS, given
from unrolled.page.diagram import arrow, is_wide, node
from unrolled.page.figure import INPUT, OUTPUT, QUIET, STATE, Figure, bare, both

SENTENCE = ["the", "keys", "to", "the", "cabinet"]
PLURAL = (0, 1, 0, 0, 0)  # the same words as places in the table KEYS
BAR, HALF = 1.9, 0.17  # the length of a probability of 1, and half the thickness of a bar


def bets(seen: int) -> Array:
    """The probabilities of `is` and `are` for a model that sees the last so many words."""
    verb = given(KEYS, len(WORDS), len(WORDS) - seen)
    return np.broadcast_to(verb, KEYS.shape)[PLURAL]


def word_places(words: list[str]) -> list[tuple[float, float]]:
    """The middle and the width of each word of a line, in letters."""
    places, left = [], 0.0
    for word in words:
        wide = len(word) + 0.8
        places.append((left + wide / 2, wide))
        left += wide + 0.5
    return places


def draw_window(axes: Axes, y: float, seen: int, scale: float) -> None:
    """The sentence, with a tinted window over the words that the model sees."""
    places = word_places(SENTENCE)
    first = len(SENTENCE) - seen
    left = scale * (places[first][0] - places[first][1] / 2)
    right = scale * (places[-1][0] + places[-1][1] / 2)
    box = Rectangle((left, y - 0.32), right - left, 0.64, facecolor=INPUT, alpha=0.15)
    axes.add_patch(box)
    for t, (word, (middle, _)) in enumerate(zip(SENTENCE, places, strict=True)):
        style = {"color": INPUT, "weight": "bold"} if t >= first else {"color": QUIET}
        axes.text(scale * middle, y, word, ha="center", va="center", fontsize=9.5, **style)


def draw_bets(axes: Axes, x: float, y: float, probabilities: Array) -> None:
    """A bar for each of the two verbs."""
    for verb, p, up in zip(("is", "are"), probabilities, (0.21, -0.21), strict=True):
        axes.text(x - 0.1, y + up, verb, ha="right", va="center", fontsize=9.5)
        size = BAR * p
        axes.add_patch(Rectangle((x, y + up - HALF), size, 2 * HALF, facecolor=OUTPUT))
        axes.text(x + size + 0.08, y + up, f"{p:.2f}", va="center", fontsize=9)


def draw_windows(axes: Axes) -> None:
    """A row for each window, from the last word alone to the noun that decides."""
    wide = is_wide(axes)
    scale, bars = (0.165, 5.6) if wide else (0.161, 5.0)
    for row, seen in enumerate((1, 2, 3, 4)):
        draw_window(axes, -1.15 * row, seen, scale)
        draw_bets(axes, bars, -1.15 * row, bets(seen))
    axes.axis("off")
    axes.set(xlim=(-0.05, 8.2 if wide else 7.55), ylim=(-4.0, 0.5))


def windows() -> Figure:
    """What a model bets on that sees one, two, three or four words back."""
    found = [bets(seen) for seen in (1, 2, 3, 4)]
    return Figure(
        **both(draw_windows, (6.4, 2.5), (3.4, 2.6)),
        label="Four times “the keys to the cabinet”, with a window over the last one, two, three "
        f"and four words. The bars give “is” {found[0][0]:.2f} and “are” {found[0][1]:.2f} three "
        f"times. With “keys” in the window they give {found[3][0]:.2f} and {found[3][1]:.2f}.",
        caption="Bets of a model that sees the last one, two, three or four words. Its language has"
        " four sentences, which follow below.",
    )


def draw_branch(axes: Axes, start: tuple, end: tuple, p: float, bold: bool) -> None:
    """A line as wide as the probability; where there is a choice, its number stands beside it."""
    colour = OUTPUT if bold else QUIET
    axes.plot(*zip(start, end, strict=True), color=colour, linewidth=0.8 + 3 * p)
    if p < 1:
        x, y = (start[0] + end[0]) / 2 - 0.07, (start[1] + end[1]) / 2
        up = end[1] > start[1]
        y, upright = (y + 0.06, "bottom") if up else (y - 0.06, "top")
        axes.text(x, y, f"{p:.2f}", ha="right", va=upright, fontsize=9)


def draw_tree(axes: Axes) -> None:
    """The four sentences as paths from left to right."""
    middle = {"ha": "center", "va": "center", "fontsize": 9.5}
    nouns, after = given(KEYS, 2)[0, :, 0, 0, 0, 0], given(KEYS, 5)[0, :, 0, 0, :, 0]
    axes.text(0.22, 1.5, "the", **middle)
    for noun, height in enumerate((2.5, 0.5)):
        draw_branch(axes, (0.5, 1.5), (1.18, height), nouns[noun], noun == 1)
        axes.text(1.52, height, WORDS[1][noun], **middle)
        draw_branch(axes, (1.88, height), (2.1, height), 1, noun == 1)
        axes.text(2.5, height, "to the", **middle)
        for last in (0, 1):
            y, bold = height + 0.5 - last, noun == 1 and last == 0
            weight = "bold" if bold else "normal"
            whole = f"{KEYS[0, noun, 0, 0, last].sum():.1f}"
            draw_branch(axes, (2.92, height), (3.55, y), after[noun, last], bold)
            axes.text(4.15, y, WORDS[4][last], **middle, weight=weight)
            draw_branch(axes, (4.75, y), (4.95, y), 1, bold)
            axes.text(5.25, y, WORDS[5][noun], **middle, weight=weight)
            axes.text(5.9, y, whole, **middle, weight=weight)
    axes.axis("off")
    axes.set(xlim=(0, 6.1), ylim=(-0.3, 3.4))


def tree() -> Figure:
    """Every sentence of the language as a path: its probability is the product along the path."""
    nouns = given(KEYS, 2)[0, :, 0, 0, 0, 0]
    after = given(KEYS, 5)[0, 1, 0, 0, 0, 0]
    return Figure(
        **both(draw_tree, (6.4, 2.6), (3.4, 2.4)),
        label=f"A tree. “the” branches to “key”, {nouns[0]:.2f}, and “keys”, {nouns[1]:.2f}; "
        "after “to the” each branches to “cabinet” and “cabinets”, then the verb is certain. The "
        f"bold path takes “keys” ({nouns[1]:.2f}) and “cabinet” ({after:.2f}): "
        f"{nouns[1] * after:.1f} in all.",
        caption="Each sentence is a path. Multiply the numbers along it to get the probability at "
        "its right end.",
    )


def draw_two_words(axes: Axes, y: float, size: float) -> None:
    """A trigram model: a bracket under the two words it sees, and the verb it bets on."""
    for t, word in enumerate(SENTENCE):
        seen = t >= len(SENTENCE) - 2
        style = {"color": INPUT, "weight": "bold"} if seen else {"color": QUIET}
        axes.text(t, y, word, ha="center", va="center", fontsize=size, **style)
    left, right = len(SENTENCE) - 2.4, len(SENTENCE) - 0.45
    axes.plot([left, left, right, right], [y - 0.18, y - 0.3, y - 0.3, y - 0.18], color=INPUT)
    arrow(axes, (right + 0.05, y), (right + 0.45, y))
    axes.text(right + 0.55, y, "is", va="center", fontsize=size, color=OUTPUT, weight="bold")


def draw_summary(axes: Axes, y: float, size: float) -> None:
    """A latent model: a summary that every word updates."""
    for t, word in enumerate(SENTENCE):
        style = {"color": INPUT, "weight": "bold", "fontsize": size}
        axes.text(t, y - 0.85, word, ha="center", va="center", **style)
        node(axes, t, y, "h" + "₁₂₃₄₅"[t], STATE)
        arrow(axes, (t, y - 0.68), (t, y - 0.3))
        if t:
            arrow(axes, (t - 0.7, y), (t - 0.3, y), STATE)
    arrow(axes, (len(SENTENCE) - 0.7, y), (len(SENTENCE) + 0.0, y))
    at = len(SENTENCE) + 0.1
    axes.text(at, y, "are", va="center", fontsize=size, color=OUTPUT, weight="bold")


def draw_both(axes: Axes) -> None:
    """The window above, the summary below."""
    size = 11 if is_wide(axes) else 9
    draw_two_words(bare(axes), 1.25, size)
    draw_summary(axes, 0.2, size)
    axes.set(xlim=(-0.5, 5.8), ylim=(-0.9, 1.5))


def two_ways() -> Figure:
    """A window over the last words, and a summary of all of them."""
    return Figure(
        **both(draw_both, (6.4, 2.7), (3.4, 1.6)),
        label="Above: the keys to the cabinet, with a bracket under the last two words; from them "
        "alone a trigram model says “is”. Below: five states in a row, each computed from the "
        "previous state and its word; the last state leads to “are”.",
        caption="A trigram model sees two words. A latent model sees one summary of all five.",
    )
