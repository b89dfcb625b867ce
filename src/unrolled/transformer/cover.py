"""Small picture of the encoder block, for the front page. Notebook: book/intro.ipynb"""

import numpy as np

from unrolled.page.diagram import arrow
from unrolled.page.figure import COVER, INPUT, STATE, Figure, drawing
from unrolled.transformer.cut import through
from unrolled.transformer.demo import BLOCK, TOKENS


def cover() -> Figure:
    """The four numbers of d before the block, after its first layer norm, and after its second."""
    run = through(BLOCK, TOKENS)
    with drawing(*COVER) as (canvas, axes):
        for n, (values, colour) in enumerate(
            zip((run.x[0], run.norm_1[0], run.norm_2[0]), (INPUT, STATE, STATE), strict=True)
        ):
            axes.bar(6 * n + np.arange(4), values, 0.7, color=colour)
            if n:
                arrow(axes, (6 * n - 2.1, 0), (6 * n - 0.9, 0), STATE, mutation_scale=7)
        axes.axis("off")
        axes.set(ylim=(-1.8, 1.8))
    ends = ", ".join(f"{v:.2f}" for v in run.norm_2[0])
    return Figure(
        canvas,
        "The four numbers of the letter d as bars, before a block, after "
        f"its first layer norm, and after its second: {ends}.",
    )
