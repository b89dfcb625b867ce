"""Pictures of book/lstm.ipynb: `draw_…` fills an Axes, the function without it is the figure."""

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.shapes import Array, Float
from unrolled.page.diagram import arrow, draw_valve, is_wide, name_above, node
from unrolled.page.figure import GRADIENT, OUTPUT, QUIET, STATE, Figure, bare, both
from unrolled.page.numbers import decimals

LOOKS = (("black", (0, (5, 2))), (QUIET, ":"), (STATE, (0, (4, 1.5, 1, 1.5))), (STATE, "-"))
NAMES = {"Elman": "plain tanh", "LSTM, b_f = 0": "LSTM, bias 0", "LSTM, b_f = 1": "LSTM, bias 1",
         "LSTM, b_f by horizon": "LSTM, bias by horizon"}  # fmt: skip


def draw_cell(axes: Axes, c: tuple, valves: dict[str, float], h: float) -> Axes:
    """The pipe of the cell state with its valves; c before and after, the candidate in valves."""
    step = 1.0 if is_wide(axes) else 0.62
    left, forget, inlet, outlet, right = (step * x for x in (0, 2.6, 5.2, 7.8, 10.2))
    for start, end in (
        (left + 0.55, forget - 0.3),
        (forget + 0.3, inlet - 0.2),
        (inlet + 0.2, right - 0.55),
    ):
        axes.plot([start, end], [0, 0], color=STATE, linewidth=6, alpha=0.3, solid_capstyle="butt")
        arrow(axes, (start, 0), (end, 0), STATE)
    for x, name, number in ((left, "cₜ₋₁", c[0]), (right, "cₜ", c[1])):
        node(axes, x, 0, "", STATE)
        axes.text(x, 0.62, name, ha="center", va="center", fontsize=11)
        axes.text(x, -0.62, decimals(number, 2), ha="center", va="center", fontsize=9.5)
    draw_valve(axes, forget, 0, f"fₜ = {valves['f']:.2f}", False, (0, 0.62, "center"))
    node(axes, inlet, 2.4, "", STATE)
    axes.text(
        inlet - 0.45, 2.4, f"c̃ₜ = {decimals(valves['c'], 2)}", ha="right", va="center", fontsize=9.5
    )
    arrow(axes, (inlet, 2.08), (inlet, 1.5), STATE)
    draw_valve(axes, inlet, 1.2, f"iₜ = {valves['i']:.2f}", True, (-0.45, 0, "right"))
    arrow(axes, (inlet, 0.9), (inlet, 0.2), STATE)
    axes.text(inlet, 0, "+", ha="center", va="center", fontsize=13)
    arrow(axes, (outlet, 0), (outlet, -0.95), STATE)
    axes.text(outlet + 0.18, -0.5, "tanh", ha="left", va="center", fontsize=9.5)
    draw_valve(axes, outlet, -1.25, f"oₜ = {valves['o']:.2f}", True, (-0.45, 0, "right"))
    arrow(axes, (outlet, -1.55), (outlet, -2.1), STATE)
    node(axes, outlet, -2.4, "", STATE)
    axes.text(outlet + 0.45, -2.4, f"hₜ = {h:.2f}", ha="left", va="center", fontsize=9.5)
    for x, y, tip in (
        (forget, -1.35, -0.32),
        (inlet + 1.5, 1.2, 0.32),
        (inlet + 1.5, 2.4, 0.34),
        (outlet + 1.5, -1.25, 0.32),
    ):
        start, end = (
            ((x, y + 0.2), (x, tip)) if x == forget else ((x - 0.62, y), (x - 1.5 + tip, y))
        )
        arrow(axes, start, end, QUIET, linewidth=1, mutation_scale=8)
        axes.text(x, y, "xₜ, hₜ₋₁", ha="center", va="center", fontsize=9.5)
    axes.set(xlim=(left - 0.7, right + 0.9), ylim=(-2.85, 2.85))
    return axes


def cell(c: tuple, valves: dict[str, float], h: float) -> Figure:
    """One unit of an LSTM as a pipe with three valves, and a number at each."""
    return Figure(
        label=f"A pipe from the memory before, {c[0]:.2f}, to the new one, {c[1]:.2f}. In it the "
        f"forget valve, {valves['f']:.2f}; from above the candidate {valves['c']:.2f} comes in "
        f"through the input valve, {valves['i']:.2f}; below, the output valve, {valves['o']:.2f}, "
        f"shows {h:.2f}.",
        caption="One unit, and a number at each of its valves. Input and what was shown before set "
        "every valve, and the candidate.",
        **both(lambda axes: draw_cell(bare(axes), c, valves, h), (6.2, 3.1), (3.5, 2.9)),
    )


def draw_ways(axes: Axes) -> Axes:
    """What comes back to c_t, and what comes back to h_t before it."""
    far = 4.4 if is_wide(axes) else 3.3
    for x, y, name in ((0, 2, "cₜ"), (far, 2, "cₜ₊₁"), (0, 0, "hₜ")):
        node(axes, x, y, name, STATE)
    axes.text(far, 0, "gates and\ncandidate\nof step t + 1", ha="center", va="center", fontsize=9.5)
    axes.text(0, -1.65, "loss of step t", ha="center", va="center", fontsize=9.5, color=OUTPUT)
    ways = [((far - 0.34, 2), (0.34, 2)), ((0, 0.34), (0, 1.66)), ((0, -1.42), (0, -0.34)),
            ((far, 1.66), (far, 0.62)), ((far - 0.98, 0), (0.34, 0))]  # fmt: skip
    for start, end in ways:
        arrow(axes, start, end, GRADIENT)
    axes.text(far / 2, 2.3, "× fₜ₊₁", ha="center", va="center", fontsize=9.5)
    axes.text(0.16, 1.0, "× oₜ (1 − tanh² cₜ)", ha="left", va="center", fontsize=9.5)
    axes.text((far - 0.7) / 2, -0.3, "× Wᵀ", ha="center", va="center", fontsize=9.5)
    axes.set(xlim=(-1.15, far + 1.1), ylim=(-1.95, 2.6))
    return axes


def ways_back() -> Figure:
    """Two ways into c_t, and two into h_t, of which one is easily forgotten."""
    return Figure(
        label="Orange arrows back. Into c of step t: from c of t + 1, times the forget gate; and "
        "from h of t. Into h of t: from the loss of step t, and from the gates and the candidate "
        "of t + 1, which have read it.",
        caption="Two ways lead back to the memory, and one of them begins at hₜ, to which two "
        "ways lead back again.",
        **both(lambda axes: draw_ways(bare(axes)), (4.9, 2.9), (3.3, 2.9)),
    )


def grown(runs: dict[str, Float[Array, "S T"]]) -> Figure:
    """How a gradient of the cell grows with the lag: median and range of some networks."""
    looks = ((GRADIENT, "-"), (GRADIENT, "--"), (STATE, "-"), (STATE, "--"))

    def draw(axes: Axes) -> None:
        for (name, found), (colour, line) in zip(runs.items(), looks, strict=True):
            lags = np.arange(1, found.shape[1] + 1)
            axes.fill_between(lags, found.min(axis=0), found.max(axis=0), color=colour, alpha=0.15)
            axes.plot(lags, np.median(found, axis=0), color=colour, linestyle=line, label=name)
        axes.axhline(1, color=QUIET, linewidth=0.8)
        axes.set(yscale="log", xlabel="lag", ylabel="size of ∂cₖ/∂c₀", xticks=(2, 4, 6, 8, 10))
        axes.minorticks_off()
        name_above(axes)

    ends = ", ".join(f"{name} {np.median(found[:, -1]):.2g}" for name, found in runs.items())
    count = len(next(iter(runs.values())))
    return Figure(
        label=f"Size of the cell's gradient against the lag, log scale, median of {count} "
        f"networks. At the last lag: {ends}.",
        caption=f"Median and range of {count} networks of 20 units that nobody has trained.",
        **both(draw, (5.0, 3.5), (3.4, 3.9)),
    )


def draw_curves(axes: Axes, runs: dict[str, Array], every: int, chance: float) -> Axes:
    """Losses while training, for each contestant the median of its seeds and their range."""
    axes.axhline(chance, color=QUIET, linewidth=0.8)
    for (name, found), (colour, line) in zip(runs.items(), LOOKS, strict=True):
        found = np.array(found).reshape(len(found), -1, 2).mean(axis=2)
        at = 2 * every * np.arange(1, found.shape[1] + 1)
        axes.fill_between(at, found.min(axis=0), found.max(axis=0), color=colour, alpha=0.13, lw=0)
        axes.plot(
            at, np.median(found, axis=0), color=colour, linestyle=line, lw=1.5, label=NAMES[name]
        )
    axes.set(xlabel="update", xticks=(500, 1500))
    return axes


def learned(game: str, lags: dict[str, dict], every: int, chance: float) -> Figure:
    """A panel a lag: how the contestants learn one task."""

    def draw(panels: Array) -> None:
        for axes, (lag, runs) in zip(panels, lags.items(), strict=True):
            draw_curves(axes, runs, every, chance).set_title(f"lag {lag}")
            if game == "adding":
                axes.set(yscale="log", ylim=(8e-5, 3 * chance))
                axes.minorticks_off()
            else:
                axes.set_ylim(0, 1.15 * chance)
        panels[0].set_ylabel("loss")
        name_above(panels[0])

    last = list(lags)[-1]
    ends = ", ".join(
        f"{NAMES[name]}: {np.median(np.array(found)[:, -1]):.2g}"
        for name, found in lags[last].items()
    )
    return Figure(
        label=f"Loss of {len(lags[last])} networks that learn {game} at lags "
        f"{', '.join(lags)}, median of five seeds. At the end, lag {last}: {ends}.",
        caption=f"Learning {game}: median and range of five seeds. Grey line: knowing nothing.",
        **both(draw, (7.0, 3.2), (3.4, 7.8), panels=len(lags), sharey=True),
    )
