"""Gates as valves: same arithmetic as the package, and what it says of a state is so."""

import numpy as np
import pytest

from tests.gru import valve_states
from tests.gru.valve_states import ONCE, T, opening
from tests.widget.case import Case
from tests.widget.engine import derived
from unrolled.gru.gates_as_valves import GatesAsValves, ran


def along(it):
    """What the valves that keep the memory let through, from the chosen step to the last."""
    return ran(it.state()).valves[it.step :, 0].prod()


def here(it, name="total"):
    return getattr(ran(it.state()), name)[it.step]


def shut(it):
    """The steps after the first that keep nothing."""
    return np.flatnonzero(ran(it.state()).valves[1:, 0] == 0) + 2


def come(it):
    """How much of the gradient that enters the memory gets to step 1, on all ways."""
    total = ran(it.state()).total
    return abs(total[1] / total[-1])


def grown(it):
    """How much of what the loss sends is at the chosen step, by all ways."""
    way = ran(it.state())
    inlet = way.valves[-1, 2] if it.cell == "LSTM" else 1.0
    return abs(way.total[it.step] / way.total[-1]) * inlet


def noise(it):
    """What of the memory at the end is not the bit."""
    way = ran(it.state())
    return way.c[-1] - way.valves[1:, 0].prod() * way.c[1]


def shown_alone(it):
    """What the unit shows of the bit alone."""
    return np.tanh(0.96) if it.cell == "LSTM" else 0.96


CASE = Case(
    make=GatesAsValves,
    name="gates_as_valves",
    states={
        "hand": {"step": 20},
        "weights": {"mode": "weights", "step": 5, "w_gates": 6.0},
        "GRU": {"cell": "GRU", "step": 12, "reset": [0.5] * T},
        "GRU by weights": {"cell": "GRU", "mode": "weights", "step": 1, "b_write": -1.0},
        "shut": {"show": [0.0] * T, "step": 1, "keep": [1.0] * T},
        "flat": {
            "mode": "weights",
            "b_keep": 8.0,
            "b_write": 8.0,
            "b_show": 8.0,
            "w_gates": 1.0,
            "w_candidate": 4.0,
        },
        "exploding": {
            "mode": "weights",
            "step": 5,
            "b_keep": 3.5,
            "b_write": -6.0,
            "b_show": -2.5,
            "w_gates": 9.0,
            "w_candidate": 0.0,
        },
    },
    draw=valve_states.draw,
    refused=[
        ({"steps": 7}, "steps: got 7, expected a whole number from 8 to 50"),
        ({"steps": 51}, "steps: got 51"),
        ({"step": 41}, "step: got 41, expected a whole number from 1 to 40"),
        ({"keep": 0.9}, "keep: got shape (), expected (T=40)"),
        ({"keep": [1.5] + [1.0] * 39}, "keep: got 1.5, expected openings from 0 to 1"),
        ({"write": [0.5] * 39}, "write: got shape (39,), expected (T=40)"),
        ({"show": [0.5] * 39 + [-0.1]}, "show: got -0.1, expected openings from 0 to 1"),
        ({"reset": [np.nan] * 40}, "reset: got nan"),
        ({"b_keep": 9.0}, "b_keep: got 9.0, expected a finite number from -8 to 8"),
        ({"cells": ["LSTM", "RNN"]}, "cells: got 'RNN', expected one of 'LSTM', 'GRU'"),
        ({"cells": []}, "cells: got [], expected one or both of ['LSTM', 'GRU']"),
        ({"cells": "LSTM"}, "cells: got 'LSTM', expected one or both of ['LSTM', 'GRU']"),
        ({"cells": ["LSTM"], "cell": "GRU"}, "cell: got 'GRU', expected one of 'LSTM'"),
    ],
    solve=valve_states.solve,
    done={"keep": [1.0] * T, "write": ONCE},
    short=[
        {"keep": [0.99] * T, "write": ONCE},  # it leaks: 0.68 of it is left
        {"keep": [0.997] * T, "write": ONCE},  # and so it does, a little: 0.89
        {"keep": [1.0] * T},  # the input valve stays ajar
        {"keep": [1.0] * T, "write": [0.0] * T},  # nothing was written
        {"keep": [1.0] * T, "write": ONCE, "show": [1.0] * (T - 1) + [0.8]},
        {"keep": [1.0] * T, "write": ONCE, "mode": "weights"},
        {"keep": [1.0] * T, "write": [1.0] + [0.1] * (T - 1), "cell": "GRU"},
    ],
    twins={
        "walk": (valve_states.walk, valve_states.asked),
        "turned": (
            valve_states.turned,
            lambda rng: [opening(rng, 9), int(rng.integers(1, 10)), float(rng.uniform(-0.5, 1.5))],
        ),
        "painted": (
            valve_states.painted,
            lambda rng: [
                opening(rng, 9),
                *([int(rng.integers(1, 10)), float(rng.uniform(-0.5, 1.5))] for _ in range(2)),
            ],
        ),
        "halfWay": (valve_states.half_way, lambda rng: [np.sort(rng.random(9))]),
    },
    claims={
        "Hardly anything is written": lambda it: abs(ran(it.state()).c[1]) < 0.48 + 1e-9,
        "no gradient gets in": lambda it: not ran(it.state()).total.any(),
        "hardly any gradient gets in": lambda it: (
            0 == ran(it.state()).total[-1] < ran(it.state()).valves[-1, 2]
        ),
        "The memory": lambda it: it.cell == "LSTM",
        "the memory": lambda it: it.cell == "LSTM",
        "The state": lambda it: it.cell == "GRU",
        "the state": lambda it: it.cell == "GRU",
        " stops there, and so": lambda it: len(shut(it)) == 1 and not ran(it.state()).total[1],
        " stops at step": lambda it: len(shut(it)) > 0 and not ran(it.state()).total[1],
        "path is shut at step": lambda it: len(shut(it)) > 0 and ran(it.state()).total[1] != 0,
        "the whole gradient grows": lambda it: come(it) > 1.04,
        "gets to step 40, and": lambda it: (
            ran(it.state()).valves[1:, 0].prod() >= 0.895
            and abs(ran(it.state()).h[-1] / shown_alone(it) - 1) <= 0.05
        ),
        "of the gradient in, and": lambda it: 0 < ran(it.state()).valves[-1, 2] < 1,
        "and as much of the gradient": lambda it: np.isclose(
            come(it), ran(it.state()).valves[1:, 0].prod(), rtol=1e-8, atol=1e-300
        ),
        "is noise": lambda it: abs(noise(it)) > 0.1 * abs(ran(it.state()).c[1]),
        "the share not written is kept": lambda it: np.allclose(
            ran(it.state()).valves[:, :2].sum(axis=1), 1, atol=1e-15
        ),
        "lets no gradient in": lambda it: not ran(it.state()).total.any(),
        "Here the gradient comes in": lambda it: it.step == T,
        "a GRU shows its state as it is": lambda it: it.cell == "GRU" and here(it) == 1,
        "nothing of the gradient gets back": lambda it: along(it) == 0 == here(it),
        "’s gradient comes back": lambda it: np.isclose(
            here(it), along(it) * ran(it.state()).total[-1], rtol=0.1, atol=0
        ),
        "its size at the loss, though no": lambda it: (
            grown(it) > 1 >= ran(it.state()).valves[:, 0].max()
        ),
        "other paths back": lambda it: (ran(it.state()).total != ran(it.state()).path).any(),
        "another path back": lambda it: it.cell == "GRU" and any(it.reset),
        "The slope of tanh": lambda it: it.cell == "LSTM" and it.step == T,
    },
)


def test_the_openings_are_as_many_as_the_steps():
    it = GatesAsValves(8, keep=np.full(8, 0.5), write=np.linspace(0, 1, 8).tolist())
    assert it.keep == [0.5] * 8
    it.show = [0] * 8
    assert it.show == [0.0] * 8
    with pytest.raises(ValueError, match="keep: got shape"):
        it.keep = [0.5] * 9


def test_a_reader_who_has_not_met_the_gru_is_not_shown_it():
    it = GatesAsValves(cells=["LSTM"])
    assert it._constants["doors"]["cell"] == {"names": ["LSTM"]}
    assert "GRU" not in str([it._constants[name] for name in ("cells", "stories", "tapes", "hand")])
    assert "GRU" not in it._constants["key"]["LSTM"]
    assert "Cell" not in it.still()
    assert GatesAsValves(cells=["GRU"]).cell == "GRU"


def test_stories_and_question_are_about_the_cell_that_one_starts_with():
    for cell, foreign in (("LSTM", "update"), ("GRU", "forget")):
        told = GatesAsValves(cell=cell)._constants
        assert len(told["stories"]) == 4
        assert {story["set"]["cell"] for story in told["stories"]} == {cell}
        assert told["question"]["show"]["cell"] == cell
        assert foreign not in str([told[name] for name in ("stories", "question", "task")])


def test_the_gradient_flows_back_from_the_loss_slowly_enough_to_be_followed():
    it = GatesAsValves()
    moves = "(now, widget) => [widget.glides, widget.paces.answered]"
    glides, lasts = derived(it, moves)[0]
    assert glides == ["answered"]
    assert 1000 <= lasts <= 1500
    assert it.step == 1, "the marked step must not tell the answer"


FLAGS = """(now, widget) => Array.from({ length: now.constants.xs.length }, (_, k) => {
    const scene = { ...now, narrow: true, guess: k + 1, reply: "" };
    const marks = widget.picture(scene).marks.flat(9);
    const [hint] = marks.filter((mark) => mark?.kind === "word"
        && mark.html === now.constants.hints[1]);
    const drawn = marks.flatMap((mark, k) =>
        (/ pole$/.test(mark?.look) && mark.opacity !== 0 ? [mark, marks[k + 1]] : []));
    const lefts = drawn.flatMap(({ d }) =>
        d.match(/[ML] [\\d.]+/g).map((place) => Number(place.slice(2))));
    return hint ? [hint.at[0] + 6.2 * hint.html.length, Math.min(...lefts)] : null;
})"""


def test_on_a_phone_the_hint_lies_through_no_flag_wherever_it_is(unchecked):
    for answered in (False, True):
        [found] = derived(GatesAsValves(answered=answered), FLAGS)
        at = [k + 1 for k, one in enumerate(found) if one]
        assert at
        for guess in at:
            end, pole = found[guess - 1]
            assert end < pole, (answered, guess)
        assert (10 in at, T // 2 in at) == (False, not answered)  # at rest it is there
