"""Pictures of walks back, of book/truncation.ipynb: `draw_…` fills an Axes, the others are figures.

A state is a blue disc, filled where it is in memory; the gradient comes back in vermilion.
"""

from matplotlib.axes import Axes

from unrolled.core.shapes import Array
from unrolled.page.figure import (
    GRADIENT,
    INPUT,
    OUTPUT,
    PAPER,
    QUIET,
    STATE,
    Figure,
    draw_grid,
)

TEXT = "cabdbacdab"  # ten symbols of four kinds, the first of them marked
INK = "#000000"  # becomes the text's own colour


def draw_cut(axes: Axes, cut: int, size: float) -> Axes:
    """Ten steps; the gradient comes from the last and ends at a cut after step `cut`."""
    T = len(TEXT)
    for i, symbol in enumerate(TEXT, 1):
        axes.annotate("", (i, -0.28), (i, -0.75), arrowprops={"arrowstyle": "->", "color": QUIET})
        axes.text(i, -1.0, symbol, color=INPUT, ha="center", va="center", fontsize=size + 3)
        axes.plot(i, 0, "o", color=STATE if i > cut else QUIET, markersize=size, zorder=3)
        if i < T:
            axes.plot([i, i + 1], [0, 0], color=STATE, linewidth=1)
        if cut < i < T:
            look = {"arrowstyle": "->", "color": GRADIENT, "linewidth": 2}
            axes.annotate("", (i + 0.02, 0.5), (i + 1.02, 0.5), arrowprops=look)
    axes.plot(1, -1.0, "o", color=INPUT, markersize=2.2 * size, fillstyle="none")
    axes.text(0.55, -1.62, "marked", color=INPUT, ha="left", va="center")
    axes.plot([cut + 0.5] * 2, [-0.5, 0.9], color=INK, linewidth=2.5)
    axes.text(cut + 0.5, 1.25, "cut", ha="center", va="center")
    axes.text(T + 0.4, 1.25, "gradient of the loss", color=GRADIENT, ha="right", va="center")
    axes.text(T + 0.4, -1.62, "Which was the first?", color=OUTPUT, ha="right", va="center")
    axes.axis("off")
    axes.set(xlim=(0.4, T + 0.6), ylim=(-1.9, 1.55))
    return axes


def cut_after_nine() -> Figure:
    """What the gradient of the question at the top sees: all steps but the first."""
    cut = 1

    def draw_of(size: float):
        return lambda panels: draw_cut(panels[0, 0], cut, size)

    return Figure(
        draw_grid(draw_of(12), (6.5, 1.8), 1, 1),
        f"{len(TEXT)} steps in a row, each reads a symbol; the first symbol is marked. The gradient"
        f" comes from step {len(TEXT)}, passes {len(TEXT) - cut} steps and ends at a cut between"
        f" step {cut} and step {cut + 1}.",
        narrow=draw_grid(draw_of(8), (3.4, 1.9), 1, 1),
    )


def memory_of(T: int, every: int) -> list[tuple[str, set[int], tuple[int, int] | None]]:
    """What is done, the states in memory meanwhile and the steps that the walk back passes."""
    checkpoints = set(range(0, T, every))
    moments = [
        ("plain BPTT keeps every state", set(range(T + 1)), (T, 0)),
        ("forward, keep checkpoints only", checkpoints, None),
    ]
    for start in reversed(range(0, T, every)):
        end = start + every
        again = {*range(start, end + 1)}
        name = f"steps {start + 1} to {end} again, then back"
        moments.append((name, {c for c in checkpoints if c <= start} | again, (end, start)))
    return moments


def draw_memory(axes: Axes, T: int, every: int, size: float) -> Axes:
    """A row of states for each moment; filled ones are in memory."""
    moments = memory_of(T, every)
    for row, (name, kept, back) in enumerate(moments):
        y = -1.55 * row - (0.5 if row else 0)
        axes.text(-0.4, y + 0.72, name, ha="left", va="center")
        for i in range(T + 1):
            inside = STATE if i in kept else PAPER
            axes.plot(i, y, "o", color=STATE, markersize=size, markerfacecolor=inside, zorder=3)
        if back:
            look = {"arrowstyle": "->", "color": GRADIENT, "linewidth": 2}
            axes.annotate("", (back[1] - 0.1, y + 0.34), (back[0], y + 0.34), arrowprops=look)
        axes.text(T + 1, y, str(len(kept)), ha="left", va="center", fontweight="bold")
    axes.text(T + 1.9, 1.35, "states", ha="right", va="center")
    axes.axis("off")
    axes.set(xlim=(-0.6, T + 2), ylim=(-1.55 * len(moments) + 0.5, 1.7))
    return axes


def checkpoints(T: int = 16, every: int = 4) -> Figure:
    """Which states are kept when, without checkpoints and with them."""

    def draw_of(size: float):
        def draw(panels: Array) -> None:
            draw_memory(panels[0, 0], T, every, size)

        return draw

    counts = [len(kept) for _, kept, _ in memory_of(T, every)]
    return Figure(
        draw_grid(draw_of(8), (6.5, 4.2), 1, 1),
        f"States in memory over {T} steps. Plain BPTT: {counts[0]}. With a checkpoint every {every}"
        f" steps: {counts[1]} after the forward pass, {counts[2]} while the last segment is walked"
        " back, then fewer.",
        f"A filled disc is a state in memory. The peak is {counts[2]} states instead of"
        f" {counts[0]}.",
        narrow=draw_grid(draw_of(6), (3.4, 4.4), 1, 1),
    )
