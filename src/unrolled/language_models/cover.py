"""The chapter's small picture on the front page. Notebook: book/intro.ipynb"""

from unrolled.page.figure import COVER, OUTPUT, Figure, drawing

TEXT = "deme" * 3 + "d"


def cover() -> Figure:
    """What follows an e, counted."""
    after = [TEXT[i + 1] for i, letter in enumerate(TEXT[:-1]) if letter == "e"]
    shares = [after.count(letter) / len(after) for letter in "dem"]
    with drawing(*COVER) as (canvas, axes):
        axes.bar(list("dem"), shares, color=OUTPUT, width=0.6)
        axes.set(ylim=(0, 1), yticks=[0, 0.5, 1], title="after “e”")
    said = ", ".join(f"{c} {share:.2f}" for c, share in zip("dem", shares, strict=True))
    return Figure(canvas, f"Bars: the share of each letter after e in {TEXT}: {said}.")
