"""A small picture for each chapter, on the front page. Notebook: book/intro.ipynb"""

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.optim import clip_by_norm, sgd
from unrolled.demo import step
from unrolled.gradients.products import lags
from unrolled.page.diagram import arrow, node
from unrolled.page.figure import GRADIENT, INPUT, OUTPUT, QUIET, STATE, Figure, bare, drawing
from unrolled.rnn.cell import CELL, RNN
from unrolled.truncation.weights import kept

SIZE = (2.2, 1.3)  # inches
TEXT = "deme" * 3 + "d"
PLACES = {0: (0.0, INPUT, 4), 1: (1.6, STATE, 2), 2: (3.2, OUTPUT, 4)}  # of the 4-2-4 network


def spots(layer: int) -> list[tuple[float, float]]:
    """Where the units of a layer of the 4-2-4 network stand."""
    x, _, count = PLACES[layer]
    return [(x, 0.62 * ((count - 1) / 2 - k)) for k in range(count)]


def draw_layers(axes: Axes, weights: tuple, colour: str, back: bool = False) -> Axes:
    """Circles, and lines or arrows as thick as the numbers between them."""
    for n, W in enumerate(weights):
        for (j, i), w in np.ndenumerate(np.abs(W) / np.abs(W).max()):
            start, end = np.array(spots(n)[i]), np.array(spots(n + 1)[j])
            gap = 0.2 * (end - start) / np.hypot(*(end - start))
            if w and back:
                arrow(axes, end - gap, start + gap, colour, linewidth=0.5 + w, mutation_scale=6)
            elif w:
                axes.plot(*zip(start + gap, end - gap, strict=True), color=colour, lw=0.4 + 1.6 * w)
    for layer, (_, edge, _) in PLACES.items():
        axes.plot(*zip(*spots(layer), strict=True), "o", color=edge, fillstyle="none", ms=9)
    axes.set(xlim=(-0.3, 3.5), ylim=(-1.15, 1.15))
    return axes


def mlp() -> Figure:
    """The 4-2-4 network."""
    with drawing(*SIZE) as (canvas, axes):
        draw_layers(bare(axes), tuple(layer.W for layer in step.NETWORK), QUIET)
    return Figure(canvas, "Four input units, two hidden ones and four outputs in columns; lines "
                  "between them are as thick as the weights are large.")  # fmt: skip


def backprop() -> Figure:
    """The way back through the same network."""
    first, second = (step.trace()[name].value for name in ("dW1", "dW2"))
    with drawing(*SIZE) as (canvas, axes):
        draw_layers(bare(axes), (first, second), GRADIENT, back=True)
    return Figure(canvas, "The same network with orange arrows from the outputs back to both "
                  f"hidden units, and to {(first != 0).any(0).sum()} of the inputs.")  # fmt: skip


def language_models() -> Figure:
    """What follows an e, counted."""
    after = [TEXT[i + 1] for i, letter in enumerate(TEXT[:-1]) if letter == "e"]
    shares = [after.count(letter) / len(after) for letter in "dem"]
    with drawing(*SIZE) as (canvas, axes):
        axes.bar(list("dem"), shares, color=OUTPUT, width=0.6)
        axes.set(ylim=(0, 1), yticks=[0, 0.5, 1], title="after “e”")
    said = ", ".join(f"{c} {share:.2f}" for c, share in zip("dem", shares, strict=True))
    return Figure(canvas, f"Bars: the share of each letter after e in {TEXT}: {said}.")


def rnn() -> Figure:
    """Three steps of a recurrent network."""
    with drawing(*SIZE) as (canvas, axes):
        for x in (0, 1.5, 3):
            for y, name, colour in ((0, "", INPUT), (1, "h", STATE), (2, "", OUTPUT)):
                node(axes, x, y, name, colour)
            arrow(axes, (x, 0.3), (x, 0.7), mutation_scale=7)
            arrow(axes, (x, 1.3), (x, 1.7), mutation_scale=7)
            if x:
                arrow(axes, (x - 1.2, 1), (x - 0.3, 1), STATE, mutation_scale=8)
        bare(axes).set(xlim=(-0.6, 3.6), ylim=(-0.4, 2.4))
    return Figure(canvas, "Three steps, each with an input below, a state h in the middle and an "
                  "output above. Arrows lead from each state to the next.")  # fmt: skip


def bptt() -> Figure:
    """From each loss back to every earlier step."""
    with drawing(*SIZE) as (canvas, axes):
        for t in range(3):
            x, y = np.arange(t + 1) + 0.16 * (t - 1), 0.35 - 0.35 * t  # no path hides another
            axes.plot([x[t], x[t], x[0]], [1.2, y, y], color=GRADIENT, lw=1.2)
            for at in x:
                arrow(axes, (at, y), (at, -0.85), GRADIENT, linewidth=1.2, mutation_scale=6)
            axes.plot(x[t], 1.3, "o", color=OUTPUT, ms=9)
            axes.plot(t, -1.1, "s", color=STATE, ms=9)
        bare(axes).set(xlim=(-0.6, 2.6), ylim=(-1.4, 1.6))
    return Figure(canvas, "Three losses above, three steps below. Orange paths run from each loss "
                  "back to its own step and to all earlier ones: one, two and three.")  # fmt: skip


def draw_sizes(axes: Axes) -> np.ndarray:
    """How large a gradient is, ever more steps back, in a random network of 8 units."""
    rng = np.random.default_rng(0)
    p = RNN(rng.normal(0, 0.5, (8, 4)), rng.normal(0, 0.25, (8, 8)), np.zeros(8))
    sizes = lags(CELL, p, rng.normal(0, 1, (10, 4)), np.zeros(8)).norm
    axes.bar(range(len(sizes)), sizes, color=GRADIENT, width=0.7)
    axes.set(xticks=[], yticks=[], xlabel="steps back")
    return sizes


def gradients() -> Figure:
    """The gradient's size from step to step."""
    with drawing(*SIZE) as (canvas, axes):
        sizes = draw_sizes(axes)
    return Figure(canvas, "Bars: the size of the gradient of a random network of 8 units, "
                  f"{sizes[0]:.3f} one step back and {sizes[-1]:.4f} ten steps back.")  # fmt: skip


def draw_walks(axes: Axes, limit: float = 0.1, steps: int = 24) -> dict[str, list[float]]:
    """The loss ½(w⁶ - 1)² along two walks with one learning rate, the second clipped."""
    losses, optimiser = {"as it is": [], "clipped": []}, sgd(0.3)
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


def remedies() -> Figure:
    """A loss that jumps, and the same with the gradient clipped."""
    with drawing(*SIZE) as (canvas, axes):
        losses = draw_walks(axes)
    return Figure(canvas, f"Loss against steps of training. Dashed, it falls to "
                  f"{losses['as it is'][1]:.3f} and jumps out of the picture; with the gradient "
                  f"clipped it falls to {losses['clipped'][-1]:.4f} and stays there.")  # fmt: skip


def truncation() -> Figure:
    """A window over the pairs of losses and steps."""
    weights = kept(8, 1, 3)
    with drawing(*SIZE) as (canvas, axes):
        for t, i in zip(*np.tril_indices(8), strict=True):
            look = {"color": GRADIENT} if weights[t, i] else {"color": QUIET, "fillstyle": "none"}
            axes.plot(1.4 * i, -t, "s", ms=5.5, markeredgewidth=0.7, **look)
        bare(axes).set(xlim=(-0.8, 10.6), ylim=(-7.6, 0.6))
    return Figure(canvas, f"A triangle of {8 * 9 // 2} squares, a row a loss, a column a step. "
                  f"{int(weights.sum())} are filled: those at most two steps back.")  # fmt: skip
