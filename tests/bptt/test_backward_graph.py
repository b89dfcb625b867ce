"""The backward graph: its numbers are the package's, its arrows the trace's, its words true."""

import math
import re
from functools import partial
from itertools import product

import numpy as np

from tests.rnn.graphs import WORD, a_model, changed, check_told, seen, tabled, worst
from tests.widget.case import Case
from tests.widget.engine import derived
from unrolled.bptt.backward_graph import (
    BOXES,
    CUT,
    KEPT,
    LAST,
    PARTS,
    BackwardGraph,
    as_before,
    without,
)
from unrolled.bptt.demo import MODEL, trace
from unrolled.page.numbers import decimals, plural, setting
from unrolled.rnn.graph import flatten

NAME = "backward_graph"
CUTS = [[[a, b], [c, d]] for a, b, c, d in product((0, 1), repeat=4)]


def draw(rng):
    return {
        "step": int(rng.integers(LAST + 1)),
        "chosen": str(rng.choice(["", *BOXES])),
        "part": str(rng.choice(list(PARTS))),
        "cut": rng.integers(0, 2, (2, 2)).tolist(),
        "answered": bool(rng.random() < 0.85),
    }


def solve(page):
    for place in ("row 1 column 1", "row 1 column 2", "row 2 column 2"):
        page.get_by_role("button", name=f"W_hh {place} set to 0, between steps 1").click()


CASE = Case(
    make=BackwardGraph,
    name=NAME,
    states={
        "start": {},
        "begun": {"step": 4},
        "a bias": {"part": "b_h", "chosen": "part_2", "cut": [[0, 1], [0, 1]]},
        "a message": {"chosen": "carry_1", "cut": CUT},
        "a column": {"part": "W_hx", "chosen": "sum"},
        "its error": {"part": "W_hx", "chosen": "dz_2"},
        "all errors": {"part": "b_h", "chosen": "sum"},
    },
    draw=draw,
    refused=[
        ({"model": MODEL._replace(cell=MODEL.cell._replace(b_h=np.full(2, math.nan)))}, "b_h"),
        ({"part": "W_yh"}, "part"),
        ({"cut": [[1, 0]]}, "cut"),
        ({"cut": [[1], [0]]}, "cut"),
        ({"cut": [[True, 0], [0, 0]]}, "cut"),
        ({"chosen": "h_1"}, "chosen"),
        ({"step": -1}, "step"),
    ],
    solve=solve,
    done={"cut": [[1, 1], [0, 1]]},
    short=[{"cut": cut} for cut in ([[0, 1], [1, 1]], [[1, 0], [1, 1]], [[1, 1], [1, 0]])],
)


def named(box, part):
    """The quantity of the trace in a box."""
    return f"sum_d{part}" if box == "sum" else box.replace("part", PARTS[part])


def test_every_number_is_the_packages_on_a_thousand_networks(call, rng):
    tape = BackwardGraph().constants()["tape"]
    models = [a_model(rng) for _ in range(1000)]
    cuts = [CUTS[n] for n in rng.integers(0, 16, 1000)]
    found = call(
        NAME, "backward", [[tape, flatten(m), c] for m, c in zip(models, cuts, strict=True)]
    )
    assert set(found[0]["named"]) == set(trace())
    assert worst([without(m, cut) for m, cut in zip(models, cuts, strict=True)], found) < 1e-12


def listed(values):
    return ", ".join(decimals(x) if x else "0" for x in np.ravel(values))


def drawn_as(now, *looks):
    """The marks of these looks, in the order in which they are drawn."""
    return iter([m for m in now["marks"] if m.get("look") in looks])


def check_bars(now, known):
    """A bar for each number of an error and of δ: their heights."""
    bars = [m for m in drawn_as(now, "gradient") if m["kind"] == "cell" and not m.get("round")]
    cells = iter([m for m in bars if not m.get("fill") and m["width"] != LATER])
    for box in BOXES:
        kind = box.split("_")[0]
        if kind not in ("dz", "delta"):
            continue  # see check_meeting and check_entries
        count, unit, most = {"dz": (4, 34, 34), "delta": (2, UNIT, 54)}[kind]
        got = [next(cells)["height"] for _ in range(count)]
        values = np.ravel(known[box]) if box in known else np.zeros(count)
        assert np.allclose(got, np.abs(np.clip(unit * values, -most, most)), atol=1e-9), box
    assert next(cells, None) is None


def check_entries(now, known):
    """What a step adds, and the sum: each number stands in its cell, the larger, the darker."""
    tints = [m for m in drawn_as(now, "hollow quiet thin") if m["kind"] == "cell" and m["fill"]]
    tints = iter([m for m in tints if m["round"] == 3])
    texts = [m["html"] for m in now["marks"] if m.get("kind") == "word" and m.get("size") == 14]
    numbers = iter([text for text in texts if re.fullmatch(r"−?\d\.\d{3}|0", text)])
    count = {"W_hh": 4, "W_hx": 8, "b_h": 2}[now["part"]]
    for box in (box for box in BOXES if box.startswith(("part", "sum"))):
        values = np.ravel(known[box]) if box in known else [None] * count
        for value in values:
            share = int(re.search(r"(\d+)%", next(tints)["fill"])[1])
            wanted = 0 if value is None else 62 * min(1, 2.5 * abs(value))
            assert abs(share - wanted) <= 0.5 + 1e-9, box
            if value is not None:
                assert next(numbers) == (decimals(value, 3) if value else "0"), box
    assert next(tints, None) is None
    assert next(numbers, None) is None


UNIT = 150  # px of a 1 in a state and in δ
LATER = 18  # px that a bar of a state is wide
STREAM = 236  # how far down the zero of a state is


def check_meeting(now, known):
    """At a state later losses stand on its own loss, and a tick is where both together end."""
    bars = [m for m in drawn_as(now, "gradient") if m["kind"] == "cell" and m["width"] == LATER]
    own = iter([m for m in bars if m.get("fill")])
    later = iter([m for m in bars if not m.get("fill")])
    ticks = iter([m for m in drawn_as(now, "ink") if m["kind"] == "line"])
    for box in (box for box in BOXES if box.startswith("dh")):
        values = [known.get(box.replace("dh", kind)) for kind in ("back", "carry", "dh")]
        one, two, both = [np.zeros(2) if x is None else np.ravel(x) for x in values]
        for k in range(2):
            pale, dark = next(own), next(later)
            ends = np.clip(UNIT * np.array([0, one[k]]), -66, 66)
            assert np.allclose(ends_of(pale), sorted(STREAM - ends)), (box, k)
            reached = [one[k], both[k]] if values[2] is not None else [0, two[k]]
            ends = np.clip(UNIT * np.array(reached), -66, 66)
            assert np.allclose(ends_of(dark), sorted(STREAM - ends)), (box, k)
            if values[2] is not None:
                assert np.allclose([y for _, y in next(ticks)["points"]], STREAM - ends[1])
    assert next(ticks, None) is None


def is_weight(mark):
    return mark["kind"] == "choice" and mark["name"].startswith("W_hh")


def apart(now):
    """The quantities alone, and what is told of the chosen one as it begins: with its symbol."""
    *marks, told = [m for m in now["marks"] if not is_weight(m)]
    symbol = told["html"].removeprefix("<b>").replace("\u2009", "")  # T is set apart
    return {**now, "marks": [*marks, {**told, "html": symbol}]}


def check_weights(now, cut):
    """W_hh stands between the steps twice, transposed, and a tap in either sets an entry to 0."""
    held = without(MODEL, cut).cell.W_hh
    found = [(m["name"], m["on"], m["held"], m["to"]) for m in now["marks"] if is_weight(m)]
    wanted = []
    for t, (j, i) in product((1, 2), product((0, 1), repeat=2)):
        flipped = np.array(cut)
        flipped[i, j] = 1 - flipped[i, j]
        name = f"W_hh row {i + 1} column {j + 1} set to 0, between steps {t} and {t + 1}"
        to = {"cut": flipped.tolist()}
        wanted.append((name, cut[i][j] == 1, setting(held[i, j]), to))
    assert found == wanted


def ends_of(bar):
    return [bar["y"], bar["y"] + bar["height"]]


def assert_sum_of_shares(box, found):
    """Headlines: a state's gradient is its own share and what comes back; δ is that times tanh′."""
    kind, _, t = box.partition("_")
    if kind in ("dh", "delta"):
        both = found[f"back_{t}"].value + found[f"carry_{t}"].value
        slope = 1 if kind == "dh" else 1 - found[f"h_{t}"].value ** 2
        assert np.allclose(found[box].value, both * slope, atol=1e-12)


def test_what_is_drawn_and_said_is_true_in_random_states(unchecked, rng):
    it = BackwardGraph()
    was = trace()
    states = [draw(rng) | {"answered": True} for _ in range(200)]
    for state, now in zip(states, seen(it, states), strict=True):
        names = [named(box, state["part"]) for box in BOXES]
        news, found = changed(without(MODEL, state["cut"]), names, was)
        quantity = partial(named, part=state["part"])
        known = check_told(apart(now), it._constants, quantity, found, was, listed)
        numbers = {box: found[quantity(box)].value for box in known}
        check_bars(now, numbers)
        check_entries(now, numbers)
        check_meeting(now, numbers)
        check_weights(now, state["cut"])
        tabled(now, ["dz", "back", "carry", "dh", "delta"], found)
        texts, said, box = now["texts"], now["facts"], now["active"]
        assert now["title"]  # there is a headline, and its equation holds
        assert_sum_of_shares(box, found)
        assert texts["count"] == str(len(news))
        assert said["still"] == (not news)
        assert said["same"] == (state["cut"] == KEPT)
        assert texts["cuts"] == plural(int(np.sum(state["cut"])), "entry")
        assert said["none"] == (box.startswith("carry") and not found[box].value.any())
        if box != "sum":
            t = int(box[-1])
            assert (texts["letter"], texts["target"]) == (WORD[t - 1], WORD[t])
            assert np.array_equal(found["dW_hh_1"].value, np.zeros((2, 2)))  # h_0 = 0
            assert not np.delete(found[f"dW_hx_{t}"].value, t - 1, axis=1).any()
        mean = np.atleast_2d(found[f"d{state['part']}"].value.T).T
        assert f"--columns: {mean.shape[1]}" in texts["mean"]
        shown = re.findall(r">(-?\d[.\d]*)<", texts["mean"].replace("−", "-"))
        assert np.allclose(list(map(float, shown)), mean.ravel(), atol=5.1e-5)
        assert now["task"]["reached"] == (not found["carry_1"].value.any())


def test_the_task_needs_every_entry_and_what_is_said_of_it_is_so(unchecked):
    able = [cut for cut in CUTS if not trace(without(MODEL, cut))["carry_1"].value.any()]
    entries = MODEL.cell.W_hh != 0
    assert able == [cut for cut in CUTS if np.array(cut)[entries].all()]
    assert set(as_before(MODEL, CUT)) == {"dz_1", "dW_yh_1", "back_1", "carry_3", "dW_hh_1"}
    was, now = trace(), trace(without(MODEL, CUT))
    assert not any(np.array_equal(was[f"d{w}"].value, now[f"d{w}"].value) for w in flatten(MODEL))
    assert not np.array_equal(was["h_2"].value, now["h_2"].value)  # the states are others too
    assert BackwardGraph(without(MODEL, CUT)).constants()["task"] is None


def test_stories_are_true():
    found = trace()
    stories = {story["name"]: story["set"] for story in BackwardGraph().constants()["stories"]}
    assert [s["chosen"] for s in stories.values()] == ["dh_2", "carry_3", "part_1", "sum"]
    assert np.allclose(found["dh_2"].value, found["back_2"].value + found["carry_2"].value)
    assert all(found[name].value.any() for name in ("back_2", "carry_2", "delta_1"))
    assert not any(found[name].value.any() for name in ("carry_3", "dW_hh_1"))
    assert found["sum_dW_hx"].value.any(axis=0).tolist() == [True, True, True, False]


def test_the_way_back_appears_step_by_step_and_what_changed_is_marked(show):
    page = show(BackwardGraph(answered=True), reduced_motion="reduce").page
    live = page.locator(".explorable-live")
    unknown = live.locator('.kit-main [aria-description*="not yet"]')
    for left in (LAST, LAST - 1, LAST - 2):
        live.get_by_role("button", name="Play").click()
        assert unknown.count() == left
    live.get_by_role(
        "button", name="Whh⊤Tδ3, from later losses"
    ).click()  # opens what comes before it
    assert unknown.count() == LAST - list(BOXES).index("carry_2")
    solve(page)
    message = live.get_by_role("button", name="Whh⊤Tδ3, from later losses, step 2")
    assert message.get_attribute("aria-description") == "0, 0, changed"


def test_before_the_guess_no_number_is_written_that_the_picture_holds_back(unchecked):
    look = """(now, widget) => JSON.stringify([widget.picture({ ...now, narrow: false }),
        widget.says(now), widget.more(now), widget.table(now)])"""
    found = trace()
    states = [BackwardGraph(chosen=box).state() for box in BOXES]
    held = {
        name: decimals(x, 3)
        for name in BOXES
        if not name.startswith(("dz", "back", "carry_3", "dh_3", "sum", "part"))
        for x in np.ravel(found[name].value)
    }
    for answered in (True, False):
        seen = derived(BackwardGraph(), look, [{**s, "answered": answered} for s in states])
        for name, number in held.items():
            assert any(number in text for text in seen) == answered, name


def test_on_a_phone_a_tab_shows_its_step_and_the_last_one_the_sum(show):
    page = show(BackwardGraph(answered=True, step=0), reduced_motion="reduce", width=390).page
    live = page.locator(".explorable-live")
    state = live.get_by_role("button", name="all that reaches state")
    for t in (3, 1, 2):
        live.get_by_role("button", name=f"Show step {t}").click()
        assert state.count() == 1
        assert f"state {t}" in state.get_attribute("aria-label")
    live.get_by_role("button", name="Show sum").click()
    assert state.count() == 0
    assert live.get_by_role("button", name="what step").count() == 3
