"""Power iteration: same arithmetic as `unrolled.gradients.power`, and what it says is so."""

import math
import re

import numpy as np

from tests.gradients import turning
from tests.gradients.turning import SAYS, STATES, draw, gapped, log10, named, rotated, shown
from tests.widget.case import Case
from tests.widget.common import error, moving, slider
from unrolled.gradients.power import power_iteration
from unrolled.gradients.power_iteration import GOAL, SHOWN, PowerIteration

PACE = 29 / (318 / 2.72)  # how far 90° is from 0° in the row of dots, in units of the plane
CASES = ("turns", "rounded", "nothing")  # every part of the pictures


def solve(page):
    page.locator(".explorable-live .kit-more summary").click()
    slider(page, "λ2 at 90°").fill("-0.8")


CASE = Case(
    make=PowerIteration,
    name="power_iteration",
    states={name: STATES[name] for name in CASES},
    draw=draw,
    refused=[
        ({"across": -1e-200}, "across: got -1e-200, expected 0 or a size of at least 0.001"),
        ({"angle": 181}, "angle: got 181, expected a finite number from -180 to 180"),
    ],
    solve=solve,
    done={"across": -0.8},
    short=[{"across": -0.79}, {"across": -0.81}],
    twins={"powers": (lambda v: list(map(log10, v)), lambda rng: [10 ** rng.uniform(-15, 9, 9)])},
    claims=turning.CLAIMS,
)


def test_directions_and_tangents_are_those_of_the_package(call, rng):
    """A relative error of 1 in M turns its eigenvectors by |λ₁|/|λ₁ - λ₂|; tan by 1 + tan²."""
    draws = [gapped(rng) for _ in range(1000)]
    seen = call(CASE.name, "spectrum", [[state] for state in draws])
    pairs = [[f, state["k"]] for f, state in zip(seen, draws, strict=True)]
    laws, found = call(CASE.name, "theory", pairs), call(CASE.name, "iterate", pairs)
    for one, law, f, state in zip(found, laws, seen, draws, strict=True):
        M, x = rotated(state)
        path, tans = power_iteration(M, x, state["k"])
        a, b = state["along"], state["across"]
        limit = 1e-12 * (1 + tans[0]) * max(abs(a), abs(b)) / abs(a - b)
        assert error(f["M"], M) < 1e-12
        assert error(one["path"], path) < limit
        assert error(one["tans"], tans) < limit
        assert error(law, tans[-1]) < limit
        assert tans[-1] < 1e-3 or abs(law / tans[-1] - 1) < 1e3 * limit


def test_every_hair_points_where_the_package_sends_its_root(call, rng):
    """But for those near the parting, which a rounding error of M turns first."""
    draws = [gapped(rng, 0.8) for _ in range(200)]
    seen = call(CASE.name, "spectrum", [[state] for state in draws])
    for f, state in zip(seen, draws, strict=True):
        M, _ = rotated(state)
        angles = rng.uniform(-1.2, 1.2, 8) + np.pi * rng.integers(0, 2, 8)
        roots = np.array([np.cos(angles), np.sin(angles)]).T @ np.array(f["vectors"])
        (found,) = call(CASE.name, "comb", [[f, roots.tolist(), state["k"]]])
        wanted = [power_iteration(M, root, state["k"])[0][-1] for root in roots]
        assert error(found, wanted) < 1e-12


def test_hair_parts_stays_flips_or_is_gone(call):
    roots = [[0.6, 0.8], [-0.6, 0.8], [0.0, 1.0]]
    names = ("luck", "trap", "tie", "nothing", "lost")
    cases = [STATES[name] | {"theta": 0.0} for name in names]
    seen = call(CASE.name, "spectrum", [[state] for state in cases])
    combed = call(CASE.name, "comb", [[f, roots, 29] for f in seen])
    parted, flipped, kept, gone, flat = combed
    assert error(parted, [[1, 0], [-1, 0], [0, 1]]) < 1e-8
    assert error(flipped, [[0.6, -0.8], [-0.6, -0.8], [0, -1]]) < 1e-15
    assert error(kept, roots) < 1e-15
    assert gone == [None] * 3
    assert flat == [[1, 0], [-1, 0], None]


def test_a_guess_is_tapped_on_the_picture_and_nothing_tells_it_before(show):
    start = PowerIteration()
    page = show(start).page
    shown_text = page.locator(".explorable-live").inner_text()
    assert "trap:" not in shown_text
    page.locator(".explorable-live .choice[aria-label='Guess: It stays'] path").click()
    told = page.locator(".explorable-live .kit-reply").inner_text()
    assert told.endswith("It would stay if x were an eigenvector.")
    assert "The trap:" in page.locator(".explorable-live").inner_text()


def test_the_eigenvalue_of_the_larger_size_comes_first(call, rng):
    draws = [*STATES.values(), *(draw(rng) for _ in range(1000))]
    for f, state in zip(call(CASE.name, "spectrum", [[s] for s in draws]), draws, strict=True):
        M, x = rotated(state)
        assert f["values"] == list(named(state)[:2])
        assert (
            error(M @ np.transpose(f["vectors"]), np.transpose(f["vectors"]) * f["values"]) < 1e-14
        )
        assert f["lost"] == (np.abs(M @ x).max() < 1e-15)
        away = math.atan2(*np.abs([x @ f["vectors"][1], x @ f["vectors"][0]]))
        assert abs(math.atan(f["tan"]) - away) < 1e-10


def test_one_and_minus_one_is_the_counterexample_and_right_angles_need_rounding(call):
    seen = call(CASE.name, "spectrum", [[STATES[name]] for name in ("trap", "luck", "rounded")])
    trap, luck, rounded = call(CASE.name, "iterate", [[f, 101] for f in seen])
    wanted, _ = power_iteration(np.diag([1.0, -1.0]), np.array([0.6, 0.8]), 101)
    assert error(wanted, [[0.6, (-1) ** k * 0.8] for k in range(102)]) < 1e-13
    assert error(trap["path"], wanted) < 1e-12
    assert error(trap["tans"], np.full(102, 4 / 3)) < 1e-12
    assert set(luck["tans"]) == {math.inf}
    tans = np.array(rounded["tans"][:31])
    assert (tans[0], tans[1] > 1e14, tans[-1] < 1) == (math.inf, True, True)
    assert np.allclose(tans[4:] / tans[3:-1], 0.25, rtol=0, atol=0.02)


def test_the_sentence_says_what_happens_and_which_hypothesis_fails():
    said = shown([STATES[name] for name in SAYS], "(now, widget) => widget.says(now)")
    for html, (says, gap, leans) in zip(said, SAYS.values(), strict=True):
        text = re.sub("<(?!br)[^>]+>", "", html.replace("&gt;", ">"))
        *lines, hypotheses = text.split("<br>")
        verdict = "".join(lines)
        assert re.match(re.escape(says).replace(r"\.\*", ".*").replace(r"\ ", " "), verdict)
        assert "M is symmetric" in hypotheses
        assert f"|λ1| {'>' if gap else '='} |λ2|" in hypotheses
        assert f"x is {'not ' if leans else ''}orthogonal to v1" in hypotheses
        assert hypotheses.startswith("All") == (gap and leans) != ("but" in hypotheses)


def test_the_task_is_done_at_its_step_and_a_squared_factor_halves_it(rng):
    start = PowerIteration().state()
    near = math.tan(math.radians(1))
    states = [
        start | {"across": r, "angle": rng.uniform(5, 85)} for r in rng.uniform(0.7, 0.9, 999)
    ]
    done = [t[GOAL] <= near < t[GOAL - 1] for t in shown(states, "now => now.tans")]
    assert shown(states, "now => now.task.reached") == done
    states = [state for state, reached in zip(states, done, strict=True) if reached]
    assert len(states) > 30
    for t in shown([s | {"across": s["across"] ** 2} for s in states], "now => now.tans"):
        assert t[GOAL // 2] <= near < t[GOAL // 2 - 1]


def test_replies_and_stories_are_true():
    """Each step keeps the part along v1 and reverses that along v2; the answer is seen reversed."""
    path, _ = power_iteration(np.diag([1.0, -1.0]), np.array([0.6, 0.8]), SHOWN)
    assert error(path, [[0.6, 0.8 * (-1) ** j] for j in range(SHOWN + 1)]) < 1e-12
    assert SHOWN % 2 == 1  # where the arrow does not lie on x
    look = "(now, widget) => [now.task.reached, widget.says(now).match(/<strong>(.*?):/)[1]]"
    heads = ["It turns", "The trap", "A tie", "Saved by rounding", "Nothing left"]
    stories = [story["set"] for story in PowerIteration()._constants["stories"]]
    assert shown(stories, look) == [[False, head] for head in heads]


def test_the_answer_shows_both_directions_and_the_double_arc_between():
    marks = "(now, widget) => widget.picture(now).marks.flat(9).filter(Boolean)"
    show = PowerIteration()._constants["question"]["show"]
    (answer,), (turns,) = (shown([state], marks) for state in (show, STATES["turns"]))
    arrows = [one for one in answer if one["kind"] == "arrow"]
    now, before = [0.6, -0.8], [0.6, 0.8]
    assert [one["look"] for one in arrows if error(one["to"], now) < 1e-9] == ["state thick"]
    assert [one["look"] for one in arrows if error(one["to"], before) < 1e-9] == [
        "state thick ghost"
    ]
    heads = [one for one in arrows if one["look"] == "state"]
    assert len(heads) == 2
    assert not [one for one in turns if one["kind"] == "arrow" and one["look"] == "state"]


def test_on_a_phone_a_row_of_dots_falls_with_the_angle_to_the_line_of_v1():
    """Level in the trap; before the answer there is nothing of it but its first dot."""
    look = """(now, widget) => widget.picture({ ...now, narrow: true }).marks.flat(9)
        .filter((mark) => mark && mark.kind === "dots")"""
    states = [STATES[name] for name in ("trap", "turns", "slow")]
    for state, rows in zip(states, shown(states, look), strict=True):
        M, x = rotated(state)
        _, tans = power_iteration(M, x, state["k"])
        row, newest = (np.array(one["points"]) for one in rows)
        angles = np.arctan(tans)
        assert len(row) == state["k"] + 1
        assert error(newest, row[-1:]) < 1e-12
        fallen = PACE * (angles - angles[0]) / (math.pi / 2)
        assert error(row[:, 1] - row[0, 1], fallen) < 1e-9
        assert np.ptp(np.diff(row[:, 0])) < 1e-9
    (asked,) = shown([STATES["turns"]], look.replace("narrow", "answered: false, narrow"))
    assert [len(one["points"]) for one in asked] == [1, 1]


def test_a_step_goes_out_to_the_ellipse_and_back_to_the_circle(call, rng):
    for state in (gapped(rng) for _ in range(100)):
        (seen,) = call(CASE.name, "spectrum", [[state]])
        (walk,) = call(CASE.name, "iterate", [[seen, 3]])
        path, M = walk["path"], np.array(seen["M"])
        at = call(CASE.name, "stride", [[seen, path, 2, part] for part in (0, 0.5, 1 - 1e-15)])
        assert error(at, [path[2], M @ path[2], path[3]]) < 1e-12


def test_the_answer_is_played_from_the_first_step_also_when_it_is_asked_again(show):
    page = show(PowerIteration()).page
    shown_k = ".explorable-live .kit-player output"

    def first_steps():
        page.get_by_role("button", name="Just show me").click()
        page.wait_for_function(f"document.querySelector('{shown_k}').textContent === '2'")
        page.wait_for_function(f"document.querySelector('{shown_k}').textContent === '{SHOWN}'")

    slider(page, "k").fill("20")
    with moving(page):
        first_steps()
        page.get_by_role("button", name="Ask me again").click()
        page.wait_for_function(f"document.querySelector('{shown_k}').textContent === '0'")
        first_steps()


def test_full_screen_shows_all_of_it_at_once(show):
    page = show(PowerIteration(answered=True), width=1280, height=800).page
    page.get_by_role("button", name="Full screen").click()
    page.wait_for_function("document.fullscreenElement && innerHeight === 800")
    heights = "[document.fullscreenElement.scrollHeight, document.fullscreenElement.clientHeight]"
    assert len(set(page.evaluate(heights))) == 1
    page.evaluate("document.exitFullscreen()")
    page.wait_for_function("!document.fullscreenElement")


def test_pulling_half_an_axis_does_the_task_and_x_follows_the_mouse(show):
    page = show(PowerIteration(answered=True)).page
    page.locator(".explorable-live .kit-more summary").click()
    page.evaluate("scrollTo(0, 0)")
    boxes = [page.locator(".explorable-live .grip").nth(n).bounding_box() for n in range(3)]
    (a, b), (c, d), x = ((g["x"] + g["width"] / 2, g["y"] + g["height"] / 2) for g in boxes)
    unit = a - c  # the half-axes end at (1, 0) and (0, -1)

    def pull(start, to):
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(c + to[0] * unit, b - to[1] * unit, steps=4)
        page.mouse.up()

    pull((c, d), (0.05, -0.81))
    assert slider(page, "λ2 at 90°").input_value() == "-0.8"
    assert page.get_by_text("✓ Reached.").last.is_visible()
    pull((a, b), (0.5, 0.1))
    assert slider(page, "λ1 at 90°").input_value() == "-0.8"
    assert slider(page, "λ2 at 0°").input_value() == "0.5"
    pull(x, (-1.3 * math.cos(0.5), 1.3 * math.sin(0.5)))
    assert slider(page, "turn x").input_value() == f"{180 - math.degrees(0.5):.0f}"
