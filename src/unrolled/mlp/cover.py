"""The chapter's small picture on the front page. Notebook: book/intro.ipynb"""

import numpy as np
from matplotlib.axes import Axes

from unrolled.mlp.demo import NETWORK
from unrolled.page.diagram import arrow
from unrolled.page.figure import COVER, INPUT, OUTPUT, QUIET, STATE, Figure, bare, drawing

PLACES = {0: (0.0, INPUT, 4), 1: (1.6, STATE, 2), 2: (3.2, OUTPUT, 4)}  # of the d-e-m-o network


def spots(layer: int) -> list[tuple[float, float]]:
    """Where the units of a layer of the d-e-m-o network stand."""
    x, _, count = PLACES[layer]
    return [(x, 0.62 * ((count - 1) / 2 - k)) for k in range(count)]


def draw_layers(axes: Axes, weights: tuple, colour: str, back: bool = False) -> Axes:
    """Circles, and lines or arrows as thick as the numbers between them."""
    for n, W in enumerate(weights):
        for (j, i), w in np.ndenumerate(np.abs(W) / np.abs(W).max()):
            start, end = np.array(spots(n)[i]), np.array(spots(n + 1)[j])
            gap = 0.2 * (end - start) / np.hypot(*(end - start))
            if w and back:
                arrow(axes, end - gap, start + gap, colour, linewidth=0.5 + w, mutation_scale=6)
            elif w:
                axes.plot(*zip(start + gap, end - gap, strict=True), color=colour, lw=0.4 + 1.6 * w)
    for layer, (_, edge, _) in PLACES.items():
        axes.plot(*zip(*spots(layer), strict=True), "o", color=edge, fillstyle="none", ms=9)
    axes.set(xlim=(-0.3, 3.5), ylim=(-1.15, 1.15))
    return axes


def cover() -> Figure:
    """The d-e-m-o network."""
    with drawing(*COVER) as (canvas, axes):
        draw_layers(bare(axes), tuple(layer.W for layer in NETWORK), QUIET)
    return Figure(
        canvas,
        "Four input units, two hidden ones and four outputs in columns; lines "
        "between them are as thick as the weights are large.",
    )
