"""Pictures of book/decoder.ipynb: `draw_…` fills an Axes, a function without it is a figure."""

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.shapes import Array
from unrolled.page.diagram import arrow, node
from unrolled.page.figure import (
    GRADIENT,
    INPUT,
    OUTPUT,
    QUIET,
    STATE,
    Figure,
    bare,
    both,
    drawing,
)

STYLES = {  # of the models: colour, line, mark
    "n-gram": (INPUT, "-", "o"),
    "LSTM": (GRADIENT, "--", "s"),
    "Transformer": (STATE, "-", "^"),
}
WITH = {"again": "without cache", "cache": "with cache"}


def at_once(text: str, blocks: int = 2) -> Figure:
    """A causal stack: letters below, their tokens in the blocks, the next letters above."""
    read, wanted = text[:-1], text[1:]

    def draw(axes: Axes) -> None:
        bare(axes)
        for n, (letter, target) in enumerate(zip(read, wanted, strict=True)):
            node(axes, n, 0, letter, INPUT)
            for k in range(blocks + 1):
                if k:
                    axes.plot(n, k * 1.1, "o", color=STATE, ms=9)
                else:
                    arrow(axes, (n, 0.3), (n, 1.0), STATE)
                for m in range(n + 1 if 0 < k < blocks else 0):
                    arrow(axes, (m, k * 1.1 + 0.1), (n, (k + 1) * 1.1 - 0.1), STATE)
            top = (blocks + 1) * 1.1
            arrow(axes, (n, blocks * 1.1 + 0.1), (n, top - 0.3), OUTPUT)
            node(axes, n, top, target, OUTPUT)
        axes.set(xlim=(-0.6, len(read) - 0.4), ylim=(-0.5, (blocks + 1) * 1.1 + 0.5))

    with drawing(6.4, 3.6) as (canvas, axes):
        draw(axes)
    with drawing(3.5, 3.4) as (narrow, axes):
        draw(axes)
    return Figure(
        canvas,
        label=f"The letters {', '.join(read)} enter below. Above them are {blocks} rows of"
        " tokens. Arrows reach a token only from its own position and earlier ones. At the top"
        f" are the letters to be predicted: {', '.join(wanted)}.",
        caption="Green: the letters read. Blue: tokens. Purple: the letter each position has to"
        " predict. No arrow points to the left.",
        narrow=narrow,
    )


def peeked(losses: dict[str, list[float]], uniform: float | int) -> Figure:
    """Training with the mask and without it: perplexity of each update's windows."""

    def draw(panels: Array) -> None:
        (axes,) = np.ravel(panels)
        for (name, found), colour in zip(losses.items(), (STATE, GRADIENT), strict=True):
            smooth = np.exp(np.convolve(found, np.full(10, 0.1), "valid"))
            axes.plot(np.arange(10, len(found) + 1), smooth, color=colour, label=name)
        axes.axhline(uniform, color=QUIET, linewidth=0.8)
        axes.set(xlabel="update", ylabel="training perplexity", yscale="log", ylim=(0.9, 45))
        axes.set_yticks([1, 3, 10, 30], ["1", "3", "10", "30"])
        axes.minorticks_off()
        axes.legend()

    ends = ", ".join(f"{name} {np.exp(np.mean(x[-10:])):.1f}" for name, x in losses.items())
    return Figure(
        label=f"Training perplexity over {len(next(iter(losses.values())))} updates. At the end:"
        f" {ends}.",
        caption="Each curve is averaged over ten updates. Grey: the perplexity of a uniform guess.",
        **both(draw, (7.0, 2.9), (3.5, 3.0)),
    )


def two_costs(lengths: tuple[int, ...], counted: dict, measured: dict) -> Figure:
    """What one more letter costs, counted and measured, with a cache and without."""

    def draw(panels: Array) -> None:
        for axes, found, title in zip(
            np.ravel(panels),
            (counted, measured),
            ("counted, in millions of multiply–adds", "measured, in milliseconds"),
            strict=True,
        ):
            for (name, values), colour, line in zip(
                found.items(), (GRADIENT, STATE), ("--", "-"), strict=True
            ):
                axes.plot(lengths, values, line, color=colour, marker="o", ms=4, label=WITH[name])
            axes.set(xscale="log", yscale="log", xlabel="letters in the text")
            axes.set_xticks(lengths, [str(n) for n in lengths])
            axes.minorticks_off()
            axes.set_title(title)
        np.ravel(panels)[0].legend()

    first, last = (f"{counted['again'][k] / counted['cache'][k]:.0f}" for k in (0, -1))
    return Figure(
        label="Cost of one more letter against the length of the text, on logarithmic axes, counted"
        f" and measured. Reading everything again takes {first} times as many multiply–adds at"
        f" {lengths[0]} letters, and {last} times as many at {lengths[-1]}.",
        caption="The cost of one more letter. Dashed: everything is read again. Solid: only the"
        " new letter is read, with a key–value cache.",
        **both(draw, (9.0, 3.0), (3.5, 6.0), panels=2),
    )


def cut_off(letters: list[str], kept: dict[str, Array]) -> Figure:
    """The probabilities of the likeliest next letters, whole and after each way to cut them."""

    def draw(panels: Array) -> None:
        for axes, (name, y) in zip(np.ravel(panels), kept.items(), strict=True):
            axes.bar(np.arange(len(letters)), y, color=OUTPUT, width=0.75)
            axes.set_xticks(np.arange(len(letters)), letters)
            axes.set(ylim=(0, 0.75))
            axes.set_title(name)

    left = ", ".join(f"{name} {np.count_nonzero(y > 0)}" for name, y in kept.items())
    return Figure(
        label="Bars: probabilities of the likeliest next letters, in four panels. Of the"
        f" {len(letters)} letters shown, so many keep a probability above 0: {left}.",
        caption="After each cut, the remaining probabilities are rescaled to sum to 1.",
        **both(draw, (9.4, 2.4), (3.5, 7.6), panels=len(kept), sharey=True),
    )


def repeated(temperatures: tuple, shares: dict[str, Array], natural: list[float]) -> Figure:
    """How much of a text repeats an earlier piece of it, against the temperature."""

    def draw(panels: Array) -> None:
        (axes,) = np.ravel(panels)
        axes.axhspan(100 * min(natural), 100 * max(natural), color=QUIET, alpha=0.25, linewidth=0)
        for name, found in shares.items():
            colour, line, mark = STYLES[name]
            middle = 100 * np.median(found, axis=1)
            axes.plot(temperatures, middle, line, color=colour, label=name)
            axes.plot(temperatures, 100 * found, mark, color=colour, ms=3.5, alpha=0.6)
        axes.set(
            xlabel="temperature", ylabel="repeated 10-grams, %", yscale="log", ylim=(0.08, 130)
        )
        axes.set_yticks([0.1, 1, 10, 100], ["0.1", "1", "10", "100"])
        axes.legend()

    ends = ", ".join(f"{name} {100 * np.median(x[0]):.0f} %" for name, x in shares.items())
    return Figure(
        label="Percentage of ten-letter stretches that occurred earlier in the same text,"
        f" against the temperature. It falls steeply. At temperature 0, the medians are: {ends}.",
        caption="Marks: five texts of 1,000 letters for each model and temperature. Lines:"
        " medians. Grey: the range in this book's own text.",
        **both(draw, (7.2, 3.2), (3.5, 3.4)),
    )


def by_size(letters: list[int], found: dict[str, list[list[float]]]) -> Figure:
    """Held-out perplexity against the number of letters learned from."""
    styles = {
        "bigram": (QUIET, ":", "x"),
        "5-gram, interpolated": (INPUT, "-", "o"),
        "Elman": (QUIET, "-.", "v"),
        "LSTM": (GRADIENT, "--", "s"),
        "Transformer, learned": (STATE, "-", "^"),
    }

    def draw(panels: Array) -> None:
        (axes,) = np.ravel(panels)
        for name, runs in found.items():
            colour, line, mark = styles[name]
            axes.plot(letters, [np.median(r) for r in runs], line, color=colour, label=name)
            for n, r in zip(letters, runs, strict=True):
                axes.plot([n] * len(r), r, mark, color=colour, ms=4, alpha=0.7)
        axes.set(
            xscale="log",
            yscale="log",
            xlabel="letters of training text",
            ylabel="held-out perplexity",
        )
        axes.set_xticks(letters, [f"{n:,}" for n in letters])
        axes.set_yticks([4, 5, 6, 8, 10, 12], ["4", "5", "6", "8", "10", "12"])
        axes.minorticks_off()
        axes.legend(fontsize=9)

    ends = ", ".join(
        f"{n} {np.median(r[0]):.1f} to {np.median(r[-1]):.1f}" for n, r in found.items()
    )
    return Figure(
        label=f"Held-out perplexity falls as the training text grows: {ends}.",
        caption="Each mark is one seed; lines join the medians.",
        **both(draw, (7.2, 3.6), (3.5, 4.0)),
    )
