"""The chapter's small picture on the front page. Notebook: book/intro.ipynb"""

from matplotlib.patches import Rectangle

from unrolled.page.figure import COVER, OUTPUT, STATE, Figure, bare, drawing

READ = "gradien"
NEXT = (("t", 0.9), ("c", 0.35), ("s", 0.2))


def cover() -> Figure:
    """Letters that were read, and bars for the letters that may come next."""
    with drawing(*COVER) as (canvas, axes):
        bare(axes)
        for n, letter in enumerate(READ):
            shade = 0.1 + 0.6 * (n / len(READ)) ** 2
            axes.add_patch(Rectangle((n, 0), 0.9, 1.2, color=STATE, alpha=shade, linewidth=0))
            axes.text(n + 0.45, 0.6, letter, ha="center", va="center", fontsize=15)
        for n, (letter, share) in enumerate(NEXT):
            y = 2.2 - 1.6 * n
            axes.add_patch(Rectangle((8.4, y - 0.5), 2.6 * share, 1.0, color=OUTPUT, linewidth=0))
            axes.text(8.0, y, letter, ha="center", va="center", fontsize=15)
        axes.set(xlim=(-0.3, 11.2), ylim=(-2.4, 3.6))
    return Figure(
        canvas,
        f"The letters {READ}, shaded by how much is looked at each, and bars for the next letter:"
        " t is by far the likeliest.",
    )
