"""Pictures of book/gradients.ipynb: two copies of a unit, broken rules, and what is remembered."""

from decimal import Decimal, localcontext

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle, Rectangle

from unrolled.core.shapes import Array, Bool, Float
from unrolled.page.diagram import is_wide
from unrolled.page.figure import GRADIENT, PAPER, QUIET, STATE, Figure, bare, both, draw_grid
from unrolled.page.numbers import number, ten_to

DIGITS = 160  # enough for a distance that shrinks to 10⁻⁷⁸
WIDE, HIGH = 1.5, 0.9  # of a cell of a matrix


def two_copies(
    w: float | int, h: float | int, hair: float | int, steps: int
) -> tuple[Float[Array, "T 2"], Float[Array, " T"]]:
    """States of two tanh units that start a hair apart, and log10 of their distance in hairs."""
    with localcontext() as context:
        context.prec = DIGITS
        pair = [Decimal(str(h)), Decimal(str(h)) + Decimal(str(hair))]
        states, gaps = [pair], [Decimal(0)]
        for _ in range(steps):
            powers = [(2 * Decimal(w) * state).exp() for state in states[-1]]
            states.append([(power - 1) / (power + 1) for power in powers])
            gaps.append((abs(states[-1][1] - states[-1][0]) / Decimal(str(hair))).log10())
    return np.array(states, dtype=float), np.array(gaps, dtype=float)


def draw_copies(
    panels: Array, states: Float[Array, "T 2"], gaps: Float[Array, " T"], w: float | int, seen: int
) -> None:
    """The first `seen` steps of two copies and of their distance; the others are shaded."""
    above, below = panels
    steps = len(gaps) - 1
    shown = np.arange(seen + 1)
    above.plot(shown, states[: seen + 1, 0], "o-", color=STATE, markersize=3.5)
    above.plot(shown, states[: seen + 1, 1], "--", color="black", linewidth=1.2)
    above.set(ylim=(0, 1.1), yticks=(0, 0.5, 1), ylabel="states", xticks=[])
    below.plot(shown, gaps[: seen + 1], "o-", color=GRADIENT, markersize=3.5)
    below.axhline(0, color=QUIET, linewidth=0.8)
    ticks = [20, 0, -20, -40, -60, -80]
    below.set_yticks(ticks, [ten_to(n) for n in ticks])
    below.set(ylim=(-84, 34), xlabel="step t", ylabel="distance, in hairs")
    for axes in panels:
        axes.set_xlim(-1, 1.02 * steps)
        if seen < steps:
            axes.axvspan(seen + 0.5, 1.02 * steps, color=QUIET, alpha=0.13, linewidth=0)
            axes.text(steps / 2, np.mean(axes.get_ylim()), "?", color=QUIET, fontsize=22,
                      ha="center", va="center")  # fmt: skip
    below.set_xticks([0, 10, 20, 30, 40, 50])
    weight = steps * np.log10(w)
    if seen < steps:
        for height, name in ((weight, "A?"), (8, "B?"), (-74, "C?")):
            below.text(0.985 * steps, height, name, color=GRADIENT, fontsize=11,
                       ha="right", va="center", fontweight="bold")  # fmt: skip
    else:
        below.plot([0, steps], [0, weight], color=QUIET, linestyle=":")
        below.text(0.36 * steps, 0.36 * weight + 12, f"if each step multiplied by {w}", color=QUIET,
                   fontsize=9, ha="center", va="center")  # fmt: skip


def copies(
    w: int = 3, h: float = 0.5, hair: float = 0.001, seen: int = 50, steps: int = 50
) -> Figure:
    """Two copies of a tanh unit that start a hair apart: their states and their distance."""
    states, gaps = two_copies(w, h, hair, steps)
    label = f"Two tanh units with weight {w} start at {h} and {h + hair}. "
    if seen < steps:
        label += (
            f"After one step their states are near {states[1, 0]:.2f}, and their distance is"
            f" {10 ** gaps[1]:.2f} of what it was. The other steps are hidden."
        )
        caption = (
            "Blue and dashed: two copies of the unit. Orange: their distance, as a multiple of the"
            " distance at the start. A, B and C are the three guesses."
        )
    else:
        label += (
            f"Both settle at {states[-1, 0]:.3f}. After {steps} steps their distance is about"
            f" {ten_to(round(gaps[-1]))} of what it was."
        )
        caption = (
            "All fifty steps: both copies settle at the same state, and their distance vanishes."
        )
    return Figure(
        label=label,
        caption=caption,
        **{
            name: draw_grid(
                lambda panels: draw_copies(panels[:, 0], states, gaps, w, seen),
                size,
                2,
                1,
                height_ratios=(1, 1.7),
            )
            for name, size in (("canvas", (7.0, 3.3)), ("narrow", (3.5, 3.6)))
        },
    )


def draw_cells(axes: Axes, M: Float[Array, "n m"], x: float | int, symbol: str) -> float:
    """A matrix as tinted cells, hatched where negative; returns where it ends."""
    most = np.abs(M).max() or 1.0
    for i, row in enumerate(M):
        for j, value in enumerate(row):
            at = (x + j * WIDE, -i * HIGH)
            tint = 0.05 + 0.45 * abs(value) / most
            hatch = "///" if value < 0 else None
            axes.add_patch(Rectangle(at, 0.94 * WIDE, 0.9 * HIGH, facecolor=QUIET, alpha=tint,
                                     edgecolor=PAPER, linewidth=0, hatch=hatch))  # fmt: skip
            digits = 1 if value == round(value, 1) else 3
            axes.text(at[0] + 0.47 * WIDE, at[1] + 0.45 * HIGH, number(float(value), digits),
                      ha="center", va="center", fontsize=11)  # fmt: skip
    end = x + M.shape[1] * WIDE
    axes.text((x + end) / 2, HIGH + 0.3, symbol, ha="center", va="bottom", fontsize=11)
    rho, norm = np.abs(np.linalg.eigvals(M)).max(), np.linalg.norm(M, 2)
    told = f"ρ = {round(rho, 6):.3g}\n‖·‖₂ = {norm:.3g}"
    axes.text((x + end) / 2, -(len(M) - 1) * HIGH - 0.3, told, ha="center", va="top", fontsize=10)
    return end


def draw_matrices(axes: Axes, matrices: dict[str, Float[Array, "n n"]]) -> None:
    """Matrices beside each other, each over its radius and its norm."""
    x = 0.0
    for symbol, M in matrices.items():
        x = draw_cells(axes, M, x, symbol) + 1.0
    middle = (x - 1.0) / 2
    reach = max(middle + 0.2, 2.0)
    axes.set(xlim=(middle - reach, middle + reach), ylim=(-3.4, 2.1))


def draw_broken(
    axes: Axes, found: Float[Array, " T"], promised: Float[Array, " P"], decades: tuple[int, int]
) -> None:
    """What the norm does against the lag, and what the radius rule promised."""
    low, high = decades
    for values, colour, line in ((promised, QUIET, ":"), (found, GRADIENT, "-")):
        lags = np.arange(1, len(values) + 1)
        shown = np.log10(np.maximum(values, 1e-300))
        inside = (shown >= low) & (shown <= high)
        style = "o-" if len(values) < 3 else line
        axes.plot(lags[inside], shown[inside], style, color=colour, markersize=4)
    axes.axhline(0, color=QUIET, linewidth=0.8)
    step = next(step for step in (1, 2, 5, 10, 20, 50) if step >= (high - low) / 6)
    ticks = np.arange(-(-low // step) * step, high + 1, step)
    axes.set_yticks(ticks, [ten_to(int(n)) for n in ticks])
    axes.set(xlabel="steps k", xlim=(0, 1.02 * len(found)), ylim=(low, high))


def broken(
    matrices: dict[str, Float[Array, "n n"]],
    found: Float[Array, " T"],
    promised: Float[Array, " P"],
    decades: tuple[int, int],
    title: str,
    names: tuple[tuple, tuple],
    label: str,
) -> Figure:
    """A counterexample to the radius rule: a matrix as cells, a norm as a curve.

    `names` are (lag, log10, text) of what happens and of what was promised.
    """

    def draw(panels: Array) -> None:
        cells, curve = np.ravel(panels)
        draw_matrices(bare(cells), matrices)
        draw_broken(curve, found, promised, decades)
        curve.set_title(title)
        for (x, y, text), colour in zip(names, (GRADIENT, QUIET), strict=True):
            curve.text(x, y, text, color=colour, fontsize=9.5, va="center")

    share = 1.3 if len(matrices) > 1 else 0.8
    return Figure(
        canvas=draw_grid(draw, (7.0, 2.3), 1, 2, width_ratios=(share, 2)),
        narrow=draw_grid(draw, (3.5, 3.9), 2, 1, height_ratios=(1, 1.5)),
        label=label,
    )


def draw_recalled(
    axes: Axes, learned: Bool[Array, "G L S"], gains: tuple[float, ...], lags: tuple[int, ...]
) -> None:
    """For every norm and lag a dot a network, full where it learned."""
    step = 0.13 if is_wide(axes) else 0.15
    for i, row in enumerate(learned):
        for j, runs in enumerate(row):
            for k, run in enumerate(runs):
                spot = (j + step * (k - 2), -0.62 * i)
                axes.add_patch(Circle(spot, 0.42 * step, facecolor=STATE if run else "none",
                                      edgecolor=STATE, linewidth=1))  # fmt: skip
        axes.text(-0.62, -0.62 * i, f"{gains[i]:g}", ha="right", va="center", fontsize=10)
    for j, lag in enumerate(lags):
        axes.text(j, 0.5, f"{lag}", ha="center", va="center", fontsize=10)
    axes.text((len(lags) - 1) / 2, 0.95, "steps ago", ha="center", va="center", fontsize=10)
    axes.text(-0.5, 0.95, "norm", ha="right", va="center", fontsize=10)
    axes.set(xlim=(-1.15, len(lags) - 0.4), ylim=(-0.62 * (len(gains) - 1) - 0.35, 1.2))


def recalled(
    found: Float[Array, "G L S"], gains: tuple[float, ...], lags: tuple[int, ...]
) -> Figure:
    """Which networks learned to say what they read so many steps ago."""
    learned = found > 0.9
    counts = learned.sum(axis=-1)
    rows = "; ".join(
        f"norm {gain:g}: {', '.join(map(str, row))}"
        for gain, row in zip(gains, counts, strict=True)
    )
    return Figure(
        label=f"How many of five networks learned a sign that they read {', '.join(map(str, lags))}"
        f" steps ago. {rows}.",
        caption="One dot per network, five for each norm and lag; a filled dot means that it"
        " learned the task, an empty one that it only guesses.",
        **both(
            lambda axes: draw_recalled(bare(axes), learned, gains, lags), (6.6, 2.6), (3.5, 1.7)
        ),
    )
