"""A small picture of the attention chapter, for the front page. Notebook: book/intro.ipynb"""

import numpy as np
from matplotlib.axes import Axes

from unrolled.attention.demo import ONE_HEAD, TOKENS
from unrolled.attention.heads import multi_head
from unrolled.core.shapes import Array, Float
from unrolled.page.diagram import arrow, node
from unrolled.page.figure import COVER, OUTPUT, QUIET, STATE, Figure, bare, drawing


def draw_average(axes: Axes, weights: Float[Array, " N"], names: str) -> None:
    """Tokens below, one output above, an arrow from each as wide as its weight."""
    places = 2.2 * (np.arange(len(weights)) - (len(weights) - 1) / 2)
    node(axes, 0, 2.2, "y", OUTPUT)
    for x, weight, name in zip(places, weights, names, strict=True):
        node(axes, x, 0, name, STATE)
        tip = (0.36 * np.sign(x) * (x != 0), 1.82 if x == 0 else 1.95)
        arrow(axes, (x * 0.93, 0.4), tip, QUIET, linewidth=0.4 + 7 * weight)
        axes.text(x * 0.72 + 0.28, 0.92, f"{weight:.2f}", fontsize=10, va="center")
    axes.set(xlim=(-3.2, 3.4), ylim=(-0.6, 2.8))


def cover() -> Figure:
    """What the third token makes of the three."""
    weights = multi_head(ONE_HEAD, TOKENS)[1].A[0, 2]
    with drawing(*COVER) as (canvas, axes):
        draw_average(bare(axes), weights, "dem")
    said = ", ".join(f"{w:.2f}" for w in np.ravel(weights))
    return Figure(canvas, f"Three tokens and their average, with the weights {said}.")
