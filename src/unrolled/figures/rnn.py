"""Pictures of book/rnn.ipynb."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle, FancyArrowPatch

from unrolled.figures.base import GRADIENT, INPUT, OUTPUT, QUIET, STATE
from unrolled.shapes import Array, Float


def node(axes: Axes, x: float, y: float, text: str, colour: str) -> None:
    """A named quantity."""
    axes.add_patch(Circle((x, y), 0.3, fill=False, edgecolor=colour, linewidth=1.8))
    axes.text(x, y, text, ha="center", va="center", fontsize=12)


def arrow(axes: Axes, start, end, colour: str = "black", bend: float = 0.0, **style) -> None:
    """What is computed from what."""
    style = {"linewidth": 1.4, "mutation_scale": 11, "shrinkA": 0, "shrinkB": 0, **style}
    axes.add_patch(
        FancyArrowPatch(
            start, end, arrowstyle="-|>", color=colour, connectionstyle=f"arc3,rad={bend}", **style
        )
    )


def draw_unfolding(axes: Axes, steps: int = 3) -> Axes:
    """The recurrent network as a loop, and unfolded over time with the same weights each step."""
    node(axes, 0, 0, "h", STATE)
    node(axes, 0, -1.2, "x", INPUT)
    node(axes, 0, 1.2, "ŷ", OUTPUT)
    arrow(axes, (0, -0.9), (0, -0.3))
    arrow(axes, (0, 0.3), (0, 0.9))
    arrow(axes, (0.27, -0.14), (0.27, 0.14), bend=3.2, colour=STATE)
    axes.text(0.98, 0, "W$_{hh}$".replace("$_{hh}$", "ₕₕ"), va="center", fontsize=10)
    axes.text(1.75, 0, "unfold", ha="center", va="bottom", fontsize=10, color=QUIET)
    arrow(axes, (1.35, -0.12), (2.15, -0.12), QUIET)
    left = 2.9
    node(axes, left, 0, "h₀", STATE)
    for t in range(1, steps + 1):
        x = left + 1.35 * t
        for y, symbol, colour in ((-1.2, "x", INPUT), (0, "h", STATE), (1.2, "ŷ", OUTPUT)):
            node(axes, x, y, symbol + "₀₁₂₃₄₅"[t], colour)
        arrow(axes, (x, -0.9), (x, -0.3))
        arrow(axes, (x, 0.3), (x, 0.9))
        arrow(axes, (x - 1.05, 0), (x - 0.3, 0), STATE)
        axes.text(x - 0.68, 0.1, "Wₕₕ", ha="center", fontsize=9)
        axes.text(x + 0.09, -0.62, "Wₕₓ", va="center", fontsize=9)
        axes.text(x + 0.09, 0.58, "W", va="center", fontsize=9)
        axes.text(x + 0.26, 0.53, "yh", va="center", fontsize=6.5)
    axes.set(xlim=(-0.45, left + 1.35 * steps + 0.55), ylim=(-1.6, 1.6))
    return axes


def draw_orbits(
    axes: Axes, orbits: Float[Array, "T n"], title: str, names: list[str] | None = None
) -> Axes:
    """States over time, one line a unit, each named at its end."""
    for j, (orbit, style) in enumerate(zip(orbits.T, ("-", "--", ":"), strict=False)):
        axes.plot(range(len(orbit)), orbit, style, color=STATE, marker="o", markersize=3)
        name = names[j] if names else f"h,{j + 1}"
        axes.annotate(name, (len(orbit) - 1, orbit[-1]), (5, 0), textcoords="offset points",
                      va="center", annotation_clip=False)  # fmt: skip
    axes.set(xlabel="time t", title=title)
    axes.axhline(0, color=QUIET, linewidth=0.6)
    return axes


def draw_predictions(
    axes, y_hats: Float[Array, "T n_y"], targets: Array, alphabet: str, inputs: str
) -> None:
    """ŷ_t as bars, the target's bar filled; the line is a uniform guess."""
    for t, (ax, y_hat) in enumerate(zip(axes, y_hats, strict=True)):
        bars = ax.bar(list(alphabet), y_hat, color="none", edgecolor=OUTPUT, linewidth=1.4)
        bars[targets[t]].set_facecolor(OUTPUT)
        for x, value in enumerate(y_hat):
            ax.text(x, value + 0.006, f"{value:.3f}", ha="center", fontsize=8.5)
        ax.axhline(1 / len(alphabet), color=QUIET, linewidth=1, linestyle="--")
        ax.set(ylim=(0, 0.35), title=f"after {inputs[: t + 1]}", yticks=[0, 0.1, 0.2, 0.3])


def draw_loss(axes: Axes, losses: Array, guess: float, label: str = "uniform guess") -> Axes:
    """Mean loss against the number of steps of training, on a log scale."""
    axes.plot(losses, color=OUTPUT)
    axes.axhline(guess, color=QUIET, linewidth=1, linestyle="--")
    axes.annotate(f"{label}: {guess:.3f}", (len(losses) - 1, guess), (0, 4), ha="right",
                  textcoords="offset points", fontsize=9)  # fmt: skip
    axes.set(yscale="log", xlabel="steps of gradient descent", ylabel="mean loss")
    return axes


def draw_learning(axes: Axes, seconds: Array, held_out: Array, bigram: float) -> Axes:
    """Held-out perplexity against training time, beside a bigram model's."""
    axes.plot(seconds, held_out, color=OUTPUT, marker="o", markersize=3)
    axes.axhline(bigram, color=GRADIENT, linewidth=1.2, linestyle="--")
    axes.annotate(f"bigram {bigram:.1f}", (seconds[-1], bigram), (0, 4), ha="right",
                  textcoords="offset points", fontsize=9)  # fmt: skip
    axes.set(xlabel="updates", ylabel="held-out perplexity", ylim=(0, np.max(held_out) * 1.05))
    return axes
