"""The chapter's small picture on the front page. Notebook: book/intro.ipynb"""

from unrolled.backprop.demo import trace
from unrolled.mlp.cover import draw_layers
from unrolled.page.figure import COVER, GRADIENT, Figure, bare, drawing


def cover() -> Figure:
    """The way back through the same network."""
    first, second = (trace()[name].value for name in ("dW1", "dW2"))
    with drawing(*COVER) as (canvas, axes):
        draw_layers(bare(axes), (first, second), GRADIENT, back=True)
    return Figure(
        canvas,
        "The d-e-m-o network with orange arrows from the outputs back to both "
        f"hidden units, and to {(first != 0).any(0).sum()} of the inputs.",
    )
