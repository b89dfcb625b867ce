"""Pictures of book/remedies.ipynb: `draw_…` fills an Axes, a function without it is a figure."""

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.shapes import Array, Float
from unrolled.gradients.pictures import LINES, draw_norms, make_room
from unrolled.page.figure import GRADIENT, OUTPUT, QUIET, STATE, Figure, both
from unrolled.page.numbers import ten_to
from unrolled.remedies.contest import SHOWN


def draw_spread(axes: Axes, losses: dict[str, list[float]], chance: float) -> Axes:
    """The final losses of each contestant, a dot a seed; shaded is the range of the first."""
    names = list(losses)[::-1]
    first = losses[names[-1]]
    axes.axvspan(min(first), max(first), color=QUIET, alpha=0.12, linewidth=0)
    axes.axvline(chance, color=QUIET, linestyle=(0, (3, 2)), linewidth=1)
    for y, name in enumerate(names):
        middle = float(np.median(losses[name]))
        axes.plot([min(losses[name]), max(losses[name])], [y, y], color=QUIET, linewidth=0.9)
        axes.plot([middle] * 2, [y - 0.33, y + 0.33], color="black", linewidth=1.6)
        axes.plot(losses[name], [y] * len(losses[name]), "o", color=STATE, markersize=5)
    axes.set_yticks(range(len(names)), names)
    axes.set(xscale="log", ylim=(-0.6, len(names) - 0.4), xlabel="loss after training")
    return axes


def spread(tasks: dict[str, tuple[dict[str, list[float]], float]]) -> Figure:
    """All contestants and all seeds on some tasks, against a uniform guess."""

    def draw(panels: Array) -> None:
        for axes, (name, (losses, chance)) in zip(panels, tasks.items(), strict=True):
            draw_spread(axes, losses, chance).set_title(name)

    said = []
    for name, (losses, _) in tasks.items():
        middle = {who: float(np.median(of)) for who, of in losses.items()}
        best, worst = (f"{who} {middle[who]:.2g}" for who in sorted_ends(middle))
        said.append(f"{name}: lowest median {best}, highest {worst}")
    return Figure(
        label=f"Final losses of {len(losses)} networks, five seeds each, log scale."
        f" {'; '.join(said)}.",
        caption="A dot for each of five seeds, a stroke at the median. Shaded: the range of the"
        " plain network. Dashed: a network that has learned nothing.",
        **both(draw, (7.4, 3.9), (3.5, 7.0), panels=len(tasks), sharey=True),
    )


def sorted_ends(middle: dict[str, float]) -> tuple[str, str]:
    """Who has the smallest number, and who the largest."""
    order = sorted(middle, key=middle.get)
    return order[0], order[-1]


def written(losses: dict[str, list[float]], chance: float) -> Figure:
    """A residual recurrence that writes less and less: a row for each factor."""
    rows = {f"ω = {omega}": found for omega, found in losses.items()}

    def draw(axes: Axes) -> None:
        draw_spread(axes, rows, chance).set_xticks((0.03, 0.1, 0.3, 1), ("0.03", "0.1", "0.3", "1"))
        axes.minorticks_off()

    middle = ", ".join(f"{name}: {np.median(found):.2g}" for name, found in rows.items())
    return Figure(
        label="Final losses in the adding problem of residual cells that write with a factor ω,"
        f" five seeds each. Medians, {middle}. Without learning: {chance:.2g}.",
        caption="A dot for each of five seeds, a stroke at the median. Shaded: the range of ω = 1."
        " Dashed: a network that has learned nothing.",
        **both(draw, (5.6, 2.2), (3.4, 2.4)),
    )


def watched(lags: tuple[int, ...], parts: dict[str, Float[Array, "S K"]]) -> Figure:
    """The parts of gradients by lag, relative to lag 0: median and range over seeds."""
    styles = ((GRADIENT, "-"), (STATE, "--"), (OUTPUT, ":"))
    shares = {name: values - values[:, :1] for name, values in parts.items()}
    middle = {name: np.median(share, axis=0) for name, share in shares.items()}

    def draw(axes: Axes) -> None:
        for (name, share), (colour, line) in zip(shares.items(), styles, strict=True):
            axes.fill_between(lags, share.min(axis=0), share.max(axis=0), color=colour, alpha=0.2)
            axes.plot(lags, middle[name], color=colour, linestyle=line, label=name)
        ticks = np.arange(-12, 3, 2)
        axes.set_yticks(ticks, [ten_to(int(n)) for n in ticks])
        axes.legend(loc="lower left", fontsize=9)
        axes.set(xlabel="lag", ylabel="part, relative to lag 0")

    ends = "; ".join(f"{name} {ten_to(round(mid[-1]))}" for name, mid in middle.items())
    return Figure(
        label="Size of the gradient's parts by lag, relative to lag 0, log scale, median of five "
        f"seeds. At lag {lags[-1]}: {ends}.",
        caption="Lines: medians of five seeds in the adding problem. Bands: their range.",
        **both(draw, (5.6, 2.9), (3.4, 2.9)),
    )


def gallery(networks: list[dict[str, Float[Array, " T"]]]) -> Figure:
    """Gradient norm against lag for several cells: median and range of some networks."""
    runs = {
        SHOWN.get(name, name): np.array([one[name] for one in networks]) for name in networks[0]
    }
    mid = {name: np.median(found, axis=0) for name, found in runs.items()}
    length = len(next(iter(mid.values())))
    decades = (-20, 8)

    def draw(axes: Axes) -> None:
        draw_norms(axes, mid, decades, gap=1.8)
        for found, (colour, _) in zip(runs.values(), LINES, strict=False):
            band = np.log10(np.clip([found.min(axis=0), found.max(axis=0)], 1e-20, 1e8))
            axes.fill_between(np.arange(1, length + 1), *band, color=colour, alpha=0.15)
        make_room(axes, length)

    ends = ", ".join(f"{name} {ten_to(round(np.log10(norm[-1])))}" for name, norm in mid.items())
    return Figure(
        label=f"Gradient norm against lag for {len(mid)} cells, log scale, median of "
        f"{len(networks)} networks. At lag {length}: {ends}.",
        caption=f"Sixteen units, random weights, no training. Lines: medians of {len(networks)}"
        " networks. Bands: their range.",
        **both(draw, (6.4, 3.6), (3.4, 4.2)),
    )
