"""Pictures of book/encoder_decoder.ipynb: `draw_…` fills a picture, the others are figures."""

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from numbers import Real

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.shapes import Array
from unrolled.page.diagram import name_above
from unrolled.page.figure import OUTPUT, QUIET, STATE, Figure, both
from unrolled.page.matrices import ROLES, Drawn, Picture, draw_arrow, write_text
from unrolled.page.numbers import percent

SPACE = "␣"  # how a space is shown in a cell
STOPPED = "stop"
SIDE = 22  # px: of a cell
HIGH = {"letters": 36, "decoder": 62, "vector": 128, "encoder": 194, "read": 240}  # px, from above
PIPE = 214  # px: how long the vector is drawn, however far apart the two states are
THICKEST = 9.0  # px: of an arc with all the weight
LEAST = 0.04  # weight: thinner arcs are left out


def hue(role: str) -> str:
    """The colour of a role, in either theme."""
    return f"var(--{role}, {ROLES[role]})"


def shown(letter: str) -> str:
    """A letter as text of an SVG, a space as a sign."""
    return escape(letter.replace(" ", SPACE))


def _places(many: int, left: Real, right: Real) -> list[float]:
    """The middles of so many cells, at even distances, in the middle of the room."""
    step = min(34.0, (right - left) / many)
    first = (left + right - step * (many - 1)) / 2
    return [first + step * n for n in range(many)]


def _draw_cells(xs: list[float], y: Real, role: str) -> str:
    """A row of cells, and arrows from each to the next."""
    side = min(SIDE, 0.62 * (xs[1] - xs[0]) if len(xs) > 1 else SIDE)
    boxes = "".join(
        f'<rect x="{x - side / 2:.1f}" y="{y - SIDE / 2:.0f}" width="{side:.1f}" height="{SIDE}"'
        f' rx="5" fill="{hue(role)}" fill-opacity="0.14" stroke="{hue(role)}" stroke-width="1.6"/>'
        for x in xs
    )
    links = "".join(
        f'<path d="M{a + side / 2:.1f} {y}H{b - side / 2:.1f}" stroke="{hue(role)}"'
        ' stroke-width="1.6"/>'
        for a, b in pairwise(xs)
    )
    return links + boxes


def _draw_arcs(reads: list[float], writes: list[float], looks: Array) -> str:
    """From each letter that is read to each that is written, as thick as the weight."""
    top, low = HIGH["decoder"] + SIDE / 2, HIGH["encoder"] - SIDE / 2
    middle = (top + low) / 2
    arcs = [
        f'<path d="M{reads[j]:.1f} {low:.0f}C{reads[j]:.1f} {middle:.0f} {x:.1f} {middle:.0f}'
        f' {x:.1f} {top:.0f}" stroke-width="{THICKEST * looks[t, j]:.1f}"/>'
        for t, x in enumerate(writes[: len(looks)])
        for j in np.flatnonzero(looks[t] > LEAST)
    ]
    return f'<g fill="none" stroke="{hue("state")}" stroke-opacity="0.5">{"".join(arcs)}</g>'


def _draw_vector(start: float, end: float, text: str) -> str:
    """The pipe between the last state that is read and the first one that is written."""
    y, middle = HIGH["vector"], (start + end) / 2
    left, right = middle - PIPE / 2, middle + PIPE / 2
    below, above = HIGH["encoder"] - SIDE / 2, HIGH["decoder"] + SIDE / 2 + 2
    return (
        f'<rect x="{left:.0f}" y="{y - 13}" width="{PIPE}" height="26" rx="13"'
        f' fill="{hue("state")}" fill-opacity="0.14" stroke="{hue("state")}" stroke-width="1.6"/>'
        + write_text(middle, y + 5, text, font_size=13)
        + draw_arrow((start, below), (start, y + 8), (start - 6, y), (right + 4, y))
        + draw_arrow((left, y), (end + 6, y), (end, y - 8), (end, above))
    )


def draw_pair(
    source: str, target: str, looks: Array | None, width: int, text: str = "the last state"
) -> Picture:
    """A row of cells that reads, one that writes, and what is between them."""
    said = [shown(letter) for letter in target] + [STOPPED]
    reads = _places(len(source), 0, width)
    writes = _places(len(said), 0, width)
    quiet = {"fill": hue("quiet"), "font_size": 13}
    if looks is None:
        between = _draw_vector(reads[-1], writes[0], text)
    else:
        between = _draw_arcs(reads, writes, np.asarray(looks))
    letters = [
        write_text(x, HIGH["read"], shown(letter), fill=hue("input"), font_size=15)
        for x, letter in zip(reads, source, strict=True)
    ]
    letters += [
        write_text(
            x, HIGH["letters"], letter, fill=hue("output"), font_size=15 if len(letter) == 1 else 12
        )
        for x, letter in zip(writes, said, strict=True)
    ]
    ticks = "".join(
        f'<path d="M{x:.1f} {y}v8" stroke="{hue("quiet")}" stroke-width="1"/>'
        for xs, y in ((reads, HIGH["encoder"] + 16), (writes, HIGH["letters"] + 5))
        for x in xs
    )
    rows = _draw_cells(reads, HIGH["encoder"], "state") + _draw_cells(
        writes, HIGH["decoder"], "output"
    )
    names = write_text(writes[0] - 10, 12, "The decoder writes", "start", **quiet)
    names += write_text(reads[0] - 10, HIGH["read"] + 24, "The encoder reads", "start", **quiet)
    return between + rows + ticks + "".join(letters) + names, width, HIGH["read"] + 30


def unrolled_pair(
    source: str, target: str, looks: Array | None = None, units: int | None = None
) -> Drawn:
    """Encoder and decoder, one cell a letter: with the vector between them, or with arcs.

    `looks` has a row for each letter of the target and one for the stop, as `looked_at` gives it;
    `units` is n_h.
    """
    many = f"the last state, 2 × {units} numbers" if units else "the last state"
    wide = min(700, 34 * max(len(source), len(target) + 1))
    pictures = (draw_pair(source, target, looks, width, many) for width in (wide, 340))
    if looks is None:
        label = f"{len(source)} cells read {source}; {len(target) + 1} cells write {target} and a"
        label += f" stop. The second row gets nothing from the first but {many}."
        caption = "Each cell of the lower row reads a letter; each cell of the upper row writes"
        caption += " one, and reads the letter before."
    else:
        label = f"{len(source)} cells read {source}; {len(target) + 1} cells write {target} and a"
        label += " stop. Arcs rise from letters read to letters written, as thick as their weight."
        caption = "Each arc is as thick as its attention weight. The last state is still handed"
        caption += " over, but not drawn."
    return Drawn(*pictures, label, caption)


def draw_aligned(
    source: str, said: str, A: Array, room: int, boxes: Sequence[tuple] = ()
) -> Picture:
    """Squares as dark as the weight, a row for each letter written, a column for each one read."""
    rows = [*map(shown, said), STOPPED][: len(A)]
    left, top = 36, 24
    side = min(26.0, (room - left) / len(source))
    tall = max(side, 18)
    style = {"font_size": 14 if side > 16 else 12}
    squares = [
        f'<rect x="{left + j * side:.1f}" y="{top + i * tall:.1f}" width="{side - 1:.1f}"'
        f' height="{tall - 1:.1f}" fill-opacity="{0.05 + 0.95 * weight:.2f}"/>'
        for i, row in enumerate(A)
        for j, weight in enumerate(row)
    ]
    parts = [f'<g fill="{hue("state")}">{"".join(squares)}</g>']
    parts += [
        write_text(
            left + (j + 0.5) * side - 0.5, top - 8, shown(letter), fill=hue("input"), **style
        )
        for j, letter in enumerate(source)
    ]
    parts += [
        write_text(
            left - 8, top + (i + 0.5) * tall + 4, letter, "end", fill=hue("output"), font_size=13
        )
        for i, letter in enumerate(rows)
    ]
    for (i, last), (j, end) in boxes:
        parts.append(
            f'<rect x="{left + j * side - 1:.1f}" y="{top + i * tall - 1:.1f}" rx="3" fill="none"'
            f' width="{(end - j) * side + 1:.1f}" height="{(last - i) * tall + 1:.1f}"'
            ' stroke="currentColor" stroke-width="1.6"/>'
        )
    return "".join(parts), int(left + len(source) * side), int(top + len(rows) * tall)


def aligned(source: str, said: str, A: Array, boxes: Sequence[tuple] = ()) -> Drawn:
    """The alignment matrix: where each written letter looks, A as `looked_at` gives it.

    Each of `boxes` outlines rows from i to last and columns from j to end: ((i, last), (j, end)).
    """
    A = np.asarray(A)
    pictures = (draw_aligned(source, said, A, room, boxes) for room in (700, 350))
    most = [source[j] for j in A.argmax(axis=-1)]
    told = ", ".join(
        f"{letter} at {'a space' if at == ' ' else at}"
        for letter, at in zip([*said, STOPPED], most, strict=False)
    )
    outlined = (
        " An outline joins a part of the date to the word that names it, with the letter after it."
        if boxes
        else ""
    )
    return Drawn(
        *pictures,
        f"Attention weights, {len(A)} rows and {len(source)} columns. Each written letter looks"
        f" most: {told}.",
        "Rows are letters written, columns letters read; the stronger the tint, the larger the"
        f" weight.{outlined if boxes else ''}",
    )


LOOKS = (  # of the lines, one for each size
    (QUIET, (0, (1, 1.5)), "v"),
    ("black", (0, (4, 2)), "s"),
    (QUIET, (0, (6, 1.5, 1.5, 1.5)), "^"),
    (OUTPUT, "-", "D"),
)
ATTENDING = ((STATE, "-", "o"), (STATE, (0, (4, 2)), "x"))


def _looks(names: Sequence[str]) -> dict[str, tuple]:
    """Colour, dash and mark of each line; what has attention is drawn in the colour of states."""
    plain, attending = iter(LOOKS), iter(ATTENDING)
    return {name: next(attending if "attention" in name else plain) for name in names}


def _named(size: str) -> str:
    """What a line is called: a size alone is a number of units."""
    return f"{size} units" if size.isdigit() else size


def bottleneck(found: dict[str, list[list[float]]], lengths: Sequence[int], longest: int) -> Figure:
    """The share of strings that are reversed, against their length, for each size of the vector.

    `found` has for each size, or another name, a list for each seed.
    """
    middles = {size: np.median(runs, axis=0) for size, runs in found.items()}

    def draw(axes: Axes) -> None:
        axes.axvspan(lengths[0] - 0.6, longest, color=QUIET, alpha=0.12, linewidth=0)
        looks = _looks(list(found))
        for size, runs in found.items():
            colour, line, mark = looks[size]
            for run in runs:
                axes.plot(lengths, run, color=colour, linewidth=0.6, alpha=0.45)
            style = {"color": colour, "linestyle": line, "marker": mark, "markersize": 4.5}
            axes.plot(lengths, middles[size], label=_named(size), linewidth=1.9, **style)
        axes.set(xlabel="letters in the string", ylabel="reversed exactly", ylim=(-0.03, 1.05))
        axes.set(xlim=(lengths[0] - 0.6, lengths[-1] + 0.4), xticks=list(lengths))
        axes.set_yticks([0, 0.5, 1], ["0", "50 %", "100 %"])
        name_above(axes)

    shown_at = [n for n, length in enumerate(lengths) if length in (8, longest)]
    told = "; ".join(
        f"{_named(size)} {', '.join(percent(middle[n]) for n in shown_at)}"
        for size, middle in middles.items()
    )
    at = " and ".join(str(lengths[n]) for n in shown_at)
    return Figure(
        label=f"Share of strings reversed exactly, against their length; at {at} letters: {told}.",
        caption="Thick lines are medians, thin lines the single seeds. Shaded: lengths that were"
        " trained on.",
        **both(draw, (6.6, 3.3), (3.7, 3.9)),
    )


def learning(found: dict[str, list[dict]]) -> Figure:
    """The share of held-out dates that are right after so many updates, one mark for each seed.

    `found` has for "vector" and "attention" what `dates.compare` finds for each seed.
    """
    names = {"vector": "one vector", "attention": "with attention"}
    marks = [int(mark) for mark in next(iter(found.values()))[0]]
    shares = {
        name: np.array([[run[str(mark)]["all"] for mark in marks] for run in runs])
        for name, runs in found.items()
    }

    def draw(axes: Axes) -> None:
        looks = {"vector": (QUIET, (0, (4, 2)), "s"), "attention": (STATE, "-", "o")}
        for name, runs in shares.items():
            colour, line, mark = looks[name]
            axes.plot(marks, np.median(runs, axis=0), color=colour, linestyle=line)
            for n, run in enumerate(runs):
                at = np.array(marks) + 14 * (n - (len(runs) - 1) / 2)
                label = names[name] if n == 0 else None
                style = {"color": colour, "fillstyle": "none", "markersize": 5.5}
                axes.plot(at, run, mark, linestyle="", label=label, **style)
        axes.set(xlabel="updates", ylabel="dates exactly right", ylim=(-0.03, 1.05), xticks=marks)
        axes.set_yticks([0, 0.5, 1], ["0", "50 %", "100 %"])
        name_above(axes)

    count = len(next(iter(found.values())))
    told = "; ".join(
        f"{names[name]} {', '.join(percent(s) for s in np.median(runs, axis=0))}"
        for name, runs in shares.items()
    )
    return Figure(
        label=f"Share of held-out dates that are exactly right after {', '.join(map(str, marks))}"
        f" updates, medians of {count} seeds: {told}.",
        caption="One mark per seed, lines through the medians. Guessing gets none right.",
        **both(draw, (6.0, 3.0), (3.7, 3.4)),
    )
