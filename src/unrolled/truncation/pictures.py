"""Pictures of book/truncation.ipynb: `draw_…` fills an Axes, a function without it is a figure."""

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.shapes import Array, Float
from unrolled.page.figure import GRADIENT, QUIET, Figure, bare, draw_grid

INK = "#000000"  # becomes the text's own colour


def draw_scheme(axes: Axes, weights: Float[Array, "T T"]) -> Axes:
    """The triangle of pairs, loss t downwards, step i to the right; kept pairs are filled."""
    T = len(weights)
    for t, i in zip(*np.tril_indices(T), strict=True):
        if weights[t, i]:
            axes.plot(i + 1, t + 1, "s", color=GRADIENT, markersize=7)
        else:
            axes.plot(
                i + 1, t + 1, "s", color=QUIET, markersize=6, fillstyle="none", markeredgewidth=0.7
            )
    axes.set(xlim=(0.3, T + 0.7), ylim=(T + 0.7, 0.3))
    return axes


def schemes(named: dict[str, Float[Array, "T T"]]) -> Figure:
    """Which pairs four schemes keep."""

    def draw(panels: Array) -> None:
        for axes, (name, weights) in zip(panels.flat, named.items(), strict=True):
            draw_scheme(bare(axes), weights)
            axes.set_title(name, loc="center", fontweight="normal", fontsize=10)
            axes.text(0.1, len(weights) / 2, "loss t", rotation=90, va="center", ha="right")
            axes.text(len(weights) / 2, len(weights) + 1.7, "step i", ha="center")

    found = ", ".join(f"{name}: {int(weights.sum())}" for name, weights in named.items())
    return Figure(
        draw_grid(draw, (6.5, 2.1), 1, 4),
        f"Triangles of pairs, a row for each of {len(weights_of(named))} losses, a column for each"
        f" step. Filled pairs are kept. {found}.",
        "Filled pairs are kept, hollow pairs are cut away.",
        narrow=draw_grid(draw, (3.4, 4.2), 2, 2),
    )


def weights_of(named: dict[str, Float[Array, "T T"]]) -> Float[Array, "T T"]:
    """Those of the first scheme; all are of one size."""
    return next(iter(named.values()))


def draw_errors(axes: Axes, runs: dict[str, Float[Array, "networks N"]]) -> Axes:
    """Relative error of the gradient against k, a thin line a network, their median a thick one."""
    styles = ((GRADIENT, "-"), (QUIET, "--"))
    for (name, errors), (colour, line) in zip(runs.items(), styles, strict=True):
        ks = np.arange(1, errors.shape[1] + 1)
        middle = np.median(errors, axis=0)
        axes.semilogy(ks, 100 * errors.T, color=colour, linewidth=0.6, alpha=0.6)
        axes.semilogy(ks, 100 * middle, color=colour, linestyle=line, linewidth=2)
        beside = (0.98, 0.78, "top") if line == "--" else (0.03, 0.06, "bottom")
        axes.text(
            *beside[:2],
            f"{line.replace('-', '–')} {name}",
            color=colour,
            va=beside[2],
            ha="right" if line == "--" else "left",
            transform=axes.transAxes,
        )
    axes.set(xlabel="k", ylabel="relative error, %", xticks=ks[::3])
    axes.minorticks_off()
    return axes


def errors(cut: Float[Array, "networks N"], dropped: Float[Array, "networks N"]) -> Figure:
    """Two readings of truncation, on several networks."""

    def draw(panels: Array) -> None:
        draw_errors(panels[0, 0], {"histories cut": cut, "losses dropped": dropped})

    (low, high), (least, most) = ((e[:, 9].min(), e[:, 9].max()) for e in (cut, dropped))
    return Figure(
        draw_grid(draw, (6.5, 3.0), 1, 1),
        f"Relative error of {len(cut)} networks against k, log scale. At k = 10: histories cut "
        f"{low:.3%} to {high:.1%}, early losses dropped {least:.0%} to {most:.0%}.",
        f"{len(cut)} networks, a thin line for each; the thick lines are medians.",
        narrow=draw_grid(draw, (3.4, 2.9), 1, 1),
    )


def draw_learned(axes: Axes, shares: Float[Array, "windows seeds"], chance: float) -> Axes:
    """Share of right answers against the window: every run a circle, the mean a line."""
    windows = np.arange(1, len(shares) + 1)
    axes.axhline(chance, color=QUIET, linestyle=(0, (3, 2)), linewidth=1)
    axes.axvline(len(shares) - 0.5, color=GRADIENT, linewidth=1)
    axes.plot(windows, shares.mean(axis=1), color=INK)
    axes.plot(windows, shares, "o", color=INK, markersize=4, fillstyle="none")
    axes.set(xlabel="window k", ylim=(0, 1.05), xticks=windows)
    return axes


def learned(starts: dict[str, Float[Array, "windows seeds"]], chance: float) -> Figure:
    """What was learned with which window, by how the network started."""

    def draw(panels: Array) -> None:
        for axes, (name, shares) in zip(panels.flat, starts.items(), strict=True):
            draw_learned(axes, shares, chance).set_title(name, fontweight="normal", fontsize=10)
        for axes in panels[:, 0]:
            axes.set_ylabel("share of right answers")

    found = "; ".join(
        f"{name}: " + ", ".join(f"{k}: {shares[k - 1].mean():.0%}" for k in (1, 5, 8, 9, 10))
        for name, shares in starts.items()
    )
    return Figure(
        draw_grid(draw, (6.5, 2.6), 1, len(starts)),
        f"Share of right answers against the window, five runs each. Mean of the five, {found}.",
        "A circle is one run, the curve the mean of five. Dashed: what guessing gives. Only to"
        " the right of the vermilion line does the gradient reach the first symbol.",
        narrow=draw_grid(draw, (3.4, 4.8), len(starts), 1),
    )
