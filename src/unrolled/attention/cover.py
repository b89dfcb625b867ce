"""A small picture of the attention chapter, for the front page. Notebook: book/intro.ipynb"""

import numpy as np

from unrolled.attention.demo import ONE_HEAD, TOKENS
from unrolled.attention.heads import multi_head
from unrolled.attention.pictures import draw_average
from unrolled.page.figure import COVER, Figure, bare, drawing


def cover() -> Figure:
    """What the third token makes of the three."""
    weights = multi_head(ONE_HEAD, TOKENS)[1].A[0, 2]
    with drawing(*COVER) as (canvas, axes):
        draw_average(bare(axes), weights, "dem")
    said = ", ".join(f"{w:.2f}" for w in np.ravel(weights))
    return Figure(canvas, f"Three tokens and their average, with the weights {said}.")
