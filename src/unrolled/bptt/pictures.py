"""Pictures of book/bptt.ipynb: `draw_…` fills an Axes, the function without it is the figure."""

from matplotlib.axes import Axes

from unrolled.core.shapes import Array, Float
from unrolled.page.diagram import arrow, node
from unrolled.page.figure import GRADIENT, OUTPUT, PAPER, QUIET, STATE, Figure, bare, both
from unrolled.page.matrices import Block, Matrices
from unrolled.page.numbers import decimals, percent
from unrolled.page.tables import Grid
from unrolled.rnn.cell import RNN
from unrolled.rnn.readout import Readout


def draw_paths(axes: Axes, kept: set[tuple[int, int]], title: str = "") -> Axes:
    """The unfolded network with the paths (loss t, copy i) that one term adds up."""
    for t in (1, 2, 3):
        node(axes, 1.3 * t, 1.1, "L" + "₀₁₂₃"[t], OUTPUT)
        node(axes, 1.3 * t, 0, "h" + "₀₁₂₃"[t], STATE)
        axes.text(1.3 * t, -1.05, f"copy {t}", ha="center", va="center", fontsize=9)
    used = {("L", t) for t, _ in kept} | {("W", i) for _, i in kept}
    used |= {("h", j) for t, i in kept for j in range(i, t)}
    for t in (1, 2, 3):
        _step(axes, (1.3 * t, 0.8), (1.3 * t, 0.3), ("L", t) in used)
        _step(axes, (1.3 * t, -0.3), (1.3 * t, -0.85), ("W", t) in used)
        if t < 3:
            _step(axes, (1.3 * (t + 1) - 0.3, 0), (1.3 * t + 0.3, 0), ("h", t) in used)
    axes.set(xlim=(0.65, 4.55), ylim=(-1.3, 1.5))
    axes.set_title(title, loc="center", fontweight="normal", fontsize=9.5, pad=1)
    return axes


def _step(axes: Axes, start, end, used: bool) -> None:
    style = {"linewidth": 2.2} if used else {"linewidth": 0.8, "linestyle": (0, (2, 2))}
    arrow(axes, start, end, GRADIENT if used else QUIET, **style)


STEPS = (1, 2, 3)
APART = 2.0  # of two steps in the picture of the hook


def _draw_six(axes: Axes) -> None:
    """Each of the six paths as a line of its own; thick those that stop at their own step."""
    bare(axes)
    for t in STEPS:
        for i in range(1, t + 1):
            _draw_one_path(axes, t, i)
    for t in STEPS:
        index = "₀₁₂₃"[t]
        _draw_place(axes, (APART * t, 1.5), f"loss {t}", OUTPUT)
        _draw_place(axes, (APART * t, 0), f"state h{index}", STATE)
        _draw_place(axes, (APART * t, -1.5), f"bias, copy {t}", "black")
    axes.set(xlim=(APART - 0.75, 3 * APART + 0.75), ylim=(-1.85, 1.85))


def _draw_one_path(axes: Axes, t: int, i: int) -> None:
    """From loss t down to its state, back along the states, and down into copy i."""
    aside = (0, 0.12, 0.2)[t - i]  # no path hides another
    across = 0.1 if t - i == 1 else -0.1
    down, into = APART * t - aside, APART * i + aside
    if t == i:
        xs, ys, look = [down, down], [1.5, -1.2], {"linewidth": 5.0}
    else:
        xs, ys = [down, down, into, into], [1.5, across, across, -1.2]
        look = {"linewidth": 1.4, "linestyle": (0, (3, 2))}
    axes.plot(xs, ys, color=GRADIENT, zorder=1, solid_capstyle="butt", **look)
    axes.plot(xs[-1], -1.2, "v", color=GRADIENT, ms=9 if t == i else 5, zorder=1)


def _draw_place(axes: Axes, at: tuple[float, float], text: str, colour: str) -> None:
    """A name on paper with a rim, so that the paths pass below it."""
    rim = {"boxstyle": "round,pad=0.4", "facecolor": PAPER, "edgecolor": colour, "linewidth": 1.6}
    axes.text(*at, text, ha="center", va="center", fontsize=9.5, bbox=rim, zorder=2)


def six_paths() -> Figure:
    """Every way from a loss back into a copy of the weight; thick the ways of the shortcut."""
    return Figure(
        **both(_draw_six, (6.2, 3.1), (3.6, 2.7)),
        label="Three losses above, three states in the middle, three copies of one bias below. Six "
        "orange paths lead from the losses down to the copies: three thick ones straight down, "
        "and three dashed ones back along the states.",
        caption="Six paths lead from the losses back to the three copies of the bias. The shortcut "
        "follows the thick ones and leaves out the dashed ones.",
    )


def _draw_scalar(axes: Axes, is_total: bool, texts: tuple[str, ...]) -> None:
    """How w reaches h₃: at its own step alone, or through h₂ as well."""
    bare(axes)
    direct, through, title = texts
    for x, name in ((0, "h₁"), (2.2, "h₂"), (4.4, "h₃")):
        node(axes, x, 0, name, STATE)
    for x, copy in ((2.2, 2), (4.4, 3)):
        _draw_place(axes, (x, 1.5), f"w, copy {copy}", "black")
    moves = {"linewidth": 2.6, "zorder": 0}
    still = {"linewidth": 0.9, "linestyle": (0, (2, 2)), "zorder": 0}
    arrow(axes, (0.3, 0), (1.9, 0), QUIET, **still)
    arrow(axes, (4.4, 1.25), (4.4, 0.3), STATE, **moves)
    for start, end in (((2.2, 1.25), (2.2, 0.3)), ((2.5, 0), (4.1, 0))):
        arrow(axes, start, end, STATE if is_total else QUIET, **(moves if is_total else still))
    axes.text(4.6, 0.72, direct, ha="left", va="center", fontsize=9.5)
    axes.text(2.95 if is_total else 2.2, -0.62, through, ha="center", va="center", fontsize=9.5)
    axes.set(xlim=(-0.5, 6.0), ylim=(-0.9, 1.95))
    axes.set_title(title, loc="left", fontsize=10, pad=3)


def two_derivatives(immediate: float, through: float) -> Figure:
    """∂⁺h_3/∂w with h_2 held fixed, and dh_3/dw where h_2 moves as well."""
    total = immediate + through
    own, back, whole = (decimals(x) for x in (immediate, through, total))
    texts = (
        (own, "held fixed", f"immediate: {own}"),
        (own, f"moves too: {back}", f"total: {own} − {decimals(-through)} = {whole}"),
    )

    def draw(panels):
        for axes, is_total, text in zip(panels, (False, True), texts, strict=True):
            _draw_scalar(axes, is_total, text)

    return Figure(
        **both(draw, (6.5, 1.9), (3.4, 3.6), panels=2),
        label="The weight w reaches state h3 in two ways. Left, h2 is held fixed and only copy 3 "
        f"acts: {own}. Right, copy 2 moves h2 as well, which adds {back}: in total {whole}.",
        caption="Thick arrows show what moves when <i>w</i> moves.",
    )


def _draw_walk(axes: Axes, sent: str, across: str, last: str, product: str) -> None:
    """From loss 2 to copy 1: a factor at each arrow, and in bold what has been multiplied."""
    bare(axes)
    node(axes, 0, 0, "h₁", STATE)
    node(axes, 3.2, 0, "h₂", STATE)
    _draw_place(axes, (3.2, 1.5), "loss 2", OUTPUT)
    _draw_place(axes, (0, -1.5), "bias, copy 1", "black")
    for start, end in (((3.2, 1.2), (3.2, 0.3)), ((2.9, 0), (0.3, 0)), ((0, -0.3), (0, -1.2))):
        arrow(axes, start, end, GRADIENT, linewidth=2.2)
    axes.text(3.0, 0.95, sent, ha="right", va="center", fontsize=9.5, fontweight="bold")
    axes.text(1.6, -0.26, "times Jacobian", ha="center", va="center", fontsize=9.5)
    axes.text(0, 0.48, across, ha="center", va="center", fontsize=9.5, fontweight="bold")
    axes.text(0.2, -0.78, f"times {last}", ha="left", va="center", fontsize=9.5)
    axes.text(1.15, -1.5, product, ha="left", va="center", fontsize=9.5, fontweight="bold")
    axes.set(xlim=(-1.05, 4.0), ylim=(-1.9, 1.9))


def one_walk(
    sent: Float[Array, " n"], jacobian: Float[Array, "n n"], copy: Float[Array, " n"]
) -> Figure:
    """One path, from loss 2 through h_2 and h_1 to copy 1 of a bias, with its three factors."""
    across = sent @ jacobian
    rows = [", ".join(decimals(x) for x in row) for row in (sent, across)]
    slope, product = decimals(copy[1]), decimals(across @ copy)

    def draw(axes: Axes) -> None:
        _draw_walk(axes, f"({rows[0]})", f"= ({rows[1]})", f"(0, {slope})", f"= {product}")

    return Figure(
        **both(draw, (5.6, 2.6), (3.6, 2.8)),
        label=f"A path in three arrows. From loss 2 down to h2: ({rows[0]}). Back to h1, times the "
        f"Jacobian: ({rows[1]}). Down to copy 1 of the bias, times (0, {slope}): {product}.",
        caption="One path from a loss to a copy of the bias, with its three factors.",
    )


def one_order(by: str) -> Figure:
    """The terms of one recursion, in the order in which they are added: of losses or of copies."""
    if by == "loss":
        terms = [({(t, i) for i in range(1, t + 1)}, f"row of loss {t}") for t in STEPS]
        label = (
            "Three small graphs. Loss 1 reaches copy 1; loss 2 reaches copies 1 and 2; loss 3 "
            "reaches all three."
        )
        caption = "Forward: one term for each loss, in the order of reading."
    else:
        terms = [({(t, i) for t in range(i, 4)}, f"column of copy {i}") for i in (3, 2, 1)]
        label = (
            "Three small graphs. Copy 3 receives from loss 3; copy 2 from losses 2 and 3; copy 1 "
            "from all three."
        )
        caption = "Backward: one term for each copy, the last copy first."

    def draw(panels):
        for axes, (kept, title) in zip(panels, terms, strict=True):
            draw_paths(bare(axes), kept, title)

    return Figure(**both(draw, (6.5, 2.0), (2.4, 5.4), panels=3), label=label, caption=caption)


def given(cell: RNN, out: Readout, states: Array, errors: Array) -> Matrices:
    """What the walk back by hand starts from: weights, states, and errors of the outputs."""
    steps = "".join(map(str, STEPS))
    blocks = [
        Block(r"\mathbf W_{hh}", cell.W_hh, "quiet", digits=1),
        Block(r"\mathbf W_{yh}", out.W_yh, "quiet", rows="demo", digits=1),
        Block(r"\mathbf h_t", states.T, columns=steps, digits=4),
        Block(
            r"\nabla_{\mathbf z_t}\mathcal S",
            errors.T,
            "gradient",
            rows="demo",
            columns=steps,
            digits=4,
        ),
    ]
    first = ", ".join(decimals(x) for x in states[0])
    return Matrices(
        blocks,
        "Blocks of cells: W_hh with 2 rows, W_yh with a row for each of d, e, m, o; the states, "
        f"with a column for each step, of which the first is ({first}); the errors of the outputs, "
        "also with a column for each step.",
    )


def triangle(table: Float[Array, "T T"], label: str) -> Grid:
    """The paths of one weight: losses down, copies across, sums at the edges."""
    T = range(len(table))
    rows = [
        [
            f"ℒ<sub>{t + 1}</sub>",
            *(decimals(x) if i <= t else "" for i, x in enumerate(table[t])),
            f"<b>{decimals(table[t].sum())}</b>",
        ]
        for t in T
    ]
    sums = [f"<b>{decimals(x)}</b>" for x in (*table.sum(axis=0), table.sum())]
    head = ["loss", *(f"copy {i + 1}" for i in T), "sum"]
    return Grid(head, [*rows, ["<b>sum</b>", *sums]], label=label)


def mistakes_table(found: dict[str, tuple[float, list[float]]]) -> Grid:
    """What each mistake does to the gradient, and to training from several starts."""
    rows = []
    for name, (gap, losses) in found.items():
        ends = " to ".join(decimals(x, 3) for x in (min(losses), max(losses)))
        rows.append([name, percent(gap), ends])
    return Grid(["mistake", "off by", "final loss"], rows, label="Four mistakes and what they cost")
