"""The forward graph: its numbers are the package's, its arrows the trace's, its words true."""

import math
import re

import numpy as np
import pytest

from tests.rnn.graphs import WORD, a_model, changed, check_told, seen, tabled, worst, written
from tests.widget.case import Case
from tests.widget.common import slider
from tests.widget.engine import derived
from unrolled.bptt.demo import MODEL, trace
from unrolled.page.numbers import decimals, size
from unrolled.rnn.forward_graph import (
    BOXES,
    ENTRIES,
    LAST,
    ForwardGraph,
    probabilities_of_m,
    read_entry,
    weight_of,
    with_weight,
)
from unrolled.rnn.graph import flatten

NAME = "forward_graph"


START = {"step": LAST, "chosen": "", "weight": "W_hh 0,1", "value": 0.2, "unrolled": 1.0}


def draw(rng):
    if rng.random() < 0.05:
        return START
    weight = str(rng.choice(ENTRIES))
    own = weight_of(MODEL, weight)
    value = own if rng.random() < 0.3 else round(float(rng.uniform(-2, 2)), 2)
    step = int(rng.integers(LAST + 1))
    chosen = str(rng.choice(["", *BOXES]))
    unrolled = float(rng.choice([0.0, 0.8, 1.0]))
    return {
        "step": step, "chosen": chosen, "weight": weight, "value": value, "unrolled": unrolled,
    }  # fmt: skip


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
        "folded": {"unrolled": 0.0, "chosen": "h_2"},
    },
    draw=draw,
    refused=[
        ({"model": MODEL._replace(cell=MODEL.cell._replace(b_h=np.zeros(3)))}, "model"),
        ({"weight": "W_hh 2,2"}, "weight"),
        ({"weight": 3}, "weight"),
        ({"value": math.inf}, "value"),
        ({"chosen": "delta_1"}, "chosen"),
        ({"unrolled": 1.5}, "unrolled"),
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


def marks_of(now, kind, **wanted):
    """The marks of a kind with these looks and measures."""
    return [
        m
        for m in now["marks"]
        if m["kind"] == kind and all(m.get(k) == v for k, v in wanted.items())
    ]


def check_bars(now, known, found, was):
    """Probabilities are columns as high as they are, what they were is outlined."""
    floors = {m["points"][0][1] for m in marks_of(now, "line") if "output" in m["look"]}
    (ground,) = floors
    full = marks_of(now, "cell", look="clear output thin")
    assert len(full) == 3  # the letter that comes, at every step
    high = full[0]["height"]
    bars = [m for m in marks_of(now, "cell", look="output") if m["width"] == full[0]["width"]]
    sizes = [m["height"] / high for m in bars]
    names = [f"y_hat_{t}" for t in (1, 2, 3)]
    shares = [found[n].value if n in known else np.zeros(4) for n in names]
    assert np.allclose(sizes, np.ravel(shares), atol=0.5 / high)
    assert all(abs(m["y"] + m["height"] - ground) < 1e-9 for m in bars)
    new = [n for n in names if n in known and not np.array_equal(found[n].value, was[n].value)]
    old = [m["height"] / high for m in marks_of(now, "cell", look="clear ink thin")]
    assert np.allclose(old, np.ravel([was[n].value for n in new]), atol=1e-12)


def thickness(name, w):
    """Of a line: from step to step twice as thick as elsewhere."""
    return (2 if name == "W_hh" else 1) * (1 + 4 * min(1.5, abs(w)))


def check_travel(now, model, known, found):
    """What arrives where one looks, or leaves a state that is looked at, is seen to travel."""
    kind, t = now["active"][:-2], int(now["active"][-1])
    step = {"h": t + 1, "a": t}.get(kind, 0)
    sent = found[f"h_{step - 1}"].value if step in (2, 3) else np.zeros(2)
    inside = "paper flows" if f"a_{step}" in known else "state flows"
    letters = found[f"x_{t}"].value if kind == "a" else np.zeros(4)
    read = found[f"h_{t}"].value if kind == "z" else np.zeros(2)
    wanted = ["input flows"] * np.count_nonzero(model.cell.W_hx * letters)
    wanted += [inside] * np.count_nonzero(model.cell.W_hh * sent)
    wanted += ["output flows"] * np.count_nonzero(model.readout.W_yh * read)
    wanted += ["state flows"] * (2 if kind == "h" else 0)  # through the tanh
    assert [m["look"] for m in marks_of(now, "curve") if "flows" in m["look"]] == wanted


def check_lines(now, model, known, found):
    """A weight is a line at every step, as thick as it is, in colour where anything passes."""
    curves = marks_of(now, "curve")
    width = {name: w for part in model for name, w in part._asdict().items()}
    states = {t: found[f"h_{t}"].value if t else np.zeros(2) for t in (0, 1, 2, 3)}
    wanted = []
    for name, before, made in (("W_hx", "x", "a"), ("W_hh", "h", "a"), ("W_yh", "h", "z")):
        for t in (1, 2, 3):
            read = found[f"x_{t}"].value if before == "x" else states[t - (name == "W_hh")]
            for (_, j), w in np.ndenumerate(width[name]):
                passes = f"{made}_{t}" in known and w * read[j] != 0
                look = {"W_hx": "input", "W_hh": "state", "W_yh": "output"}[name]
                wide = thickness(name, w) if read[j] else 0  # nothing comes from a 0
                wanted.append((look if passes else "quiet", wide))
    lines = [m for m in curves if m["look"] != "state ghost" and "flows" not in m["look"]]
    assert [m["look"] for m in lines] == [look for look, _ in wanted]
    assert np.allclose([m["width"] for m in lines], [w for _, w in wanted], atol=1e-9)
    name, index = read_entry(now["weight"])
    shaded = [m for m in curves if m["look"] == "state ghost" and m["width"]]
    assert len(shaded) == (3 if len(index) == 2 else 0)  # three copies of the pulled weight
    for t, shade in enumerate(shaded, 1):
        read = found[f"x_{t}"].value if name == "W_hx" else states[t - (name == "W_hh")]
        wide = thickness(name, width[name][index]) if read[index[1]] else 0
        assert abs(shade["width"] - 7 - wide) < 1e-9
    assert len(marks_of(now, "grip")) == (2 if shaded else 1)  # of one copy, and what folds


def middle(box):
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# How far each place is from the nearest point of the shaded lines, the copies of the pulled weight.
FAR = """(places) => {
    const live = document.querySelector(".explorable-live .kit-main");
    const points = [...live.querySelectorAll(".line.ghost")].flatMap((path) => (
        Array.from({ length: 201 }, (_, k) => {
            const { x, y } = path.getPointAtLength((path.getTotalLength() * k) / 200);
            return new DOMPoint(x, y).matrixTransform(path.getScreenCTM());
        })));
    return places.map(([x, y]) => Math.min(...points.map((p) => Math.hypot(p.x - x, p.y - y))));
}"""


def handles(live):
    """Where the knob and the dots of the other copies are."""
    found = [live.locator(".grip .knob").first, *live.locator(".dot.state").all()]
    return [middle(one.bounding_box()) for one in found]


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)])
def test_one_knob_on_the_line_of_the_step_that_is_looked_at_moves_the_dots_of_the_other_copies(
    show, width, height
):
    state = {"answered": True, "step": 7, "chosen": "a_2"}
    page = show(ForwardGraph(**state), width=width, height=height).page
    live = page.locator(".explorable-live .kit-main")
    live.evaluate("node => node.scrollIntoView()")
    assert live.locator(".grip").count() == 2  # the weight, and what folds
    (x, y), *before = handles(live)
    assert len(before) == 2
    assert max(page.evaluate(FAR, [[x, y], *before])) < 1.5
    reach = live.locator(".grip .reach").first.bounding_box()
    assert min(reach["width"], reach["height"]) >= 44
    assert before[0][0] < x < before[1][0]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 6, y + 6, steps=4)  # down its line, to a larger weight
    page.mouse.up()
    assert float(slider(page, "Whh,1,2").input_value()) > 0.4
    knob, *after = handles(live)
    assert max(page.evaluate(FAR, [knob, *after])) < 1.5
    moves = [x1 - x0 + y1 - y0 for (x0, y0), (x1, y1) in zip(before, after, strict=True)]
    assert min(moves) > 1  # both copies go along
    assert math.dist(knob, (x + 6, y + 6)) < 6  # the knob stays with its step


DRAWN = """(now, widget) => {
    const { marks } = widget.picture({ ...now, narrow: NARROW });
    const flat = marks.flat(Infinity).filter(Boolean);
    const parts = flat.flatMap((m) => (m.marks ?? []).flat(Infinity)).filter(Boolean);
    const cells = parts.filter((m) => m.kind === "cell" && m.look !== "pick" && m.width < 50);
    return [flat.find((m) => m.kind === "grip").at, cells];
}"""


@pytest.mark.parametrize(("narrow", "least"), [("false", 4.5), ("true", 2)])
def test_a_handle_lies_on_no_square_letter_or_state_at_any_weight(narrow, least):
    start = ForwardGraph().state() | {"answered": True}
    states = [
        start | {"weight": entry, "value": value, "chosen": f"a_{t}"}
        for entry in ENTRIES
        for value in (-2.0, 0.0, 2.0)
        for t in (1, 2, 3)
        if "," in entry
    ]
    found = derived(ForwardGraph(), DRAWN.replace("NARROW", narrow), states)
    for state, ((x, y), cells) in zip(states, found, strict=True):
        for m in cells:
            dx = max(m["x"] - x, 0, x - m["x"] - m["width"])
            dy = max(m["y"] - y, 0, y - m["y"] - m["height"])
            assert math.hypot(dx, dy) > least, (state, m)


def test_on_a_phone_the_player_is_under_the_picture_and_the_matrices_are_folded(show):
    page = show(ForwardGraph(answered=True), width=390, height=844).page
    live = page.locator(".explorable-live")
    picture, player = (live.locator(it).bounding_box() for it in (".kit-main", ".kit-player"))
    assert 0 <= player["y"] - picture["y"] - picture["height"] < 12
    up_to = live.locator(".kit-player input").bounding_box()
    assert up_to["width"] > 180
    cell = live.get_by_role("button", name="W_hx row 2 column 3")
    assert not cell.is_visible()
    live.get_by_text("The weights of every step").click()
    size = cell.bounding_box()
    assert min(size["width"], size["height"]) >= 44
    cell.click()
    slider(page, "Whx,2,3").press("ArrowRight")
    assert "is now 0.31, not 0.30" in live.locator(".kit-says").inner_text()


def test_what_is_drawn_and_said_is_true_in_random_states(unchecked, rng):
    it = ForwardGraph()
    was = trace()
    states = [draw(rng) | {"weight": "b_y 2", "value": x} for x in (1.2, 1.3)]  # m at one half
    states = [one | {"unrolled": 1.0} for one in states + [draw(rng) for _ in range(200)]]
    for state, now in zip(states, seen(it, states), strict=True):
        model = with_weight(MODEL, state["weight"], state["value"])
        news, found = changed(model, BOXES, was)
        known = check_told(now, it._constants, str, found, was, written)
        check_bars(now, known, found, was)
        check_lines(now, model, known, found)
        check_travel(now, model, known, found)
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
        assert now["task"]["reached"] == (probabilities_of_m(model)[1] > 0.5)


def test_stories_are_true(unchecked):
    says = {
        "Folded": lambda news: not news,
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
    assert {w for w, v in tries if probabilities_of_m(with_weight(MODEL, w, v))[1] > 0.5} == {
        "b_y 2"
    }
    solved = with_weight(MODEL, "b_y 2", 2.0)
    after = [trace(solved)[f"y_hat_{t}"].value[2] for t in (2, 1)]
    done = ForwardGraph().constants()["task"]["done"]
    assert re.findall(r"0\.\d{3}", done) == [f"{x:.3f}" for x in after]
    assert ForwardGraph(solved).constants()["task"] is None


def test_it_is_used_by_finger_key_and_clock(show):
    page = show(ForwardGraph(answered=True), reduced_motion="reduce").page
    live = page.locator(".explorable-live")
    says = live.locator(".kit-says")
    live.get_by_role("button", name="a2, pre-activation").press("Enter")
    assert "all that is left of “d”" in says.inner_text()
    live.get_by_role("button", name="Play").click()  # from the end it starts again
    assert live.locator('[aria-label^="h1"]').get_attribute("aria-description") == "not yet"
    slider(page, "Whh,1,2").press("ArrowRight")  # what is pulled is computed to the end
    assert "not yet" not in live.locator(".kit-main").evaluate("e => e.innerHTML")
    assert "is now 0.21, not 0.20" in says.inner_text()
    live.get_by_role("button", name="Set it to 0").click()
    assert "is now 0, not 0.20" in says.inner_text()


def test_folded_one_cell_is_seen_and_the_state_loops_back_into_it(show):
    page = show(ForwardGraph(answered=True, unrolled=0.0, chosen="h_2")).page
    live = page.locator(".explorable-live .kit-main")
    assert live.get_by_role("button", name="state of step").count() == 1
    assert live.locator(".grip").count() == 2  # the pulled weight, and what unfolds
    knob = live.locator(".grip .knob").last.bounding_box()
    x, y = knob["x"] + knob["width"] / 2, knob["y"] + knob["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 300, y, steps=6)
    page.mouse.up()
    assert live.get_by_role("button", name="state of step").count() == 3
    assert live.locator(".grip").count() == 2
    assert live.locator(".dot.state").count() == 2  # on the other copies


def test_a_guess_is_tapped_anywhere_within_what_marks_it(show):
    page = show(ForwardGraph()).page
    for k in range(3):
        ring = page.locator(".explorable-live .choice[aria-label^='Guess: ']").nth(k).locator("> *")
        box = ring.first.bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert page.locator(".explorable-live .kit-reply").inner_text() != ""
        page.get_by_role("button", name="Ask me again").click()


def test_folding_before_the_answer_moves_nothing_else_and_shows_no_way_from_state_to_state(show):
    page = show(ForwardGraph(), reduced_motion="reduce").page
    live = page.locator(".explorable-live")
    knob = live.locator(".kit-main .grip .knob").bounding_box()
    x, y = middle(knob)
    arrows = '.explorable-live .kit-main path.line.state[d*="C"]:not([style="stroke-width: 0"])'
    page.mouse.move(x, y)
    page.mouse.down()
    for far in range(0, 100, 10):
        page.mouse.move(x - far, y)
        assert page.locator(arrows).count() == 0, far
    page.mouse.move(x - 300, y, steps=10)
    page.mouse.up()
    assert slider(page, "Whh,1,2").input_value() == "0.2"
    assert live.get_by_role("button", name="state of step").count() == 1  # folded to the end
    title = live.locator(".kit-title").first.inner_text()
    assert title == "One cell, folded: unroll it for the question"
