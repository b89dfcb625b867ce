"""Pictures of book/bert.ipynb: `draw_…` fills an Axes, a function without it is a figure."""

import numpy as np
from matplotlib.patches import Rectangle

from unrolled.bert.fine_tune import COUNTS
from unrolled.bert.masked_contest import BEST_OF_LEFT
from unrolled.bert.prune import COUNTS as REMOVED
from unrolled.bert.weights import Embeddings
from unrolled.core.shapes import Array, Float
from unrolled.page.diagram import is_wide, name_above
from unrolled.page.figure import GRADIENT, OUTPUT, QUIET, STATE, Figure, both
from unrolled.page.matrices import (
    Block,
    Drawn,
    Matrices,
    Picture,
    draw_arrow,
    draw_block,
    write_text,
)

MARKS = {"same": (STATE, "o", "same meaning"), "other": ("black", "x", "other meaning")}
MEANINGS = (("money bank", STATE, "o"), ("river bank", "black", "x"))
SUMMANDS = {"token": "word piece", "position": "position", "segment": "segment"}
CELL, LABELS = 46, 52  # px: a cell of the entering tokens, and what their names need


def on_a_map(cosines: Float[Array, "n n"]) -> Float[Array, "n 2"]:
    """Points in the plane whose distances are near those of the vectors, by classical scaling."""
    n = len(cosines)
    centred = np.eye(n) - 1 / n
    values, vectors = np.linalg.eigh(centred @ cosines @ centred)
    return vectors[:, -2:][:, ::-1] * np.sqrt(np.maximum(values[-2:][::-1], 0))


def maps(cosines: Float[Array, "L n n"]) -> list[Float[Array, "n 2"]]:
    """A map for each layer, turned so that it fits the one of the last layer best."""
    found = [on_a_map(one) for one in cosines]
    turned = []
    for one in found:
        U, _, Vt = np.linalg.svd(one.T @ found[-1])
        turned.append(one @ U @ Vt)
    return turned


def banks(cosines: Float[Array, "L n n"], blocks: tuple[int, ...], told: bool) -> Figure:
    """One word in ten sentences as ten dots: in the table, and after some blocks.

    Block −1 is the table. `told` says which meaning each has: the first half means money.
    """
    found = maps(cosines)
    half = len(found[0]) // 2
    names = {-1: "in the table", 0: "before the blocks", 1: "after one block"}

    def draw(panels: object) -> None:
        for axes, k in zip(np.ravel(panels), blocks, strict=True):
            places = np.zeros_like(found[0]) if k < 0 else found[k]
            for n, (name, colour, mark) in enumerate(MEANINGS):
                part = places[half * n : half * (n + 1)]
                look = {"marker": mark, "color": colour, "label": name} if told else {}
                look = look or {"marker": "o", "color": QUIET}
                axes.plot(*part.T, linestyle="none", markersize=8, alpha=0.75, **look)
            if k < 0:
                axes.annotate("all ten", (0, 0), (10, 8), textcoords="offset points", fontsize=10)
            axes.set(xlim=(-0.5, 0.5), ylim=(-0.42, 0.42), xticks=[], yticks=[])
            axes.set_title(names.get(k, f"after {k} blocks"))
            axes.set_aspect("equal")
            for side in axes.spines.values():
                side.set(visible=True, color=QUIET, linewidth=0.6)
        if told:
            name_above(np.ravel(panels)[0])

    shown = ", ".join(names.get(k, f"after {k} blocks") for k in blocks)
    says = "the two meanings part" if told else "their meanings are not shown"
    high = 2.9 if told else 2.6
    return Figure(
        label="The vectors of “bank” in ten sentences as dots, alike ones near each other:"
        f" {shown}. In the table all ten are one dot; later {says}.",
        caption="The vector of <i>bank</i> in ten sentences; close dots have similar vectors."
        + (
            " A plane cannot show all of their differences."
            if told
            else " In five of them the bank holds money, in five it is the side of a river."
        ),
        **both(draw, (2.9 * len(blocks), high), (3.4, 2.7 * len(blocks)), panels=len(blocks)),
    )


def _summand_blocks(p: Embeddings, ids: list, segments: list, X: Array) -> list[Block]:
    tables = {"token": p.token[ids], "position": p.position[: len(ids)]}
    tables["segment"] = p.segment[segments]
    blocks = [Block("", tables[name], "input", says) for name, says in SUMMANDS.items()]
    return [*blocks, Block(r"\mathbf X", X, "state", "normalised")]


def _entering(blocks: list[Block], tokens: list[str], places: list, signs: list) -> Picture:
    """The blocks at their places; a line has the tokens' names in front, and signs between."""
    parts = []
    for block, (left, top) in zip(blocks, places, strict=True):
        parts.append(draw_block(block, left, top, CELL))
        if left == LABELS:
            for i, name in enumerate(tokens):
                style = {"fill": "var(--quiet, #566173)"}
                parts.append(write_text(left - 8, top + 46 + 30 * i, name, "end", **style))
    for sign, x, y in signs:
        if sign == "→":
            parts.append(draw_arrow((x - 14, y - 5), (x + 14, y - 5)))
        else:
            parts.append(write_text(x, y, sign, font_size=18))
    wide, high = blocks[0].size(CELL)
    right, bottom = (max(place[k] for place in places) for k in (0, 1))
    return "".join(parts), right + wide, bottom + high


def entering(
    p: Embeddings, tokens: list[str], ids: list, segments: list, X: Float[Array, "N d"]
) -> Drawn:
    """How tokens enter an encoder: three rows for each, added and normalised."""
    blocks = _summand_blocks(p, ids, segments, X)
    wide, high = blocks[0].size(CELL)
    middle = high / 2 + 18
    step = wide + 42
    across = [(LABELS + step * k, 0) for k in range(4)]
    signs = [(sign, LABELS + step * k - 21, middle) for k, sign in enumerate("++→", 1)]
    down = [(LABELS, (high + 32) * k) for k in range(4)]
    below = [(sign, LABELS + wide / 2, (high + 32) * k - 10) for k, sign in enumerate("++", 1)]
    narrow = _entering(blocks, tokens, down, below)
    at = LABELS + wide / 2, (high + 32) * 3 - 4
    arrow = draw_arrow((at[0], at[1] - 24), at)
    narrow = (narrow[0] + arrow, *narrow[1:])
    return Drawn(
        _entering(blocks, tokens, across, signs),
        narrow,
        f"Tokens {' '.join(tokens)}, a row each. A row for the word piece, one for the position and"
        " one for the segment are added and normalised, and give the rows of X.",
        "Made-up tables of four features. Each row is looked up; the three are added, and each sum"
        " is normalised on its own.",
    )


def pairs(cosines: Array, half: int) -> dict[str, Array]:
    """The cosines of every two vectors, in a layer each: of the same half, and of both halves."""
    n = cosines.shape[-1]
    same = np.equal.outer(np.arange(n) < half, np.arange(n) < half)
    below = np.tri(n, k=-1, dtype=bool)
    return {"same": cosines[:, same & below], "other": cosines[:, ~same & below]}


def senses(cosines: Array, half: int) -> Figure:
    """How alike the vectors of a word are after each block, in two meanings."""
    found = pairs(cosines, half)
    layers = np.arange(len(cosines))

    def draw(panels: object) -> None:
        (axes,) = np.ravel(panels)
        for (name, values), side in zip(found.items(), (-0.13, 0.13), strict=True):
            colour, mark, says = MARKS[name]
            for at, one in zip(layers, values, strict=True):
                look = {"color": colour, "markersize": 3, "alpha": 0.45, "linestyle": "none"}
                axes.plot(np.full(one.size, at + side), one, mark, **look)
            axes.plot(
                layers + side,
                values.mean(axis=1),
                color=colour,
                label=says,
                linestyle="-" if name == "same" else (0, (5, 2)),
            )
        axes.plot(layers, np.ones(len(layers)), color=QUIET, linewidth=1, label="row of the table")
        axes.set(xlabel="blocks passed", ylabel="cosine", xticks=layers, yticks=(0.7, 0.8, 0.9, 1))
        name_above(axes)

    ends = [f"{found[name][-1].mean():.2f}" for name in MARKS]
    return Figure(
        label="Cosines between vectors of one word in ten sentences, before the blocks and after "
        f"each of six: two meanings part. At the end the mean is {ends[0]} within a meaning and "
        f"{ends[1]} across.",
        caption="One mark for each pair of sentences; lines join the means.",
        **both(draw, (5.8, 3.2), (3.4, 3.5)),
    )


def compared(cosines: list, texts: tuple[str, ...]) -> Matrices:
    """The cosines of the sentences' vectors, each with each."""
    names = "abcdefgh"[: len(texts)]
    listed = "; ".join(
        f"<b>{name}</b> {text.strip('.')}" for name, text in zip(names, texts, strict=True)
    )
    block = Block("", np.array(cosines), "quiet", "cosines", names, names)
    return Matrices(
        [block],
        "Cosines of four sentences' vectors, each with each: a and b, c and d are alike, the other"
        " pairs are not.",
        listed,
    )


def removed(data: dict) -> Figure:
    """What the loss of heads does: each alone, and more and more of them."""
    alone = 1 - np.array([one["cosine"] for one in data["alone"]]).reshape(6, -1)
    drawn = {name: np.array([run[name] for run in data["random"]]) for name in ("cosine", "task")}
    orders = {
        "smallest effect first": ("least first", STATE, "-"),
        "largest effect first": ("most first", GRADIENT, "--"),
    }
    titles = ("one head out", "sentence vectors", "partners found")

    def draw(panels: object) -> None:
        heads, *curves = np.ravel(panels)
        for (row, column), effect in np.ndenumerate(np.sqrt(alone / alone.max())):
            shade = {"facecolor": STATE, "alpha": 0.05 + 0.95 * effect}
            heads.add_patch(Rectangle((column + 0.05, row + 0.05), 0.9, 0.9, **shade))
        heads.set(xlim=(0, 12), ylim=(0, 6))
        heads.set_yticks(np.arange(6) + 0.5, range(1, 7))
        heads.set_xticks(np.arange(0, 12, 2) + 0.5, range(1, 13, 2))
        heads.set(xlabel="head", ylabel="block", title=titles[0])
        for axes, field, title in zip(curves, drawn, titles[1:], strict=True):
            low, mid, high = (f(drawn[field], axis=0) for f in (np.min, np.median, np.max))
            axes.fill_between(REMOVED, low, high, color=QUIET, alpha=0.2, linewidth=0)
            axes.plot(REMOVED, mid, color=QUIET, linestyle=":", label="in random order")
            for name, (order, colour, dash) in orders.items():
                axes.plot(REMOVED, data[order][field], dash, color=colour, label=name)
            axes.set(title=title, xlabel="heads out", xticks=range(0, 73, 18))
            axes.set_ylim(0.4, 1.02)
        curves[0].set_ylabel("cosine with the whole model")
        curves[1].set_yticks([0.4, 0.6, 0.8, 1], ["40 %", "60 %", "80 %", "100 %"])
        axes = curves[0]
        axes.figure.legend(
            *axes.get_legend_handles_labels(),
            loc="outside upper left",
            ncols=3 if is_wide(axes) else 1,
            handlelength=2.6,
            labelspacing=0.3,
            fontsize=9,
        )

    halves = [f"{data[order]['cosine'][12]:.2f}" for order, *_ in orders.values()]
    ends = [f"{data['least first']['task'][k]:.0%}" for k in (0, -1)]
    return Figure(
        label=f"One head out: nearly all tints are faint, the strong ones in block 6. With half of"
        f" the 72 heads out the cosine is {halves[0]} or {halves[1]}, by which go first; the task"
        f" falls from {ends[0]} to {ends[1]}.",
        caption="First panel: the stronger a tint, the more the sentence vectors turn without this"
        f" head; the strongest is a cosine of {1 - alone.max():.2f}. Band: five random orders.",
        **both(draw, (9.6, 3.3), (3.6, 9.6), panels=3),
    )


def _gapped(sentence: str, width: int) -> str:
    """The sentence with a line for the gap, broken into lines of at most `width` letters."""
    lines = [""]
    for word in sentence.replace("[MASK]", "____").replace(" .", ".").split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return "\n".join(lines)


def filled(gaps: dict[str, list[tuple[str, float]]]) -> Figure:
    """The words that a model puts into gaps, by probability."""

    def draw(panels: object) -> None:
        for axes, (sentence, words) in zip(np.ravel(panels), gaps.items(), strict=True):
            names, shares = zip(*words, strict=True)
            rows = -np.arange(len(words))
            axes.barh(rows, shares, color=OUTPUT, height=0.62)
            for row, share in zip(rows, shares, strict=True):
                text = f"{100 * share:.0f} %" if share >= 0.005 else "< 1 %"
                axes.text(share + 0.03, row, text, va="center", fontsize=9)
            axes.set_yticks(rows, names)
            axes.set(xlim=(0, 1.32), xticks=[])
            axes.spines["bottom"].set_visible(False)
            axes.tick_params(length=0)
            title = _gapped(sentence, 20 if is_wide(axes) else 40)
            axes.set_title(title, fontsize=10, fontweight="normal", x=-0.34 if is_wide(axes) else 0)

    said = "; ".join(
        f"{_gapped(sentence, 99)} {words[0][0]} {words[0][1]:.0%}"
        for sentence, words in gaps.items()
    ).replace("the frog did not cross the river because", "…")
    return Figure(
        label=f"The most probable words in five gaps: {said}"[:250],
        caption="The five most probable words for each gap; the sentences are new to the model.",
        **both(draw, (9.6, 2.8), (3.5, 9.0), panels=len(gaps)),
    )


GAPS = {  # as they are named on the page
    "cross, both": "the ___ was too wide",
    "act, both": "the dogs … ___ bread",
    "fed, both": "because ___ were hungry",
    "sound, right": "the ___ … barks",
    "sound, left": "the dog … ___",
}


def both_sides(data: dict[str, list[dict]]) -> Figure:
    """How often each kind of gap is filled correctly, from both sides and the left alone."""
    looks = {"both sides": (STATE, "o", 0.14), "left only": (GRADIENT, "s", -0.14)}

    def draw(panels: object) -> None:
        (axes,) = np.ravel(panels)
        for row, kind in enumerate(GAPS):
            for name, (colour, mark, up) in looks.items():
                found = [run["gaps"][kind] for run in data[name]]
                look = {"color": colour, "marker": mark, "linestyle": "none", "fillstyle": "none"}
                label = name.replace("only", "side only") if row == 0 else None
                axes.plot(found, np.full(len(found), up - row), label=label, **look)
            look = {"color": "black", "marker": "|", "markersize": 15, "linestyle": "none"}
            label = "best possible from the left" if row == 0 else None
            axes.plot(BEST_OF_LEFT[kind], -0.14 - row, label=label, **look)
        axes.set_yticks(-np.arange(len(GAPS)), GAPS.values())
        axes.set(xlim=(-0.03, 1.03), ylim=(0.4 - len(GAPS), 0.5), xlabel="filled correctly")
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "25 %", "50 %", "75 %", "100 %"])
        name_above(axes)

    middle = {
        name: [np.median([run["gaps"][kind] for run in data[name]]) for kind in GAPS]
        for name in looks
    }
    said = "; ".join(
        f"{text}: {a:.0%} and {b:.0%}"
        for text, a, b in zip(GAPS.values(), *middle.values(), strict=True)
    )
    return Figure(
        label=f"Gaps filled correctly from both sides and from the left alone, medians: {said}.",
        caption="Each mark is one of five seeds, tested on held-out sentences. Strokes are the best"
        " possible on average; in a sample of sentences, a run can be a little luckier.",
        **both(draw, (6.8, 3.2), (3.7, 3.7)),
    )


def labelled(found: dict[str, dict[str, list]]) -> Figure:
    """The accuracy of a classifier by the number of labelled sentences, task by task."""
    looks = {"encoder": (STATE, "o", "-", "vectors of the encoder")}
    looks["words"] = (QUIET, "s", "--", "counts of words")

    def draw(panels: object) -> None:
        for axes, (task, runs) in zip(np.ravel(panels), found.items(), strict=True):
            for name, (colour, mark, dash, says) in looks.items():
                each = np.array(runs[name])
                dots = {"marker": mark, "linestyle": "none", "fillstyle": "none", "alpha": 0.5}
                for run in each:
                    axes.plot(COUNTS, run, color=colour, markersize=5, **dots)
                axes.plot(COUNTS, np.median(each, axis=0), dash, color=colour, label=says)
            axes.set(xscale="log", ylim=(0.35, 1.03), xlabel="labelled sentences")
            axes.set_title({"topic": "money or animals?", "tone": "praise or complaint?"}[task])
            axes.set_xticks(COUNTS, COUNTS)
            axes.minorticks_off()
            axes.set_yticks([0.5, 0.75, 1], ["50 %", "75 %", "100 %"])
        name_above(np.ravel(panels)[0])

    said = "; ".join(
        f"{task}: encoder {np.median(runs['encoder'], 0)[0]:.0%} to"
        f" {np.median(runs['encoder'], 0)[-1]:.0%}, words {np.median(runs['words'], 0)[0]:.0%} to"
        f" {np.median(runs['words'], 0)[-1]:.0%}"
        for task, runs in found.items()
    )
    return Figure(
        label=f"Held-out sentences classified correctly after {COUNTS[0]} to {COUNTS[-1]} labelled"
        f" ones. {said}.",
        caption="Marks are five seeds, lines their medians; tossing a coin gives 50 %.",
        **both(draw, (9.6, 3.3), (3.6, 5.8), panels=2),
    )
