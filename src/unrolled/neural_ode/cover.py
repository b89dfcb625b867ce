"""The chapter's small picture on the front page. Notebook: book/intro.ipynb"""

import numpy as np

from unrolled.page.figure import COVER, QUIET, STATE, Figure, bare, drawing


def turned(steps: int) -> np.ndarray:
    """Euler's states of a slow spiral, which start at (1, 0)."""
    h, dt = np.array([1.0, 0.0]), 5.0 / steps
    states = [h]
    for _ in range(steps):
        h = h + dt * np.array([-h[1] - 0.12 * h[0], h[0] - 0.12 * h[1]])
        states.append(h)
    return np.array(states)


def cover() -> Figure:
    """The same spiral in few straight steps and in so many that it is smooth."""
    with drawing(*COVER) as (canvas, axes):
        bare(axes)
        axes.plot(*turned(9).T, "o-", color=QUIET, linewidth=1.2, ms=4)
        axes.plot(*turned(400).T, color=STATE, linewidth=2.6)
        axes.plot(1, 0, "o", color=STATE, ms=8)
        axes.set(xlim=(-2.6, 2.6), ylim=(-1.6, 1.5))
    return Figure(
        canvas,
        "A path in nine straight steps, which swings far out, and the smooth spiral that it becomes"
        " with four hundred.",
    )
