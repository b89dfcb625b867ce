"""The chapter's small picture on the front page. Notebook: book/intro.ipynb"""

from unrolled.page.figure import COVER, INPUT, OUTPUT, STATE, Figure, bare, drawing

READ, WRITTEN = "3 may", "05-03"


def cover() -> Figure:
    """A row of cells that reads, a narrow pipe, and a row of cells that writes."""
    with drawing(*COVER) as (canvas, axes):
        for y, text, colour, side in ((0, READ, INPUT, -1), (2, WRITTEN, OUTPUT, 1)):
            edge = STATE if side < 0 else OUTPUT
            for n, letter in enumerate(text):
                axes.plot(n, y, "s", markersize=8, mfc="none", mec=edge, mew=1.3)
                if n:
                    axes.plot([n - 0.74, n - 0.26], [y, y], color=edge, linewidth=1.2)
                at = {"ha": "center", "va": "center", "fontsize": 9.5, "color": colour}
                axes.text(n, y + 0.78 * side, letter, **at)
        last = len(READ) - 1
        path = {"color": STATE, "linewidth": 1.4}
        axes.plot([last, last, 0, 0], [0.3, 1, 1, 1.7], **path)
        axes.plot([1.2, last - 1.2], [1, 1], color=STATE, linewidth=5, solid_capstyle="round")
        bare(axes).set(xlim=(-0.6, last + 0.6), ylim=(-1.3, 3.3))
    said = f"{len(READ)} cells read {READ}, one vector is passed on, and {len(WRITTEN)} cells write"
    return Figure(canvas, f"{said} {WRITTEN}.")
