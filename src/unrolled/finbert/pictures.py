"""Pictures of book/finbert.ipynb: `draw_…` fills an Axes, a function without it is a figure."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch, Rectangle

from unrolled.core.shapes import Array, Float
from unrolled.page.figure import (
    INPUT,
    OUTPUT,
    QUIET,
    STATE,
    Figure,
    both,
    draw_grid,
    drawing,
)

WRONG = {"marker": "o", "color": "black", "ms": 4.5, "mew": 0, "alpha": 0.55, "ls": ""}
RIGHT = {"marker": "D", "color": QUIET, "ms": 4.2, "mfc": "none", "mew": 1.0, "ls": ""}


def backtest(days: Array, curves: dict[str, Array]) -> Figure:
    """What one rule earned, as it was computed and as it could have been."""

    def draw(axes: Axes) -> None:
        for (name, earned), colour, style in zip(
            curves.items(), ("black", QUIET), ("-", "--"), strict=True
        ):
            axes.plot(days, earned, color=colour, linestyle=style, linewidth=1.8)
            axes.annotate(
                name,
                (days[-1], earned[-1]),
                xytext=(-6, 8 if earned[-1] > 1 else 22),
                textcoords="offset points",
                ha="right",
                color=colour,
            )
        axes.axhline(0, color=QUIET, linewidth=0.8)
        axes.set(xlabel="year", ylabel="sum of log-returns", xticks=range(2001, 2022, 5))

    ends = [f"{earned[-1]:.1f}".replace("-", "−") for earned in curves.values()]
    return Figure(
        label="The sum of log-returns over twenty years. The backtest's curve climbs almost"
        f" steadily to {ends[0]}; the same rule without the mistake ends at {ends[1]}.",
        caption="Both curves trade the same price, which is a random walk.",
        **both(draw, (7.6, 3.0), (3.5, 3.2)),
    )


def _document(axes: Axes, x: float, y: float, size: float) -> None:
    axes.add_patch(Rectangle((x - 0.3 * size, y), 0.6 * size, 0.8 * size, fc="none", ec="black"))
    for line in (0.2, 0.4, 0.6):
        axes.plot([x - 0.18 * size, x + 0.18 * size], [y + line * size] * 2, color="black", lw=1.0)


def _arrow(axes: Axes, start: tuple, end: tuple, colour: str = "black") -> None:
    axes.annotate("", end, start, arrowprops={"arrowstyle": "->", "color": colour, "lw": 1.3})


def draw_pipeline(axes: Axes, releases: tuple[float, ...], end: float, size: float) -> Axes:
    """Statements above, market days below, the state between them, the forecast to the right."""
    rng = np.random.default_rng(4)
    weekday = np.arange(round((releases[-1] - 0.4) / 0.42)) % 7 < 5  # no fixings on weekends
    market = 0.4 + 0.42 * np.flatnonzero(weekday)
    market = market[np.abs(market[:, None] - releases).min(axis=1) > 0.15]
    jumps = np.sort(np.concatenate([market, releases]))
    for x in releases:
        _document(axes, x, 4.2, size)
        _arrow(axes, (x, 4.1), (x, 3.75))
        box = FancyBboxPatch((x - 0.75, 3.1), 1.5, 0.6, boxstyle="round,pad=0.03", fc="none")
        axes.add_patch(box)
        axes.text(x, 3.4, "encoder", ha="center", va="center")
        _arrow(axes, (x, 3.0), (x, 2.7))
        for n, tint in enumerate((0.2, 0.5, 0.8, 0.35)):
            axes.add_patch(
                Rectangle((x - 0.4 + 0.2 * n, 2.42), 0.2, 0.22, fc=INPUT, alpha=tint, ec="none")
            )
        _arrow(axes, (x, 2.35), (x, 1.75), INPUT)
    level = 1.4
    for start, stop in zip(jumps, [*jumps[1:], releases[-1] + 0.02], strict=True):
        t = np.linspace(start, stop, 12)
        new = 1.4 + (level - 1.4) * np.cos(1.6 * (t - start)) + 0.18 * np.sin(1.6 * (t - start))
        axes.plot(t, new, color=STATE, lw=2.2)
        level = float(np.clip(new[-1] + rng.uniform(-0.3, 0.3), 1.15, 1.65))
        axes.plot([stop, stop], [new[-1], level], color=STATE, lw=2.2)
    axes.plot(market, np.full(len(market), 0.35), "o", color=INPUT, ms=5)
    for x in market:
        axes.plot([x, x], [0.45, 1.05], color=INPUT, lw=0.8)
    last = releases[-1]
    axes.plot([last + 0.45, end - 0.3], [1.4, 1.4], color=OUTPUT, lw=5, solid_capstyle="butt")
    _arrow(axes, (last + 0.05, 1.4), (last + 0.45, 1.4), OUTPUT)
    axes.plot([0, end], [0, 0], color=QUIET, lw=1.0)
    axes.text(end, -0.12, "time", ha="right", va="top", color=QUIET)
    axes.set(xlim=(-0.2, end + 0.3), ylim=(-0.75, 5.2))
    axes.axis("off")
    return axes


def pipeline() -> Figure:
    """From statements and market days to the forecast of a return."""

    def name(axes: Axes, at: tuple, text: str, **style) -> None:
        axes.text(*at, text, **{"va": "center", **style})

    with drawing(9.4, 4.0) as (canvas, axes):
        draw_pipeline(axes, (3.0, 9.0), 13.6, 1.0)
        name(axes, (4.0, 4.6), "a statement, when it is released")
        name(axes, (4.0, 3.4), "one model for all of them")
        name(axes, (4.0, 2.53), "one vector for each", color=INPUT)
        name(axes, (10.0, 2.1), "the state flows,\nand jumps at each row", color=STATE)
        name(
            axes,
            (9.5, 1.0),
            "forecast: the log-return\nover the next horizon",
            color=OUTPUT,
            va="top",
        )
        name(axes, (0.4, -0.35), "market days: gold and, now and then, a rate", color=INPUT)
    with drawing(3.5, 5.0) as (narrow, axes):
        draw_pipeline(axes, (3.4,), 6.6, 1.0)
        name(axes, (4.0, 4.6), "a statement,\nwhen it is released")
        name(axes, (4.3, 3.4), "one model")
        name(axes, (4.0, 2.53), "one vector", color=INPUT)
        name(axes, (0.0, 1.98), "the state flows\nand jumps", color=STATE)
        name(axes, (3.7, 1.15), "forecast over the\nnext horizon", color=OUTPUT, va="top")
        name(axes, (0.2, -0.35), "market days", color=INPUT)
    return Figure(
        canvas,
        "Statements above a time axis go through an encoder and become vectors; market days below"
        " it are dots. Both enter a blue state that flows and jumps. After the last statement it"
        " forecasts the return over a stretch to the right.",
        narrow=narrow,
    )


def one_release(price: Array, release: int, horizon: int) -> Figure:
    """Fixings around a release: the jump that nobody can trade, and the return that is forecast."""

    def draw(axes: Axes) -> None:
        at = np.arange(len(price)) - release
        axes.plot(at, price, "o-", color=QUIET, ms=4, lw=1.0)
        axes.plot(at[release : release + 2], price[release : release + 2], color="black", lw=2.6)
        first, last = release + 1, release + 1 + horizon
        axes.plot(at[[first, last]], price[[first, last]], "o", color=OUTPUT, ms=8)
        axes.plot(at[first : last + 1], price[first : last + 1], color=OUTPUT, lw=2.0)
        axes.axvline(0.3, color="black", lw=1.0, ls="--")
        low, high = price.min(), price.max()
        span = high - low
        axes.text(0.1, high + 0.3 * span, "release", ha="right", va="top")
        axes.text(0.6, high + 0.3 * span, "target", color=OUTPUT, va="top")
        axes.set(
            xlabel="fixings since the release's day",
            ylabel="gold price",
            ylim=(low - 0.1 * span, high + 0.35 * span),
        )

    return Figure(
        label="Gold fixings around a release. The statement comes out after fixing 0. The price"
        f" jumps until fixing 1, and the target is the return over the {horizon} fixings after it.",
        caption="Dashed: the release. Thick black: the jump before anyone can trade. Coloured: the"
        " return that is to be forecast.",
        **both(draw, (7.6, 2.9), (3.5, 3.2)),
    )


def splits(ways: dict[str, list[tuple[Array, Array, Array]]]) -> Figure:
    """Rows in time: which are learned from, which are left out, and which are forecast."""

    def draw(panels: Array) -> None:
        for axes, (name, each) in zip(panels, ways.items(), strict=True):
            for height, (learn, left, test) in enumerate(reversed(each)):
                for part, colour, alpha in (
                    (learn, QUIET, 0.55),
                    (left, QUIET, 0.12),
                    (test, OUTPUT, 1.0),
                ):
                    axes.bar(part, 0.7, 1.0, height, color=colour, alpha=alpha, lw=0)
            axes.set(yticks=[], xlabel="time", xticks=[])
            axes.spines["left"].set_visible(False)
            axes.set_title(name)

    return Figure(
        label="Two ways to split rows along time, split by split. Shuffled folds mix rows to learn"
        " from and rows to forecast; walking forward keeps all learning to the left and leaves a"
        " gap in between.",
        caption="Grey: learned from. Coloured: forecast. Pale: left out, because the target is not"
        " complete yet.",
        **both(draw, (9.4, 2.4), (3.5, 4.6), panels=2),
    )


def traps(found: dict[str, tuple[Array, Array]], measures: dict[str, str]) -> Figure:
    """What forty worlds without signal seem to hold, the wrong way and the right way."""

    def draw(grid: Array) -> None:
        rng = np.random.default_rng(0)
        for n, (axes, (name, (wrong, right))) in enumerate(
            zip(np.ravel(grid), found.items(), strict=True), 1
        ):
            for place, values, style in ((0, wrong, WRONG), (1, right, RIGHT)):
                axes.plot(place + rng.uniform(-0.22, 0.22, len(values)), values, **style)
                axes.plot([place - 0.3, place + 0.3], [np.median(values)] * 2, color="black", lw=2)
            axes.axhline(0, color=QUIET, lw=0.8)
            axes.set_xticks((0, 1), ("wrong", "right"))
            axes.set(xlim=(-0.5, 1.5), ylabel=measures[name])
            words = name.split()
            half = (len(words) + 1) // 2
            axes.set_title(f"{n} {' '.join(words[:half])}\n{' '.join(words[half:])}", fontsize=9.5)

    medians = [f"{np.median(wrong):.2f}" for wrong, _ in found.values()]
    return Figure(
        draw_grid(draw, (9.4, 5.6), 2, 4),
        label="Eight panels, one a trap, with forty worlds without signal each. The wrong way's"
        f" medians are {', '.join(medians)}; the right way's lie near 0 or below.",
        caption="Each mark is a world in which there is nothing to find; the bars are medians."
        " Sharpe ratios are yearly.",
        narrow=draw_grid(draw, (3.5, 10.4), 4, 2),
    )


def intervals(worlds: dict[str, tuple[float, Array, Array, Array]]) -> Figure:
    """The interval of each of a hundred worlds, in the order of their estimates."""

    def draw(panels: Array) -> None:
        for axes, (name, (truth, value, low, high)) in zip(panels, worlds.items(), strict=True):
            order = np.argsort(value)
            inside = ((low <= truth) & (truth <= high))[order]
            at = np.arange(len(value))
            for these, colour, width in ((inside, QUIET, 1.0), (~inside, "black", 2.0)):
                axes.vlines(at[these], low[order][these], high[order][these], colour, lw=width)
            axes.plot(at, value[order], ".", color="black", ms=3)
            axes.axhline(truth, color=OUTPUT, lw=1.4)
            axes.set(xticks=[], xlabel="worlds, by their estimate", ylim=(-0.55, 0.9))
            axes.set_title(name)
        panels[0].set_ylabel("strength")

    outside = [
        int(np.sum((low > truth) | (high < truth))) for truth, _, low, high in worlds.values()
    ]
    return Figure(
        label="Estimated strength with its 95 % interval in a hundred worlds without signal and a"
        f" hundred with. The interval misses the truth in {outside[0]} and {outside[1]} of them.",
        caption="Horizontal line: the true strength. Thick: an interval that misses it.",
        **both(draw, (9.4, 3.0), (3.5, 5.6), panels=2, sharey=True),
    )


def dial(found: dict[float, Array]) -> Figure:
    """Known strength and what was recovered of it."""

    def draw(axes: Axes) -> None:
        rng = np.random.default_rng(1)
        axes.plot([-0.05, 0.55], [-0.05, 0.55], color=QUIET, lw=1.0)
        for known, values in found.items():
            axes.plot(known + rng.uniform(-0.012, 0.012, len(values)), values, **WRONG)
            axes.plot([known - 0.025, known + 0.025], [values.mean()] * 2, color="black", lw=2.2)
        axes.set(xlabel="known strength ρ", ylabel="recovered", xlim=(-0.06, 0.56))

    means = ", ".join(f"{values.mean():.2f}".replace("-", "−") for values in found.values())
    return Figure(
        label="Recovered against known strength, twelve worlds at each of six settings. The means"
        f" are {means}; they lie along the diagonal.",
        caption="Each dot is a world of twenty years; the bars are means, the line is the truth.",
        **both(draw, (5.6, 3.4), (3.5, 3.3)),
    )


def ablation(found: dict[str, Float[Array, " seeds"]]) -> Figure:
    """R² of each seed, input by input."""

    def draw(axes: Axes) -> None:
        for place, values in enumerate(found.values()):
            axes.plot(
                np.full(len(values), place) + np.linspace(-0.12, 0.12, len(values)), values, **WRONG
            )
            axes.plot([place - 0.3, place + 0.3], [np.median(values)] * 2, color="black", lw=2.2)
        axes.axhline(0, color=QUIET, lw=0.8)
        axes.set_xticks(range(len(found)), [name.replace(" ", "\n") for name in found])
        axes.set(ylabel="R² on later years")

    medians = ", ".join(
        f"{name} {np.median(values):.3f}".replace("-", "−") for name, values in found.items()
    )
    return Figure(
        label=f"R² on the last quarter of the years, five seeds each. Medians: {medians}.",
        caption="Each dot is a seed with worlds of its own; the bars are medians.",
        **both(draw, (7.0, 3.0), (3.5, 3.4)),
    )


def calibration(
    forecast: Float[Array, "seeds 5"],
    outcome: Float[Array, "seeds 5"],
    inside: Float[Array, "seeds 3"],
) -> Figure:
    """Forecasts against what came, and how often 80 % intervals held."""

    def draw(panels: Array) -> None:
        first, second = panels
        ends = [forecast.min(), forecast.max()]
        first.plot(ends, ends, color=QUIET, lw=1.0)
        first.plot(forecast.ravel(), outcome.ravel(), **WRONG)
        first.plot(forecast.mean(axis=0), outcome.mean(axis=0), "s-", color=OUTPUT, ms=6)
        first.set(xlabel="forecast", ylabel="mean outcome")
        first.set_title("is a forecast right on average?")
        for place, values in enumerate(inside.T):
            second.plot(place + np.linspace(-0.1, 0.1, len(values)), 100 * values, **WRONG)
        second.axhline(80, color=OUTPUT, lw=1.4)
        second.set_xticks(range(3), ("all", "the council\nis sure", "the council\nis unsure"))
        second.set(ylabel="outcomes inside, in %", ylim=(60, 100), xlim=(-0.5, 2.5))
        second.set_title("do 80 % intervals hold?")

    shares = ", ".join(f"{100 * share:.0f} %" for share in inside.mean(axis=0))
    return Figure(
        label="Left: mean outcome against forecast in five groups, near the diagonal. Right: the"
        f" share of outcomes inside 80 % intervals, {shares}: all, sure and unsure statements.",
        caption="In units of σ√H. Dots: seeds. Line on the right: what the intervals promise.",
        **both(draw, (9.4, 3.1), (3.5, 6.0), panels=2),
    )
