"""Gates as valves: what a forget valve does to the memory, it does to the gradient.

One unit over T steps. Each step of the package's cell is on tape, forward and back; the module
only walks from step to step. Its `walk` is held to `unrolled.lstm.one_unit.walked` by a test.
Notebooks: book/lstm.ipynb, book/gru.ipynb
"""

from functools import cache

import numpy as np
import traitlets

from unrolled.core.door import check_array, check_choice, check_whole, short_repr
from unrolled.gru.gates_as_valves_words import CELLS, MODES, SAID
from unrolled.gru.one_unit import BY_HAND as GRU_BY_HAND
from unrolled.gru.one_unit import GRU_UNIT
from unrolled.gru.valve_question_words import NEAR, asked, asks_two_ways, question, replies, task
from unrolled.gru.valve_stories_words import stories
from unrolled.lstm.one_unit import BIT, LONGEST, LSTM_UNIT, Unit, Walk, bit_and_noise, walked
from unrolled.lstm.one_unit import BY_HAND as LSTM_BY_HAND
from unrolled.widget.explorable import Explorable
from unrolled.widget.tape import record

UNITS = {"LSTM": (LSTM_UNIT, LSTM_BY_HAND), "GRU": (GRU_UNIT, GRU_BY_HAND)}
LISTS = ("keep", "write", "show", "reset")  # what is turned, step by step
THIRD = {"LSTM": "show", "GRU": "reset"}
SHARE = {"low": 0.0, "high": 1.0}


def _share() -> traitlets.List:
    return traitlets.List().tag(sync=True, door=SHARE)


def _weight(value: float, most: int) -> traitlets.Float:
    return traitlets.Float(value, min=-most, max=most).tag(sync=True)


class GatesAsValves(Explorable):
    """Turn the valves of one LSTM or GRU unit, by hand or by its weights; see memory and gradient.

    `steps` is T, from 8 to 50; `cells` are those that the reader has met. The openings are lists of
    T numbers from 0 to 1: `keep` f, `write` i or u, `show` o, `reset` r; a GRU keeps what it does
    not write. The other arguments are the traits below.
    Raises ValueError for what does not fit.
    """

    title = "Gates as valves: one pipe, there and back"

    cell = traitlets.Enum(list(CELLS), "LSTM").tag(sync=True)
    mode = traitlets.Enum(list(MODES), "hand").tag(sync=True)
    step = traitlets.Int(1, min=1, max=LONGEST).tag(sync=True)  # the one whose numbers are told
    keep, write, show, reset = _share(), _share(), _share(), _share()
    b_keep, b_write = _weight(2.0, 8), _weight(-4.0, 8)  # f and i or u; 8 more for i, u at step 1
    b_show, b_reset = _weight(1.0, 8), _weight(0.0, 8)
    w_gates, w_candidate = _weight(2.0, 12), _weight(0.5, 4)  # what gates and candidate make of h

    def __init__(self, steps: int = 40, cells: object = tuple(CELLS), **traits: object):
        self._T = check_whole("steps", steps, 8, LONGEST)
        names = list(map(str, cells)) if isinstance(cells, list | tuple) else []
        if not names or len({*names}) < len(names):
            raise ValueError(f"cells: got {short_repr(cells)}, expected one or both of {[*CELLS]}")
        self._cells = [check_choice("cells", name, CELLS) for name in cells]
        first = traits.get("cell", self._cells[0])
        usual = asked(first, steps) | {"cell": first, "step": 1}
        super().__init__(**usual | traits)

    def entered(self, name: str, value: object) -> object:
        """`value` as the trait of this name holds it, for the cells and steps that are there."""
        if name == "cell":
            return check_choice(name, value, self._cells)
        if name == "step":
            return check_whole(name, value, 1, self._T)
        if name not in LISTS:
            return super().entered(name, value)
        found = check_array(name, value, "T", T=self._T)
        if found.min() < 0 or found.max() > 1:
            worst = found[np.argmax(np.abs(found - 0.5))]
            raise ValueError(f"{name}: got {worst:g}, expected openings from 0 to 1")
        return found.tolist()

    def constants(self) -> dict:
        """Tapes, inputs, words, the question, the stories and the task."""
        T = self._T
        doors = self._doors()
        doors |= {"cell": {"names": self._cells}, "step": {"low": 1, "high": T, "whole": True}}
        both, left = half_of_both(T)
        return {
            "doors": doors,
            "xs": bit_and_noise(T).tolist(),
            "tapes": {name: tapes(name) for name in self._cells},
            "hand": {name: UNITS[name][1].tolist() for name in self._cells},
            "cells": [[name, name] for name in self._cells],
            "ticks": [t for t in range(1, T + 1) if t == 1 or t % 10 == 0 or (T < 15 and t == T)],
            **SAID,
            "question": question(T, self.cell, both, left),
            "replies": replies(T, self.cell, both, left),
            "near": NEAR if asks_two_ways(self.cell, T) else 1,
            "stories": stories(self.state(), ran),
            "task": task(T, np.tanh(BIT) if self.cell == "LSTM" else BIT),
        }


def ran(state: dict) -> Walk:
    """What the unit of this state does, by the package."""
    unit, by_hand = UNITS[state["cell"]]
    xs = bit_and_noise(len(state["keep"]))
    names = ("keep", "write", THIRD[state["cell"]])
    if state["mode"] == "hand":
        return walked(unit, by_hand, xs, np.stack([state[name] for name in names], axis=-1))
    knobs = [state[f"b_{name}"] for name in names] + [state["w_gates"], state["w_candidate"]]
    return walked(unit, knobs, xs)


@cache
def half_of_both(T: int) -> tuple[int, float]:
    """Where a GRU's whole gradient is down to half, and what is left there along the state."""
    way = ran({"cell": "GRU", "mode": "hand", **asked("GRU", T)})
    below = np.flatnonzero(way.total[1:] <= 0.5) + 1
    step = int(below[-1]) if len(below) else 1
    return step, float(way.path[step])


@cache
def tapes(cell: str) -> dict[str, dict]:
    """A step of the cell, by its weights and by hand, and the same step read backwards."""
    unit: Unit = UNITS[cell][0]
    knobs = np.array([2.0, -4.0, 1.0, 2.0, 0.5])
    valves = np.array([0.7, 0.3, 0.6])
    x = np.ones(2)
    new, h, c, after, dh, dc = np.array([[0.3], [0.2], [0.4], [0.5], [0.6], [0.7]])
    now = {"x": x, "h": h, "c": c}
    back = {"new": new, "after": after, "dh": dh, "dc": dc}
    return {
        "weights": record(unit.by_weights, knobs=knobs, **now).data,
        "hand": record(unit.by_hand, knobs=knobs, valves=valves, **now).data,
        "back": record(unit.back, knobs=knobs, valves=valves, **now, **back).data,
    }
