"""Pictures of book/bptt.ipynb: `draw_…` fills an Axes, the function without it is the figure."""

import numpy as np
from matplotlib.axes import Axes

from unrolled.bptt.paths import backward_terms, forward_terms
from unrolled.core.count import slope
from unrolled.core.shapes import Array, Float
from unrolled.core.tree import named_leaves
from unrolled.page.diagram import arrow, node
from unrolled.page.figure import GRADIENT, OUTPUT, QUIET, STATE, Figure, bare, drawing
from unrolled.page.numbers import decimals
from unrolled.page.tables import Grid


def draw_paths(axes: Axes, kept: set[tuple[int, int]], title: str) -> Axes:
    """The unfolded network with the paths (loss t, step i) that one term adds up."""
    for t in (1, 2, 3):
        node(axes, 1.3 * t, 1.1, "L" + "₀₁₂₃"[t], OUTPUT)
        node(axes, 1.3 * t, 0, "h" + "₀₁₂₃"[t], STATE)
        axes.text(1.3 * t, -1.02, f"W[{t}]", ha="center", va="center", fontsize=11)
    used = {("L", t) for t, _ in kept} | {("W", i) for _, i in kept}
    used |= {("h", j) for t, i in kept for j in range(i, t)}
    for t in (1, 2, 3):
        _step(axes, (1.3 * t, 0.8), (1.3 * t, 0.3), ("L", t) in used)
        _step(axes, (1.3 * t, -0.3), (1.3 * t, -0.8), ("W", t) in used)
        if t < 3:
            _step(axes, (1.3 * (t + 1) - 0.3, 0), (1.3 * t + 0.3, 0), ("h", t) in used)
    axes.set(xlim=(0.85, 4.35), ylim=(-1.3, 1.5))
    axes.set_title(title, loc="center", fontweight="normal")
    return axes


def _step(axes: Axes, start, end, used: bool) -> None:
    style = {"linewidth": 2.2} if used else {"linewidth": 0.8, "linestyle": (0, (2, 2))}
    arrow(axes, start, end, GRADIENT if used else QUIET, **style)


def all_paths() -> Figure:
    """Every way from a loss back into a copy of the weights."""
    with drawing(3.6, 2.8) as (canvas, axes):
        draw_paths(bare(axes), {(t, i) for t in (1, 2, 3) for i in range(1, t + 1)}, "")
    return Figure(
        canvas,
        "Losses L1 to L3 above, states h1 to h3 in the middle, three copies of the weights below. "
        "Orange arrows lead from each loss down to its state, back along the states and into the "
        "copies of the weights.",
        "The ways from the losses back into one weight matrix, which has a copy at every step.",
    )


def forward_paths() -> Figure:
    """The terms of forward recursion, one a loss."""
    with drawing(6.4, 2.1, columns=3) as (canvas, axes):
        for t, ax in enumerate(axes, start=1):
            draw_paths(bare(ax), {(t, i) for i in range(1, t + 1)}, f"term of loss {t}")
    return Figure(
        canvas,
        "Three graphs, one a loss. The term of loss 1 reaches only the first copy of the weights, "
        "that of loss 2 the first two, that of loss 3 all three.",
        "Forward recursion: one term a loss, back to all earlier copies of the weights.",
    )


def backward_paths() -> Figure:
    """The terms of backward recursion, one a step."""
    with drawing(6.4, 2.1, columns=3) as (canvas, axes):
        for i, ax in zip((3, 2, 1), axes, strict=True):
            draw_paths(bare(ax), {(t, i) for t in range(i, 4)}, f"term of step {i}")
    return Figure(
        canvas,
        "Three graphs, one a step. The term of step 3 receives from loss 3 only, that of step 2 "
        "from losses 2 and 3, that of step 1 from all three.",
        "Backward recursion: one term a step, from its own loss and all later ones.",
    )


def draw_terms(axes: Axes, terms: Float[Array, "T"], colour: str, names: list[str]) -> Axes:
    """A sum assembled term by term: each bar starts where the one before ended."""
    ends = np.cumsum(terms)
    starts = ends - terms
    axes.bar(names, terms, bottom=starts, color=colour, width=0.55)
    axes.bar(["sum"], ends[-1:], color="none", edgecolor=colour, linewidth=1.8, width=0.55)
    for x, (term, end) in enumerate(zip([*terms, ends[-1]], [*ends, ends[-1]], strict=True)):
        shift, align = (3, "bottom") if term >= 0 else (-3, "top")
        axes.annotate(decimals(term), (x, end), (0, shift), ha="center",
                      va=align, textcoords="offset points", fontsize=8.5)  # fmt: skip
    axes.axhline(0, color=QUIET, linewidth=0.8)
    low, high = axes.get_ylim()
    axes.set_ylim(low - 0.06 * (high - low), high + 0.1 * (high - low))
    return axes


def two_orders(forward: Float[Array, "T"], backward: Float[Array, "T"]) -> Figure:
    """One gradient, as the sum of its forward terms and of its backward terms."""
    with drawing(6.4, 2.6, columns=2, sharey=True) as (canvas, (left, right)):
        draw_terms(left, forward, GRADIENT, ["loss 1", "loss 2", "loss 3"])
        draw_terms(right, backward[::-1], STATE, ["step 3", "step 2", "step 1"])
        left.set_title("forward recursion", pad=12)
        right.set_title("backward recursion", pad=12)
    by_loss, by_step = (", ".join(f"{x:.4f}" for x in terms) for terms in (forward, backward))
    return Figure(
        canvas,
        f"Two sums, bar by bar. Forward, by loss 1 to 3: {by_loss}. Backward, by step 1 to 3: "
        f"{by_step}. Both end at {forward.sum():.4f}.",
        "One gradient, assembled in two orders.",
    )


def draw_costs(axes: Axes, sizes: Array, costs: dict[str, Array]) -> Axes:
    """Multiply-adds a step against hidden size on log axes, each line named with its slope."""
    for (name, counts), colour, marker in zip(
        costs.items(), (GRADIENT, STATE), ("o", "s"), strict=True
    ):
        axes.loglog(sizes, counts, color=colour, marker=marker, markersize=4)
        axes.annotate(f"{name}: slope {slope(sizes, counts):.2f}", (sizes[-1], counts[-1]),
                      (-8, 2), ha="right", textcoords="offset points", fontsize=9.5)  # fmt: skip
    axes.set(xlabel="hidden units", ylabel="multiply-adds a step")
    axes.set_xticks(sizes, [str(n) for n in sizes])
    axes.minorticks_off()
    return axes


def costs(sizes: Array, rtrl: Array, bptt: Array) -> Figure:
    """What a step costs either recursion, against the hidden size."""
    with drawing(5.6, 3.0) as (canvas, axes):
        draw_costs(axes, sizes, {"RTRL": rtrl, "BPTT": bptt})
    return Figure(
        canvas,
        f"Multiply-adds a step against {sizes[0]} to {sizes[-1]} hidden units, log scales. BPTT "
        f"rises with slope {slope(sizes, bptt):.2f} to {bptt[-1]:,}, RTRL with slope "
        f"{slope(sizes, rtrl):.2f} to {rtrl[-1]:,}.",
        "The price of a step, counted. Inputs as many as hidden units.",
    )


def draw_verdicts(axes: Axes, counts: dict[str, int]) -> Axes:
    """How many of the printed numbers got which verdict."""
    names = list(counts)[::-1]
    values = [counts[name] for name in names]
    colours = [GRADIENT if name in ("wrong", "inherited") else STATE for name in names]
    axes.barh(names, values, color=colours, height=0.6)
    for y, value in enumerate(values):
        axes.annotate(str(value), (value, y), (4, 0), va="center", textcoords="offset points")
    axes.set(xticks=[])
    axes.spines["bottom"].set_visible(False)
    return axes


def verdicts(counts: dict[str, int]) -> Figure:
    """What became of the slides' printed numbers."""
    with drawing(5.4, 1.9) as (canvas, axes):
        draw_verdicts(axes, counts)
    found = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
    total = sum(counts.values())
    return Figure(
        canvas,
        f"Bars: of {total} printed numbers {found}.",
        f"Verdicts on all {total} printed numbers, those of the forward pass included.",
    )


def table_of_terms(table: object) -> Grid:
    """Terms of both recursions and their sum, a row for every weight."""
    forward, backward = (dict(named_leaves(f(table))) for f in (forward_terms, backward_terms))
    rows = []
    for name, terms in forward.items():
        letter, subscript = name.split("_")
        for index in np.ndindex(terms.shape[1:]):
            entry = ", ".join(str(i + 1) for i in index)
            by_loss, by_step = terms[:, *index], backward[name][:, *index]
            numbers = map(decimals, (*by_loss, *by_step, by_loss.sum()))
            rows.append([f"{letter}<sub>{subscript}</sub> [{entry}]", *numbers])
    steps = range(1, len(by_loss) + 1)
    head = ["weight", *(f"loss {t}" for t in steps), *(f"step {t}" for t in steps), "sum"]
    return Grid(head, rows, label="Forward and backward terms of every recurrent weight")
