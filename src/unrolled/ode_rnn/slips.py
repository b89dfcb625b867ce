"""Known mistakes of this chapter, as functions of what the right one takes, each with its answer.

A way across a gap is a function (gap, h) -> h, as `shrinks` and `flows` give it.
Notebook: book/ode_rnn.ipynb
"""

from collections.abc import Callable

import numpy as np

from unrolled.core.shapes import Array
from unrolled.ode_rnn.times import rows
from unrolled.page.ask import Slip

Time = float | int
State = Array | float


def shrinks(rates: Array | float) -> Callable:
    """The way of a state that decays at these rates λ.                       eq-ode-rnn-decay"""
    return lambda gap, h: np.exp(-np.asarray(rates) * gap) * h


def flows(W: Array, b: Array) -> Callable:
    """The way of a state in the field tanh(W h + b), in one step of Euler's method.

    eq-ode-rnn-evolve
    """
    return lambda gap, h: h + gap * np.tanh(W @ h + b)


def across(way: Callable, before: Time, now: Time, h: State) -> State:
    """The state h_k⁻, just before the observation at the time `now`.        eq-ode-rnn-before"""
    return way(now - before, h)


def observed(way: Callable, before: Time, now: Time, h: State, update: Callable) -> State:
    """The state h_k after an observation; `update` is what the cell makes of h_k⁻ with it.

    eq-ode-rnn-update
    """
    return update(across(way, before, now, h))


def unobserved(way: Callable, before: Time, now: Time, h: State, update: Callable) -> State:
    """The state in a row that observes nothing: `update` is left out.        eq-ode-rnn-update"""
    return across(way, before, now, h)


def row(before: Time, now: Time, values: Array | list, mask: Array | list) -> Array:
    """The row of values of which only some were measured.                      eq-ode-rnn-row"""
    seen = np.asarray(mask, dtype=bool)[None]
    return rows(np.array([now], dtype=float), np.asarray(values)[None], seen, start=before)[0]


def two_parts(way: Callable, before: Time, now: Time, h: State, c: State) -> tuple[State, State]:
    """The state of an LSTM after a gap: h crosses it and c waits."""
    return across(way, before, now, h), c


def _same(h: State) -> State:
    return h


SLIPS: dict[str, Slip] = {
    # of a gap, without an update or with one after it
    "gap ignored": Slip(
        "You ignored the gap. The state changes during it.",
        lambda way, before, now, h, update=_same: update(h),
    ),
    "time for gap": Slip(
        "You used the time of the row. Use the gap, the time since the row before.",
        lambda way, before, now, h, update=_same: update(way(now, h)),
    ),
    "growing": Slip(
        "Your state grows. A decaying state needs the minus sign in exp(−λ Δt).",
        lambda way, before, now, h, update=_same: update(way(before - now, h)),
    ),
    # of an update
    "update first": Slip(
        "You updated before the gap. The gap comes first, and then the update.",
        lambda way, before, now, h, update: across(way, before, now, update(h)),
    ),
    "updated unseen": Slip(
        "Nothing was observed here, so there is no update. The state only crosses the gap.",
        lambda way, before, now, h, update: update(across(way, before, now, h)),
    ),
    # of a row
    "time in the row": Slip(
        "A row begins with the gap Δt, not with the time.",
        lambda before, now, values, mask: np.r_[now, row(before, now, values, mask)[1:]],
    ),
    "missing as zero": Slip(
        "With a mask of 1, the cell takes a missing component for a measured 0.",
        lambda before, now, values, mask: np.r_[
            row(before, now, values, mask)[: 1 + len(mask)], np.ones(len(mask))
        ],
    ),
    # of a state with two parts
    "c alone": Slip(
        "You took <b>c</b> across the gap. Take <b>h</b> across it, and let <b>c</b> wait.",
        lambda way, before, now, h, c: (h, across(way, before, now, c)),
    ),
    "both parts": Slip(
        "You took both parts across the gap. Only <b>h</b> crosses it; <b>c</b> waits.",
        lambda way, before, now, h, c: (
            across(way, before, now, h),
            across(way, before, now, c),
        ),
    ),
}
DECAY = {n: SLIPS[n] for n in ("gap ignored", "time for gap", "growing")}
EVOLVE = {n: SLIPS[n] for n in ("gap ignored", "time for gap")}
UPDATE = {n: SLIPS[n] for n in ("gap ignored", "time for gap", "update first")}
UNSEEN = {n: SLIPS[n] for n in ("updated unseen",)}
ROW = {n: SLIPS[n] for n in ("time in the row", "missing as zero")}
PARTS = {n: SLIPS[n] for n in ("c alone", "both parts")}
