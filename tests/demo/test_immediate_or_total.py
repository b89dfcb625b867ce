"""Immediate or total: its numbers are those of `unrolled.bptt`, and what it says of them is so."""

from types import SimpleNamespace

import numpy as np

from tests.demo import paths_reference as six
from tests.demo.paths_reference import a_model, backwards, draw, entry, six_of, square
from tests.page.case import Case
from tests.page.common import error, text
from tests.page.engine import derived
from unrolled.bptt.jacobians import jacobians
from unrolled.bptt.paths import backward_terms, counted_twice, forward_terms, paths
from unrolled.bptt.rtrl import rtrl
from unrolled.core.unroll import bptt
from unrolled.demo import network as demo
from unrolled.demo.immediate_or_total import ImmediateOrTotal
from unrolled.demo.immediate_or_total_words import ORDERS, READINGS
from unrolled.demo.six_paths import PAIRS, PLACES, contributions
from unrolled.page.numbers import percent
from unrolled.rnn.cell import CELL

CASE = Case(
    make=ImmediateOrTotal,
    name="immediate_or_total",
    states={
        "once": {"path": "3,1"},
        "own": {"counts": [1, 0, 1, 0, 2, 1], "path": "2,1", "order": "copy"},
        "none": {"counts": [0] * 6, "weight": "W_hx[1,4]", "path": "2,1"},
        "three": {"counts": [0, 0, 1, 0, 1, 1], "path": "3,3", "order": "copy"},
        "bias": {"weight": "b_h[2]", "path": "3,3", "counts": READINGS["immediate"][1]},
        "letter": {"weight": "W_hx[2,2]", "path": "1,1", "order": "copy"},
        "total": {"weight": "b_h[2]", "path": "2,2", "counts": six.MOST},
    },
    draw=draw,
    refused=six.REFUSED,
    solve=six.solve,
    twins={"allowed": (six.allowed, lambda rng: [rng.normal(1, 2, 6), np.array(six.MOST)])},
    claims=six.CLAIMS,
)


def test_the_sums_are_those_of_both_recursions_and_of_every_reading(call, rng):
    (loss, copy), every = (groups for _, groups, _ in ORDERS.values()), [list(range(6))]
    asked, wanted = [], []
    for n in range(1000):
        given, key = backwards(a_model(rng)), list(PLACES)[n % len(PLACES)]
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
        table, J = paths(*given), jacobians(*given[:3])
        forward = rtrl(CELL, model.cell, demo.XS, demo.H0, given[3])
        for key, told in contributions(model).items():
            unit = PLACES[key][1][0]
            assert error(told["values"], six_of(table, key)) < 1e-12
            assert error(sum(told["values"]), entry(forward, key)) < 1e-12
            assert error(np.prod(told["chains"], axis=1), told["values"]) < 1e-12
            for (t, i), (reached, *_) in zip(PAIRS, told["chains"], strict=True):
                way = np.linalg.multi_dot([given[3][t - 1], *J[i:t][::-1], np.eye(2)])
                assert error(reached, way[unit]) < 1e-12


def test_every_number_shown_is_that_of_the_package(rng, unchecked):
    look = """(now, widget) => [now.texts, now.terms, JSON.stringify(widget.picture(now)),
        widget.linked(now).marks.flat(3), widget.table(now).rows]"""
    for model in (demo.MODEL, *(a_model(rng) for _ in range(4))):
        states = [draw(rng) | {"answered": True} for _ in range(100)]
        shown = derived(ImmediateOrTotal(model=model), look, states)
        table = paths(*backwards(model))
        for state, (texts, terms, picture, linked, rows) in zip(states, shown, strict=True):
            values = six_of(table, state["weight"])
            times, truth = np.array(state["counts"]), values.sum()
            _, groups, names = ORDERS[state["order"]]
            wanted = [values[group] @ times[group] for group in groups]
            assert error(terms, wanted) < 1e-12
            six.check_sum(linked, names, wanted, truth)
            assert (texts["sum"], texts["truth"]) == (text(sum(wanted)), text(truth))
            away = abs(sum(wanted) - truth)
            assert texts["off"] == (percent(away / abs(truth)) if truth else "0")
            for n, (t, i) in enumerate(PAIRS):
                said = ["left out", "counted once", "counted 2 times", "counted 3 times"][times[n]]
                assert f"loss {t} to copy {i}: {text(values[n])}, {said}" in picture
                assert rows[n][-1] == text(values[n])


def test_a_path_is_drawn_as_often_as_it_counts(rng, unchecked):
    look = """(now, widget) => widget.picture(now).marks[0].flat(3).filter((mark) => mark.points
        || mark.kind === "arrow").map(({ kind, look }) => `${kind} ${look}`)"""
    edges = [t - i + 2 for t, i in PAIRS]
    states = [draw(rng) | {"answered": True} for _ in range(300)]
    for state, marks in zip(states, derived(ImmediateOrTotal(), look, states), strict=True):
        t, i, _, count = six.lit(SimpleNamespace(**state))
        assert marks.count("arrow gradient") == count
        assert marks.count("line gradient") == count * (t - i + 1)
        others = np.dot(state["counts"], edges) - count * (t - i + 2)
        assert marks.count("line gradient ghost") == others
        assert marks.count("line gradient dashed") == (0 if count else t - i + 2)
    assert "gradient" not in str(derived(ImmediateOrTotal(), look))


def test_the_stories_are_true():
    stories = {story["name"]: story for story in ImmediateOrTotal()._told["stories"]}
    given = backwards(demo.MODEL)
    truth, again = bptt(*given)[0].b_h[1], counted_twice(*given).b_h[1]
    immediate = np.trace(paths(*given).b_h[..., 1])
    assert immediate < 0 < truth < again
    shows = ("Immediate only", "immediate", immediate), ("Total in the sum", "total", again)
    for name, reading, found in shows:
        says, shown = stories[name]["says"], stories[name]["set"]
        assert f"<b>{text(found)}</b> instead of {text(truth)}" in says
        assert (shown["weight"], shown["counts"]) == ("b_h[2]", READINGS[reading][1])
    assert demo.XS[:, "demo".index("e")].tolist() == [0, 1, 0]


def test_a_tap_lights_a_path_the_next_leaves_it_out_and_play_brings_it_back(show):
    page = show(ImmediateOrTotal(answered=True, order="copy")).page
    cell, reached = square(page, 3, 3), page.locator(".explorable-live .is-reached")
    cell.click()
    assert cell.get_attribute("aria-pressed") == "true"
    assert "0.0178" in page.locator(".explorable-live .kit-title").first.inner_text()
    cell.press("Enter")
    assert "left out" in cell.get_attribute("aria-label")
    assert "off by 9.4" in page.locator(".explorable-live .kit-says").inner_text()
    cell.press("ArrowLeft")
    page.keyboard.press(" ")
    assert square(page, 3, 2).get_attribute("aria-pressed") == "true"
    page.get_by_role("slider", name="paths").fill("2")
    assert square(page, 2, 2).get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="One step on").click()
    assert reached.count() == 1
    page.get_by_role("button", name="One step back").click()
    assert reached.count() == 0
    page.get_by_role("radio", name="total in the sum").check()
    assert "counted 3 times" in square(page, 3, 1).get_attribute("aria-label")
