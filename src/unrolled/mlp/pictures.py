"""Pictures of book/mlp.ipynb: `draw_…` fills an Axes, the function without it is the figure.

At most 2.9 inches wide, so that they fit a phone as they are.
"""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.activations import ACTIVATIONS
from unrolled.core.shapes import Array, Float
from unrolled.page.diagram import arrow, node
from unrolled.page.figure import (
    GRADIENT,
    INPUT,
    OUTPUT,
    QUIET,
    STATE,
    Figure,
    bare,
    drawing,
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


def two_spirals(xs: Float[Array, "N 2"], ys: Float[Array, "N 2"]) -> Figure:
    """The two interleaved spirals, and nothing learned yet."""
    with drawing(2.7, 2.55) as (canvas, axes):
        draw_points(axes, xs, ys)
        axes.set(xlabel="x₁", ylabel="x₂")
    return Figure(
        canvas,
        f"{len(xs)} points in a plane on two interleaved spirals: discs on one arm, triangles on "
        "the other. Each arm winds one and a half times around the middle, always between the "
        "turns of the other.",
        "Two classes of points. Which network can tell the discs from the triangles?",
    )


LETTERS = "demo"
HEIGHT = {4: (2.4, 0.8, -0.8, -2.4), 2: (0.9, -0.9)}


def draw_network(axes: Axes, W: Float[Array, "2 4"]) -> Axes:
    """The 4-2-4 network: every weight of both layers is an arrow, and one of them is named."""
    columns = ((0, 4, INPUT), (2.6, 2, STATE), (5.2, 4, OUTPUT))
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
    axes.text(1.45, 3.35, named, fontsize=10, va="center")
    axes.text(1.45, 2.8, "to 2, from 1", fontsize=9, va="center")
    axes.plot([1.35, 0.66], [3.05, 1.62], color=QUIET, linewidth=0.8)
    for x, text in ((0, "input"), (2.6, "hidden"), (5.2, "scores")):
        axes.text(x, -3.2, text, ha="center", va="center", fontsize=10)
    axes.set(xlim=(-0.5, 5.7), ylim=(-3.5, 3.8))
    return axes


def network(W: Float[Array, "2 4"]) -> Figure:
    """The network that reads a letter; W is its first matrix."""
    with drawing(2.9, 3.3) as (canvas, axes):
        draw_network(bare(axes), W)
    return Figure(
        canvas,
        "Four inputs d, e, m, o, two hidden units, four scores d, e, m, o; arrows from each unit "
        "to each of the next layer. The arrow to hidden unit 2 from input 1 is thick: its weight "
        f"has the indices 2, 1 and the value {W[1, 0]:.1f}.",
        "The 4-2-4 network. Each arrow is a weight; each hidden unit and each score has a bias, "
        "which is not drawn.",
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


def activations(steepest: dict[str, float]) -> Figure:
    """Five activations with their slopes, on one scale."""
    with drawing(2.9, 2.5) as (canvas, axes):
        axes.remove()
        panels = canvas.subplots(2, 3, sharex=True, sharey=True).ravel()
        for panel, name in zip(panels, steepest, strict=False):
            draw_activation(panel, name)
        panels[2].tick_params(labelbottom=True)
        legend = bare(panels[5])
        legend.set_aspect("auto")
        for y, text, colour, line in (
            (1.3, "φ(a)", STATE, "-"),
            (0.2, "φ′(a)", GRADIENT, (0, (4, 2))),
        ):
            legend.plot([-4, -2], [y, y], color=colour, linestyle=line)
            legend.text(-1.5, y, text, va="center", fontsize=9)
    found = ", ".join(f"{name} {slope:.4g}" for name, slope in steepest.items())
    return Figure(
        canvas,
        f"Five curves and, dashed, their slopes. Largest slope: {found}. The slopes of tanh and "
        "logistic go to 0 on both sides, those of the others on the left only.",
        "Activations (solid) and their slopes (dashed), all on one scale.",
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


def descents(surface: Callable, walks: dict[str, Float[Array, "N 2"]]) -> Figure:
    """Three optimisers on one surface."""
    with drawing(2.9, 3.5) as (canvas, axes):
        axes.remove()
        above, below = canvas.subplots(2, 1)
        draw_walks(above, surface, walks)
        draw_falls(below, surface, walks)
    ends = ", ".join(f"{name} {surface(walk[-1]):.1g}" for name, walk in walks.items())
    steps = len(next(iter(walks.values()))) - 1
    return Figure(
        canvas,
        f"Above, a long narrow valley and three walks down it from one point. Below, the loss "
        f"along them. After {steps} steps: {ends}.",
        "One surface, one start, three ways down. The cross is the minimum.",
    )


def draw_regions(axes: Axes, first: Callable, xs: Array, ys: Array) -> Axes:
    """Where a network says which class, the line between them, and the points."""
    u = np.linspace(-2.4, 2.4, 97)
    grid = first(np.stack(np.meshgrid(u, u), axis=-1))
    axes.contourf(u, u, grid, [0.5, 1], colors=[QUIET], alpha=0.25)
    axes.contour(u, u, grid, [0.5], colors="black", linewidths=1)
    return draw_points(axes, xs, ys, 1.7)


def regions(chances: dict[str, Callable], xs: Array, ys: Array) -> Figure:
    """Decision regions of two networks: each gives the chance of the first class."""
    found = []
    with drawing(2.9, 1.7, columns=len(chances), sharey=True) as (canvas, panels):
        for panel, (name, first) in zip(panels, chances.items(), strict=True):
            share = np.mean((first(xs) > 0.5) == (ys[:, 0] == 1))
            draw_regions(panel, first, xs, ys).set_title(f"{name}: {100 * share:g} %", fontsize=9)
            found.append(f"{name} {100 * share:g} %")
    return Figure(
        canvas,
        f"The spirals with the region of the discs shaded. Right answers: {', '.join(found)}. The "
        "last border winds between the arms.",
        "What two networks have made of the plane, and the share of points they tell right.",
    )


def how_many(right: dict[int, list[int]], points: int) -> Figure:
    """Share of points told right against the number of hidden units, a mark a start."""
    with drawing(2.9, 1.9) as (canvas, axes):
        for x, counts in enumerate(right.values()):
            axes.plot(
                [x] * len(counts),
                100 * np.array(counts) / points,
                "o",
                color="black",
                markersize=4.5,
                fillstyle="none",
            )
        axes.axhline(100, color=QUIET, linewidth=0.8, linestyle="--")
        axes.set(xticks=range(len(right)), xticklabels=list(right), ylim=(55, 105))
        axes.set(xlabel="hidden units", ylabel="points told right, %")
    found = "; ".join(
        f"{n}: {100 * min(c) / points:g} to {100 * max(c) / points:g} %" for n, c in right.items()
    )
    return Figure(
        canvas,
        f"Points told right by hidden units, from the worst to the best of five starts: {found}.",
        "Each ring is one random start. With seven hidden units, all five starts end at 100 %.",
    )
