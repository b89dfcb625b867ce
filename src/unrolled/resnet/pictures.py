"""Pictures of book/resnet.ipynb: `draw_…` fills an Axes, a function without it is a figure."""

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.shapes import Array, Float
from unrolled.page.diagram import arrow, box, is_wide, node, write_powers
from unrolled.page.figure import (
    GRADIENT,
    INPUT,
    OUTPUT,
    QUIET,
    STATE,
    Figure,
    bare,
    both,
    draw_grid,
)

DEPTH_LINES = {4: (0, (1, 1.5)), 16: (0, (5, 2)), 64: "-"}
KINDS = {"plain": "black", "residual": STATE}


def deeper(curves: dict[str, dict[int, Array]], every: int, chance: float) -> Figure:
    """Losses during training: a panel for plain and residual networks, a line for each start."""

    def draw(panels: Array) -> None:
        for axes, (kind, by_depth) in zip(panels, curves.items(), strict=True):
            axes.axhline(chance, color=QUIET, linewidth=0.8)
            for depth, runs in by_depth.items():
                at = every * np.arange(1, len(runs[0]) + 1)
                for n, run in enumerate(runs):
                    axes.plot(
                        at,
                        run,
                        color=KINDS[kind],
                        linestyle=DEPTH_LINES[depth],
                        linewidth=1.2,
                        label=None if n else f"{depth} layers",
                    )
            axes.set(xlabel="update", xlim=(0, at[-1]), ylim=(0, 1.15 * chance))
            axes.set_xticks((0, 500, 1000), ("0", "500", "1,000"))
        for axes, name in zip(panels, ("h = tanh(a)", "h = h + tanh(a)"), strict=True):
            axes.set_title(name)
        panels[0].set_ylabel("loss")
        panels[0].figure.legend(
            *panels[0].get_legend_handles_labels(),
            loc="outside upper left",
            fontsize=9,
            ncols=3 if is_wide(panels[0]) else 2,
            handlelength=2.6,
        )

    last = {
        kind: {d: np.median(runs[:, -1]) for d, runs in by.items()} for kind, by in curves.items()
    }
    said = "; ".join(
        f"{kind}, {', '.join(f'{d} layers {loss:.2g}' for d, loss in by.items())}"
        for kind, by in last.items()
    )
    return Figure(
        label=f"Training losses of networks of three depths, five seeds each. Medians at the end:"
        f" {said}.",
        caption="One line for each of five seeds, at the best of three learning rates. Grey line:"
        " guessing.",
        **both(draw, (6.6, 2.9), (3.5, 5.6), panels=2, sharey=True),
    )


def on_their_way(clouds: dict[str, dict[int, Float[Array, "N n"]]], arm: Array) -> Figure:
    """The points of both spirals after some layers, along the two directions they differ most in.

    Every panel is drawn at its own size, so that only the shape counts.
    """
    places = list(next(iter(clouds.values())))

    def draw_cloud(axes: Axes, points: Float[Array, "N n"]) -> None:
        centred = points - points.mean(axis=0)
        _, sizes, directions = np.linalg.svd(centred, full_matrices=False)
        flat = centred @ directions[:2].T / sizes[0]
        for which, colour in ((0, INPUT), (1, OUTPUT)):
            chosen = flat[arm == which]
            axes.plot(*chosen.T, "o", color=colour, ms=2.6, mew=0, alpha=0.85)
        bare(axes).set(xlim=(-0.15, 0.15), ylim=(-0.12, 0.12))

    def draw(panels: Array) -> None:
        for row, (kind, by_place) in zip(panels, clouds.items(), strict=True):
            for axes, (place, points) in zip(row, by_place.items(), strict=True):
                draw_cloud(axes, points)
                axes.set_title(
                    f"{kind}, {place}" if place == places[0] else f"{place}", fontsize=9.5
                )

    flat = {
        kind: np.linalg.svd(by[places[-1]] - by[places[-1]].mean(axis=0), compute_uv=False)
        for kind, by in clouds.items()
    }
    widths = {kind: sizes[1] / sizes[0] for kind, sizes in flat.items()}
    later = ", ".join(map(str, places[1:-1])) + f" and {places[-1]}"
    wide = draw_grid(draw, (9.4, 3.4), len(clouds), len(places))
    narrow = draw_grid(draw, (3.6, 2.6), len(clouds), len(places))
    return Figure(
        wide,
        label=f"Two spirals of points after {', '.join(map(str, places))} layers with random"
        f" weights. In the last panel the cloud's width is {widths['plain']:.2g} of its length in"
        f" the plain network, and {widths['residual']:.2g} in the residual one.",
        caption=f"The {len(arm)} points before the first layer and after {later} layers, each cloud"
        " at its own size. Colours: which spiral a point belongs to.",
        narrow=narrow,
    )


def draw_block(axes: Axes, parts: tuple[str, ...], after: str = "", skip: str = "") -> Axes:
    """The stream upwards, a branch beside it, and where they meet; `skip` names its matrix."""
    height = 1.1 * len(parts) + 0.9
    axes.text(0, -0.4, "h", ha="center", va="center", fontsize=11, color=STATE, style="italic")
    axes.plot([0, 1.8], [0.3, 0.3], color=STATE, linewidth=1.4)
    below = 0.3
    for number, part in enumerate(parts):
        at = 0.3 + 1.1 * number + 0.75
        arrow(axes, (1.8, below), (1.8, at - 0.36), STATE)
        box(axes, 1.8, at, part, 1.7, 0.56)
        below = at + 0.36
    axes.plot([1.8, 1.8], [below, height], color=STATE, linewidth=1.4)
    arrow(axes, (1.8, height), (0.3, height), STATE)
    if skip:
        axes.plot([0, 0], [0, height / 2 - 0.33], color=STATE, linewidth=2.6)
        box(axes, 0, height / 2, skip, 1.0, 0.56)
    start = height / 2 + 0.33 if skip else 0
    arrow(axes, (0, start), (0, height - 0.3), STATE, linewidth=2.6)
    node(axes, 0, height, "+", STATE)
    top = height + 0.3
    if after:
        arrow(axes, (0, top), (0, top + 0.35), STATE)
        box(axes, 0, top + 0.71, after, 1.1, 0.56)
        top += 1.07
    arrow(axes, (0, top), (0, top + 0.5), STATE)
    axes.set(xlim=(-0.9, 2.9), ylim=(-0.7, 7.4))
    return axes


def kinds_of_blocks() -> Figure:
    """Four blocks: the one of this chapter, He et al.'s in two orders, and one that widens."""
    kinds = {
        "this chapter": (("W, b", "tanh"), "", ""),
        "post-activation": (("W₁, b₁", "ReLU", "W₂, b₂"), "ReLU", ""),
        "pre-activation": (("ReLU", "W₁, b₁", "ReLU", "W₂, b₂"), "", ""),
        "another width": (("W₁, b₁", "ReLU", "W₂, b₂"), "", "Wₛ"),
    }

    def draw(panels: Array) -> None:
        for axes, (name, (parts, after, skip)) in zip(np.ravel(panels), kinds.items(), strict=True):
            draw_block(bare(axes), parts, after, skip).set_title(name, fontsize=9.5, loc="center")

    return Figure(
        draw_grid(draw, (8.8, 3.9), 1, 4),
        label="Four residual blocks, each with a thick line upwards, a branch beside it and a plus"
        " where they meet. The second has a ReLU after the plus; in the third every ReLU is inside"
        " the branch; in the fourth the line itself carries a matrix.",
        caption="Four residual blocks, from bottom to top. The thick line is the skip connection.",
        narrow=draw_grid(draw, (3.5, 7.4), 2, 2),
    )


def lengths(counts: Array, carried: dict[str, Float[Array, "seeds lengths"]]) -> Figure:
    """How many paths there are of each length, and how much of the gradient they carry."""

    def draw(panels: Array) -> None:
        first, second = panels
        at = np.arange(len(counts))
        first.bar(at, counts / counts.sum(), color=QUIET, width=0.7)
        first.set_title("share of the paths")
        for (name, found), line in zip(carried.items(), ("-", (0, (5, 2))), strict=True):
            shares = found / found.sum(axis=1, keepdims=True)
            second.fill_between(at, shares.min(0), shares.max(0), color=GRADIENT, alpha=0.15, lw=0)
            second.plot(at, np.median(shares, axis=0), color=GRADIENT, linestyle=line, label=name)
        second.set_title("share of the norm")
        second.legend(fontsize=9, handlelength=2.6)
        for axes in panels:
            axes.set(xlabel="branches on the path", xticks=(0, 4, 8, 12, 16), ylim=(0, None))

    most = {name: int(np.median(found, axis=0).argmax()) for name, found in carried.items()}
    return Figure(
        label=f"Most of the {counts.sum():,} paths through {len(counts) - 1} blocks take"
        f" {int(counts.argmax())} branches. The gradient comes mostly along paths through few:"
        f" {', '.join(f'{name}, most through {k}' for name, k in most.items())}.",
        caption="Paths through 16 random blocks. Median and range of five seeds.",
        **both(draw, (6.6, 2.8), (3.5, 5.2), panels=2),
    )


def between_bounds(
    scales: Array, bounds: Float[Array, "N 2"], singular: Float[Array, "N S 2"]
) -> Figure:
    """Singular values of the product of blocks between their bounds, by the branch's scale."""

    def draw(panels: Array) -> None:
        (axes,) = np.ravel(panels)
        low = np.maximum(bounds[:, 0], 1e-12)
        axes.fill_between(scales, low, bounds[:, 1], color=QUIET, alpha=0.15, linewidth=0)
        for seed in range(singular.shape[1]):
            axes.fill_between(scales, *singular[:, seed].T, color=GRADIENT, alpha=0.25, linewidth=0)
            for line in singular[:, seed].T:
                axes.plot(scales, line, color=GRADIENT, linewidth=1.0)
        axes.axhline(1, color=QUIET, linewidth=0.8)
        axes.set(yscale="log", ylim=(1e-6, 1e6), xlim=(scales[0], scales[-1]))
        axes.set(xlabel="scale of the branch", ylabel="singular value")
        write_powers(axes)

    return Figure(
        label=f"Smallest and largest singular value of sixteen random blocks by the scale of the"
        f" branch, five seeds: {np.median(singular[-1, :, 0]):.2g} and"
        f" {np.median(singular[-1, :, 1]):.2g} at scale {scales[-1]:g}, close to 1 at small scales,"
        " always inside the grey bounds.",
        caption="Orange: from the smallest to the largest singular value of the product, one band"
        " for each of five seeds. Grey: what the bounds allow; from 0.4 on the lower one is off the"
        " picture.",
        **both(draw, (6.6, 3.0), (3.5, 3.2)),
    )


def which_ill(table: dict[str, tuple[float, float, int]]) -> Figure:
    """Three initialisations: is the cloud flat, has it shrunk, and does the network learn?"""
    heads = ("width over length", "norm of the state", "learn, of five")

    def draw(panels: Array) -> None:
        for column, (axes, head) in enumerate(zip(panels, heads, strict=True)):
            for row, found in enumerate(table.values()):
                value = found[column]
                axes.barh(-row, value, color=QUIET if column < 2 else STATE, height=0.5)
                text = f"{value:.0f}" if column == 2 else f"{value:.2g}"
                axes.annotate(
                    text,
                    (value, -row),
                    xytext=(4, 0),
                    textcoords="offset points",
                    va="center",
                    fontsize=9,
                )
            axes.set_yticks([-row for row in range(len(table))], list(table))
            axes.set_xticks(())
            axes.spines["bottom"].set_visible(False)
            axes.set(xlim=(0, (1.3, 1.3, 6.5)[column]), title=head)

    said = "; ".join(
        f"{kind}: {flat:.2g}, {size:.2g}, {learn}" for kind, (flat, size, learn) in table.items()
    )
    return Figure(
        label="Plain networks of 64 layers by their initialisation: width of the cloud over its"
        f" length, norm of the state, and how many of five learn. {said}.",
        caption="Plain networks of 64 layers with three initialisations: the cloud after the last"
        " layer, before training (medians), and how many of five learn at the best of three"
        " learning rates.",
        **both(draw, (6.8, 1.7), (3.5, 4.4), panels=3),
    )


def sizes(
    states: dict[str, Float[Array, "seeds places"]],
    gradients: dict[str, Float[Array, "seeds places"]],
) -> Figure:
    """Norms of the state on its way up and of the gradient on its way down, for three scales."""
    looks = {"1": "-", "1/√L": (0, (5, 2)), "1/L": (0, (1, 1.5))}
    panels = {"state": (states, STATE), "gradient": (gradients, GRADIENT)}

    def draw(both_axes: Array) -> None:
        for axes, (name, (growth, colour)) in zip(both_axes, panels.items(), strict=True):
            for scale, found in growth.items():
                at = np.arange(found.shape[1])
                axes.fill_between(at, found.min(0), found.max(0), color=colour, alpha=0.12, lw=0)
                line = {"color": colour, "linestyle": looks[scale], "label": f"s = {scale}"}
                axes.plot(at, np.median(found, axis=0), **line)
            axes.set(yscale="log", ylim=(0.5, 400), xlim=(0, at[-1]), xlabel="block")
            axes.set(title=f"norm of the {name}", xticks=(0, 16, 32, 48, 64))
            write_powers(axes)
            axes.legend(fontsize=9, handlelength=2.6)

    ends = {
        name: ", ".join(
            f"{np.median(found[:, at]):.2g} at s = {scale}" for scale, found in growth.items()
        )
        for name, growth, at in (("state", states, -1), ("gradient", gradients, 0))
    }
    return Figure(
        label=f"Norms in 64 random blocks. The state after the last block, over its start:"
        f" {ends['state']}. The gradient at the first block, over that at the end:"
        f" {ends['gradient']}.",
        caption="The state is shown as a multiple of its norm before the first block, the gradient"
        " as a multiple of its norm after the last. Median and range of five seeds.",
        **both(draw, (6.6, 3.0), (3.5, 5.6), panels=2),
    )
