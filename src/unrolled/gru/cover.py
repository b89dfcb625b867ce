"""The chapter's small picture on the front page. Notebook: book/intro.ipynb"""

import numpy as np

from unrolled.gru import latch
from unrolled.page.figure import COVER, INPUT, STATE, Figure, drawing


def cover() -> Figure:
    """A state that is kept while the valve is shut, and replaced where it opens."""
    xs = latch.marked(np.random.default_rng(0))
    held = latch.kept(xs)["gate on the input"]
    steps = np.arange(1, len(xs) + 1)
    marked = xs[:, 1] > 0
    with drawing(*COVER) as (canvas, axes):
        axes.plot(steps[marked], xs[marked, 0], "o", color=INPUT, fillstyle="none", ms=7)
        axes.plot(steps, held, color=STATE, drawstyle="steps-post")
        axes.set(xticks=[], yticks=[], ylim=(-1.3, 1.3), xlabel="steps")
    return Figure(
        canvas,
        f"A state over {len(xs)} steps: near 0, then {held[16]:.2f} from the "
        f"first ring on, and {held[-1]:.2f} at the end, after the second.",
    )
