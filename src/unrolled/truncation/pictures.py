"""Pictures of book/truncation.ipynb: `draw_…` fills an Axes, a function without it is a figure."""

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.shapes import Array, Float
from unrolled.page.figure import GRADIENT, QUIET, STATE, Figure, bare, drawing


def draw_scheme(axes: Axes, weights: Float[Array, "T T"]) -> Axes:
    """The triangle of pairs, loss t downwards, step i to the right; kept pairs are filled."""
    T = len(weights)
    for t, i in zip(*np.tril_indices(T), strict=True):
        if weights[t, i]:
            axes.plot(i + 1, t + 1, "s", color=GRADIENT, markersize=9)
        else:
            axes.plot(i + 1, t + 1, "s", color=QUIET, markersize=8, fillstyle="none",
                      markeredgewidth=0.7)  # fmt: skip
    axes.set(xlim=(0.3, T + 0.7), ylim=(T + 0.7, 0.3))
    return axes


def schemes(named: dict[str, Float[Array, "T T"]]) -> Figure:
    """Which pairs some schemes keep."""
    with drawing(7.2, 2.4, columns=len(named)) as (canvas, panels):
        for axes, (name, weights) in zip(panels, named.items(), strict=True):
            draw_scheme(bare(axes), weights)
            axes.set_title(name, loc="center", fontweight="normal")
        panels[0].text(0.2, len(weights) / 2, "loss t", rotation=90, va="center", ha="right")
        panels[0].text(len(weights) / 2, len(weights) + 1.4, "step i", ha="center")
    found = ", ".join(f"{name}: {int(weights.sum())}" for name, weights in named.items())
    return Figure(
        canvas,
        f"Triangles of pairs, a row for each of {len(weights)} losses, a column for each step. "
        f"Filled pairs are kept. {found}.",
        "Filled pairs are kept, hollow ones are cut away.",
    )


def draw_errors(axes: Axes, ks: Array, errors: dict[str, Float[Array, " N"]]) -> Axes:
    """Relative error of the gradient against k."""
    styles = ((STATE, "o", "-"), (GRADIENT, "s", "--"))
    for (name, error), (colour, marker, line) in zip(errors.items(), styles, strict=True):
        axes.semilogy(ks, 100 * error, color=colour, marker=marker, linestyle=line, markersize=4)
        axes.annotate(name, (ks[6], 100 * error[6]), (8, 8), color=colour,
                      textcoords="offset points")  # fmt: skip
    axes.set(xlabel="k", ylabel="relative error, %")
    axes.set_xticks(ks[::2])
    axes.minorticks_off()
    return axes


def errors(ks: Array, cut: Float[Array, " N"], dropped: Float[Array, " N"]) -> Figure:
    """Two readings of truncation, against the gradient."""
    with drawing(5.6, 2.8) as (canvas, axes):
        draw_errors(axes, ks, {"history cut": cut, "losses dropped": dropped})
    return Figure(
        canvas,
        f"Relative error against k, log scale. Cutting the history falls from {cut[0]:.0%} at "
        f"k = {ks[0]} to {cut[9]:.2%} at k = {ks[9]}; dropping early losses stays high, "
        f"{dropped[9]:.0%} at k = {ks[9]}.",
        "Cut each loss's history, or drop early losses: the error of both.",
    )


def draw_memory(axes: Axes, lengths: Array, needs: dict[str, Array]) -> Axes:
    """Numbers that must be kept for the way back, against the length."""
    styles = ((GRADIENT, "o", "-"), (STATE, "s", "--"))
    for (name, need), (colour, marker, line) in zip(needs.items(), styles, strict=True):
        axes.plot(lengths, need, color=colour, marker=marker, linestyle=line, markersize=4)
        axes.annotate(name, (lengths[-2], need[-2]), (-6, 6), color=colour, ha="right",
                      textcoords="offset points")  # fmt: skip
    axes.set(xlabel="steps T", ylabel="numbers kept", ylim=(0, None), xticks=lengths)
    return axes


def memory(lengths: Array, full: Array, truncated: Array, name: str) -> Figure:
    """What the way back must remember, whole and truncated."""
    with drawing(5.4, 2.6) as (canvas, axes):
        draw_memory(axes, lengths, {"all steps": full, name: truncated})
    return Figure(
        canvas,
        f"Numbers kept against the length of the sequence. All steps: from {full[0]:,} at "
        f"T = {lengths[0]} to {full[-1]:,} at T = {lengths[-1]}. {name.capitalize()}: "
        f"{truncated[0]:,} throughout.",
        "Memory of the way back: a rising line, or a constant.",
    )


def draw_spread(axes: Axes, rms: dict[float, tuple[float, float]]) -> Axes:
    """RMS error of random cuts, plain and weighted, side by side."""
    xs = np.arange(len(rms))
    plain, weighted = np.array(list(rms.values())).T
    for shift, values, colour, name in (
        (-0.18, plain, QUIET, "plain"),
        (0.18, weighted, GRADIENT, "weighted"),
    ):
        axes.bar(xs + shift, values, 0.34, color=colour, label=name)
        for x, value in zip(xs + shift, values, strict=True):
            axes.annotate(f"{value:.2f}", (x, value), (0, 3), ha="center", fontsize=9,
                          textcoords="offset points")  # fmt: skip
    axes.set_xticks(xs, [f"π = {chance}" for chance in rms])
    axes.set(ylabel="RMS error, relative")
    axes.legend(fontsize=9)
    return axes


def spread(rms: dict[float, tuple[float, float]]) -> Figure:
    """The price of being unbiased."""
    with drawing(5.0, 2.6) as (canvas, axes):
        draw_spread(axes, rms)
    found = "; ".join(f"π = {pi}: {a:.2f} and {b:.2f}" for pi, (a, b) in rms.items())
    return Figure(
        canvas,
        f"Bars of the RMS error of one random gradient, plain and weighted. {found}. Weighted is "
        "higher each time.",
        "Error of a single draw: plain on the left, weighted on the right of each pair.",
    )


def draw_learned(axes: Axes, name: str, shares: dict[int, list], chance: float) -> Axes:
    """Share of right answers against the window: every run a dot, the mean a line."""
    axes.axhline(chance, color=QUIET, linestyle=(0, (3, 2)), linewidth=1)
    axes.plot(list(shares), [np.mean(runs) for runs in shares.values()], color=STATE)
    for window, runs in shares.items():
        axes.plot([window] * len(runs), runs, "o", color=STATE, markersize=4, fillstyle="none")
    axes.set(xlabel="window", ylim=(0, 1.05), xticks=list(shares))
    return axes


def learned(tasks: dict[str, dict[int, list]], chances: dict[str, float]) -> Figure:
    """What was learned with which window."""
    with drawing(6.4, 2.6, columns=len(tasks), sharey=True) as (canvas, panels):
        for axes, (name, shares) in zip(panels, tasks.items(), strict=True):
            draw_learned(axes, name, shares, chances[name]).set_title(name)
        panels[0].set_ylabel("right answers")
    found = "; ".join(
        f"{name}: " + ", ".join(f"{k}: {np.mean(runs):.0%}" for k, runs in shares.items())
        for name, shares in tasks.items()
    )
    return Figure(
        canvas,
        f"Share of right answers against the window, mean of some runs, dashed what guessing "
        f"gives. {found}.",
        "The first of ten symbols, asked for at the end. Circles are single runs.",
    )
