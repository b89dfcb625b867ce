"""Pictures of book/bptt.ipynb: `draw_…` fills an Axes, the function without it is the figure."""

from html import escape
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.shapes import Array, Float
from unrolled.core.tree import named_leaves, tree_leaves
from unrolled.page.diagram import arrow, node
from unrolled.page.figure import GRADIENT, OUTPUT, QUIET, STATE, Figure, bare, drawing
from unrolled.page.numbers import decimals, percent
from unrolled.page.tables import Grid


def draw_paths(axes: Axes, kept: set[tuple[int, int]], title: str = "") -> Axes:
    """The unfolded network with the paths (loss t, copy i) that one term adds up."""
    for t in (1, 2, 3):
        node(axes, 1.3 * t, 1.1, "L" + "₀₁₂₃"[t], OUTPUT)
        node(axes, 1.3 * t, 0, "h" + "₀₁₂₃"[t], STATE)
        axes.text(1.3 * t, -1.05, f"copy {t}", ha="center", va="center", fontsize=9)
    used = {("L", t) for t, _ in kept} | {("W", i) for _, i in kept}
    used |= {("h", j) for t, i in kept for j in range(i, t)}
    for t in (1, 2, 3):
        _step(axes, (1.3 * t, 0.8), (1.3 * t, 0.3), ("L", t) in used)
        _step(axes, (1.3 * t, -0.3), (1.3 * t, -0.85), ("W", t) in used)
        if t < 3:
            _step(axes, (1.3 * (t + 1) - 0.3, 0), (1.3 * t + 0.3, 0), ("h", t) in used)
    axes.set(xlim=(0.7, 4.5), ylim=(-1.3, 1.5))
    axes.set_title(title, loc="center", fontweight="normal", fontsize=9.5, pad=1)
    return axes


def _step(axes: Axes, start, end, used: bool) -> None:
    style = {"linewidth": 2.2} if used else {"linewidth": 0.8, "linestyle": (0, (2, 2))}
    arrow(axes, start, end, GRADIENT if used else QUIET, **style)


def all_paths() -> Figure:
    """Every way from a loss back into a copy of the weight."""
    with drawing(2.9, 2.4) as (canvas, axes):
        draw_paths(bare(axes), {(t, i) for t in (1, 2, 3) for i in range(1, t + 1)})
    return Figure(
        canvas,
        "Losses L1 to L3 above, states h1 to h3 in the middle, three copies of one weight below. "
        "Orange arrows lead from each loss down to its state, from each state back to the one "
        "before, and down into the copies.",
        "The ways back from three losses into one weight, which has a copy at every step. "
        "The arrows run against the computation, as gradients do.",
    )


def both_orders() -> Figure:
    """The terms of both recursions: one a loss, one a copy."""
    with drawing(2.9, 4.0) as (canvas, axes):
        axes.remove()
        grid = canvas.subplots(3, 2)
        for row, (left, right) in enumerate(grid, start=1):
            draw_paths(bare(left), {(row, i) for i in range(1, row + 1)}, f"row of loss {row}")
            copy = 4 - row
            draw_paths(bare(right), {(t, copy) for t in range(copy, 4)}, f"column of copy {copy}")
    return Figure(
        canvas,
        "Six small graphs. Left, one a loss: loss 1 reaches copy 1, loss 2 copies 1 and 2, loss 3 "
        "all three. Right, one a copy: copy 3 hears from loss 3, copy 2 from losses 2 and 3, "
        "copy 1 from all three.",
        "The same six paths, sorted by the loss where they begin (left) and by the copy where "
        "they end (right).",
    )


def two_messages(own: Array, later: Array) -> Figure:
    """At h_2 the message of its own loss and that of step 3 meet and are added."""
    texts = [f"({decimals(x, 2)}, {decimals(y, 2)})" for x, y in (own, later, own + later)]
    with drawing(2.9, 2.3) as (canvas, axes):
        bare(axes)
        node(axes, 0, 1.75, "L₂", OUTPUT)
        node(axes, 0, 0, "h₂", STATE)
        node(axes, 2.4, 0, "h₃", STATE)
        arrow(axes, (0, 1.4), (0, 0.35), GRADIENT, linewidth=2.2)
        arrow(axes, (2.05, 0), (0.35, 0), GRADIENT, linewidth=2.2)
        arrow(axes, (0, -0.35), (0, -1.0), GRADIENT, linewidth=2.2)
        axes.text(-0.15, 0.95, f"own loss\n{texts[0]}", ha="right", va="center", fontsize=9)
        axes.text(1.25, 0.16, f"later losses\n{texts[1]}", ha="center", va="bottom", fontsize=9)
        axes.text(0.15, -0.72, f"the sum: {texts[2]}", ha="left", va="center", fontsize=9)
        axes.set(xlim=(-1.6, 2.75), ylim=(-1.1, 2.1))
    return Figure(
        canvas,
        f"Two arrows meet at state h2: one from its own loss L2, {texts[0]}, and one from state "
        f"h3 with what the later losses say, {texts[1]}. Their sum {texts[2]} goes on.",
        "Two messages meet at every state, and what goes on is their sum.",
    )


def triangle(table: Float[Array, "T T"], label: str) -> Grid:
    """The paths of one weight: losses down, copies across, sums at the edges."""
    T = range(len(table))
    rows = [
        [
            f"ℒ<sub>{t + 1}</sub>",
            *(decimals(x) if i <= t else "" for i, x in enumerate(table[t])),
            f"<b>{decimals(table[t].sum())}</b>",
        ]
        for t in T
    ]
    sums = [f"<b>{decimals(x)}</b>" for x in (*table.sum(axis=0), table.sum())]
    head = ["loss", *(f"copy {i + 1}" for i in T), "sum"]
    return Grid(head, [*rows, ["<b>sum</b>", *sums]], label=label)


def mistakes_table(found: dict[str, tuple[float, list[float]]]) -> Grid:
    """What each mistake does to the gradient, and to training from several starts."""
    rows = []
    for name, (gap, losses) in found.items():
        ends = " to ".join(decimals(x, 3) for x in (min(losses), max(losses)))
        rows.append([name, percent(gap), ends])
    return Grid(["mistake", "off by", "loss then"], rows, label="Four mistakes and what they cost")


class Orders(NamedTuple):
    """Both orders in pictures and in numbers, under a summary that opens to them."""

    fold: str
    parts: tuple[Figure, Grid]

    def __repr__(self) -> str:
        return self.fold

    def _repr_html_(self) -> str:
        inner = "".join(part._repr_html_() for part in self.parts)
        return f'<details class="fold"><summary>{escape(self.fold)}</summary>{inner}</details>'


def orders(terms: dict[str, object], fold: str) -> Orders:
    """The pictures of both orders, and the terms of each with their sum, a row for every weight."""
    rows = []
    for by, table in terms.items():
        rows.append([f"<b>{by}</b>", *[""] * (len(tree_leaves(table)[0]) + 1)])
        for name, found in named_leaves(table):
            letter, subscript = name.split("_")
            for index in np.ndindex(found.shape[1:]):
                entry = ",".join(str(i + 1) for i in index)
                numbers = found[:, *index]
                texts = (decimals(x, 3) for x in (*numbers, numbers.sum()))
                rows.append([f"{letter}<sub>{subscript},{entry}</sub>", *texts])
    head = ["weight", *(str(t + 1) for t in range(len(numbers))), "sum"]
    return Orders(fold, (both_orders(), Grid(head, rows, label="Terms of every weight")))
