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
