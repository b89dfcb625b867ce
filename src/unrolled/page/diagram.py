"""Parts of drawn networks: named circles, letters with a subscript, arrows."""

from matplotlib.axes import Axes
from matplotlib.patches import Circle, FancyArrowPatch


def node(axes: Axes, x: float | int, y: float | int, text: str, colour: str) -> None:
    """A named quantity."""
    axes.add_patch(Circle((x, y), 0.3, fill=False, edgecolor=colour, linewidth=1.8))
    axes.text(x, y, text, ha="center", va="center", fontsize=12)


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
