"""Pictures of book/rnn.ipynb: `draw_…` fills an Axes, the function without it is the figure."""

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.shapes import Array, Float
from unrolled.page.diagram import arrow, node, subscripted
from unrolled.page.figure import GRADIENT, INPUT, OUTPUT, QUIET, STATE, Figure, bare, drawing


def draw_unfolding(axes: Axes, steps: int = 3) -> Axes:
    """The recurrent network as a loop, and unfolded over time with the same weights each step."""
    node(axes, 0, 0, "h", STATE)
    node(axes, 0, -1.2, "x", INPUT)
    node(axes, 0, 1.2, "ŷ", OUTPUT)
    arrow(axes, (0, -0.9), (0, -0.3))
    arrow(axes, (0, 0.3), (0, 0.9))
    arrow(axes, (0.27, -0.14), (0.27, 0.14), bend=3.2, colour=STATE)
    subscripted(axes, 1.12, 0.0, "W", "hh")
    axes.text(1.87, 0, "unfold", ha="center", va="bottom", fontsize=10, color=QUIET)
    arrow(axes, (1.5, -0.12), (2.25, -0.12), QUIET)
    left = 2.9
    node(axes, left, 0, "h₀", STATE)
    for t in range(1, steps + 1):
        x = left + 1.35 * t
        for y, symbol, colour in ((-1.2, "x", INPUT), (0, "h", STATE), (1.2, "ŷ", OUTPUT)):
            node(axes, x, y, symbol + "₀₁₂₃₄₅"[t], colour)
        arrow(axes, (x, -0.9), (x, -0.3))
        arrow(axes, (x, 0.3), (x, 0.9))
        arrow(axes, (x - 1.05, 0), (x - 0.3, 0), STATE)
        subscripted(axes, x - 0.68, 0.2, "W", "hh")
        subscripted(axes, x + 0.27, -0.6, "W", "hx")
        subscripted(axes, x + 0.27, 0.6, "W", "yh")
    axes.set(xlim=(-0.45, left + 1.35 * steps + 0.55), ylim=(-1.6, 1.6))
    return axes


def unfolding() -> Figure:
    """A recurrent network as a loop and unfolded over three steps."""
    with drawing(6.4, 2.9) as (canvas, axes):
        draw_unfolding(bare(axes))
    return Figure(
        canvas,
        "Left: a network whose state h feeds back into itself. Right: the same network unfolded "
        "over three steps; each h receives the x below it and the h before it, with the same "
        "weights every time.",
        "The same network twice: as a loop, and unfolded over three steps.",
    )


def draw_orbits(axes: Axes, orbits: Float[Array, "T n"], title: str) -> Axes:
    """States over time, one line a unit, each named at its end."""
    for j, (orbit, style) in enumerate(zip(orbits.T, ("-", "--", ":"), strict=False), start=1):
        axes.plot(range(len(orbit)), orbit, style, color=STATE, marker="o", markersize=3)
        axes.annotate(f"unit {j}", (len(orbit) - 1, orbit[-1]), (5, 0), va="center",
                      textcoords="offset points", annotation_clip=False, fontsize=9)  # fmt: skip
    axes.set(xlabel="time t", title=title)
    axes.axhline(0, color=QUIET, linewidth=0.6)
    return axes


def orbits(resting: Float[Array, "T n"], driven: Float[Array, "T n"]) -> Figure:
    """The same network without input and reading letters, from one starting state."""
    with drawing(6.4, 2.5, columns=2, sharey=True) as (canvas, (left, right)):
        draw_orbits(left, resting, "no input")
        draw_orbits(right, driven, "reading demodemodem")
    rest = " and ".join(f"{x:.3f}" for x in resting[-1])
    return Figure(
        canvas,
        f"Two plots of the two hidden units over {len(resting) - 1} steps. Without input they "
        f"settle at {rest}; reading letters they swing between {driven.min():.2f} and "
        f"{driven.max():.2f}.",
        "Without input the state settles; driven by letters it keeps moving.",
    )


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


def predictions(y_hats: Float[Array, "T n_y"], ys: Float[Array, "T n_y"]) -> Figure:
    """What the d-e-m-o network expects after each of its letters."""
    targets = ys.argmax(axis=1)
    with drawing(6.4, 2.2, columns=3, sharey=True) as (canvas, axes):
        draw_predictions(axes, y_hats, targets, "demo", "dem")
    right = ", ".join(f"{y_hats[t, k]:.3f}" for t, k in enumerate(targets))
    return Figure(
        canvas,
        "Bars: probability of d, e, m, o after d, after de, after dem. The true next letters e, "
        f"m, o get {right}; a uniform guess gives 0.25.",
        "What the untrained network expects. Filled: the letter that really comes; dashed: a "
        "uniform guess.",
    )


def draw_loss(axes: Axes, losses: Array, guess: float, label: str = "uniform guess") -> Axes:
    """Mean loss against the number of steps of training, on a log scale."""
    axes.plot(losses, color=OUTPUT)
    axes.axhline(guess, color=QUIET, linewidth=1, linestyle="--")
    axes.annotate(f"{label}: {guess:.3f}", (len(losses) - 1, guess), (0, 4), ha="right",
                  textcoords="offset points", fontsize=9)  # fmt: skip
    axes.set(yscale="log", xlabel="steps of gradient descent", ylabel="mean loss")
    return axes


def training(losses: Array) -> Figure:
    """Training the d-e-m-o network."""
    guess = float(np.log(4))
    with drawing(6.0, 2.8) as (canvas, axes):
        draw_loss(axes, losses, guess)
    return Figure(
        canvas,
        f"Mean loss over {len(losses) - 1} steps of gradient descent on a log scale: from "
        f"{losses[0]:.3f}, above the uniform guess of {guess:.3f}, to {losses[10]:.3f} after 10, "
        f"{losses[100]:.4f} after 100 and {losses[-1]:.5f} at the end.",
        "Training the d-e-m-o network with step size 1.",
    )


def draw_learning(axes: Axes, updates: Array, held_out: Array, bigram: float) -> Axes:
    """Held-out perplexity against updates, beside a bigram model's."""
    axes.plot(updates, held_out, color=OUTPUT, marker="o", markersize=3)
    axes.axhline(bigram, color=GRADIENT, linewidth=1.2, linestyle="--")
    axes.annotate(f"bigram {bigram:.1f}", (updates[-1], bigram), (0, 4), ha="right",
                  textcoords="offset points", fontsize=9)  # fmt: skip
    axes.set(xlabel="updates", ylabel="held-out perplexity", ylim=(0, np.max(held_out) * 1.05))
    return axes


def learning(updates: Array, held_out: Array, bigram: float, uniform: int) -> Figure:
    """A character model against the bigram baseline, on text it has not seen."""
    with drawing(6.0, 2.7) as (canvas, axes):
        draw_learning(axes, updates, held_out, bigram)
    return Figure(
        canvas,
        f"Held-out perplexity over {updates[-1]:.0f} updates: from {held_out[0]:.1f} it falls "
        f"below the bigram model's {bigram:.1f} and reaches {held_out.min():.1f}; a uniform guess "
        f"would have {uniform}.",
        "A character model of this book. Dashed: the bigram baseline.",
    )
