"""The chapter's small picture on the front page. Notebook: book/intro.ipynb"""

from unrolled.core.unroll import unroll
from unrolled.demo.weights import XS
from unrolled.lstm.cell import CELL
from unrolled.lstm.demo import LSTM_WEIGHTS, START
from unrolled.page.diagram import arrow, draw_valve, node
from unrolled.page.figure import COVER, STATE, Figure, bare, drawing


def cover() -> Figure:
    """The memory of one unit over the three letters, and the valves between the steps."""
    states, caches = unroll(CELL, LSTM_WEIGHTS, XS, START)
    memory, valves = states.c[:, 0], caches.steps.valves.f[1:, 0]
    with drawing(*COVER) as (canvas, axes):
        for n, number in enumerate(memory):
            x = 2.4 * n
            node(axes, x, 0, "c", STATE)
            axes.text(x, -0.75, f"{number:.2f}", ha="center", va="center", fontsize=8)
            if n:
                arrow(axes, (x - 2.1, 0), (x - 1.5, 0), STATE, mutation_scale=7)
                draw_valve(axes, x - 1.2, 0, "", False, (0, 0.6, "center"))
                axes.text(x - 1.2, 0.6, f"{valves[n - 1]:.2f}", ha="center", fontsize=8)
                arrow(axes, (x - 0.9, 0), (x - 0.3, 0), STATE, mutation_scale=7)
        bare(axes).set(xlim=(-0.5, 5.3), ylim=(-1.4, 1.4))
    numbers = ", ".join(f"{number:.2f}" for number in memory)
    return Figure(
        canvas,
        f"A memory at three steps, {numbers}, and the valves in between, open by "
        f"{valves[0]:.2f} and {valves[1]:.2f}.",
    )
