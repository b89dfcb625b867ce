"""The states of the recorded networks, as text: a few units of every cell of an explorable.

Notebook: book/sequence_tasks.ipynb
"""

import numpy as np

from unrolled.core.door import check_array
from unrolled.core.shapes import Array, Float

SHOWN = 6  # units of a state, the first ones
LEVELS = "0123456789abcdefghijklmnopqrstuvwxyz"  # from -1 to 1


def state_text(hs: Float[Array, "T n_h"]) -> str:
    """The first units of every state, one after the other, a letter each.

    Raises ValueError for states that are not within -1 and 1.
    """
    hs = check_array("hs", hs, "T n_h")[:, :SHOWN]
    if abs(hs).max() > 1:
        raise ValueError(f"hs: got {abs(hs).max()}, expected numbers from -1 to 1")
    levels = np.rint((hs + 1) / 2 * (len(LEVELS) - 1)).astype(int)
    return "".join(LEVELS[k] for k in levels.ravel())


def read_states(text: str) -> list[list[float]]:
    """The inverse, to one part in 35: a list of units for every state."""
    values = [2 * LEVELS.index(letter) / (len(LEVELS) - 1) - 1 for letter in text]
    return [values[k : k + SHOWN] for k in range(0, len(values), SHOWN)]
