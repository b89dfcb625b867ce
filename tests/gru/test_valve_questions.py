"""Gates as valves: where its flags belong, what is said to others, and what its task asks."""

import numpy as np
import pytest

from tests.gru import valve_states
from tests.gru.test_valves_seen import either
from tests.gru.valve_states import T
from tests.widget.engine import derived
from unrolled.gru.gates_as_valves import GatesAsValves, ran
from unrolled.page.numbers import percent

JUDGED = """(now, widget) => Array.from({ length: now.T }, (_, k) =>
    widget.judge({ ...now, guess: k + 1 }))"""


def test_the_flag_belongs_where_seven_valves_at_nine_tenths_have_left_half():
    for given in ({"steps": 8}, {"cell": "GRU", "steps": 12}, {}):
        it = GatesAsValves(**given)
        question = it._constants["question"]
        steps = len(it.keep)
        for state in (it.state(), it.state() | question["show"]):
            way = ran(state)
            assert np.allclose(way.valves[1:, 0], 0.9, rtol=1e-12)
            left = way.total[1:] / way.total[-1]
            assert np.flatnonzero(left <= 0.5)[-1] + 1 == steps - 7
        assert f"Step {steps - 7}." in question["answer"]
        state = it.state() | question["show"] | {"answered": True}
        (judged,) = derived(it, JUDGED, [state])
        right = [k + 1 for k, one in enumerate(judged) if one["right"]]
        near = [k + 1 for k, one in enumerate(judged) if one["near"]]
        assert right == [steps - 7]
        assert near == [t for t in (steps - 8, steps - 7, steps - 6) if t > 0]
        assert all(f"at step {steps - 7}" in one["html"] for one in judged)
        for k, one in enumerate(judged):
            if "still" in one["html"]:
                assert any(x in one["html"] for x in either(left[k], percent))
                assert left[k] > 0.5
            if "only" in one["html"]:
                assert left[k] < 0.5
    assert "<i>memory</i>" in judged[7]["html"]
    assert "tenth of what arrives" in judged[34]["html"]


def test_a_gru_is_asked_where_two_ways_back_have_left_half():
    for steps in (20, 40, 50):
        it = GatesAsValves(steps, cell="GRU")
        question = it._constants["question"]
        for state in (it.state(), it.state() | question["show"]):
            way = ran(state)
            assert np.allclose(way.valves[1:, 0], 0.9, rtol=1e-12)
            truth = int(np.flatnonzero(way.total[1:] <= 0.5)[-1]) + 1
        assert truth < steps - 12 < steps - 7 == question["place"]["start"]
        assert f"at step {steps - 7}" in question["text"]
        assert f"Step {truth}." in question["answer"]
        assert f"alone would be {percent(way.path[truth])} here" in question["answer"]
        assert (way.total[1:-1] > way.path[1:-1]).all(), "the second way adds"
        state = it.state() | question["show"] | {"answered": True}
        (judged,) = derived(it, JUDGED, [state])
        right = [k + 1 for k, one in enumerate(judged) if one["right"]]
        near = [k + 1 for k, one in enumerate(judged) if one["near"]]
        assert right == [truth]
        assert near == list(range(max(1, truth - 3), truth + 4))
        assert all(f"at step {truth}" in one["html"] for one in judged)
        for k, one in enumerate(judged):
            if "still" in one["html"] or "only" in one["html"]:
                assert percent(way.total[k + 1]) in one["html"]
                assert ("only" in one["html"]) == (way.total[k + 1] <= 0.5)
        assert "<i>state</i> alone" in judged[steps - 8]["html"]
        assert "Here it adds" in judged[-1]["html"]


def test_at_the_start_the_unit_neither_keeps_nor_shows_the_bit_for_any_length():
    for steps in (8, 9, 20, 40, 50):
        it = GatesAsValves(steps)
        assert derived(it, "(now) => now.task.reached") == [False]


def test_the_task_asks_that_the_bit_was_written():
    """Noise that happens to make as much at the end is not the bit."""
    it = GatesAsValves()
    write = [0.0] * 7 + [0.2] + [0.0] * 5 + [1.0] + [0.0] * (T - 14)
    state = it.state() | {"answered": True, "mode": "hand", "keep": [1.0] * T, "write": write}
    now, honest = derived(it, "(now) => now", [state, state | {"write": valve_states.ONCE}])
    assert now["share"] == pytest.approx(0.98, abs=0.01)
    assert not now["task"]["reached"]
    assert honest["task"]["reached"]
