"""Power iteration: same arithmetic as `unrolled.gradients.power_iteration`, usable by everyone."""

import math
import re
from itertools import pairwise

import numpy as np
import pytest

from tests.conftest import ROOT
from tests.page.common import each_axe
from unrolled.gradients.power import power_iteration
from unrolled.gradients.power_iteration import FIVE, PowerIteration, facts, iterate, theory

NAME = "power_iteration"
TRAP = {"eigenvalues": [1.0, -1.0], "theta": 0.0, "angle": math.degrees(math.atan2(0.8, 0.6))}
ROUNDED = {"eigenvalues": [1.0, 0.25], "theta": 30.0, "angle": 120.0, "k": 30}
STATES = {
    "trap": {**TRAP, "k": 5},
    "tie": {**TRAP, "eigenvalues": [1.0, 1.0], "k": 30},
    "luck": {"eigenvalues": [1.0, 0.5], "theta": 0.0, "angle": 90.0, "k": 7},
    "rounded": ROUNDED,
    "alternating": {"eigenvalues": [-1.0, 0.5], "k": 7},
    "swapped": {"eigenvalues": [0.7, -1.2], "angle": 40.0, "k": 10},
    "nothing": {"eigenvalues": [0.0, 0.0], "k": 3},
    "lost": {"eigenvalues": [1.0, 0.0], "theta": 30.0, "angle": -60.0, "k": 3},
    "one step": {"eigenvalues": [1.5, 0.0], "k": 12},
    "below": {"eigenvalues": [1.5, 0.05], "theta": 177.0, "angle": -93.0, "k": 30},
    "there": {"eigenvalues": [-1.0, 0.5], "theta": 45.0, "angle": 45.0, "k": 9},
    "slow": {"eigenvalues": [1.0, 0.95], "k": 30},
}
LABELS = ("steps k", "λ1 at", "λ2 at", "turn axes", "x points to")


def full(state):
    return {"eigenvalues": [1.0, 0.5], "theta": 30.0, "angle": 100.0, "k": 6, **state}


def seen(state):
    """The facts of a state, as the still figure has them."""
    it = full(state)
    return facts(it["eigenvalues"], it["theta"], it["angle"])


def drawn(rng, n):
    """Random states; the smaller eigenvalue is at most 0.99 of the larger."""
    for _ in range(n):
        largest = rng.uniform(0.1, 1.5) * rng.choice([-1, 1])
        pair = [largest, largest * rng.uniform(-0.99, 0.99)]
        yield {
            "eigenvalues": pair if rng.random() < 0.5 else pair[::-1],
            "theta": rng.uniform(0, 180),
            "angle": rng.uniform(-180, 180),
            "k": int(rng.integers(0, 31)),
        }


def rotated(state):
    """R(θ) diag(λ) R(θ)ᵀ and x, in plain NumPy."""
    t, a = np.radians([state["theta"], state["angle"]])
    R = np.array([[np.cos(t), -np.sin(t)], [np.sin(t), np.cos(t)]])
    M = R @ np.diag(state["eigenvalues"]) @ R.T
    return (M + M.T) / 2, np.array([np.cos(a), np.sin(a)])


def condition(state, tan):
    """How much larger than rounding an error may be, relative to max(1, tan).

    A relative error of 1 in M turns its eigenvectors by |λ₁|/|λ₁ - λ₂|, and a turn of x or of v₁
    changes a tangent by 1 + tan², the more so the nearer x is to a right angle at the start.
    """
    a, b = state["eigenvalues"]
    return (1 + tan) * max(abs(a), abs(b)) / abs(a - b)


def text(x):
    if x == 0 or x == math.inf:
        return "∞" if x else "0"
    if 1e-3 <= x < 1e4:
        return str(int(x)) if float(x).is_integer() else f"{x:.4f}"
    mantissa, power = f"{x:.1e}".split("e")
    raised = str(int(power)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{mantissa}·10{raised}"


def pair(v):
    shown = [f"{c + 0.0:.4f}" if c != round(c) else f"{c:.0f}" for c in v]
    return f"({', '.join(shown)})".replace("-0.0000", "0.0000").replace("-", "−")


def slider(page, label):
    return page.get_by_role("slider", name=label)


def rows(page):
    if not page.locator(".power .kit-data table").is_visible():
        page.locator(".power .kit-data summary").click()
    page.locator(".power .kit-data tbody tr").first.wait_for()
    return page.locator(".power .kit-data tbody tr").evaluate_all(
        "rows => rows.map(r => [...r.cells].map(c => c.textContent))"
    )


def verdict(page):
    return page.locator(".power-says p").first.inner_text()


# The arithmetic


def test_directions_and_tangents_are_those_of_the_package(call, rng):
    draws = list(drawn(rng, 1500))
    mine = call(NAME, "facts", [[state] for state in draws])
    found = call(NAME, "iterate", [[f, s["k"]] for f, s in zip(mine, draws, strict=True)])
    worst = 0.0
    for one, f, state in zip(found, mine, draws, strict=True):
        M, x = rotated(state)
        path, tans = power_iteration(M, x, state["k"])
        assert np.abs(np.array(f["M"]) - M).max() < 1e-12
        assert abs(f["values"][0]) > abs(f["values"][1])
        limit = condition(state, tans[0])
        assert np.abs(np.array(one["path"]) - path).max() < 1e-12 * limit
        gap = np.abs(np.array(one["tans"]) - tans) / np.maximum(1, tans) / limit
        worst = max(worst, gap.max())
    print(f"tangents: {worst:.1e}")
    assert worst < 1e-12


def test_the_law_of_the_theorem_is_what_the_package_computes(call, rng):
    draws = list(drawn(rng, 1500))
    mine = call(NAME, "facts", [[state] for state in draws])
    found = call(NAME, "theory", [[f, s["k"]] for f, s in zip(mine, draws, strict=True)])
    for value, f, state in zip(found, mine, draws, strict=True):
        M, x = rotated(state)
        _, tans = power_iteration(M, x, state["k"])
        a, b = sorted(map(abs, state["eigenvalues"]))
        assert abs(value - (a / b) ** state["k"] * f["tan"]) < 1e-12 * max(1, value)
        assert abs(value - tans[-1]) < 1e-12 * max(1, value) * condition(state, tans[0])
        if tans[-1] > 1e-3:  # the tangent itself, not only what is small beside 1
            assert abs(value / tans[-1] - 1) < 1e-9 * condition(state, tans[0])


def test_the_module_and_the_still_figure_see_the_same(call, rng):
    draws = [*drawn(rng, 1000), *map(full, STATES.values())]
    mine = call(NAME, "facts", [[state] for state in draws])
    found = call(NAME, "iterate", [[f, s["k"]] for f, s in zip(mine, draws, strict=True)])
    for one, f, state in zip(found, mine, draws, strict=True):
        twin = seen(state)
        assert tuple(f["values"]) == twin.values
        assert f["lost"] == twin.lost
        assert abs(f["away"] - twin.away) < 1e-12 * 180
        tan = math.inf if f["tan"] == math.inf else f["tan"]
        assert tan == twin.tan or abs(tan - twin.tan) < 1e-12 * max(1, tan) * (1 + tan)
        path, tans = iterate(twin, state["k"])
        assert len(one["path"]) == len(path)
        if twin.tan < 1e6:
            assert np.abs(np.array(one["path"]) - path).max() < 1e-12 * (1 + twin.tan)
            gap = np.abs(np.array(one["tans"]) - tans) / np.maximum(1, tans)
            assert gap.max() < 1e-12 * (1 + twin.tan)


def test_one_and_minus_one_is_the_counterexample(call):
    [f] = call(NAME, "facts", [[TRAP]])
    [found] = call(NAME, "iterate", [[f, 101]])
    path = np.array(found["path"])
    assert np.allclose(np.abs(path), [0.6, 0.8], rtol=0, atol=1e-13)
    assert np.allclose(found["tans"], 4 / 3, rtol=0, atol=1e-12)
    assert (path[::2, 1] > 0).all()
    assert (path[1::2, 1] < 0).all()
    wanted, _ = power_iteration(np.diag([1.0, -1.0]), np.array([0.6, 0.8]), 101)
    assert np.abs(path - wanted).max() < 1e-12


def test_at_right_angles_nothing_turns_unless_it_is_rounded(call):
    exact, rounded = call(NAME, "facts", [[full(STATES["luck"])], [ROUNDED]])
    assert exact["tan"] == rounded["tan"] == math.inf
    still, moved = call(NAME, "iterate", [[exact, 30], [rounded, 30]])
    assert set(still["tans"]) == {math.inf}
    tans = np.array(moved["tans"])
    assert tans[0] == math.inf
    assert tans[1] > 1e14
    assert tans[-1] < 1
    assert np.allclose(tans[4:] / tans[3:-1], 0.25, rtol=0, atol=0.02)


def test_the_line_on_the_log_scale_is_the_theory(call, rng):
    draws = list(drawn(rng, 1000))
    mine = call(NAME, "facts", [[state] for state in draws])
    lines = call(NAME, "straight", [[f, -300] for f in mine])
    for line, state in zip(lines, draws, strict=True):
        wanted = theory(seen(state), 7)
        power = line["from"] + 7 * line["slope"]
        if line["slope"] > -40:
            assert abs(power - math.log10(wanted)) < 1e-12 * (1 + abs(power)) * 20
        assert 0 < line["to"] <= 40
    clipped = call(NAME, "straight", [[f, -4] for f in mine])
    for line in clipped:
        end = line["from"] + line["to"] * line["slope"]
        assert end > -4 - 1e-9
        assert line["to"] == 40 or abs(end + 4) < 1e-9


def test_the_scale_holds_every_tangent_that_is_more_than_rounding(call, rng):
    draws = [*drawn(rng, 1000), *map(full, STATES.values())]
    mine = call(NAME, "facts", [[state] for state in draws])
    tans = [f["tans"] for f in call(NAME, "iterate", [[f, 30] for f in mine])]
    ends = call(NAME, "decades", [[f, t] for f, t in zip(mine, tans, strict=True)])
    for (low, high), values in zip(ends, tans, strict=True):
        assert -16 <= low <= -4
        assert 1 <= high <= 17
        inside = [t for t in values if 1e-16 <= t < math.inf]
        assert all(10.0**low <= t <= 10.0**high * (1 + 1e-12) for t in inside)
    places = call(NAME, "placed", [[t, [-4, 1]] for t in (0, 1e-5, 1e-4, 0.1, 10, 11)])
    assert [p["edge"] for p in places] == [-1, -1, 0, 0, 0, 1]
    assert [p["power"] for p in places] == [-4, -4, -4, -1, 1, 1]
    assert call(NAME, "placed", [[math.inf, [-4, 1]]]) == [{"power": 1, "edge": 1}]


def test_five_dimensions_come_from_the_package_and_tend_to_its_ratio():
    found = PowerIteration().five
    _, tans = power_iteration(np.diag([1.5, 1.2, -0.9, 0.4, 0.1]), np.ones(5), 40)
    assert [k for k, _ in found] == [0, 5, 10, 20, 40]
    assert [t for _, t in found] == [tans[k] for k in (0, 5, 10, 20, 40)]
    assert found[0][1] == pytest.approx(2, abs=1e-12)
    assert all(t <= 2 * (1.2 / 1.5) ** k * (1 + 1e-12) for k, t in found)
    rates = [(v / u) ** (1 / (m - n)) for (n, u), (m, v) in pairwise(found)]
    assert rates == sorted(rates)
    assert abs(rates[-1] - FIVE[1] / FIVE[0]) < 5e-5


def test_the_largest_eigenvalue_is_always_called_the_first(rng):
    for state in drawn(rng, 200):
        M, _ = rotated(state)
        f = seen(state)
        for value, v in zip(f.values, f.vectors, strict=True):
            assert np.abs(M @ v - value * v).max() < 1e-14
        assert abs(f.values[0]) > abs(f.values[1])


# At the door


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"eigenvalues": [1.0]}, r"eigenvalues: got shape \(1,\), expected \(n=2\)"),
        ({"eigenvalues": [1.0, math.nan]}, r"eigenvalues: got nan at index \(1,\), expected"),
        ({"eigenvalues": "ab"}, r"eigenvalues: got 'ab', expected an array of real numbers"),
        ({"eigenvalues": [1.6, 1]}, r"eigenvalues: got 1.6, expected 0 or a size from"),
        ({"eigenvalues": [1, -1e-200]}, r"eigenvalues: got -1e-200, expected 0 or a size"),
        ({"theta": -1}, r"theta: got -1, expected a finite number from 0 to 180"),
        ({"theta": [1.0]}, r"theta: got \[1.0\], expected a finite number"),
        ({"angle": 181}, r"angle: got 181, expected a finite number from -180 to 180"),
        ({"angle": math.inf}, r"angle: got inf, expected a finite number"),
        ({"k": 31}, r"k: got 31, expected a whole number from 0 to 30"),
        ({"k": 1.5}, r"k: got 1.5, expected a whole number"),
        ({"k": True}, r"k: got True, expected a whole number"),
        ({"answered": 1}, r"answered: got 1, expected True or False"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_turned_away(bad, message):
    with pytest.raises(ValueError, match=message):
        PowerIteration(**bad)


def test_whole_numbers_and_arrays_are_welcome():
    state = PowerIteration(np.array([1, 0]), 0, -180, np.int64(3)).state()
    assert (state["eigenvalues"], state["theta"], state["k"]) == ([1.0, 0.0], 0.0, 3)


def test_module_and_style_stay_small():
    assert (
        sum(
            (ROOT / f"src/unrolled/gradients/{NAME}.{kind}").stat().st_size
            for kind in ("js", "css")
        )
        <= 20 * 1024
    )


# In the browser


def test_before_an_answer_there_are_the_question_and_the_pictures_alone(show):
    page = show(PowerIteration()).page
    assert page.get_by_role("img").count() == 2
    assert not page.get_by_role("slider").first.is_visible()
    grip = page.locator(".power-grip").bounding_box()
    page.mouse.move(grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2)
    page.mouse.down()
    page.mouse.move(grip["x"] + 200, grip["y"] + 200)
    page.mouse.up()
    assert "x points to 100°" in page.locator(".power svg").first.get_attribute("aria-label")
    page.get_by_role("button", name="It stays").click()
    assert "Not quite" in page.locator(".kit-reply").inner_text()
    assert page.get_by_role("slider").count() == 5


@pytest.mark.parametrize("n", [0, 1, 2])
def test_the_replies_hold_what_the_package_says(show, n):
    page = show(PowerIteration()).page
    path, _ = power_iteration(np.diag([1.0, -1.0]), np.array([0.6, 0.8]), 101)
    page.locator(".kit-guess .kit-button").nth(n).click()
    reply = page.locator(".kit-reply").inner_text()
    assert reply.startswith("Yes." if n == 1 else "Not quite.")
    hundred, one_more = (pair(np.round(path[k], 9)) for k in (100, 101))
    assert (hundred, one_more) == ("(0.6000, 0.8000)", "(0.6000, −0.8000)")
    assert f"At k = 100 it is {hundred}, at 101 {one_more}" in reply


@pytest.mark.parametrize("state", [{}, *STATES.values()], ids=["default", *STATES])
def test_numbers_on_the_page_are_those_of_the_package(show, state):
    page = show(PowerIteration(**state, answered=True)).page
    f, k = seen(state), full(state)["k"]
    M, x = rotated(full(state))
    shown = page.locator(".power-matrix span").all_inner_texts()
    assert np.allclose([float(v.replace("−", "-")) for v in shown], M.ravel(), rtol=0, atol=5.1e-5)
    table = rows(page)
    if f.lost:
        assert len(table) == 1
        assert "no direction" in page.locator(".power-marks + text").text_content()
        return
    path, tans = power_iteration(M, x, k)
    if f.tan < math.inf:
        tans = iterate(f, k)[1]  # the package leaves v₁ open in a tie
        for j, (number, where, tan, law) in enumerate(table):
            assert (number, where) == (str(j), pair(np.round(path[j], 12)))
            assert law == text(theory(f, j)) or abs(theory(f, j) - 1) < 1e-9
            assert tan == text(tans[j]) or tans[j] < 1e-12
    assert len(table) == k + 1
    said = f"k = {k}: tan = {table[-1][2]}"
    assert page.locator(".power-marks + text").text_content() == said


@pytest.mark.parametrize(
    ("state", "says", "gap", "leans"),
    [
        ({}, "It turns: tan of the angle to v1 shrinks by the factor |λ2/λ1| = 0.50 at", 1, 1),
        ({"angle": -80.0}, "It turns: .* converges to −v1.", 1, 1),
        (STATES["slow"], "It turns: .* = 0.95 at every step. .* converges to v1.", 1, 1),
        (STATES["alternating"], "It turns: .* flips at every step, the line it spans con", 1, 1),
        (STATES["swapped"], "It turns: .* = 0.5833 at .* λ1 is negative", 1, 1),
        (STATES["trap"], "The trap: λ1 = 1 and λ2 = −1 .* stays 0.6000, tan stays 1.3333.", 0, 1),
        (STATES["tie"], "A tie: M is 1 times the identity. .* nothing turns.", 0, 1),
        ({"eigenvalues": [-0.5, -0.5]}, "A tie: .*; the sign flips at every step.", 0, 1),
        ({"eigenvalues": [1.0, -1.0], "angle": 30.0}, "A tie: .* M x = 1 x. .* stays.", 0, 1),
        ({"eigenvalues": [1.0, -1.0], "angle": 120.0}, "A tie: .* M x = −1 x. .* flips", 0, 0),
        (STATES["luck"], "Bad luck: .* In exact arithmetic it never turns. Here round", 1, 0),
        (ROUNDED, "Bad luck: .* a part along v1, which grows by the factor 4 at every", 1, 0),
        (STATES["nothing"], "Nothing left: Both eigenvalues are 0. M sends x to 0; there", 0, 1),
        (STATES["lost"], "Nothing left: x is an eigenvector of λ2 = 0. M sends x to 0; th", 1, 0),
        (STATES["one step"], "One step: λ2 = 0: M removes all that is not along v1", 1, 1),
        (STATES["there"], "Already there: x is an eigenvector, M x = −1 x. .* flips", 1, 1),
    ],
)  # fmt: skip
def test_a_sentence_says_what_happens_and_which_hypothesis_fails(show, state, says, gap, leans):
    page = show(PowerIteration(**state, answered=True)).page
    pattern = re.escape(says).replace(r"\.\*", ".*").replace(r"\ ", " ")
    assert re.match(pattern, verdict(page)), verdict(page)
    word = ["fails", "holds"]
    assert page.locator(".power-says p").nth(1).inner_text() == (
        f"Hypotheses: M symmetric holds · |λ1| > |λ2| {word[gap]}"
        f" · x not orthogonal to v1 {word[leans]}."
    )


def test_dots_stand_where_the_tangents_are(show):
    page = show(PowerIteration(k=8, answered=True)).page
    moved = page.locator(".power-marks path").evaluate_all(
        "nodes => nodes.map(n => n.getAttribute('transform').match(/[\\d.]+/g).map(Number))"
    )
    high, low = 1, math.floor(math.log10(theory(seen({}), 30)))
    _, tans = power_iteration(*rotated(full({})), 8)
    series = [*PowerIteration().five, *enumerate(tans)]
    assert len(moved) == len(series) == 14
    for (x, y, *_), (k, tan) in zip(moved, series, strict=True):
        assert abs(x - (64 + 266 * k / 40)) < 0.01
        assert abs(y - (34 + 272 * (high - math.log10(tan)) / (high - low))) < 0.01


def test_trail_and_arrow_follow_the_directions(show):
    page = show(PowerIteration(eigenvalues=[-1.0, 0.5], k=5, answered=True)).page
    path, _ = power_iteration(*rotated(full({"eigenvalues": [-1.0, 0.5]})), 5)
    spots = page.locator(".power-trail circle").evaluate_all(
        "nodes => nodes.map(n => n.getAttribute('transform').match(/[\\d.]+/g).map(Number))"
    )
    assert np.allclose((np.array(spots) - 176) / 116, path * [1, -1], rtol=0, atol=1e-4)
    d = page.locator(".power-arrow path").first.get_attribute("d")
    tip = np.array(re.findall(r"[\d.]+", d), dtype=float)[2:]
    assert np.allclose((tip - 176) / 116, path[-1] * [1, -1], rtol=0, atol=1e-4)
    fades = page.locator(".power-trail circle").evaluate_all(
        "nodes => nodes.map(n => +n.getAttribute('opacity'))"
    )
    assert fades == sorted(fades)
    assert fades[-1] == 1


def test_what_has_no_place_on_the_log_scale_is_marked_and_explained(show):
    states = [STATES[name] for name in ("luck", "one step", "slow")]
    page = show(*(PowerIteration(**state, answered=True) for state in states)).page
    widgets = page.locator(".power")
    marks = [w.locator(".power-marks path:is(.is-1, .is--1)").count() for w in widgets.all()]
    assert marks == [8, 12, 0]
    notes = [w.locator(".power-note").inner_text() for w in widgets.all()]
    assert ["Off the log scale" in note for note in notes] == [True, True, False]
    lines = [w.locator(".power-theory").get_attribute("d") for w in widgets.all()]
    assert lines[0] == ""
    assert lines[1].endswith("306")


def test_when_nothing_is_left_there_is_no_arrow(show):
    visit = show(PowerIteration(**STATES["nothing"], answered=True))
    page = visit.page
    assert page.locator(".power-arrow path").count() == 0
    assert "M sends it to 0" in page.locator(".power svg").first.get_attribute("aria-label")
    page.get_by_role("slider").nth(1).fill("0.5")
    assert page.locator(".power-arrow path").count() == 2
    assert visit.console == []


def test_the_larger_eigenvalue_takes_the_name_and_the_axis(show):
    page = show(PowerIteration(answered=True)).page
    first = "nodes => nodes.map(n => n.textContent)"
    labels = page.locator(".power .kit-slider label")
    assert labels.evaluate_all(first)[1:3] == ["λ1 at 30°", "λ2 at 120°"]
    axis = page.locator(".power-axes .is-first")
    before = axis.get_attribute("d")
    slider(page, "λ2 at 120°").fill("-1.2")
    assert labels.evaluate_all(first)[1:3] == ["λ2 at 30°", "λ1 at 120°"]
    assert axis.get_attribute("d") != before
    assert "= 0.8333" in verdict(page)
    slider(page, "λ1 at 120°").fill("-1")
    assert labels.evaluate_all(first)[1:3] == ["λ1 at 30°", "λ2 at 120°"]


def test_examples_steps_and_reset_do_what_they_say(show):
    page = show(PowerIteration(k=0, answered=True)).page
    names = page.locator(".power-presets button").all_inner_texts()
    heads = {}
    for name in names:
        chosen = page.get_by_role("button", name=name, exact=True)
        chosen.click()
        assert chosen.get_attribute("aria-pressed") == "true"
        assert page.locator('.power-presets [aria-pressed="true"]').count() == 1
        heads[name] = verdict(page).split(":")[0]
    assert heads == {
        "a gap": "It turns", "a small gap": "It turns", "alternating sign": "It turns",
        "the trap": "The trap", "a tie": "A tie", "bad luck": "Bad luck",
        "bad luck, rounded": "Bad luck",
    }  # fmt: skip
    assert slider(page, "steps k").input_value() == "30"
    forward, back = (page.get_by_role("button", name=f"Step {w}") for w in ("forward", "back"))
    assert forward.get_attribute("aria-disabled") == "true"
    forward.dispatch_event("click")
    assert slider(page, "steps k").input_value() == "30"
    back.click()
    assert slider(page, "steps k").input_value() == "29"
    page.get_by_role("button", name="Reset").click()
    assert [slider(page, n).input_value() for n in LABELS] == ["0", "1", "0.5", "30", "100"]
    back.dispatch_event("click")
    assert slider(page, "steps k").input_value() == "0"
    forward.click()
    assert slider(page, "steps k").input_value() == "1"


def test_sliders_say_what_their_number_means(show):
    page = show(PowerIteration(answered=True)).page

    def heard(label):
        return slider(page, label).get_attribute("aria-valuetext")

    slider(page, "steps k").fill("9")
    f = seen({})
    tan = theory(f, 9)
    here = f"k = 9: tan {text(tan)}, {math.degrees(math.atan(tan)):.1f} degrees from the line of v₁"
    assert heard("steps k") == here
    assert heard("x points to") == f"x at 100°; {here}"
    assert heard("turn axes") == f"axes at 30°; {here}"
    assert heard("λ1 at") == f"λ₁ = 1, λ₂ = 0.50, it turns; {here}"
    page.get_by_role("button", name="the trap").click()
    assert heard("x points to").startswith("x at 53.13°; ")
    assert slider(page, "x points to").locator("+ output").inner_text() == "53.13°"
    page.get_by_role("slider").nth(1).fill("0")
    page.get_by_role("slider").nth(2).fill("0")
    assert heard("steps k") == "k = 9: M sends x to 0, no direction left"


@pytest.mark.parametrize("width", [360, 1280])
def test_x_can_be_dragged_around_the_circle(show, width):
    page = show(PowerIteration(answered=True), width=width).page
    box = page.locator(".power svg").first.bounding_box()
    scale = box["width"] / 352

    def to_pixel(degrees, size=1.0):
        t = math.radians(degrees)
        return (
            box["x"] + scale * (176 + 116 * size * math.cos(t)),
            box["y"] + scale * (176 - 116 * size * math.sin(t)),
        )

    page.mouse.move(*to_pixel(100))
    page.mouse.down()
    page.mouse.move(*to_pixel(160), steps=4)
    assert abs(float(slider(page, "x points to").input_value()) - 160) <= 1
    page.mouse.move(*to_pixel(-135, 1.3), steps=4)
    assert abs(float(slider(page, "x points to").input_value()) + 135) <= 1
    page.mouse.up()
    held = slider(page, "x points to").input_value()
    page.mouse.move(*to_pixel(-130), steps=2)
    assert slider(page, "x points to").input_value() == held
    f = seen({"angle": float(held)})
    assert rows(page)[0][2] == text(f.tan)


def test_the_live_region_says_what_changed(show):
    page = show(PowerIteration(answered=True)).page

    def heard(sentence):
        page.wait_for_function(
            "s => document.querySelector('.kit-live').textContent === s", arg=sentence
        )

    f = seen({})
    slider(page, "steps k").fill("2")
    tan = theory(f, 2)
    away = f"{math.degrees(math.atan(tan)):.1f} degrees from the line of v₁"
    heard(f"k = 2: tan {text(tan)}, {away}.")
    slider(page, "λ1 at").fill("-1")
    heard(f"λ₁ = −1, λ₂ = 0.50, it turns; k = 2: tan {text(tan)}, {away}.")
    page.get_by_role("button", name="the trap").click()
    heard("λ₁ = 1, λ₂ = −1, the trap; k = 2: tan 1.3333, 53.1 degrees from the line of v₁.")


def test_everything_can_be_done_from_the_keyboard(show):
    page = show(PowerIteration()).page
    press = page.keyboard.press
    for key in ("Tab", "Tab", "Enter"):  # the second answer
        press(key)
    assert "Yes." in page.locator(".kit-reply").inner_text()
    for key in ("Tab", "Tab", "Tab", "Tab", "Tab", "Enter"):  # past the third, to the trap
        press(key)
    assert verdict(page).startswith("The trap")
    for _ in range(4):
        press("Tab")
    press("ArrowRight")
    assert slider(page, "steps k").input_value() == "7"
    for key in ("Tab", "Enter", "Tab", "Enter", "Enter"):
        press(key)
    assert slider(page, "steps k").input_value() == "8"
    press("Tab")
    for label, value in (("λ1 at", "1.05"), ("λ2 at", "-0.95"), ("turn axes", "1")):
        press("Tab")
        press("ArrowRight")
        assert slider(page, label).input_value() == value
    press("Tab")
    press("ArrowRight")
    assert slider(page, "x points to").input_value() == "54"
    for key in ("Tab", "Enter"):
        press(key)
    assert page.locator(".kit-data table").is_visible()


@each_axe
def test_axe_finds_nothing_and_the_network_is_left_alone(show, violations, theme, width, rules):
    visit = show(PowerIteration(), theme=theme, width=width)
    page = visit.page
    assert violations(page, **rules) == []
    page.get_by_role("button", name="It goes back and forth").click()
    page.locator(".kit-data summary").click()
    for name in page.locator(".power-presets button").all():
        name.click()
    assert violations(page, **rules) == []
    assert visit.console == []
    assert visit.outside == []


CLASHES = """() => [...document.querySelectorAll(".power svg")].flatMap((svg) => {
    const frame = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")].filter((t) => t.textContent);
    const boxes = texts.map((t) => t.getBoundingClientRect());
    const out = (b) => b.left < frame.left - 1 || b.right > frame.right + 1
        || b.top < frame.top - 1 || b.bottom > frame.bottom + 1;
    // A line box is higher than its letters: a quarter of it is air.
    const meet = (a, b) => a.left < b.right && b.left < a.right
        && a.top + a.height / 4 < b.bottom && b.top + b.height / 4 < a.bottom;
    const found = texts.filter((_, i) => out(boxes[i])).map((t) => "out: " + t.textContent);
    boxes.forEach((a, i) => boxes.slice(0, i).forEach((b, j) => {
        if (meet(a, b)) found.push(`${texts[i].textContent} on ${texts[j].textContent}`);
    }));
    return found;
})"""


def clashes(page):
    return page.evaluate(CLASHES)


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
@pytest.mark.parametrize("width", [360, 760, 1280])
def test_nothing_sticks_out_and_no_label_meets_another(show, state, width):
    page = show(PowerIteration(**state, answered=True), width=width).page
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert clashes(page) == []
    inside = "nodes => nodes.every(n => n.scrollWidth <= n.clientWidth + 1)"
    assert page.locator(".power p, .power button, .power label").evaluate_all(inside)
    assert page.locator(".kit-slider output").evaluate_all(inside)


def test_no_label_meets_another_wherever_axes_and_x_turn(show, rng):
    page = show(PowerIteration(answered=True), width=360).page
    for state in drawn(rng, 120):
        values = [state["k"], *state["eigenvalues"], state["theta"], state["angle"]]
        page.locator(".power").evaluate(
            """(root, values) => root.querySelectorAll("input").forEach((input, n) => {
                input.value = values[n];
                input.dispatchEvent(new Event("input"));
            })""",
            values,
        )
        assert clashes(page) == [], state


def test_at_twice_the_size_nothing_sticks_out(show):
    page = show(PowerIteration(**STATES["trap"], answered=True), width=640).page
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") <= 640


def test_two_on_one_page_do_not_hear_each_other(show):
    page = show(PowerIteration(answered=True), PowerIteration(answered=True)).page
    slider(page, "x points to").nth(0).fill("-20")
    page.get_by_role("button", name="the trap").nth(0).click()
    second = page.locator(".power").nth(1)
    assert second.locator(".power-says p").first.inner_text().startswith("It turns")
    assert slider(second, "x points to").input_value() == "100"


def test_a_kernel_hosts_the_same_module_and_the_clean_up_lets_go_of_it(hosted):
    look = "el => el.querySelector('.power-grip').getAttribute('transform')"
    assert hosted(NAME, PowerIteration(answered=True), {"angle": 180}, look) == "translate(60,176)"


@pytest.mark.parametrize("state", [{}, *STATES.values()], ids=["default", *STATES])
def test_the_still_figure_holds_the_numbers_of_the_package(state):
    html = PowerIteration(**state).fallback()
    label = html.split('aria-label="')[1].split('"')[0]
    f, k = seen(state), full(state)["k"]
    assert 20 <= len(label) <= 250
    assert html.count("<tr>") == (2 if f.lost else k + 2)
    if f.lost:
        assert "M sends x to 0" in label
        return
    _, tans = power_iteration(*rotated(full(state)), k)
    if abs(f.values[0]) > abs(f.values[1]) and f.tan < math.inf and tans[-1] > 1e-12:
        four = f"{tans[-1]:.4f}" if tans[-1] >= 1e-3 else text(tans[-1])
        assert f"ends at {four}; the theorem gives {four}." in label
        assert f"<td>{four}</td><td>{four}</td>" in html
