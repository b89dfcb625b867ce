"""Pictures of book/gru.ipynb: `draw_…` fills an Axes, a function without it is a figure."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon

from unrolled.core.shapes import Array, Float
from unrolled.page.diagram import arrow, node
from unrolled.page.figure import GRADIENT, INPUT, QUIET, STATE, Figure, bare, both


def draw_leaks(axes: Axes, xs: Float[Array, "T 2"], values: Float[Array, " T"], name: str) -> Axes:
    """What comes, what is marked, and what one unit keeps of it."""
    steps = np.arange(1, len(xs) + 1)
    marks = xs[:, 1] > 0
    axes.axhline(0, color=QUIET, linewidth=0.6)
    axes.plot(steps, xs[:, 0], ".", color=INPUT, markersize=3)
    axes.plot(steps[marks], xs[marks, 0], "o", color=INPUT, fillstyle="none", markersize=8)
    axes.plot(steps, values, color=STATE, drawstyle="steps-post")
    axes.set(ylim=(-1.25, 1.25), yticks=[-1, 0, 1], xticks=[1, *steps[marks], len(xs)], title=name)
    return axes


def leaks(xs: Float[Array, "T 2"], kept: dict[str, Float[Array, " T"]]) -> Figure:
    """Three leaks read the same numbers."""

    def draw(panels: Array) -> None:
        for axes, (name, values) in zip(panels, kept.items(), strict=True):
            draw_leaks(axes, xs, values, name)
        panels[-1].set_xlabel("step")

    ends = ", ".join(f"{name} {values[-1]:.2f}" for name, values in kept.items())
    steps = " and ".join(map(str, 1 + np.flatnonzero(xs[:, 1])))
    return Figure(
        label=f"{len(xs)} values of 1 or -1, of which those at steps {steps} are marked, and what "
        f"one unit keeps with three kinds of leak. At the end: {ends}.",
        caption="Dots: values; rings: the marked ones; line: the state.",
        **both(draw, (7.2, 2.3), (3.4, 5.0), panels=3, sharey=True),
    )


def draw_open_valve(axes: Axes, x: float, y: float, open_: float, upright: bool = False) -> None:
    """A valve in a pipe: two triangles, and a bar as long as it is open."""
    s, t = 0.32, 0.24
    corners = np.array([[-s, t], [-s, -t], [s, t], [s, -t]])
    bar = np.array([[0.0, -t - 0.1], [0.0, -t - 0.1 - 0.45 * open_]])
    if upright:
        corners = corners[:, ::-1]
        bar = np.array([[0.34, 0.0], [0.34 + 0.45 * open_, 0.0]])
    axes.add_patch(
        Polygon(np.add(corners, (x, y)), facecolor="none", edgecolor="black", linewidth=1.5)
    )
    axes.plot(*np.add(bar, (x, y)).T, color=QUIET, linewidth=4, solid_capstyle="butt")


def draw_cell(axes: Axes, u: float, r: float) -> Axes:
    """One unit of a GRU as pipes and two valves, the update one with two mouths."""
    line = {"colour": STATE}
    node(axes, 0.3, 3, "h", STATE)
    axes.text(0.3, 3.5, "old", ha="center", fontsize=9)
    node(axes, 6.7, 3, "h", STATE)
    axes.text(6.7, 3.5, "new", ha="center", fontsize=9)
    node(axes, 3.2, 0.9, "h̃", STATE)
    node(axes, 3.2, -0.5, "x", INPUT)
    for start, end in (
        ((0.6, 3), (2.85, 3)),
        ((3.5, 3), (5.0, 3)),
        ((5.4, 3), (6.4, 3)),
        ((1.2, 3), (1.2, 2.35)),
        ((1.2, 1.6), (2.9, 0.98)),
        ((3.5, 0.98), (5.2, 1.5)),
        ((5.2, 2.2), (5.2, 2.8)),
    ):
        arrow(axes, start, end, **line)
    arrow(axes, (3.2, -0.2), (3.2, 0.6), INPUT)
    axes.text(5.2, 3, "+", ha="center", va="center", fontsize=13)
    draw_open_valve(axes, 3.18, 3, 1 - u)
    draw_open_valve(axes, 1.2, 1.97, r, upright=True)
    draw_open_valve(axes, 5.2, 1.85, u, upright=True)
    axes.plot([3.3, 5.05], [2.72, 2.05], color=QUIET, linewidth=1, linestyle=(0, (3, 2)))
    axes.text(3.18, 3.45, f"keep 1 − u = {1 - u:.2f}", ha="center", fontsize=9.5)
    axes.text(0.95, 1.5, f"reset\nr = {r:.2f}", ha="center", va="top", fontsize=9.5)
    axes.text(5.6, 1.35, f"write\nu = {u:.2f}", ha="left", va="top", fontsize=9.5)
    axes.set(xlim=(-0.15, 7.1), ylim=(-0.95, 3.85))
    return axes


def cell(u: float, r: float) -> Figure:
    """A unit with its gates as far open as they are at some step."""

    def draw(axes: Axes) -> None:
        draw_cell(bare(axes), u, r)

    return Figure(
        label="Pipes from the old state to the new one. One goes straight through the valve keep, "
        f"{1 - u:.2f} open; one through the valve reset, {r:.2f} open, into the candidate, which "
        f"x enters too, and on through the valve write, {u:.2f} open.",
        caption="Keep and write are one lever: what the one opens, the other shuts.",
        **both(draw, (5.6, 3.8), (3.4, 2.7)),
    )


def kept_alone(off: dict[float, Float[Array, "S 2"]], steps: int) -> Figure:
    """How far the kept way alone is off, by the bias of the update gate: a dot a network."""
    looks = (("a typical step", "o", GRADIENT), (f"{steps} steps", "x", "black"))

    def draw(axes: Axes) -> None:
        for n, (name, mark, colour) in enumerate(looks):
            for bias, found in off.items():
                side = bias + 0.12 * (2 * n - 1)
                axes.plot(
                    [side] * len(found),
                    found[:, n],
                    mark,
                    color=colour,
                    markersize=4,
                    label=name if bias == next(iter(off)) else None,
                )
        axes.axhline(1, color=QUIET, linewidth=0.8, linestyle=(0, (3, 2)))
        axes.set_xticks(list(off), [f"{bias:.2g}".replace("-", "−") for bias in off])
        axes.set_yticks([0.01, 0.1, 1], ["1 %", "10 %", "100 %"])
        axes.set(xlabel="bias of the update gate", ylabel="off by", ylim=(0.004, 2))
        axes.legend(loc="lower right", fontsize=9)

    middle = {bias: np.median(found, axis=0) for bias, found in off.items()}
    said = "; ".join(f"bias {b:.2g}: {m[0]:.1%} and {m[1]:.0%}" for b, m in middle.items())

    def drawn(axes: Axes) -> None:
        axes.set_yscale("log")
        draw(axes)
        axes.minorticks_off()

    return Figure(
        label=f"How far diag(1 - u) alone is off, a typical step and {steps}, medians. {said}.",
        caption="A mark is one of twelve random networks of eight units.",
        **both(drawn, (5.8, 3.0), (3.4, 3.2)),
    )


def draw_final(axes: Axes, losses: dict[str, dict[str, list[float]]], chance: float) -> Axes:
    """Final losses by lag and contestant, a dot a seed, and what knowing nothing gives."""
    ticks = []
    y = 0.0
    axes.axvline(chance, color=QUIET, linestyle=(0, (3, 2)), linewidth=1)
    for lag, found in losses.items():
        axes.text(
            0.0,
            y,
            f"lag {lag}",
            transform=axes.get_yaxis_transform(),
            fontsize=9.5,
            weight="bold",
            va="center",
        )
        for name, seeds in found.items():
            y -= 1
            axes.plot([min(seeds), max(seeds)], [y, y], color=QUIET, linewidth=0.9)
            axes.plot(seeds, [y] * len(seeds), MARKS[name[:3]], color=STATE, markersize=4.2)
            ticks.append((y, name))
        y -= 1.3
    axes.set_yticks(*zip(*ticks, strict=True), fontsize=9)
    axes.set(xscale="log", ylim=(y + 0.6, 0.8), xlabel="loss after training")
    return axes


MARKS = {"GRU": "o", "LST": "s", "Elm": "x"}


def side_by_side(tasks: dict[str, tuple[dict, float]]) -> Figure:
    """Tasks beside each other; in each, lags and contestants."""

    def draw(panels: Array) -> None:
        for axes, (name, (losses, chance)) in zip(panels, tasks.items(), strict=True):
            draw_final(axes, losses, chance).set_title(name)

    said = []
    for name, (losses, _) in tasks.items():
        lag, found = list(losses.items())[-1]
        best = min(found, key=lambda who, of=found: float(np.median(of[who])))
        said.append(f"{name}, lag {lag}: least median {best} {np.median(found[best]):.2g}")
    return Figure(
        label="Final losses, five seeds each, log scale; dashed: knowing nothing. "
        f"{'; '.join(said)}.",
        caption="A mark a seed: rounds are GRUs, squares LSTMs, crosses Elman's network.",
        **both(draw, (7.4, 5.4), (3.4, 9.6), panels=len(tasks), sharey=True),
    )
