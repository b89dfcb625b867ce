"""Power iteration: what its pictures and its table show are the numbers of its arithmetic."""

import math

import numpy as np

from tests.gradients.turning import STATES, draw, log10, shown
from tests.page.common import error
from unrolled.gradients.power_iteration import STEPS
from unrolled.page.numbers import fine, number, pair

NAME = "power_iteration"


def test_picture_chart_and_table_hold_these_numbers(call, rng):
    states = [*STATES.values(), *(draw(rng) for _ in range(300))]
    seen = call(NAME, "spectrum", [[state] for state in states])
    walks = call(NAME, "iterate", [[f, STEPS] for f in seen])
    laws = call(NAME, "theory", [[f, k] for f in seen for k in range(STEPS + 1)])
    marks = shown(states, "(now, widget) => widget.picture(now).marks.flat(9).filter(Boolean)")
    charts = shown(states, "(now, widget) => widget.linked(now)")
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
    trap = [mark["html"] for mark in marks[list(STATES).index("trap")] if mark["kind"] == "label"]
    assert {"0, 2, 4", "1, 3, 5", "next"} < set(trap)
