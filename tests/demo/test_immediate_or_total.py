"""Immediate or total: same arithmetic as `unrolled.bptt`, and usable by everyone."""

import numpy as np
import pytest

from tests.page.common import each_axe, error, text
from unrolled.bptt.paths import counted_twice, paths
from unrolled.core.gradcheck import relative_gap
from unrolled.core.losses import cross_entropy_back
from unrolled.core.unroll import bptt, unroll
from unrolled.demo import network as demo
from unrolled.demo.immediate_or_total import PAIRS, PLACES, ImmediateOrTotal, contributions
from unrolled.rnn.cell import CELL, RNN
from unrolled.rnn.readout import Model, Readout, readout, readout_back

NAME = "immediate_or_total"
DIAGONAL = np.arange(3), np.arange(3)


def drawn(rng, n, scale=1.0):
    """`n` random models as the nested lists that the module takes."""
    weights = {**demo.MODEL.cell._asdict(), **demo.MODEL.readout._asdict()}
    return [
        {name: rng.normal(0, scale, w.shape).tolist() for name, w in weights.items()}
        for _ in range(n)
    ]


def model_of(weights):
    arrays = {name: np.array(value) for name, value in weights.items()}
    return Model(
        RNN(*(arrays[name] for name in RNN._fields)),
        Readout(*(arrays[name] for name in Readout._fields)),
    )


def backwards(model):
    """The arguments of `bptt`, `paths` and `counted_twice`, for the sum of the losses."""
    states, caches = unroll(CELL, model.cell, demo.XS, demo.H0)
    dz = cross_entropy_back(readout(model.readout, states), demo.YS)
    return CELL, model.cell, caches, readout_back(model.readout, states, dz)[1]


def percent(x):
    return f"{text(100 * x, 1)}\u00a0%"


def readings(model=demo.MODEL):
    """The three sums as Python has them, in the order of the page."""
    arguments = backwards(model)
    table = paths(*arguments)
    immediate = RNN(*(leaf[DIAGONAL].sum(axis=0) for leaf in table))
    return immediate, bptt(*arguments)[0], counted_twice(*arguments)


def opened(page):
    """Answer the question, so that the controls unlock."""
    page.get_by_role("button", name="6", exact=True).click()
    return page


# The arithmetic


@pytest.mark.parametrize("scale", [0.5, 2.0])
def test_paths_and_the_misread_sum_are_those_of_the_package(call, rng, scale):
    draws = drawn(rng, 500, scale)
    arguments = [backwards(model_of(weights)) for weights in draws]
    for function, twin in (("paths", paths), ("countedTwice", counted_twice)):
        for found, given in zip(call(NAME, function, [[w] for w in draws]), arguments, strict=True):
            for name, wanted in twin(*given)._asdict().items():
                assert error(found[name], wanted) < 1e-12


def test_the_factors_of_every_path_multiply_to_its_contribution(call, rng):
    draws = drawn(rng, 12)
    asked = [
        (n, t - 1, i - 1, name, place)
        for n in range(len(draws))
        for t, i in PAIRS
        for name, place in PLACES.values()
    ]
    found = call(NAME, "chain", [[draws[n], t, i, name, list(p)] for n, t, i, name, p in asked])
    tables = [paths(*backwards(model_of(weights))) for weights in draws]
    for (n, t, i, name, place), chain in zip(asked, found, strict=True):
        wanted = getattr(tables[n], name)[(t, i, *place)]
        factors = [np.array(factor) for factor in chain["factors"]]
        assert [f.shape for f in factors] == [(1, 2), *[(2, 2)] * (t - i), (2, 1)]
        product = factors[0]
        for factor in factors[1:]:
            product = product @ factor
        assert error(product.item(), wanted) < 1e-12
        assert error(chain["value"], wanted) < 1e-12


def test_all_paths_together_are_the_gradient_of_bptt(call, rng):
    draws = drawn(rng, 50)
    for found, weights in zip(call(NAME, "paths", [[w] for w in draws]), draws, strict=True):
        gradient = bptt(*backwards(model_of(weights)))[0]
        for name, wanted in gradient._asdict().items():
            assert error(np.sum(found[name], axis=(0, 1)), wanted) < 1e-12


def test_a_total_derivative_in_the_sum_counts_a_path_once_for_each_state_on_it(rng):
    times = np.maximum(1 + np.arange(3)[:, None] - np.arange(3), 0)
    for weights in drawn(rng, 20):
        arguments = backwards(model_of(weights))
        pairs = zip(paths(*arguments), counted_twice(*arguments), strict=True)
        for table, wanted in pairs:
            assert error(np.tensordot(times, table, 2), wanted) < 1e-12


# At the door


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda m: m._replace(cell=m.cell._replace(W_hh=np.eye(3))), r"W_hh: got shape \(3, 3\)"),
        (lambda m: m._replace(cell=m.cell._replace(b_h=[np.nan, 0])), r"b_h: got nan at index"),
        (lambda m: m._replace(readout=m.readout._replace(b_y=["a"] * 4)), r"b_y: got \['a'"),
    ],
)
def test_a_model_that_does_not_fit_is_turned_away(change, message):
    with pytest.raises(ValueError, match=message):
        ImmediateOrTotal(model=change(demo.MODEL))


def test_another_model_of_the_same_shapes_is_shown(show, rng):
    model = model_of(drawn(rng, 1)[0])
    page = show(ImmediateOrTotal(model=model, answered=True)).page
    gradient = readings(model)[1].W_hh[1, 0]
    assert page.locator(".iot-triangle .is-gradient").inner_text() == text(gradient)


# In the browser


def test_before_an_answer_there_is_the_question_and_the_graph_alone(show):
    page = show(ImmediateOrTotal()).page
    assert page.locator(".iot-graph").is_visible()
    assert page.locator(".iot-walk.is-on").count() == 0
    assert not page.locator(
        ".iot-live .iot-triangle, .explorable-live .iot-cell"
    ).first.is_visible()
    page.get_by_role("button", name="3", exact=True).click()
    assert "Not quite" in page.locator(".kit-reply").inner_text()
    assert page.locator(".explorable-live .iot-cell").first.is_visible()


@pytest.mark.parametrize("weight", PLACES)
def test_picking_a_path_shows_its_number_and_marks_its_edges(show, weight):
    name, place = PLACES[weight]
    values = getattr(paths(*backwards(demo.MODEL)), name)[(..., *place)]
    page = show(ImmediateOrTotal(weight=weight, answered=True)).page
    for n, (t, i) in enumerate(PAIRS):
        button = page.locator(".iot-cell").nth(n)
        button.click()
        shown = text(values[t - 1, i - 1])
        assert button.get_attribute("aria-pressed") == "true"
        assert button.inner_text() == shown
        assert page.locator(".iot-result").inner_text() == f"= {shown}"
        assert page.locator(".iot-bar.is-picked .iot-value").inner_text() == shown
        assert page.locator(".iot-walk.is-on").count() == t - i + 2
        assert page.locator(".iot-factor:visible").count() == t - i + 2


def test_a_path_that_carries_exactly_nothing_says_why(show):
    page = show(ImmediateOrTotal(path="2,1", answered=True)).page
    assert "exactly 0, because h0,1 = 0" in page.locator(".iot-path").inner_text()
    page.locator("select").select_option("W_hx[1,2]")
    assert "the input at step 1 is d, not e" in page.locator(".iot-path").inner_text()


def test_the_margins_hold_the_terms_of_both_recursions(show):
    page = show(ImmediateOrTotal(weight="b_h[2]", answered=True)).page
    values = paths(*backwards(demo.MODEL)).b_h[..., 1]
    rows = page.locator(".explorable-live .iot-triangle tbody tr")
    for t in range(3):
        assert rows.nth(t).locator("td").last.inner_text() == text(values[t].sum())
    wanted = [*values.sum(axis=0), values.sum()]
    assert rows.nth(3).locator("td").all_inner_texts() == [text(x) for x in wanted]


@pytest.mark.parametrize("weight", ["W_hh[2,1]", "b_h[2]", "W_hx[2,1]", "W_hx[1,4]"])
def test_the_three_readings_show_their_sums_and_errors(show, weight):
    name, place = PLACES[weight]
    sums = readings()
    ones = [getattr(found, name)[place] for found in sums]
    page = show(ImmediateOrTotal(weight=weight, answered=True)).page
    rows = page.locator(".iot-verdicts tbody tr")
    for n, found in enumerate(sums):
        page.get_by_role("radio").nth(n).check()
        distance = abs(ones[n] - ones[1])
        off = distance / abs(ones[1]) if distance > 1e-15 else 0
        whole = relative_gap(found, sums[1]) if n != 1 else 0
        wanted = [text(ones[n]), percent(off), percent(whole)]
        assert rows.nth(n).locator("td").all_inner_texts() == wanted
        assert "is-picked" in rows.nth(n).get_attribute("class")
        assert page.locator(".iot-bar.is-total .iot-value").inner_text() == text(ones[n])
    assert page.locator(".iot-times").all_inner_texts()[:6] == [f"×{t - i + 1}" for t, i in PAIRS]


def test_changing_the_weight_recomputes_everything_and_reset_brings_it_back(show):
    page = show(ImmediateOrTotal(answered=True)).page
    total = page.locator(".iot-triangle .is-gradient")
    slider = page.get_by_role("slider")
    slider.fill("1.25")
    W_hh = demo.MODEL.cell.W_hh.copy()
    W_hh[1, 0] = 1.25
    changed = readings(demo.MODEL._replace(cell=demo.MODEL.cell._replace(W_hh=W_hh)))
    assert total.inner_text() == text(changed[1].W_hh[1, 0])
    sums = page.locator(".iot-verdicts td:nth-child(2)").all_inner_texts()
    assert sums == [text(found.W_hh[1, 0]) for found in changed]
    assert slider.get_attribute("aria-valuetext") == "W_hh[2,1] = 1.25"
    page.wait_for_function("document.querySelector('.kit-live').textContent.includes('1.25')")
    page.get_by_role("button", name="Reset").click()
    assert total.inner_text() == text(readings()[1].W_hh[1, 0])


def test_everything_can_be_done_from_the_keyboard(show):
    page = show(ImmediateOrTotal()).page
    press = page.keyboard.press
    for key in ("Tab", "Tab", "Enter"):  # the second answer
        press(key)
    assert "Yes." in page.locator(".kit-reply").inner_text()
    page.get_by_role("combobox").focus()
    press("ArrowDown")
    assert page.get_by_role("combobox").input_value() == "W_hh[2,2]"
    press("Tab")
    press("ArrowRight")
    assert page.get_by_role("slider").input_value() == "0.31"
    for key in ("Tab", "Enter", "Tab", "Tab", "Tab", "Space"):  # Reset, then the third path
        press(key)
    assert page.get_by_role("slider").input_value() == "0.3"
    assert page.locator(".iot-cell").nth(2).get_attribute("aria-pressed") == "true"
    for key in ("Tab", "Tab", "Tab", "Tab", "ArrowDown"):  # past the triangle to the readings
        press(key)
    assert page.get_by_role("radio").nth(2).is_checked()


@each_axe
def test_axe_finds_nothing_and_nothing_sticks_out(show, violations, theme, width, rules):
    visit = show(ImmediateOrTotal(weight="b_h[2]"), theme=theme, width=width)
    page = visit.page
    assert violations(page, **rules) == []
    opened(page)
    for n, (t, i) in enumerate(PAIRS):
        page.locator(".iot-cell").nth(n).click()
        page.get_by_role("radio").nth(n % 3).check()
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (t, i)
    assert violations(page, **rules) == []
    assert visit.console == []
    assert visit.outside == []


@pytest.mark.parametrize("width", [360, 640, 1280])
def test_targets_are_44_pixels_and_no_number_leaves_its_button(show, width):
    page = opened(show(ImmediateOrTotal(weight="b_h[2]"), width=width).page)
    sizes = page.locator(".explorable-live :is(button, select, .kit-choice label):visible")
    for n in range(sizes.count()):
        box = sizes.nth(n).bounding_box()
        assert min(box["width"], box["height"]) >= 44
    inside = "nodes => nodes.every(n => n.scrollWidth <= n.clientWidth)"
    assert page.locator(".iot-cell, .iot-value, .iot-matrix").evaluate_all(inside)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_two_on_one_page_do_not_hear_each_other(show):
    page = show(ImmediateOrTotal(answered=True), ImmediateOrTotal(answered=True)).page
    page.get_by_role("slider").nth(0).fill("1.5")
    page.get_by_role("radio").nth(0).check()
    assert page.locator(".iot-triangle .is-gradient").nth(1).inner_text() == "0.1899"
    assert page.get_by_role("radio").nth(4).is_checked()


def test_a_kernel_hosts_the_same_module_and_the_clean_up_lets_go_of_it(hosted):
    look = "el => el.querySelectorAll('.iot-cell').length"
    assert hosted(NAME, ImmediateOrTotal(), {"path": "2,1"}, look) == 6


def test_the_still_figure_says_the_sum():
    html = ImmediateOrTotal().fallback()
    assert "sum 0.1899" in html
    assert html.rindex("<td>0.1899</td>") == html.rindex("<td>")


def test_the_still_figure_holds_the_numbers_of_the_package():
    html = ImmediateOrTotal(weight="b_h[2]").fallback()
    cell, out = demo.MODEL
    values = contributions({**cell._asdict(), **out._asdict()})["b_h"][..., 1]
    assert np.array_equal(values, paths(*backwards(demo.MODEL)).b_h[..., 1])
    for x in (*(values[t - 1, i - 1] for t, i in PAIRS), *values.sum(axis=0), *values.sum(axis=1)):
        assert f"<td>{text(x)}</td>" in html
