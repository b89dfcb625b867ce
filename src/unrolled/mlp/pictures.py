"""Pictures of book/mlp.ipynb: `draw_…` fills an Axes, the function without it is the figure."""

from collections.abc import Callable

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.activations import ACTIVATIONS
from unrolled.core.shapes import Array, Float
from unrolled.page.figure import GRADIENT, INPUT, OUTPUT, QUIET, STATE, Figure, drawing

CLASSES = ((STATE, "o", "first"), (GRADIENT, "^", "second"))


def draw_points(axes: Axes, xs: Float[Array, "N 2"], ys: Float[Array, "N 2"]) -> Axes:
    """Points of two classes, told apart by colour and by shape."""
    for k, (colour, marker, _) in enumerate(CLASSES):
        axes.plot(*xs[ys[:, k] == 1].T, marker, color=colour, markersize=3, linestyle="none")
    axes.set(aspect="equal", xticks=[-2, 0, 2], yticks=[-2, 0, 2])
    axes.set(xlim=(-2.4, 2.4), ylim=(-2.4, 2.4))
    return axes


def two_spirals(xs: Float[Array, "N 2"], ys: Float[Array, "N 2"]) -> Figure:
    """The two interleaved spirals, and nothing learnt yet."""
    with drawing(3.3, 3.1) as (canvas, axes):
        draw_points(axes, xs, ys)
        axes.set(xlabel="x₁", ylabel="x₂")
    return Figure(
        canvas,
        f"{len(xs)} points in a plane on two interleaved spirals: discs on one arm, triangles on "
        "the other. Each arm winds one and a half times around the middle, always between the "
        "turns of the other.",
        "Two classes of points. Which network can tell the discs from the triangles?",
    )


def draw_activation(axes: Axes, name: str) -> Axes:
    """One activation and, dashed, its slope."""
    a = np.linspace(-4, 4, 161)
    phi = ACTIVATIONS[name]
    slope = phi.slope(a, phi.of(a))
    axes.axhline(0, color=QUIET, linewidth=0.6)
    axes.plot(a, phi.of(a), color=STATE)
    axes.plot(a, slope, color=GRADIENT, linestyle=(0, (4, 2)))
    axes.set(title=name, ylim=(-1.2, 2.2), xlim=(-4, 4), xticks=[-4, 0, 4], xlabel="a")
    return axes


def activations(steepest: dict[str, float]) -> Figure:
    """The five activations with their slopes, on one scale."""
    with drawing(6.4, 2.1, columns=len(steepest), sharey=True) as (canvas, panels):
        for axes, name in zip(panels, steepest, strict=True):
            draw_activation(axes, name)
        panels[0].annotate("φ", (2.6, 1.05), color=STATE, fontsize=11)
        panels[0].annotate("φ′", (-2.6, 0.3), color=GRADIENT, fontsize=11)
    found = ", ".join(f"{name} {slope:.4g}" for name, slope in steepest.items())
    return Figure(
        canvas,
        f"Five curves and, dashed, their slopes. Largest slope: {found}. The slopes of tanh and "
        "logistic go to 0 on both sides, those of the others on the left only.",
        "Activations (solid) and their slopes (dashed), all on one scale.",
    )


def draw_series(axes: Axes, prices: Float[Array, " T"]) -> Axes:
    """A price at the times at which it was observed."""
    seen = np.flatnonzero(~np.isnan(prices))
    axes.plot(seen, prices[seen], color=QUIET, linewidth=0.8)
    axes.plot(seen, prices[seen], "o", color=OUTPUT, markersize=4)
    axes.set(ylabel="price")
    return axes


def draw_targets(axes: Axes, returns: Float[Array, " T"], dzs: Float[Array, "T 1"]) -> Axes:
    """Targets at observed times, and what the loss sends back at every time."""
    seen = np.flatnonzero(~np.isnan(returns))
    axes.axhline(0, color=QUIET, linewidth=0.8)
    axes.vlines(seen, 0, returns[seen], color=OUTPUT, linewidth=1.6)
    axes.plot(seen, returns[seen], "o", color=OUTPUT, markersize=4)
    low = 1.35 * np.nanmin(returns)
    silent = np.flatnonzero(dzs[:, 0] == 0)
    axes.plot(silent, np.full(len(silent), low), "|", color=QUIET, markersize=6)
    axes.annotate("unobserved: gradient 0", (silent[0], low), (0, 6), fontsize=8.5,
                  textcoords="offset points", color=QUIET)  # fmt: skip
    axes.set(ylabel="log-return", xlabel="day")
    return axes


def observed(prices: Array, returns: Array, dzs: Array) -> Figure:
    """An irregular series: prices above, targets below."""
    with drawing(6.2, 3.4) as (canvas, axes):
        axes.remove()
        above, below = canvas.subplots(2, 1, sharex=True)
        draw_series(above, prices)
        draw_targets(below, returns, dzs)
    seen, silent = int((~np.isnan(returns)).sum()), int((dzs == 0).sum())
    return Figure(
        canvas,
        f"Above, a price seen on {seen + 1} of {len(prices)} days, at irregular distances. Below, "
        f"the {seen} log-returns between them; ticks mark the {silent} days without a target, "
        "which have gradient 0.",
        "Targets exist at observed times only, and only there does the loss say anything.",
    )


def draw_walks(axes: Axes, surface: Callable, walks: dict[str, Float[Array, "N 2"]]) -> Axes:
    """Contours of a loss over two weights, and the walks of some optimisers on it."""
    u, v = np.linspace(-2.6, 2.6, 121), np.linspace(-1.3, 1.3, 81)
    grid = surface(np.stack(np.meshgrid(u, v), axis=-1))
    axes.contour(u, v, grid, np.geomspace(0.02, 12, 9), colors=QUIET, linewidths=0.5)
    styles = ((GRADIENT, "o", "-"), (STATE, "s", "--"), (OUTPUT, "^", ":"))
    for (name, walk), (colour, marker, line) in zip(walks.items(), styles, strict=True):
        axes.plot(*walk.T, color=colour, marker=marker, markersize=3, linewidth=1.2,
                  linestyle=line, label=name)  # fmt: skip
    axes.plot(0, 0, "+", color="black", markersize=9)
    axes.set(xlabel="p₁", ylabel="p₂", xlim=(-2.6, 2.6), ylim=(-1.3, 1.3))
    return axes


def draw_falls(axes: Axes, surface: Callable, walks: dict[str, Float[Array, "N 2"]]) -> Axes:
    """The loss along each walk."""
    for (name, walk), (colour, line) in zip(
        walks.items(), ((GRADIENT, "-"), (STATE, "--"), (OUTPUT, ":")), strict=True
    ):
        axes.semilogy(surface(walk), line, color=colour, label=name)
    axes.set(xlabel="step", ylabel="loss")
    axes.legend(fontsize=8.5)
    return axes


def descents(surface: Callable, walks: dict[str, Float[Array, "N 2"]]) -> Figure:
    """Three optimisers on one surface."""
    with drawing(6.4, 2.8, columns=2, width_ratios=(3, 2)) as (canvas, (left, right)):
        draw_walks(left, surface, walks)
        draw_falls(right, surface, walks)
    ends = ", ".join(f"{name} {surface(walk[-1]):.1g}" for name, walk in walks.items())
    steps = len(next(iter(walks.values()))) - 1
    return Figure(
        canvas,
        f"Left, a long narrow valley and three walks down it from one point. Right, the loss "
        f"along them. After {steps} steps: {ends}.",
        "One surface, one start, three ways down. The cross is the minimum.",
    )


def draw_depth(axes: Axes, sizes: dict[str, Float[Array, " L"]]) -> Axes:
    """Root mean square of the activations against the layer, one line a scale."""
    styles = ((GRADIENT, "o"), (STATE, "s"), (OUTPUT, "^"), (INPUT, "D"))
    for (name, size), (colour, marker) in zip(sizes.items(), styles, strict=False):
        axes.semilogy(range(len(size)), size, color=colour, marker=marker, markersize=3.5)
        above = 5 * np.sign(np.log10(size[-1]) + 0.5)
        axes.annotate(name, (len(size) - 1, size[-1]), (6, above), va="center", fontsize=9,
                      textcoords="offset points", annotation_clip=False)  # fmt: skip
    axes.set(xlabel="layer", ylabel="size of the signal")
    return axes


def depth(linear: dict[str, Array], tanh: dict[str, Array]) -> Figure:
    """What the initial scale does to a signal on its way through many layers."""
    with drawing(6.4, 2.5, columns=2, sharey=True) as (canvas, (left, right)):
        draw_depth(left, linear).set_title("linear layers")
        draw_depth(right, tanh).set(title="tanh layers", ylabel="")
    ends = ", ".join(f"{name} {size[-1]:.1g}" for name, size in linear.items())
    caps = ", ".join(f"{name} {size[-1]:.1g}" for name, size in tanh.items())
    return Figure(
        canvas,
        f"Size of the signal against the layer, log scale, for three initial scales s. After "
        f"{len(linear[next(iter(linear))]) - 1} linear layers: {ends}. After as many tanh layers: "
        f"{caps}.",
        "Too small, and the signal dies. Too large, and linear layers explode; tanh saturates.",
    )


def draw_regions(axes: Axes, chance: Callable, xs: Array, ys: Array) -> Axes:
    """Where a network says which class, its line of indecision, and the points."""
    u = np.linspace(-2.4, 2.4, 97)
    grid = chance(np.stack(np.meshgrid(u, u), axis=-1))
    axes.contourf(u, u, grid, [0, 0.5, 1], colors=[STATE, GRADIENT], alpha=0.18)
    axes.contour(u, u, grid, [0.5], colors="black", linewidths=1)
    return draw_points(axes, xs, ys)


def regions(chances: dict[str, Callable], xs: Array, ys: Array) -> Figure:
    """Decision regions of some networks, side by side."""
    with drawing(6.4, 2.5, columns=len(chances), sharey=True) as (canvas, panels):
        right = []
        for axes, (name, chance) in zip(panels, chances.items(), strict=True):
            draw_regions(axes, chance, xs, ys).set_title(name)
            right.append(np.mean((chance(xs) > 0.5) == (ys[:, 1] == 1)))
    found = ", ".join(f"{name} {share:.0%}" for name, share in zip(chances, right, strict=True))
    return Figure(
        canvas,
        f"The spirals with the regions of each class and the line between them. Right answers: "
        f"{found}. The last line winds between the arms.",
        "What three networks have made of the plane.",
    )


def draw_curve(axes: Axes, ours: Float[Array, " N"], theirs: Float[Array, " N"]) -> Axes:
    """Two loss curves, the second as sparse marks on the first."""
    every = max(1, len(ours) // 25)
    axes.semilogy(ours, color=STATE, label="this book")
    axes.semilogy(range(0, len(theirs), every), theirs[::every], "o", color=GRADIENT,
                  markersize=4, fillstyle="none", label="PyTorch")  # fmt: skip
    axes.set(xlabel="step", ylabel="loss")
    axes.legend(fontsize=9)
    return axes


def curves(ours: Float[Array, " N"], theirs: Float[Array, " N"]) -> Figure:
    """The same training twice."""
    with drawing(5.2, 2.6) as (canvas, axes):
        draw_curve(axes, ours, theirs)
    return Figure(
        canvas,
        f"The loss falls from {ours[0]:.3f} to {ours[-1]:.4f} in {len(ours) - 1} steps, log scale; "
        f"PyTorch's circles lie on our line, at most {np.abs(ours - theirs).max():.0e} away.",
        "One loss curve, computed twice.",
    )
