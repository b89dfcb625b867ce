"""Pictures of book/mlp.ipynb: `draw_…` fills an Axes, the function without it is the figure."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.activations import ACTIVATIONS
from unrolled.core.shapes import Array, Float
from unrolled.page.diagram import arrow, is_wide, node
from unrolled.page.figure import (
    GRADIENT,
    INPUT,
    OUTPUT,
    QUIET,
    STATE,
    Figure,
    bare,
    both,
    draw_grid,
)

# Classes and walks wear neutral colours: blue, orange and violet mean state, gradient and output.
CLASSES = (("black", "o", "full"), ("black", "^", "none"))
LINES = (("black", "o", "-"), (QUIET, "s", "--"), ("black", "^", ":"))


def draw_points(
    axes: Axes, xs: Float[Array, "N 2"], ys: Float[Array, "N 2"], size: float = 3.2
) -> Axes:
    """Points of two classes, told apart by shape and by filling."""
    for k, (colour, marker, filled) in enumerate(CLASSES):
        axes.plot(
            *xs[ys[:, k] == 1].T,
            marker,
            color=colour,
            markersize=size,
            linestyle="none",
            fillstyle=filled,
            markeredgewidth=size / 4,
        )
    axes.set(aspect="equal", xticks=[-2, 0, 2], yticks=[-2, 0, 2])
    axes.set(xlim=(-2.4, 2.4), ylim=(-2.4, 2.4))
    return axes


LETTERS = "demo"
HEIGHT = {4: (2.4, 0.8, -0.8, -2.4), 2: (0.9, -0.9)}


def draw_network(axes: Axes, W: Float[Array, "2 4"]) -> Axes:
    """The d-e-m-o network: every weight of both layers is an arrow, and one of them is named."""
    apart = 4.6 if is_wide(axes) else 2.6
    columns = ((0, 4, INPUT), (apart, 2, STATE), (2 * apart, 4, OUTPUT))
    for (x, n, _), (right, m, _) in pairwise(columns):
        for j in range(m):
            for k in range(n):
                start, end = np.array([x, HEIGHT[n][k]]), np.array([right, HEIGHT[m][j]])
                along = 0.34 * (end - start) / np.linalg.norm(end - start)
                named = (x, j, k) == (0, 1, 0)
                arrow(
                    axes,
                    start + along,
                    end - along,
                    "black" if named else QUIET,
                    linewidth=2.2 if named else 0.7,
                    mutation_scale=9,
                )
    for x, n, colour in columns:
        for k in range(n):
            name = f"h{'₁₂'[k]}" if n == 2 else LETTERS[k]
            node(axes, x, HEIGHT[n][k], name, colour)
    named = f"W⁽¹⁾₂₁ = {W[1, 0]:.1f}".replace("-", "−")
    axes.text(0.56 * apart, 3.35, named, fontsize=10, va="center")
    axes.text(0.56 * apart, 2.8, "to 2, from 1", fontsize=9, va="center")
    axes.plot([0.53 * apart, 0.27 * apart], [3.05, 1.56], color=QUIET, linewidth=0.8)
    for x, text in ((0, "input"), (apart, "hidden"), (2 * apart, "logits")):
        axes.text(x, -3.2, text, ha="center", va="center", fontsize=10)
    axes.set(xlim=(-0.7, 2 * apart + 0.7), ylim=(-3.5, 3.8))
    return axes


def network(W: Float[Array, "2 4"]) -> Figure:
    """The network that reads a letter; W is its first matrix."""

    def draw(panels: Array) -> None:
        (axes,) = np.ravel(panels)
        draw_network(bare(axes), W)

    return Figure(
        label="Four inputs d, e, m, o, two hidden units, four logits d, e, m, o; arrows from each"
        " unit to each of the next layer. The arrow to hidden unit 2 from input 1 is thick: its"
        f" weight has the indices 2, 1 and the value {W[1, 0]:.1f}.",
        caption="The d-e-m-o network. Each arrow is a weight. Each hidden unit and each logit also"
        " has a bias, which is not drawn.",
        **both(draw, (5.6, 3.8), (2.9, 3.3)),
    )


def draw_activation(axes: Axes, name: str) -> Axes:
    """One activation and, dashed, its slope."""
    a = np.linspace(-4, 4, 161)
    phi = ACTIVATIONS[name]
    slope = phi.slope(a, phi.of(a))
    axes.axhline(0, color=QUIET, linewidth=0.6)
    axes.plot(a, phi.of(a), color=STATE)
    axes.plot(a, slope, color=GRADIENT, linestyle=(0, (4, 2)))
    axes.set(ylim=(-1.2, 2.2), xlim=(-4, 4), xticks=[-2, 2], yticks=[-1, 0, 1, 2])
    axes.set_title(name, fontsize=9.5)
    return axes


def draw_legend(axes: Axes) -> None:
    """Which line is the function and which its slope."""
    bare(axes).set_aspect("auto")
    for y, text, colour, line in (
        (1.3, "φ(a)", STATE, "-"),
        (0.2, "slope φ′(a)", GRADIENT, (0, (4, 2))),
    ):
        axes.plot([-4, -2], [y, y], color=colour, linestyle=line)
        axes.text(-1.5, y, text, va="center", fontsize=9.5)


def activations(steepest: dict[str, float]) -> Figure:
    """Five activations with their slopes, on one scale."""

    def draw(panels: Array) -> None:
        *shown, last = np.ravel(panels)
        for panel, name in zip(shown, steepest, strict=True):
            draw_activation(panel, name)
            panel.tick_params(labelbottom=True)
        draw_legend(last)

    grids = ((6.6, 3.4), 2, 3), ((3.4, 4.6), 3, 2)
    wide, narrow = (draw_grid(draw, *grid, sharex=True, sharey=True) for grid in grids)
    found = ", ".join(f"{name} {slope:.4g}" for name, slope in steepest.items())
    return Figure(
        wide,
        f"Five curves and, dashed, their slopes. Largest slope: {found}. The slopes of tanh and "
        "logistic go to 0 on both sides, those of the others on the left only.",
        "Five activations (solid) and their slopes (dashed), on one scale.",
        narrow,
    )


def draw_walks(axes: Axes, surface: Callable, walks: dict[str, Float[Array, "N 2"]]) -> Axes:
    """Contours of a loss over two weights, and the walks of some optimisers on it."""
    u, v = np.linspace(-2.6, 2.6, 121), np.linspace(-1.3, 1.3, 81)
    grid = surface(np.stack(np.meshgrid(u, v), axis=-1))
    axes.contour(u, v, grid, np.geomspace(0.02, 12, 9), colors=QUIET, linewidths=0.4)
    for (name, walk), (colour, marker, line) in zip(walks.items(), LINES, strict=True):
        axes.plot(
            *walk.T,
            color=colour,
            marker=marker,
            markersize=3,
            linewidth=1.2,
            linestyle=line,
            label=name,
        )
    axes.plot(0, 0, "+", color="black", markersize=9)
    axes.set(xlabel="θ₁", ylabel="θ₂", xlim=(-2.6, 2.6), ylim=(-1.3, 1.3))
    return axes


def draw_falls(axes: Axes, surface: Callable, walks: dict[str, Float[Array, "N 2"]]) -> Axes:
    """The loss along each walk."""
    for (name, walk), (colour, _, line) in zip(walks.items(), LINES, strict=True):
        axes.semilogy(surface(walk), line, color=colour, label=name)
    axes.set(xlabel="step", ylabel="loss")
    axes.legend(fontsize=9)
    return axes


def descents(
    surface: Callable, walks: dict[str, Float[Array, "N 2"]], rates: dict[str, float]
) -> Figure:
    """Three optimisers on one surface; `rates` are their step sizes."""

    def draw(panels: Array) -> None:
        plane, falls = panels
        draw_walks(plane, surface, walks)
        draw_falls(falls, surface, walks)

    ends = ", ".join(f"{name} {surface(walk[-1]):.1g}" for name, walk in walks.items())
    steps = len(next(iter(walks.values()))) - 1
    sizes = ", ".join(f"{name} {rate:g}" for name, rate in rates.items())
    return Figure(
        label="A long narrow valley with three walks down it from one point, and the loss along"
        f" them. After {steps} steps: {ends}.",
        caption="One loss, one start, three ways down. The cross is the minimum. Step sizes:"
        f" {sizes}.",
        **both(draw, (6.8, 2.8), (3.4, 4.8), panels=2),
    )


def how_many(right: dict[int, list[int]], points: int, steps: int) -> Figure:
    """Points on the correct side by the number of hidden units, a ring a start."""

    def draw(panels: Array) -> None:
        (axes,) = np.ravel(panels)
        for x, counts in enumerate(right.values()):
            apart = 0.16 if is_wide(axes) else 0.0
            places = x + np.linspace(-apart, apart, len(counts))
            axes.plot(places, counts, "o", color="black", ms=5, fillstyle="none")
        axes.axhline(points, color=QUIET, linewidth=0.8, linestyle="--")
        axes.set(xticks=range(len(right)), xticklabels=list(right), ylim=(115, points + 8))
        axes.set(xlabel="hidden units", ylabel="correct points")

    found = "; ".join(f"{n}: {min(c)} to {max(c)}" for n, c in right.items())
    return Figure(
        label=f"Points on the correct side by the number of hidden units, from the worst to the"
        f" best of five starts, of {points}: {found}.",
        caption=f"Each ring is one network after {steps:,} steps of Adam, from its own random"
        f" start. The dashed line: all {points} points.",
        **both(draw, (6.4, 2.5), (3.3, 2.5)),
    )
