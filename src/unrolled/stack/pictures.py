"""Pictures of book/stack.ipynb: `draw_…` fills an Axes, a function without it is a figure."""

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.shapes import Array, Bool, Float
from unrolled.page.diagram import arrow, box, is_wide, name_above, node, write_powers
from unrolled.page.figure import GRADIENT, INPUT, OUTPUT, QUIET, STATE, Figure, bare, both
from unrolled.page.matrices import Block, Matrices

LINES = {"encoder": (STATE, "-"), "LSTM": ("black", (0, (5, 2))), "Elman": (QUIET, ":")}
ORDERS = {"after": (QUIET, (0, (4, 2))), "before": ("black", "-")}
NAMES = {"after": "norm after the sum", "before": "norm before the sub-layer"}


def moved_by_one_place(runs: dict[str, Array], every: dict[str, int], chance: float) -> Figure:
    """Ten losses: a line for each seed, for either order of the norms."""

    def draw(panels: Array) -> None:
        (axes,) = np.ravel(panels)
        axes.axhline(chance, color=QUIET, linewidth=0.8)
        for where, found in runs.items():
            colour, line = ORDERS[where]
            at = every[where] * np.arange(1, len(found[0]) + 1)
            for n, run in enumerate(found):
                label = NAMES[where] if n == 0 else None
                axes.plot(at, run, color=colour, linestyle=line, linewidth=1.3, label=label)
        axes.set(xlabel="update", ylabel="loss", xlim=(0, 2000), ylim=(0, 1.15 * chance))
        axes.set_xticks((0, 500, 1000, 1500, 2000), ("0", "500", "1,000", "1,500", "2,000"))
        name_above(axes)

    ends = {where: [run[-1] for run in found] for where, found in runs.items()}
    return Figure(
        label="Loss during training, five seeds each. Norm after the sum: level to the end, at"
        f" {min(ends['after']):.2f} to {max(ends['after']):.2f}. Norm before the sub-layer: down to"
        f" {min(ends['before']):.2f} to {max(ends['before']):.2f} after 500 updates.",
        caption="24 blocks of either kind, one line per seed. Grey line: guessing.",
        **both(draw, (6.6, 2.9), (3.5, 3.2)),
    )


def draw_sight(axes: Axes, sees: Bool[Array, "N M"], left: tuple, low: float, picked: int) -> None:
    """Lines from a lower row of tokens to an upper one; those of the picked token are strong."""
    for i, j in np.argwhere(sees):
        strong = i == picked
        axes.plot(
            [left[0] + j, left[1] + i],
            [low + 0.36, low + 1.64],
            color="black" if strong else QUIET,
            alpha=1 if strong else 0.4,
            linewidth=1.6 if strong else 0.9,
            zorder=2 if strong else 1,
        )


def draw_tokens(axes: Axes, names: str, left: float, height: float, colour: str) -> None:
    """A row of tokens."""
    for n, name in enumerate(names):
        axes.plot(left + n, height, "o", markersize=19, mfc="none", mec=colour, mew=1.6)
        axes.text(left + n, height, name, ha="center", va="center", fontsize=9.5)


def who_sees_whom(
    encoder: Bool[Array, "N N"],
    decoder: Bool[Array, "M M"],
    cross: Bool[Array, "M N"],
    read: str,
    written: str,
) -> Figure:
    """An encoder, and beside it a decoder that also looks at what the encoder makes."""
    aside = len(read) + 0.7
    middle = (len(read) - 1) / 2, aside + (len(written) - 1) / 2

    def draw(panels: Array) -> None:
        (axes,) = np.ravel(panels)
        draw_sight(axes, encoder, (0, 0), 0, 1)
        draw_sight(axes, decoder, (aside, aside), 0, 1)
        draw_sight(axes, cross, (0, aside), 2, 1)
        draw_tokens(axes, read, 0, 0, INPUT)
        draw_tokens(axes, read, 0, 2, STATE)
        draw_tokens(axes, written, aside, 0, INPUT)
        draw_tokens(axes, written, aside, 2, STATE)
        draw_tokens(axes, written, aside, 4, OUTPUT)
        for n in range(len(written)):
            axes.plot([aside + n] * 2, [2.36, 3.64], color=STATE, linewidth=1.2, linestyle=":")
        small = {"ha": "center", "fontsize": 9.5}
        axes.text(middle[0], -0.75, "encoder reads", **small)
        axes.text(middle[1], -0.75, "decoder writes", **small)
        axes.text(-0.3, 3.1, "cross-\nattention", ha="left", fontsize=9.5)
        bare(axes).set(xlim=(-0.7, aside + len(written) - 0.3), ylim=(-1.0, 4.6))
        axes.set_aspect("auto" if is_wide(axes) else "equal")

    return Figure(
        label=f"In the encoder each of {', '.join(read)} sees all {int(encoder[0].sum())}. In the"
        f" decoder the second of {len(written)} tokens sees {int(decoder[1].sum())}, itself and"
        f" the one before. By cross-attention it also sees all {int(cross[1].sum())} tokens that"
        " leave the encoder.",
        caption="Who sees whom, from bottom to top. Strong lines: what the second token looks at.",
        **both(draw, (9.4, 4.1), (3.7, 3.0)),
    )


def draw_block(axes: Axes, first: bool) -> Axes:
    """The residual stream of a token, upwards, and the two sub-layers beside it."""
    line = {"colour": STATE}
    y = 0.0
    axes.text(0, -0.35, "x", ha="center", va="center", fontsize=11, color=STATE)
    for part in ("attention", "feed-forward"):
        turn, meet = y + 0.25, y + (2.5 if first else 1.7)
        steps = [("norm", y + 0.85), (part, y + 1.75)] if first else [(part, y + 0.95)]
        axes.plot([0, 1.9], [turn, turn], color=STATE, linewidth=1.4)
        below = turn
        for name, at in steps:
            arrow(axes, (1.9, below), (1.9, at - 0.36), **line)
            box(axes, 1.9, at, name, 1.9 if name != "norm" else 1.1)
            below = at + 0.36
        axes.plot([1.9, 1.9], [below, meet], color=STATE, linewidth=1.4)
        arrow(axes, (1.9, meet), (0.3, meet), **line)
        arrow(axes, (0, y), (0, meet - 0.3), **line)
        node(axes, 0, meet, "+", STATE)
        y = meet + 0.3
        if not first:
            arrow(axes, (0, y), (0, y + 0.35), **line)
            box(axes, 0, y + 0.73, "norm", 1.1)
            y += 1.1
    arrow(axes, (0, y), (0, y + 0.5), **line)
    axes.set(xlim=(-0.9, 3.1), ylim=(-0.6, 6.9))
    return axes


def blocks() -> Figure:
    """Both orders beside each other."""

    def draw(panels: Array) -> None:
        for axes, first, name in zip(panels, (False, True), NAMES.values(), strict=True):
            draw_block(bare(axes), first)
            axes.set_title(name, fontsize=9.5, loc="center")

    return Figure(
        label="A token's residual stream runs upwards and branches twice: to attention and to"
        " feed-forward, which come back at a plus. Left, the stream passes a norm after each plus."
        " Right, each branch has a norm before its sub-layer, and the stream has none.",
        caption="One block in two orders, from bottom to top.",
        **both(draw, (5.6, 4.6), (3.4, 8.6), panels=2),
    )


def draw_runs(axes: Axes, runs: dict[str, Float[Array, "S L"]]) -> Axes:
    """A line for each seed over the blocks, for either order of the norms."""
    for name, found in runs.items():
        colour, line = ORDERS[name]
        for n, values in enumerate(found):
            axes.plot(
                values,
                color=colour,
                linestyle=line,
                linewidth=1.1,
                label=f"norm {name}" if n == 0 else None,
            )
    axes.set(yscale="log", xlabel="blocks passed on the way up", xticks=(0, 6, 12, 18, 24))
    write_powers(axes)
    return axes


def through(apart: dict[str, Array], one: dict[str, Array], two: dict[str, Array]) -> Figure:
    """Up: how far tokens differ; down: two gradients."""
    names = ("tokens differ by", "gradient of one token", "gradient of a difference")
    panels = dict(zip(names, (apart, one, two), strict=True))

    def draw(axes: Array) -> None:
        for each, (name, runs) in zip(axes, panels.items(), strict=True):
            draw_runs(each, runs).set_title(name)
        name_above(axes[0])

    ends = [f"{np.median(v[:, -1]):.2g}" for v in apart.values()]
    back = [f"{np.median(v[:, 0]):.2g}" for v in two.values()]
    return Figure(
        label="Five random encoders of 24 blocks in each order, log scales. With norms after or "
        f"before, tokens differ at the top by {' or '.join(ends)} of their length, and the "
        f"gradient of a difference has at the bottom {' or '.join(back)} of its size.",
        caption="One line per seed. Each gradient is shown as a share of its size at the top of the"
        " stack, on the right; the pre-norm stacks have a final norm here.",
        **both(draw, (9.6, 3.1), (3.4, 7.2), panels=3),
    )


def grown_alike(before: Array, after: dict[str, Array]) -> Matrices:
    """A few features of a few tokens, before the first block and after the last."""
    blocks = [Block(r"\mathbf X", before, "input", "enters", digits=1)]
    for where, values in after.items():
        blocks.append(Block(r"\mathbf X", values, "state", f"norms {where}", digits=1))
    first, second = (", ".join(f"{x:.1f}" for x in v[:, 0]) for v in after.values())
    return Matrices(
        blocks,
        f"The first {before.shape[1]} features of {len(before)} tokens, before 24 blocks and after"
        f" them. Their first feature becomes {first} with norms after the sums, and {second} with"
        " norms before the sub-layers.",
        f"{len(before)} tokens, one per row, with {before.shape[1]} of their features: before and"
        " after 24 random blocks.",
    )


def warmed(curves: dict[str, list], every: int, chance: float, gentle: float) -> Figure:
    """A panel for each length of the warm-up and one for a gentle rate, a line for each seed."""
    titles = {"0": "no warm-up", "gentle": f"constant, {gentle}"}

    def draw(panels: Array) -> None:
        for axes, (warm, runs) in zip(panels, curves.items(), strict=True):
            axes.axhline(chance, color=QUIET, linewidth=0.8)
            if warm not in titles:
                axes.axvspan(0, int(warm), color=QUIET, alpha=0.12, linewidth=0)
            for run in runs:
                at = every * np.arange(1, len(run) + 1)
                axes.plot(at, run, color="black", linewidth=1.1)
            axes.set(xlabel="update", xlim=(0, 2000), ylim=(0, 1.15 * chance))
            axes.set_xticks((0, 1000, 2000), ("0", "1,000", "2,000"))
            axes.set_title(titles.get(warm) or f"warm-up over {int(warm):,}")
        panels[0].set_ylabel("loss")

    ends = "; ".join(
        f"{warm}: {', '.join(f'{run[-1]:.2f}' for run in runs)}" for warm, runs in curves.items()
    )
    return Figure(
        label=f"Loss of 24 post-norm blocks by the updates of the warm-up, five seeds. At the end,"
        f" {ends}.",
        caption="Post-norm, one line per seed. The rate rises during the shaded updates; in the"
        " last panel it is small from beginning to end.",
        **both(draw, (9.6, 3.1), (3.5, 9.6), panels=4, sharey=True),
    )


def first_gradients(found: dict[str, dict[int, Array]]) -> Figure:
    """The gradient of every block's second layer before any update, by depth; a panel per stack."""
    looks = (":", (0, (5, 2)), "-")

    def draw(panels: Array) -> None:
        for axes, (name, by_depth) in zip(panels, found.items(), strict=True):
            for (depth, values), line in zip(by_depth.items(), looks, strict=True):
                at = np.linspace(0, 1, len(values))
                axes.plot(at, values, color=GRADIENT, linestyle=line, label=f"{depth} blocks")
            axes.set(yscale="log", ylim=(0.08, 12), xlim=(-0.02, 1.02))
            axes.set_xticks((0, 1), ("first block", "last block"))
            for text, side in zip(axes.get_xticklabels(), ("left", "right"), strict=True):
                text.set_ha(side)
            axes.set_yticks((0.1, 1, 10), ("0.1", "1", "10"))
            axes.minorticks_off()
            axes.set_title(name)
        panels[0].figure.legend(
            *panels[0].get_legend_handles_labels(),
            loc="outside upper left",
            fontsize=9,
            ncols=3 if is_wide(panels[0]) else 2,
        )

    ends = "; ".join(
        f"{name}: {', '.join(f'{v[-1]:.2f}' for v in by_depth.values())}"
        for name, by_depth in found.items()
    )
    return Figure(
        label="Length of the gradient in every block before training, for 6, 12 and 24 blocks. In"
        f" the last block {ends}.",
        caption="The length of the gradient of the second feed-forward matrix, before the first"
        " update; the median of five seeds.",
        **both(draw, (9.6, 3.3), (3.5, 7.6), panels=3, sharey=True),
    )


def learned(curves: dict[str, dict], every: int, chance: float) -> Figure:
    """A panel per length: how three networks learn to find, median and range of the seeds."""

    def draw(panels: Array) -> None:
        for axes, (places, runs) in zip(panels, curves.items(), strict=True):
            axes.axhline(chance, color=QUIET, linewidth=0.8)
            for name, found in runs.items():
                colour, line = LINES[name]
                found = np.array(found)
                at = every * np.arange(1, found.shape[1] + 1)
                axes.fill_between(at, found.min(0), found.max(0), color=colour, alpha=0.13, lw=0)
                axes.plot(
                    at, np.median(found, axis=0), color=colour, linestyle=line, lw=1.5, label=name
                )
            axes.set(xlabel="update", xticks=(500, 1500), ylim=(0, 1.15 * chance))
            axes.set_title(f"{int(places) - 1} pairs")
        panels[0].set_ylabel("loss")
        name_above(panels[0])

    last = list(curves)[-1]
    ends = ", ".join(
        f"{name} {np.median(np.array(v)[:, -1]):.2g}" for name, v in curves[last].items()
    )
    pairs = ", ".join(str(int(n) - 1) for n in curves)
    return Figure(
        label=f"Loss of three networks that find one of {pairs} pairs, median and "
        f"range of five seeds. At the end, of {int(last) - 1}: {ends}.",
        caption="Median and range of five seeds. Grey line: guessing.",
        **both(draw, (9.6, 3.2), (3.4, 7.4), panels=len(curves), sharey=True),
    )


def longer(found: dict[str, dict], every: int, chance: float) -> Figure:
    """The recurrent networks with more updates: a panel for each number of pairs."""
    looks = LINES | {"wide LSTM": (STATE, "-.")}
    names = {"LSTM": "LSTM, 19 units", "Elman": "Elman", "wide LSTM": "LSTM, 40 units"}

    def draw(panels: Array) -> None:
        handles = {}
        for axes, places in zip(panels, ("4", "16"), strict=True):
            axes.axhline(chance, color=QUIET, linewidth=0.8)
            axes.axvline(2000, color=QUIET, linewidth=0.8, linestyle=(0, (2, 3)))
            for name, games in found.items():
                if places not in games:
                    continue
                runs = np.array(games[places]["curves"])
                at = every * np.arange(1, runs.shape[1] + 1)
                colour, line = looks[name]
                axes.fill_between(at, runs.min(0), runs.max(0), color=colour, alpha=0.15, lw=0)
                middle = np.median(runs, axis=0)
                (handles[names[name]],) = axes.plot(at, middle, color=colour, ls=line, lw=1.6)
            axes.set(xlabel="update", xlim=(0, 10_000), ylim=(0, 1.15 * chance))
            axes.set_xticks((2000, 6000, 10_000), ("2,000", "6,000", "10,000"))
            axes.set_title(f"{int(places) - 1} pairs")
        panels[0].set_ylabel("loss")
        ncols = 3 if is_wide(panels[0]) else 2
        where = {"loc": "outside upper left", "fontsize": 9, "ncols": ncols}
        panels[0].figure.legend(handles.values(), handles, handlelength=2.6, **where)

    ends = "; ".join(
        f"{names[name]}, {int(n) - 1} pairs {np.median([r[-1] for r in game['curves']]):.2f}"
        for name, games in found.items()
        for n, game in games.items()
    )
    return Figure(
        label=f"Losses of recurrent networks over 10,000 updates, median and range of five seeds."
        f" At the end {ends}.",
        caption="Median and range of five seeds. The figure above ended at the dotted line; the"
        " wide LSTM had 5,000 updates.",
        **both(draw, (9.6, 3.4), (3.5, 6.0), panels=2, sharey=True),
    )


def looks(before: Float[Array, "H N"], after: Float[Array, "H N"], wanted: int) -> Figure:
    """Where the last token looks, with each head, before and after training."""

    def draw(panels: Array) -> None:
        for axes, (when, A) in zip(panels, (("before", before), ("after", after)), strict=True):
            places = np.arange(1, A.shape[1] + 1)
            for m, weights in enumerate(A):
                axes.vlines(places + 0.35 * m, m * 1.2, m * 1.2 + weights, color="black", lw=1.5)
                axes.axhline(m * 1.2, color=QUIET, linewidth=0.6)
            axes.plot([wanted], [-0.12], "^", color=INPUT, markersize=6, clip_on=False)
            axes.set(
                ylim=(-0.16, 2.3),
                yticks=(0, 1, 1.2, 2.2),
                xlabel="position",
                xticks=(1, 20, 40, 60),
                title=f"{when} training",
            )
            axes.set_yticklabels(("0", "1", "0", "1"))
            for m in range(len(A)):
                axes.text(
                    0.02,
                    m * 1.2 + 0.85,
                    f"head {m + 1}",
                    fontsize=9,
                    transform=axes.get_yaxis_transform(),
                )

    at = [" and ".join(f"{A[m, wanted - 1]:.2f}" for m in range(len(A))) for A in (before, after)]
    return Figure(
        label=f"Attention weights of the last of {before.shape[1]} tokens, two heads. "
        f"On the pair asked for, at position {wanted}: {at[0]} before training, {at[1]} after.",
        caption="The triangle marks the pair that is asked for.",
        **both(draw, (9.6, 2.9), (3.4, 5.2), panels=2, sharey=True),
    )
