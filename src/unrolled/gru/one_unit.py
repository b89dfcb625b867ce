"""The GRU with one unit, beside the LSTM's of `unrolled.lstm.one_unit`: what it keeps is its state.

Its valves are (keep, write, reset) = (1 - u, u, r): the first two are one.
Notebook: book/gru.ipynb
"""

import numpy as np

from unrolled.core.shapes import Array
from unrolled.gru.cell import GRU, StepCache, gru_step, gru_step_back
from unrolled.lstm.gate import sums
from unrolled.lstm.one_unit import MARK, Unit, candidate, gate

BY_HAND = np.array([0.0, 0.0, 0.0, 0.0, 1.0])  # the candidate reads r h; the gates do not


def gru_weights(knobs: object) -> GRU:
    """The GRU with one unit that the knobs describe; b_keep is not asked.

    Raises ValueError for what is no knobs.
    """
    return GRU(u=gate(knobs, 1, MARK), r=gate(knobs, 2), h=candidate(knobs))


def _moment(u: Array, r: Array, new: Array, h: Array) -> dict[str, Array]:
    return {"valves": np.concatenate([1 - u, u, r]), "new": new, "c": h, "h": h}


def _by_weights(knobs: Array, x: Array, h: Array, c: Array) -> dict[str, Array]:
    after, cache = gru_step(gru_weights(knobs), x, h)
    return _moment(cache.u, cache.r, cache.new, after)


def _by_hand(knobs: Array, valves: Array, x: Array, h: Array, c: Array) -> dict[str, Array]:
    u, r = valves[1:2], valves[2:3]
    new = np.tanh(sums(candidate(knobs), x, r * h))
    return _moment(u, r, new, (1 - u) * h + u * new)


def _back(
    knobs: Array,
    valves: Array,
    new: Array,
    x: Array,
    h: Array,
    c: Array,
    after: Array,
    dh: Array,
    dc: Array,
) -> dict[str, Array]:
    cache = StepCache(x, h, valves[1:2], valves[2:3], new)
    before = gru_step_back(gru_weights(knobs), cache, dh + dc)[2]
    return {"total": dh + dc, "dh": 0 * before, "dc": before}


GRU_UNIT = Unit(_by_weights, _by_hand, _back)
