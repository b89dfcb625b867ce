"""Pictures of book/rnn.ipynb: `draw_…` fills an Axes, the function without it is the figure."""

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.shapes import Array, Float
from unrolled.page.diagram import arrow, node, subscripted
from unrolled.page.figure import INPUT, OUTPUT, QUIET, STATE, Figure, bare, drawing


def draw_loop(axes: Axes, x: float | int, y: float | int) -> None:
    """The network as a loop: the state feeds back into itself."""
    node(axes, x, y, "h", STATE)
    node(axes, x, y - 1.1, "x", INPUT)
    node(axes, x, y + 1.1, "ŷ", OUTPUT)
    arrow(axes, (x, y - 0.8), (x, y - 0.3))
    arrow(axes, (x, y + 0.3), (x, y + 0.8))
    arrow(axes, (x + 0.27, y - 0.14), (x + 0.27, y + 0.14), bend=3.2, colour=STATE)
    subscripted(axes, x + 1.12, y, "W", "hh")


def draw_unfolding(axes: Axes, read: str) -> Axes:
    """The same unfolded over what it reads, with the same weights each step."""
    node(axes, 0, 0, "h₀", STATE)
    for t, letter in enumerate(read, 1):
        x = 1.35 * t
        for y, symbol, colour in ((-1.1, "x", INPUT), (0, "h", STATE), (1.1, "ŷ", OUTPUT)):
            node(axes, x, y, symbol + "₀₁₂₃₄₅"[t], colour)
        axes.text(x, -1.62, f"“{letter}”", ha="center", va="center", fontsize=11, color=INPUT)
        arrow(axes, (x, -0.8), (x, -0.3))
        arrow(axes, (x, 0.3), (x, 0.8))
        arrow(axes, (x - 1.05, 0), (x - 0.3, 0), STATE)
        subscripted(axes, x - 0.68, 0.2, "W", "hh")
        subscripted(axes, x + 0.27, -0.55, "W", "hx")
        subscripted(axes, x + 0.27, 0.55, "W", "yh")
    axes.set(xlim=(-0.4, 1.35 * len(read) + 0.7), ylim=(-1.85, 4.9))
    return axes


def unfolding() -> Figure:
    """A recurrent network as a loop and unfolded over three steps."""
    with drawing(3.0, 4.0) as (canvas, axes):
        draw_loop(bare(axes), 1.35, 3.4)
        arrow(axes, (0.2, 2.4), (0.2, 1.5), QUIET)
        axes.text(0.05, 2.5, "unfold", ha="center", va="bottom", fontsize=10, color=QUIET)
        draw_unfolding(axes, "dem")
    return Figure(
        canvas,
        "Above: a network whose state h feeds back into itself. Below: the same network unfolded "
        "over d, e, m; each h receives the x below it and the h before it, with the same weights "
        "every time.",
        "The same network twice: as a loop, and unfolded over the three letters of dem.",
    )


def draw_next_letters(axes: Axes, word: str) -> Axes:
    """A word again and again; below each letter the one that comes next."""
    text = word * 2
    for t, (letter, following) in enumerate(zip(text, text[1:] + text[0], strict=True)):
        twofold = letter == "e"
        axes.text(
            t,
            1,
            letter,
            ha="center",
            va="center",
            fontsize=12,
            color=INPUT,
            weight="bold" if twofold else "normal",
        )
        axes.text(
            t,
            0,
            following,
            ha="center",
            va="center",
            fontsize=12,
            color=OUTPUT,
            weight="bold" if twofold else "normal",
        )
        arrow(axes, (t, 0.72), (t, 0.3), "black" if twofold else QUIET)
    axes.text(-0.5, 1, "read", ha="right", va="center", fontsize=10)
    axes.text(-0.5, 0, "comes next", ha="right", va="center", fontsize=10)
    axes.set(xlim=(-2.9, len(text) - 0.5), ylim=(-0.4, 1.4))
    return axes


def next_letters(word: str = "deme") -> Figure:
    """After the same letter comes now this, now that."""
    with drawing(3.0, 0.85) as (canvas, axes):
        draw_next_letters(bare(axes), word)
    return Figure(
        canvas,
        "Two rows of letters. Read: d e m e d e m e. Below each the letter that comes next: e m e "
        "d e m e d. After e comes m, then d, then m, then d.",
        "After d and after m comes e. After e comes m or d, in turn.",
    )


def draw_on_a_line(axes: Axes, states: Float[Array, " T"], letters: str, borders: tuple) -> Axes:
    """Where one unit stands after each letter, and where the prediction changes."""
    axes.axhline(0, color=QUIET, linewidth=1)
    axes.plot(states, np.zeros(len(states)), "o", color=STATE, markersize=7)
    for h, read in zip(states, letters, strict=True):
        axes.annotate(read, (h, 0), (0, 9), ha="center", textcoords="offset points", fontsize=9.5)
        axes.annotate(
            f"{h:.2f}", (h, 0), (0, -17), ha="center", textcoords="offset points", fontsize=9
        )
    for border in borders:
        axes.plot([border, border], [-0.5, 0.5], color=OUTPUT, linewidth=1.4, linestyle="--")
    edges = (-1.15, *borders, 1.15)
    for says, low, high in zip("mde", edges, edges[1:], strict=False):
        axes.text((low + high) / 2, 0.82, f"says {says}", ha="center", fontsize=9.5, color=OUTPUT)
    axes.set(xlim=(-1.2, 1.2), ylim=(-0.75, 1.15))
    axes.axis("off")
    return axes


def one_unit(states: Float[Array, " T"], letters: str, borders: tuple) -> Figure:
    """One number tells the four places of deme apart."""
    with drawing(3.0, 1.3) as (canvas, axes):
        read = [
            letters[t] if letters[t] != "e" else f"e after {letters[t - 1]}"
            for t in range(len(letters))
        ]
        draw_on_a_line(axes, states, read, borders)
    places = ", ".join(f"{name} at {h:.2f}" for name, h in zip(read, states, strict=True))
    return Figure(
        canvas,
        f"A line from -1 to 1 with four dots: {places}. Borders at {borders[0]:.2f} and "
        f"{borders[1]:.2f} part it: left of both the network says m, between them d, right e.",
        "The state of one unit after each letter of deme, and what it then says.",
    )


def draw_runs(axes: Axes, every: int, runs: Array, colour: str, style: str, name: str) -> None:
    """Losses of several runs, one line each, named at the end."""
    steps = every * np.arange(runs.shape[1])
    axes.plot(steps, runs.T, style, color=colour, linewidth=1.1)
    axes.annotate(
        name,
        (steps[-1], runs[:, -1].mean()),
        (5, 0),
        va="center",
        fontsize=9,
        textcoords="offset points",
        annotation_clip=False,
    )


def with_and_without(every: int, recurrent: Array, without: Array, least: float) -> Figure:
    """Five networks that may remember, and five that may not, learn deme."""
    with drawing(3.0, 2.2) as (canvas, axes):
        draw_runs(axes, every, without, QUIET, "--", "without W")
        draw_runs(axes, every, recurrent, OUTPUT, "-", "with W")
        axes.axhline(least, color="black", linewidth=0.8)
        axes.annotate("½ log 2", (0, least), (2, -11), textcoords="offset points", fontsize=9)
        axes.set(xlabel="steps of training", ylabel="mean loss", ylim=(0, 1.2))
    return Figure(
        canvas,
        f"Mean loss of ten networks that learn deme. Five with W_hh end at "
        f"{recurrent[:, -1].min():.3f} to {recurrent[:, -1].max():.3f}; five without end at "
        f"{without[:, -1].min():.3f} to {without[:, -1].max():.3f}, above ½ log 2 = {least:.3f}.",
        "Two units learn deme from five random starts: with W_hh, and with W_hh held at 0.",
    )


def draw_streams(axes: Axes, text: str, rows: int, window: int) -> Axes:
    """A long text cut into rows that are read side by side, window after window."""
    length = len(text) // rows
    for row in range(rows):
        piece = text[row * length : row * length + 2 * window + 2]
        for t, letter in enumerate(piece):
            axes.text(
                t,
                -row,
                letter.replace(" ", "␣"),
                ha="center",
                va="center",
                fontsize=9,
                color=INPUT if t < 2 * window else QUIET,
            )
    for n in (1, 2):
        left, right = (n - 1) * window - 0.45, n * window - 0.55
        low = -rows + 0.5
        high = 0.5
        axes.plot(
            [left, right, right, left, left], [low, low, high, high, low], color=QUIET, linewidth=1
        )
        axes.text((left + right) / 2, 0.85, f"window {n}", ha="center", fontsize=9)
    arrow(axes, (window - 1.6, -rows - 0.1), (window + 0.6, -rows - 0.1), STATE)
    axes.text(window + 0.8, -rows - 0.1, "the state goes on", va="center", fontsize=9, color=STATE)
    axes.set(xlim=(-0.8, 2 * window + 2), ylim=(-rows - 0.7, 1.3))
    return axes


def in_streams(text: str, rows: int = 16, window: int = 32) -> Figure:
    """How a long text is read: a few rows of it, and the first letters of two windows."""
    with drawing(3.0, 1.65) as (canvas, axes):
        draw_streams(bare(axes), text, 4, 9)
    return Figure(
        canvas,
        "A text written in rows, one below the other. A frame around the first letters of all rows "
        "is window 1, the frame to its right window 2. An arrow from the first to the second: the "
        "state goes on.",
        f"The text in rows that are read side by side: 4 rows and windows of 9 letters are drawn, "
        f"{rows} rows and windows of {window} are used.",
    )


def draw_unit(axes: Axes, text: str, values: Float[Array, " T"]) -> Axes:
    """Letters with the value of a unit behind and below them: colour and bar, up and down."""
    axes.axhline(0, color=QUIET, linewidth=0.6)
    for t, (letter, value) in enumerate(zip(text, values, strict=True)):
        colour = STATE if value > 0 else QUIET
        axes.bar(t, value, color=colour, width=0.9)
        axes.axvspan(t - 0.5, t + 0.5, ymin=0.78, color=colour, alpha=0.45 * abs(value), lw=0)
        axes.text(t, 1.62, letter.replace(" ", "␣"), ha="center", va="center", fontsize=9)
    axes.set(xlim=(-0.6, len(text) - 0.4), ylim=(-1.1, 2.1), xticks=[], yticks=[-1, 0, 1])
    axes.spines["bottom"].set_visible(False)
    return axes


def unit_on_text(text: str, values: Float[Array, " T"], rows: int = 4) -> Figure:
    """What one hidden unit says along a text that the network has not read in training."""
    length = len(text) // rows
    with drawing(3.0, 0.95 * rows) as (canvas, whole):
        whole.remove()
        for row, axes in enumerate(canvas.subplots(rows, 1)):
            here = slice(row * length, (row + 1) * length)
            draw_unit(axes, text[here], values[here])
    first, later = _first_and_later(text, values)
    return Figure(
        canvas,
        f"{len(text)} letters of text in {rows} rows; above and below zero the value of one unit "
        f"at each. At the first letter of a word it is {first:.2f} on average, from the third on "
        f"{later:.2f}.",
        "One hidden unit along held-out text: bars and colour show its value from -1 to 1.",
    )


def _first_and_later(text: str, values: Array) -> tuple[float, float]:
    place = np.zeros(len(text), int)
    for t, letter in enumerate(text):
        place[t] = (place[t - 1] if t else 0) + 1 if letter.isalpha() else 0
    return float(values[place == 1].mean()), float(values[place >= 3].mean())
