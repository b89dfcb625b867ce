"""One neuron: arithmetic as in `unrolled.mlp` and `core.activations`, and what it says is so."""

import re

import numpy as np
import pytest

from tests.mlp import neuron_twins as twins
from tests.mlp.neuron_twins import any_neuron, respond
from tests.widget.case import Case
from tests.widget.common import moving, slider
from tests.widget.engine import derived
from unrolled.core.activations import ACTIVATIONS
from unrolled.mlp.one_neuron import OneNeuron
from unrolled.page.numbers import fine, number, pair, setting

STEEP = {"w": [10.0, 5.0], "b": -5.0}


def edges(rng):
    return rng.uniform(2, 4, 2).tolist()


def solve(page):
    page.locator(".explorable-live .kit-more summary").click()
    slider(page, "x1").fill("2.5")
    slider(page, "b").fill("0.5")


CASE = Case(
    make=OneNeuron,
    name="one_neuron",
    draw=twins.draw,
    solve=solve,
    claims=twins.CLAIMS,
    done=twins.DONE,
    short=twins.SHORT,
    states={
        "bending": {},
        "no direction": {"w": [0.0, 0.0], "b": 0.5},
        "saturated": {"w": [4.0, -3.0], "b": 2.0, "x": [2.0, -1.0]},
        "steepest": {"w": [-10.0, 10.0], "b": -9.87, "x": [-2.48, -2.49]},
        "inactive": {"activation": "ReLU", "x": [-2.0, 0.5]},
        "sloping": {"activation": "GELU", "shows": "slope", "x": [-0.75, 0.33]},
        "corner": {"w": [-0.5, -0.25], "b": 0.05, "x": [-2.5, 2.5], "activation": "SiLU"},
        "far": {"w": [0.5, 0.0], "b": -60.0, "activation": "logistic"},
    },
    refused=[
        ({"w": [1.0]}, "w: got shape (1,), expected (n_x=2)"),
        ({"w": [0.0, -10.5]}, "w: got -10.5, expected numbers from -10 to 10"),
        ({"b": 61}, "b: got 61, expected a finite number from -60 to 60"),
        ({"x": [[1.0, 1.0]]}, "x: got shape (1, 2), expected (n_x=2)"),
        ({"x": [0.0, 2.51]}, "x: got 2.51, expected numbers from -2.5 to 2.5"),
        ({"activation": "relu"}, "activation: got 'relu', expected one of 'tanh', 'logistic'"),
    ],
    twins={
        "respond": (respond, lambda rng: (any_neuron(rng, 30), rng.uniform(-3, 3, 2))),
        "scaled": (twins.scaled, lambda rng: (any_neuron(rng), 10 ** rng.uniform(-1, 1.15))),
        "segment": (twins.segment, lambda rng: (any_neuron(rng), rng.uniform(-4, 4), edges(rng))),
        "shades": (twins.shades, lambda rng: (any_neuron(rng, 2),)),
    },
)


def test_derivatives_steepest_slopes_and_lines_are_what_they_are_called(call, rng):
    told = OneNeuron()._constants
    for shows, ends in (("response", twins.ANSWERS), ("slope", twins.SLOPES)):
        assert {name: tuple(k["span"][shows]) for name, k in told["kinds"].items()} == ends
    for it in (any_neuron(rng, 1) for _ in range(200)):
        x = rng.uniform(-3, 3, 2)
        for k, e in enumerate(1e-6 * np.eye(2)):
            for name, low, high in (
                ("dw", ({**it, "w": it["w"] - e}, x), ({**it, "w": it["w"] + e}, x)),
                ("dx", (it, x - e), (it, x + e)),
            ):
                rate = (respond(*high)["h"] - respond(*low)["h"]) / 2e-6
                assert abs(rate - respond(it, x)[name][k]) < 1e-6
        given = {**it, "w": it["w"].tolist()}
        (ends,) = call("one_neuron", "segment", [[given, 0.5]])
        if ends:  # all of it has one answer, and w stands at right angles to it
            line = np.linspace(*np.array(ends), 7)
            assert np.allclose(line @ it["w"] + it["b"], 0.5, rtol=0, atol=1e-12)
            assert np.allclose((np.abs(ends) / twins.PLANE).max(axis=1), 1, rtol=0, atol=1e-12)
        (stops,) = call("one_neuron", "shades", [[given]])
        reach = np.abs(it["w"]) @ twins.PLANE
        share = rng.uniform(0, 1, 40)
        shown = np.interp(share, [s["offset"] for s in stops], [s["h"] for s in stops])
        phi = ACTIVATIONS[it["activation"]]
        assert np.abs(shown - phi.of(it["b"] + (2 * share - 1) * reach)).max() < 0.015


def test_what_is_written_is_what_the_package_says_and_the_sum_adds_up(rng):
    states = [twins.draw(rng) for _ in range(500)]
    written = derived(OneNeuron(), "(now) => now.texts", states)
    for state, texts in zip(states, written, strict=True):
        a, h, slope, dw, _, dx = respond(state, state["x"]).values()
        shown = {"answer": fine(h), "slope": fine(slope), "a": setting(a), "dw": pair(*dw, fine)}
        shown |= {"dx": pair(*dx, fine), "size": number(np.hypot(*state["w"]), 2)}
        assert texts | shown == texts
        left, right = re.split("[=≈]", texts["sum"].replace("−", "-").replace("·", "*"))
        off = abs(eval(left) - float(right))
        assert off < (1e-9 if "=" in texts["sum"] else 5.1e-5), texts["sum"]


def test_the_question_is_about_a_neuron_ten_times_as_steep_and_no_number_spoils_it():
    told = OneNeuron()._constants["question"]
    start = OneNeuron().state()
    after = respond(start | STEEP, start["x"])
    assert told["show"].items() >= STEEP.items()
    assert not re.search(r"\d\.\d", told["text"])
    assert told["text"].count('class="is-') == 2
    for _, reply in told["options"]:
        assert f"<i>a</i> = {fine(after['a'])}</span>" in reply
        assert f"Its slope there is {fine(after['slope'])}, and the arrow is that fraction" in reply


def test_the_gradient_is_the_filled_share_of_the_outline_of_x(rng):
    marks = "(now, widget) => [now.slope, widget.picture(now).marks.flat(9).filter(Boolean)]"
    states = [twins.draw(rng) for _ in range(100)]
    for state, (slope, drawn) in zip(states, derived(OneNeuron(), marks, states), strict=True):
        (outline,) = (one for one in drawn if one.get("look") == "input hollow")
        start, end = (np.mean([outline["points"][n] for n in ends], 0) for ends in [(0, 3), (1, 2)])
        (gradient,) = (one for one in drawn if one.get("look") == "gradient thick")
        assert np.allclose([start, end], [[0, 0], state["x"]])
        assert np.allclose(gradient["from"], start)
        assert np.allclose(gradient["to"], slope * end)


def test_the_answer_is_played_and_the_line_stays(show):
    page = show(OneNeuron()).page
    size = "document.querySelector('.explorable-live .kit-player output').textContent"
    line = "document.querySelector('.explorable-live .kit-main path.line.ink').getAttribute('d')"
    ends = [381, 381, 205.5, 30]
    slider(page, "length ‖w‖").fill("1")
    with moving(page):
        for again in (False, True):
            if again:
                page.get_by_role("button", name="Ask me again").click()
                page.wait_for_function(f"{size} === '1.12'")
            page.get_by_role("button", name="It all but vanishes").click()
            page.wait_for_function(f"{size} > 1.2 && {size} < 9")
            found = [float(number) for number in re.findall(r"[\d.]+", page.evaluate(line))]
            assert np.allclose(found, ends, rtol=0, atol=0.1)
            page.wait_for_function(f"{size} === '11.18'")


def test_the_stories_and_the_answer_to_the_task_are_true():
    told = OneNeuron()._constants
    sets = [(story["set"], respond(story["set"], story["set"]["x"])) for story in told["stories"]]
    (_, same), (_, all_of_it), (_, inactive), (_, band) = sets
    start = OneNeuron().state()
    assert same["h"] == respond(start, start["x"])["h"]
    assert all_of_it["a"] == inactive["h"] == inactive["slope"] == 0 < band["slope"] < 0.1
    assert all_of_it["dw"].tolist() == told["stories"][1]["set"]["x"]
    there = told["stories"][3]["set"]
    longer = {"w": [5.0, 2.5], "b": -2.5}
    assert respond(there | longer, there["x"])["slope"] < band["slope"]
    assert 1 - np.tanh(2.994) ** 2 < 0.01 < 1 - np.tanh(2.993) ** 2
    a = np.linspace(-50, 50, 1_000_001)
    h = ACTIVATIONS["SiLU"].of(a)
    least = ACTIVATIONS["SiLU"].slope(a, h)[h > 0.9].min()
    assert float(re.search(r"above ([\d.]+)\.$", told["task"]["done"])[1]) < least


REACH = """n => { const node = document.querySelectorAll(".explorable-live .reach")[n];
    node.scrollIntoView({ block: "center" });
    const { x, y, width, height } = node.getBoundingClientRect();
    return [x + width / 2, y + height / 2]; }"""


@pytest.mark.parametrize("width", [390, 1280])
def test_w_the_line_and_the_point_are_pulled_where_the_finger_goes(show, width):
    page = show(OneNeuron(answered=True), width=width).page
    page.locator(".explorable-live .kit-more summary").click()

    def pull(n, *places):
        page.mouse.move(*page.evaluate(REACH, n))
        page.mouse.down()
        box = page.locator(".explorable-live .ramp").first.bounding_box()
        for x, y in places:
            across, down = (x + 4) / 8 * box["width"], (3 - y) / 6 * box["height"]
            page.mouse.move(box["x"] + across, box["y"] + down)
        page.mouse.up()
        return [float(slider(page, name).input_value()) for name in ("w1", "w2", "b", "x1", "x2")]

    assert np.allclose(pull(0, (0, 0), (-1.5, 9)), [1, 0.5, -0.5, -1.5, 2.5], atol=0.03)
    assert np.allclose(pull(1, (0, 0), (2, -1)), [2, -1, -0.5, -1.5, 2.5], atol=0.03)
    w1, w2, b, *_ = pull(2, (1, 1), (1, -2))
    assert abs(b + w1 - 2 * w2) < 0.1
    slider(page, "w1").fill("8")
    slider(page, "w2").fill("0")
    w1, w2, *_ = pull(1, (2.6, 2.6))  # an arrow that is cut only turns
    assert max(abs(np.hypot(w1, w2) - 8), 0.1 * abs(w1 - w2)) < 0.02


@pytest.mark.parametrize("width", [390, 1280])
def test_the_point_on_the_curve_is_pulled_along_w(show, width):
    page = show(OneNeuron(answered=True), width=width).page
    page.locator(".explorable-live .kit-more summary").click()
    x, y = page.evaluate(REACH, 3)
    page.mouse.move(x, y)
    page.mouse.down()
    unit = page.locator(".explorable-live .ramp").first.bounding_box()["width"] / 8
    page.mouse.move(x - 2 * unit, y)
    page.mouse.up()
    found = [float(slider(page, name).input_value()) for name in ("x1", "x2")]
    assert np.allclose(found, [0.5, 2] - 2 * np.array([2, 1]) / np.sqrt(5), rtol=0, atol=0.03)
