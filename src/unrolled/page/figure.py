"""A matplotlib figure as inline SVG: one label for those who do not see it, both colour modes.

Black becomes the text's own colour; white and the four semantic colours become the page's
variables, so that the picture follows light and dark. Text stays text, in the font of the page.
"""

import hashlib
import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from unrolled.page.numbers import join_percents

INPUT, STATE, OUTPUT, GRADIENT, QUIET = "#00785a", "#0068a8", "#8f3f78", "#b34a00", "#566173"
PAPER = "#ffffff"
VARIABLES = {
    INPUT: "input",
    STATE: "state",
    OUTPUT: "output",
    GRADIENT: "gradient",
    QUIET: "quiet",
    PAPER: "paper",
}
# What matplotlib asks of every element in a style sheet, which inline would rule the whole page.
ROOT = 'fill="currentColor" stroke-linejoin="round" stroke-linecap="butt"'
RC = {
    "svg.fonttype": "none",
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.8,
    "axes.titlesize": 10.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "legend.frameon": False,
    "lines.linewidth": 1.8,
    "axes.edgecolor": QUIET,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.labelcolor": "black",
    "ytick.labelcolor": "black",
}


class Inline:
    """A picture as inline SVG, with its text alternative, for a notebook to show.

    `narrow` is the same picture for a phone, where the style sheet shows it instead.
    """

    def __init__(self, wide: str, narrow: str | None, label: str, caption: str = ""):
        if not 0 < len(label) <= 250:
            raise ValueError(f"label: got {len(label)} characters, expected 1 to 250")
        self.svg = wide
        self.label = label
        self.caption = caption
        if narrow is not None:
            narrow = narrow.replace('style="', 'class="narrow" style="display: none; ', 1)
            self.svg = self.svg.replace("<svg ", '<svg class="wide" ', 1) + narrow

    def __repr__(self) -> str:
        return f"Figure: {self.label}"

    def _repr_html_(self) -> str:
        words = join_percents(self.caption)
        caption = f"<figcaption>{words}</figcaption>" if words else ""
        return f'<figure class="figure-inline">{self.svg}{caption}</figure>'


class Figure(Inline):
    """A figure that matplotlib drew on one canvas, or on two of which one is for a phone."""

    def __init__(self, canvas: Canvas, label: str, caption: str = "", narrow: Canvas | None = None):
        other = None if narrow is None else _svg(narrow, label, salt="narrow")
        super().__init__(_svg(canvas, label), other, label, caption)


COVER = (2.2, 1.3)  # inches: the size of a chapter's small picture on the front page


@contextmanager
def drawing(
    width: float | int, height: float | int, columns: int = 1, rows: int = 1, **options
) -> Iterator[tuple]:
    """A canvas and its axes, in inches, in the book's style."""
    with mpl.rc_context(RC):
        canvas = Canvas(figsize=(width, height), layout="constrained")
        yield canvas, canvas.subplots(rows, columns, **options)


def both(
    draw: Callable, wide: tuple, narrow: tuple, panels: int = 1, **options
) -> dict[str, Canvas]:
    """`draw(axes)` on panels beside each other, and for a phone below each other, for `Figure`."""
    canvases = []
    for size, (rows, columns) in ((wide, (1, panels)), (narrow, (panels, 1))):
        with drawing(*size, columns, rows, **options) as (canvas, axes):
            draw(axes)
        canvases.append(canvas)
    return dict(zip(("canvas", "narrow"), canvases, strict=True))


def draw_grid(draw: Callable, size: tuple, rows: int, columns: int, **options) -> Canvas:
    """`draw(panels)` on rows and columns of panels; options as of matplotlib's `subplots`."""
    with drawing(*size, columns, rows, squeeze=False, **options) as (canvas, panels):
        draw(panels)
    return canvas


def bare(axes: Axes) -> Axes:
    """An axes for a diagram: equal units and nothing drawn around it."""
    axes.set_aspect("equal")
    axes.axis("off")
    return axes


def _svg(canvas: Canvas, label: str, salt: str = "") -> str:
    buffer = io.StringIO()
    salt = hashlib.sha1((label + salt).encode()).hexdigest()
    with mpl.rc_context({**RC, "svg.hashsalt": salt}):
        canvas.savefig(buffer, format="svg", transparent=True, metadata={"Date": None})
    svg = buffer.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"(?s)<metadata>.*?</metadata>|<!--.*?-->|<style.*?</style>", "", svg)
    used = set(re.findall(r"#([\w-]+)[\")]", svg))
    svg = re.sub(r' id="([^"]+)"', lambda m: m[0] if m[1] in used else "", svg)
    for colour, name in VARIABLES.items():
        alone = "white" if colour == PAPER else colour  # in a notebook, where no page sets it
        svg = svg.replace(colour, f"var(--{name}, {alone})")
    svg = svg.replace("#000000", "currentColor")
    svg = svg.replace("; font-family: 'DejaVu Sans'", "")  # its widths are known, the page's fit
    svg = re.sub(r'<svg [^>]*?(width="[\d.]+)pt" [^>]*?(viewBox="[^"]+")[^>]*>', r"<svg \2>", svg)
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', svg)[1])
    size = f"--width: {width * 4 / 3:.0f}px; width: var(--width)"
    head = f'<svg role="img" aria-label="{escape(label)}" style="{size}" {ROOT} '
    return re.sub(r"\n\s*", "\n", svg.replace("<svg ", head, 1))
