"""The chapter's small picture on the front page. Notebook: book/intro.ipynb"""

import numpy as np

from unrolled.attention.mask import causal
from unrolled.page.figure import COVER, OUTPUT, STATE, Figure, bare, drawing

N, HIDDEN = 6, 3  # tokens, and which of them is hidden


def cover() -> Figure:
    """Two tables of who sees whom: one from the left alone, one with a gap seen from both sides."""
    with drawing(*COVER) as (canvas, axes):
        bare(axes)
        for left, sees in ((0, causal(N)), (N + 1.5, np.ones((N, N), dtype=bool))):
            rows, columns = np.nonzero(sees)
            axes.scatter(columns + left, -rows, s=26, marker="s", color=STATE, linewidths=0)
        gap = np.full(N, HIDDEN)
        for left in (0, N + 1.5):
            seen = slice(0, HIDDEN + 1) if left == 0 else slice(0, N)
            across = np.arange(N)[seen] + left
            axes.scatter(across, -gap[seen], s=26, marker="s", color=OUTPUT, linewidths=0)
        axes.set(xlim=(-1, 2 * N + 1.5), ylim=(-N, 1))
    return Figure(
        canvas,
        "Two tables of squares for what each word sees: only words on its left in the first, all"
        " words in the second.",
    )
