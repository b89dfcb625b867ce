"""The chapter's small picture on the front page. Notebook: book/intro.ipynb"""

from unrolled.page.diagram import arrow, node
from unrolled.page.figure import COVER, GRADIENT, STATE, Figure, bare, drawing

BLOCKS = 3


def cover() -> Figure:
    """Three blocks beside each other: a line right through, a loop at each, a gradient below."""
    with drawing(*COVER) as (canvas, axes):
        bare(axes)
        arrow(axes, (0, 0), (6.6, 0), STATE, linewidth=2.6)
        for number in range(BLOCKS):
            left = 0.3 + 2.1 * number
            arrow(axes, (left, 0.05), (left + 1.35, 0.12), STATE, bend=-0.9)
            node(axes, left + 1.5, 0, "+", STATE)
        arrow(axes, (6.6, -0.75), (0, -0.75), GRADIENT, linewidth=2.6)
        axes.set(xlim=(-0.2, 6.9), ylim=(-1.2, 1.5))
    return Figure(
        canvas,
        "A line that runs through three blocks; at each block a loop leaves it and comes back at a"
        " plus. Below, a gradient runs back along the whole line.",
    )
