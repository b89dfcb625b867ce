"""Pictures of book/bptt.ipynb."""

import numpy as np
from matplotlib.axes import Axes

from unrolled.cost import slope
from unrolled.figures.base import GRADIENT, OUTPUT, QUIET, STATE
from unrolled.figures.rnn import arrow, node
from unrolled.shapes import Array, Float


def draw_paths(axes: Axes, kept: set[tuple[int, int]], title: str) -> Axes:
    """The unfolded network with the paths (loss t, step i) that one term adds up."""
    for t in (1, 2, 3):
        node(axes, 1.3 * t, 1.1, "𝓛".replace("𝓛", "L") + "₀₁₂₃"[t], OUTPUT)
        node(axes, 1.3 * t, 0, "h" + "₀₁₂₃"[t], STATE)
        axes.text(1.3 * t, -1.0, "W" + "⁰¹²³"[t], ha="center", va="center", fontsize=11)
    used = {("L", t) for t, _ in kept} | {("W", i) for _, i in kept}
    used |= {("h", j) for t, i in kept for j in range(i, t)}
    for t in (1, 2, 3):
        _step(axes, (1.3 * t, 0.8), (1.3 * t, 0.3), ("L", t) in used)
        _step(axes, (1.3 * t, -0.3), (1.3 * t, -0.8), ("W", t) in used)
        if t < 3:
            _step(axes, (1.3 * (t + 1) - 0.3, 0), (1.3 * t + 0.3, 0), ("h", t) in used)
    axes.set(xlim=(0.85, 4.35), ylim=(-1.3, 1.5))
    axes.set_title(title, loc="center", fontweight="normal")
    return axes


def _step(axes: Axes, start, end, used: bool) -> None:
    style = {"linewidth": 2.2} if used else {"linewidth": 0.8, "linestyle": (0, (2, 2))}
    arrow(axes, start, end, GRADIENT if used else QUIET, **style)


def draw_terms(axes: Axes, terms: Float[Array, "T"], colour: str, names: list[str]) -> Axes:
    """A sum assembled term by term: each bar starts where the one before ended."""
    ends = np.cumsum(terms)
    starts = ends - terms
    axes.bar(names, terms, bottom=starts, color=colour, width=0.55)
    axes.bar(["sum"], ends[-1:], color="none", edgecolor=colour, linewidth=1.8, width=0.55)
    for x, (term, end) in enumerate(zip([*terms, ends[-1]], [*ends, ends[-1]], strict=True)):
        shift, align = (3, "bottom") if term >= 0 else (-3, "top")
        axes.annotate(f"{term:.4f}".replace("-", "−"), (x, end), (0, shift), ha="center",
                      va=align, textcoords="offset points", fontsize=8.5)  # fmt: skip
    axes.axhline(0, color=QUIET, linewidth=0.8)
    axes.margins(y=0.18)
    return axes


def draw_costs(axes: Axes, sizes: Array, costs: dict[str, Array]) -> Axes:
    """Multiply-adds a step against hidden size on log axes, each line named with its slope."""
    for (name, counts), colour, marker in zip(
        costs.items(), (GRADIENT, STATE), ("o", "s"), strict=True
    ):
        axes.loglog(sizes, counts, color=colour, marker=marker, markersize=4)
        axes.annotate(f"{name}: slope {slope(sizes, counts):.2f}", (sizes[-1], counts[-1]),
                      (-8, 2), ha="right", textcoords="offset points", fontsize=9.5)  # fmt: skip
    axes.set(xlabel="hidden units", ylabel="multiply-adds a step")
    axes.set_xticks(sizes, [str(n) for n in sizes])
    axes.minorticks_off()
    return axes


def draw_verdicts(axes: Axes, counts: dict[str, int]) -> Axes:
    """How many of the printed numbers got which verdict."""
    names = list(counts)[::-1]
    values = [counts[name] for name in names]
    colours = [GRADIENT if name in ("wrong", "inherited") else STATE for name in names]
    axes.barh(names, values, color=colours, height=0.6)
    for y, value in enumerate(values):
        axes.annotate(str(value), (value, y), (4, 0), va="center", textcoords="offset points")
    axes.set(xticks=[])
    axes.spines["bottom"].set_visible(False)
    return axes
