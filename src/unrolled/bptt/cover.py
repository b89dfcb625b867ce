"""The chapter's small picture on the front page. Notebook: book/intro.ipynb"""

import numpy as np

from unrolled.page.diagram import arrow
from unrolled.page.figure import COVER, GRADIENT, OUTPUT, STATE, Figure, bare, drawing


def cover() -> Figure:
    """From each loss back to every earlier step."""
    with drawing(*COVER) as (canvas, axes):
        for t in range(3):
            x, y = np.arange(t + 1) + 0.16 * (t - 1), 0.35 - 0.35 * t  # no path hides another
            axes.plot([x[t], x[t], x[0]], [1.2, y, y], color=GRADIENT, lw=1.2)
            for at in x:
                arrow(axes, (at, y), (at, -0.85), GRADIENT, linewidth=1.2, mutation_scale=6)
            axes.plot(x[t], 1.3, "o", color=OUTPUT, ms=9)
            axes.plot(t, -1.1, "s", color=STATE, ms=9)
        bare(axes).set(xlim=(-0.6, 2.6), ylim=(-1.4, 1.6))
    return Figure(
        canvas,
        "Three losses above, three steps below. Orange paths run from each loss "
        "back to its own step and to all earlier ones: one, two and three.",
    )
