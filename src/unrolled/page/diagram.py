"""Parts of drawn networks: circles, boxes, letters with a subscript, arrows, valves, legends."""

from math import log10

from matplotlib.axes import Axes
from matplotlib.patches import Circle, FancyArrowPatch, FancyBboxPatch, Polygon

from unrolled.page.numbers import ten_to


def node(axes: Axes, x: float | int, y: float | int, text: str, colour: str) -> None:
    """A named quantity."""
    axes.add_patch(Circle((x, y), 0.3, fill=False, edgecolor=colour, linewidth=1.8))
    axes.text(x, y, text, ha="center", va="center", fontsize=12)


def box(
    axes: Axes, x: float | int, y: float | int, text: str, wide: float = 1.9, tall: float = 0.6
) -> None:
    """A named part of a network, centred at (x, y)."""
    axes.add_patch(
        FancyBboxPatch(
            (x - wide / 2, y - tall / 2),
            wide,
            tall,
            facecolor="none",
            edgecolor="black",
            boxstyle="round,pad=0.05",
        )
    )
    axes.text(x, y, text, ha="center", va="center", fontsize=9)


def subscripted(axes: Axes, x: float | int, y: float | int, letter: str, subscript: str) -> None:
    """A letter with a subscript, in the page's font."""
    axes.text(x, y, letter, ha="right", va="center", fontsize=10)
    axes.text(x, y - 0.07, subscript, ha="left", va="center", fontsize=7.5)


def arrow(axes: Axes, start, end, colour: str = "black", bend: float = 0.0, **style) -> None:
    """What is computed from what."""
    style = {"linewidth": 1.4, "mutation_scale": 11, "shrinkA": 0, "shrinkB": 0, **style}
    axes.add_patch(
        FancyArrowPatch(
            start, end, arrowstyle="-|>", color=colour, connectionstyle=f"arc3,rad={bend}", **style
        )
    )


def draw_valve(
    axes: Axes, x: float | int, y: float | int, text: str, down: bool, at: tuple
) -> None:
    """Two triangles that meet, as valves are drawn; its name and number stand at `at`."""
    across, along = (0.26, 0.3) if down else (0.3, 0.26)
    corners = [(-across, along), (across, -along), (across, along), (-across, -along)]
    if down:
        corners = [(-across, along), (across, along), (-across, -along), (across, -along)]
    outline = [(x + u, y + v) for u, v in corners]
    axes.add_patch(
        Polygon(outline, closed=True, facecolor="none", edgecolor="black", linewidth=1.5)
    )
    axes.text(x + at[0], y + at[1], text, ha=at[2], va="center", fontsize=9.5)


def is_wide(axes: Axes) -> bool:
    """Whether this canvas is the one for a desk."""
    return bool(axes.figure.get_figwidth() > 4)


def name_above(axes: Axes) -> None:
    """The lines by name, above everything."""
    columns = {"ncols": 2 if is_wide(axes) else 1, "handlelength": 2.6, "labelspacing": 0.3}
    axes.figure.legend(
        *axes.get_legend_handles_labels(), loc="outside upper left", **columns, fontsize=9
    )


def write_powers(axes: Axes) -> None:
    """Powers of ten beside a logarithmic axis, each as one text: 1, 0.1, 10⁻⁴."""
    axes.yaxis.set_major_formatter(
        lambda y, _: f"{y:g}" if 0.001 <= y <= 1000 else ten_to(round(log10(y)))
    )
    axes.minorticks_off()
