"""Pictures of book/transformer.ipynb: `draw_…` fills an Axes, a function without it is a figure."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch

from unrolled.core.shapes import Array, Float
from unrolled.page.diagram import arrow, name_above, node
from unrolled.page.figure import GRADIENT, INPUT, QUIET, STATE, Figure, bare, both
from unrolled.page.matrices import Block as Block_
from unrolled.page.matrices import Drawn, Matrices, Picture, draw_shades, write_text
from unrolled.transformer.block import Block

LINES = {"encoder": (STATE, "-"), "LSTM": ("black", (0, (5, 2))), "Elman": (QUIET, ":")}
ORDERS = {"after": (QUIET, (0, (4, 2))), "before": ("black", "-")}


def box(axes: Axes, x: float, y: float, text: str, wide: float = 1.9) -> None:
    """A part of the block, by name."""
    axes.add_patch(
        FancyBboxPatch(
            (x - wide / 2, y - 0.3),
            wide,
            0.6,
            facecolor="none",
            edgecolor="black",
            boxstyle="round,pad=0.05",
        )
    )
    axes.text(x, y, text, ha="center", va="center", fontsize=9)


def draw_block(axes: Axes, first: bool) -> Axes:
    """The stream of a token from below to above, and two parts beside it."""
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
    names = ("norm after the sum", "norm before the part")

    def draw(panels: Array) -> None:
        for axes, first, name in zip(panels, (False, True), names, strict=True):
            draw_block(bare(axes), first)
            axes.set_title(name, fontsize=9.5, loc="center")

    return Figure(
        label="A token's stream runs upwards and branches twice: to attention and to feed-forward, "
        "which come back by a plus. Left, a norm stands in the stream after each plus; right, in "
        "each branch, before its part, and nothing in the stream.",
        caption="A block in two orders, from below upwards. Only attention looks at other tokens.",
        **both(draw, (5.6, 4.6), (3.4, 8.6), panels=2),
    )


def draw_runs(axes: Axes, runs: dict[str, Float[Array, "S L"]]) -> Axes:
    """A line a seed over the blocks, for either place of the norms."""
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
    axes.set(yscale="log", xlabel="blocks below", xticks=(0, 6, 12, 18, 24))
    axes.minorticks_off()
    return axes


def through(apart: dict[str, Array], one: dict[str, Array], two: dict[str, Array]) -> Figure:
    """Up: how far tokens differ; down: two gradients."""
    panels = {"tokens differ by": apart, "gradient of one": one, "of a difference": two}

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
        caption="A line a seed. Gradients are shares of what they are at the top, on the right.",
        **both(draw, (7.2, 2.9), (3.4, 7.2), panels=3),
    )


def learned(curves: dict[str, dict], every: int, chance: float) -> Figure:
    """A panel a length: how three networks learn to find, median and range of the seeds."""

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
        **both(draw, (7.2, 3.0), (3.4, 7.4), panels=len(curves), sharey=True),
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
                xlabel="place",
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
        label=f"Weights with which the last of {before.shape[1]} tokens looks at all, two heads. "
        f"On the pair asked for, at place {wanted}: {at[0]} before training, {at[1]} after.",
        caption="The triangle marks the pair that is asked for.",
        **both(draw, (7.0, 2.8), (3.4, 5.2), panels=2, sharey=True),
    )


QUIET_TEXT = {"fill": "var(--quiet, #566173)"}


def _draw_encodings(P: Float[Array, "N d"], side: int) -> Picture:
    N, d = P.shape
    left, top = 34, 40
    names = [
        write_text(left - 8, top + n * side + side - 3, str(n), "end", **QUIET_TEXT)
        for n in range(0, N, 4)
    ]
    heads = [
        write_text(left + side, 14, "fast", **QUIET_TEXT),
        write_text(left + (d - 1) * side, 14, "slow", **QUIET_TEXT),
        write_text(left, 32, "sin cos …", "start", font_size=12, **QUIET_TEXT),
    ]
    squares = draw_shades(P, left, top, side, "input")
    return "".join([*heads, *names, squares]), left + d * side, top + N * side


def encodings(P: Float[Array, "N d"]) -> Drawn:
    """The encodings of the first positions, a row each, a pair of columns for each clock."""
    turns = 2 * np.pi * 10000 ** (np.arange(0, P.shape[1], 2) / P.shape[1])
    return Drawn(
        _draw_encodings(P, 22),
        _draw_encodings(P, 19),
        f"Encodings of positions 0 to {len(P) - 1} as rows of {P.shape[1]} shades. The first pair"
        f" of columns turns once in {turns[0]:.1f} positions, the last one in {turns[-1]:,.0f},"
        " and hardly changes.",
        "A row is a position, a column a component: paper is −1, full colour +1. Each pair of"
        " columns is a clock, and clocks get slower to the right.",
    )


LOOKS = {"sinusoidal": (STATE, "-"), "learned": (GRADIENT, "--"), "none": (QUIET, ":")}


def by_position(found: dict[str, dict], first: int, trained: int) -> Figure:
    """Accuracy by the position of the marked token, a line for each seed."""

    def draw(panels: Array) -> None:
        (axes,) = np.ravel(panels)
        axes.axvline(trained - 0.5, color=QUIET, linewidth=0.8)
        axes.text(trained - 1, 1.06, "trained", ha="right", fontsize=9)
        axes.text(trained, 1.06, "new positions", fontsize=9)
        for name, (colour, dash) in LOOKS.items():
            for k, run in enumerate(found[name]["by position"]):
                at = first + np.arange(len(run))
                label = name if k == 0 else None
                axes.plot(at, run, color=colour, linestyle=dash, linewidth=1.2, label=label)
        axes.set(ylim=(0, 1.15), xlabel="position of the marked symbol", ylabel="right answers")
        axes.set_yticks([0, 0.5, 1], ["0", "50 %", "100 %"])
        name_above(axes)

    ends = {
        name: np.mean([run[trained - first :] for run in found[name]["by position"]])
        for name in LOOKS
    }
    said = ", ".join(f"{name} {100 * share:.0f} %" for name, share in ends.items())
    return Figure(
        label="Right answers by position, five seeds each. With encodings nearly all are right up"
        f" to position {trained - 1}; at new positions on average {said}.",
        caption="A line for each of five seeds.",
        **both(draw, (7.0, 3.0), (3.7, 3.4)),
    )


def weights(p: Block) -> Matrices:
    """All six matrices of a block."""
    named = {"W_Q": p.heads.W_Q, "W_K": p.heads.W_K, "W_V": p.heads.W_V, "W_O": p.heads.W_O}
    blocks = [
        Block_(rf"\mathbf {name}", w.reshape(-1, w.shape[-1]), "quiet", digits=1)
        for name, w in named.items()
    ]
    blocks += [
        Block_(r"\mathbf W_1", p.feed.W_1, "quiet", digits=1),
        Block_(r"\mathbf W_2", p.feed.W_2, "quiet", digits=1),
    ]
    return Matrices(
        blocks,
        "The matrices W_Q, W_K, W_V and W_O of attention, four rows and columns each, and W_1 and"
        " W_2 of the feed-forward network, six by four and four by six.",
        room=900,
    )
