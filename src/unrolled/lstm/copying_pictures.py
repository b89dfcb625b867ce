"""The picture of `lstm.copying`: how fast four networks learn, and how far gradients reach."""

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.shapes import Array
from unrolled.lstm import copying
from unrolled.lstm.lags import EVERY, UPDATES
from unrolled.page.diagram import is_wide, write_powers
from unrolled.page.figure import GRADIENT, QUIET, STATE, Figure, both
from unrolled.page.numbers import decimals

LOOKS = {
    "plain, 34 units": ("black", (0, (5, 2))),
    "plain, 16 units": ("black", ":"),
    "LSTM, 34 units": (STATE, (0, (5, 2))),
    "LSTM, 16 units": (STATE, "-"),
    "LSTM, 16 units, by horizon": (GRADIENT, "-."),
}
NAMES = {"LSTM, 16 units, by horizon": "LSTM, 16 units, biases by time constant"}
WIDTHS = ("plain, 34 units", "plain, 16 units", "LSTM, 34 units", "LSTM, 16 units")


def draw_runs(axes: Axes, name: str, at: Array, runs: Array) -> None:
    """The median of some runs, and a band from the smallest to the largest."""
    colour, line = LOOKS[name]
    axes.fill_between(at, runs.min(axis=0), runs.max(axis=0), color=colour, alpha=0.12, lw=0)
    axes.plot(
        at,
        np.median(runs, axis=0),
        color=colour,
        linestyle=line,
        lw=1.6,
        label=NAMES.get(name, name),
    )


def draw_losses(axes: Axes) -> None:
    """The loss of four networks at lag 10, for the first UPDATES updates."""
    at = EVERY * np.arange(1, UPDATES // EVERY + 1)
    for name in WIDTHS:
        runs = copying.loaded()["10"][name]
        draw_runs(axes, name, at, np.array([run["loss"][: len(at)] for run in runs]))
    axes.set(xlabel="update", ylabel="loss", yscale="log")
    axes.set_xticks((0, 1000, 2000), ("0", "1,000", "2,000"))
    axes.minorticks_off()
    write_powers(axes)


def draw_reach(axes: Axes, wait: str) -> None:
    """The gradient's part at the lag of the symbol against that at lag 0, while training."""
    axes.axhline(1, color=QUIET, lw=0.8)
    at = np.arange(len(copying.WATCHED))
    for name in copying.loaded()[wait]:
        if name not in ("plain, 16 units", "LSTM, 34 units"):
            draw_runs(axes, name, at, copying.reaches(wait, name)[:, : len(at)])
    shown = (0, 2, 4, 7)
    axes.set(xlabel="update", yscale="log", ylim=(1e-8, 1e3))
    axes.set_xticks(shown, [f"{copying.WATCHED[k]:,}" for k in shown])
    axes.minorticks_off()
    axes.set_title(f"reach of the gradient, lag {wait}", fontsize=11)
    write_powers(axes)


def name_lines(panels: Array) -> None:
    """Every line's name once, above the panels."""
    lines = {}
    for axes in panels:
        lines |= dict(zip(*reversed(axes.get_legend_handles_labels()), strict=True))
    panels[0].figure.legend(
        lines.values(),
        lines.keys(),
        loc="outside upper left",
        ncols=3 if is_wide(panels[0]) else 1,
        handlelength=2.6,
        labelspacing=0.3,
        fontsize=9,
    )


def why_plain_wins() -> Figure:
    """Three panels: loss by width at lag 10, and the gradient's reach at 10 and at 50."""

    def draw(panels: Array) -> None:
        draw_losses(panels[0])
        panels[0].set_title("loss, lag 10", fontsize=11)
        draw_reach(panels[1], "10")
        draw_reach(panels[2], "50")
        name_lines(panels)

    ends = {name: np.median(copying.ends("10", name)) for name in WIDTHS}
    losses = "; ".join(f"{name}: {decimals(end, 4)}" for name, end in ends.items())
    lost = np.median(copying.reaches("50", "LSTM, 16 units")[:, -1])
    return Figure(
        label=f"Loss after {UPDATES:,} updates, lag 10: {losses}. The reach of the"
        f" gradient at lag 10: above 1 for both networks; at lag 50: {lost:.0e} for the LSTM.",
        caption="Copying: median and range of five seeds."
        f" Median losses at the end, on the left: {losses}.",
        **both(draw, (9.2, 3.3), (3.5, 8.6), panels=3),
    )
