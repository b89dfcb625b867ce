"""Pictures of book/backprop.ipynb: `draw_…` fills an Axes, a function without it is a figure."""

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.shapes import Array, Float
from unrolled.page.diagram import arrow, node
from unrolled.page.figure import GRADIENT, INPUT, OUTPUT, QUIET, STATE, Figure, bare, drawing
from unrolled.page.numbers import decimals
from unrolled.page.trace import Trace

INK = "#000000"  # becomes the text's own colour
COLUMNS = {"x": (0.0, INPUT), "h1": (1.5, STATE), "y_hat": (3.0, OUTPUT)}


def heights(n: int) -> Float[Array, " n"]:
    """Where the units of a layer stand, evenly and centred."""
    return 0.95 * (np.arange(n)[::-1] - (n - 1) / 2)


def draw_passes(axes: Axes, trace: Trace) -> Axes:
    """The 4-2-4 network: values in the units, errors beside them, gradient arrows back."""
    places = {
        name: [(x, y) for y in heights(len(trace[name].value))] for name, (x, _) in COLUMNS.items()
    }
    for left, right in (("x", "h1"), ("h1", "y_hat")):
        for here in places[left]:
            for there in places[right]:
                (x0, y0), (x1, y1) = here, there
                style = {"color": QUIET, "linewidth": 0.7, "zorder": 0}
                axes.plot([x0 + 0.3, x1 - 0.3], [y0, y1], **style)
    for name, (_, colour) in COLUMNS.items():
        for (x, y), value in zip(places[name], trace[name].value, strict=True):
            node(axes, x, y, "", colour)
            shown = f"{value:.0f}" if name == "x" else decimals(value, 2)
            axes.text(x, y, shown, ha="center", va="center", fontsize=8)
    for (x, y), value in zip(places["y_hat"], trace["delta2"].value, strict=True):
        axes.text(x + 0.36, y - 0.06, decimals(value, 3), fontsize=9, color=GRADIENT)
    for (x, y), value in zip(places["h1"], trace["delta1"].value, strict=True):
        style = {"ha": "center", "va": "center", "fontsize": 9, "color": GRADIENT}
        axes.text(x, y + np.copysign(0.45, y), decimals(value, 3), **style)
    for y, letter in zip(heights(4), "demo", strict=True):
        axes.text(-0.42, y, letter, ha="right", va="center", fontsize=11)
        axes.text(4.5, y, letter, ha="left", va="center", fontsize=11)
    arrow(axes, (0.4, 2.2), (2.6, 2.2), INK)
    arrow(axes, (2.6, -2.2), (0.4, -2.2), GRADIENT)
    axes.text(1.5, 2.3, "values forward", ha="center", fontsize=10)
    axes.text(1.5, -2.12, "errors back", ha="center", fontsize=10, color=GRADIENT)
    axes.set(xlim=(-0.7, 4.75), ylim=(-2.5, 2.65))
    return axes


def two_passes(trace: Trace) -> Figure:
    """One example on its way through the 4-2-4 network, and its error on the way back."""
    with drawing(2.9, 3.1) as (canvas, axes):
        draw_passes(bare(axes), trace)
    chances, errors = (", ".join(f"{v:.2f}" for v in trace[n].value) for n in ("y_hat", "delta1"))
    return Figure(
        canvas,
        f"Four inputs, two hidden units, four outputs. The letter d enters; forward come the "
        f"probabilities {chances}. Back flow the errors, {errors} at the hidden units.",
        "Values in the circles go forward, errors beside them come back.",
    )


def draw_errors(
    axes: Axes, steps: Float[Array, " N"], errors: Float[Array, " N"], law: Float[Array, " N"]
) -> Axes:
    """The error of centred differences against the step, and what it should be."""
    axes.loglog(steps, law, color=QUIET, linestyle=(0, (3, 2)))
    axes.loglog(steps, errors, color=INK, marker="o", markersize=4, linewidth=1)
    axes.annotate("rounding: 1/ε", (steps[1], errors[1]), (10, 10), textcoords="offset points")
    axes.annotate(
        "curvature: ε²", (steps[-2], errors[-2]), (-12, 2), ha="right", textcoords="offset points"
    )
    axes.set(xlabel="step ε", ylabel="largest error")
    return axes


def valley(
    steps: Float[Array, " N"], errors: Float[Array, " N"], law: Float[Array, " N"]
) -> Figure:
    """The V of the gradient check."""
    with drawing(2.9, 2.6) as (canvas, axes):
        draw_errors(axes, steps, errors, law)
    best = errors.argmin()
    return Figure(
        canvas,
        f"Largest error of centred differences against the step, log scales: a V. It falls from "
        f"{errors[0]:.0e} at ε = {steps[0]:.0e} to {errors[best]:.0e} at {steps[best]:.0e} and "
        f"rises to {errors[-1]:.0e} at {steps[-1]:.0e}.",
        "Dots are measured, the dashed line is the sum of the two errors.",
    )
