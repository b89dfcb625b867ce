"""Pictures of book/transformer.ipynb: `draw_…` fills an Axes, a function without it is a figure."""

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.shapes import Array, Float
from unrolled.page.diagram import is_wide
from unrolled.page.figure import INPUT, Figure, both


def places(P: Float[Array, "N d"]) -> Figure:
    """Each pair's sine over the places."""
    looks = ("-", (0, (5, 2)), (0, (4, 1.5, 1, 1.5)), ":")

    def draw(axes: Axes) -> None:
        for k, line in zip(range(0, P.shape[1], 2), looks, strict=False):
            axes.plot(P[:, k], color=INPUT, linestyle=line, linewidth=1.5, label=f"pair {k // 2}")
        axes.set(xlabel="place n", yticks=(-1, 0, 1))
        axes.figure.legend(
            *axes.get_legend_handles_labels(),
            loc="outside upper left",
            fontsize=9,
            ncols=4 if is_wide(axes) else 2,
        )

    turns = ", ".join(
        f"{n:.3g}" for n in 2 * np.pi * 10000 ** (np.arange(0, P.shape[1], 2) / P.shape[1])
    )
    return Figure(
        label=f"Sines over {len(P)} places for {P.shape[1]} features, each pair slower than the "
        f"one before; a turn takes {turns} places.",
        caption="The sine of each pair; its cosine runs a quarter of a turn ahead.",
        **both(draw, (5.6, 2.4), (3.4, 2.6)),
    )
