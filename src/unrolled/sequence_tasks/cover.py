"""The chapter's small picture on the front page. Notebook: book/intro.ipynb"""

from unrolled.page.figure import COVER, INPUT, OUTPUT, STATE, Figure, bare, drawing

STEPS = 3
SHAPES = (((0,), (0, 1, 2)), ((0, 1, 2), (2,)), ((0, 1, 2), (0, 1, 2)))  # who reads, who answers


def cover() -> Figure:
    """The same three cells in three of the five shapes."""
    with drawing(*COVER) as (canvas, axes):
        for n, (read, answered) in enumerate(SHAPES):
            for t in range(STEPS):
                x = 0.55 * t + 2.1 * n
                style = {"markersize": 6, "mfc": "none", "mew": 1.4}
                axes.plot(x, 0, "o", mec=STATE, **style)
                if t:
                    axes.plot([x - 0.42, x - 0.13], [0, 0], color=STATE, linewidth=1.2)
                if t in read:
                    axes.plot(x, -0.8, "o", mec=INPUT, **style)
                    axes.plot([x, x], [-0.64, -0.16], color="black", linewidth=1)
                if t in answered:
                    axes.plot(x, 0.8, "o", mec=OUTPUT, **style)
                    axes.plot([x, x], [0.16, 0.64], color="black", linewidth=1)
        bare(axes).set(xlim=(-0.3, 5.6), ylim=(-1.1, 1.1))
    told = "; ".join(f"{len(read)} read, {len(answered)} answer" for read, answered in SHAPES)
    return Figure(canvas, f"{STEPS} cells in a row, in {len(SHAPES)} shapes: {told}.")
