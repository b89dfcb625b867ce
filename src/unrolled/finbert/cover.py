"""The chapter's small picture on the front page. Notebook: book/intro.ipynb"""

import numpy as np
from matplotlib.patches import Rectangle

from unrolled.page.figure import COVER, INPUT, OUTPUT, QUIET, Figure, drawing


def cover() -> Figure:
    """A page of text above a price, and the stretch that is to be forecast."""
    price = np.cumsum(np.random.default_rng(11).normal(size=40))
    with drawing(*COVER) as (canvas, axes):
        axes.axis("off")
        axes.plot(np.arange(27), price[:27], color=QUIET, linewidth=2.0)
        axes.plot(np.arange(26, 40), price[26:], color=OUTPUT, linewidth=2.6)
        low, high = price.min(), price.max()
        size = 0.55 * (high - low)
        axes.add_patch(Rectangle((21, high), 10, size, fill=False, edgecolor=INPUT, linewidth=2.2))
        for line in (0.25, 0.5, 0.75):
            axes.plot([23, 29], [high + line * size] * 2, color=INPUT, linewidth=1.6)
        axes.set(xlim=(-1, 40), ylim=(low - 0.5, high + 1.1 * size))
    return Figure(
        canvas,
        "A sheet of text above a jagged price; the last stretch is in colour.",
    )
