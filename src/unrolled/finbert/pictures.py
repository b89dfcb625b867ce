"""Pictures of book/finbert.ipynb: `draw_…` fills an Axes, a function without it is a figure."""

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.shapes import Array, Float
from unrolled.page.figure import (
    OUTPUT,
    QUIET,
    Figure,
    both,
    draw_grid,
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
        axes.set(xlabel="year", ylabel="cumulative log-return", xticks=range(2001, 2022, 5))

    ends = [f"{earned[-1]:.1f}".replace("-", "−") for earned in curves.values()]
    return Figure(
        label="The cumulative log-return over twenty years. The backtest's curve climbs almost"
        f" steadily to {ends[0]}; the same rule without the mistake ends at {ends[1]}.",
        caption="Both rules trade at the same price, which is a random walk.",
        **both(draw, (7.6, 3.0), (3.5, 3.2)),
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
            xlabel="fixings since the day of the release",
            ylabel="gold price",
            ylim=(low - 0.1 * span, high + 0.35 * span),
        )

    return Figure(
        label="Gold fixings around a release. The statement comes out after fixing 0. The price"
        f" jumps until fixing 1, and the target is the return over the {horizon} fixings after it.",
        caption="Dashed: the release. Thick: the jump before anyone can trade. Coloured: the"
        " return to forecast.",
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
        label="Two ways to split rows in time, a line per split. Shuffled folds mix training rows"
        " with test rows; walking forward keeps all training rows to the left and leaves a"
        " gap in between.",
        caption="Grey: training rows. Coloured: test rows. Pale: purged, because the target is not"
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
        label="Eight panels, one per trap, each with forty worlds without signal. The wrong way's"
        f" medians are {', '.join(medians)}; the right way's lie near 0 or below.",
        caption="Each mark is a world in which there is nothing to find; the bars are medians."
        " Sharpe ratios are annualised.",
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
            axes.set(xticks=[], xlabel="worlds, sorted by estimate", ylim=(-0.55, 0.9))
            axes.set_title(name)
        panels[0].set_ylabel("estimate of ρ")

    outside = [
        int(np.sum((low > truth) | (high < truth))) for truth, _, low, high in worlds.values()
    ]
    return Figure(
        label="Estimated correlation and 95 % interval in a hundred worlds without signal and a"
        f" hundred with. The interval misses the truth in {outside[0]} and {outside[1]} of them.",
        caption="Horizontal line: the true correlation ρ. Thick: an interval that misses it.",
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
        axes.set(xlabel="true correlation ρ", ylabel="estimate of ρ", xlim=(-0.06, 0.56))

    means = ", ".join(f"{values.mean():.2f}".replace("-", "−") for values in found.values())
    return Figure(
        label="Estimated against true correlation, twelve worlds at each of six settings. The means"
        f" are {means}; they lie along the diagonal.",
        caption="Each dot is a world of twenty years; the bars are means; the line is the truth.",
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
        axes.set(ylabel="out-of-sample R²")

    medians = ", ".join(
        f"{name} {np.median(values):.3f}".replace("-", "−") for name, values in found.items()
    )
    return Figure(
        label=f"R² on the last quarter of the years, five seeds each. Medians: {medians}.",
        caption="Each dot is one seed, with its own worlds; the bars are medians.",
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
        second.set_xticks(range(3), ("all", "sure\nstatements", "unsure\nstatements"))
        second.set(ylabel="coverage in %", ylim=(60, 100), xlim=(-0.5, 2.5))
        second.set_title("do 80 % intervals hold?")

    shares = ", ".join(f"{100 * share:.0f} %" for share in inside.mean(axis=0))
    return Figure(
        label="Left: mean outcome against forecast in five groups, near the diagonal. Right: the"
        f" coverage of 80 % intervals after all, sure and unsure statements: {shares}.",
        caption="In units of σ√H. Dots: seeds; squares: means. Right: nominal coverage as a line.",
        **both(draw, (9.4, 3.1), (3.5, 6.0), panels=2),
    )
