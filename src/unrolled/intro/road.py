"""The road through the book: a line beside the chapters, with a station for each.

Arcs lead from a chapter to those that it leans on; they and their stations are drawn in full when
one points at the chapter. The drawing knows no chapter: it is told how many there are in each part,
and which leans on which. Lengths are in rem, as in the style sheet. Notebook: book/intro.ipynb
"""

from itertools import pairwise
from math import cos, sin

from unrolled.page.figure import Inline

WIDE = 7.0  # of the drawing
ROW, HEAD = 7.25, 4.25  # heights of a chapter and of a part's name
MIDDLE, SWAY = 5.2, 0.45  # where the road runs, and how far it bends
BEGIN = 1.2  # the spiral's outer radius
STYLE = """
.road { display: none; }
.tag_road .road { display: block; overflow: visible; }
.road .arc { stroke-opacity: 0.22; }
.road .station { fill: var(--paper, #fff); }
"""


def lay_stations(parts: list[int]) -> list[tuple[float, float]]:
    """Where the station of each chapter is, for parts with as many chapters."""
    places, y = [], 0.0
    for chapters in parts:
        y += HEAD
        for _ in range(chapters):
            k = len(places)
            places.append((MIDDLE + SWAY * sin(1.3 * k), y + ROW / 2))
            y += ROW
    return places


def draw_road(parts: list[int], needs: dict[int, list[int]]) -> Inline:
    """The road for chapters 0, 1, …; `needs` says on which earlier ones each of them leans."""
    places = lay_stations(parts)
    high = HEAD * len(parts) + ROW * sum(parts)
    way = _spiral(places[0]) + "".join(
        f" C {x:.2f} {y + 3:.2f} {to:.2f} {below - 3:.2f} {to:.2f} {below:.2f}"
        for (x, y), (to, below) in pairwise(places)
    )
    arcs = "".join(
        f'<path class="arc arc-{k} arc-{other}" d="{_arc(places[k], places[other])}"/>'
        for k, others in needs.items()
        for other in others
        if k - other > 1
    )
    stations = "".join(
        f'<circle class="station station-{k}" cx="{x:.2f}" cy="{y:.2f}" r="0.36"/>'
        for k, (x, y) in enumerate(places)
    )
    said = f"A road with {len(places)} stations, a chapter each; arcs join chapters to earlier ones"
    picture = (
        f'<svg class="road" viewBox="0 0 {WIDE} {high}" width="{WIDE}rem" height="{high}rem"'
        f' role="img" aria-label="{said} that they need." fill="none" stroke="currentColor">'
        f"<style>{STYLE}{_light(parts, needs)}</style>"
        f'<path d="{way}" stroke-width="0.7" stroke-opacity="0.1"/>'
        f'<g stroke-width="0.08">{arcs}</g>'
        f'<path d="{way}" stroke-width="0.14"/><g stroke-width="0.14">{stations}</g></svg>'
    )
    return Inline(picture, None, f"{said} that they need.")


def _spiral(end: tuple[float, float]) -> str:
    """A spiral that unrolls into the road, down to its first station."""
    x, y = MIDDLE - 2.6, 1.5
    turns = [0.25 * k for k in range(61)]
    dots = [
        (x + BEGIN * t / 15 * sin(t - 15), y + BEGIN * t / 15 * cos(t - 15)) for t in turns
    ]  # it ends below its middle and runs on to the right
    return (
        "M "
        + " L ".join(f"{a:.2f} {b:.2f}" for a, b in dots)
        + f" C {x + 2:.2f} {y + BEGIN:.2f} {end[0]:.2f} {y + BEGIN:.2f} {end[0]:.2f} {end[1]:.2f}"
    )


def _arc(start: tuple[float, float], end: tuple[float, float]) -> str:
    """From a station to an earlier one, the further to the left the longer the way is."""
    (x, y), (to, above) = start, end
    left = MIDDLE - min(5.0, 1.2 + (y - above) / 9)
    return f"M {x:.2f} {y:.2f} C {left:.2f} {y:.2f} {left:.2f} {above:.2f} {to:.2f} {above:.2f}"


def _light(parts: list[int], needs: dict[int, list[int]]) -> str:
    """The rules that light up a chapter's arcs and stations when one points at it.

    On the page part names and questions are paragraphs, one after the other; the outputs that are
    none are the road itself and the covers.
    """
    rules, k = [], 0
    for n, chapters in enumerate(parts):
        for _ in range(chapters):
            near = {k, *needs.get(k, []), *(j for j, those in needs.items() if k in those)}
            question = f"> p:nth-of-type({k + n + 2}):is(:hover, :focus-within)"
            at = f".tag_road .cell_output:has({question}, > div:nth-of-type({k + 2}):hover)"
            lit = ", ".join(f".station-{j}" for j in sorted(near))
            rules.append(f"{at} :is({lit}) {{ fill: currentColor; }}")
            rules.append(f"{at} .arc-{k} {{ stroke-opacity: 1; }}")
            k += 1
    return "\n".join(rules)
