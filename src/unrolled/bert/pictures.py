"""Pictures of book/bert.ipynb: `draw_…` fills an Axes, a function without it is a figure."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch

from unrolled.core.shapes import Array
from unrolled.page.diagram import arrow
from unrolled.page.figure import INPUT, QUIET, STATE, Figure, bare, both

ROWS = ("token", "place", "segment")
HEIGHTS = (3.4, 2.5, 1.6)
MARKS = {"same": (STATE, "o", "same meaning"), "other": ("black", "x", "other meaning")}


def box(axes: Axes, x: float, y: float, text: str, colour: str, wide: float = 1.5) -> None:
    """A vector, by name."""
    axes.add_patch(
        FancyBboxPatch(
            (x - wide / 2, y - 0.22),
            wide,
            0.44,
            facecolor="none",
            edgecolor=colour,
            boxstyle="round,pad=0.05",
        )
    )
    axes.text(x, y, text, ha="center", va="center", fontsize=9)


def draw_entering(axes: Axes, tokens: list[str]) -> Axes:
    """A column for each token: three rows added, a norm, and what leaves the blocks."""
    right = 1.85 * (len(tokens) - 1)
    for n, token in enumerate(tokens):
        x = 1.85 * n
        for y, name in zip(HEIGHTS, (token, str(n), "0"), strict=True):
            box(axes, x, y, name, INPUT)
        for y in (2.95, 2.05):
            axes.text(x, y, "+", ha="center", va="center", fontsize=10)
        arrow(axes, (x, 1.3), (x, 0.82), STATE)
        arrow(axes, (x, 0.22), (x, -0.16), STATE)
        arrow(axes, (x, -0.76), (x, -1.14), STATE)
        axes.text(x, -1.4, f"x{'₀₁₂₃₄₅₆'[n]}", ha="center", va="center", fontsize=11, color=STATE)
    for y, name in zip(HEIGHTS, ROWS, strict=True):
        axes.text(-1.0, y, name, ha="right", va="center", fontsize=9)
    box(axes, right / 2, 0.52, "norm, each alone", "black", right + 1.5)
    box(axes, right / 2, -0.46, "blocks: all tokens see each other", "black", right + 1.5)
    axes.set(xlim=(-2.4, right + 1.0), ylim=(-1.7, 3.8))
    return axes


def entering(tokens: list[str]) -> Figure:
    """How tokens enter an encoder."""

    def draw(axes: Axes) -> None:
        draw_entering(bare(axes), tokens)

    return Figure(
        label=f"Tokens {' '.join(tokens)}, a column each. A row for the token, one for its place "
        "and one for its segment are added and normed, for each token alone; then blocks, in which "
        "all see each other, make a vector for each.",
        caption="Each box on top is a row of a table; the three of a column are added.",
        **both(draw, (6.2, 3.7), (3.5, 2.5)),
    )


def pairs(cosines: Array, half: int) -> dict[str, Array]:
    """The cosines of every two vectors, in a layer each: of the same half, and of both halves."""
    n = cosines.shape[-1]
    same = np.equal.outer(np.arange(n) < half, np.arange(n) < half)
    below = np.tri(n, k=-1, dtype=bool)
    return {"same": cosines[:, same & below], "other": cosines[:, ~same & below]}


def senses(cosines: Array, half: int) -> Figure:
    """How alike the vectors of a word are behind each block, in two meanings."""
    found = pairs(cosines, half)
    layers = np.arange(len(cosines))

    def draw(axes: Axes) -> None:
        for (name, values), side in zip(found.items(), (-0.13, 0.13), strict=True):
            colour, mark, says = MARKS[name]
            for at, one in zip(layers, values, strict=True):
                axes.plot(
                    np.full(one.size, at + side),
                    one,
                    mark,
                    color=colour,
                    markersize=3,
                    alpha=0.45,
                    linestyle="none",
                )
            axes.plot(
                layers + side,
                values.mean(axis=1),
                color=colour,
                label=says,
                linestyle="-" if name == "same" else (0, (5, 2)),
            )
        axes.axhline(1, color=QUIET, linewidth=0.8)
        axes.set(
            xlabel="blocks behind it", ylabel="cosine", xticks=layers, yticks=(0.7, 0.8, 0.9, 1)
        )
        axes.figure.legend(
            *axes.get_legend_handles_labels(), loc="outside upper left", fontsize=9, ncols=2
        )

    ends = [f"{found[name][-1].mean():.2f}" for name in MARKS]
    return Figure(
        label="Cosines between vectors of one word in ten sentences, before the blocks and behind "
        f"each of six: two meanings part. At the end the mean is {ends[0]} within a meaning and "
        f"{ends[1]} across.",
        caption="A mark for each pair of sentences; lines join the means. Grey: the token's row"
        " alone.",
        **both(draw, (5.8, 3.0), (3.4, 3.2)),
    )
