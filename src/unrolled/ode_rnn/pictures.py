"""Pictures of book/ode_rnn.ipynb: `draw_…` fills an Axes, a function without it is a figure."""

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.shapes import Array, Float
from unrolled.page.figure import (
    GRADIENT,
    INPUT,
    OUTPUT,
    QUIET,
    STATE,
    Figure,
    both,
    draw_grid,
    drawing,
)

SHARED = {"sharex": True, "sharey": True}

STYLES = {  # of the ways to live with gaps: colour, line, mark
    "ignore": (QUIET, ":", "s"),
    "impute": (INPUT, (0, (1, 1)), "D"),
    "gap as input": (OUTPUT, (0, (5, 2)), "^"),
    "decay": (GRADIENT, "-.", "v"),
    "evolve": (STATE, "-", "o"),
}


def draw_beads(axes: Axes, times: Array, values: Array) -> Axes:
    """Observations as dots."""
    axes.plot(times, values, "o", color=INPUT, ms=5, zorder=3)
    return axes


def same_numbers(
    recordings: dict[str, tuple[Array, Array]], curves: dict[str, Array], time: Array, state: Array
) -> Figure:
    """Two recordings with the same numbers at other times, and the one state that they leave."""

    def draw(panels: Array) -> None:
        for axes, (title, (times, values)) in zip(panels, recordings.items(), strict=False):
            axes.plot(time, curves[title], color=QUIET, linewidth=1.0)
            draw_beads(axes, times, values)
            for t, value in zip(times, values, strict=True):
                axes.text(
                    t + 0.15,
                    value,
                    f"{value:.1f}".replace("-", "−"),
                    fontsize=9,
                    va="bottom",
                    color=INPUT,
                )
            axes.set(xlim=(-0.3, time[-1]), ylim=(-1.25, 1.45), xlabel="time")
            axes.set_title(title)
        last = panels[-1]
        last.bar(np.arange(1, len(state) + 1), state, color=STATE, width=0.7)
        last.axhline(0, color=QUIET, linewidth=0.8)
        last.set(xlabel="unit", ylim=(-1, 1), xticks=np.arange(1, len(state) + 1))
        last.set_title("the network's state")

    numbers = ", ".join(f"{v:.1f}" for v in next(iter(recordings.values()))[1])
    return Figure(
        label=f"Two recordings with the same numbers, {numbers}; the second takes six times as long"
        " as the first. The third panel shows the state of a recurrent network, which is the same"
        " after both.",
        caption="Green: measurements. Grey: the pendulum's path. Blue: the network's state.",
        **both(draw, (9.4, 2.6), (3.5, 7.2), panels=3),
    )


def five_ways(
    time: Array, truth: Array, answers: dict[str, Array], times: Array, values: Array
) -> Figure:
    """What each way to live with gaps says of a swing, between and after the observations."""

    def draw(grid: Array) -> None:
        panels = np.ravel(grid)
        axes = panels[0]
        axes.plot(time, truth, color="black", linewidth=1.2)
        draw_beads(axes, times, values).set_title("the truth")
        for axes, (name, said) in zip(panels[1:], answers.items(), strict=True):
            axes.plot(time, truth, color=QUIET, linewidth=0.8)
            axes.plot(time, said, color=STATE, linewidth=1.6)
            draw_beads(axes, times, values).set_title(name)
        for axes in panels:
            axes.set(xlim=(0, time[-1]), ylim=(-1.6, 1.6), yticks=(-1, 0, 1))

    off = {name: np.sqrt(np.mean((said - truth) ** 2)) for name, said in answers.items()}
    said = ", ".join(f"{name} {value:.2f}" for name, value in off.items())
    return Figure(
        draw_grid(draw, (9.4, 4.4), 2, 3, **SHARED),
        label="A damped swing observed at seven irregular times, and what five networks say of it"
        f" in between. Typical errors: {said}.",
        caption="Green: observations. Thin: the truth. Blue: the network's prediction, asked for"
        " at each time on its own.",
        narrow=draw_grid(draw, (3.5, 7.4), 6, 1, **SHARED),
    )


def flow_and_jump(pieces: list[tuple[Array, Array]], times: Array, shown: int) -> Figure:
    """The units of an ODE-RNN's state, one of them thick: they flow, and jump at observations."""

    def draw(panels: Array) -> None:
        (axes,) = np.ravel(panels)
        ends = None
        for time, states in pieces:
            axes.plot(time, states, color=STATE, linewidth=0.8, alpha=0.5)
            axes.plot(time, states[:, shown], color=STATE, linewidth=2.4)
            if ends is not None:
                for unit, (before, after) in enumerate(zip(ends, states[0], strict=True)):
                    width = 2.4 if unit == shown else 0.8
                    axes.plot([time[0]] * 2, [before, after], color=INPUT, linewidth=width)
            ends = states[-1]
        axes.plot(times, np.full(len(times), -1.25), "o", color=INPUT, ms=6)
        axes.set(xlabel="time", ylabel="state h", xlim=(0, pieces[-1][0][-1]), ylim=(-1.4, 1.2))

    units = pieces[0][1].shape[1]
    return Figure(
        label=f"The {units} units of an ODE-RNN's state over time. Between the {len(times)}"
        " observations they follow smooth curves; at each observation they jump.",
        caption="Blue: the state flows, one of its units thick. Green: an observation arrives, and"
        " the state jumps.",
        **both(draw, (7.6, 3.0), (3.5, 3.4)),
    )


def three_worlds(worlds: dict[str, tuple]) -> Figure:
    """One sequence of each world: the truth, what is seen of it, and the best answer."""

    def draw(panels: Array) -> None:
        for axes, (name, (time, truth, best, times, values)) in zip(
            panels, worlds.items(), strict=True
        ):
            axes.plot(time, truth, color=QUIET, linewidth=1.0)
            axes.plot(time, best, color="black", linewidth=1.9)
            draw_beads(axes, times, values)
            axes.set(xlim=(0, time[-1]), ylim=(-2.6, 2.6), xlabel="time")
            axes.set_title(name)

    return Figure(
        label="One sequence of each world, with the best possible answer at each time: a damped"
        " swing, a switch that jumps between 1 and −1, and a ward, where such a switch is observed"
        " more often while it is at 1.",
        caption="Grey: the truth. Green: noisy observations. Thick: the best possible answer, given"
        " the observations so far.",
        **both(draw, (9.4, 2.7), (3.5, 7.2), panels=3),
    )


def race(
    errors: dict[str, dict[str, Float[Array, "places seeds"]]],
    least: dict[str, Array],
    places: dict[str, list[str]],
) -> Figure:
    """The errors of all seeds, world by world; below the grey line nobody can get."""

    def draw(panels: Array) -> None:
        for axes, (world, found) in zip(panels, errors.items(), strict=True):
            x = np.arange(len(places[world]))
            edges = np.concatenate([x - 0.5, x[-1:] + 0.5])
            axes.stairs(least[world], edges, fill=True, color=QUIET, alpha=0.25)
            for n, (way, seeds) in enumerate(found.items()):
                colour, _, mark = STYLES[way]
                at = x + 0.17 * (n - 2)
                for seed in seeds.T:
                    axes.plot(at, seed, mark, color=colour, ms=5, mew=0, alpha=0.7)
                axes.plot([], [], mark, color=colour, ms=5, label=way)
            axes.set_xticks(x, places[world])
            axes.set(
                ylim=(0.25, 1.02), xlabel="observations per unit of time" if len(x) > 1 else ""
            )
            axes.set_title(world)
        panels[0].set(ylabel="error at query times")

    def wide(panels: Array) -> None:
        draw(panels)
        panels[-1].legend(fontsize=8.5, loc="upper left", bbox_to_anchor=(1.02, 1.0))

    def tall(panels: Array) -> None:
        draw(panels)
        panels[0].legend(fontsize=8.5, ncols=3, loc="lower left", bbox_to_anchor=(-0.16, 1.1))

    with drawing(9.4, 3.2, 3, 1, width_ratios=(3, 3, 1.4)) as (canvas, panels):
        wide(panels)
    with drawing(3.5, 9.2, 1, 3) as (narrow, panels):
        tall(panels)
    ends = ", ".join(f"{way} {np.median(s[-1]):.2f}" for way, s in errors["oscillator"].items())
    return Figure(
        canvas,
        label="Errors of five ways in three worlds, five seeds each. For the oscillator, observed"
        f" twice per unit of time: {ends}; the best possible answer has"
        f" {least['oscillator'][-1]:.2f}.",
        caption="Every mark is one seed; most lie on top of each other. Grey: up to the error of"
        " the best possible answer.",
        narrow=narrow,
    )
