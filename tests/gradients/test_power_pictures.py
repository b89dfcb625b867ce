"""Power iteration: what it derives and its table shows are the numbers of its arithmetic."""

import re

import numpy as np

from tests.gradients.turning import STATES, draw, shown
from tests.widget.engine import derived
from unrolled.gradients.power_iteration import STEPS, PowerIteration
from unrolled.page.numbers import fine, number, pair

NAME = "power_iteration"


def test_derived_numbers_and_the_table_are_those_of_the_arithmetic(call, rng):
    states = [*STATES.values(), *(draw(rng) for _ in range(300))]
    seen = call(NAME, "spectrum", [[state] for state in states])
    walks = call(NAME, "iterate", [[f, STEPS] for f in seen])
    laws = call(NAME, "theory", [[f, k] for f in seen for k in range(STEPS + 1)])
    pick = "({ path, all, tans }) => ({ path, all, tans })"
    found = shown(states, pick)
    rows = shown(states, "(now, widget) => widget.table(now).rows")
    for n, (state, walk, now) in enumerate(zip(states, walks, found, strict=True)):
        assert now["all"] == walk["path"]
        assert now["path"] == walk["path"][: state["k"] + 1]
        assert now["tans"] == walk["tans"]
        law = laws[n * (STEPS + 1) :]
        numbers = zip(range(STEPS + 1), walk["path"], walk["tans"], law, strict=False)
        text = [[j, pair(*np.round(v, 9), number), fine(t), fine(w)] for j, v, t, w in numbers]
        assert rows[n] == text + [[j, "none left", "", ""] for j in range(len(text), STEPS + 1)]


def test_the_title_of_the_chart_and_the_labels_say_where_it_is():
    states = list(STATES.values())
    tans = shown(states, "(now) => now.tans")
    headline = "(now, widget) => widget.picture(now).beside.marks.at(-2).html"
    titles = shown(states, headline)
    for state, tan, title in zip(states, tans, titles, strict=True):
        k = state["k"]
        there = "no direction left"
        if k < len(tan):
            there = f"{np.degrees(np.arctan(tan[k])):.1f}° from the line of <b>v</b><sub>1</sub>"
        assert title == f"<i>k</i> = {k}: {there}"
    marks = "(now, widget) => widget.picture(now).marks.flat(9).filter(Boolean)"
    (trap,) = shown([STATES["trap"]], marks)
    assert {"0, 2, 4", "1, 3, 5"} < {one["html"] for one in trap if one["kind"] == "word"}


def test_on_a_phone_the_picture_leaves_room_and_the_last_dot_is_clear_of_its_line_s_name(show):
    page = show(PowerIteration(answered=True, **STATES["rounded"]), width=390, height=844).page
    page.locator(".explorable-live .kit-more summary").click()
    main = page.locator(".explorable-live .kit-main").bounding_box()
    name = page.locator(".explorable-live").get_by_text("1°", exact=True).bounding_box()
    dot = page.locator(".explorable-live .kit-more .dot.state").last.bounding_box()
    assert main["height"] <= 0.45 * 844
    assert dot["x"] + dot["width"] < name["x"]


def test_rays_wait_for_the_answer_and_then_gather_along_the_first_eigenvector():
    """Each ray is a triangle from the middle; on it the middle of its two far corners."""
    rays = "(now, widget) => widget.picture(now).marks[0].map(({ d }) => d)"
    states = [STATES["turns"] | {"k": k} for k in (0, 5, 30)]
    start, early, late = derived(PowerIteration(), rays, states)
    assert start == early == late
    _, half, end = shown(states, rays)
    angles = []
    for paths in (start, half, end):
        corners = np.array([re.findall(r"-?[\d.]+", d) for d in paths], dtype=float)
        x, y = ((corners[:, 2:4] + corners[:, 4:6]) / 2 - corners[:, :2]).T
        angles.append(np.degrees(np.arctan2(-y, x)) - STATES["turns"]["theta"])
    assert np.allclose(np.sort(np.diff(np.sort(angles[0]))), 10, atol=0.1)
    tan = np.abs(np.tan(np.radians(angles)))
    assert np.allclose(tan[1], tan[0] / 2**5, rtol=0.05, atol=2e-3)
    assert tan[2].max() < 2e-3


def test_rays_are_the_directions_of_every_step_each_in_the_colour_of_its_beginning(call):
    """A root on the upper side of v1 is blue; after k steps it is where the package sends it."""
    rays = "(now, widget) => widget.picture(now).marks[0]"
    turns = np.radians(10 * np.arange(36) + 5)
    for name in ("trap", "alternating", "swapped", "turns"):
        state = STATES[name] | {"answered": True}
        (seen,) = call(NAME, "spectrum", [[state]])
        roots = np.array([np.cos(turns), np.sin(turns)]).T @ np.array(seen["vectors"])
        for k in (0, 1, 2):
            (wanted,) = call(NAME, "comb", [[seen, roots.tolist(), k]])
            (drawn,) = shown([state | {"k": k}], rays)
            found = []
            for ray in drawn:
                corners = np.array(re.findall(r"-?[\d.]+", ray["d"]), dtype=float)
                way = corners[2:4] + corners[4:6] - 2 * corners[:2]
                found.append([*way / np.hypot(*way) * [1, -1], ray["look"] == "state"])
            sides = np.sin(turns) > 0
            pairs = [[*way, side] for way, side in zip(wanted, sides, strict=True)]
            found, pairs = np.array(found), np.array(pairs, dtype=float)
            nearest = np.abs(pairs[:, None] - found).max(axis=2)
            assert nearest.min(axis=1).max() < 0.01
            assert nearest.min(axis=0).max() < 0.01


def test_in_the_trap_nothing_comes_near_to_v1_on_the_way_of_a_step():
    """The arrow fades out where it is and in at its mirror image; the rays stay where they are."""
    pick = "(now, widget) => widget.picture(now).marks.flat(9).filter(Boolean)"
    trap = STATES["trap"]
    for part, jumped in ((0.1, 0), (0.4, 0.25), (0.5, 0.5), (0.9, 1)):
        (marks,) = shown([trap | {"k": 3 + part}], pick)
        arrows = [one for one in marks if one["kind"] == "arrow" and one["look"] == "state thick"]
        assert np.allclose([np.abs(one["to"]) for one in arrows], [[0.6, 0.8]] * len(arrows))
        inks = [one["opacity"] for one in arrows[-2:]]
        assert np.allclose(inks, [1 - jumped, jumped])
        (rest,) = shown([trap | {"k": 3}], pick)
        assert [one["d"] for one in marks[:36]] == [one["d"] for one in rest[:36]]


def test_dashed_guesses_are_there_for_the_matrix_of_the_question_alone():
    ghosts = "(now, widget) => widget.ballots(now).length"
    start = PowerIteration().state()
    changes = [{}, {"across": -0.8}, {"along": 0.9}, {"angle": 140}, {"theta": 53}]
    states = [start | change for change in changes]
    assert derived(PowerIteration(), ghosts, states) == [3, 0, 0, 3, 0]
