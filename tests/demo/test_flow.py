"""Flow: same arithmetic as `unrolled.demo.step`, the right numbers lit, and usable by everyone."""

import math
import re

import numpy as np
import pytest

from tests.conftest import ROOT
from tests.page.common import each_axe, error, text
from unrolled.core.text import one_hot
from unrolled.demo.flow import EQUATIONS, KEYS, Flow
from unrolled.demo.network import ALPHABET
from unrolled.demo.step import NETWORK, trace
from unrolled.mlp.network import Layer

NAME = "flow"
QUANTITIES = ["a1", "h1", "z", "y_hat", "delta2", "dh1", "slope1", "delta1"]
GRADIENTS = ["dW1", "db1", "dW2", "db2"]
WORDS = ["W1", "b1", "W2", "b2"]
RIGHT = "the six from e, m and o"


def drawn(rng, n, scale=1.0):
    """`n` times random weights, a letter that is read and one that is wanted."""
    shapes = dict(zip(WORDS, (value.shape for layer in NETWORK for value in layer), strict=True))
    return [
        [
            {name: rng.normal(0, scale, shape).tolist() for name, shape in shapes.items()},
            *rng.choice(list(ALPHABET), 2).tolist(),
        ]
        for _ in range(n)
    ]


def worked(weights, letter, target):
    """What the package makes of it: every quantity, weights and one-hot vectors included."""
    network = tuple(Layer(np.array(weights[f"W{n}"]), np.array(weights[f"b{n}"])) for n in (1, 2))
    x, y = one_hot(letter + target, ALPHABET)
    return {name: step.value for name, step in trace(network, x, y).items()}


DEFAULT = worked(Flow().weights, "d", "e")


def at(values, name):
    """The number called "dW1[2,3]"."""
    array, index = name[:-1].split("[")
    return float(values[array][tuple(int(k) - 1 for k in index.split(","))])


def places(array, rows, columns=None):
    """Names of a block: places("W1", [2], [1, 2, 3, 4])."""
    ends = [""] if columns is None else [f",{k}" for k in columns]
    return {f"{array}[{j}{k}]" for j in rows for k in ends}


FOUR, UNITS = (1, 2, 3, 4), (1, 2)


def expected(equation, key):
    """Nodes, edges and framed numbers of the graph for an equation, by hand from its definition."""
    layer, to, source = re.fullmatch(r"[Wb](\d)\[(\d)(?:,(\d))?\]", key).groups()
    first, to, source = layer == "1", [int(to)], [int(source)] if source else None
    hidden = to if first else source or UNITS
    outputs = FOUR if first else to
    starts = source or (FOUR if first else UNITS)
    below, error, before = ("x", "delta1", "x") if first else ("h", "delta2", "h1")
    here = places("h" if first else "y", to)
    if equation == "forward":
        every = FOUR if first else UNITS
        result = places("h1" if first else "z", to)
        edges = places(f"W{layer}", to, every)
        return here | places(below, every), edges, result | places(before, every), result
    if equation == "BP1":
        result = places("delta2", outputs)
        numbers = result | places("y_hat", outputs) | places("y", outputs)
        return places("y", outputs), set(), numbers, result
    if equation == "BP2":
        result = places("delta1", hidden)
        numbers = result | places("h1", hidden) | places("delta2", FOUR)
        return places("h", hidden) | places("y", FOUR), places("W2", FOUR, hidden), numbers, result
    if equation == "BP3":
        return here, set(), places(error, to), set()
    edges = places(f"W{layer}", to, starts)
    return here | places(below, starts), edges, places(error, to) | places(before, starts), set()


def names(page, selector, attribute):
    found = page.locator(f".flow-graph {selector}")
    return set(found.evaluate_all(f"nodes => nodes.map(n => n.dataset.{attribute})"))


def opened(page):
    """Answer the question, so that the controls unlock."""
    page.get_by_role("button", name=RIGHT).click()
    return page


def cell(page, key):
    return page.locator(f'.flow-cell[data-key="{key}"]')


def radio(page, group, n):
    return (
        page.locator(".explorable-live fieldset.kit-choice").nth(group).get_by_role("radio").nth(n)
    )


def write(weights, key, x):
    """`weights` with another number at one place."""
    next_ = {name: np.array(value) for name, value in weights.items()}
    array, index = key[:-1].split("[")
    next_[array][tuple(int(k) - 1 for k in index.split(","))] = x
    return next_


# The arithmetic


@pytest.mark.parametrize("scale", [0.5, 2.0])
def test_forward_and_backward_are_those_of_the_package(call, rng, scale):
    draws = drawn(rng, 600, scale)
    for found, given in zip(call(NAME, "flow", draws), draws, strict=True):
        wanted = worked(*given)
        for name in QUANTITIES + GRADIENTS:
            assert error(found[name], wanted[name]) < 1e-12, name
        assert error(found["loss"], wanted["L"]) < 1e-12


def test_the_default_numbers_are_those_of_the_book(call):
    found = call(NAME, "flow", [[Flow().weights, "d", "e"]])[0]
    assert np.round(found["delta1"], 6).tolist() == [0.241794, -0.311256]
    assert np.round(found["delta2"], 6).tolist() == [0.276314, -0.806298, 0.275349, 0.254635]
    assert round(found["loss"], 6) == 1.641434


@pytest.mark.parametrize("equation", EQUATIONS)
def test_the_operands_of_an_equation_combine_to_its_result(call, rng, equation):
    given = drawn(rng, 30)
    draws = [[*each, equation, key] for each in given for key in KEYS]
    known = [worked(*each) for each in given]
    ways = {
        "sum": lambda parts, slope: math.fsum(parts),
        "tanh": lambda parts, slope: math.tanh(math.fsum(parts)),
        "difference": lambda parts, slope: parts[0] - parts[1],
        "slope": lambda parts, slope: math.fsum(parts) * slope,
    }
    for n, lines in enumerate(call(NAME, "terms", draws)):
        values, key = known[n // len(KEYS)], draws[n][-1]
        for line in lines:
            for names_, numbers in zip(line["pairs"], line["operands"], strict=True):
                assert error(numbers, [at(values, name) for name in names_]) < 1e-12
            slope = at(values, line["bend"].replace("h1", "slope1")) if "bend" in line else None
            combined = ways[line["form"]]([math.prod(pair) for pair in line["operands"]], slope)
            assert error(line["value"], combined) < 1e-12, (key, line)
            assert error(line["value"], at(values, line["result"])) < 1e-12, (key, line)


def test_one_step_against_the_gradient_lands_where_the_package_does(call, rng):
    draws = drawn(rng, 200)
    found = call(NAME, "descend", [[*given, 0.1] for given in draws])
    for step, (weights, letter, target) in zip(found, draws, strict=True):
        values = worked(weights, letter, target)
        moved = {name: values[name] - 0.1 * values[f"d{name}"] for name in WORDS}
        square = sum(np.sum(values[name] ** 2) for name in GRADIENTS)
        assert error(step["norm"], math.sqrt(square)) < 1e-12
        assert error(step["predicted"], values["L"] - 0.1 * square) < 1e-12
        assert error(step["loss"], worked(moved, letter, target)["L"]) < 1e-12


# At the door


W1, B1, W2, B2 = (value for layer in NETWORK for value in layer)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"network": NETWORK[:1]},
            r"network: got \(.*Layer.*,\), expected a tuple of two Layers",
        ),
        ({"network": list(NETWORK)}, r"network: got .*list.*, expected a tuple of two Layers"),
        (
            {"network": ((W1, B1), (W2, B2))},
            r"network: got \(.*tuple.*tuple.*\), expected",
        ),
        ({"network": (Layer(W1.T, B1), NETWORK[1])}, r"network\[0\].W: got shape \(4, 2\)"),
        ({"network": (Layer(W1, B2), NETWORK[1])}, r"network\[0\].b: got shape \(4,\)"),
        ({"network": (NETWORK[0], Layer(W1, B2))}, r"network\[1\].W: got shape \(2, 4\)"),
        ({"network": (NETWORK[0], Layer(W2, B2 * np.nan))}, r"network\[1\].b: got nan at index"),
        ({"network": (Layer(W1 * np.inf, B1), NETWORK[1])}, r"network\[0\].W: got -?inf at index"),
        ({"letter": "x"}, "letter: got 'x', expected one of 'd', 'e', 'm', 'o'"),
        ({"letter": "de"}, "letter: got 'de', expected one of 'd', 'e', 'm', 'o'"),
        ({"equation": "BP5"}, "equation: got 'BP5', expected one of 'forward', 'BP1'"),
        ({"wieght": "W1[1,1]"}, "keyword: got 'wieght', expected one of .*'weight'"),
        ({"target": ""}, "target: got '', expected one of 'd', 'e', 'm', 'o'"),
    ],
)
def test_what_does_not_fit_is_turned_away(arguments, message, unchecked):
    with pytest.raises(ValueError, match=message):
        Flow(**arguments)


def test_another_network_of_the_same_shapes_is_shown(show, rng):
    weights, letter, target = drawn(rng, 1, 3.0)[0]
    network = tuple(Layer(np.array(weights[f"W{n}"]), np.array(weights[f"b{n}"])) for n in (1, 2))
    page = show(Flow(network, letter, target, answered=True, equation="BP1")).page
    values = worked(weights, letter, target)
    shown = page.locator('.flow-graph [data-name^="delta1"] text:last-child').all_text_contents()
    assert shown == [text(x) for x in values["delta1"]]


# In the browser


def test_before_an_answer_there_is_the_question_and_the_plain_graph(show):
    page = show(Flow()).page
    assert page.locator(".flow-graph").is_visible()
    for mark in (".is-lit", ".is-zero", ".is-on", ".is-operand", ".is-result"):
        assert page.locator(f".flow-graph {mark}").count() == 0
    assert not page.locator(".flow-locked").is_visible()
    page.get_by_role("button", name="none: every weight took part").click()
    assert "Not quite" in page.locator(".kit-reply").inner_text()
    assert cell(page, "W1[1,1]").is_visible()
    zeros = names(page, ".flow-edge.is-zero", "key")
    assert zeros == places("W1", UNITS, (2, 3, 4))


@pytest.mark.parametrize("letter", list(ALPHABET))
def test_question_and_replies_hold_for_the_letter_that_was_read(show, letter):
    page = show(Flow(letter=letter)).page
    others = [c for c in ALPHABET if c != letter]
    assert f"has just read {letter}." in page.locator(".kit-question").inner_text()
    page.get_by_role(
        "button", name=f"the six from {others[0]}, {others[1]} and {others[2]}"
    ).click()
    reply = page.locator(".kit-reply").inner_text()
    errors = worked(Flow().weights, letter, "e")["delta1"]
    small = int(np.argmin(np.abs(errors)))
    assert reply.startswith("Yes.")
    assert f"Into unit {small + 1}: {text(errors[small])} · 1 for {letter}" in reply


# For every cell that is clicked: what is lit, joined, framed and the result.
LIT = """() => Object.fromEntries([...document.querySelectorAll(".flow-cell")].map((cell) => {
    cell.click();
    const all = (selector, name) => [...document.querySelectorAll(`.flow-graph ${selector}`)]
        .map((node) => node.dataset[name]);
    return [cell.dataset.key, [all(".flow-node.is-lit", "node"), all(".flow-edge.is-lit", "key"),
        all(".flow-row:is(.is-operand, .is-result)", "name"), all(".flow-row.is-result", "name")]];
}))"""


@pytest.mark.parametrize("equation", EQUATIONS)
def test_an_equation_lights_exactly_the_numbers_it_joins(show, equation):
    page = show(Flow(equation=equation, answered=True)).page
    lit = page.evaluate(LIT)
    assert set(lit) == set(KEYS)
    for key, found in lit.items():
        assert tuple(map(set, found)) == expected(equation, key), key


def test_a_lit_line_is_thicker_and_carries_a_mark_besides_its_colour(show):
    page = show(Flow(answered=True)).page
    edge = page.locator('.flow-edge[data-key="W2[2,1]"]')

    def look():
        width = float(edge.locator(".flow-line").get_attribute("stroke-width"))
        return width, edge.locator(".flow-arrow").is_visible()

    radio(page, 0, 1).check()  # BP1 joins no weights
    plain, mark = look()
    assert not mark
    radio(page, 0, 2).check()
    thick, mark = look()
    assert mark
    assert thick >= plain + 2


@pytest.mark.parametrize("equation", EQUATIONS)
@pytest.mark.parametrize("key", ["W1[1,2]", "b1[2]", "W2[2,1]", "b2[3]"])
def test_the_line_below_ends_in_the_number_of_the_package(show, equation, key):
    page = show(Flow(equation=equation, weight=key, answered=True)).page
    lines = page.locator(".flow-lines p")
    layer, to, *source = (int(n) for n in re.findall(r"\d", key))
    results = {
        "forward": [f"h1[{to}]" if layer == 1 else f"z[{to}]"],
        "BP1": [f"delta2[{k}]" for k in ([to] if layer == 2 else FOUR)],
        "BP2": [f"delta1[{j}]" for j in ([to] if layer == 1 else source or UNITS)],
        "BP3": [f"db{layer}[{to}]"],
        "BP4": [f"dW{layer}[{to},{k}]" for k in source or (FOUR if layer == 1 else UNITS)],
    }[equation]
    wanted = [text(at(DEFAULT, name)) for name in results]
    assert lines.locator("b").all_inner_texts() == wanted
    for n, name in enumerate(results):  # the components are named, 1-based
        result = lines.nth(n).locator(".flow-step > span").first
        assert result.locator("sub").last.inner_text() == name[:-1].split("[")[1]


def test_the_worked_line_of_bp2_holds_its_operands_in_order(show):
    page = show(Flow(equation="BP2", weight="W1[1,1]", answered=True)).page
    line = page.locator(".flow-lines .flow-step").nth(1).inner_text()
    found = re.findall(r"−?\d+\.\d+", line)
    pairs = zip(NETWORK[1].W[:, 0], DEFAULT["delta2"], strict=True)
    wanted = [part for w, d in pairs for part in (text(w, 2), text(d))]
    assert found == [*wanted, text(DEFAULT["h1"][0]) + "2"]  # the square is the last digit


@pytest.mark.parametrize("letter", list(ALPHABET))
def test_exactly_the_weights_from_inputs_that_are_0_have_no_gradient(show, letter):
    page = show(Flow(answered=True)).page
    radio(page, 1, ALPHABET.index(letter)).check()
    silent = [k + 1 for k, c in enumerate(ALPHABET) if c != letter]
    wanted = places("W1", UNITS, silent)
    for n, _ in enumerate(ALPHABET):
        radio(page, 2, n).check()
        assert names(page, ".flow-edge.is-zero", "key") == wanted
        dashed = page.locator(".flow-cell.is-zero")
        assert set(dashed.evaluate_all("c => c.map(n => n.dataset.key)")) == wanted
        assert dashed.first.evaluate("n => getComputedStyle(n).borderStyle") == "dashed"
        line = page.locator(".flow-edge.is-zero .flow-line").first
        assert line.evaluate("n => getComputedStyle(n).strokeDasharray") != "none"
        for key in wanted:
            assert cell(page, key).locator(".is-gradient").inner_text() == "0"


def test_every_weight_shows_its_number_its_gradient_and_its_sign(show):
    page = show(Flow(answered=True, equation="BP4")).page
    for key in KEYS:
        button, gradient = cell(page, key), at(DEFAULT, f"d{key}")
        button.click()
        assert button.get_attribute("aria-pressed") == "true"
        assert page.locator(".flow-cell[aria-pressed=true]").count() == 1
        assert button.locator("span").all_inner_texts() == [
            text(at(DEFAULT, key), 2),
            text(gradient),
        ]
        assert page.get_by_role("slider").input_value() == f"{at(DEFAULT, key):g}"
        sign = page.locator(".flow-sign.is-on").all_text_contents()
        assert sign == (
            [] if key[0] == "b" else ["+" if gradient > 0 else "−" if gradient else "0"]
        )


def test_dragging_a_weight_recomputes_everything_and_reset_brings_it_back(show):
    page = show(Flow(answered=True, equation="BP2", weight="W1[2,1]")).page
    slider = page.get_by_role("slider")
    slider.fill("1.25")
    weights = write(Flow().weights, "W1[2,1]", 1.25)
    values = worked(weights, "d", "e")

    def shows(values):
        for name in ("a1", "h1", "delta1", "z", "y_hat", "delta2"):
            rows = page.locator(f'.flow-row[data-name^="{name}["] text:last-child')
            assert rows.all_text_contents() == [text(x) for x in values[name]], name
        for key in KEYS:
            shown = cell(page, key).locator(".is-gradient").inner_text()
            assert shown == text(at(values, f"d{key}")), key
        assert f"= {text(values['L'])}. The gradient" in page.locator(".flow-loss").inner_text()

    shows(values)
    gradient = text(at(values, "dW1[2,1]"))
    assert slider.get_attribute("aria-valuetext") == f"W1[2,1] = 1.25, its gradient {gradient}"
    said = f"W1[2,1] = 1.25, its gradient {gradient}. Loss {text(values['L'])}."
    page.wait_for_function(
        "said => document.querySelector('.kit-live').textContent === said", arg=said
    )
    page.get_by_role("button", name="Reset the weights").click()
    shows(DEFAULT)
    assert slider.input_value() == "-0.2"


def test_the_slider_says_when_a_gradient_is_exactly_nothing(show):
    page = show(Flow(answered=True, weight="W1[1,2]")).page
    heard = page.get_by_role("slider").get_attribute("aria-valuetext")
    assert heard == "W1[1,2] = −0.30, its gradient exactly 0"


def test_the_letters_change_what_is_read_and_what_is_wanted(show):
    page = show(Flow(answered=True)).page
    radio(page, 1, 2).check()
    radio(page, 2, 3).check()
    values = worked(Flow().weights, "m", "o")
    assert text(values["L"]) in page.locator(".flow-loss").inner_text()
    for name in ("x", "y"):
        rows = page.locator(f'.flow-row[data-name^="{name}["] text:last-child')
        assert rows.all_text_contents() == [text(v) for v in values[name]]
    page.wait_for_function("document.querySelector('.kit-live').textContent.startsWith('o is')")
    radio(page, 0, 1).check()
    page.wait_for_function("document.querySelector('.kit-live').textContent.startsWith('BP1: ')")
    cell(page, "b1[2]").click()
    page.wait_for_function(
        "document.querySelector('.kit-live').textContent.startsWith('Picked the bias of unit 2')"
    )


def test_everything_can_be_done_from_the_keyboard(show):
    page = show(Flow()).page
    press = page.keyboard.press
    for key in ("Tab", "Tab", "Enter"):  # the second answer
        press(key)
    assert "Yes." in page.locator(".kit-reply").inner_text()
    for key in ("Tab", "Tab", "ArrowRight", "ArrowRight"):  # past the third answer: the equations
        press(key)
    assert radio(page, 0, 2).is_checked()
    press("Tab")
    press("ArrowRight")
    assert radio(page, 1, 1).is_checked()  # e is read
    press("Tab")
    press("ArrowRight")
    assert radio(page, 2, 2).is_checked()  # m is wanted
    press("Tab")
    press("ArrowRight")
    assert page.get_by_role("slider").input_value() == "-0.19"
    for key in ("Tab", "Tab", "Space"):
        press(key)
    assert cell(page, "W1[1,2]").get_attribute("aria-pressed") == "true"
    for key in ["Tab"] * (len(KEYS) - 1) + ["Enter"]:  # from the second cell to Reset
        press(key)
    assert cell(page, "W2[2,1]").locator("span").first.inner_text() == "−0.20"


@each_axe
def test_axe_finds_nothing_and_nothing_sticks_out(show, violations, theme, width, rules):
    visit = show(Flow(), theme=theme, width=width)
    page = visit.page
    assert violations(page, **rules) == []
    opened(page)
    page.locator("summary").click()
    for n, key in enumerate(["W1[1,1]", "W1[2,3]", "b2[3]", "b1[1]", "W2[4,2]"]):
        cell(page, key).click()
        radio(page, 0, n).check()
        assert page.evaluate("document.documentElement.scrollWidth") <= width, key
        if n in (1, 4):
            assert violations(page, **rules) == []
    assert visit.console == []
    assert visit.outside == []


# With the number of every cell at one of its ends, and one equation after the other.
STICKING = """(width) => [...document.querySelectorAll(".flow-cell")].flatMap((cell, n) => {
    const move = document.querySelector(".explorable-live input[type=range]");
    cell.click();
    move.value = n % 2 ? move.min : move.max;
    move.dispatchEvent(new Event("input"));
    document.querySelectorAll(".explorable-live fieldset.kit-choice")[0]
        .querySelectorAll("input")[n % 5].click();
    const clipped = [...document.querySelectorAll(".flow-cell, .flow-worked, .flow-lines p")]
        .filter((node) => node.scrollWidth > node.clientWidth);
    const out = [...document.querySelectorAll(".flow-node")].filter((node) => {
        const frame = node.querySelector(".flow-frame").getBoundingClientRect();
        return [...node.querySelectorAll("text")].some((text) => {
            const box = text.getBoundingClientRect();
            return box.left < frame.left || box.right > frame.right;
        });
    });
    const wide = document.documentElement.scrollWidth > width ? ["the page"] : [];
    return [...clipped.map((node) => node.textContent), ...out.map((node) => node.dataset.node),
        ...wide].map((what) => `${cell.dataset.key}, ${move.value}: ${what}`);
})"""


@pytest.mark.parametrize("width", [360, 640, 800, 1000, 1280])
def test_targets_are_44_pixels_and_no_number_is_clipped_or_sticks_out(show, width):
    page = opened(show(Flow(), width=width).page)
    targets = page.locator(
        ".explorable-live :is(button, summary, input[type=range], .kit-choice label):visible"
    )
    sizes = targets.evaluate_all(
        "nodes => nodes.map(n => n.getBoundingClientRect()).flatMap(b => [b.width, b.height])"
    )
    assert len(sizes) >= 2 * len(KEYS)
    assert min(sizes) >= 44
    assert page.locator(".flow-cell").count() == len(KEYS)
    assert page.evaluate(STICKING, width) == []


def test_no_number_in_a_box_runs_into_its_sign(show):
    page = show(Flow(answered=True, weight="W1[2,1]"), width=360).page
    page.get_by_role("slider").fill("-2")
    for equation in range(5):
        radio(page, 0, equation).check()
        gaps = page.locator(".flow-row").evaluate_all(
            """rows => rows.map((row) => {
                const [sign, value] = [...row.querySelectorAll("text")];
                const [left, right] = [sign, value].map((n) => n.getBoundingClientRect());
                return right.left - left.right;
            })"""
        )
        assert min(gaps) >= 1


def test_the_graph_can_be_read_on_a_phone(show):
    page = show(Flow(answered=True), width=360).page
    scale = page.locator(".flow-graph").evaluate("n => n.getScreenCTM().a")
    sizes = page.locator(".flow-graph text").evaluate_all(
        "nodes => nodes.map(n => parseFloat(getComputedStyle(n).fontSize))"
    )
    assert min(sizes) * scale >= 11


def test_only_what_moves_has_a_transition_and_none_for_those_who_want_none(show):
    moving = """() => [...document.querySelectorAll(".explorable-live *")].filter(
        (n) => parseFloat(getComputedStyle(n).transitionDuration) > 0
    ).map((n) => n.classList.value)"""
    page = show(Flow(answered=True)).page
    found = page.evaluate(moving)
    assert found
    assert all("moves" in classes.split() for classes in found)
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(moving) == []


def test_two_on_one_page_do_not_hear_each_other(show):
    page = show(Flow(answered=True), Flow(answered=True)).page
    page.get_by_role("slider").nth(0).fill("1.5")
    radio(page, 0, 3).check()
    radio(page, 1, 2).check()
    cell(page, "b1[1]").first.click()
    other = page.locator(".explorable-live").nth(1)
    assert other.locator('[data-name="delta1[1]"] text').last.text_content() == "0.2418"
    assert other.get_by_role("radio").first.is_checked()
    assert cell(page, "W2[2,1]").nth(1).get_attribute("aria-pressed") == "true"
    assert other.get_by_role("slider").input_value() == "-0.2"


def test_a_kernel_hosts_the_same_module_and_the_clean_up_lets_go_of_it(hosted):
    look = """el => [
        el.querySelectorAll('.flow-cell').length, el.querySelector('.flow-loss b').textContent]"""
    seen = hosted(NAME, Flow(), {"target": "o"}, look)
    loss = text(worked(Flow().weights, "d", "o")["L"])
    assert seen == [len(KEYS), loss]


def test_the_still_figure_says_the_worked_step():
    html = Flow().fallback()
    assert "hidden 0.2418, −0.3113. Loss 1.6414." in html
    assert html.rindex("<td>0.2546</td>") == html.rindex("<td>")


def test_the_still_figure_holds_the_numbers_of_the_package(rng):
    weights, _, _ = drawn(rng, 1)[0]
    network = tuple(Layer(np.array(weights[f"W{n}"]), np.array(weights[f"b{n}"])) for n in (1, 2))
    html = Flow(network, "m", "o").fallback()
    values = worked(weights, "m", "o")
    for name in ("h1", "delta1", "y_hat", "delta2"):
        for x in values[name]:
            assert f"<td>{text(x)}</td>" in html
            assert f">{text(x)}</text>" in html
    assert html.count("stroke-dasharray") == 6
    assert len(re.search('aria-label="(.*?)"', html)[1]) <= 250


def test_module_and_style_are_small():
    import gzip

    both = b"".join(
        (ROOT / f"src/unrolled/demo/{NAME}.{kind}").read_bytes() for kind in ("js", "css")
    )
    assert len(gzip.compress(both)) < 11_000
