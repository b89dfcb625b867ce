"""Gates as valves: what it says and draws is the package's, in every state it can be in."""

import numpy as np

from tests.gru import valve_states
from tests.gru.valve_states import T
from tests.widget.common import error
from tests.widget.engine import derived
from unrolled.gru.gates_as_valves import THIRD, GatesAsValves, ran
from unrolled.page.numbers import decimals, percent, short

LOOK = """(now, widget) => {
    const grips = widget.picture(now).marks.flat(9).filter((mark) => mark?.kind === "grip");
    const pulled = grips.map(({ at: [x, y], pull }) => [[x, y], [x + 6, y - 6]].map(pull));
    return [now, widget.picture(now), widget.linked(now), widget.table(now), pulled];
}"""


def flat(marks):
    """Marks one after the other; what is false is none."""
    for mark in marks:
        if isinstance(mark, list):
            yield from flat(mark)
        elif mark:
            yield mark


def of_kind(picture, kind):
    return [mark for mark in flat(picture["marks"]) if mark["kind"] == kind]


def texts(picture):
    return [mark["html"] for mark in of_kind(picture, "word")]


def two(x):
    return decimals(x, 2)


def either(x, form=two):
    """The texts of a number: of a tie, what rounding makes of it."""
    return {form(x * (1 + off)) for off in (-1e-12, 0, 1e-12)}


def colour(value):
    return "minus" if value < 0 else "state", np.floor(100 * min(1, abs(value)) + 0.5)


def check_said(it, now, way):
    """The step's numbers, the product, the task."""
    t = it.step
    said = now["texts"]
    on = [way.valves[k:, 0].prod() for k in range(T + 1)]
    bit = np.tanh(0.96) if it.cell == "LSTM" else 0.96
    f, i, o = way.valves[t - 1]
    for name, x in {"f": f, "i": i, "o": o, "now": way.c[t], "shown": way.h[t]}.items():
        assert said[name] in either(x)
    sizes = {"product": on[t], "gradient": way.total[t], "path": way.path[t], "kept": on[1]}
    for name, x in sizes.items():
        assert said[name] in either(x, short)
    assert said["share"] in either(way.h[T] / bit, percent)
    near = max(abs(way.h[T] / bit - 1), abs(way.c[1] / 0.96 - 1)) <= 0.1 and on[1] >= 0.895
    assert now["task"]["reached"] == (it.mode == "hand" and near)


def check_rows(it, now, picture, way):
    """Strips in the colours of their values, bars as high as valves are open, the band."""
    ramps = of_kind(picture, "ramp")
    bars = of_kind(picture, "area")
    each = 270 / T
    shown = [way.new, way.c[1:]] + [way.h[1:]] * (it.cell == "LSTM")
    assert len(ramps) == len(shown)
    for ramp, values in zip(ramps, shown, strict=True):
        for k, (start, end) in enumerate(zip(ramp["stops"][::2], ramp["stops"][1::2], strict=True)):
            assert error([start[0], end[0]], [k / T, (k + 1) / T]) < 1e-12
            assert start[1:] == end[1:]
            hue, share = colour(values[k])
            assert abs(start[2] - share) <= 1
            assert start[1] == hue or start[2] == 0
    for area, k in zip(bars, (1, 0, 2), strict=False):
        low, *tops, _ = np.array(area["points"])
        assert error((low[1] - np.array(tops)[:, 1]) / 12, np.repeat(way.valves[:, k], 2)) < 1e-9
        assert error(np.array(tops)[:, 0], 84 + each * np.repeat(np.arange(T + 1), 2)[1:-1]) < 1e-9
    sizes = np.abs(way.total[1:])
    points = np.array(bars[3]["points"])
    wide = points[T:][::-1, 1] - points[:T, 1]
    assert error(wide, 30 * sizes / max(1, sizes.max())) < 1e-6
    assert any(f"so wide: {x}" in texts(picture) for x in either(max(1.0, sizes.max()), short))


def check_large(it, picture, way):
    """The gradient on both sides of the forget valve, its opening, and the numbers written."""
    t = it.step
    memory = "<i>c</i>" if it.cell == "LSTM" else "<i>h</i>"
    sizes = np.abs(way.total[t - 1 : t + 1])
    left, right = (mark for mark in of_kind(picture, "cell") if mark["look"] == "gradient")
    wanted = 20 * sizes / (sizes.max() or 1)
    assert error([left["height"], right["height"]], wanted) < 1e-6
    names = texts(picture)
    for k in (t - 1, t):
        assert any(f"{memory}<sub>{k}</sub> = {x}" in names for x in either(way.c[k]))
        of = f"∂<i>h</i><sub>{T}</sub>/∂{memory}<sub>{k}</sub>"
        assert any(f"{of} = {x}" in names for x in either(way.total[k], short))
    plates = [mark for mark in of_kind(picture, "cell") if mark["look"] == "ink"]
    tops = sorted((p["y"] for p in plates if p["x"] == 112), reverse=True)
    keep = way.valves[t - 1, 0]
    assert error(tops, [160 - 20 * keep, 84 - 30 * keep]) < 1e-9
    assert len(plates) == 4


def check_pulled(it, picture, pulled):
    """Left where it is a grip asks for what there is; pulled, for another share from here on."""
    grips = of_kind(picture, "grip")
    assert len(grips) == (4 if it.mode == "hand" else 1)
    assert pulled[0][0] == {"step": it.step}
    t = it.step
    for stays, moved in pulled[1:]:
        (name,) = moved
        assert name in ("keep", "write", THIRD[it.cell])
        own = getattr(it, name)
        after = moved[name]
        assert error(stays[name][t - 1 :], np.full(T - t + 1, own[t - 1])) < 0.0051
        assert after[: t - 1] == own[: t - 1] == stays[name][: t - 1]
        assert len(set(after[t - 1 :])) == 1
        assert 0 <= after[-1] <= 1


def check_curves(it, now, linked, way):
    """There, back and along the memory, over the steps."""
    lines = [mark for mark in of_kind(linked, "line") if mark["look"] != "quiet thin"]
    there = np.cumprod(np.append(1.0, way.valves[1:, 0]))
    curves = [there, way.total[1:], way.path[1:]][: 2 + (not now["facts"]["same"])]
    assert len(lines) == len(curves) == len(texts(linked))
    for line, values in zip(lines, curves, strict=True):
        x, y = np.array(line["points"], dtype=float).T
        assert x.tolist() == list(range(1, T + 1))
        assert error(10**y, np.abs(values)) < 1e-7
    assert [dot["at"] for dot in of_kind(linked, "dot")] == [
        line["points"][it.step - 1] for line in lines[:2]
    ]


def test_what_is_said_and_drawn_is_the_package_s_in_every_state(rng):
    it = GatesAsValves()
    states = [it.state() | valve_states.draw(rng) | {"answered": True} for _ in range(80)]
    for state, seen in zip(states, derived(it, LOOK, states), strict=True):
        now, picture, linked, table, pulled = seen
        for name, value in state.items():
            setattr(it, name, value)
        way = ran(it.state())
        check_said(it, now, way)
        check_rows(it, now, picture, way)
        check_large(it, picture, way)
        check_pulled(it, picture, pulled)
        check_curves(it, now, linked, way)
        columns = [way.new, *way.valves.T, way.c[1:], *[way.h[1:]] * (it.cell == "LSTM")]
        for row, values, total in zip(
            table["rows"], zip(*columns, strict=True), way.total[1:], strict=True
        ):
            assert all(text in either(x) for text, x in zip(row[1:-1], values, strict=True))
            assert row[-1] in either(total, short)


def test_the_stories_are_true():
    for steps in (8, 40, 50):
        it = GatesAsValves(steps)
        stories = {story["name"]: story for story in it._constants["stories"]}
        ways = {name: ran(it.state() | story["set"]) for name, story in stories.items()}
        leak, forget, last = (ways[n] for n in ("A slow leak", "Forget at 4", "Shown at the end"))
        assert (leak.valves[:, 0] == 0.97).all()
        for faded in (leak.c[-1] / leak.c[1], leak.total[1] / leak.total[-1]):
            assert abs(faded - 0.97 ** (steps - 1)) < 1e-9
        assert short(0.97 ** (steps - 1)) in stories["A slow leak"]["says"]
        assert np.flatnonzero(forget.valves[:, 0] == 0).tolist() == [3]
        assert forget.c[1:4].all()
        assert not forget.c[4:].any()
        assert forget.total[4:].all()
        assert not forget.total[:4].any()
        assert np.flatnonzero(last.valves[:, 2]).tolist() == [steps - 1]
        assert np.ptp(last.total) == 0 < last.total[1]
        assert (
            f"bit 0.96 the memory has made {short(last.c[-1])}"
            in stories["Shown at the end"]["says"]
        )
        assert (last.valves[:, 1] == 1).all()
        if steps >= 40:
            burst = ways["Exploding"]
            assert burst.valves[:, 0].max() < 1 < burst.total[1]
            assert np.corrcoef(np.log(burst.total[1:]), np.arange(steps))[0, 1] < -0.95
            assert burst.total[1] > 10 * burst.total[-1]
            assert f"to {short(burst.total[1])}:" in stories["Exploding"]["says"]
            assert burst.path[1] < 1
        tie = ways["A GRU’s tie"]
        assert error(tie.valves[1:, :2], np.tile([0.9, 0.1], (steps - 1, 1))) < 1e-12
        assert error(tie.total[1], 0.9 ** (steps - 1)) < 1e-12
        assert f"bit {short(0.9 ** (steps - 1))} is left" in stories["A GRU’s tie"]["says"]


def test_the_question_is_answered_by_eight_valves_at_nine_tenths():
    for given in ({}, {"steps": 8}, {"cell": "GRU"}):
        it = GatesAsValves(**given)
        question = it._constants["question"]
        steps = len(it.keep)
        n = min(8, steps - 1)
        for state in (it.state(), it.state() | question["show"]):
            way = ran(state)
            assert np.allclose(way.valves[1:, 0], 0.9, rtol=1e-12)
            assert state["step"] == max(1, steps - n)
            assert error(way.total[steps - n] / way.total[-1], 0.9**n) < 1e-12
        label, reply = question["options"][question["right"]]
        assert label == short(0.9**n) == ("0.43" if n == 8 else "0.48")
        assert f"= {label}" in reply
        assert f"from step {steps} to step {steps - n}" in question["text"]


def test_at_the_start_the_unit_neither_keeps_nor_shows_the_bit_for_any_length():
    for steps in (8, 9, 20, 40, 50):
        it = GatesAsValves(steps)
        assert derived(it, "(now) => now.task.reached") == [False]


def test_the_task_asks_that_the_bit_was_written():
    """Noise that happens to make as much at the end is not the bit."""
    it = GatesAsValves()
    write = [0.0] * 7 + [0.2] + [0.0] * 5 + [1.0] + [0.0] * (T - 14)
    state = it.state() | {"answered": True, "mode": "hand", "keep": [1.0] * T, "write": write}
    (now, *_), (honest, *_) = derived(it, LOOK, [state, state | {"write": valve_states.ONCE}])
    assert now["texts"]["share"].startswith("98")
    assert not now["task"]["reached"]
    assert honest["task"]["reached"]
