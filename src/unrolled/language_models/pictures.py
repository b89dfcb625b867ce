"""Pictures of book/language_models.ipynb."""

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.shapes import Array, Float
from unrolled.page.diagram import arrow, node
from unrolled.page.figure import INPUT, OUTPUT, QUIET, STATE, Figure, bare, drawing

SENTENCE = ["the", "keys", "to", "the", "cabinet"]


def draw_window(axes: Axes, y: float, seen: int = 2) -> None:
    """An n-gram model: what it sees of the words, and what it says."""
    for t, word in enumerate(SENTENCE):
        dark = t >= len(SENTENCE) - seen
        axes.text(
            t,
            y,
            word,
            ha="center",
            va="center",
            fontsize=8,
            color=INPUT if dark else QUIET,
            weight="bold" if dark else "normal",
        )
    left, right = len(SENTENCE) - seen - 0.5, len(SENTENCE) - 0.42
    axes.plot([left, left, right, right], [y - 0.18, y - 0.3, y - 0.3, y - 0.18], color=INPUT)
    arrow(axes, (right + 0.05, y), (right + 0.45, y))
    axes.text(right + 0.55, y, "is", va="center", fontsize=8, color=OUTPUT, weight="bold")


def draw_summary(axes: Axes, y: float) -> None:
    """A latent model: a summary that is brought up to date with every word."""
    for t, word in enumerate(SENTENCE):
        axes.text(
            t, y - 0.85, word, ha="center", va="center", fontsize=8, color=INPUT, weight="bold"
        )
        node(axes, t, y, "h" + "₁₂₃₄₅"[t], STATE)
        arrow(axes, (t, y - 0.68), (t, y - 0.3))
        if t:
            arrow(axes, (t - 0.7, y), (t - 0.3, y), STATE)
    arrow(axes, (len(SENTENCE) - 0.7, y), (len(SENTENCE) + 0.03, y))
    axes.text(len(SENTENCE) + 0.13, y, "are", va="center", fontsize=8, color=OUTPUT, weight="bold")


def two_ways() -> Figure:
    """A window over the last words, and a summary of all of them."""
    with drawing(3.0, 1.8) as (canvas, axes):
        draw_window(bare(axes), 1.3)
        draw_summary(axes, 0.2)
        axes.set(xlim=(-0.4, 5.9), ylim=(-0.85, 1.6))
    return Figure(
        canvas,
        "Above: the keys to the cabinet, with a bracket under the last two words; from them alone "
        "a trigram model says “is”. Below: five states in a row, each made of the one before and "
        "of its word; from the last comes “are”.",
        "A trigram model sees two words. A latent model sees one summary of all five.",
    )


def draw_surprise(axes: Axes, text: str, surprises: Float[Array, " T"], most: float) -> Axes:
    """A bar for every letter of a text, as high as the model's surprise at it."""
    axes.bar(range(len(text)), surprises, color=OUTPUT, width=0.75)
    axes.set_xticks(range(len(text)), [c if c != " " else "␣" for c in text], fontsize=8)
    axes.tick_params(axis="x", length=0)
    axes.axhline(most, color=QUIET, linewidth=1, linestyle="--")
    axes.annotate(
        f"uniform guess {most:.2f}",
        (len(text) - 0.6, most),
        (0, 3),
        ha="right",
        textcoords="offset points",
        fontsize=8.5,
    )
    axes.set(ylabel="surprise in nats", xlim=(-0.7, len(text) - 0.3))
    return axes


def surprise(text: str, surprises: Float[Array, " T"], size: int) -> Figure:
    """How much each letter of a text surprises a model that has read the letter before it."""
    with drawing(3.0, 1.9) as (canvas, axes):
        draw_surprise(axes, text, surprises, float(np.log(size)))
    worst, best = int(np.argmax(surprises)), int(np.argmin(surprises))
    return Figure(
        canvas,
        f"A bar for every letter of “{text}”. Most surprising is “{text[worst]}” with "
        f"{surprises[worst]:.2f} nats, least “{text[best]}” with {surprises[best]:.2f}; the mean "
        f"is {np.mean(surprises):.2f}, a uniform guess has {np.log(size):.2f}.",
        "Surprise of the bigram model at each letter of a text that it has not counted.",
    )


def draw_longer(axes: Axes, ns: list[int], seen: Array, unseen: Array) -> Axes:
    """Perplexity against n, on the text that was counted and on another."""
    axes.plot(ns, seen, color=QUIET, marker="o", markersize=4, linestyle="--")
    axes.plot(ns, unseen, color=OUTPUT, marker="s", markersize=4)
    axes.annotate(
        "counted",
        (ns[-1], seen[-1]),
        (5, 0),
        va="center",
        textcoords="offset points",
        fontsize=9,
        annotation_clip=False,
    )
    axes.annotate(
        "unseen",
        (ns[-1], unseen[-1]),
        (5, 0),
        va="center",
        textcoords="offset points",
        fontsize=9,
        annotation_clip=False,
    )
    axes.set(xlabel="n", ylabel="perplexity", xticks=ns, ylim=(0, None))
    return axes


def longer(ns: list[int], seen: Array, unseen: Array) -> Figure:
    """What a longer past gains on the text that was counted, and loses on another."""
    with drawing(3.0, 2.2) as (canvas, axes):
        draw_longer(axes, ns, seen, unseen)
    best = int(np.argmin(unseen))
    return Figure(
        canvas,
        f"Perplexity for n from {ns[0]} to {ns[-1]}. On the counted text it falls from "
        f"{seen[0]:.1f} to {seen[-1]:.1f}; on unseen text from {unseen[0]:.1f} to "
        f"{unseen[best]:.2f} at n = {ns[best]}, then it rises to {unseen[-1]:.2f}.",
        "A longer past always helps on the text that was counted, but not on another.",
    )
