"""The backward graph: its numbers are the package's, its arrows the trace's, its words true."""

import math
import re
from functools import partial

import numpy as np

from tests.rnn.graphs import WORD, a_model, check_told, seen, tabled, worst
from tests.widget.case import Case
from tests.widget.engine import derived
from unrolled.bptt import demo
from unrolled.bptt.backward_graph import (
    BOXES,
    LAST,
    MOST,
    PARTS,
    BackwardGraph,
    as_before,
    is_half,
    later_over_own,
    scaled,
)
from unrolled.bptt.backward_graph_words import QUESTION
from unrolled.bptt.demo import MODEL, trace
from unrolled.core.unroll import bptt, unroll
from unrolled.page.numbers import decimals
from unrolled.rnn.cell import CELL
from unrolled.rnn.graph import flatten

NAME = "backward_graph"


def draw(rng):
    return {
        "step": int(rng.integers(LAST + 1)),
        "chosen": str(rng.choice(["", *BOXES])),
        "part": str(rng.choice(list(PARTS))),
        "times": float(rng.choice([0, 1, np.round(rng.uniform(0, MOST), 2)])),
        "answered": bool(rng.random() < 0.85),
    }


def solve(page):
    page.get_by_role("slider", name="Whh", exact=True).fill("3")
    page.get_by_role("button", name="all that reaches state 1").click()


CASE = Case(
    make=BackwardGraph,
    name=NAME,
    states={
        "start": {},
        "begun": {"step": 4},
        "a bias": {"part": "b_h", "chosen": "part_2", "times": 0.3},
        "a message": {"chosen": "carry_1", "times": 0.0},
        "a column": {"part": "W_hx", "chosen": "sum"},
        "its error": {"part": "W_hx", "chosen": "dz_2"},
        "wide open": {"chosen": "dh_1", "times": 4.0},
        "all errors": {"part": "b_h", "chosen": "sum"},
    },
    draw=draw,
    refused=[
        ({"model": MODEL._replace(cell=MODEL.cell._replace(b_h=np.full(2, math.nan)))}, "b_h"),
        ({"part": "W_yh"}, "part"),
        ({"times": -0.1}, "times"),
        ({"times": 4.1}, "times"),
        ({"chosen": "h_1"}, "chosen"),
        ({"step": -1}, "step"),
    ],
    solve=solve,
    done={"times": 3.0, "chosen": "dh_1"},
    short=[{"times": 3.0}]
    + [{"times": times, "chosen": "dh_1"} for times in (0.0, 1.0, 2.6, 3.15, 4.0)],
)


def named(box, part):
    """The quantity of the trace in a box."""
    return f"sum_d{part}" if box == "sum" else box.replace("part", PARTS[part])


def test_every_number_is_the_packages_on_a_thousand_networks(call, rng):
    tape = BackwardGraph().constants()["tape"]
    models = [a_model(rng) for _ in range(1000)]
    times = rng.uniform(0, MOST, 1000).tolist()
    pairs = list(zip(models, times, strict=True))
    found = call(NAME, "backward", [[tape, flatten(m), k] for m, k in pairs])
    assert set(found[0]["named"]) == set(trace())
    assert worst([scaled(m, k) for m, k in pairs], found) < 1e-12


def listed(values):
    return ", ".join(decimals(x) if x else "0" for x in np.ravel(values))


def drawn_as(now, *looks):
    """The marks of these looks, in the order in which they are drawn."""
    return iter([m for m in now["marks"] if m.get("look") in looks])


def check_errors(now, known):
    """A bar for each number of an error: their heights."""
    bars = iter([m for m in drawn_as(now, "gradient") if m["kind"] == "cell" and m["width"] == 20])
    for box in (box for box in BOXES if box.startswith("dz")):
        values = known.get(box, np.zeros(4))
        got = [next(bars)["height"] for _ in range(4)]
        assert np.allclose(got, np.abs(32 * values), atol=1e-9), box
    assert next(bars, None) is None


def check_entries(now, known):
    """What a step adds, and the sum: cells as full of colour as their numbers are large."""
    cells = [m for m in drawn_as(now, "hollow quiet thin") if m["round"] == 3]
    signs = {tuple(m["at"]): m["html"] for m in now["marks"] if m.get("html") in ("+", "−")}
    count = {"W_hh": 4, "W_hx": 8, "b_h": 2}[now["part"]]
    assert len(cells) == 4 * count
    cells = iter(cells)
    for box in (box for box in BOXES if box.startswith(("part", "sum"))):
        for value in np.ravel(known.get(box, np.zeros(count))):
            cell = next(cells)
            middle = (cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2)
            assert signs.get(middle, "") == ("", "+", "−")[int(np.sign(value))], box
            share = math.floor(100 * min(1, abs(value) / FULL) + 0.5)
            hue = "minus" if value < 0 else "state"
            tint = f"color-mix(in oklab, var(--{hue}) {share}%, var(--paper))"
            assert cell["fill"] == (tint if value else "var(--paper)"), box


FULL = 0.3  # of a number in a cell: from there on it is filled all the way
UNIT = 130  # px of a 1 in a state
REACH = 57  # px that a bar there has at most
STREAM = 224  # how far down the zero of a state is
WIDTH = 140  # px that a 1 is wide in the stream
PALE = "42%"  # of the hue: what a step's own loss sends


def stacked(own, later):
    """Where own loss, later losses and what cancels begin and end, in a bar that adds both."""
    both = own + later
    if own * later >= 0:
        return [0, own], [own, both], [both, both]
    if abs(own) > abs(later):
        return [0, both], [0, 0], [both, own]
    return [0, 0], [0, both], [0, own]


def check_meeting(now, known):
    """A bar of a state is filled as far as both gradients together; dashed is what cancels."""
    bars = [m for m in drawn_as(now, "gradient") if m["kind"] == "cell" and m["width"] == 30]
    own = iter([m for m in bars if m.get("fill")])
    later = iter([m for m in bars if not m.get("fill")])
    dashed = [m for m in drawn_as(now, "hollow gradient dashed") if m["width"] == 28]
    gone = iter(dashed)
    for box in (box for box in BOXES if box.startswith("dh")):
        values = [known.get(box.replace("dh", kind)) for kind in ("back", "carry", "dh")]
        one, two, both = [np.zeros(2) if x is None else np.ravel(x) for x in values]
        for k in range(2):
            marks = next(own), next(later), next(gone)
            wanted = stacked(one[k], two[k] if values[2] is not None else 0)
            for mark, ends in zip(marks, wanted, strict=True):
                ends = STREAM - np.clip(UNIT * np.array(ends), -REACH, REACH)
                assert np.allclose(ends_of(mark), sorted(ends)), (box, k)
            assert marks[2]["opacity"] == (marks[2]["height"] > 0)
            filled = [*wanted[0], *wanted[1]]
            assert values[2] is None or np.isclose(max(filled, key=abs), both[k])
    assert [next(marks, None) for marks in (own, later, gone)] == [None] * 3
    keys = {m["html"] for m in now["marks"] if m.get("html") in ("cancels", "not known yet")}
    if any(mark["height"] for mark in dashed):
        assert keys == {"cancels"}
    else:
        assert keys == (set() if "sum" in known else {"not known yet"})


def width_of(band):
    """How far apart both sides of a band are where it begins."""
    numbers = [float(x) for x in re.findall(r"-?\d+\.\d+", band["d"])]
    return math.hypot(numbers[0] - numbers[-2], numbers[1] - numbers[-1])


def lanes_of(known, t, slopes):
    """How wide both lanes from a state are: its own loss, then later ones."""
    lengths = [np.linalg.norm(slopes * known[f"{kind}_{t}"]) for kind in ("back", "carry")]
    shrunk = min(1, 86 / (WIDTH * sum(lengths) or 1))
    return [(True, lengths[0], shrunk), (False, lengths[1], shrunk)]


def check_stream(now, known, found):
    """Each stretch that is known is as wide as its parts are long, and the others are dry."""
    bands = [m for m in drawn_as(now, "gradient") if m["kind"] == "curve"]
    drawn = [(PALE in band["fill"], width_of(band)) for band in bands]
    wanted = [(True, np.linalg.norm(known.get(f"back_{t}", 0)), 1) for t in (1, 2, 3)]
    for t in (3, 2, 1):
        if f"delta_{t}" in known and f"dh_{t}" in known:
            wanted += lanes_of(known, t, 1)
        if t > 1 and f"carry_{t - 1}" in known:
            if f"delta_{t}" in known:
                wanted += lanes_of(known, t, 1 - found[f"h_{t}"].value ** 2)
            wanted += [(False, np.linalg.norm(known[f"carry_{t - 1}"]), 1)]
    wanted = [(pale, max(2, WIDTH * x * shrunk)) for pale, x, shrunk in wanted if x]
    assert [pale for pale, _ in drawn] == [pale for pale, _ in wanted]
    widths = [min(86, width) for _, width in wanted]
    assert np.allclose([x for _, x in drawn], widths, atol=0.03)


def apart(now):
    """The quantities alone, and what is told of the chosen one as it begins: with its symbol."""
    *marks, told = now["marks"]
    return {**now, "marks": [*marks, {**told, "html": told["html"].removeprefix("<b>")}]}


def check_gates(now):
    """Between two steps W_hh is a valve: as far open as it is multiplied."""
    jaws = [m for m in drawn_as(now, "quiet") if m["kind"] == "cell"]
    for upper, lower in zip(jaws[::2], jaws[1::2], strict=True):
        gap = lower["y"] - upper["y"] - upper["height"]
        assert abs(gap - 2 * 15 * now["times"]) < 1e-9
        assert abs(upper["y"] + lower["y"] + lower["height"] - 2 * STREAM) < 1e-9
    assert len(jaws) == 4


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
    states = [draw(rng) | {"answered": True} for _ in range(200)]
    for state, now in zip(states, seen(it, states), strict=True):
        found = trace(scaled(MODEL, state["times"]))
        quantity = partial(named, part=state["part"])
        known = check_told(apart(now), it._constants, quantity, found, found, listed)
        numbers = {box: found[quantity(box)].value for box in known}
        check_errors(now, numbers)
        check_entries(now, numbers)
        check_meeting(now, numbers)
        check_stream(now, numbers, found)
        check_gates(now)
        tabled(now, ["dz", "back", "carry", "dh", "delta"], found)
        texts, said, box = now["texts"], now["facts"], now["active"]
        assert now["title"]  # there is a headline, and its equation holds
        assert_sum_of_shares(box, found)
        kind, _, t = box.partition("_")
        arrives = found[f"carry_{t}"].value if kind in ("carry", "dh") else None
        assert said["none"] == (arrives is not None and not arrives.any())
        if box != "sum":
            t = int(box[-1])
            assert (texts["letter"], texts["target"]) == (WORD[t - 1], WORD[t])
            assert np.array_equal(found["dW_hh_1"].value, np.zeros((2, 2)))  # h_0 = 0
            assert not np.delete(found[f"dW_hx_{t}"].value, t - 1, axis=1).any()
        mean = np.atleast_2d(found[f"d{state['part']}"].value.T).T
        assert f"--columns: {mean.shape[1]}" in texts["mean"]
        shown = re.findall(r">(-?\d[.\d]*)<", texts["mean"].replace("−", "-"))
        assert np.allclose(list(map(float, shown)), mean.ravel(), atol=5.1e-5)
        is_met = is_half(later_over_own(MODEL, float(state["times"])))
        assert now["task"]["reached"] == (is_met and box == "dh_1")


def test_the_valve_decides_the_task_and_what_is_said_of_it_is_so():
    shares = [later_over_own(MODEL, times) for times in np.linspace(0, 3, 13).tolist()]
    assert np.all(np.diff(shares) > 0), "the wider open, the more comes back"
    assert set(as_before(MODEL, 0.0)) == {"dz_1", "dW_yh_1", "back_1", "carry_3", "dW_hh_1"}
    assert BackwardGraph(scaled(MODEL, 0.0)).constants()["task"] is None
    assert BackwardGraph(scaled(MODEL, 3.0)).constants()["task"] is None, "it is done already"


def test_stories_are_true():
    found = trace()
    stories = {story["name"]: story["set"] for story in BackwardGraph().constants()["stories"]}
    assert [s["chosen"] for s in stories.values()] == ["dh_2", "carry_3", "carry_1", "sum"]
    assert np.allclose(found["dh_2"].value, found["back_2"].value + found["carry_2"].value)
    assert all(found[name].value.any() for name in ("back_2", "carry_2"))
    assert not found["carry_3"].value.any()
    shut = trace(scaled(MODEL, stories["The valve shut"]["times"]))
    for t in (1, 2, 3):
        assert np.array_equal(shut[f"dh_{t}"].value, shut[f"back_{t}"].value)
    assert found["sum_dW_hx"].value.any(axis=0).tolist() == [True, True, True, False]


def test_the_way_back_appears_step_by_step(show):
    page = show(BackwardGraph(answered=True), reduced_motion="reduce").page
    live = page.locator(".explorable-live")
    unknown = live.locator('.kit-main [aria-description*="not yet"]')
    for left in (LAST, LAST - 1, LAST - 2):
        live.get_by_role("button", name="Play").click()
        assert unknown.count() == left
    live.get_by_role("button", name="Whh⊤δ3, from later losses").click()  # with what is before it
    assert unknown.count() == LAST - list(BOXES).index("carry_2")


def test_the_valve_is_pulled_in_the_picture(show):
    page = show(BackwardGraph(answered=True), reduced_motion="reduce").page
    live = page.locator(".explorable-live")
    slider = live.get_by_role("slider", name="Whh", exact=True)
    knob = live.locator(".grip .knob").first
    knob.scroll_into_view_if_needed()
    box = knob.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] - 200)
    page.mouse.up()
    assert slider.input_value() == "4"
    live.get_by_role("button", name="The valve shut").click()
    message = live.get_by_role("button", name="Whh⊤δ3, from later losses, step 2")
    assert message.get_attribute("aria-description") == "0, 0"


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


def test_a_phone_shows_all_three_steps_and_names_none_of_them_smaller_than_12_px(show):
    page = show(BackwardGraph(answered=True), reduced_motion="reduce", width=390).page
    live = page.locator(".explorable-live")
    for t in (1, 2, 3):
        assert live.get_by_role("button", name=f"all that reaches state {t}").is_visible()
    sizes = live.locator(".kit-main svg text").evaluate_all(
        """(all) => all.map((one) => {
            const { a } = one.getScreenCTM();
            return a * Number.parseFloat(getComputedStyle(one).fontSize);
        })"""
    )
    assert min(sizes) > 12


def test_the_stream_is_as_wide_in_the_valve_as_what_leaves_it(unchecked):
    look = "(now, widget) => widget.picture(now).marks[1][1]"
    states = [BackwardGraph(times=times).state() | {"answered": True} for times in (0.0, 1.0, 3.0)]
    for state, main in zip(states, derived(BackwardGraph(), look, states), strict=True):
        found = trace(scaled(MODEL, state["times"]))
        for t, (_, into, out) in zip((3, 2), main[:2], strict=True):
            length = np.linalg.norm(found[f"carry_{t - 1}"].value)
            wanted = min(86, max(2, WIDTH * length)) if length else 0
            heights = []
            for lane in filter(None, into[1:3]):
                numbers = [float(x) for x in re.findall(r"-?\d+\.\d+", lane["d"])]
                heights += [numbers[9], numbers[11]]  # where the lane ends, above and below
            assert abs(max(heights) - min(heights) - wanted) < 0.05
            assert not length or abs(width_of(out[1]) - wanted) < 0.05


def test_the_right_option_names_what_the_error_of_step_two_needs():
    """Of the other two steps, only the loss of step 3 changes what step 2 sends back."""
    label, _ = QUESTION["options"][QUESTION["right"]]
    assert label == "Step 2 and <b>δ</b><sub>3</sub>"
    states, caches = unroll(CELL, demo.MODEL.cell, demo.XS, demo.H0)

    def sent_to_input_2(dstates):
        return bptt(CELL, demo.MODEL.cell, caches, dstates)[1][1]

    usual = sent_to_input_2(states)
    for step, matters in ((0, False), (2, True)):
        other = states.copy()
        other[step] += 1
        assert np.allclose(sent_to_input_2(other), usual) != matters
