"""The chapter's small picture on the front page. Notebook: book/intro.ipynb"""

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.optim import clip_by_norm, sgd
from unrolled.page.figure import COVER, GRADIENT, OUTPUT, Figure, drawing


def draw_walks(axes: Axes, limit: float = 0.1, steps: int = 24) -> dict[str, list[float]]:
    """The loss ½(w⁶ - 1)² along two walks with one learning rate, the second clipped."""
    losses = {"as it is": [], "clipped": []}
    optimiser = sgd(0.3)
    for name, found in losses.items():
        w = np.array(0.7)
        while len(found) < steps and (not found or found[-1] < 1e3):
            g = np.asarray(6 * w**5 * (w**6 - 1))
            found.append(float((w**6 - 1) ** 2 / 2))
            w, _ = optimiser.step(w, clip_by_norm(g, limit) if name == "clipped" else g, ())
    axes.plot(losses["as it is"], color=GRADIENT, lw=1.4, ls="--")
    axes.plot(losses["clipped"], color=OUTPUT)
    axes.set(xticks=[], yticks=[], ylim=(-0.02, 0.6), xlabel="steps of training", ylabel="loss")
    return losses


def cover() -> Figure:
    """A loss that jumps, and the same with the gradient clipped."""
    with drawing(*COVER) as (canvas, axes):
        losses = draw_walks(axes)
    return Figure(
        canvas,
        f"Loss against steps of training. Dashed, it falls to "
        f"{losses['as it is'][1]:.3f} and jumps out of the picture; with the gradient "
        f"clipped it falls to {losses['clipped'][-1]:.4f} and stays there.",
    )
