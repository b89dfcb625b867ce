"""Small picture of one head of a real encoder, for the front page. Notebook: book/intro.ipynb"""

import numpy as np

from unrolled.bert import heads
from unrolled.page.figure import COVER, STATE, Figure, drawing

SENTENCE, LAYER, HEAD = 4, 4, 2  # it was tired


def cover() -> Figure:
    """What each token of a sentence looks at, a square for each of the larger weights."""
    tokens, A = heads.maps(SENTENCE)
    weights = A[LAYER - 1, HEAD - 1]
    with drawing(*COVER) as (canvas, axes):
        rows, columns = np.nonzero(weights >= 0.08)
        sizes = 34 * weights[rows, columns]
        axes.scatter(columns, -rows, s=sizes, marker="s", color=STATE, linewidths=0)
        axes.axis("off")
        axes.set(xlim=(-1, len(tokens)), ylim=(-len(tokens), 1))
    share = weights[tokens.index("it"), tokens.index("animal")]
    return Figure(
        canvas,
        "One head of a real encoder on a sentence, a row for each word, a square "
        f"for what it looks at: “it” gives “animal” {100 * share:.0f} %.",
    )
