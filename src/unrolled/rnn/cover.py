"""The chapter's small picture on the front page. Notebook: book/intro.ipynb"""

from unrolled.page.diagram import arrow, node
from unrolled.page.figure import COVER, INPUT, OUTPUT, STATE, Figure, bare, drawing


def cover() -> Figure:
    """Three steps of a recurrent network."""
    with drawing(*COVER) as (canvas, axes):
        for x in (0, 1.5, 3):
            for y, name, colour in ((0, "", INPUT), (1, "h", STATE), (2, "", OUTPUT)):
                node(axes, x, y, name, colour)
            arrow(axes, (x, 0.3), (x, 0.7), mutation_scale=7)
            arrow(axes, (x, 1.3), (x, 1.7), mutation_scale=7)
            if x:
                arrow(axes, (x - 1.2, 1), (x - 0.3, 1), STATE, mutation_scale=8)
        bare(axes).set(xlim=(-0.6, 3.6), ylim=(-0.4, 2.4))
    return Figure(
        canvas,
        "Three steps, each with an input below, a state h in the middle and an "
        "output above. Arrows lead from each state to the next.",
    )
