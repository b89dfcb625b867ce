"""The chapter's small picture on the front page. Notebook: book/intro.ipynb"""

import numpy as np
from matplotlib.axes import Axes

from unrolled.gradients.products import lags
from unrolled.page.figure import COVER, GRADIENT, Figure, drawing
from unrolled.rnn.cell import CELL, RNN


def draw_sizes(axes: Axes) -> np.ndarray:
    """How large a gradient is, ever more steps back, in a random network of 8 units."""
    rng = np.random.default_rng(0)
    p = RNN(rng.normal(0, 0.5, (8, 4)), rng.normal(0, 0.25, (8, 8)), np.zeros(8))
    sizes = lags(CELL, p, rng.normal(0, 1, (10, 4)), np.zeros(8)).norm
    axes.bar(range(len(sizes)), sizes, color=GRADIENT, width=0.7)
    axes.set(xticks=[], yticks=[], xlabel="steps back")
    return sizes


def cover() -> Figure:
    """The gradient's size from step to step."""
    with drawing(*COVER) as (canvas, axes):
        sizes = draw_sizes(axes)
    return Figure(
        canvas,
        "Bars: the size of the gradient of a random network of 8 units, "
        f"{sizes[0]:.3f} one step back and {sizes[-1]:.4f} ten steps back.",
    )
