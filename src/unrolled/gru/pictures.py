"""Pictures of book/gru.ipynb: `draw_…` fills an Axes, a function without it is a figure."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle, Polygon

from unrolled.core.shapes import Array, Float
from unrolled.page.diagram import arrow
from unrolled.page.figure import GRADIENT, INPUT, PAPER, QUIET, STATE, Figure, bare, both


def draw_unit(
    axes: Axes, xs: Float[Array, "T 2"], values: Float[Array, " T"], gate: Float[Array, " T"]
) -> None:
    """What a unit reads, what of it is marked, what it holds, and below how far its gate is open.

    Where `values` are fewer than the steps, what it holds then is not told.
    """
    steps, floor = np.arange(1, len(xs) + 1), -2.05
    marks = xs[:, 1] > 0
    axes.axhline(0, color=QUIET, linewidth=0.6)
    axes.vlines(steps[marks], -1, 1, color=QUIET, linewidth=0.8, linestyle=(0, (3, 2)))
    axes.plot(steps, xs[:, 0], ".", color=INPUT, markersize=4)
    axes.plot(steps[marks], xs[marks, 0], "o", color=INPUT, fillstyle="none", markersize=9)
    axes.plot(steps[: len(values)], values, color=STATE, drawstyle="steps-post", linewidth=2.4)
    ticks = {-1: "−1", 0: "0", 1: "1"}
    if len(values) < len(xs):
        axes.text(len(xs) - 4, 0.08, "?", color=STATE, fontsize=20, weight="bold", ha="center")
        floor = -1.3
    if len(gate):
        axes.bar(steps, 0.6 * gate, width=0.7, bottom=floor, color=QUIET)
        axes.axhline(floor, color=QUIET, linewidth=0.6)
        ticks |= {floor: "shut", floor + 0.6: "open"}
    axes.set(ylim=(floor - 0.05, 1.3), xticks=[1, *steps[marks], len(xs)], xlabel="step")
    axes.set_yticks(list(ticks), list(ticks.values()))


def leaks(
    xs: Float[Array, "T 2"],
    kept: dict[str, Float[Array, " T"]],
    gates: dict[str, Float[Array, " T"]],
) -> Figure:
    """Three units read the same numbers, and what their gates do."""

    def draw(panels: Array) -> None:
        for axes, (name, values) in zip(panels, kept.items(), strict=True):
            draw_unit(axes, xs, values, gates[name])
            axes.set_title(name)

    ends = ", ".join(f"{name} {values[-1]:.2f}" for name, values in kept.items())
    steps = " and ".join(map(str, 1 + np.flatnonzero(xs[:, 1])))
    return Figure(
        label=f"What three units hold while {len(xs)} values go by; those of steps {steps} are "
        f"marked. At the end: {ends}. Bars: the gates, which open at a mark; the third one at the "
        "first mark only.",
        caption="Dots: the values; rings: the marked ones; line: the unit’s state. The bars below"
        " show how far the unit’s gate is open.",
        **both(draw, (7.6, 2.9), (3.4, 7.4), panels=3, sharey=True),
    )


def guess(xs: Float[Array, "T 2"], kept: dict[str, Float[Array, " T"]], told: int) -> Figure:
    """The same without gates, and what the units hold is told for so many steps."""

    def draw(panels: Array) -> None:
        for axes, (name, values) in zip(panels, kept.items(), strict=True):
            draw_unit(axes, xs, values[:told], np.zeros(0))
            axes.set_title(name)

    steps = " and ".join(map(str, 1 + np.flatnonzero(xs[:, 1])))
    held = ", ".join(f"{name} {values[told - 1]:.2f}" for name, values in kept.items())
    return Figure(
        label=f"{len(xs)} values of 1 or −1, those of steps {steps} marked, and what three units "
        f"hold of them. After {told} steps: {held}. What they hold later is not shown.",
        caption="Dots: the values; rings: the two marked ones; line: the unit’s state, drawn up to"
        " the second mark.",
        **both(draw, (7.6, 2.2), (3.4, 5.2), panels=3, sharey=True),
    )


ROWS = (3.0, 1.95, 0.9, -0.45)  # where the old state is kept, moves u, is read by h̃, moves r
BRANCH, KEEP, PLUS, NEW, RESET = 1.25, 3.3, 6.1, 4.2, 2.5  # places from left to right
GATE = 4.75  # where u is


def draw_tap(axes: Axes, x: float, y: float, upright: bool = False) -> None:
    """A valve in a pipe: two triangles that meet."""
    corners = np.array([[-0.3, 0.24], [-0.3, -0.24], [0.3, 0.24], [0.3, -0.24]])
    corners = np.add(corners[:, ::-1] if upright else corners, (x, y))
    axes.add_patch(Polygon(corners, facecolor=PAPER, edgecolor="black", linewidth=1.4, zorder=3))


def draw_pipe(axes: Axes, places: list[tuple], colour: str, share: float, end: bool = True) -> None:
    """A pipe through these places, as wide as the share that passes it; an arrow at its end."""
    (x, y), (to_x, to_y) = places[-2:]
    size = np.hypot(to_x - x, to_y - y)
    back = 0.13 * end
    stop = (to_x - back * (to_x - x) / size, to_y - back * (to_y - y) / size)
    axes.plot(
        *zip(*places[:-1], stop, strict=True),
        color=colour,
        linewidth=0.8 + 4.2 * share,
        solid_joinstyle="round",
        solid_capstyle="butt",
    )
    if end:
        arrow(axes, (x, y), (to_x, to_y), colour, linewidth=0, mutation_scale=12 + 8 * share)


def draw_parts(axes: Axes) -> None:
    """States, candidate, input, gates with their levers, and valves: the same in both pictures."""
    keep, update, read, reset = ROWS
    dashed = {"color": QUIET, "linewidth": 1.2, "linestyle": (0, (3, 2)), "zorder": 1}
    axes.plot([KEEP + 0.1, GATE - 0.2], [keep - 0.25, update + 0.25], **dashed)
    axes.plot([GATE + 0.3, PLUS - 0.25], [update, update], **dashed)
    axes.plot([RESET, RESET], [reset + 0.3, read - 0.25], **dashed)
    for x, y, text, colour in (
        (0.3, keep, "h", STATE),
        (7.5, keep, "h", STATE),
        (NEW, read, "h̃", STATE),
        (GATE, update, "u", "black"),
        (RESET, reset, "r", "black"),
    ):
        axes.add_patch(Circle((x, y), 0.3, facecolor=PAPER, edgecolor=colour, lw=1.8, zorder=3))
        axes.text(x, y, text, ha="center", va="center", fontsize=12, zorder=4)
    draw_tap(axes, KEEP, keep)
    draw_tap(axes, RESET, read)
    draw_tap(axes, PLUS, update, upright=True)
    axes.text(PLUS, keep, "+", ha="center", va="center", fontsize=14)
    for x, name in ((0.3, "old"), (7.5, "new")):
        axes.text(x, keep + 0.42, name, ha="center", fontsize=9.5)
    axes.text(GATE + 0.1, update - 0.62, "update gate", ha="center", fontsize=9.5)
    axes.text(RESET, reset - 0.65, "reset gate", ha="center", fontsize=9.5)
    axes.set(xlim=(-0.2, 8.1), ylim=(-1.25, 4.2))


def draw_cell(axes: Axes, u: float, r: float) -> Axes:
    """One unit of a GRU as pipes and valves; the update gate moves two of them."""
    keep, update, read, reset = ROWS
    for places, share in (
        ([(0.6, keep), (KEEP - 0.3, keep)], 1.0),
        ([(KEEP + 0.3, keep), (PLUS - 0.25, keep)], 1 - u),
        ([(PLUS + 0.25, keep), (7.2, keep)], 1.0),
        ([(BRANCH, keep), (BRANCH, read), (RESET - 0.3, read)], 1.0),
        ([(RESET + 0.3, read), (NEW - 0.3, read)], r),
        ([(NEW + 0.3, read), (PLUS, read), (PLUS, update - 0.3)], 1.0),
        ([(PLUS, update + 0.3), (PLUS, keep - 0.28)], u),
    ):
        draw_pipe(axes, places, STATE, share)
    for places in (
        [(BRANCH, update), (GATE - 0.3, update)],
        [(BRANCH, read), (BRANCH, reset), (RESET - 0.3, reset)],
    ):
        draw_pipe(axes, places, STATE, 0.08)
    draw_pipe(axes, [(NEW, reset + 0.1), (NEW, read - 0.3)], INPUT, 0.2)
    axes.text(NEW, reset - 0.2, "x", color=INPUT, ha="center", fontsize=12)
    draw_parts(axes)
    axes.text(KEEP, keep + 0.42, f"keep 1 − u = {1 - u:.2f}", ha="center", fontsize=9.5)
    axes.text(RESET, read + 0.36, f"r = {r:.2f}", ha="center", fontsize=9.5)
    axes.text(PLUS + 0.4, update, f"write\nu = {u:.2f}", va="center", fontsize=9.5)
    return axes


def cell(u: float, r: float) -> Figure:
    """A unit with its gates as far open as they are at some step."""

    def draw(axes: Axes) -> None:
        draw_cell(bare(axes), u, r)

    return Figure(
        label="Pipes from the old state to the new one. One goes straight through the valve keep, "
        f"{1 - u:.2f} open; one through the valve reset, {r:.2f} open, into the candidate, which "
        f"x enters too, and on through the valve write, {u:.2f} open.",
        caption="The wider a pipe, the more passes. The update gate moves two valves: what it"
        " opens on one side it shuts on the other. Both gates read <i>x</i> as well.",
        **both(draw, (7.2, 4.7), (3.4, 2.6)),
    )


def draw_ways(axes: Axes, parts: list[float]) -> Axes:
    """The same unit, and the four ways on which a gradient returns, each with its share."""
    keep, update, read, reset = ROWS
    line = {"colour": GRADIENT}
    wide = [0.15 + 0.85 * part / max(parts) for part in parts]
    for places, share in (
        ([(7.2, keep), (PLUS + 0.2, keep)], 1.0),
        ([(PLUS - 0.2, keep), (KEEP + 0.3, keep)], wide[0]),
        ([(KEEP - 0.3, keep), (0.6, keep)], wide[0]),
        ([(KEEP + 0.1, keep - 0.25), (GATE - 0.2, update + 0.25)], wide[1]),
        ([(PLUS - 0.25, update), (GATE + 0.3, update)], wide[1]),
        ([(GATE - 0.3, update), (BRANCH, update)], wide[1]),
        ([(PLUS, keep - 0.25), (PLUS, update + 0.3)], wide[2]),
        ([(PLUS, update - 0.3), (PLUS, read), (NEW + 0.3, read)], wide[2]),
        ([(NEW - 0.3, read), (RESET + 0.3, read)], wide[2]),
        ([(RESET - 0.3, read), (BRANCH, read)], wide[2]),
        ([(RESET, read - 0.25), (RESET, reset + 0.3)], wide[3]),
        ([(RESET - 0.3, reset), (BRANCH, reset)], wide[3]),
    ):
        draw_pipe(axes, places, share=share, **line)
    draw_pipe(axes, [(BRANCH, reset), (BRANCH, keep - 0.12)], share=0.15, end=True, **line)
    draw_parts(axes)
    x = BRANCH - 0.15
    axes.text(BRANCH + 0.15, keep + 0.2, f"{parts[0]:.4f}", fontsize=9.5)
    axes.text(x, keep + 0.3, "1", weight="bold", ha="right")
    for n, (y, part) in enumerate(zip(ROWS[1:], parts[1:], strict=True), 2):
        axes.text(x, y + 0.08, f"{n}", weight="bold", ha="right")
        axes.text(x, y - 0.32, f"{part:.4f}", fontsize=9.5, ha="right")
    return axes


def four_ways(parts: list[float]) -> Figure:
    """The four terms of ∂h_t/∂h_{t-1} of a unit, on the ways they take."""
    names = ("kept", "update gate", "candidate", "reset gate")

    def draw(axes: Axes) -> None:
        draw_ways(bare(axes), parts)

    said = ", ".join(f"{name} {part:.4f}" for name, part in zip(names, parts, strict=True))
    return Figure(
        label=f"The same unit read from right to left: a gradient returns to the old state in four"
        f" ways. {said}; together {sum(parts):.4f}.",
        caption="The gradient’s four ways back from the new state to the old one. The wider the"
        " line, the more returns.",
        **both(draw, (7.2, 4.7), (3.4, 2.6)),
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
        label=f"How far off diag(1 - u) alone is, at a typical step and over {steps}; medians."
        f" {said}.",
        caption="Each mark is one of twelve random networks of eight units.",
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
        label="Final losses, five seeds each, log scale; dashed: a network that has learned"
        " nothing. "
        f"{'; '.join(said)}.",
        caption="Each mark is one seed: circles are GRUs, squares LSTMs, crosses Elman’s plain"
        " network. The dashed line is the loss of a network that has learned nothing.",
        **both(draw, (7.4, 5.4), (3.4, 9.6), panels=len(tasks), sharey=True),
    )
