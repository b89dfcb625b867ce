"""One neuron: arithmetic as in `unrolled.mlp` and `core.activations`, usable by everyone."""

import math
import re

import numpy as np
import pytest

from tests.page.common import each_axe, error, slider
from unrolled.core.activations import ACTIVATIONS
from unrolled.mlp.network import neuron
from unrolled.mlp.one_neuron import OneNeuron, contours, respond

NAME = "one_neuron"
KINDS = list(ACTIVATIONS)
POINT = [1.0, 1.0]
W, B = [1.0, 0.5], -0.5
STATES = {
    "saturated": {"w": [4.0, -3.0], "b": 2.0, "x": [2.0, -1.0]},
    "steepest": {"w": [-10.0, 10.0], "b": -9.87, "x": [-2.99, -2.98]},
    "no direction": {"w": [0.0, 0.0], "b": 0.5},
    "dead": {"activation": "ReLU", "x": [-2.0, 0.5]},
    "sloping": {"activation": "GELU", "shows": "slope", "x": [-0.75, 0.33]},
    "corner": {"w": [-0.5, -0.25], "b": 0.05, "x": [-3.0, 3.0], "activation": "SiLU"},
}


def drawn(rng, n, scale):
    """`n` random neurons and points; a few weights are exactly 0."""
    for k in range(n):
        w = rng.normal(0, scale, 2) * (rng.random(2) > 0.05)
        yield w.tolist(), float(rng.normal(0, scale)), rng.uniform(-3, 3, 2).tolist(), KINDS[k % 6]


def named(w, b, activation="tanh"):
    return {"w": w, "b": b, "activation": activation}


def text(x, digits=4):
    """A number as the page shows it; a small one as a power of ten."""
    if float(x).is_integer():
        return str(int(x)).replace("-", "−")
    if abs(x) >= 1e-3 or digits != 4:
        return f"{x:.{digits}f}".replace("-", "−")
    mantissa, power = f"{x:.1e}".split("e")
    raised = str(int(power)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{mantissa}·10{raised}".replace("-", "−")


def pair(v, digits=4):
    return f"({', '.join(text(x, digits) for x in v)})"


def wanted(w=W, b=B, x=POINT, activation="tanh", **_):
    """What the package says: a, h, φ′(a), ∇_w f, ∂f/∂b, ∇_x f."""
    phi = ACTIVATIONS[activation]
    a = np.array(x) @ np.array(w) + b
    h = neuron(np.array(w), b, np.array(x), phi)
    slope = float(phi.slope(np.asarray(a), h))
    return float(a), float(h), slope, slope * np.array(x), slope, slope * np.array(w)


def numbers(page):
    return page.locator(".neuron-sums td").all_inner_texts()


def as_shown(w=W, b=B, x=POINT, activation="tanh", **_):
    _, h, slope, dw, db, dx = wanted(w, b, x, activation)
    return [text(h), text(slope), pair(dw), text(db), pair(dx)]


# The arithmetic


@pytest.mark.parametrize("scale", [0.5, 3.0, 40.0])
def test_the_response_and_its_derivatives_are_those_of_the_package(call, rng, scale):
    draws = list(drawn(rng, 1200, scale))
    found = call(NAME, "respond", [[named(w, b, kind), x] for w, b, x, kind in draws])
    names = ("a", "h", "slope", "dw", "db", "dx")
    for one, (w, b, x, kind) in zip(found, draws, strict=True):
        for name, value in zip(names, wanted(w, b, x, kind), strict=True):
            assert error(one[name], value) < 1e-12, (name, kind)
    if scale == 40:
        assert max(abs(one["a"]) for one in found) > 200


def test_the_error_function_is_exact_to_thirteen_places(call, rng):
    at = [0.0, 3.0, -3.0, 6.0, 6.000001, 1e-300, 2.9999999, 50.0, -1e9]
    at += rng.uniform(-7, 7, 3000).tolist() + rng.normal(0, 0.01, 100).tolist()
    found = call(NAME, "erf", [[x] for x in at])
    assert max(abs(y - math.erf(x)) for x, y in zip(at, found, strict=True)) < 1e-13


def test_the_lines_of_equal_response_are_those_of_the_still_figure(call, rng):
    draws = [(w, b) for scale in (0.3, 3.0, 30.0) for w, b, _, _ in drawn(rng, 400, scale)]
    found = call(NAME, "contours", [[named(w, b)] for w, b in draws])
    for lines, (w, b) in zip(found, draws, strict=True):
        twins = contours(w, b)
        assert len(lines) == len(twins) <= 11
        for line, (a, ends) in zip(lines, twins, strict=True):
            assert error(line["a"], a) < 1e-12
            assert error(line["ends"], ends) < 1e-12


@pytest.mark.parametrize("scale", [0.3, 3.0, 30.0])
def test_on_a_line_of_equal_response_a_is_constant_and_the_line_spans_the_plane(rng, scale):
    for w, b, _, kind in drawn(rng, 300, scale):
        lines = contours(w, b)
        for a, ends in lines:
            assert np.allclose(np.array(ends) @ w + b, a, rtol=0, atol=1e-12 * max(1, scale))
            assert np.allclose(np.abs(ends).max(axis=1), 3, rtol=0, atol=1e-12)
            spread = np.linspace(*np.array(ends), 7)
            heights = neuron(np.array(w), b, spread, ACTIVATIONS[kind])
            assert np.ptp(heights) < 1e-9 * scale
        crosses = abs(b) < 3 * np.abs(w).sum()
        assert any(a == 0 for a, _ in lines) == crosses
        apart = np.diff(sorted(a for a, _ in lines)) / np.hypot(*w)
        assert all(apart > 0.85 - 1e-9)


def test_the_shading_follows_the_response_along_w(call, rng):
    draws = list(drawn(rng, 300, 4.0))
    found = call(NAME, "shades", [[named(w, b, kind)] for w, b, _, kind in draws])
    for stops, (w, b, _, kind) in zip(found, draws, strict=True):
        size, reach = np.hypot(*w), 3 * np.abs(w).sum()
        if size == 0:
            continue
        offsets, heights = (np.array([stop[name] for stop in stops]) for name in ("offset", "h"))
        assert np.all(np.diff(offsets) >= 0)
        along = rng.uniform(0, 1, 40)
        points = np.outer((2 * along - 1) * reach / size, np.array(w) / size)
        exact = neuron(np.array(w), b, points, ACTIVATIONS[kind])
        assert np.abs(np.interp(along, offsets, heights) - exact).max() < 0.015  # of 1 to 6


def test_scaling_keeps_the_line_and_stops_at_the_limit(call, rng):
    draws = [(w, b) for w, b, _, _ in drawn(rng, 300, 2.0) if np.hypot(*w) > 0]
    sizes = 10 ** rng.uniform(-1, 1.15, len(draws))
    asked = [[named(w, b), size, 10] for (w, b), size in zip(draws, sizes, strict=True)]
    reached = 0
    for one, (w, b), size in zip(call(NAME, "scaled", asked), draws, sizes, strict=True):
        found = np.array([*one["w"], one["b"]])
        factor = np.hypot(*one["w"]) / np.hypot(*w)
        assert error(found, factor * np.array([*w, b])) < 1e-12
        assert np.abs(found).max() <= 10 + 1e-12
        reached += abs(np.hypot(*one["w"]) - size) < 1e-9
        assert abs(np.hypot(*one["w"]) - size) < 1e-9 or np.abs(found).max() > 10 - 1e-9
    assert 0 < reached < len(draws)


@pytest.mark.parametrize("kind", KINDS)
def test_no_slope_passes_the_one_named_as_largest(show, kind):
    a = np.linspace(-8, 8, 160_001)
    slopes = ACTIVATIONS[kind].slope(a, ACTIVATIONS[kind].of(a))
    page = show(OneNeuron(activation=kind, answered=True)).page
    largest = re.search(r"at most ([\d.]+)", page.locator(".is-rate").text_content())[1]
    assert abs(float(largest) - np.abs(slopes).max()) < 5e-5


# At the door


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"w": [1.0]}, r"w: got shape \(1,\), expected \(n_x=2\)"),
        ({"w": [1.0, math.nan]}, r"w: got nan at index \(1,\), expected finite"),
        ({"w": "ab"}, r"w: got 'ab', expected an array of real numbers"),
        ({"w": [0.0, -101.0]}, r"w: got -101.0, expected numbers from -100 to 100"),
        ({"b": math.inf}, r"b: got inf, expected a finite number from -100 to 100"),
        ({"b": [1.0]}, r"b: got \[1.0\], expected a finite number"),
        ({"b": 1e9}, r"b: got 1000000000.0, expected a finite number from -100 to 100"),
        ({"x": [[1.0, 1.0]]}, r"x: got shape \(1, 2\), expected \(n_x=2\)"),
        ({"x": [0.0, 3.01]}, r"x: got 3.01, expected numbers from -3 to 3"),
        (
            {"activation": "relu"},
            r"activation: got 'relu', expected one of 'tanh', 'logistic', 'ReLU'",
        ),
        ({"activation": ["tanh"]}, r"activation: got \['tanh'\], expected one of"),
        ({"shows": "both"}, r"shows: got 'both', expected one of 'response', 'slope'"),
        ({"bias": 1.0}, r"keyword: got 'bias', expected one of .*'b'"),
        ({"answered": "yes"}, r"answered: got 'yes', expected True or False"),
    ],
)
def test_what_does_not_fit_is_turned_away(bad, message):
    with pytest.raises(ValueError, match=message):
        OneNeuron(**bad)


def test_whole_numbers_and_arrays_are_welcome():
    state = OneNeuron(w=np.array([2, -1]), b=1, x=(0, 3)).state()
    assert (state["w"], state["b"], state["x"]) == ([2.0, -1.0], 1.0, [0.0, 3.0])


# In the browser


def test_before_an_answer_there_are_the_question_and_the_pictures_alone(show):
    page = show(OneNeuron()).page
    assert page.get_by_role("img").count() == 2
    assert not page.get_by_role("slider").first.is_visible()
    page.locator(".neuron-shade").click(position={"x": 40, "y": 40})
    assert "At x = (1, 1)" in page.locator(".neuron-plane svg").get_attribute("aria-label")
    page.get_by_role("button", name="It stays").click()
    assert "Not quite" in page.locator(".kit-reply").inner_text()
    assert page.get_by_role("slider").count() == 6
    assert numbers(page) == as_shown()


@pytest.mark.parametrize("n", [0, 1, 2])
def test_question_and_replies_hold_the_numbers_of_the_package(show, n):
    page = show(
        OneNeuron(w=[3.0, 3.0], activation="ReLU")
    ).page  # asked of the tanh neuron all the same
    _, h, slope, dw, _, _ = wanted()
    _, h10, slope10, dw10, _, _ = wanted([10.0, 5.0], -5.0)
    question = page.locator(".kit-question").inner_text()
    assert f"answers {text(h)}" in question
    assert f"answers {h10:.10f}" in question
    page.locator(".kit-guess .kit-button").nth(n).click()
    reply = page.locator(".kit-reply").inner_text()
    assert reply.startswith("Yes." if n == 2 else "Not quite.")
    assert f"from {text(slope)} to {text(slope10)}" in reply
    assert f"from {pair(dw)} to {pair(dw10)}" in reply


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shows", ["response", "slope"])
def test_numbers_lines_and_curves_are_those_of_the_package(show, kind, shows):
    w, b, x = [1.7, -0.6], 0.4, [-1.2, 0.9]
    page = show(OneNeuron(w, b, x, kind, shows, answered=True)).page
    a, h, slope, *_ = wanted(w, b, x, kind)
    assert numbers(page) == as_shown(w, b, x, kind)
    assert f"= {text(a)}" in page.locator(".neuron-sum").inner_text()
    titles = page.locator(".neuron-curves text").all_text_contents()
    assert {f"φ(a) = {text(h)}", f"φ′(a) = {text(slope)}"} <= set(titles)
    phi = ACTIVATIONS[kind]
    levels = np.array([line.a for line in contours(w, b)])
    heights = phi.of(levels)
    values = heights if shows == "response" else phi.slope(levels, heights)
    labels = page.locator(".neuron-lines text").all_text_contents()
    assert labels.count("a = 0") == 1
    labels.remove("a = 0")
    assert len(labels) >= 4
    assert set(labels) <= {
        f"{v + 0.0:.2f}".replace("-0.00", "0.00").replace("-", "−") for v in values
    }


def test_the_sum_shows_every_sign(show):
    page = show(OneNeuron([-2.0, 0.5], 1.5, [-1.0, -2.5], answered=True)).page
    shown = page.locator(".neuron-sum").inner_text()
    assert shown.endswith("= −2 · (−1) + 0.50 · (−2.50) + 1.50 = 2.2500")
    slider(page, "w2").fill("-0.5")
    slider(page, "b").fill("-1.5")
    assert page.locator(".neuron-sum").inner_text().endswith("− 0.50 · (−2.50) − 1.50 = 1.7500")


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ({}, "Bending: of a small change of a, the share 0.4200 reaches"),
        ({"x": [0.5, 0.0]}, "In its steep part: of a small change of a, the share 1 reaches"),
        ({"w": [10.0, 5.0], "b": -5.0}, "Saturated: of a small change of a, the share 8.2·10⁻⁹"),
        ({"w": [10.0, 10.0], "b": 5.0}, "Saturated: the slope is so small"),
        ({"activation": "logistic", "w": [5.0, 0.0]}, "Saturated: of a small change of a,"),
        ({"activation": "ReLU"}, "Open: the slope is exactly 1."),
        ({"activation": "ReLU", "x": [0.0, 0.0]}, "Dead: the slope is exactly 0."),
        ({"activation": "ReLU", "x": [0.5, 0.0]}, "At the kink: there is no derivative here."),
        ({"activation": "GELU"}, "Steeper than 1: a small change of a reaches the answer 1.0833"),
        ({"activation": "GELU", "x": [-1.0, 0.0]}, "Falling: the slope is −0.1275."),
        ({"activation": "SiLU", "x": [-0.8, 0.0]}, "Almost flat: the slope is −0.0"),
        ({"activation": "identity"}, "Straight: the slope is 1 everywhere."),
    ],
)  # fmt: skip
def test_a_sentence_says_what_is_happening(show, state, says):
    page = show(OneNeuron(**state, answered=True)).page
    assert page.locator(".neuron-verdict").inner_text().startswith(says)
    slope = wanted(**state)[2]
    if not says.startswith("Saturated: the slope is so small"):
        assert f" {text(slope)}" in page.locator(".neuron-verdict").inner_text()


def test_the_arrow_points_along_w_and_lines_cross_it_at_right_angles(show):
    page = show(OneNeuron([1.2, -0.9], 0.3, answered=True)).page
    tip = page.locator(".neuron-arrow path").first.get_attribute("d")
    x, y = map(float, re.search(r"L([\d.]+) ([\d.]+)$", tip).groups())
    assert np.allclose([(x - 190) / 50, (160 - y) / 50], [1.2, -0.9], rtol=0, atol=1e-3)
    head = page.locator(".neuron-arrow path").nth(1).get_attribute("d")
    left, tip, right = np.array(re.findall(r"[\d.]+", head), dtype=float).reshape(3, 2)
    back = (tip - (left + right) / 2) * [1, -1]  # the page's second axis points down
    assert np.allclose(back / np.hypot(*back), [0.8, -0.6], rtol=0, atol=2e-3)
    assert abs((left - right) * [1, -1] @ back) < 0.2
    ends = page.locator(".neuron-equal, .neuron-lines line").evaluate_all(
        "nodes => nodes.map(n => ['x1', 'y1', 'x2', 'y2'].map(k => +n.getAttribute(k)))"
    )
    for x1, y1, x2, y2 in ends:
        along = np.array([x2 - x1, y1 - y2])
        assert abs(along @ [1.2, -0.9]) / np.hypot(*along) < 1e-3


def test_an_arrow_longer_than_the_plane_says_so(show):
    page = show(OneNeuron(w=[10.0, 5.0], answered=True)).page
    assert "The arrow is cut" in page.locator(".neuron-hint").inner_text()
    assert page.locator(".neuron-arrow .is-cut").count() == 1
    slider(page, "steepness").fill("0")
    assert "The arrow is cut" not in page.locator(".neuron-hint").inner_text()


def test_without_a_direction_the_plane_is_one_shade_without_lines(show):
    visit = show(OneNeuron(w=[0.0, 0.0], b=0.5, answered=True))
    page = visit.page
    assert page.locator(".neuron-lines line").count() == 0
    assert page.locator(".neuron-arrow path").count() == 0
    shade = page.locator(".neuron-plane stop").evaluate_all(
        "n => n.map(s => s.getAttribute('stop-opacity'))"
    )
    assert set(shade) == {shade[0]}
    assert "no direction" in page.locator(".neuron-hint").inner_text()
    assert slider(page, "steepness").is_disabled()
    slider(page, "w1").fill("0.4")
    assert slider(page, "steepness").is_enabled()
    assert page.locator(".neuron-lines .is-zero").count() == 1
    assert visit.console == []


@pytest.mark.parametrize(("x", "edge"), [([3.0, 3.0], "330"), ([-3.0, -3.0], "42")])
def test_beyond_the_curves_the_mark_stands_at_the_edge_and_says_so(show, x, edge):
    page = show(OneNeuron([4.0, 4.0], 0.0, x, answered=True)).page
    assert (
        f"a = {text(wanted([4.0, 4.0], 0.0, x)[0])}: beyond the edge"
        in page.locator(".neuron-curves").text_content()
    )
    for mark in page.locator(".neuron-mark").all():
        assert mark.get_attribute("transform").startswith(f"translate({edge} ")
    assert "beyond the edge" in page.locator(".neuron-curves svg").get_attribute("aria-label")


def test_every_slider_moves_what_it_names_and_reset_brings_it_back(show):
    page = show(OneNeuron(activation="logistic", answered=True)).page
    state = {"w": [1.0, 0.5], "b": -0.5, "x": [1.0, 1.0], "activation": "logistic"}
    for label, value in (("w1", -2.5), ("w2", 3.0), ("b", 1.25), ("x1", -0.75), ("x2", 0.3)):
        slider(page, label).fill(str(value))
        if label == "b":
            state["b"] = value
        else:
            state[label[0]][int(label[1]) - 1] = value
        assert numbers(page) == as_shown(**state)
        _, h, slope, *_ = wanted(**state)
        heard = f"{label} = {text(value, 2)}: answer {text(h)}, slope {text(slope)}"
        assert slider(page, label).get_attribute("aria-valuetext") == heard
    page.get_by_role("radio", name="SiLU").check()
    page.get_by_role("radio", name="slope φ′").check()
    assert numbers(page) == as_shown(**{**state, "activation": "SiLU"})
    page.get_by_role("button", name="Reset").click()
    assert numbers(page) == as_shown(activation="logistic")
    assert page.get_by_role("radio", name="answer h").is_checked()
    assert page.get_by_role("radio", name="logistic").is_checked()


def test_steepness_scales_weights_and_bias_together_up_to_the_limit(show):
    page = show(OneNeuron(answered=True)).page
    zero = page.locator(".neuron-lines .is-zero")
    before = [zero.get_attribute(k) for k in ("x1", "y1", "x2", "y2")]
    steep = slider(page, "steepness")
    steep.fill("1.15")
    assert [slider(page, n).input_value() for n in ("w1", "w2", "b")] == ["10", "5", "-5"]
    assert numbers(page) == as_shown([10.0, 5.0], -5.0)
    assert page.locator(".kit-slider output").last.inner_text() == "11.18"
    assert steep.get_attribute("aria-valuetext").startswith("steepness 11.18: answer 1.0000")
    assert [zero.get_attribute(k) for k in ("x1", "y1", "x2", "y2")] == before
    steep.fill("-1")
    assert page.locator(".kit-slider output").last.inner_text() == "0.10"
    factor = 0.1 / np.hypot(1, 0.5)
    assert numbers(page) == as_shown([factor, factor / 2], -factor / 2)


def test_weights_beyond_the_usual_range_stay_on_their_sliders(show):
    page = show(OneNeuron(w=[37.5, -2.0], answered=True)).page
    assert slider(page, "w1").input_value() == "37.5"
    assert slider(page, "w1").get_attribute("max") == "38"


@pytest.mark.parametrize("width", [360, 1280])
def test_the_point_can_be_dragged_and_stays_on_the_plane(show, width):
    page = show(OneNeuron(answered=True), width=width).page
    plane = page.locator(".neuron-shade").bounding_box()

    def to_pixel(x1, x2):
        return (
            plane["x"] + (x1 + 3) / 6 * plane["width"],
            plane["y"] + (3 - x2) / 6 * plane["height"],
        )

    page.mouse.move(*to_pixel(1, 1))
    page.mouse.down()
    page.mouse.move(*to_pixel(-1.5, 0.5), steps=4)
    assert abs(float(slider(page, "x1").input_value()) + 1.5) < 0.05
    assert abs(float(slider(page, "x2").input_value()) - 0.5) < 0.05
    page.mouse.move(*to_pixel(-2, 4), steps=2)
    assert slider(page, "x2").input_value() == "3"
    page.mouse.up()
    held = slider(page, "x1").input_value()
    page.mouse.move(*to_pixel(-1.8, 2.8), steps=2)  # over the point, but no longer held
    assert slider(page, "x1").input_value() == held
    assert slider(page, "x2").input_value() == "3"
    page.mouse.click(*to_pixel(2, -2))
    place = [float(slider(page, label).input_value()) for label in ("x1", "x2")]
    assert np.allclose(place, [2, -2], rtol=0, atol=0.05)
    assert numbers(page) == as_shown(x=place)


def test_the_live_region_says_what_changed(show):
    page = show(OneNeuron(answered=True)).page

    def heard(sentence):
        page.wait_for_function(
            "s => document.querySelector('.kit-live').textContent === s", arg=sentence
        )

    _, h, slope, *_ = wanted(x=[1.0, -2.0])
    slider(page, "x2").fill("-2")
    heard(f"x: (1, −2), answer {text(h)}, slope {text(slope)}. In its steep part.")
    page.get_by_role("radio", name="ReLU").check()
    heard("activation: ReLU, answer 0, slope 0. Dead.")
    page.get_by_role("radio", name="slope φ′").check()
    heard("The plane shows the slope.")
    slider(page, "b").fill("4")
    heard("b: 4, answer 4, slope 1. Open.")


def test_everything_can_be_done_from_the_keyboard(show):
    page = show(OneNeuron()).page
    press = page.keyboard.press
    for key in ("Tab", "Tab", "Tab", "Enter"):  # the third answer
        press(key)
    assert "Yes." in page.locator(".kit-reply").inner_text()
    press("Tab")
    moved = []
    for label in ("x1", "x2", "w1", "w2", "b"):
        press("ArrowRight")
        moved.append(float(slider(page, label).input_value()))
        press("Tab")
    assert np.allclose(moved, [1.01, 1.01, 1.01, 0.51, -0.49], rtol=0, atol=1e-12)
    press("End")
    assert slider(page, "w1").input_value() == "10"
    press("Tab")
    press("ArrowRight")
    assert page.get_by_role("radio", name="logistic").is_checked()
    press("Tab")
    press("ArrowRight")
    assert page.get_by_role("radio", name="slope φ′").is_checked()
    press("Tab")
    press("Enter")
    assert numbers(page) == as_shown()
    assert page.get_by_role("radio", name="tanh").is_checked()


@each_axe
def test_axe_finds_nothing_and_the_network_is_left_alone(show, violations, theme, width, rules):
    visit = show(OneNeuron(), theme=theme, width=width)
    page = visit.page
    assert violations(page, **rules) == []
    page.get_by_role("button", name="It all but vanishes").click()
    for kind in KINDS:
        page.get_by_role("radio", name=kind).check()
    page.get_by_role("radio", name="slope φ′").check()
    assert violations(page, **rules) == []
    assert visit.console == []
    assert visit.outside == []


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
@pytest.mark.parametrize("width", [360, 760, 1280])
def test_nothing_sticks_out_and_no_number_is_cut(show, state, width):
    page = show(OneNeuron(**state, answered=True), width=width).page
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for svg in page.locator(".neuron svg").all():
        out = svg.evaluate(
            """svg => {
                const frame = svg.getBoundingClientRect();
                return [...svg.querySelectorAll("text")].filter((t) => {
                    const box = t.getBoundingClientRect();
                    return box.left < frame.left - 1 || box.right > frame.right + 1
                        || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
                }).map((t) => t.textContent);
            }"""
        )
        assert out == []
    inside = "nodes => nodes.every(n => n.scrollWidth <= n.clientWidth + 1)"
    assert page.locator(".neuron-sums, .neuron-sum, .neuron td, .neuron-key").evaluate_all(inside)
    assert page.locator(".kit-slider output").evaluate_all(inside)


def test_two_on_one_page_do_not_hear_each_other(show):
    page = show(OneNeuron(answered=True), OneNeuron(answered=True)).page
    slider(page, "x1").nth(0).fill("-2")
    page.get_by_role("radio", name="ReLU").nth(0).check()
    tables = page.locator(".neuron-sums")
    assert tables.nth(1).locator("td").all_inner_texts() == as_shown()
    assert page.get_by_role("radio", name="tanh").nth(1).is_checked()
    fills = page.locator(".neuron-shade").evaluate_all("n => n.map(r => r.getAttribute('fill'))")
    assert len(set(fills)) == 2


def test_a_kernel_hosts_the_same_module_and_the_clean_up_lets_go_of_it(hosted):
    look = "el => el.querySelector('.neuron-point').getAttribute('transform')"
    assert hosted(NAME, OneNeuron(answered=True), {"x": [-1, 2]}, look) == "translate(140,60)"


@pytest.mark.parametrize("state", [{}, *STATES.values()], ids=["default", *STATES])
def test_the_still_figure_holds_the_numbers_of_the_package(state):
    html = OneNeuron(**state).fallback()
    label = html.split('aria-label="')[1].split('"')[0]
    a, h, slope, *_ = wanted(**state)
    four = [f"{v + 0.0:.4f}".replace("-0.0000", "0.0000").replace("-", "−") for v in (a, h, slope)]
    assert f"answers {four[1]}" in label
    assert f"slope there is {four[2]}" in label
    assert len(label) <= 250
    cells = "".join(f"<td>{v}</td>" for v in four)
    assert f'<th scope="row">x, marked</th>{cells}' in html
    assert html.count("<tr>") == 9


def test_the_table_walks_along_w_through_the_origin():
    w = np.array([3.0, -4.0])
    points = np.outer(np.arange(-3.0, 4.0), w / 5)
    a, _, _ = respond([3.0, -4.0], 0.25, "tanh", points)
    html = OneNeuron(w, 0.25).fallback()
    assert np.allclose(np.diff(a), 5, rtol=0, atol=1e-12)
    for value in a:
        assert f"<td>{value:.4f}</td>".replace("-", "−") in html
