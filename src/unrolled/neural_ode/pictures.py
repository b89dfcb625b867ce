"""Pictures of book/neural_ode.ipynb: `draw_…` fills an Axes, a function without it is a figure."""

from collections.abc import Callable

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.shapes import Array, Float
from unrolled.page.diagram import arrow, write_powers
from unrolled.page.figure import (
    GRADIENT,
    INPUT,
    OUTPUT,
    PAPER,
    QUIET,
    STATE,
    Figure,
    bare,
    both,
    draw_grid,
)

KINDS = (INPUT, OUTPUT)
SOLVER_LINES = {"euler": (0, (1, 1.5)), "midpoint": (0, (5, 2)), "rk4": "-"}
SOLVER_NAMES = {"euler": "Euler", "midpoint": "midpoint", "rk4": "RK4"}


def draw_field(axes: Axes, f: Callable, box: tuple, count: int = 9) -> Axes:
    """Small arrows, all of one length, in the direction in which a state moves there."""
    low_x, high_x, low_y, high_y = box
    across = np.linspace(low_x, high_x, count + 2)[1:-1]
    up = np.linspace(low_y, high_y, count + 2)[1:-1]
    at = np.stack(np.meshgrid(across, up), axis=-1).reshape(-1, 2)
    slopes = f(at)
    slopes = slopes / np.maximum(np.linalg.norm(slopes, axis=-1, keepdims=True), 1e-9)
    axes.quiver(*at.T, *slopes.T, color=QUIET, alpha=0.45, width=0.006, scale=22, pivot="mid")
    bare(axes).set(xlim=(low_x, high_x), ylim=(low_y, high_y))
    return axes


def thinner(paths: dict[int, Float[Array, "L1 B 2"]], f: Callable) -> Figure:
    """The paths of a few states through more and more, thinner and thinner blocks."""
    box = (-2.3, 2.3, -2.3, 2.3)

    def draw(panels: Array) -> None:
        for axes, (blocks, states) in zip(np.ravel(panels), paths.items(), strict=True):
            draw_field(axes, f, box)
            for path in np.moveaxis(states, 1, 0):
                axes.plot(*path.T, color=STATE, linewidth=1.3)
                axes.plot(*path.T, "o", color=STATE, ms=4 if blocks < 16 else 2.2)
                axes.plot(*path[0], "o", color=PAPER, mec=STATE, mew=1.5, ms=6)
            axes.set_title(f"{blocks} blocks", fontsize=10)

    few, many = min(paths), max(paths)
    gap = np.linalg.norm(paths[few][-1] - paths[many][-1], axis=-1).max()
    return Figure(
        draw_grid(draw, (9.4, 2.7), 1, 4),
        label=f"Paths of three states through {', '.join(map(str, paths))} residual blocks: angular"
        f" with few, smooth curves with {many}. With {few} blocks they end up to {gap:.1f} away"
        f" from where {many} blocks bring them.",
        caption="Open circle: the state that enters. Dots: the states after each block. Grey: the"
        " direction in which a block moves a state.",
        narrow=draw_grid(draw, (3.6, 3.9), 2, 2),
    )


def one_step(
    curve: Array, start: Array, slopes: dict[str, Array], ends: dict[str, Array]
) -> Figure:
    """One long step of Euler's method and of the midpoint method, beside the curve."""

    def draw(panels: Array) -> None:
        for axes, (name, end) in zip(panels, ends.items(), strict=True):
            axes.plot(*curve.T, color=STATE, linewidth=2.2)
            if name == "midpoint":
                middle = start + 0.5 * slopes["euler"]
                arrow(axes, start, middle, QUIET)
                axes.plot(*middle, "o", color=QUIET, ms=5)
                arrow(axes, middle, middle + 0.45 * slopes[name], QUIET)
            arrow(axes, start, end, "black")
            axes.plot(*start, "o", color=PAPER, mec=STATE, mew=1.5, ms=7)
            axes.plot(*end, "o", color="black", ms=5)
            axes.plot(*curve[-1], "o", color=STATE, ms=6)
            bare(axes).set_title(SOLVER_NAMES[name], fontsize=10)
            axes.set(xlim=(0.15, 1.65), ylim=(-0.15, 1.25))

    gaps = {n: np.linalg.norm(end - curve[-1]) for n, end in ends.items()}
    return Figure(
        label="One step from the same state. Euler follows the arrow at the start and ends"
        f" {gaps['euler']:.2f} beside the curve; the midpoint method follows the arrow half-way and"
        f" ends {gaps['midpoint']:.2f} beside it.",
        caption="Blue: the path. Long arrow: one step of the method. Grey: half a step, and the"
        " arrow of the field there.",
        **both(draw, (6.6, 2.8), (3.5, 5.6), panels=2),
    )


def orders(steps: tuple, errors: dict[str, Array]) -> Figure:
    """Errors by step size, on logarithmic axes: the order is the slope."""

    def draw(panels: Array) -> None:
        (axes,) = np.ravel(panels)
        for name, found in errors.items():
            axes.plot(
                1 / np.array(steps),
                found,
                "o",
                linestyle=SOLVER_LINES[name],
                color=STATE,
                ms=4,
                label=SOLVER_NAMES[name],
            )
        axes.set(xscale="log", yscale="log", xlabel="step Δs", ylabel="error at s = 1")
        axes.set_xticks((1 / 320, 1 / 80, 1 / 20), ("1/320", "1/80", "1/20"))
        axes.minorticks_off()
        write_powers(axes)
        axes.legend(fontsize=9, handlelength=4)

    said = ", ".join(f"{SOLVER_NAMES[n]} {e[0]:.1g} to {e[-1]:.1g}" for n, e in errors.items())
    return Figure(
        label=f"Error by step size from 1/{steps[0]} to 1/{steps[-1]}: {said}. On logarithmic axes"
        " they are three straight lines, steeper for the better methods.",
        caption="The example of this chapter, six step sizes each.",
        **both(draw, (6.4, 3.0), (3.5, 3.2)),
    )


def fitting(times: Array, states: Array, fine: tuple[Array, Array]) -> Figure:
    """Where an adaptive solver steps, and how long its steps are."""

    def draw(panels: Array) -> None:
        first, second = np.ravel(panels)
        first.plot(*fine, color=STATE, linewidth=1.6)
        first.plot(times, states, "o", color=STATE, ms=3.2)
        first.set(ylabel="h", ylim=(-2.6, 2.6))
        second.step(times[1:], np.diff(times), where="pre", color="black", linewidth=1.3)
        second.set(yscale="log", ylabel="length of the step", xlabel="s", ylim=(5e-3, 1))
        write_powers(second)
        for axes in (first, second):
            axes.set_xlim(0, times[-1])

    gaps = np.diff(times)[5:-1]  # the first and the last are special
    return Figure(
        label=f"A curve that creeps and then jumps, again and again, with {len(times) - 1} steps of"
        f" an adaptive solver. The steps are {gaps.max():.2g} long where it creeps and"
        f" {gaps.min():.2g} where it jumps.",
        caption="Dots: the states that the solver computed.",
        canvas=draw_grid(draw, (6.6, 4.0), 2, 1, sharex=True),
        narrow=draw_grid(draw, (3.5, 4.2), 2, 1, sharex=True),
    )


def stiffness(exact: tuple[Array, Array], runs: dict[int, tuple[Array, Array]]) -> Figure:
    """Euler on a stiff equation, with steps a little too long and a little shorter."""

    def draw(panels: Array) -> None:
        for axes, (steps, run) in zip(panels, runs.items(), strict=True):
            axes.plot(*exact, color=STATE, linewidth=2.2)
            axes.plot(*run, "o-", color="black", linewidth=1.0, ms=3)
            axes.set(ylim=(-6.8, 8.4), xlim=(0, 1), xlabel="s")
            axes.set_title(f"{steps} steps", fontsize=10)
        panels[0].set_ylabel("h")

    ends = ", ".join(f"{run[1][-1]:.2g} after {n} steps" for n, run in runs.items())
    return Figure(
        label=f"Euler's method on a stiff equation whose solution is {exact[1][-1]:.2g} at s = 1:"
        f" {ends}. With too few steps the states swing to and fro with growing width.",
        caption="Blue: the solution. Dots: the states of Euler's method.",
        **both(draw, (6.6, 2.7), (3.5, 5.2), panels=2, sharey=True),
    )


def torn(
    circles: Float[Array, "2 M 2"],
    images: dict[str, list[Array]],
    points: dict[str, Float[Array, "2 M 2"]],
) -> Figure:
    """Two circles, and what two flows make of them: their outlines, and the training points."""

    def draw_curves(axes: Axes, curves: list[Array], dots: Array, name: str) -> None:
        for kind, (curve, dot) in enumerate(zip(curves, dots, strict=True)):
            axes.plot(*np.transpose(curve), color=KINDS[kind], linewidth=1.0)
            axes.plot(*dot.T, "o", color=KINDS[kind], ms=2.8, mew=0)
        bare(axes).set_title(name, fontsize=10)

    def draw(panels: Array) -> None:
        closed = [np.concatenate([dots, dots[:1]]) for dots in circles]
        draw_curves(panels[0], closed, circles, "at the start")
        for axes, (name, curves) in zip(panels[1:], images.items(), strict=True):
            draw_curves(axes, curves, points[name], name)

    return Figure(
        label="Two circles, one inside the other, and what two flows make of them. In the plane the"
        " outer circle's points are apart from the inner ones, but a thread still runs around"
        " them. With a third dimension the two come apart whole.",
        caption="Dots: points of the training data. Lines: the circles between them. With one"
        " zero: the two directions in which the points differ most.",
        **both(draw, (9.2, 3.1), (3.5, 8.4), panels=3),
    )


def misses(
    paths: tuple[Array, Array], steps: Array, off: dict[str, Array], missed: float
) -> Figure:
    """Euler forward and back again, and how far gradients are off by the number of steps."""

    def draw(panels: Array) -> None:
        first, second = panels
        there, back = paths
        first.plot(*there.T, "o-", color=STATE, ms=3, linewidth=1.2)
        first.plot(*back.T, "o-", color=GRADIENT, ms=3, linewidth=1.2)
        first.plot(*there[0], "o", color=PAPER, mec=STATE, mew=1.6, ms=7)
        first.text(*(there[0] + (-0.06, -0.09)), "start", fontsize=9, ha="right")
        first.set_aspect("equal")
        first.set(xlim=(0.4, 1.3), ylim=(-0.2, 1.05), xlabel="first unit", ylabel="second unit")
        first.set_title("there and back")
        for (name, found), line in zip(off.items(), ("-", (0, (5, 2))), strict=True):
            second.plot(steps, 100 * found, "o", linestyle=line, color=GRADIENT, ms=4, label=name)
        second.set(xscale="log", yscale="log", xlabel="steps", ylabel="off by, %")
        second.set_xticks(steps, [str(n) for n in steps])
        second.set_yticks((0.5, 1, 2, 5), ("0.5", "1", "2", "5"))
        second.minorticks_off()
        second.legend(fontsize=9, handlelength=4)
        second.set_title("gradient of W")

    return Figure(
        label=f"Left, Euler's states from the start to time 1 and back again: they miss the start"
        f" by {missed:.2g}. Right, two gradients by number of steps, each off by about half as"
        " much when the steps are halved.",
        caption="Blue: forward. Vermilion: backwards. Gradient of W: how far the one through the"
        " steps is from the true one, and the adjoint method's from the one through the steps.",
        **both(draw, (6.6, 3.2), (3.5, 6.4), panels=2),
    )


def flowing(
    fields: dict[float, Callable], states: Float[Array, "T N 2"], kinds: Array, line: tuple
) -> Figure:
    """Two moons on their way through a flow, with the field at that time and the last line."""
    reach = np.abs(states).max() * 1.08
    box = (-reach, reach, -reach, reach)

    def draw(panels: Array) -> None:
        at = np.linspace(0, len(states) - 1, len(fields)).astype(int)
        for axes, place, (time, f) in zip(panels, at, fields.items(), strict=True):
            draw_field(axes, f, box, 11)
            for kind in (0, 1):
                chosen = np.flatnonzero(kinds == kind)
                for one in chosen[::8]:
                    trail = states[: place + 1, one]
                    axes.plot(*trail.T, color=KINDS[kind], linewidth=0.8, alpha=0.6)
                axes.plot(*states[place, chosen].T, "o", color=KINDS[kind], ms=2.8, mew=0)
            axes.set_title(f"s = {time:g}", fontsize=10)
        (w_x, w_y), c = line
        along = np.array([-w_y, w_x]) / np.hypot(w_x, w_y)
        foot = -c * np.array([w_x, w_y]) / (w_x**2 + w_y**2)
        panels[-1].plot(*np.array([foot - 9 * along, foot + 9 * along]).T, color="black", lw=1.0)
        panels[-1].set(xlim=box[:2], ylim=box[2:])

    return Figure(
        label="Two moons hooked into each other, at three times of a flow. The arrows of the field"
        " carry them apart until, at the end, a straight line runs between them.",
        caption="Thin lines: the paths of some points. Straight line: where both kinds are equally"
        " likely.",
        **both(draw, (9.4, 3.3), (3.5, 9.6), panels=3),
    )


def poured(states: Float[Array, "T N 2"], grid: tuple[Array, Array, Array], times: tuple) -> Figure:
    """Noise on its way to becoming two moons, and the density at the end."""

    def draw(panels: Array) -> None:
        *moments, last = np.ravel(panels)
        at = np.linspace(0, len(states) - 1, len(times)).astype(int)
        for axes, place, time in zip(moments, at, times, strict=True):
            for one in range(0, states.shape[1], 12):
                axes.plot(*states[: place + 1, one].T, color=QUIET, linewidth=0.6, alpha=0.6)
            axes.plot(*states[place].T, "o", color=STATE, ms=2.0, mew=0, alpha=0.8)
            bare(axes).set_title(f"s = {time:g}", fontsize=10)
        x, y, density = grid
        for level in (0.05, 0.2, 0.4, 0.6):
            last.contourf(x, y, density, levels=(level, 9), colors=STATE, alpha=0.25)
        bare(last).set_title("density at s = 1", fontsize=10)
        for axes in (*moments, last):
            axes.set(xlim=(-2.6, 2.6), ylim=(-2.4, 2.4))

    return Figure(
        draw_grid(draw, (9.4, 2.7), 1, 4),
        label="Normally distributed points at s = 0 are carried by a flow until at s = 1 they lie"
        " on two moons hooked into each other. The last panel shows the density there: high on"
        " the moons, low beside them.",
        caption="Points drawn from the learned density. Thin lines: the paths of some of them.",
        narrow=draw_grid(draw, (3.6, 3.9), 2, 2),
    )
