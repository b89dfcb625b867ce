"""Flow: each mark stands, looks and is named as the package says, and words are true."""

import numpy as np
import pytest

from tests.backprop.test_flow import derived, state, worked
from unrolled.backprop.flow import PLACES as BY_KEY
from unrolled.backprop.flow import Flow, _link, made
from unrolled.demo.weights import ALPHABET
from unrolled.page.numbers import decimals, number, setting, short

KEYS = list(BY_KEY)
PLACES = list(BY_KEY.values())

MARKS = "widget.picture(now).marks.flat(9).filter(Boolean)"
ORDER = ["forward", "BP1", "BP2", "BP3", "BP4"]


def two(v):
    """Two decimals, or two digits of what they would hide."""
    return short(v) if v != 0 and abs(v) < 0.0095 else decimals(v, 2)


def looked_at(rng, n=60):
    """States, most of them answered, with the package's values and the marks of the picture."""
    states = [{"answered": bool(n % 4)} | state(rng) for n in range(n)]
    for it, marks in zip(states, derived(states, f"(now, widget) => {MARKS}"), strict=True):
        yield it, worked(it["weights"], it["letter"], it["target"]), marks


def reached(it, equation):
    return it["answered"] and ORDER.index(it["equation"]) >= ORDER.index(equation)


def width(size):
    return 1.25 + 7 * min(1, abs(size))


def current(it, values, name, to, start):
    """What runs along the line of a weight: its look and its size."""
    w = values[name][to, start]
    now = it["equation"] if it["answered"] else "forward"
    if now == "forward":
        before = values["x"] if name == "W1" else values["h1"]
        return f"{'input' if name == 'W1' else 'state'} flows", w * before[start]
    if now == "BP2" and name == "W2":
        return "gradient flows back", w * values["delta2"][to]
    return ("gradient", values[f"d{name}"][to, start]) if now == "BP4" else ("", 0)


def test_a_line_is_as_thick_as_its_weight_and_what_runs_on_it_as_the_package_says(rng):
    matrices = [(k, *p) for k, p in zip(KEYS, PLACES, strict=True) if len(p[1]) == 2]
    for it, values, marks in looked_at(rng):
        for (key, name, place), line in zip(matrices, marks[:16], strict=True):
            on = it["weight"] == key
            w = values[name][place]
            assert (line["to"], line["on"]) == ({"weight": key}, on)
            assert (line["name"], line["held"]) == (_link(name, place), setting(w))
            reach, *curves = [m for m in line["marks"] if m and m["kind"] == "curve"]
            assert (reach["look"], reach["width"], line["near"]) == ("reach", 44, True)
            if on:
                shade = curves.pop(0)
                assert shade["look"] == "state ghost"
                assert abs(shade["width"] - width(w) - 6) < 1e-9
            look, size = current(it, values, name, *place)
            still = it["answered"] and it["equation"] == "BP4" and not size
            assert curves[0]["look"] == "quiet dashed" if still else "quiet"
            assert abs(curves[0]["width"] - (1.25 if still else width(w))) < 1e-9
            wanted = [(look, width(size))] * bool(size)
            assert [m["look"] for m in curves[1:]] == [each for each, _ in wanted]
            assert all(
                abs(m["width"] - w) < 1e-9 for m, (_, w) in zip(curves[1:], wanted, strict=True)
            )


def words(marks, look):
    return [m["html"] for m in marks if m["kind"] == "word" and m["look"].startswith(look)]


def test_units_show_their_values_and_on_the_way_back_their_errors(rng):
    for it, values, marks in looked_at(rng):
        shown = words(marks, "ink strong") + words(marks, "output through")
        told = [two(v) for v in values["h1"]]
        if not reached(it, "BP1"):
            told += [two(v) for v in values["y_hat"]]
        assert [one for one in shown if "<i>" not in one] == told
        errors = [values["delta1"]] * reached(it, "BP2") + [values["delta2"]] * reached(it, "BP1")
        assert words(marks, "gradient strong") == [
            f"δ {two(v)}" for all_of in errors for v in all_of
        ]


def test_a_bar_is_a_probability_and_the_error_what_is_between_it_and_what_is_wanted(rng):
    for it, values, marks in looked_at(rng):
        bars = [m for m in marks if m["kind"] == "cell" and m.get("height") == 14]
        full = [m["width"] for m in bars if "clear" in m["look"]]
        long = [m["width"] for m in bars if m["look"] == "output"]
        assert np.allclose(np.divide(long, full), values["y_hat"], atol=1e-12)
        errors = [m for m in marks if m["kind"] == "cell" and m.get("height") == 7]
        shares = [m["width"] / full[0] for m in errors]
        size = np.abs(values["delta2"]) if reached(it, "BP1") else np.zeros(4)
        assert np.allclose(shares, size, atol=1e-12)
        ends = [np.round((m["x"] - bars[0]["x"]) / full[0], 12) for m in errors]
        goals = [float(c == it["target"]) for c in ALPHABET]
        assert np.allclose(ends, np.minimum(values["y_hat"], goals), atol=1e-11)


def test_rings_are_around_what_the_equation_makes_and_takes(rng):
    own = {"x": ["x"], "h": ["a1", "h1", "delta1", "dh1", "db1"]}
    own["y"] = ["z", "y_hat", "delta2", "db2"]
    look = f"(now, widget) => [{MARKS}.filter((m) => m.kind === 'circle'), now.lines]"
    states = [{"answered": True} | state(rng) for _ in range(60)]
    for it, (circles, lines) in zip(states, derived(states, look), strict=True):
        factors = [f for one in lines for term in one["terms"] for f in term["factors"]]
        takes = {(f["name"], f["index"][0]) for f in factors if f["index"]}
        makes = made(it["equation"], *PLACES[KEYS.index(it["weight"])])
        wanted = []
        for column, count in (("x", 4), ("h", 2), ("y", 4)):
            for k in range(count):
                has = [
                    any((name, k) in all_of for name in own[column]) for all_of in (makes, takes)
                ]
                ring = "ink thick" if it["equation"] == "forward" else "gradient thick"
                wanted += [ring] if has[0] else ["quiet thin"] * has[1]
        assert [m["look"] for m in circles] == wanted


def bars_from(marks):
    """Where the bars of both sums begin and how far they reach, in the order drawn."""
    bars = [m for m in marks if m["kind"] == "cell" and "arrives" in m["look"]]
    return [(m["x"], m["width"], "clear" in m["look"]) for m in bars]


def test_the_sum_of_a_hidden_unit_is_its_four_errors_end_to_end_and_then_its_own_error(rng):
    for it, values, marks in looked_at(rng, 120):
        bars = bars_from(marks)
        units = []
        if it["answered"] and it["equation"] == "BP2":
            summed = made("BP2", *PLACES[KEYS.index(it["weight"])])
            units = [index for name, index in summed if name == "delta1"]
        assert len(bars) == 6 * len(units)
        terms = values["W2"] * values["delta2"][:, None]
        totals = np.vstack([np.zeros(2), np.cumsum(terms, axis=0)])
        unit = min(170, 58 / np.abs(totals).max())
        for n, k in enumerate(units):
            own = bars[6 * n : 6 * n + 6]
            ends = [*zip(totals[:-1, k], totals[1:, k], strict=True)]
            ends += [(0, values["dh1"][k]), (0, values["delta1"][k])]
            wanted = [(332 + unit * min(e), unit * abs(e[1] - e[0])) for e in ends]
            assert np.allclose([bar[:2] for bar in own], wanted, atol=1e-9)
            assert [bar[2] for bar in own] == [False] * 4 + [True, False]


def test_the_letter_of_an_output_is_seen_when_its_bias_is_picked_and_one_is_filled():
    look = f"(now, widget) => {MARKS}"
    states = [{"answered": True, "weight": f"b2[{n}]", "target": "e"} for n in (1, 2, 3, 4)]
    for marks in derived(states, look):
        outputs = [m for m in marks if m["kind"] == "choice" and "output" in m["name"]]
        discs = [m["marks"][1] for m in outputs if m["name"].startswith("bias")]
        assert all("hollow" in disc["look"] for disc in discs)
        assert [disc["fill"] is not None for disc in discs] == [c == "e" for c in ALPHABET]


def middle_of(line):
    """A place on the screen: the middle of what a line is."""
    return line.evaluate("""(node) => {
        const path = node.querySelector(".line");
        const { x, y } = path.getPointAtLength(path.getTotalLength() * 0.3);
        const at = new DOMPoint(x, y).matrixTransform(path.getScreenCTM());
        return [at.x, at.y];
    }""")


def test_a_tap_on_a_phone_chooses_the_nearest_line_and_the_one_handle_pulls_it(show):
    page = show(Flow(answered=True), width=390, height=844).page
    live = page.locator(".explorable-live .kit-main")
    for name in ("from d to unit 2", "from o to unit 1", "from unit 2 to output m"):
        live.evaluate("node => node.scrollIntoView()")
        line = live.get_by_role("button", name=name)
        x, y = middle_of(line)
        page.mouse.click(x + 3, y)  # beside it, and on what others reach too
        assert line.get_attribute("aria-pressed") == "true"
        assert live.locator(".grip").count() == 1
        reach = live.locator(".grip .reach").bounding_box()
        assert min(reach["width"], reach["height"]) >= 44
    slider = page.get_by_role("slider", name="unit 2 → m")
    before = slider.input_value()
    knob = live.locator(".grip .knob").bounding_box()
    x, y = knob["x"] + knob["width"] / 2, knob["y"] + knob["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 9, y, steps=3)
    page.mouse.up()
    assert float(slider.input_value()) > float(before) + 0.5


def test_a_tap_beside_the_knob_is_for_the_lines_that_lie_there(show):
    page = show(Flow(answered=True), width=390, height=844).page
    live = page.locator(".explorable-live .kit-main")
    live.evaluate("node => node.scrollIntoView()")
    knob = live.locator(".grip .knob").bounding_box()
    x, y = knob["x"] + knob["width"] / 2, knob["y"] + knob["height"] / 2
    page.mouse.click(x, y)  # on the knob: nothing changes
    picked = live.get_by_role("button", name="from unit 1 to output e")
    assert picked.get_attribute("aria-pressed") == "true"
    page.mouse.click(x + 1, y - 25)
    assert live.get_by_role("button", name="from unit 1 to output d", pressed=True).count() == 1


def test_the_knob_of_a_weight_is_pulled_along_its_gauge(show):
    page = show(Flow(answered=True)).page
    knob = page.locator(".explorable-live .grip .knob").bounding_box()
    x, y = knob["x"] + knob["width"] / 2, knob["y"] + knob["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y, steps=4)
    page.mouse.up()
    slider = page.get_by_role("slider", name="unit 1 → e")
    assert 0.5 < float(slider.input_value()) < 2
    page.get_by_role("button", name="Read m").first.press("Enter")
    assert page.get_by_role("button", name="Read m").first.get_attribute("aria-label")


def test_the_stories_show_what_they_say():
    told = Flow().constants()["stories"]
    zeros, wanted, back, flat_unit, sure = (worked(s["set"]["weights"]) for s in told)
    assert np.count_nonzero(zeros["dW1"] == 0) == 6 == np.count_nonzero(zeros["dW1"][:, 1:] == 0)
    assert (wanted["delta2"] < 0).tolist() == [c == "e" for c in ALPHABET]
    assert abs(wanted["delta2"].sum()) < 1e-12
    terms = back["delta2"] * np.array(told[2]["set"]["weights"]["W2"])[:, 0]
    assert abs(terms.sum() - back["dh1"][0]) < 1e-12
    assert abs(terms[1] / terms.sum() - 0.5) < 0.01
    into = [flat_unit[name][0] for name in ("delta1", "db1", "dW1")]
    assert max(np.abs(one).max() for one in into) < 0.01 < 0.3 < abs(flat_unit["delta1"][1])
    assert sure["y_hat"][1] > 0.99
    assert max(np.abs(sure[f"d{name}"]).max() for name in ("W1", "b1", "W2", "b2")) < 0.01


@pytest.mark.parametrize("letter", ALPHABET)
def test_the_question_names_the_unit_with_the_smaller_error_and_the_weights_without(letter, rng):
    for _ in range(6):
        it = Flow(**state(rng) | {"letter": letter})
        values = worked(it.weights, letter, it.target)
        question = it._constants["question"]
        small = int(np.abs(values["delta1"]).argmin())
        error = number(values["delta1"][small])
        unit = f"nit {small + 1}"
        others = ALPHABET.replace(letter, "")
        (_, first), (right, second), (_, third) = question["options"]
        assert ", ".join(others) in first
        assert right == "The six from {}, {}, {}".format(*others)
        assert f"{unit}, {error} · 1 for {letter} and {error} · 0 for each" in second
        assert f"{unit} has the smaller error, {error}, but" in third
        assert f"from {letter} has the gradient {error} · 1" in third
        shown = f"W1[{small + 1},{ALPHABET.index(others[0]) + 1}]"
        asked = {"letter": letter, "target": it.target, "weights": it.weights}
        assert question["show"] == {"equation": "BP4", "weight": shown} | asked


def test_the_table_holds_each_weight_and_its_gradient(rng):
    given = state(rng)
    values = worked(given["weights"], given["letter"], given["target"])
    (rows,) = derived([given], "(now, widget) => widget.table(now).rows")
    assert rows == [
        [_link(name, place), setting(values[name][place]), number(values[f"d{name}"][place])]
        for name, place in PLACES
    ]


def test_whatever_is_guessed_the_whole_question_is_read_over_the_reply(show):
    page = show(Flow(), width=1280).page
    live = page.locator(".explorable-live")
    for k in range(3):
        live.locator(".kit-layer > .kit-row > .kit-button").nth(k).click()
        assert live.locator(".kit-layer.is-over[data-cut]").count() == 0, k
        live.get_by_role("button", name="Ask me again").click()
