"""Pictures of book/lstm.ipynb: `draw_…` fills an Axes, the function without it is the figure."""

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.shapes import Array, Float
from unrolled.page.diagram import arrow, box, draw_valve, is_wide, name_above, node, write_powers
from unrolled.page.figure import (
    GRADIENT,
    OUTPUT,
    QUIET,
    STATE,
    Figure,
    bare,
    both,
    draw_grid,
)
from unrolled.page.numbers import decimals

LOOKS = (("black", (0, (5, 2))), (QUIET, ":"), (STATE, (0, (4, 1.5, 1, 1.5))), (STATE, "-"))
NAMES = {"Elman": "plain tanh", "LSTM, b_f = 0": "LSTM, bias 0", "LSTM, b_f = 1": "LSTM, bias 1",
         "LSTM, b_f by horizon": "LSTM, biases by time constant"}  # fmt: skip


def draw_memories(panels: Array, memories: dict[str, Array], shares: dict[str, dict]) -> None:
    """What two units hold over the steps; below, what each keeps and what each writes."""
    top, *below = panels[:, 0]
    looks = dict(zip(memories, ((QUIET, "--"), (STATE, "-")), strict=True))
    for name, held in memories.items():
        colour, line = looks[name]
        at = np.arange(1, len(held) + 1)
        top.plot(at, held, color=colour, linestyle=line, linewidth=2.4)
        end = f" {decimals(held[-1], 2)}"
        top.text(at[-1] + 0.6, held[-1], end, ha="left", va="center", color=colour, fontsize=10.5)
    top.text(
        27, 0.88, "a unit with two valves", ha="center", va="bottom", color=STATE, fontsize=10.5
    )
    top.text(24, 0.5, "a leaky unit", ha="center", va="top", color=QUIET, fontsize=10.5)
    top.axhline(0, color=QUIET, linewidth=0.6)
    top.set(ylim=(-0.75, 1.15), yticks=(-0.5, 0, 0.8), ylabel="memory")
    for axes, (what, of_unit) in zip(below, shares.items(), strict=True):
        for name, share in of_unit.items():
            colour, line = looks[name]
            at = np.arange(1, len(share) + 1)
            if name == list(memories)[-1]:
                axes.fill_between(at, 0, share, step="mid", color=colour, alpha=0.3, linewidth=0)
            axes.plot(at, share, color=colour, linestyle=line, linewidth=1.6, drawstyle="steps-mid")
        axes.set(ylim=(-0.08, 1.15), yticks=(0, 1), ylabel=what)
    for axes in panels[:, 0]:
        axes.set(xlim=(0, 57), xticks=(1, 10, 20, 30, 40, 51))
        axes.tick_params(labelbottom=axes is below[-1])
    below[-1].set_xlabel("step")
    panels[0, 0].figure.align_ylabels()


def two_memories(memories: dict[str, Array], shares: dict[str, dict]) -> Figure:
    """A leaky unit and a unit with valves that hold a number and then replace it."""
    ends = " and ".join(f"{name} {decimals(held[-1], 2)}" for name, held in memories.items())
    grid = {"rows": 3, "columns": 1, "gridspec_kw": {"height_ratios": (3, 1, 1)}}

    def draw(panels: Array) -> None:
        draw_memories(panels, memories, shares)

    return Figure(
        draw_grid(draw, (9.0, 4.0), **grid),
        f"Two units should hold 0.8 for 50 steps, then jump to −0.5. They end at: {ends}. Below, "
        "what each keeps and writes: the leaky unit 0.99 and 0.01 throughout, the other 1 and 0, "
        "exchanged at the last step.",
        "Both units should hold 0.8 for fifty steps and then jump to −0.5. Below: the share that"
        " each unit keeps of its memory, and the share of the new number that it writes.",
        narrow=draw_grid(draw, (3.5, 4.2), **grid),
    )


def draw_gate(axes: Axes, x: float, y: float, text: str, tip: tuple) -> None:
    """A small layer that reads x and h, and an arrow from it to what it sets."""
    box(axes, x, y, text, wide=0.95, tall=0.5)
    arrow(axes, (x, -1.5), (x, y - 0.36), QUIET, linewidth=1, mutation_scale=8)
    if tip[0] == x:
        arrow(axes, (x, y + 0.36), tip, QUIET, linewidth=1.2, mutation_scale=9)
    else:
        axes.plot([x, x], [y + 0.36, tip[1]], color=QUIET, linewidth=1.2)
        arrow(axes, (x, tip[1]), tip, QUIET, linewidth=1.2, mutation_scale=9)


WIDE_CELL = (0, 2.3, 4.5, 6.6, 8.9, 11.0, 13.2)  # where its parts are, from left to right
NARROW_CELL = (0, 1.75, 3.2, 4.6, 7.0, 8.1, 9.6)


def draw_cell(axes: Axes, c: tuple, valves: dict[str, float], h: float) -> Axes:
    """The line of the cell state with three valves, and the four layers that read x and h."""
    wide = is_wide(axes)
    left, forget, inlet, plus, outgate, outlet, right = WIDE_CELL if wide else NARROW_CELL
    small = 10.5 if wide else 9.5
    lift = 0 if wide else 0.52  # a name is too long for its small circle
    for start, end in (
        (left + 0.4, forget - 0.3),
        (forget + 0.3, plus - 0.22),
        (plus + 0.22, right - 0.4),
    ):
        axes.plot([start, end], [2, 2], color=STATE, linewidth=7, alpha=0.25, solid_capstyle="butt")
        arrow(axes, (start, 2), (end, 2), STATE)
    for x, y, name, number in (
        (left, 2, "cₜ₋₁", c[0]), (right, 2, "cₜ", c[1]), (right, -1.5, "hₜ", h)
    ):  # fmt: skip
        node(axes, x, y, "", STATE)
        axes.text(x, y + lift, name, ha="center", va="center", fontsize=small)
        axes.text(x, y - 0.58, decimals(number, 2), ha="center", va="center", fontsize=small)
    axes.plot([left + 0.1, outgate], [-1.5, -1.5], color=QUIET, linewidth=1)
    axes.text(left - 0.3, -1.15, "xₜ, hₜ₋₁", ha="left", va="center", fontsize=small)
    draw_gate(axes, forget, -0.6, "σ", (forget, 1.68))
    draw_gate(axes, inlet, -0.6, "σ", (plus - 0.32, 1.05))
    draw_gate(axes, plus, -0.6, "tanh", (plus, 0.74))
    draw_gate(axes, outgate, -0.6, "σ", (outlet - 0.32, 0.25))
    draw_valve(axes, forget, 2, f"f = {valves['f']:.2f}", False, (0, 0.55, "center"))
    draw_valve(axes, plus, 1.05, f"i = {valves['i']:.2f}", True, (0.4, 0, "left"))
    arrow(axes, (plus, 1.36), (plus, 1.8), STATE)
    axes.text(plus, 2, "+", ha="center", va="center", fontsize=14)
    axes.text(
        plus + 0.15, 0.2, f"c̃ = {decimals(valves['c'], 2)}", ha="left", va="center", fontsize=small
    )
    draw_valve(axes, outlet, 0.25, f"o = {valves['o']:.2f}", True, (0.4, 0, "left"))
    arrow(axes, (outlet, 2), (outlet, 0.56), STATE)
    axes.text(outlet - 0.18, 1.3, "tanh", ha="right", va="center", fontsize=small)
    axes.plot([outlet, outlet], [-0.06, -1.5], color=STATE, linewidth=1.4)
    arrow(axes, (outlet, -1.5), (right - 0.36, -1.5), STATE)
    names = ("forget\ngate", "input\ngate", "candi-\ndate", "output\ngate")
    for x, name in zip((forget, inlet, plus, outgate), names, strict=True):
        axes.text(x, -2.15, name, ha="center", va="center", fontsize=small)
    axes.set(xlim=(left - 0.5, right + 0.6), ylim=(-2.65, 2.85))
    return axes


def cell(c: tuple, valves: dict[str, float], h: float) -> Figure:
    """One unit of an LSTM: the line of the cell state, three valves and what sets them."""
    return Figure(
        label=f"A line from the old memory, {c[0]:.2f}, to the new one, {c[1]:.2f}. The forget "
        f"valve, {valves['f']:.2f}, is in it. The candidate, {decimals(valves['c'], 2)}, is added "
        f"through the input valve, {valves['i']:.2f}. The output valve, {valves['o']:.2f}, shows "
        f"{h:.2f}.",
        caption="One unit of an LSTM. The blue line at the top is its cell state. Four small layers"
        " read xₜ and hₜ₋₁: three of them set the valves, and the fourth makes the candidate.",
        **both(lambda axes: draw_cell(bare(axes), c, valves, h), (9.0, 3.7), (3.6, 2.5)),
    )


def draw_ways(axes: Axes) -> Axes:
    """What comes back to c_t, and what comes back to h_t before it."""
    far = 4.4 if is_wide(axes) else 3.3
    for x, y, name in ((0, 2, "cₜ"), (far, 2, "cₜ₊₁"), (0, 0, "hₜ")):
        node(axes, x, y, name, STATE)
    axes.text(far, 0, "gates and\ncandidate\nof step t + 1", ha="center", va="center", fontsize=9.5)
    axes.text(0, -1.35, "loss of step t", ha="center", va="center", fontsize=9.5, color=OUTPUT)
    ways = [((far - 0.34, 2), (0.34, 2)), ((0, 0.34), (0, 1.66)), ((0, -1.12), (0, -0.34)),
            ((far, 1.66), (far, 0.62)), ((far - 0.98, 0), (0.34, 0))]  # fmt: skip
    for start, end in ways:
        arrow(axes, start, end, GRADIENT)
    axes.text(far / 2, 2.3, "× fₜ₊₁", ha="center", va="center", fontsize=9.5)
    axes.text(0.16, 1.0, "× oₜ (1 − tanh² cₜ)", ha="left", va="center", fontsize=9.5)
    axes.text((far - 0.7) / 2, -0.3, "× Wᵀ", ha="center", va="center", fontsize=9.5)
    axes.set(xlim=(-1.15, far + 1.1), ylim=(-1.6, 2.5))
    return axes


def ways_back() -> Figure:
    """Two ways into c_t, and two into h_t, of which one is easily forgotten."""
    return Figure(
        label="Orange arrows back. Into c of step t: from c of t + 1, times the forget gate; and "
        "from h of t. Into h of t: from the loss of step t, and from the gates and the candidate "
        "of t + 1, which have read it.",
        caption="Two paths lead back to the memory cₜ, and two lead back to hₜ. The one that is "
        "easily forgotten comes from the gates and the candidate of the next step.",
        **both(lambda axes: draw_ways(bare(axes)), (6.4, 3.0), (3.3, 2.7)),
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
        write_powers(axes)
        name_above(axes)

    ends = ", ".join(f"{name} {np.median(found[:, -1]):.2g}" for name, found in runs.items())
    count = len(next(iter(runs.values())))
    return Figure(
        label=f"Size of the cell's gradient against the lag, log scale, median of {count} "
        f"networks. At the last lag: {ends}.",
        caption=f"Median and range of {count} untrained networks of 20 units.",
        **both(draw, (7.0, 3.2), (3.4, 3.9)),
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
    axes.set_xticks((500, 1500))
    return axes


def learned(games: dict[str, dict], every: int, chances: dict[str, float]) -> Figure:
    """A row a task, a panel a lag: how the contestants learn."""
    runs = {(game, lag): found for game, lags in games.items() for lag, found in lags.items()}

    def draw(panels: Array) -> None:
        for axes, ((game, lag), found) in zip(panels.flat, runs.items(), strict=True):
            draw_curves(axes, found, every, chances[game]).set_title(f"{game}, lag {lag}")
            if game == "adding":
                axes.set(yscale="log", ylim=(8e-5, 3 * chances[game]))
                axes.minorticks_off()
            else:
                axes.set_ylim(0, 1.15 * chances[game])
        for axes in panels[:, 0]:
            axes.set_ylabel("loss")
        for axes in panels[-1]:
            axes.set_xlabel("update")
        name_above(panels[0, 0])

    ends = "; ".join(
        f"{game}, lag {lag}: "
        + ", ".join(f"{np.median(of, axis=0)[-1]:.2g}" for of in runs[game, lag].values())
        for game, lag in (("adding", "200"), ("copying", "10"))
    )
    return Figure(
        label=f"Losses of four networks ({', '.join(NAMES.values())}) on two tasks."
        f" Medians at the end: {ends}.",
        caption="Median and range of five seeds. The grey line is the baseline, the loss of a"
        " network that ignores its input.",
        canvas=draw_grid(
            draw, (8.6, 5.2), len(games), len(runs) // len(games), sharex=True, sharey="row"
        ),
        narrow=draw_grid(draw, (3.4, 13.6), len(runs), 1),
    )
