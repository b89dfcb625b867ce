"""What the ways to a gradient cost: numbers kept at a time, and multiply-adds.

Notebook: book/truncation.ipynb
"""

from typing import NamedTuple

from unrolled.bptt.cost import cost_of_a_step
from unrolled.truncation.slips import checkpointed_of, numbers_of, pairs_of


class Cost(NamedTuple):
    """What a gradient over a whole sequence takes."""

    numbers: int  # kept at a time
    work: int  # multiply-adds, the way forward included


def costs(T: int, n_x: int, n_h: int, k: int, every: int) -> dict[str, Cost]:
    """Of T steps: with windows and chunks of k steps, and a checkpoint every `every` steps.

    `every` divides T. RTRL carries a number for each pair of a unit and a weight.
    """
    forward = n_h * (n_x + n_h)
    back, rtrl = cost_of_a_step(n_x, n_h)
    once = T * (forward + back)
    short = numbers_of(k, n_x, n_h)
    return {
        "BPTT": Cost(numbers_of(T, n_x, n_h), once),
        "checkpointing": Cost(checkpointed_of(T, every, n_x, n_h), once + (T - every) * forward),
        "RTRL": Cost(n_h * n_h * (n_x + n_h + 1), T * rtrl),
        "window": Cost(short, T * forward + pairs_of(T, k) * back),
        "chunks": Cost(short, once),
    }
