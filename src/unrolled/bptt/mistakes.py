"""Four classic mistakes in a step back, one at a time. Notebook: book/bptt.ipynb

Each leaves code that runs and shapes that fit; what each costs is in `mistakes`.
"""

import numpy as np

from unrolled.core.cell import Cell
from unrolled.core.door import check_choice
from unrolled.core.shapes import Array
from unrolled.rnn.cell import CELL, RNN, StepCache, rnn_step_back

MISTAKES = {  # what the step back returns, of its arguments and of what is right
    "future dropped": lambda p, c, dh, dp, dx, back: (dp, dx, 0 * back),
    "not transposed": lambda p, c, dh, dp, dx, back: (dp, dx, p.W_hh @ dp.b_h),
    "state after the step": lambda p, c, dh, dp, dx, back: (
        dp._replace(W_hh=np.outer(dp.b_h, c.h)),
        dx,
        back,
    ),
    "no slope": lambda p, c, dh, dp, dx, back: rnn_step_back(p, c._replace(h=0 * c.h), dh),
}


def mistaken(name: str) -> Cell:
    """Elman's cell with one of the MISTAKES in its step back."""
    wrong = MISTAKES[check_choice("name", name, MISTAKES)]

    def back(p: RNN, cache: StepCache, dh: Array) -> tuple:
        return wrong(p, cache, dh, *rnn_step_back(p, cache, dh))

    return CELL._replace(step_back=back, fast=None)
