"""Pictures of book/truncation.ipynb: `draw_…` fills an Axes, a function without it is a figure."""

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.shapes import Array, Float
from unrolled.page.figure import GRADIENT, QUIET, Figure, bare, drawing

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
    with drawing(2.9, 3.5) as (canvas, whole):
        whole.remove()
        panels = canvas.subplots(2, 2)
        for axes, (name, weights) in zip(panels.flat, named.items(), strict=True):
            draw_scheme(bare(axes), weights)
            axes.set_title(name, loc="center", fontweight="normal", fontsize=9.5)
        for axes in panels[:, 0]:
            axes.text(0.2, len(weights) / 2, "loss t", rotation=90, va="center", ha="right")
        for axes in panels[1]:
            axes.text(len(weights) / 2, len(weights) + 1.6, "step i", ha="center")
    found = ", ".join(f"{name}: {int(weights.sum())}" for name, weights in named.items())
    return Figure(
        canvas,
        f"Triangles of pairs, a row for each of {len(weights)} losses, a column for each step. "
        f"Filled pairs are kept. {found}.",
        "Filled pairs are kept, hollow ones are cut away.",
    )


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
    with drawing(2.9, 2.7) as (canvas, axes):
        draw_errors(axes, {"histories cut": cut, "losses dropped": dropped})
    (low, high), (least, most) = ((e[:, 9].min(), e[:, 9].max()) for e in (cut, dropped))
    return Figure(
        canvas,
        f"Relative error of {len(cut)} networks against k, log scale. At k = 10: histories cut "
        f"{low:.3%} to {high:.1%}, early losses dropped {least:.0%} to {most:.0%}.",
        f"{len(cut)} networks, a thin line each; thick is the median.",
    )


def draw_learned(axes: Axes, shares: Float[Array, "windows seeds"], chance: float) -> Axes:
    """Share of right answers against the window: every run a circle, the mean a line."""
    windows = np.arange(1, len(shares) + 1)
    axes.axhline(chance, color=QUIET, linestyle=(0, (3, 2)), linewidth=1)
    axes.plot(windows, shares.mean(axis=1), color=INK)
    axes.plot(windows, shares, "o", color=INK, markersize=4, fillstyle="none")
    axes.set(xlabel="window", ylim=(0, 1.05), xticks=windows[4::5])
    return axes


def learned(starts: dict[str, Float[Array, "windows seeds"]], chance: float) -> Figure:
    """What was learned with which window, by how the network started."""
    with drawing(2.9, 2.5, columns=len(starts), sharey=True) as (canvas, panels):
        for axes, (name, shares) in zip(panels, starts.items(), strict=True):
            draw_learned(axes, shares, chance).set_title(name, fontweight="normal", fontsize=9)
        panels[0].set_ylabel("share of right answers")
    found = "; ".join(
        f"{name}: " + ", ".join(f"{k}: {shares[k - 1].mean():.0%}" for k in (1, 5, 8, 9, 10))
        for name, shares in starts.items()
    )
    return Figure(
        canvas,
        f"Share of right answers against the window, five runs each. Mean of the five, {found}.",
        "A circle is one run, the line their mean, dashed what guessing gives.",
    )
