"""What a reader's own code is told: right, or what is wrong with it.

Notebook: book/truncation.ipynb
"""

from collections.abc import Callable

import numpy as np

from unrolled.bptt.paths import paths
from unrolled.core.gradcheck import relative_gap
from unrolled.core.shapes import Array
from unrolled.core.unroll import unroll
from unrolled.rnn.cell import CELL
from unrolled.truncation.example import example
from unrolled.truncation.weights import kept, survival, weighted


def judged_weights(yours: Callable) -> str:
    """A sentence on `yours(T, pi)`, which should be E[w] of cuts that nothing makes up for."""
    T, pi = 20, 0.8
    try:
        found = np.asarray(yours(T, pi), dtype=float)
    except Exception as error:
        return f"It stopped: {error}"
    if found.shape != (T, T):
        return f"Got shape {found.shape}, expected {(T, T)}, a row for each loss."
    right = survival(np.full(T - 1, pi))
    wrong = {
        "All weights are 0: the mean gradient would be 0.": 0 * right,
        "Rows are losses and columns are steps: yours are the other way round.": right.T,
        "That is one barrier too many: the loss's own step has none.": pi * right,
        "A step after its loss has no path: put 0 above the diagonal.":
            pi ** abs(np.subtract.outer(np.arange(T), np.arange(T))),
        "Nothing fades: you count every pair in full.": kept(T, 1, T),
    }  # fmt: skip
    if np.allclose(found, right):
        p, xs, h0, errors = example()
        table = paths(CELL, p, unroll(CELL, p, xs, h0)[1], errors)
        bias = relative_gap(weighted(table, found), weighted(table, kept(T, 1, T)))
        return f"Right. The mean of such gradients is off by {bias:.1%}."
    return next((says for says, w in wrong.items() if np.allclose(found, w)), "Not yet.")


def judged_online(yours: Callable, truncated: Callable, weights: list[Array]) -> str:
    """A sentence on `yours(weights, xs, ys, k, rate)`, which should update after every chunk.

    `truncated(weights, xs, ys, k, h)` gives the gradients and the last state of some steps.
    """
    letters = np.eye(4)[np.arange(101) % 4]
    given = letters[:-1], letters[1:], 4, 1.0
    try:
        found = yours([w.copy() for w in weights], *given)
    except Exception as error:
        return f"It stopped: {error}"
    if len(found or ()) != len(weights):
        return "Return the new weights, a list of five arrays."

    def walk(carry: bool = True, sign: int = 1, update: bool = True, steps: int = 100) -> list:
        xs, ys, k, rate = given
        now = weights
        h = np.zeros(2)
        first = np.zeros(2)
        for start in range(0, steps, k):
            chunk = slice(start, start + k)
            part, h = truncated(now, xs[chunk], ys[chunk], k, h if carry else first)
            now = [w - sign * rate * dw for w, dw in zip(now, part, strict=True)] if update else now
        return now

    def same(other: list[Array]) -> bool:
        return all(np.allclose(a, b) for a, b in zip(found, other, strict=True))

    if same(walk()):
        return "Right. 25 updates, and the state was carried through all of them."
    wrong = {
        "That is the first chunk alone: 24 more are to come.": walk(steps=4),
        "The weights come back as they were: nothing was updated.": walk(update=False),
        "Every chunk starts from h = 0: carry the last state into the next chunk.": walk(False),
        "You went up: subtract the gradient.": walk(sign=-1),
    }
    return next((says for says, other in wrong.items() if same(other)), "Not yet.")
