"""The pipeline, drawn once: from statements and market days to a forecast."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch, Rectangle

from unrolled.page.figure import INPUT, OUTPUT, QUIET, STATE, Figure, drawing


def _document(axes: Axes, x: float, y: float, size: float) -> None:
    axes.add_patch(Rectangle((x - 0.3 * size, y), 0.6 * size, 0.8 * size, fc="none", ec="black"))
    for line in (0.2, 0.4, 0.6):
        axes.plot([x - 0.18 * size, x + 0.18 * size], [y + line * size] * 2, color="black", lw=1.0)


def _arrow(axes: Axes, start: tuple, end: tuple, colour: str = "black") -> None:
    axes.annotate("", end, start, arrowprops={"arrowstyle": "->", "color": colour, "lw": 1.3})


def draw_pipeline(axes: Axes, releases: tuple[float, ...], end: float, size: float) -> Axes:
    """Statements above, market days below, the state between them, the forecast to the right."""
    rng = np.random.default_rng(4)
    weekday = np.arange(round((releases[-1] - 0.4) / 0.42)) % 7 < 5  # no fixings on weekends
    market = 0.4 + 0.42 * np.flatnonzero(weekday)
    market = market[np.abs(market[:, None] - releases).min(axis=1) > 0.15]
    jumps = np.sort(np.concatenate([market, releases]))
    for x in releases:
        _document(axes, x, 4.2, size)
        _arrow(axes, (x, 4.1), (x, 3.75))
        box = FancyBboxPatch((x - 0.75, 3.1), 1.5, 0.6, boxstyle="round,pad=0.03", fc="none")
        axes.add_patch(box)
        axes.text(x, 3.4, "encoder", ha="center", va="center")
        _arrow(axes, (x, 3.0), (x, 2.7))
        for n, tint in enumerate((0.2, 0.5, 0.8, 0.35)):
            axes.add_patch(
                Rectangle((x - 0.4 + 0.2 * n, 2.42), 0.2, 0.22, fc=INPUT, alpha=tint, ec="none")
            )
        _arrow(axes, (x, 2.35), (x, 1.75), INPUT)
    level = 1.4
    for start, stop in zip(jumps, [*jumps[1:], releases[-1] + 0.02], strict=True):
        t = np.linspace(start, stop, 12)
        new = 1.4 + (level - 1.4) * np.cos(1.6 * (t - start)) + 0.18 * np.sin(1.6 * (t - start))
        axes.plot(t, new, color=STATE, lw=2.2)
        level = float(np.clip(new[-1] + rng.uniform(-0.3, 0.3), 1.15, 1.65))
        axes.plot([stop, stop], [new[-1], level], color=STATE, lw=2.2)
    axes.plot(market, np.full(len(market), 0.35), "o", color=INPUT, ms=5)
    for x in market:
        axes.plot([x, x], [0.45, 1.05], color=INPUT, lw=0.8)
    last = releases[-1]
    axes.plot([last + 0.45, end - 0.3], [1.4, 1.4], color=OUTPUT, lw=5, solid_capstyle="butt")
    _arrow(axes, (last + 0.05, 1.4), (last + 0.45, 1.4), OUTPUT)
    axes.plot([0, end], [0, 0], color=QUIET, lw=1.0)
    axes.text(end, -0.12, "time", ha="right", va="top", color=QUIET)
    axes.set(xlim=(-0.2, end + 0.3), ylim=(-0.75, 5.2))
    axes.axis("off")
    return axes


def pipeline() -> Figure:
    """From statements and market days to the forecast of a return."""

    def name(axes: Axes, at: tuple, text: str, **style) -> None:
        axes.text(*at, text, **{"va": "center", **style})

    with drawing(9.4, 4.0) as (canvas, axes):
        draw_pipeline(axes, (3.0, 9.0), 13.6, 1.0)
        name(axes, (4.0, 4.6), "a statement, when it is released")
        name(axes, (4.0, 3.4), "one encoder for all statements")
        name(axes, (4.0, 2.53), "one vector per statement", color=INPUT)
        name(axes, (10.0, 2.1), "the state flows,\nand jumps at each row", color=STATE)
        name(
            axes,
            (9.5, 1.0),
            "forecast: the log-return\nover the next H fixings",
            color=OUTPUT,
            va="top",
        )
        name(axes, (0.4, -0.35), "market days: gold and, sometimes, an interest rate", color=INPUT)
    with drawing(3.5, 5.0) as (narrow, axes):
        draw_pipeline(axes, (3.4,), 6.6, 1.0)
        name(axes, (4.0, 4.6), "a statement,\nwhen it is released")
        name(axes, (4.3, 3.4), "one model")
        name(axes, (4.0, 2.53), "one vector", color=INPUT)
        name(axes, (0.0, 1.98), "the state flows\nand jumps", color=STATE)
        name(axes, (3.7, 1.15), "forecast over the\nnext H fixings", color=OUTPUT, va="top")
        name(axes, (0.2, -0.35), "market days", color=INPUT)
    return Figure(
        canvas,
        "Statements above a time axis go through an encoder and become vectors; market days below"
        " it are dots. Both enter a blue state that flows and jumps. After the last statement it"
        " forecasts the return over a stretch to the right.",
        narrow=narrow,
    )
