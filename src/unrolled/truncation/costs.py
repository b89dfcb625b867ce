"""What the ways to a gradient cost: numbers kept at a time, and multiply-adds.

Notebook: book/truncation.ipynb
"""

from typing import NamedTuple

from unrolled.bptt.cost import cost_of_a_step
from unrolled.core.door import check_whole
from unrolled.truncation.weights import kept


class Cost(NamedTuple):
    """What a gradient over a whole sequence takes."""

    numbers: int  # kept at a time
    work: int  # multiply-adds, the way forward included


def costs(T: int, n_x: int, n_h: int, k: int, every: int) -> dict[str, Cost]:
    """Of T steps: with windows and chunks of k steps, and a checkpoint every `every` steps.

    RTRL carries a number for each pair of a unit and a weight.
    Raises ValueError for an `every` that does not divide T and for a k above T.
    """
    T = check_whole("T", T, 1)
    k = check_whole("k", k, 1, T)
    every = check_whole("every", every, 1, T)
    if T % every:
        raise ValueError(f"every: got {every}, expected a divisor of T = {T}")
    back, rtrl = cost_of_a_step(n_x, n_h)
    forward = n_h * (n_x + n_h)
    once = T * (forward + back)
    pairs = int(kept(T, 1, k).sum())

    def memory(steps: int) -> int:
        return steps * (n_x + n_h) + n_h

    return {
        "BPTT": Cost(memory(T), once),
        "checkpointing": Cost((T // every - 1) * n_h + memory(every), once + (T - every) * forward),
        "RTRL": Cost(n_h * n_h * (n_x + n_h + 1), T * rtrl),
        "window": Cost(memory(k), T * forward + pairs * back),
        "chunks": Cost(memory(k), once),
    }
