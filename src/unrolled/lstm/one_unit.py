"""One gated unit over a sequence, its valves turned by hand or by its weights, and the way back.

A unit is three functions of small arrays, built on the cell's own steps, so that a tape can hold
them. The valves of a step are (keep, write, show): f, i and o of an LSTM.
Notebook: book/lstm.ipynb
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.core.door import check_array, check_real, check_whole
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float
from unrolled.lstm.cell import LSTM, State, StepCache, Valves, lstm_step, lstm_step_back
from unrolled.lstm.gate import Gate, sums
from unrolled.lstm.gradient import shown_slope

LONGEST, BIT, MARK = 50, 0.96, 8.0  # steps; the candidate of step 1; what step 1 adds to "write"
NOISE = np.random.default_rng(24).uniform(-0.9, 0.9, LONGEST - 1).round(2)  # what comes after it
BY_HAND = np.zeros(5)  # the knobs of an LSTM whose valves are turned by hand: nothing reads h


class Unit(NamedTuple):
    """A cell with one unit; knobs are b_keep, b_write, b_show, w of the gates and w_c."""

    by_weights: Callable[..., dict]  # knobs, x, h, c -> valves, new, c, h
    by_hand: Callable[..., dict]  # knobs, valves, x, h, c -> the same
    back: Callable[..., dict]  # knobs, valves, new, x, h, c, after, dh, dc -> total, dh, dc


class Walk(NamedTuple):
    """All that a unit did; c, h and the gradients have the start at 0 and step t at t."""

    valves: Float[Array, "T 3"]
    new: Float[Array, " T"]  # the candidates
    c: Float[Array, " T+1"]
    h: Float[Array, " T+1"]
    total: Float[Array, " T+1"]  # dh_T/dc_t
    path: Float[Array, " T+1"]  # what of it comes along the memory alone: dh_T/dc_T Π keep


def bit_and_noise(steps: int) -> Float[Array, "T 2"]:
    """Inputs (value, mark): tanh of the values is 0.96, then noise of both signs; 1 marks step 1.

    Raises ValueError for fewer than 2 steps or more than 50.
    """
    steps = check_whole("steps", steps, 2, LONGEST)
    new = np.concatenate([[BIT], NOISE])[:steps]
    return np.stack([np.arctanh(new), np.arange(steps) == 0], axis=-1)


def gate(knobs: object, own: int, mark: float | int = 0.0) -> Gate:
    """A gate that reads the mark and h, by its own bias and the weight that all gates share.

    Raises ValueError for knobs that are not five finite numbers, and for what is no bias of them.
    """
    knobs = check_array("knobs", knobs, "n", n=5)
    own = check_whole("own", own, 0, 2)
    mark = check_real("mark", mark)
    return Gate(np.array([[0.0, mark]]), knobs[3:4].reshape(1, 1), knobs[own : own + 1])


def candidate(knobs: object) -> Gate:
    """A candidate that reads the value and h, without a bias.

    Raises ValueError for knobs that are not five finite numbers.
    """
    knobs = check_array("knobs", knobs, "n", n=5)
    return Gate(np.array([[1.0, 0.0]]), knobs[4:5].reshape(1, 1), np.zeros(1))


def lstm_weights(knobs: object) -> LSTM:
    """The LSTM with one unit that the knobs describe. Raises ValueError for what is no knobs."""
    return LSTM(i=gate(knobs, 1, MARK), f=gate(knobs, 0), o=gate(knobs, 2), c=candidate(knobs))


def _by_weights(knobs: Array, x: Array, h: Array, c: Array) -> dict[str, Array]:
    after, cache = lstm_step(lstm_weights(knobs), x, State(h, c))
    i, f, o, new = cache.valves
    return {"valves": np.concatenate([f, i, o]), "new": new, "c": after.c, "h": after.h}


def _by_hand(knobs: Array, valves: Array, x: Array, h: Array, c: Array) -> dict[str, Array]:
    new = np.tanh(sums(candidate(knobs), x, h))
    after = valves[0:1] * c + valves[1:2] * new
    return {"valves": valves, "new": new, "c": after, "h": valves[2:3] * np.tanh(after)}


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
    f, i, o = valves[0:1], valves[1:2], valves[2:3]
    cache = StepCache(x, State(h, c), Valves(i, f, o, new), np.tanh(after))
    before = lstm_step_back(lstm_weights(knobs), cache, State(dh, dc))[2]
    return {"total": dc + dh * shown_slope(o, after), "dh": before.h, "dc": before.c}


LSTM_UNIT = Unit(_by_weights, _by_hand, _back)


def walked(unit: Unit, knobs: object, xs: object, openings: object = None) -> Walk:
    """The unit over the inputs xs, from 0; with `openings`, T rows of three, by hand.

    Raises ValueError for what is no unit, arrays that do not fit, and openings beyond 0 to 1.
    """
    check_fields("unit", unit, Unit)
    knobs, xs = check_array("knobs", knobs, "n", n=5), check_array("xs", xs, "T n", n=2)
    if openings is not None:
        openings = check_array("openings", openings, "T n", T=len(xs), n=3)
        if openings.min() < 0 or openings.max() > 1:
            raise ValueError(f"openings: got {openings.min()} to {openings.max()}, expected 0 to 1")
    h = c = np.zeros(1)
    steps, before = [], []
    for t, x in enumerate(xs):
        before.append((h, c))
        steps.append(
            unit.by_weights(knobs, x, h, c)
            if openings is None
            else unit.by_hand(knobs, openings[t], x, h, c)
        )
        h, c = steps[-1]["h"], steps[-1]["c"]
    dh = np.ones(1)
    dc = np.zeros(1)
    total = []
    for x, (h, c), it in zip(xs[::-1], before[::-1], steps[::-1], strict=True):
        found = unit.back(knobs, it["valves"], it["new"], x, h, c, it["c"], dh, dc)
        total.append(found["total"])
        dh, dc = found["dh"], found["dc"]
    valves, new, c, h = (np.stack([it[k] for it in steps]) for k in ("valves", "new", "c", "h"))
    gradients = np.concatenate([*total, dc])[::-1]
    along = np.cumprod(np.append(1.0, valves[::-1, 0]))[::-1]
    start = np.zeros(1)
    return Walk(
        valves,
        new[:, 0],
        np.append(start, c),
        np.append(start, h),
        gradients,
        gradients[-1] * along,
    )
