"""Pictures of book/language_models.ipynb that show letters: counts, surprise, perplexity."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from unrolled.core.shapes import Array, Float
from unrolled.core.text import LETTERS
from unrolled.page.diagram import is_wide
from unrolled.page.figure import OUTPUT, QUIET, Figure, both, draw_grid

SHOWN = " aehinoqstu,"  # the letters of the table of counts that are drawn
SPACE = "␣"
ORDERS = {1: "no letter", 2: "one letter", 4: "three letters"}  # n, and what the model sees


def draw_scale(axes: Axes) -> None:
    """A line from 0 bits up, with the perplexities that are easy to imagine."""
    wide = is_wide(axes)
    marks = {
        0: "certain\nand right" if wide else "certain",
        1: "a coin\ntoss" if wide else "coin\ntoss",
        2: "four equal\nchoices" if wide else "four\nequal",
        np.log2(len(LETTERS)): "uniform\nguess",
    }
    axes.axhline(0, color=QUIET, linewidth=1.2)
    for bits, words in marks.items():
        axes.plot([bits, bits], [-0.1, 0.1], color=QUIET, linewidth=1.2)
        axes.text(bits, 0.62, words, ha="center", va="center", fontsize=9)
        axes.text(
            bits, 0.26, f"{2**bits:.0f}", ha="center", va="center", color=OUTPUT, weight="bold"
        )
        axes.text(bits, -0.3, f"{bits:.3g}", ha="center", va="center", fontsize=9)
    axes.annotate(
        "", (6.3, 0), (5.3, 0), arrowprops={"arrowstyle": "-|>", "color": QUIET, "linewidth": 1.2}
    )
    axes.text(5.95, 0.26, "worse", ha="center", va="center", fontsize=9)
    axes.text(3.55, 0.26, "perplexity", ha="center", va="center", color=OUTPUT, fontsize=9)
    axes.text(3.55, -0.3, "bits", ha="center", va="center", fontsize=9)
    axes.axis("off")
    axes.set(xlim=(-0.45, 6.4), ylim=(-0.5, 0.95))


def scale() -> Figure:
    """What a perplexity says: 1 is certainty, and the number of letters is knowing nothing."""
    return Figure(
        **both(draw_scale, (6.4, 1.2), (3.4, 1.1)),
        label="A line with two scales. Perplexity 1, or 0 bits: certain and right. 2, or 1 bit: a "
        "coin toss. 4, or 2 bits: four equal choices. "
        f"{len(LETTERS)}, or {np.log2(len(LETTERS)):.2f} bits: a uniform guess. Beyond: worse.",
        caption="Perplexity counts equally likely choices; each doubling is one more bit.",
    )


def draw_table(axes: Axes, table: Float[Array, "V V"]) -> None:
    """Rows of predictions: the darker the cell, the likelier the letter above it."""
    places = [LETTERS.index(letter) for letter in SHOWN]
    names = list(SHOWN.replace(" ", SPACE))
    rows = table[np.ix_(places, places)]
    for i, j in np.ndindex(rows.shape):
        corner = (j - 0.46, i - 0.46)
        square = {"facecolor": OUTPUT, "alpha": 0.05 + 0.95 * rows[i, j]}
        axes.add_patch(Rectangle(corner, 0.92, 0.92, linewidth=0, **square))
    axes.set_xticks(range(len(names)), names, fontsize=10)
    axes.set_yticks(range(len(names)), names, fontsize=10)
    axes.tick_params(length=0, top=False, labeltop=True, labelbottom=False)
    axes.set(xlim=(-0.6, len(names) - 0.4), ylim=(len(names) - 0.4, -0.6))
    axes.set_xlabel("next letter", fontsize=9.5)
    axes.set_ylabel("letter before", fontsize=9.5)
    axes.xaxis.set_label_position("top")
    axes.set_aspect("equal")
    axes.spines[:].set_visible(False)


def table(probabilities: Float[Array, "V V"]) -> Figure:
    """Part of the table of a bigram model."""

    def draw(panels):
        draw_table(panels[0, 0], probabilities)

    after = LETTERS.index("q"), LETTERS.index("u")
    comma = LETTERS.index(","), LETTERS.index(" ")
    return Figure(
        draw_grid(draw, (3.6, 3.7), 1, 1),
        f"A square of {len(SHOWN)} rows and columns of tinted cells, the letter before at the "
        f"left, the next letter above. Darkest are q to u, {probabilities[after]:.2f}, and comma "
        f"to space, {probabilities[comma]:.2f}. Most rows have a few tinted cells.",
        f"A part of the bigram table. Each row is one prediction; {SPACE} is the space.",
    )


def draw_longer(axes: Axes, ns: list[int], seen: Array, unseen: Array) -> None:
    """Perplexity against n, on the counted text and on held-out text."""
    axes.plot(ns, seen, color=QUIET, marker="o", markersize=4, linestyle="--")
    axes.plot(ns, unseen, color=OUTPUT, marker="s", markersize=4)
    for name, values in (("counted", seen), ("held-out", unseen)):
        axes.annotate(
            name,
            (ns[-1], values[-1]),
            (7, 0),
            va="center",
            textcoords="offset points",
            fontsize=9,
            annotation_clip=False,
        )
    axes.set(xlabel="n", ylabel="perplexity", xticks=ns, ylim=(0, None))


def longer(ns: list[int], seen: Array, unseen: Array) -> Figure:
    """What a longer past gains on the text that was counted, and loses on another."""
    best = int(np.argmin(unseen))
    return Figure(
        **both(lambda axes: draw_longer(axes, ns, seen, unseen), (6.4, 2.6), (3.4, 2.4)),
        label=f"Perplexity for n from {ns[0]} to {ns[-1]}. On the counted text it falls from "
        f"{seen[0]:.1f} to {seen[-1]:.1f}; on held-out text from {unseen[0]:.1f} to "
        f"{unseen[best]:.2f} at n = {ns[best]}, then it rises to {unseen[-1]:.2f}.",
        caption="A longer past always helps on the counted text. On held-out text it helps only up "
        f"to n = {ns[best]}.",
    )
