"""Pictures of book/derivations.ipynb: `draw_…` fills an Axes."""

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.shapes import Array, Float
from unrolled.page.figure import OUTPUT, QUIET, Figure, drawing


def draw_series(axes: Axes, prices: Float[Array, " T"]) -> Axes:
    """A price at the times at which it was observed."""
    seen = np.flatnonzero(~np.isnan(prices))
    axes.plot(seen, prices[seen], color=QUIET, linewidth=0.8)
    axes.plot(seen, prices[seen], "o", color=OUTPUT, markersize=4)
    axes.set(ylabel="price")
    return axes


def draw_targets(axes: Axes, returns: Float[Array, " T"], dzs: Float[Array, "T 1"]) -> Axes:
    """Targets at observed times, and what the loss sends back at every time."""
    seen = np.flatnonzero(~np.isnan(returns))
    axes.axhline(0, color=QUIET, linewidth=0.8)
    axes.vlines(seen, 0, returns[seen], color=OUTPUT, linewidth=1.6)
    axes.plot(seen, returns[seen], "o", color=OUTPUT, markersize=4)
    low = 1.35 * np.nanmin(returns)
    silent = np.flatnonzero(dzs[:, 0] == 0)
    axes.plot(silent, np.full(len(silent), low), "|", color=QUIET, markersize=6)
    axes.annotate(
        "unobserved: gradient 0",
        (silent[0], low),
        (0, 6),
        fontsize=8.5,
        textcoords="offset points",
        color=QUIET,
    )
    axes.set(ylabel="log-return", xlabel="day")
    return axes


def observed(prices: Array, returns: Array, dzs: Array) -> Figure:
    """An irregular series: prices above, targets below."""
    with drawing(3.3, 3.4) as (canvas, axes):
        axes.remove()
        above, below = canvas.subplots(2, 1, sharex=True)
        draw_series(above, prices)
        draw_targets(below, returns, dzs)
    seen, silent = int((~np.isnan(returns)).sum()), int((dzs == 0).sum())
    return Figure(
        canvas,
        f"Above, a price seen on {seen + 1} of {len(prices)} days, at irregular distances. Below, "
        f"the {seen} log-returns between them; ticks mark the {silent} days without a target, "
        "which have gradient 0.",
        "Targets exist at observed times only, and only there does the loss say anything.",
    )
