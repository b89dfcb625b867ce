"""The chapter's small picture on the front page. Notebook: book/intro.ipynb"""

import numpy as np

from unrolled.page.figure import COVER, INPUT, STATE, Figure, bare, drawing

PIECES = (  # from, to, size, phase
    (0.0, 1.2, 0.9, 1.2),
    (1.2, 2.0, 0.9, 2.9),
    (2.0, 4.4, 1.15, 3.1),
    (4.4, 6.0, 1.0, 1.6),
)


def cover() -> Figure:
    """A state that swings on its own and jumps at four observations."""
    with drawing(*COVER) as (canvas, axes):
        bare(axes)
        end = None
        for start, stop, size, phase in PIECES:
            time = np.linspace(start, stop, 80)
            piece = size * np.exp(-0.12 * (time - start)) * np.cos(2.1 * time - phase)
            if end is not None:
                axes.plot([start, start], [end, piece[0]], color=INPUT, linewidth=2.6)
            axes.plot(time, piece, color=STATE, linewidth=2.6)
            axes.plot(start, -1.45, "o", color=INPUT, ms=7)
            end = piece[-1]
        axes.plot([0, 6], [-1.45, -1.45], color=INPUT, linewidth=1.0, zorder=1)
        axes.set(xlim=(-0.3, 6.2), ylim=(-1.8, 1.35))
    return Figure(
        canvas,
        "A curve that swings between four beads at uneven distances, and jumps at each of them.",
    )
