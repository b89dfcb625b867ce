"""Pictures of book/attention.ipynb: `draw_…` fills an Axes, a function without it is a figure."""

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.shapes import Array, Float
from unrolled.page.diagram import arrow, node
from unrolled.page.figure import GRADIENT, OUTPUT, QUIET, STATE, Figure, bare, both


def draw_average(axes: Axes, weights: Float[Array, " N"], names: str) -> Axes:
    """Tokens below, one output above, an arrow from each as wide as its weight."""
    places = 2.2 * (np.arange(len(weights)) - (len(weights) - 1) / 2)
    node(axes, 0, 2.2, "y", OUTPUT)
    for x, weight, name in zip(places, weights, names, strict=True):
        node(axes, x, 0, name, STATE)
        tip = np.array([0.36 * np.sign(x) * (x != 0), 1.82 if x == 0 else 1.95])
        arrow(axes, (x * 0.93, 0.4), tuple(tip), QUIET, linewidth=0.4 + 7 * weight)
        axes.text(x * 0.72 + 0.28, 0.92, f"{weight:.2f}", fontsize=10, va="center")
    axes.set(xlim=(-3.2, 3.4), ylim=(-0.6, 2.8))
    return axes


def averages(rows: dict[str, Float[Array, " N"]], names: str = "dem") -> Figure:
    """The same three tokens averaged with different weights."""

    def draw(panels: Array) -> None:
        for axes, (title, weights) in zip(np.ravel(panels), rows.items(), strict=True):
            draw_average(bare(axes), weights, names)
            axes.set_title(title, fontsize=10)

    said = "; ".join(
        f"{title}: {', '.join(f'{w:.2f}' for w in weights)}" for title, weights in rows.items()
    )
    return Figure(
        label=f"Three tokens d, e, m and their average y, with weights. {said}.",
        caption="An arrow is as wide as the weight beside it.",
        **both(draw, (7.2, 2.2), (3.2, 6.2), panels=len(rows)),
    )


def saturated(table: dict[int, tuple[tuple[float, float], tuple[float, float]]]) -> Figure:
    """The largest weight, and the norm of the Jacobian, by the size of the vectors."""
    sizes = list(table)
    found = np.array(list(table.values()))  # size, unscaled or scaled, weight or norm

    def draw(panels: Array) -> None:
        for k, (axes, title) in enumerate(
            zip(np.ravel(panels), ("largest weight", "norm of the gradient"), strict=True)
        ):
            axes.plot(sizes, found[:, 0, k], "o-", color=GRADIENT if k else STATE, label="plain")
            axes.plot(
                sizes,
                found[:, 1, k],
                "s--",
                color=GRADIENT if k else STATE,
                fillstyle="none",
                label="scaled",
            )
            axes.set(xscale="log", title=title, xlabel="size of query and key")
            axes.set_xticks(sizes, map(str, sizes))
            axes.minorticks_off()
            axes.set_ylim(bottom=0)
            axes.legend(fontsize=9)

    said = "; ".join(
        f"size {d}: {plain[0]:.2f} and {by[0]:.2f}, gradient {plain[1]:.2g} and {by[1]:.2g}"
        for d, (plain, by) in table.items()
    )
    return Figure(
        label=f"Largest of 32 weights, plain and scaled. {said}.",
        caption="32 keys; the mean of the largest weight, and the median norm of the Jacobian.",
        **both(draw, (7.2, 2.6), (3.4, 5.0), panels=2),
    )
