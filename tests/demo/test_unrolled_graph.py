"""The unrolled graph in a real browser, and its arithmetic against the package's."""

import math
from itertools import product

import numpy as np
import pytest

from tests.page.common import each_axe
from unrolled.bptt.paths import backward_terms, forward_terms, paths
from unrolled.core.unroll import unroll
from unrolled.demo.network import H0, MODEL, XS, trace
from unrolled.demo.unrolled_graph import UnrolledGraph
from unrolled.rnn.cell import CELL, RNN
from unrolled.rnn.readout import Model, Readout, random_model

NAME = "unrolled_graph"
FORWARD = [f"{name}_{t}" for t in (1, 2, 3) for name in ("x", "a", "h", "z", "y_hat", "L")]
BACK = ["dz", "dW_yh", "back", "slope", "carry", "dh", "delta", "dW_hx", "dW_hh"]
SUMS = [f"{s}d{name}" for name in ("W_yh", "b_y", "W_hx", "W_hh", "b_h") for s in ("sum_", "")]
WALK = [*FORWARD, "L", *(f"{name}_{t}" for t in (3, 2, 1) for name in BACK), *SUMS]
FORMS = {  # how the terms of a number make the number, written once more
    "sum": lambda v, i: math.fsum(v),
    "tanh": lambda v, i: math.tanh(math.fsum(v)),
    "softmax": lambda v, i: math.exp(v[i[0]]) / math.fsum(map(math.exp, v)),
    "loss": lambda v, i: -math.fsum(v),
    "slope": lambda v, i: 1 - math.fsum(v),
    "third": lambda v, i: math.fsum(v) / 3,
}


def flat(model):
    return {**model.cell._asdict(), **model.readout._asdict()}


def plain(model):
    return {name: value.tolist() for name, value in flat(model).items()}


def a_model(rng):
    cell = RNN(*(rng.normal(0, 1, shape) for shape in ((2, 4), (2, 2), (2,))))
    return Model(cell, Readout(*(rng.normal(0, 1, shape) for shape in ((4, 2), (4,)))))


def gap(found, wanted):
    """Largest difference, relative to max(1, |x|); the shapes must agree as well."""
    found, wanted = np.asarray(found, float), np.asarray(wanted, float)
    assert found.shape == wanted.shape
    return float(np.max(np.abs(found - wanted) / np.maximum(1, np.abs(wanted)), initial=0))


def shown(value, digits=4):
    """A number as the page writes it."""
    value = float(value)
    text = str(int(value)) if value.is_integer() else f"{value:.{digits}f}"
    return (text.lstrip("-") if float(text) == 0 else text).replace("-", "−")


def result(page, root=".explorable"):
    """The numbers in the last line of the equation."""
    cells = page.locator(f"{root} .ug-equation").first.locator("> div").last
    array = cells.locator(".ug-array").last
    if array.count():
        return array.locator("span").all_text_contents()
    return [cells.text_content().split("=")[-1].strip()]


def choose(page, name):
    page.locator(f'.ug-node[data-name="{name}"]').click()


def loss_of(weights):
    cell = RNN(*(np.array(weights[name]) for name in ("W_hx", "W_hh", "b_h")))
    readout = Readout(*(np.array(weights[name]) for name in ("W_yh", "b_y")))
    return float(trace(Model(cell, readout))["L"].value)


# The arithmetic


def test_every_number_equals_numpys_on_a_thousand_weight_sets(call, rng):
    """All quantities of the step, and both ways to add up the paths."""
    models = [a_model(rng) for _ in range(1000)]
    sent = [[plain(model)] for model in models]
    every = zip(models, call(NAME, "run", sent), call(NAME, "recursions", sent), strict=True)
    worst = 0.0
    for model, quantities, terms in every:
        wanted = trace(model)
        assert set(quantities) == set(wanted)
        worst = max(worst, *(gap(quantities[n], q.value) for n, q in wanted.items()))
        _, caches = unroll(CELL, model.cell, XS, H0)
        # gradients of the sum of the losses, as in the trace
        dstates = np.stack([wanted[f"back_{t}"].value for t in (1, 2, 3)])
        table = paths(CELL, model.cell, caches, dstates)
        pairs = {"paths": table, "forward": forward_terms(table), "backward": backward_terms(table)}
        for order, tree in pairs.items():
            for name, value in tree._asdict().items():
                worst = max(worst, gap(terms[order][name], value))
        for name in ("W_hx", "W_hh", "b_h"):  # and both are the gradient
            for order in ("forward", "backward"):
                total = np.sum(terms[order][name], axis=0)
                worst = max(worst, gap(total, wanted[f"sum_d{name}"].value))
    print(f"largest difference {worst:.1e}")
    assert worst < 1e-12


def test_a_probability_that_underflows_still_has_its_loss(call):
    W = np.array([[0, 0], [0, -3000], [0, 0], [0, 0]])
    model = MODEL._replace(readout=MODEL.readout._replace(W_yh=W.astype(float)))
    [found] = call(NAME, "run", [[plain(model)]])
    assert gap(found["L"], trace(model)["L"].value) < 1e-12


def test_the_terms_of_every_number_make_the_number(call, rng):
    model = a_model(rng)
    wanted = trace(model)
    [quantities] = call(NAME, "run", [[plain(model)]])
    places = [(n, i) for n, q in wanted.items() for i in np.ndindex(np.shape(q.value))]
    found = call(NAME, "explain", [[quantities, n, list(i)] for n, i in places])
    for (name, index), one in zip(places, found, strict=True):
        value = float(np.asarray(wanted[name].value)[index])
        assert gap(one["result"], value) < 1e-12
        assert bool(one["terms"]) == bool(wanted[name].parents)
        if one["terms"]:
            terms = [term["value"] for term in one["terms"]]
            assert gap(FORMS[one["form"]](terms, index), value) < 1e-12
            # it is made of what the trace says it is made of
            assert {f["name"] for f in one["feeders"]} == set(wanted[name].parents)
        for f in one["feeders"]:
            assert gap(f["value"], np.asarray(wanted[f["name"]].value)[tuple(f["index"])]) < 1e-12


def test_what_a_number_feeds_is_what_names_it_as_a_feeder(call):
    [quantities] = call(NAME, "run", [[plain(MODEL)]])
    places = [(n, i) for n, q in trace().items() for i in np.ndindex(np.shape(q.value))]
    up = call(NAME, "explain", [[quantities, n, list(i)] for n, i in places])
    down = call(NAME, "feeds", [[n, list(i)] for n, i in places])
    edges = {
        ((f["name"], tuple(f["index"])), place)
        for place, one in zip(places, up, strict=True)
        for f in one["feeders"]
    }
    assert edges == {
        (place, (f["name"], tuple(f["index"])))
        for place, fed in zip(places, down, strict=True)
        for f in fed
    }


# The page


def test_the_keyboard_alone_walks_from_the_question_to_the_last_gradient(show):
    page = show(UnrolledGraph()).page
    wanted = trace()

    def tab_to(label):
        for _ in range(40):
            page.keyboard.press("Tab")
            if label in page.evaluate("document.activeElement.textContent"):
                return
        raise AssertionError(f"Tab never reached {label}")

    assert page.locator(".kit-guess + fieldset:disabled").count() == 1
    tab_to("and δ3")
    page.keyboard.press("Enter")
    assert "Yes." in page.locator(".kit-reply").text_content()
    assert page.locator(".kit-guess + fieldset:disabled").count() == 0
    tab_to("Next")
    for k, name in enumerate(WALK, start=1):
        assert f"Step {k} of {len(WALK)}" in page.locator(".ug-where").text_content()
        value = np.atleast_1d(wanted[name].value)
        assert result(page) == [shown(v) for v in value.ravel()], name
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # the end is the end
    assert f"Step {len(WALK)} of" in page.locator(".ug-where").text_content()


def test_arrow_keys_move_between_boxes_and_enter_chooses(show):
    page = show(UnrolledGraph(answered=True)).page
    page.locator('.ug-node[data-name="x_1"]').focus()
    # up the first column, across the recurrent edge's two ends, into the next
    for key, name in (("ArrowUp", "a_1"), ("ArrowUp", "h_1"), ("ArrowRight", "dh_1")):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.name") == name
    page.keyboard.press("Enter")
    assert result(page) == [shown(v) for v in trace()["dh_1"].value]
    assert page.locator('.ug-node[tabindex="0"]').count() == 1  # one stop for Tab


def test_the_active_box_and_the_edges_into_it_stand_out(show):
    page = show(UnrolledGraph(answered=True)).page
    choose(page, "delta_2")
    assert page.locator('.ug-node[aria-pressed="true"]').get_attribute("data-name") == "delta_2"
    feeding = page.locator(".ug-node.is-feeding").evaluate_all(
        "all => all.map(e => e.dataset.name)"
    )
    assert set(feeding) == set(trace()["delta_2"].parents)
    assert page.locator(".ug-edge.is-active").count() == 2
    assert float(page.locator(".ug-edge.is-active").first.evaluate(
        "e => parseFloat(getComputedStyle(e).strokeWidth)")) >= 2  # fmt: skip


def test_changing_a_weight_changes_every_number_as_numpy_does(show):
    page = show(UnrolledGraph(answered=True)).page
    page.locator(".ug-tuner select").select_option("W_hx 1,1")
    page.locator(".ug-tuner input").focus()
    for _ in range(7):
        page.keyboard.press("ArrowRight")
    weights = plain(MODEL)
    weights["W_hx"][1][1] = 0.47
    assert shown(loss_of(weights)) in page.locator(".ug-loss").text_content()
    assert shown(loss_of(weights), 3) in page.locator('.ug-node[data-name="L"]').text_content()
    assert shown(loss_of(weights)) in page.locator(".ug-tuner input").get_attribute(
        "aria-valuetext"
    )
    page.wait_for_function(
        "said => document.querySelector('.kit-live').textContent.includes(said)",
        arg=f"loss {shown(loss_of(weights))}",
    )
    page.get_by_role("button", name="Reset the weights").click()
    assert page.locator(".ug-loss").text_content() == f"ℒ = {shown(loss_of(plain(MODEL)))}"


def test_another_models_weights_stand_exactly_until_they_are_moved(show):
    W_hh = np.array([[0.123456, -7.25], [0.5, 0.1]])
    model = MODEL._replace(cell=MODEL.cell._replace(W_hh=W_hh))
    page = show(UnrolledGraph(model, answered=True, tuned="W_hh 0,1")).page
    assert page.locator(".ug-tuner output").text_content() == "−7.25"
    assert shown(loss_of(plain(model))) in page.locator(".ug-loss").text_content()


def test_a_number_shows_its_feeders_and_following_one_goes_there(show):
    page = show(UnrolledGraph(answered=True)).page
    choose(page, "a_2")
    panel = page.get_by_role("group", name="One number")
    panel.locator(".ug-entries button").nth(1).click()
    wanted = trace()
    scalar = panel.locator(".ug-equation")
    assert "a2,2" in scalar.text_content()
    assert scalar.text_content().endswith(f"= {shown(wanted['a_2'].value[1])}")
    fed_by, goes_to = panel.locator(".kit-row").nth(0), panel.locator(".kit-row").nth(1)
    assert fed_by.locator("button").count() == 4 + 4 + 2 + 2 + 1  # W_hx, x, W_hh, h, b
    assert goes_to.locator("button").all_text_contents() == [
        f"h2,2 = {shown(wanted['h_2'].value[1])}"
    ]
    fed_by.get_by_role("button", name="h1,2").click()
    assert scalar.text_content().endswith(f"= {shown(wanted['h_1'].value[1])}")
    assert page.evaluate("document.activeElement.textContent").startswith("h1,2")  # focus is kept
    assert page.locator('.ug-node[aria-pressed="true"]').get_attribute("data-name") == "h_1"
    assert "Step 3 of" in page.locator(".ug-where").text_content()


def test_the_two_orders_show_different_terms_and_one_total(show):
    page = show(UnrolledGraph(answered=True)).page
    deltas = [trace()[f"delta_{t}"].value[1] for t in (1, 2, 3)]

    def bars():
        text = page.locator(".ug-fall > span").all_text_contents()[4:]
        return text[2::4][:3], text[-1]

    backward, total = bars()
    assert backward == [shown(d) for d in deltas]
    assert total == shown(sum(deltas))
    page.get_by_role("radio", name="loss by loss").check()
    forward, same = bars()
    assert same == total
    assert forward != backward
    assert shown(sum(deltas) / 3) in page.locator(".ug-sumline").last.text_content()


def test_two_on_one_page_do_not_disturb_each_other(show):
    page = show(UnrolledGraph(answered=True), UnrolledGraph(answered=True)).page
    first, second = page.locator(".explorable").all()
    second.get_by_role("button", name="Next").click()
    second.locator(".ug-tuner input").fill("0.9")
    assert "Step 1 of" in first.locator(".ug-where").text_content()
    assert "Step 2 of" in second.locator(".ug-where").text_content()
    assert first.locator(".ug-loss").text_content() != second.locator(".ug-loss").text_content()
    ids = page.locator("[id]").evaluate_all("all => all.map(e => e.id)")
    assert len(ids) == len(set(ids))


@each_axe
def test_axe_finds_nothing(show, violations, theme, width, rules):
    visit = show(UnrolledGraph(), theme=theme, width=width)
    assert violations(visit.page, **rules) == []
    visit.page.get_by_role("button", name="Those of step 2 alone").click()
    assert violations(visit.page, **rules) == []
    choose(visit.page, "delta_1" if width == 360 else "delta_2")  # at 360 px one column is open
    assert violations(visit.page, **rules) == []
    assert visit.console == []
    assert visit.outside == []


@pytest.mark.parametrize("width", [360, 480, 600, 768, 1280])
def test_nothing_is_wider_than_the_page(show, width):
    page = show(UnrolledGraph(answered=True), width=width).page
    for name in ("a_1", "dW_hx_1", "z_1", "sum_dW_hx", "W_hx", "sum_dW_yh"):
        choose(page, name)
        wide, room = page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
        )
        assert wide <= room, name
        # and nothing sticks out of the widget's own padding
        assert (
            page.evaluate(
                """() => {
                const right = document.querySelector(".ug-stage").getBoundingClientRect().right;
                const all = ".explorable-live *:not(svg *, .kit-data *)";
                const parts = document.querySelectorAll(all);
                return [...parts].filter(e => e.getBoundingClientRect().right > right + 1)
                    .map(e => `${e.tagName} ${e.className} ${e.textContent}`);
            }"""
            )
            == []
        )
    # every target is at least 44 px high and wide
    small = page.locator("button:visible, select:visible, input[type=range]:visible").evaluate_all(
        "all => all.map(e => [e.textContent, e.getBoundingClientRect()])"
        ".filter(([, r]) => r.width < 43.9 || r.height < 43.9).map(([text]) => text)"
    )
    assert small == []


def test_a_narrow_page_opens_the_column_of_the_chosen_time(show):
    page = show(UnrolledGraph(answered=True), width=360).page
    assert page.locator('.ug-node[data-name="h_1"]').is_visible()
    page.get_by_role("button", name="t = 3").click()
    assert page.locator('.ug-node[data-name="h_3"]').is_visible()
    assert not page.locator('.ug-node[data-name="h_1"]').is_visible()
    assert result(page) == [shown(v) for v in trace()["h_3"].value]


def test_the_still_figure_says_loss_and_state():
    html = UnrolledGraph().fallback()
    assert shown(trace()["L"].value) in html.split('aria-label="')[1].split('"')[0]
    assert "0.5005, −0.2165" in html


def test_the_figures_label_is_short_and_follows_the_model(rng):
    for model in (MODEL, a_model(rng)):
        html = UnrolledGraph(model).fallback()
        label = html.split('aria-label="')[1].split('"')[0]
        assert len(label) <= 250
        assert shown(trace(model)["L"].value) in label


def test_a_kernel_hosts_the_same_module_and_the_clean_up_lets_go_of_it(hosted):
    look = "el => el.querySelector('.ug-where').textContent"
    step = WALK.index("delta_1")
    seen = hosted(NAME, UnrolledGraph(answered=True), {"step": step}, look)
    assert f"Step {step + 1} of" in seen


# The door


@pytest.mark.parametrize(("name", "bad"), list(product(flat(MODEL), [math.nan, math.inf])))
def test_a_weight_that_is_not_finite_is_refused(name, bad):
    weights = {key: value.copy() for key, value in flat(MODEL).items()}
    weights[name].flat[0] = bad
    cell = RNN(weights["W_hx"], weights["W_hh"], weights["b_h"])
    with pytest.raises(ValueError, match=rf"{name}: got (nan|inf) at index .* finite"):
        UnrolledGraph(Model(cell, Readout(weights["W_yh"], weights["b_y"])))


@pytest.mark.parametrize(
    ("sizes", "name"), [((5, 2, 4), "W_hx"), ((4, 3, 4), "W_hx"), ((4, 2, 5), "W_yh")]
)
def test_a_model_of_other_shapes_is_refused(rng, sizes, name):
    with pytest.raises(ValueError, match=rf"{name}: got shape \(.*\), expected \(\d, \d\)"):
        UnrolledGraph(random_model(rng, *sizes))


def test_it_asks_about_the_direction_the_chapter_has_reached(show):
    here = show(UnrolledGraph(question="forward"), UnrolledGraph())
    asked = here.page.locator(".kit-question").all_inner_texts()
    assert "h3" in asked[0]
    assert "δ2" in asked[1]
    here.page.get_by_role("button", name="x3, h2 and the weights", exact=True).click()
    assert "Yes." in here.page.locator(".kit-reply").first.inner_text()
    with pytest.raises(
        ValueError, match="question: got 'sideways', expected one of 'backward', 'forward'"
    ):
        UnrolledGraph(question="sideways")


def test_it_can_start_anywhere_on_the_walk(show):
    assert "Step 19 of 56" in show(UnrolledGraph(step=18)).page.locator(".ug-where").inner_text()
