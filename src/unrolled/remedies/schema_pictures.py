"""Schemas of book/remedies.ipynb: a ball on a loss, two ways to clip, three paths around tanh."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle, Rectangle

from unrolled.core.optim import clip_by_norm, clip_by_value
from unrolled.core.shapes import Array, Float
from unrolled.page.diagram import arrow, is_wide
from unrolled.page.figure import GRADIENT, PAPER, QUIET, STATE, Figure, bare, both
from unrolled.page.numbers import decimals

Walk = list[tuple[float, float]]  # a weight and its loss, update by update


def draw_loss(axes: Axes, weights: Array, losses: Array) -> Axes:
    """The loss over one weight."""
    axes.plot(weights, losses, color=QUIET, linewidth=1.6)
    axes.set(xlabel="weight w", ylabel="loss", ylim=(-0.02, 0.26), xlim=(0.56, weights[-1]))
    axes.set_yticks((0, 0.1, 0.2))
    return axes


def draw_balls(axes: Axes, walk: Walk, numbered: int) -> None:
    """Where the weight has been; the first places have numbers."""
    for n, (w, loss) in enumerate(walk):
        axes.plot(w, loss, "o", color=STATE, markersize=9, markeredgecolor=PAPER)
        if n < numbered:
            aside = (-5, 7) if n < numbered - 1 else (8, -9)
            axes.annotate(f"{n + 1}", (w, loss), aside, textcoords="offset points", fontsize=9.5)


def thrown(weights: Array, losses: Array, walk: Walk) -> Figure:
    """A ball that comes down a loss, meets a wall, and is thrown back by one gradient."""
    lands = next(n for n in range(1, len(walk)) if walk[n][0] < walk[n - 1][0])
    (w, loss), (far, flat) = walk[lands - 1], walk[lands]

    def draw(axes: Axes) -> None:
        draw_loss(axes, weights, losses)
        draw_balls(axes, walk[:lands], lands)
        arrow(axes, (w, loss), (far, flat), GRADIENT, bend=0.33, linewidth=2.2, mutation_scale=16)
        axes.plot(far, flat, "o", color=STATE, markersize=9, markeredgecolor=PAPER)
        above = 0.235 if is_wide(axes) else 0.185
        axes.text(0.79, above, "one gradient", color=GRADIENT, ha="center", fontsize=10)
        axes.text(far, flat - 0.03, "flat: stuck here", va="center", ha="left", fontsize=10)
        if is_wide(axes):
            axes.text(0.957, 0.055, "valley", ha="center", fontsize=10)
            axes.text(0.999, 0.2, "wall", ha="right", fontsize=10)

    return Figure(
        label=f"The loss over the weight: a plain on the left, a valley, a wall on the right. The"
        f" ball rolls from {walk[0][0]:.2f} to {w:.3f} in {lands - 1} updates. The next one throws"
        f" it back to {far:.2f}, onto the plain.",
        caption="Gradient descent as a ball, with its positions numbered.",
        **both(draw, (7.0, 2.9), (3.5, 2.8)),
    )


def draw_two_clips(axes: Axes, g: Float[Array, "2"], limit: float) -> None:
    """A gradient, and what clipping by norm and by value make of it."""
    axes.add_patch(Circle((0, 0), limit, fill=False, edgecolor=QUIET, linestyle=(0, (4, 2))))
    axes.add_patch(
        Rectangle(
            (-limit, -limit), 2 * limit, 2 * limit, fill=False, edgecolor=QUIET, linewidth=0.9
        )
    )
    short, cut = clip_by_norm(g, limit), clip_by_value(g, limit)
    arrow(axes, (0, 0), tuple(g), GRADIENT, linewidth=1.1, linestyle=(0, (3, 2)))
    arrow(axes, (0, 0), tuple(short), GRADIENT, linewidth=2.6, mutation_scale=15)
    arrow(axes, (0, 0), tuple(cut), "black", linewidth=2.0, mutation_scale=14)
    axes.text(g[0] + 0.1, g[1] - 0.1, "g", color=GRADIENT, style="italic", fontsize=11)
    axes.text(0.3, 1.15, "by norm", color=GRADIENT, ha="right", fontsize=10)
    axes.text(cut[0] + 0.15, cut[1] - 0.3, "by value", va="center", fontsize=10)
    bare(axes).set(xlim=(-1.3, 3.6), ylim=(-0.2, g[1] + 0.3), aspect="equal")


def clips(g: Array, limit: float, weights: Array, losses: Array, walk: Walk) -> Figure:
    """Both kinds of clipping as arrows, and the ball again with its gradient clipped by norm."""

    def draw(panels: Array) -> None:
        left, right = panels
        draw_two_clips(left, g, limit)
        left.set_title("two ways to clip")
        draw_loss(right, weights, losses).set_title("the ball, clipped by norm")
        draw_balls(right, walk, 0)

    turned = np.degrees(np.arctan2(*g[::-1]) - np.arctan2(*clip_by_value(g, limit)[::-1]))
    return Figure(
        label=f"Left: clipped by norm, an arrow ends on a circle and keeps its direction; clipped"
        f" by value, it ends in a corner of a square, turned by {turned:.0f} degrees. Right: the"
        f" ball stays in the valley, at {walk[-1][0]:.2f} in the end.",
        caption="Clipping by norm shortens the arrow to the circle. Clipping by value cuts each"
        " number at the side of the square.",
        **both(draw, (7.0, 2.9), (3.5, 5.4), panels=2),
    )


NODES = ((0.0, "hₜ₋₂"), (2.0, "hₜ₋₁"), (4.0, "hₜ"))
TANH_ASIDE = 1.04  # how far to the left of a state its tanh is


def draw_chain(axes: Axes, write: str) -> None:
    """Three states, each from the one before it, through tanh."""
    for x, name in NODES:
        axes.add_patch(Circle((x, 0), 0.28, facecolor="none", edgecolor=STATE, linewidth=1.8))
        axes.text(x, -0.62, name, ha="center", va="center", fontsize=11)
    for x, _ in NODES[:-1]:
        arrow(axes, (x + 0.28, 0), (x + 1.72, 0), QUIET, linewidth=1.1)
        axes.text(
            x + 2 - TANH_ASIDE,
            0,
            "tanh",
            ha="center",
            va="center",
            fontsize=9,
            bbox={"facecolor": PAPER, "edgecolor": QUIET, "boxstyle": "round,pad=0.25"},
        )
        axes.text(x + 2 - TANH_ASIDE, -0.62, write, ha="center", va="center", fontsize=10)
    bare(axes).set(xlim=(-0.6, 4.6), ylim=(-0.95, 2.0), aspect="equal")


def draw_around(axes: Axes, label: str, steps: int, write: str = "") -> Axes:
    """The chain, and paths over so many steps, each with a label.

    A path over one step leads around tanh to the next state, a longer one into the last tanh.
    """
    draw_chain(axes, write)
    for n in range(0, 3 - steps):
        start, end = NODES[n][0], NODES[n + steps][0] - (TANH_ASIDE if steps > 1 else 0)
        arrow(axes, (start, 0.3), (end, 0.3), STATE, bend=-0.5, linewidth=2.2)
        axes.text((start + end) / 2, (end - start) / 4 + 0.55, label, ha="center", fontsize=11)
    return axes


def around(alpha: float) -> Figure:
    """Leaky units, the residual recurrence and a skip over two steps."""

    def draw(panels: Array) -> None:
        leak, residual, skip = panels
        kept, written = decimals(alpha, 1), decimals(1 - alpha, 1)
        draw_around(leak, f"· {kept}", 1, f"· {written}").set_title(f"leaky, α = {kept}")
        draw_around(residual, "· 1", 1, "· 1").set_title("residual")
        draw_around(skip, "Wₕₛ", 2).set_title("skip, d = 2")

    return Figure(
        label=f"Three chains of states with tanh between them. Leaky: a second path to the next"
        f" state, times {alpha}. Residual: the same path, times 1. Skip: a path over two steps"
        " with its own matrix, which leads into the last tanh.",
        caption="Blue: the second path. A gradient travels back along both.",
        **both(draw, (7.4, 1.9), (3.4, 5.4), panels=3),
    )
