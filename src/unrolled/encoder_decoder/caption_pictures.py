"""Pictures of captioning: scenes with what was said of them, and exact match beside BLEU."""

from itertools import groupby

import numpy as np
from matplotlib.axes import Axes
from matplotlib.textpath import TextPath

from unrolled.core.shapes import Array
from unrolled.encoder_decoder.captions import Examples
from unrolled.encoder_decoder.scenes import RELATIONS, SIDE
from unrolled.page.diagram import is_wide, name_above
from unrolled.page.figure import OUTPUT, QUIET, STATE, Figure, both, drawing

PAINTS = np.array([[0.82, 0.2, 0.18], [0.18, 0.6, 0.26], [0.17, 0.42, 0.83]])  # in either mode
SIZE, LINE = 9, 14  # of the text and from one line to the next, in points
GAP = 5  # between words that are drawn apart, in points
NARROWER = 0.86  # than the font that measures them is that of the page
MEASURES = {"exact": ("exactly right", STATE, "o"), "bleu": ("BLEU", OUTPUT, "^")}
GUESS = "always the same"


def show_scene(axes: Axes, pixels: Array) -> None:
    """The pixels on paper, in a frame."""
    seen = pixels.max(axis=-1)
    image = np.concatenate([pixels @ PAINTS, seen[..., None]], axis=-1)
    axes.imshow(image, extent=(0, SIDE, SIDE, 0), interpolation="none")
    axes.set(xticks=(), yticks=(), anchor="N")
    for spine in axes.spines.values():
        spine.set(visible=True, color=QUIET, linewidth=0.8)


def break_lines(caption: str) -> list[list[str]]:
    """The words of a caption, a line for each thing and for each relation."""
    broken = caption
    for how in RELATIONS.values():
        broken = broken.replace(f" {how} ", f"\n{how}\n")
    return [line.split() for line in broken.split("\n")]


def draw_caption(axes: Axes, said: str, due: str) -> None:
    """What was said, below a scene, and a frame around each word that is not the one due."""
    wanted = due.split()
    n = 0
    for row, words in enumerate(break_lines(said)):
        x = 0.0
        right = [wanted[n + i : n + i + 1] == [word] for i, word in enumerate(words)]
        for fits, group in groupby(zip(right, words, strict=True), key=lambda pair: pair[0]):
            text = " ".join(word for _, word in group)
            draw_words(axes, x, -LINE * (row + 0.4), text, wrong=not fits)
            x += width_of(text) + GAP
        n += len(words)


def draw_words(axes: Axes, x: float | int, y: float | int, text: str, wrong: bool) -> None:
    """Some words, so many points to the right of the lower left corner and above it."""
    frame = {"boxstyle": "round,pad=0.12", "fill": False, "linewidth": 1.5}
    axes.annotate(
        text,
        (0, 0),
        (x, y),
        xycoords="axes fraction",
        textcoords="offset points",
        va="top",
        fontsize=SIZE,
        annotation_clip=False,
        bbox=frame if wrong else None,
    )


def width_of(text: str) -> float:
    """How wide some words are in the page's font, in points."""
    return NARROWER * float(TextPath((0, 0), text, size=SIZE).get_extents().width)


def captioned(examples: Examples, said: list[str]) -> Figure:
    """Some scenes, and below each the caption that was said; at most four fit into a row."""

    def draw(panels: Axes | Array) -> None:
        every = zip(examples.pictures, said, examples.captions, strict=True)
        for axes in np.ravel(panels)[len(said) :]:
            axes.remove()
        for axes, (pixels, text, due) in zip(np.ravel(panels), every, strict=False):
            show_scene(axes, pixels)
            draw_caption(axes, text, due)

    canvases = {}
    pairs = -(-len(said) // 2)
    lines = max(len(break_lines(text)) for text in said)
    high = 1.9 + lines * LINE / 72  # inches, of a scene with its caption
    sizes = {"canvas": (7.2, high, len(said), 1), "narrow": (3.7, (high + 0.1) * pairs, 2, pairs)}
    for name, size in sizes.items():
        with drawing(*size) as (canvas, panels):
            draw(panels)
        canvases[name] = canvas
    return Figure(
        label=_tell(said, examples.captions),
        caption="Below each picture is the caption that the network wrote. Framed words are wrong.",
        **canvases,
    )


def _tell(said: list[str], due: list[str]) -> str:
    """How many captions are right, and which words of the others are not."""
    right = sum(one == other for one, other in zip(said, due, strict=True))
    told = [f"{len(said)} pictures of coloured shapes, each with a caption; {right} are right."]
    for n, (text, wanted) in enumerate(zip(said, due, strict=True), 1):
        words = zip(text.split(), wanted.split(), strict=False)
        wrong = [f"{one} instead of {other}" for one, other in words if one != other]
        told += [f"Picture {n}: {', '.join(wrong[:2])}."] * bool(wrong)
    return " ".join(told)


def draw_measures(axes: Axes, rows: dict[str, list[dict]]) -> None:
    """Row by row the share that is exactly right and BLEU: a mark for each seed."""
    for y, scores in enumerate(rows.values()):
        middle = [np.median([one[measure] for one in scores]) for measure in MEASURES]
        axes.plot(middle, [y, y], color=QUIET, linewidth=0.8)
        for measure, (name, colour, mark) in MEASURES.items():
            style = {"color": colour, "linestyle": "", "markersize": 6, "fillstyle": "none"}
            at = y + np.linspace(-0.16, 0.16, len(scores))
            label = name if y == 0 else None
            axes.plot(np.sort([one[measure] for one in scores]), at, mark, label=label, **style)
    narrow = not is_wide(axes)
    names = [name.replace(", ", ",\n") if narrow else name for name in rows]
    axes.set_yticks(range(len(rows)), names, multialignment="right")
    axes.set(xlim=(-0.04, 1.04), ylim=(len(rows) - 0.5, -0.5))


def true_or_alike(found: list[dict], blind: list[dict]) -> Figure:
    """For each group of pictures how many captions are right, and how alike BLEU says they are.

    `found` has the scores of a trained captioner for each seed, `blind` those of one caption for
    all pictures.
    """
    rows = {name: [one[name] for one in found] for name in found[0]} | {GUESS: blind}

    def draw(panels: Axes | Array) -> None:
        (axes,) = np.ravel(panels)
        draw_measures(axes, rows)
        name_above(axes)

    middle = {
        name: [np.median([one[measure] for one in scores]) for measure in MEASURES]
        for name, scores in rows.items()
    }
    told = "; ".join(f"{name} {exact:.2f}, {alike:.2f}" for name, (exact, alike) in middle.items())
    return Figure(
        label=f"Share exactly right, and BLEU, medians of {len(found)} seeds: {told}.",
        caption="One mark per seed. “Always the same”: one caption for all pictures.",
        **both(draw, (6.8, 3.2), (3.6, 3.9)),
    )
