"""The chapter's small picture on the front page. Notebook: book/intro.ipynb"""

from unrolled.page.figure import COVER, INPUT, STATE, Figure, drawing
from unrolled.stack.depth import SEEDS, sent_back


def cover() -> Figure:
    """How far the tokens still differ after each of 24 blocks, with norms after and before."""
    apart = {first: [sent_back(seed, first)[0] for seed in SEEDS] for first in (False, True)}
    with drawing(*COVER) as (canvas, axes):
        for runs, colour, line in zip(apart.values(), (INPUT, STATE), ("--", "-"), strict=True):
            for values in runs:
                axes.plot(values, color=colour, linestyle=line, linewidth=1.2)
        axes.set_yscale("log")
        axes.axis("off")
    ends = [sorted(values[-1] for values in runs) for runs in apart.values()]
    after, before = ((end[0], end[-1]) for end in ends)
    return Figure(
        canvas,
        "How far ten tokens differ, block by block: with norms after the sums at the end by"
        f" {after[0]:.4f} to {after[1]:.4f} of their length, with norms before the sub-layers by"
        f" {before[0]:.2f} to {before[1]:.2f}.",
    )
