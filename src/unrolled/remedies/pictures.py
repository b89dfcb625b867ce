"""Pictures of book/remedies.ipynb: `draw_…` fills an Axes, a function without it is a figure."""

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.shapes import Array, Float
from unrolled.gradients.pictures import LINES, draw_norms, make_room
from unrolled.page.figure import GRADIENT, OUTPUT, QUIET, STATE, Figure, both
from unrolled.page.numbers import ten_to

Walk = list[tuple[float, float]]  # a weight and its loss, update by update


def draw_cliff(axes: Axes, weights: Array, losses: Array, walks: dict[str, Walk]) -> Axes:
    """The loss over one weight, and where two walks have been on it."""
    axes.plot(weights, losses, color=QUIET, linewidth=1.2)
    for (_, walk), (colour, mark) in zip(walks.items(), MARKS, strict=True):
        axes.plot(*np.transpose(walk), mark, color=colour, markersize=5, linestyle="none")
    axes.set(xlabel="weight w", ylabel="loss", ylim=(-0.03, 0.6), xlim=(weights[0], weights[-1]))
    return axes


MARKS = ((GRADIENT, "x"), (STATE, "o"))


def cliff(weights: Array, losses: Array, walks: dict[str, Walk]) -> Figure:
    """A wall in the loss, and two trainings that meet it."""

    def draw(panels: Array) -> None:
        left, right = panels
        draw_cliff(left, weights, losses, walks).set_title("the loss and its wall")
        for (name, walk), (colour, mark) in zip(walks.items(), MARKS, strict=True):
            right.plot([w for w, _ in walk], mark, color=colour, markersize=4, label=name)
        right.set(xlabel="update", title="the weight")
        right.legend(loc="center right", fontsize=9)

    (plain, thrown), (short, kept) = walks.items()
    return Figure(
        label="First: the loss is flat, has a valley at w = 0.97 and a wall behind 1. Then: "
        f"{plain} ends at w = {thrown[-1][0]:.2f} with loss {thrown[-1][1]:.3f}, {short} at "
        f"{kept[-1][0]:.2f} with {kept[-1][1]:.3f}.",
        caption="Crosses: one long gradient throws the weight back to where the loss is flat. Dots:"
        " with clipping it stays in the valley.",
        **both(draw, (7.0, 2.9), (3.4, 5.0), panels=2),
    )


def draw_spread(axes: Axes, losses: dict[str, list[float]], chance: float) -> Axes:
    """The final losses of each contestant, a dot a seed, and what knowing nothing would give."""
    names = list(losses)[::-1]
    axes.axvline(chance, color=QUIET, linestyle=(0, (3, 2)), linewidth=1)
    for y, name in enumerate(names):
        axes.plot([min(losses[name]), max(losses[name])], [y, y], color=QUIET, linewidth=0.9)
        axes.plot(losses[name], [y] * len(losses[name]), "o", color=STATE, markersize=4.5)
    axes.set_yticks(range(len(names)), names)
    axes.set(xscale="log", ylim=(-0.6, len(names) - 0.4), xlabel="loss after training")
    return axes


def spread(tasks: dict[str, tuple[dict[str, list[float]], float]]) -> Figure:
    """All contestants and all seeds on some tasks, against knowing nothing."""

    def draw(panels: Array) -> None:
        for axes, (name, (losses, chance)) in zip(panels, tasks.items(), strict=True):
            draw_spread(axes, losses, chance).set_title(name)

    said = []
    for name, (losses, _) in tasks.items():
        order = sorted(losses, key=lambda who, of=losses: float(np.mean(of[who])))
        best, worst = (f"{who} {np.mean(losses[who]):.2g}" for who in (order[0], order[-1]))
        said.append(f"{name}: lowest mean {best}, highest {worst}")
    return Figure(
        label=f"Final losses of {len(losses)} contestants, five seeds each, log scale; dashed: "
        f"knowing nothing. {'; '.join(said)}.",
        caption="A dot a seed. Left of the dashed line something has been learned.",
        **both(draw, (7.0, 3.4), (3.4, 6.0), panels=len(tasks), sharey=True),
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
        axes.set(xlabel="lag", ylabel="part, against lag 0")

    ends = "; ".join(f"{name} {ten_to(round(mid[-1]))}" for name, mid in middle.items())
    return Figure(
        label="Size of the gradient's parts by lag, relative to lag 0, log scale, median of five "
        f"seeds. At lag {lags[-1]}: {ends}.",
        caption="Median and range of five seeds on the adding problem.",
        **both(draw, (5.6, 2.9), (3.4, 2.9)),
    )


def gallery(networks: list[dict[str, Float[Array, " T"]]]) -> Figure:
    """Gradient norm against lag for several cells: median and range of some networks."""
    runs = {name: np.array([one[name] for one in networks]) for name in networks[0]}
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
        caption=f"16 units, random weights, nothing trained. Bands: {len(networks)} networks.",
        **both(draw, (6.4, 3.6), (3.4, 4.2)),
    )
