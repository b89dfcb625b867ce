"""Pictures of what a memory is for, and of what a state keeps. Notebook: book/rnn.ipynb

`draw_…` fills an Axes, the function without it is the figure.
"""

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.activations import softmax
from unrolled.core.shapes import Array, Float
from unrolled.core.text import one_hot
from unrolled.core.unroll import unroll
from unrolled.page.diagram import arrow, is_wide, write_powers
from unrolled.page.figure import INPUT, OUTPUT, QUIET, STATE, Figure, both
from unrolled.rnn.cell import CELL
from unrolled.rnn.memory import LETTERS, ONE_UNIT
from unrolled.rnn.readout import readout

SHARES = {"d": (0.0, 1.0, 0.0), "e": (0.5, 0.0, 0.5), "m": (0.0, 1.0, 0.0)}  # of what comes next


def draw_bars(axes: Axes, t: int, floor: float, y: Array, right: str) -> None:
    """A probability for each of d, e and m; the letter that comes next in full colour."""
    for k, (letter, share) in enumerate(zip(LETTERS, y, strict=True)):
        x = t + 0.28 * (k - 1)
        strong = 1.0 if letter == right else 0.4
        axes.bar(x, 1.3 * share, bottom=floor, width=0.22, color=OUTPUT, alpha=strong)
        axes.text(x, floor - 0.12, letter, ha="center", va="top", fontsize=9)
        if 0.4 < share < 0.6:
            axes.text(x, floor + 1.3 * share + 0.05, "½", ha="center", va="bottom", fontsize=9)
    axes.plot([t - 0.42, t + 0.42], [floor, floor], color=QUIET, linewidth=0.8)


def draw_two_networks(axes: Axes) -> None:
    """What each network predicts after each letter of deme, time running to the right."""
    text = "demedeme"[: 8 if is_wide(axes) else 4]
    states, _ = unroll(CELL, ONE_UNIT.cell, one_hot(text, LETTERS), np.zeros(1))
    remembers = softmax(readout(ONE_UNIT.readout, states))
    for t, (letter, right) in enumerate(zip(text, text[1:] + "d", strict=True)):
        axes.text(t, 6.3, letter, ha="center", va="center", fontsize=15, color=INPUT)
        draw_bars(axes, t, 4.0, SHARES[letter], right)
        axes.plot(t, 2.55, "o", markersize=13, markerfacecolor="none", color=STATE)
        if t + 1 < len(text):
            arrow(axes, (t + 0.2, 2.55), (t + 0.8, 2.55), STATE)
        draw_bars(axes, t, 0.75, remembers[t], right)
        axes.text(t, -0.35, right, ha="center", va="center", fontsize=15, color=OUTPUT)
    names = ((6.3, "reads"), (4.6, "sees only\nthis letter"), (2.55, "has a state"))
    for y, name in (*names, (1.4, "and predicts"), (-0.35, "comes next")):
        axes.text(-0.6, y, name, ha="right", va="center", fontsize=10.5)
    axes.set(xlim=(-2.0 if is_wide(axes) else -1.9, len(text) - 0.4), ylim=(-0.8, 6.8))
    axes.axis("off")


def two_networks() -> Figure:
    """Two networks predict deme: without and with a state."""
    return Figure(
        **both(draw_two_networks, (6.5, 3.2), (3.7, 3.7)),
        label="Letters d e m e, read from left to right, with two rows of bars. Without a state, "
        "the bars after each e show one half for d and one half for m. With a state, one bar is "
        "full every time, and it is always the letter that comes next.",
        caption="Two networks read deme again and again. The bars are the probabilities of d, e "
        "and m; the letter that really comes next has full colour.",
    )


def draw_scores(axes: Axes, states: Float[Array, " T"], names: list[str]) -> None:
    """The logits of the one unit over its state, the largest one thick; a dot for each letter."""
    h = np.linspace(-1, 1, 401)
    scores = readout(ONE_UNIT.readout, h[:, None])
    for k, style in enumerate((":", "-", "--")):
        axes.plot(h, scores[:, k], style, color=OUTPUT, linewidth=1.1)
    axes.plot(h, scores.max(axis=1), color=OUTPUT, linewidth=4, alpha=0.3)
    for letter, x, y in (("m", -0.99, 12.3), ("d", -0.37, 2.2), ("e", 0.24, 8.6)):
        axes.text(x, y, f"{letter} wins", fontsize=10.5, color=OUTPUT)
    for x, name in zip(states, names, strict=True):
        axes.plot([x, x], [-9, readout(ONE_UNIT.readout, np.array([x])).max()], ":", color=STATE)
        axes.plot(x, -9, "o", color=STATE, markersize=7)
        side, low = ("right", -12.4) if x > 0.9 else ("center", -10.4)
        axes.text(x, low, name, ha=side, va="top", fontsize=9.5)
    axes.axhline(-9, color=QUIET, linewidth=0.8)
    axes.set(xlim=(-1.08, 1.08), ylim=(-15.5, 16), yticks=[0, 10], ylabel="logit")
    axes.set(xticks=[-1, -0.5, 0.27, 1], xlabel="state h")


def one_unit(states: Float[Array, " T"], letters: str) -> Figure:
    """One number tells the four places of deme apart."""
    names = [
        f"after {letter}" if letter != "e" else f"{letters[t - 1]}, e"
        for t, letter in enumerate(letters)
    ]
    places = ", ".join(f"{name} {h:.2f}" for name, h in zip(names, states, strict=True))
    return Figure(
        **both(lambda axes: draw_scores(axes, states, names), (6.4, 3.1), (3.7, 3.3)),
        label=f"Three straight lines over the state, the logits of d, e and m. m is largest left "
        f"of −0.5, d up to 0.27, e beyond. Four dots show the states: {places}.",
        caption="The three logits as functions of the state h (dotted: d, solid: e, dashed: m), "
        "and the four states of deme. The largest logit is drawn thick.",
    )


def draw_runs(axes: Axes, every: int, runs: Array, colour: str, style: str, name: str) -> None:
    """Losses of several runs, one line each, named at the end."""
    steps = every * np.arange(runs.shape[1])
    axes.plot(steps, runs.T, style, color=colour, linewidth=1.1)
    axes.annotate(
        name,
        (steps[-1], runs[:, -1].mean()),
        (5, 3),
        va="bottom",
        fontsize=10,
        textcoords="offset points",
        annotation_clip=False,
    )


def with_and_without(every: int, recurrent: Array, without: Array, least: float) -> Figure:
    """Five networks that may remember, and five that may not, learn deme."""

    def draw(axes: Axes) -> None:
        draw_runs(axes, every, without, QUIET, "--", "without")
        draw_runs(axes, every, recurrent, OUTPUT, "-", "with")
        axes.axhline(least, color="black", linewidth=0.8)
        end = (every * (len(without[0]) - 1), least)
        axes.annotate("½ log 2", end, (0, -13), textcoords="offset points", ha="right")
        axes.set(xlabel="updates", ylabel="mean loss", ylim=(0, 1.2))

    return Figure(
        **both(draw, (6.4, 2.7), (3.6, 2.6)),
        label=f"Mean loss of ten networks that learn deme. Five with W_hh end at "
        f"{recurrent[:, -1].min():.3f} to {recurrent[:, -1].max():.3f}; five without end at "
        f"{without[:, -1].min():.3f} to {without[:, -1].max():.3f}, above ½ log 2 = {least:.3f}.",
        caption="Networks of two units learn deme from five random starts each: with the "
        "recurrent weights, and with these weights held at 0.",
    )


def draw_two_pasts(panels: Array, pasts: tuple[str, str], shared: str, states: list) -> None:
    """Left the two units after each letter, for both pasts; right how far apart the states are."""
    before = len(pasts[0])
    steps = np.arange(1, before + len(shared) + 1)
    left, right = panels
    for past, style, found in zip(pasts, ("-", "--"), states, strict=True):
        for k in (0, 1):
            left.plot(steps, found[:, k], style, color=STATE, label=f"after {past}" if k else None)
    left.axvline(before + 0.5, color=QUIET, linewidth=0.8)
    left.set_xticks(steps[before:], list(shared), fontsize=10)
    left.text((before + 1) / 2, -0.66, "beginning", ha="center", va="top", fontsize=10)
    left.tick_params(axis="x", length=0)
    left.set(ylabel="the two units", ylim=(-0.6, 0.85))
    left.legend(loc="upper right", fontsize=9.5)
    gap = np.linalg.norm(states[0] - states[1], axis=1)[before - 1 :]
    right.plot(np.arange(len(gap)), gap, "o-", color=STATE)
    right.set_yscale("log")
    write_powers(right)
    right.set(xlabel="shared letters read", ylabel="distance between states")


def two_pasts(pasts: tuple[str, str], shared: str, states: list) -> Figure:
    """Two beginnings, and how a network forgets which one it was."""
    gap = np.linalg.norm(states[0] - states[1], axis=1)[len(pasts[0]) - 1 :]
    return Figure(
        **both(
            lambda panels: draw_two_pasts(panels, pasts, shared, states),
            (6.5, 2.6),
            (3.7, 5.2),
            panels=2,
        ),
        label=f"The d-e-m-o network reads {pasts[0]} or {pasts[1]}, then {shared}. Left: its two "
        f"units differ at first and soon agree. Right: the distance between them falls from "
        f"{gap[0]:.2f} to {gap[-1]:.5f} in a nearly straight line on a logarithmic scale.",
        caption=f"The two units after two different beginnings and then after the same letters, "
        f"and the distance between the two states, from {gap[0]:.2f} down to {gap[-1]:.5f}.",
    )
