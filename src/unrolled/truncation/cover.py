"""The chapter's small picture on the front page. Notebook: book/intro.ipynb"""

import numpy as np

from unrolled.page.figure import COVER, GRADIENT, QUIET, Figure, bare, drawing
from unrolled.truncation.weights import kept


def cover() -> Figure:
    """A window over the pairs of losses and steps."""
    weights = kept(8, 1, 3)
    with drawing(*COVER) as (canvas, axes):
        for t, i in zip(*np.tril_indices(8), strict=True):
            look = {"color": GRADIENT} if weights[t, i] else {"color": QUIET, "fillstyle": "none"}
            axes.plot(1.4 * i, -t, "s", ms=5.5, markeredgewidth=0.7, **look)
        bare(axes).set(xlim=(-0.8, 10.6), ylim=(-7.6, 0.6))
    return Figure(
        canvas,
        f"A triangle of {8 * 9 // 2} squares, a row for each loss, a column for each step. "
        f"{int(weights.sum())} are filled: those at most two steps back.",
    )
