"""Gates as valves: what it says and draws is the package's, in every state it can be in."""

import re

import numpy as np
import pytest

from tests.gru import valve_states
from tests.gru.valve_states import T
from tests.widget.common import error
from tests.widget.engine import derived
from unrolled.gru.gates_as_valves import LISTS, THIRD, GatesAsValves, ran
from unrolled.page.numbers import decimals, percent, short

LOOK = """(now, widget) => {
    const seen = widget.picture(now);
    const pads = seen.marks.flat(9).filter((mark) => mark?.kind === "pad");
    const strokes = pads.map(({ x, y, width, height, pull }) => {
        const from = [x + 0.3 * width, y + 0.35 * height];
        const to = [x + 0.7 * width, y + 0.6 * height];
        return [from, to, pull(to, from), pull(from, from)];
    });
    return [now, seen, widget.more(now).parts.at(-1), widget.table(now), strokes];
}"""
WHAT = {"LSTM": "memory", "GRU": "state"}
LEFT, STOP, TOP, BORE, OUTLET, TRAVEL = 90, 656, 90, 72, 58, 36  # of the wide picture
FLOOR = TOP + BORE
CEILING = FLOOR + OUTLET


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
    return short(x) if 0 < abs(x) < 0.005 else decimals(x, 2)


def either(x, form=two):
    """The texts of a number: of a tie, what rounding makes of it."""
    return {form(x * (1 + off)) for off in (-1e-12, 0, 1e-12)}


def check_said(it, now, way):
    """The step's numbers, the product, the task."""
    t = it.step
    said = now["texts"]
    on = [way.valves[k:, 0].prod() for k in range(T + 1)]
    bit = np.tanh(0.96) if it.cell == "LSTM" else 0.96
    f, i, o = way.valves[t - 1]
    for name, x in {"f": f, "i": i, "o": o, "now": way.c[t], "shown": way.h[t]}.items():
        assert said[name] in either(x)
    assert said["product"] in either(on[t], short)
    assert said["gradient"] in either(whole_of(it, way)[t - 1], share_text)
    assert said["path"] in either(back_of(it, way)[t - 1], part_text)
    assert said["kept"] in either(on[1], part_text)
    assert said["seen"] in either(way.h[T])
    near = max(abs(way.h[T] / bit - 1), abs(way.c[1] / 0.96 - 1)) <= 0.05 and on[1] >= 0.895
    assert now["task"]["reached"] == (it.mode == "hand" and near)


def high(size):
    """How high water of this size stands: at 1 the pipe is full."""
    return BORE * np.minimum(1, size)


def far(size):
    """How far from the wall a line of this size is: what has grown leaves the pipe."""
    return high(size) + 9 * np.tanh(np.maximum(0, size - 1))


def part_text(x):
    """A share in percent; one below 0.05 % as it is."""
    return short(x) if 0 < abs(x) < 0.0005 else percent(x)


def share_text(x):
    """A share; of what has grown, how many times its size it is."""
    return part_text(x) if abs(x) < 1.05 else f"{short(x)} times"


def surface(d, base):
    """The levels of water in the middle of each half of a section, as its outline has them."""
    points = re.findall(r"L ([\d.]+) ([\d.]+)", d.split("Z")[0])[:-1]
    x, y = np.array(points, dtype=float).T
    half = (x[-1] - x[0]) / (2 * T)
    return abs(np.interp(x[0] + half * (np.arange(2 * T) + 0.5), x, y) - base)


def inlet(it, way):
    return way.valves[-1, 2] if it.cell == "LSTM" else 1.0


def back_of(it, way):
    """Of the loss's gradient, what valves alone let through to each step."""
    on = np.cumprod(np.append(1.0, way.valves[:0:-1, 0]))[::-1]
    return inlet(it, way) * on


def whole_of(it, way):
    """All of the gradient that is back at each step; the slope of the last tanh is left out."""
    last = way.total[-1]
    return (way.total[1:] / last if last else 0 * way.total[1:]) * inlet(it, way)


def check_water(it, picture, way):
    """Water as high as the memory and the gradient are, before the answer no gradient."""
    waters = {c["look"]: c["d"] for c in of_kind(picture, "curve") if c.get("opacity") == 0.82}
    kept = way.valves[:, 0] * way.c[:-1]
    levels = np.stack([kept, way.c[1:]], axis=-1).ravel()
    assert error(surface(waters["state"], FLOOR), high(np.maximum(0, levels))) < 0.011
    assert error(surface(waters["minus"], FLOOR), high(np.maximum(0, -levels))) < 0.011
    back = np.abs(whole_of(it, way)) * it.answered
    assert error(surface(waters["gradient"], CEILING), high(np.repeat(back, 2))) < 0.011
    assert np.array(it.answered) or not surface(waters["gradient"], CEILING).any()


def check_plates(picture, way):
    """Every plate leaves as much of both pipes free as its valve is open."""
    tips, mirrored = (mark["points"] for mark in of_kind(picture, "dots"))
    keep = way.valves[:, 0]
    assert error((FLOOR - np.array(tips)[:, 1]) / BORE, keep) < 1e-9
    assert error((np.array(mirrored)[:, 1] - CEILING) / BORE, keep) < 1e-9
    assert error(np.array(tips)[:, 0], LEFT + (STOP - LEFT) / T * np.arange(T)) < 1e-9


def ring_text(share):
    if share >= 1.05:
        return f"{short(share)}×" if share < 999.5 else "&gt;999×"
    return "&lt;0.1\u00a0%" if 0 < share < 0.0005 else percent(share)


def check_rings(it, picture, way):
    names = texts(picture)
    back = back_of(it, way)
    come = np.abs(whole_of(it, way))[0]
    left = back[0] * way.c[1] / 0.96
    assert any(text in names for text in either(left, ring_text))
    assert ("?" in names) == (not it.answered)
    assert not it.answered or any(text in names for text in either(come, ring_text))
    dashed = [c for c in of_kind(picture, "curve") if c["look"] == "ink dashed"]
    same = np.allclose(way.total[1:], way.path[1:], rtol=1e-9, atol=0)
    assert (dashed[0]["opacity"] == 1) == (it.answered and not same)
    y = np.array(re.findall(r"[ML] [\d.]+ ([\d.]+)", dashed[0]["d"]), dtype=float)
    assert error(y - CEILING, far(back)) < 0.011
    said = [text for text in names if text.startswith("dashed")]
    assert said == [f"dashed: {WHAT[it.cell]} alone"] * (it.answered and not same)


def place(part, x, y):
    """The step and the opening that a hand there means."""
    each = (STOP - LEFT) / T
    plate = part in ("pipe", "back")
    t = np.floor((x - LEFT) / each + (0.5 if plate else 0)) + 1
    share = {
        "inlet": (TOP - 7 - y) / TRAVEL,
        "pipe": (FLOOR - y) / BORE,
        "outlet": (y - FLOOR - 7) / (TRAVEL - 8),
        "back": (y - CEILING) / BORE,
    }[part]
    return int(np.clip(t, 1, T)), share


def check_strokes(it, strokes, way):
    """A stroke sets what it crosses, and nothing else; weights hand over what they had turned."""
    for part, (start, end, long, dab) in zip(
        ("inlet", "pipe", "outlet", "back"), strokes, strict=True
    ):
        tied = it.cell == "GRU" and part in ("pipe", "back")
        k = {"inlet": 1, "outlet": 2}.get(part, 1 if tied else 0)
        name = ("keep", "write", THIRD[it.cell])[k]
        own = getattr(it, name) if it.mode == "hand" else way.valves[:, k]
        a, b = (place(part, *at) for at in (start, end))
        if tied:
            a, b = (a[0], 1 - a[1]), (b[0], 1 - b[1])
        for change, to in ((long, b), (dab, a)):
            assert change["step"] == to[0]
            assert error(change[name], valve_states.painted(own, a, to)) < 1e-9
            assert change.get("mode", it.mode) == "hand"
            assert set(change) - {"step", "mode", *LISTS} == set()
            assert it.mode == "weights" or set(change) == {"step", name}


def check_curves(it, now, linked, way):
    """There, back and along the memory, over the steps."""
    lines = [mark for mark in of_kind(linked, "line") if mark["look"] != "quiet thin"]
    there = np.cumprod(np.append(1.0, way.valves[1:, 0]))
    seen = 1 + it.answered * (1 + (not now["facts"]["same"]))
    curves = [there, whole_of(it, way), back_of(it, way)][:seen]
    assert len(lines) == len(curves) == len(texts(linked))
    assert texts(linked)[0] == f"— what is left of the {WHAT[it.cell]} of step 1"
    for line, values in zip(lines, curves, strict=True):
        x, y = np.array(line["points"], dtype=float).T
        assert x.tolist() == list(range(1, T + 1))
        assert error(10**y, np.abs(values)) < 1e-7
    assert [dot["at"] for dot in of_kind(linked, "dot")] == [
        line["points"][it.step - 1] for line in lines[: 1 + it.answered]
    ]


def test_what_is_said_and_drawn_is_the_package_s_in_every_state(rng):
    it = GatesAsValves()
    states = [it.state() | valve_states.draw(rng) for _ in range(80)]
    for state, seen in zip(states, derived(it, LOOK, states), strict=True):
        now, picture, linked, table, strokes = seen
        for name, value in state.items():
            setattr(it, name, value)
        way = ran(it.state())
        check_said(it, now, way)
        check_water(it, picture, way)
        check_plates(picture, way)
        check_rings(it, picture, way)
        check_strokes(it, strokes, way)
        check_curves(it, now, linked, way)
        columns = [way.new, *way.valves.T, way.c[1:], *[way.h[1:]] * (it.cell == "LSTM")]
        for row, values, back in zip(
            table["rows"], zip(*columns, strict=True), whole_of(it, way), strict=True
        ):
            assert all(text in either(x) for text, x in zip(row[1:-1], values, strict=True))
            assert row[-1] in (either(back, share_text) if it.answered else {"?"})


def told(it):
    """Its stories: what each says, and what the package finds in its state."""
    stories = it._constants["stories"]
    return {one["name"]: (one["says"], ran(it.state() | one["set"])) for one in stories}


@pytest.mark.parametrize("steps", [8, 40, 50])
def test_the_stories_of_an_lstm_are_true(steps):
    stories = told(GatesAsValves(steps))
    says, leak = stories["A slow leak"]
    assert (leak.valves[:, 0] == 0.97).all()
    for faded in (leak.c[-1] / leak.c[1], leak.total[1] / leak.total[-1]):
        assert abs(faded - 0.97 ** (steps - 1)) < 1e-9
    assert percent(0.97 ** (steps - 1)) in says
    _, cut = stories["One gate shut"]
    assert np.flatnonzero(cut.valves[:, 0] == 0).tolist() == [3]
    assert cut.c[1:4].all()
    assert not cut.c[4:].any()
    assert cut.total[4:].all()
    assert not cut.total[:4].any()
    says, last = stories["Shown at the end"]
    assert np.flatnonzero(last.valves[:, 2]).tolist() == [steps - 1]
    assert np.ptp(last.total) == 0 < last.total[1]
    assert f"turned the bit 0.96 into {short(last.c[-1])}." in says
    assert (last.valves[:, 1] == 1).all()
    assert ("Exploding" in stories) == (steps >= 40)
    if steps >= 40:
        says, burst = stories["Exploding"]
        assert burst.valves[:, 0].max() < 1 < burst.total[1]
        assert np.corrcoef(np.log(burst.total[1:]), np.arange(steps))[0, 1] < -0.95
        assert burst.total[1] > 10 * burst.total[-1]
        assert f"the output valve lets {percent(burst.valves[-1, 2])} through" in says
        assert "times" not in says, "how far it grows is for the picture to tell, once asked"


@pytest.mark.parametrize("steps", [8, 40, 50])
def test_the_stories_of_a_gru_are_true(steps):
    stories = told(GatesAsValves(steps, cell="GRU"))
    says, leak = stories["A slow leak"]
    assert error(leak.valves[1:, :2], np.tile([0.97, 0.03], (steps - 1, 1))) < 1e-12
    assert error(leak.total[1], 0.97 ** (steps - 1)) < 1e-12
    assert percent(0.97 ** (steps - 1)) in says
    _, cut = stories["Overwritten"]
    assert np.flatnonzero(cut.valves[1:, 1]).tolist() == [2]
    assert cut.c[4] == cut.new[3]
    assert cut.total[4:].all()
    assert not cut.total[:4].any()
    says, half = stories["Half old, half new"]
    assert error(half.total[1], 0.5 ** (steps - 1)) < 1e-12
    assert short(0.5 ** (steps - 1)) in says
    says, alone = stories["Reset shut"]
    open_wide = {**GatesAsValves(steps, cell="GRU")._constants["stories"][3]["set"]}
    both = ran(open_wide | {"reset": [1.0] * steps})
    assert error(alone.total, alone.path) < 1e-12
    assert both.total[1] > 2 * alone.total[1] or steps < 40
    assert both.total[1] > alone.total[1]
    assert (
        f"{percent(alone.total[1])} of it comes back, down from {percent(both.total[1])}." in says
    )


def test_a_flag_marks_half_or_the_shut_valve_that_the_gradient_reaches():
    it = GatesAsValves()
    marks = {"One gate shut": {"name": "end", "at": 4}, "Exploding": {"name": "half", "at": 0}}
    for story in it._constants["stories"]:
        (mark,) = derived(it, "(now) => now.flag", [it.state() | story["set"]])
        if story["name"] in marks:
            assert mark == marks[story["name"]]
    assert derived(it, "(now) => now.flag") == [{"name": "half", "at": 33}]
