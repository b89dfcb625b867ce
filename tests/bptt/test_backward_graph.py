"""The backward graph: its numbers are the package's, its arrows the trace's, its words true."""

import math
import re
from functools import partial
from itertools import product

import numpy as np

from tests.rnn.graphs import WORD, a_model, changed, check_told, seen, tabled, worst
from tests.widget.case import Case
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
from unrolled.page.numbers import decimals, setting
from unrolled.rnn.graph import flatten

NAME = "backward_graph"
CUTS = [[[a, b], [c, d]] for a, b, c, d in product((0, 1), repeat=4)]


def draw(rng):
    return {
        "step": int(rng.integers(LAST + 1)),
        "chosen": str(rng.choice(["", *BOXES])),
        "part": str(rng.choice(list(PARTS))),
        "cut": rng.integers(0, 2, (2, 2)).tolist(),
    }


def solve(page):
    for place in ("row 1 column 1", "row 1 column 2", "row 2 column 2"):
        page.get_by_role("button", name=f"W_hh {place}").click()


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


def check_bars(now, known):
    """Every number is a bar, up or down: cells in the order of the quantities and their entries."""
    bars = [m for m in now["marks"] if m["kind"] == "cell" and m["look"] == "gradient"]
    heights = iter(m["height"] for m in bars)
    for box in BOXES:
        kind = box.split("_")[0]
        count = {"dz": 4, "sum": 0, "part": 0}.get(kind, 2)
        if kind in ("part", "sum"):
            count = {"W_hh": 4, "W_hx": 8, "b_h": 2}[now["part"]]
        got = [next(heights) for _ in range(count)]
        values = np.ravel(known[box]) if box in known else np.zeros(count)
        unit, most = {"dz": (46, 46), "part": (112, 15), "sum": (112, 22)}.get(kind, (56, 27))
        if kind == "dh" and box in known:  # what the future adds to what its own loss says
            own = np.clip(56 * np.ravel(known[box.replace("dh", "back")]), -27, 27)
            wanted = np.abs(np.clip(56 * np.ravel(known[box]), -27, 27) - own)
            future = np.ravel(known[box.replace("dh", "carry")])
            wanted = np.where(future == 0, 0, wanted)
        else:
            wanted = np.minimum(np.abs(unit * values), most)
        assert np.allclose(got, wanted, atol=1e-9), box
    assert next(heights, None) is None


def test_what_is_drawn_and_said_is_true_in_random_states(unchecked, rng):
    it = BackwardGraph()
    was = trace()
    states = [draw(rng) for _ in range(200)]
    for state, now in zip(states, seen(it, states), strict=True):
        names = [named(box, state["part"]) for box in BOXES]
        news, found = changed(without(MODEL, state["cut"]), names, was)
        quantity = partial(named, part=state["part"])
        known = check_told(now, it._constants, quantity, found, was, listed)
        check_bars(now, {box: found[quantity(box)].value for box in known})
        tabled(now, ["dz", "back", "carry", "dh", "delta"], found)
        texts, said, box = now["texts"], now["facts"], now["active"]
        assert texts["count"] == str(len(news))
        assert said["still"] == (not news)
        assert said["same"] == (state["cut"] == KEPT)
        cuts = [f"{i + 1},{j + 1}" for i, j in np.argwhere(state["cut"])]
        assert re.findall(r"hh,(\d,\d)", texts["cuts"]) == cuts
        parts = ("label", "pressed", "description")
        held = without(MODEL, state["cut"]).cell.W_hh
        assert [[c[f"aria-{part}"] for part in parts] for c in now["cells"]] == [
            [
                f"W_hh row {i + 1} column {j + 1} set to 0",
                str(state["cut"][i][j] == 1).lower(),
                setting(held[i, j]),
            ]
            for i in (0, 1)
            for j in (0, 1)
        ]
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
        "button", name="Whh⊤Tδ3, from the future"
    ).click()  # opens what comes before it
    assert unknown.count() == LAST - list(BOXES).index("carry_2")
    solve(page)
    message = live.get_by_role("button", name="Whh⊤Tδ3, from the future, step 2")
    assert message.get_attribute("aria-description") == "0, 0, changed"
