"""The forward graph: its numbers are the package's, its arrows the trace's, its words true."""

import math
import re

import numpy as np

from tests.rnn.graphs import WORD, a_model, changed, check_drawn, seen, tabled, worst
from tests.widget.case import Case
from tests.widget.common import slider
from unrolled.bptt.demo import MODEL, trace
from unrolled.page.numbers import decimals, size
from unrolled.rnn.forward_graph import (
    BOXES,
    ENTRIES,
    LAST,
    ForwardGraph,
    chances,
    read_entry,
    weight_of,
    with_weight,
)
from unrolled.rnn.graph import flatten

NAME = "forward_graph"


def draw(rng):
    weight = str(rng.choice(ENTRIES))
    own = weight_of(MODEL, weight)
    value = own if rng.random() < 0.3 else round(float(rng.uniform(-2, 2)), 2)
    step = int(rng.integers(LAST + 1))
    chosen = str(rng.choice(["", *BOXES]))
    return {"step": step, "chosen": chosen, "weight": weight, "value": value}


def solve(page):
    page.get_by_role("button", name="b_y row 3").click()
    slider(page, "by,3").press("End")


CASE = Case(
    make=ForwardGraph,
    name=NAME,
    states={
        "start": {},
        "begun": {"step": 7},
        "a state": {"chosen": "a_2", "weight": "W_hx 0,0", "value": -2.0},
        "a bias": {"chosen": "y_hat_3", "weight": "b_y 2", "value": 2.0},
    },
    draw=draw,
    refused=[
        ({"model": MODEL._replace(cell=MODEL.cell._replace(b_h=np.zeros(3)))}, "model"),
        ({"weight": "W_hh 2,2"}, "weight"),
        ({"weight": 3}, "weight"),
        ({"value": math.inf}, "value"),
        ({"chosen": "delta_1"}, "chosen"),
        ({"step": LAST + 1}, "step"),
    ],
    solve=solve,
    done={"weight": "b_y 2", "value": 1.26},
    short=[{"weight": "b_y 2", "value": 1.25}],
)


def test_every_number_is_the_packages_on_a_thousand_networks(call, rng):
    tape = ForwardGraph().constants()["tape"]
    sent = []
    models = []
    for _ in range(1000):
        model = a_model(rng)
        weight = str(rng.choice(ENTRIES))
        value = float(rng.normal())
        held = [e for e in ENTRIES if e.split()[0] == weight.split()[0]]
        pulled = {"name": weight.split()[0], "at": held.index(weight)}
        sent.append([tape, flatten(model), pulled, value])
        models.append(with_weight(model, weight, value))
    found = call(NAME, "forward", sent)
    assert set(BOXES) <= set(found[0]["named"])
    assert all(trace()[name].kind != "gradient" for name in found[0]["named"])
    assert worst(models, found) < 1e-12


def test_what_is_drawn_and_said_is_true_in_random_states(unchecked, rng):
    it = ForwardGraph()
    was = trace()
    states = [draw(rng) | {"weight": "b_y 2", "value": x} for x in (1.2, 1.3)]  # m at one half
    states += [draw(rng) for _ in range(200)]
    for state, now in zip(states, seen(it, states), strict=True):
        model = with_weight(MODEL, state["weight"], state["value"])
        news, found = changed(model, BOXES, was)
        check_drawn(now, it._constants, str, found, was)
        tabled(now, ["a", "h", "z", "y_hat", "L"], found)
        texts = now["texts"]
        t = int(now["active"][-1])
        same = state["value"] == weight_of(MODEL, state["weight"])
        loss = [decimals(each["L"].value) for each in (found, was)][: 2 - same]
        assert now["title"] == "Mean loss ℒ = " + ", was ".join(loss)
        assert texts["count"] == str(len(news))
        assert texts["from"] == min((name[-1] for name in news), default="")
        assert now["facts"]["still"] == (not news)
        name, index = read_entry(state["weight"])
        assert bool(texts["why"]) == (name == "W_hx" and index[1] == WORD.index("o"))
        y = found[f"y_hat_{t}"].value
        assert texts["best"] == f"“{WORD[int(np.argmax(y))]}” first, with {max(y):.3f}"
        assert texts["chance"] == size(math.log10(y[WORD.index(WORD[t])]))
        assert (texts["word"], texts["target"]) == (WORD[:t], WORD[t])
        assert now["task"]["reached"] == (chances(model)[1] > 0.5)


def test_stories_are_true(unchecked):
    says = {
        "As it is": lambda news: not news,
        "Read once": lambda news: {"h_1", "h_2", "h_3", "L_3"} < news,
        "Nothing before": lambda news: news and all(name[-1] != "1" for name in news),
        "Never read": lambda news: not news,
    }
    for story in ForwardGraph().constants()["stories"]:
        held = story["set"]
        model = with_weight(MODEL, held["weight"], held["value"])
        assert says[story["name"]](set(changed(model, BOXES, trace())[0])), story["name"]


def test_the_task_needs_one_weight_and_what_is_said_of_it_is_so(unchecked):
    tries = [(w, v) for w in ENTRIES for v in np.linspace(-2, 2, 21).tolist()]
    assert {w for w, v in tries if chances(with_weight(MODEL, w, v))[1] > 0.5} == {"b_y 2"}
    solved = with_weight(MODEL, "b_y 2", 2.0)
    after = [trace(solved)[f"y_hat_{t}"].value[2] for t in (2, 1)]
    done = ForwardGraph().constants()["task"]["done"]
    assert re.findall(r"0\.\d{3}", done) == [f"{x:.3f}" for x in after]
    assert ForwardGraph(solved).constants()["task"] is None


def test_it_is_used_by_finger_key_and_clock(show):
    page = show(ForwardGraph(answered=True), reduced_motion="reduce").page
    live = page.locator(".explorable-live")
    says = live.locator(".kit-says")
    live.get_by_role("button", name="a2, pre-activation").click()
    assert "all that is left of “d”" in says.inner_text()
    live.get_by_role("button", name="Play").click()  # from the end it starts again
    assert live.locator('[aria-label^="h1"]').get_attribute("aria-description") == "not yet"
    slider(page, "Whh,1,2").press("ArrowRight")  # what is pulled is computed to the end
    assert "not yet" not in live.locator(".kit-main").evaluate("e => e.innerHTML")
    assert "0.21, was 0.20" in says.inner_text()
    live.get_by_role("button", name="Set it to 0").click()
    assert "is 0, was 0.20" in says.inner_text()
