"""Lag plot: every number is the package's, and what it says of a run is so."""

import re

import numpy as np

from tests.gradients.runs import NORM, a_run, elman_run, ends, judged, own, several
from tests.widget.case import Case
from tests.widget.common import error, slider
from tests.widget.engine import derived
from tests.widget.kit import run
from unrolled.gradients.lag_plot import LagPlot
from unrolled.gradients.many_units import LAGS, RADII
from unrolled.rnn.cell import CELL


def draw(rng):
    run, lag = int(rng.integers(3)), int(rng.choice(LAGS))
    return {"radius": float(rng.choice(RADII)), "run": run, "lag": lag}


CASE = Case(
    make=LagPlot,
    name="lag_plot",
    states={
        "start": {},
        "certain": {"radius": 0.5, "run": 1, "lag": 20},
        "driven": {"radius": 1.5, "run": 2, "lag": 100},
        "largest": {"radius": 2.0, "run": 1, "lag": 1},
        "own": own(),
        "several": {"runs": several()},
    },
    draw=draw,
    refused=[
        ({"run": 3}, "run: got 3, expected a whole number from 0 to 2"),
        ({"lag": 101}, "lag: got 101, expected a whole number from 1 to 100"),
        ({"radius": 0.7}, "radius: got 0.7, expected one of 0.4, 0.5"),
        ({**own(), "lag": 41}, "lag: got 41"),
        ({**own(), "run": 1}, "run: got 1"),
        ({**own(), "p": None}, "p: got None, expected the weights of the cell"),
        ({**own(), "cell": "Elman"}, "cell: got 'Elman', expected Cell"),
        ({**own(), "cell": None}, "cell: got "),
        ({**own(), "xs": np.zeros((0, 1))}, "xs: got the empty shape"),
        ({**own(), "xs": np.full((4, 1), np.inf)}, "xs: got inf"),
        ({**own(), "h0": (np.zeros(3),)}, "h0: got a tuple of 1, expected a tuple of 2"),
        ({**own(), "name": 3}, "name: got 3, expected a text"),
        ({**own(), "name": "skip < 2"}, "name: got 'skip < 2', expected a text without <"),
        ({**own(), "runs": several()}, "runs: got "),
        ({"runs": {}}, "runs: got {}, expected a dict"),
        ({"runs": {"a": CELL}}, "a: got "),
        ({"runs": {"a": elman_run(np.eye(2)), "b": elman_run(np.eye(2), steps=9)}}, "b: got 9"),
    ],
    solve=lambda page: slider(page, "radius ρ(W)").fill("1"),
    done={"radius": 0.5},
    short=[{"radius": 0.4}, {"radius": 0.6}],
    twins={
        "logs": (lambda v: np.array(v), lambda rng: [rng.uniform(-399, 399, 20)]),
        "nearest": (
            lambda v, x: int(np.abs(np.array(v) - x).argmin()),
            lambda rng: [np.sort(rng.normal(size=rng.integers(1, 30))), float(rng.normal())],
        ),
        "judged": (judged, a_run),
    },
    claims={
        "has grown": lambda it: ends(it)[0] > 1,
        "has shrunk": lambda it: ends(it)[1] < -1,
        "had to shrink": lambda it: it.radius * NORM < 1,
        "dies out": lambda it: it.run == 0 and it.radius < 1,
        "promised nothing": lambda it: it.radius == 1,
        "But a bound above 1": lambda it: it.radius * NORM > 1 < it.radius and ends(it)[1] < -1,
        "It could": lambda it: it.radius * NORM > 1 < it.radius and ends(it)[0] > 1,
        "promised exploding": lambda it: it.radius > 1 and ends(it)[0] < 1,
        "nothing was guaranteed": lambda it: it.radius < 1 < it.radius * NORM,
    },
)


def test_a_line_is_cut_where_it_leaves(call, rng):
    for _ in range(200):
        points = np.stack([np.arange(12), rng.normal(0, 3, 12)], axis=1)
        found = [p for p in call(CASE.name, "cut", [[points.tolist(), -2, 2]])[0] if p]
        assert np.abs([y for _, y in found]).max(initial=0) <= 2
        assert error(np.interp([x for x, _ in found], *points.T), [y for _, y in found]) < 1e-12
        inside = points[np.abs(points[:, 1]) <= 2].tolist()
        assert [p for p in found if p in inside] == inside


def test_the_chart_shows_each_run_once():
    count = "(now, widget) => widget.picture(now).marks.flat(9).filter((m) => m?.end !== undefined)"
    it = LagPlot(runs=several(), answered=True)
    (lines,) = derived(it, count)
    assert {"Elman", "leaky", "residual", "ReLU"} <= {re.sub(" [↓↑]", "", m["end"]) for m in lines}
    (before,) = derived(LagPlot(), count)
    assert [m["look"] for m in before] == ["gradient"]
    assert derived(LagPlot(), "(now) => now.k") == [100], "the lag that is asked for"


def test_links_end_where_the_runs_end():
    it = LagPlot(**own())
    for name, last in (("lag", 40), ("run", 0)):
        asked = [[{name: value}, it.state(), it._constants["doors"]] for value in (last, last + 1)]
        assert run("session", "welcome", asked) == [{name: last}, None]


def test_what_changed_in_the_table_is_marked_once_it_is_open(show):
    page = show(LagPlot(answered=True)).page
    slider(page, "radius ρ(W)").fill("8")
    assert page.evaluate("document.getAnimations().length") == 0, "the table is folded"
    page.locator(".explorable-live .kit-numbers summary").click()
    slider(page, "radius ρ(W)").fill("2")
    assert page.evaluate("document.getAnimations().length") > 20, "what changed is marked"
