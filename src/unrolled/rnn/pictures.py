"""Pictures of book/rnn.ipynb: `draw_…` fills an Axes, the function without it is the figure."""

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.shapes import Array, Float
from unrolled.page.diagram import arrow, is_wide, node
from unrolled.page.figure import INPUT, OUTPUT, QUIET, STATE, Figure, bare, both, draw_grid


def name_weights(axes: Axes, x: float | int, y: float | int, subscript: str) -> None:
    """W with its subscript, beginning at x."""
    axes.annotate("W", (x, y), (0, 0), textcoords="offset points", va="center", fontsize=12)
    axes.annotate(
        subscript, (x, y), (11, -5), textcoords="offset points", va="center", fontsize=9.5
    )


def draw_step(axes: Axes, x: float | int, index: str, letter: str) -> None:
    """One step: the input below, the state, the prediction on top."""
    for y, symbol, colour in ((-1.5, "x", INPUT), (0, "h", STATE), (1.5, "ŷ", OUTPUT)):
        node(axes, x, y, symbol + index, colour)
    arrow(axes, (x, -1.2), (x, -0.33))
    arrow(axes, (x, 0.3), (x, 1.17))
    name_weights(axes, x + 0.14, -0.78, "hx")
    name_weights(axes, x + 0.14, 0.94, "yh")
    if letter:
        axes.text(x, -2.05, f"“{letter}”", ha="center", va="center", fontsize=12, color=INPUT)


def draw_loop(axes: Axes, x: float | int) -> None:
    """The network as a loop: the state feeds back into itself."""
    draw_step(axes, x, "", "")
    arrow(axes, (x - 0.24, 0.18), (x - 0.24, -0.18), bend=4.2, colour=STATE)
    name_weights(axes, x - 1.75, 0, "hh")


def draw_chain(axes: Axes, left: float | int, read: str, apart: float) -> None:
    """The network unfolded over what it reads, with the same weights at every step."""
    node(axes, left, 0, "h₀", STATE)
    for t, letter in enumerate(read, 1):
        x = left + apart * t
        draw_step(axes, x, "₀₁₂₃₄₅"[t], letter)
        arrow(axes, (x - apart + 0.3, 0), (x - 0.33, 0), STATE)
        name_weights(axes, x - apart / 2 - 0.2, 0.34, "hh")


def draw_unfolding(axes: Axes) -> None:
    """The loop, an arrow, and the chain: beside each other, or on a phone one below the other."""
    bare(axes)
    if is_wide(axes):
        draw_loop(axes, 0)
        arrow(axes, (1.0, 0), (2.2, 0), QUIET)
        axes.text(1.6, 0.2, "unfold", ha="center", va="bottom", fontsize=11, color=QUIET)
        draw_chain(axes, 2.9, "dem", 1.75)
        axes.set(xlim=(-1.9, 8.9), ylim=(-2.3, 1.9))
        return
    draw_chain(axes, 0, "dem", 1.5)
    axes.set(xlim=(-0.4, 5.3), ylim=(-2.3, 6.6))
    above = axes.inset_axes((0, 2.5, 5.7, 4.0), transform=axes.transData)
    above.set(xlim=(-2.85, 2.85), ylim=(-2, 2))
    draw_loop(bare(above), 0)
    arrow(axes, (0.4, 3.8), (0.4, 2.2), QUIET)
    axes.text(0.4, 3.95, "unfold", ha="center", va="bottom", fontsize=11, color=QUIET)


def unfolding() -> Figure:
    """A recurrent network as a loop and unfolded over three steps."""
    return Figure(
        **both(draw_unfolding, (6.6, 2.75), (3.7, 5.6)),
        label="A network whose state h feeds back into itself, and the same network unfolded over "
        "d, e, m: each h receives the x below it and the h before it, with the same weights at "
        "every step.",
        caption="The same network twice: as a loop, and unfolded over the three letters of dem.",
    )


def draw_streams(axes: Axes, text: str, rows: int) -> None:
    """A long text cut into rows that are read side by side, window after window."""
    window = 16 if is_wide(axes) else 9
    length = len(text) // rows
    for row in range(4):
        piece = text[row * length : row * length + 2 * window + 2]
        for t, letter in enumerate(piece):
            colour = INPUT if t < 2 * window else QUIET
            shown = letter.replace(" ", "␣")
            axes.text(t, -row, shown, ha="center", va="center", fontsize=9.5, color=colour)
    low, high = -3.5, 0.5
    for n in (1, 2):
        left, right = (n - 1) * window - 0.45, n * window - 0.55
        axes.plot(
            [left, right, right, left, left], [low, low, high, high, low], color=QUIET, linewidth=1
        )
        axes.text((left + right) / 2, 0.85, f"chunk {n}", ha="center", fontsize=10)
    arrow(axes, (window - 1.6, -4.1), (window + 0.6, -4.1), STATE)
    axes.text(window + 0.8, -4.1, "the state goes on", va="center", fontsize=10, color=STATE)
    axes.set(xlim=(-0.8, 2 * window + 2), ylim=(-4.7, 1.5))
    axes.axis("off")


def in_streams(text: str, rows: int = 16, window: int = 32) -> Figure:
    """How a long text is read: a few rows of it, and the first letters of two windows."""
    return Figure(
        **both(lambda axes: draw_streams(axes, text, rows), (6.5, 1.9), (3.6, 1.9)),
        label="A text written in rows, one below the other. A frame around the first letters of "
        "all rows is chunk 1, the frame to its right chunk 2. An arrow from the first to the "
        "second: the state goes on.",
        caption=f"The text in rows that are read side by side. Only 4 rows and parts of two "
        f"chunks are drawn; there are {rows} rows, and a chunk has {window} letters.",
    )


def draw_reading(axes: Axes, every: int, own: list, others: Array, tables: dict) -> None:
    """Held-out perplexity while the network reads, and where counted tables are."""
    updates = every * np.arange(1, len(own) + 1)
    axes.plot(updates, others.T, color=OUTPUT, linewidth=0.9, alpha=0.5)
    axes.plot(updates, own, color=OUTPUT)
    for name, height in tables.items():
        axes.axhline(height, color=QUIET, linestyle="--", linewidth=0.9)
        axes.text(updates[0], height + 0.1, name, va="bottom", fontsize=10)
    axes.set(xlabel="updates", ylabel="held-out perplexity", ylim=(4, 11.5))


def reading_curve(every: int, own: list, others: Array, tables: dict) -> Figure:
    """A network reads this book, beside the tables that count."""
    counted = ", ".join(f"{name} {height:.2f}" for name, height in tables.items())
    return Figure(
        **both(lambda axes: draw_reading(axes, every, own, others, tables), (6.4, 2.9), (3.6, 3.1)),
        label=f"Held-out perplexity falls from {own[0]:.1f} to {own[-1]:.2f} in "
        f"{every * len(own)} updates; five random starts end between {others[:, -1].min():.2f} and "
        f"{others[:, -1].max():.2f}. Level lines: {counted}.",
        caption=f"Perplexity on held-out text while the network reads this book (thick), and from "
        f"five random starts (thin), which end between {others[:, -1].min():.2f} and "
        f"{others[:, -1].max():.2f}. Dashed: tables of counts.",
    )


def draw_unit(axes: Axes, text: str, values: Float[Array, " T"]) -> None:
    """Letters with the value of a unit above and below zero: colour and bar, up and down."""
    axes.axhline(0, color=QUIET, linewidth=0.6)
    for t, (letter, value) in enumerate(zip(text, values, strict=True)):
        colour = STATE if value > 0 else QUIET
        axes.bar(t, value, color=colour, width=0.9)
        axes.axvspan(t - 0.5, t + 0.5, ymin=0.78, color=colour, alpha=0.45 * abs(value), lw=0)
        axes.text(t, 1.62, letter.replace(" ", "␣"), ha="center", va="center", fontsize=9.5)
    axes.set(xlim=(-0.6, len(text) - 0.4), ylim=(-1.1, 2.1), xticks=[], yticks=[-1, 0, 1])
    axes.spines["bottom"].set_visible(False)


def unit_on_text(text: str, values: Float[Array, " T"]) -> Figure:
    """The value of one hidden unit along a text that the network has not read in training."""

    def draw(panels: Array) -> None:
        length = len(text) // len(panels)
        for row, axes in enumerate(panels[:, 0]):
            here = slice(row * length, (row + 1) * length)
            draw_unit(axes, text[here], values[here])

    first, later = _first_and_later(text, values)
    return Figure(
        draw_grid(draw, (6.5, 2.2), 2, 1),
        f"{len(text)} letters of text; bars above and below zero show the value of one unit "
        f"at each. At the first letter of a word it is {first:.2f} on average, from the third on "
        f"{later:.2f}.",
        "One hidden unit along held-out text: bars and colour show its value from −1 to 1.",
        draw_grid(draw, (3.6, 3.9), 4, 1),
    )


def _first_and_later(text: str, values: Array) -> tuple[float, float]:
    place = np.zeros(len(text), int)
    for t, letter in enumerate(text):
        place[t] = (place[t - 1] if t else 0) + 1 if letter.isalpha() else 0
    return float(values[place == 1].mean()), float(values[place >= 3].mean())
