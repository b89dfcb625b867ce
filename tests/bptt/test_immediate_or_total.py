"""Immediate or total: its numbers are those of `unrolled.bptt`, and what it says of them is so."""

import re
from types import SimpleNamespace

import numpy as np

from tests.bptt import paths_reference as six
from tests.bptt.paths_reference import a_model, backwards, draw, entry, six_of, square
from tests.widget.case import Case
from tests.widget.common import error, text
from tests.widget.engine import derived
from unrolled.bptt.immediate_or_total import ImmediateOrTotal
from unrolled.bptt.immediate_or_total_words import ORDERS, READINGS
from unrolled.bptt.jacobians import jacobians
from unrolled.bptt.paths import backward_terms, counted_twice, forward_terms, paths
from unrolled.bptt.rtrl import rtrl
from unrolled.bptt.six_paths import PAIRS, PLACES, contributions
from unrolled.core.unroll import bptt, unroll
from unrolled.rnn import demo
from unrolled.rnn.cell import CELL


def solve(page):
    """The task: the paths that carry exactly 0 are left out."""
    page.get_by_role("combobox", name="Weight").select_option("W_hh[2,1]")
    for t in (1, 1, 2, 2, 3, 3):
        square(page, t, 1).click()


W_HH = {"weight": "W_hh[2,1]"}
CASE = Case(
    make=ImmediateOrTotal,
    name="immediate_or_total",
    states={
        "once": W_HH | {"path": "3,1"},
        "own": {
            "weight": "W_hh[2,1]",
            "counts": [1, 0, 1, 0, 2, 1],
            "path": "2,1",
            "order": "copy",
        },
        "none": {"counts": [0] * 6, "weight": "W_hx[1,4]", "path": "2,1"},
        "three": {
            "weight": "W_hh[2,1]",
            "counts": [0, 0, 1, 0, 1, 1],
            "path": "3,3",
            "order": "copy",
        },
        "bias": {"weight": "b_h[2]", "path": "3,3", "counts": READINGS["immediate"][1]},
        "letter": {"weight": "W_hx[2,2]", "path": "1,1", "order": "copy"},
        "total": {"weight": "b_h[2]", "path": "2,2", "counts": six.MOST},
    },
    draw=draw,
    refused=six.REFUSED,
    **six.TASK,
    solve=solve,
    twins={
        "allowedCounts": (
            lambda counts, most: np.where(counts >= most, most, counts >= 1),
            lambda rng: [rng.normal(1, 2, 6), np.array(six.MOST)],
        )
    },
    claims=six.CLAIMS,
)


def test_the_sums_are_those_of_both_recursions_and_of_every_reading(call, rng):
    loss, copy = (groups for _, groups, _ in ORDERS.values())
    every = [list(range(6))]
    asked, wanted = [], []
    for n in range(1000):
        given = backwards(a_model(rng))
        key = list(PLACES)[n % len(PLACES)]
        table = paths(*given)
        values = six_of(table, key).tolist()
        for reading, groups, terms in (
            ("once", loss, entry(forward_terms(table), key)),
            ("once", copy, entry(backward_terms(table), key)[::-1]),
            ("once", every, [entry(bptt(*given)[0], key)]),
            ("total", every, [entry(counted_twice(*given), key)]),
            ("immediate", every, [np.trace(entry(table, key))]),
        ):
            asked.append([values, READINGS[reading][1], groups])
            wanted.append(terms)
    pairs = zip(call(CASE.name, "terms", asked), wanted, strict=True)
    assert max(error(found, terms) for found, terms in pairs) < 1e-12


def test_the_factors_of_every_path_multiply_to_what_it_brings(rng, unchecked):
    for _ in range(50):
        model = a_model(rng)
        given = backwards(model)
        table = paths(*given)
        J = jacobians(*given[:3])
        states = unroll(CELL, model.cell, demo.XS, demo.H0)[0]
        forward = rtrl(CELL, model.cell, demo.XS, demo.H0, given[3])
        for key, told in contributions(model).items():
            unit = PLACES[key][1][0]
            assert error(told["values"], six_of(table, key)) < 1e-12
            assert error(sum(told["values"]), entry(forward, key)) < 1e-12
            assert error(np.prod(told["chains"], axis=1), told["values"]) < 1e-12
            for (t, i), (reached, slope, _) in zip(PAIRS, told["chains"], strict=True):
                way = np.linalg.multi_dot([given[3][t - 1], *J[i:t][::-1], np.eye(2)])
                assert error([reached, slope], [way[unit], 1 - states[i - 1, unit] ** 2]) < 1e-12


def test_every_number_shown_is_that_of_the_package(rng, unchecked):
    look = """(now, widget) => [now.texts, now.terms, widget.picture(now).marks.flat(9),
        widget.table(now)]"""
    for model in (demo.MODEL, *(a_model(rng) for _ in range(4))):
        states = [draw(rng) | {"answered": True} for _ in range(100)]
        shown = derived(ImmediateOrTotal(model=model), look, states)
        table = paths(*backwards(model))
        told = contributions(model)
        for state, (texts, terms, marks, rows) in zip(states, shown, strict=True):
            values = six_of(table, state["weight"])
            it = told[state["weight"]]
            times = np.array(state["counts"])
            truth = values.sum()
            groups = ORDERS[state["order"]][1]
            wanted = [values[group] @ times[group] for group in groups]
            assert error(terms, wanted) < 1e-12
            six.check_rows(marks, state["order"], values, times, truth)
            head = f"arrives at unit {it['unit']}", "slope", "copy multiplies", "contributes"
            assert rows["head"][1:] == [*head]
            factors = np.column_stack([it["chains"], values])
            assert [row[1:] for row in rows["rows"]] == [[*map(text, row)] for row in factors]
            assert (texts["sum"], texts["truth"]) == (text(sum(wanted)), text(truth))


def ribbon(x, times, time, shade):
    """How the ribbon of a path looks: left out, of exactly 0, counted, counted again."""
    if times == 0:
        return "quiet dashed"
    if x == 0:
        return "quiet"
    return f"{shade} again" if time else shade


def test_a_path_is_drawn_as_often_as_it_counts_and_as_wide_as_what_it_brings(rng, unchecked):
    look = "(now, widget) => widget.picture(now).marks[0][1].slice(0, 2)"
    states = [draw(rng) | {"answered": True} for _ in range(300)]
    for state, (paths_, lit) in zip(states, derived(ImmediateOrTotal(), look, states), strict=True):
        values, counts = six.values_of(state["weight"]), state["counts"]
        widths = []
        for n, (x, times, ribbons) in enumerate(zip(values, counts, paths_, strict=True)):
            drawn = [one for one in ribbons if one]
            shade = six.shade_of(state["order"], n)
            wanted = [ribbon(x, times, time, shade) for time in range(max(1, times))]
            assert [one["look"] for one in drawn] == wanted
            widths += [one["width"] for one in drawn[:1] if times and x]
        brought = np.abs([x for x, times in zip(values, counts, strict=True) if times and x])
        slope = np.diff(widths) / np.where(np.diff(brought), np.diff(brought), 1)
        assert (slope >= 0).all(), "wider where it brings more"
        n = six.PAIRS.index(six.lit(SimpleNamespace(**state))[:2])
        seen = {k for k, path in enumerate(lit) for one in path if one[1] and one[1]["opacity"]}
        assert seen == {n}
        runs = [mark["look"] for path in lit for one in path for mark in one[2:] if mark]
        assert runs == ["paper flows"] * (counts[n] if values[n] else 0)
    assert derived(ImmediateOrTotal(), look)[0], "alive before the answer"


def test_a_ribbon_leads_from_its_loss_along_the_states_to_its_copy(unchecked):
    look = "(now, widget) => widget.picture(now).marks[0][1][0].map(([one]) => one.d)"
    (ways,) = derived(ImmediateOrTotal(), look)
    columns = np.array([120, 266, 412])
    for (t, i), way in zip(PAIRS, ways, strict=True):
        places = np.array([float(x) for x in re.findall(r"-?[\d.]+", way)]).reshape(-1, 2)
        assert np.abs(places[0] - [columns[t - 1], 46]).max() < 40
        assert np.abs(places[-1] - [columns[i - 1], 366]).max() < 40
        passed = [any(np.abs(x - places[:, 0]) < 60) for x in columns]
        assert passed == [i <= s <= t for s in (1, 2, 3)]
        assert (np.diff(places[:, 0]) < 40).all(), "never forward in time"


def test_the_stories_are_true():
    for n, reading in ((2, "immediate"), (3, "total")):
        story = ImmediateOrTotal()._constants["stories"][n]
        values = six.values_of("b_h[2]")
        sums = [text(np.dot(READINGS[name][1], values)) for name in (reading, "once")]
        assert "<b>{}</b> instead of {}".format(*sums) in story["says"]
        assert (story["set"]["weight"], story["set"]["counts"]) == ("b_h[2]", READINGS[reading][1])
    assert demo.XS[:, "demo".index("e")].tolist() == [0, 1, 0]


def test_a_tap_lights_a_path_the_next_leaves_it_out_and_play_brings_it_back(show):
    page = show(ImmediateOrTotal(answered=True, order="copy", weight="W_hh[2,1]")).page
    cell = square(page, 3, 3)
    cell.click()
    assert cell.get_attribute("aria-pressed") == "true"
    assert "0.0178" in page.locator(".explorable-live .kit-says").inner_text()
    cell.press("Enter")
    assert "left out" in cell.get_attribute("aria-label")
    page.get_by_role("slider", name="paths").fill("2")
    assert square(page, 2, 2).get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="One step on").click()
    assert page.locator(".explorable-live .is-reached").count() == 1
    page.get_by_role("radio", name="total").check()
    assert "counted 3 times" in square(page, 3, 1).get_attribute("aria-label")


def test_the_task_brings_its_weight_and_a_tap_on_a_loss_or_a_copy_moves_an_end(show):
    page = show(ImmediateOrTotal()).page
    weight = page.get_by_role("combobox", name="Weight")
    page.get_by_role("button", name="Twice").click()
    assert weight.input_value() == "b_h[2]"
    page.get_by_role("button", name="Your task").click()
    assert weight.input_value() == "W_hh[2,1]"
    page.get_by_role("button", name="End at copy 1").click()
    assert square(page, 3, 1).get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="Begin at loss 1").click()
    assert square(page, 1, 1).get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="End at copy 3").click()
    assert square(page, 3, 3).get_attribute("aria-pressed") == "true"


def test_a_strand_is_tapped_as_its_row_is(show):
    page = show(ImmediateOrTotal(answered=True)).page
    row = square(page, 3, 3)
    tapped = page.get_by_role("button", name="Strand from loss 3 to copy 3")
    look = """(button) => {
        const strand = button.querySelector(".reach");
        const { x, y } = strand.getPointAtLength(20).matrixTransform(strand.getScreenCTM());
        return [x, y];
    }"""
    row.scroll_into_view_if_needed()
    page.mouse.click(*tapped.evaluate(look))
    assert row.get_attribute("aria-pressed") == "true"
    page.mouse.click(*tapped.evaluate(look))
    assert "left out" in row.get_attribute("aria-label")


def test_the_number_of_a_row_stands_to_the_right_of_all_bars():
    look = """(now, widget) => widget.picture(now).marks.flat(9).filter((mark) => mark)"""
    states = [ImmediateOrTotal(path=f"{t},{i}").state() | {"answered": True} for t, i in PAIRS]
    for marks, (t, i) in zip(derived(ImmediateOrTotal(), look, states), PAIRS, strict=True):
        rows = [m for m in marks if m["kind"] == "choice" and m["name"][:4] == "Path"]
        bars = [m for row in rows for m in row["marks"] if m and m.get("round") == 2]
        value = text(six.values_of("b_h[2]")[PAIRS.index((t, i))])
        (word,) = [m for m in marks if m["kind"] == "word" and m["html"] == value]
        assert max(m["x"] + m["width"] for m in bars) < six.VALUE == word["at"][0]


def test_a_path_that_is_pointed_at_is_lit_with_its_row_and_not_yet_chosen(show):
    page = show(ImmediateOrTotal(answered=True, path="3,1")).page
    strand = page.get_by_role("button", name="Strand from loss 1 to copy 1")
    look = """(button) => {
        const strand = button.querySelector(".reach");
        const { x, y } = strand.getPointAtLength(20).matrixTransform(strand.getScreenCTM());
        return [x, y];
    }"""
    square(page, 1, 1).scroll_into_view_if_needed()
    page.mouse.move(0, 0)
    page.mouse.move(*strand.evaluate(look))
    value = text(six.values_of("b_h[2]")[0])
    page.locator(".explorable-live svg text.strong", has_text=value).first.wait_for()
    assert square(page, 1, 1).get_attribute("aria-pressed") == "false"
    assert square(page, 3, 1).get_attribute("aria-pressed") == "true"


def test_on_a_phone_that_is_the_gradient_is_not_said_of_the_path(show):
    """There the reason why a sum is right comes later: "that" would be the path."""
    said = show(ImmediateOrTotal(), width=390).page.locator(".explorable-live .kit-says")
    assert "gives" not in said.inner_text()
    assert "That is" not in said.inner_text()
    assert "All six, once each, give the gradient, 0.0523." in said.inner_text()
