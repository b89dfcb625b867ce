"""Power iteration: what its pictures and its table show are the numbers of its arithmetic."""

import math

import numpy as np

from tests.gradients.turning import STATES, draw, log10, shown
from tests.widget.common import error
from unrolled.gradients.power_iteration import STEPS, PowerIteration
from unrolled.page.numbers import fine, number, pair

NAME, V1 = "power_iteration", "<b>v</b><sub>1</sub>"


def test_picture_chart_and_table_hold_these_numbers(call, rng):
    states = [*STATES.values(), *(draw(rng) for _ in range(300))]
    seen = call(NAME, "spectrum", [[state] for state in states])
    walks = call(NAME, "iterate", [[f, STEPS] for f in seen])
    laws = call(NAME, "theory", [[f, k] for f in seen for k in range(STEPS + 1)])
    marks = shown(states, "(now, widget) => widget.picture(now).marks.flat(9).filter(Boolean)")
    charts = shown(states, "(now, widget) => widget.linked(now)")
    for chart in charts:
        chart["marks"] = [mark for mark in chart["marks"] if mark]
    rows = shown(states, "(now, widget) => widget.table(now).rows")
    for n, (f, walk, state) in enumerate(zip(seen, walks, states, strict=True)):
        k, tans, law = state["k"], walk["tans"], laws[n * (STEPS + 1) :]
        path, by = walk["path"][: k + 1], {(m["kind"], m["look"]): m for m in marks[n]}
        assert by["dots", "state ghost"]["points"] == path
        assert (("arrow", "output ghost") in by) == (len(path) > k and not f["lost"])
        if ("arrow", "output ghost") in by:
            assert by["arrow", "state"]["to"] == path[k]
            assert error(by["arrow", "output ghost"]["to"], np.array(f["M"]) @ path[k]) < 1e-14
        ring = np.array(by["line", "output"]["points"])[:36] / 18**0.5
        assert error(np.linalg.svd(ring)[1], np.abs(f["values"])) < 1e-14
        numbers = zip(range(STEPS + 1), walk["path"], tans, law, strict=False)
        text = [[j, pair(*np.round(v, 9), number), fine(t), fine(w)] for j, v, t, w in numbers]
        assert rows[n] == text + [[j, "none left", "", ""] for j in range(len(text), STEPS + 1)]
        lines = {mark["look"]: mark["points"] for mark in charts[n]["marks"] if "points" in mark}
        places, y = list(map(log10, tans)), charts[n]["y"]
        full = np.flatnonzero(np.isfinite(places))
        assert all(y["from"] <= places[j] <= y["to"] for j in full)
        assert error(lines["state"], [[j, places[j]] for j in full if j == k]) < 1e-14
        assert [j for j, _ in lines["state hollow"]] == sorted({*range(len(path))} - {*full})
        wanted = [[j, log10(w)] for j, w in enumerate(law[: len(tans)]) if 1e-16 <= w < math.inf]
        assert error(lines["ink dashed thin"], wanted) < 1e-14
        key = [m for m in charts[n]["marks"] if m.get("html", "").startswith("dashed: ")]
        assert len(key) == (len(wanted) > 1)  # where its line is
        rings = [[m["at"], m["r"], m["look"]] for m in marks[n] if m["kind"] == "circle"]
        assert rings == [[[0, 0], 1, "quiet thin"]]
        v, names = np.array(f["vectors"]), {V1: 1, f"−{V1}": -1, "<b>v</b><sub>2</sub>": 1}
        for (name, sign), one in zip(names.items(), (v[0], v[0], v[1]), strict=True):
            (end,) = (m["at"] for m in marks[n] if m.get("html") == name)
            assert error(end, 1.55 * sign * one) < 1e-14
        for one, look in zip(v, ("ink thin", "quiet dashed thin"), strict=True):
            assert error(by["line", look]["points"], [-1.55 * one, 1.55 * one]) < 1e-14
        turn = math.radians(state["theta"])
        u = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        held = [[m["at"], m["look"]] for m in marks[n] if m["kind"] == "grip"]
        ends = [state["along"] * u[0], state["across"] * u[1], f["x"]]
        assert error([at for at, _ in held], ends) < 1e-14
        assert [look for _, look in held] == ["output", "output", "input"]
        labels = {m["html"]: m["at"] for m in marks[n] if m["kind"] == "label"}
        assert labels["<b>x</b>"] == f["x"] == by["line", "input thick"]["points"][1]
        assert labels.get("next") == by.get(("arrow", "output ghost"), {}).get("to")
        (near,) = (m for m in charts[n]["marks"] if m.get("end") == "1°")
        assert (
            error(near["points"], [[k, math.log10(math.tan(math.radians(1)))] for k in (0, 31)])
            < 1e-14
        )
        title = (
            f"tan ∠(<b>M</b><sup><i>k</i></sup><b>x</b>, {V1}) = {fine(tans[k])}"
            if k < len(tans)
            else "no direction left"
        )
        assert charts[n]["title"] == f"<i>k</i> = {k}: {title}"
    trap = [mark["html"] for mark in marks[list(STATES).index("trap")] if mark["kind"] == "label"]
    assert {"0, 2, 4", "1, 3, 5", "next"} < set(trap)


def test_on_a_phone_the_picture_leaves_room_and_the_last_dot_is_clear_of_its_line_s_name(show):
    page = show(PowerIteration(answered=True, **STATES["rounded"]), width=390, height=844).page
    main = page.locator(".explorable-live .kit-main").bounding_box()
    name = page.locator(".explorable-live").get_by_text("1°", exact=True).bounding_box()
    dot = page.locator(".explorable-live .kit-linked .dot.state").last.bounding_box()
    assert main["height"] <= 0.45 * 844
    assert dot["x"] + dot["width"] < name["x"]
