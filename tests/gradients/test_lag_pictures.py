"""Lag plot: each mark of its pictures stands at the package's number, under its name."""

import re

import numpy as np

from tests.gradients.runs import NORM, elman_run, own, several
from tests.widget.common import error
from tests.widget.engine import derived
from unrolled.bptt.jacobians import jacobians
from unrolled.core.unroll import unroll
from unrolled.gradients.lag_plot import LagPlot
from unrolled.gradients.many_units import DRIVES, LAGS, RADII, loaded, problem
from unrolled.gradients.norms import spectral_norm, spectral_radius
from unrolled.gradients.products import lags
from unrolled.page.numbers import size

BOTH = """(now, widget) => [widget.picture(now), widget.linked(now)].map((view) => {
    const marks = view.marks.flat(9).filter(Boolean);
    const { at: [x], pull } = marks.find((mark) => mark.kind === "grip") ?? { at: [] };
    return { ...view, marks, pulled: pull && [[x, 0], [0.6 * x, -0.8 * x], [0, x]].map(pull) };
}).concat(widget.table(now), now.texts)"""
LAG, GRAD = "lag\u00a0<i>k</i>", "‖∂<b>h</b><sub><i>k</i></sub>/∂<b>h</b><sub>0</sub>‖<sub>2</sub>"
POWER = "<i>ρ</i>(<b>W</b>)<sup><i>k</i></sup>"


def of(view, kind):
    return [mark for mark in view["marks"] if mark["kind"] == kind]


def named(view):
    """The lines by their names: at the end, a bound's where it leaves the picture."""
    lines = of(view, "line")
    left = {str(list(filter(None, m["points"]))[-1]): m for m in lines if not m["end"]}
    found = {re.sub(" [↑↓]$", "", m["end"]): m for m in lines if m["end"]}
    return found | {m["html"]: left[str(m["at"])] for m in of(view, "label")}


def columns(table):
    """What stands under each head."""
    return dict(zip(table["head"], map(list, zip(*table["rows"], strict=True)), strict=True))


def on(mark, k, logs, view):
    """Whether the line runs through these logarithms wherever they are in the picture."""
    low = view["y"]["from"]
    high = view["y"]["to"]
    logs = np.array([0, *logs])
    inside = (logs >= low) & (logs <= high)
    seen = dict(map(tuple, filter(None, mark["points"])))
    gone = " ↑" if logs[-1] > high else " ↓" if logs[-1] < low else ""
    assert mark["end"].endswith(gone) or not mark["end"]
    return error([seen[j] for j in np.array([0, *k])[inside]], logs[inside]) < 1e-3


def rings(view, rho, norm):
    """The circles of 1, ρ and, where it fits, ‖W‖₂, by their looks; and the key that names them."""
    wanted = {"ink": 1.0, "quiet thin": rho}
    fits = norm <= view["x"]["to"]
    wanted |= {"ink dashed thin": norm} if fits else {}
    found = {mark["look"]: mark["r"] for mark in of(view, "circle")}
    assert found.keys() == wanted.keys()
    assert all(mark["at"] == [0, 0] for mark in of(view, "circle"))
    (key,) = of(view, "word")
    shown = "circles: 1 thick, ρ thin" + ", ‖W‖2 dashed" * bool(fits)
    shown += ", large dot: pull ρ" * bool(of(view, "grip"))
    assert re.sub("<[^>]+>", "", key["html"]) == shown
    return error([found[look] for look in wanted], list(wanted.values())) < 1e-5


def test_of_64_units_lines_circles_and_dots_are_what_their_names_say():
    values = np.linalg.eigvals(problem()[0])
    states = [
        {"radius": r, "run": run, "lag": LAGS[-1 - 2 * n - run], "answered": True}
        for n, r in enumerate(RADII)
        for run in range(3)
    ]
    seen = derived(LagPlot(), BOTH, states)
    for (curve, plane, table, _), state in zip(seen, states, strict=True):
        r = state["radius"]
        run = state["run"]
        k = np.array(LAGS)
        data = loaded()["runs"][RADII.index(r)]
        lines = named(curve)
        assert set(lines) == {"at most", POWER, *(f"size {d}" for d in DRIVES)}
        assert on(lines["at most"], k, k * np.log10(r * NORM), curve)
        assert on(lines[POWER], k, k * np.log10(r), curve)
        for i, d in enumerate(DRIVES):
            line = lines[f"size {d}"]
            assert on(line, k, data[i]["mid"], curve)
            assert line["look"] == ("gradient" if i == run else "quiet thin")
        assert (lines["at most"]["look"], lines[POWER]["look"]) == ("ink dashed thin", "ink thin")
        y = curve["y"]
        band = [np.clip([0, *data[run][name]], y["from"], y["to"]) for name in ("low", "high")]
        around = np.stack([[0, *k, *k[::-1], 0], [*band[0], *band[1][::-1]]], axis=1)
        assert error(of(curve, "area")[0]["points"], around) < 1e-9
        at = LAGS.index(state["lag"])
        (grip,) = of(curve, "grip")
        here = data[run]["mid"][at]
        edge = max(here, y["from"])
        out = here < y["from"]
        assert grip["at"] == [state["lag"], edge]
        assert [m["to"] for m in of(curve, "arrow")] == [grip["at"]] * out
        assert grip.get("r") == (0 if out else None), "no dot at a false value"
        assert curve["title"].endswith(f"= {size(here)}" + ", below the picture" * out)
        name = f"inputs of size {DRIVES[run]}" if run else "no inputs"
        assert f" {name}: lag {state['lag']}: gradient {size(here)}," in curve["says"]
        assert curve["pulled"][0] == {"lag": state["lag"]}
        assert plane["pulled"] == [{"radius": r}] * 3, "by its distance from 0"
        wanted = {GRAD: data[run]["mid"], "lowest": data[run]["low"], "highest": data[run]["high"]}
        wanted |= {"at most": k * np.log10(round(r * NORM, 6)), POWER: k * np.log10(r)}
        shown = {head: [size(x) for x in logs] for head, logs in wanted.items()}
        assert columns(table) == {LAG: list(LAGS)} | shown
        assert rings(plane, r, r * NORM)
        (dots,) = of(plane, "dots")
        assert np.abs(dots["points"] @ np.array([1, 1j]) - r * values).max() < 2e-3
        assert of(plane, "grip")[0]["at"] == [r, 0]


def test_of_a_cell_of_ones_own_the_bounds_and_single_steps_are_the_packages(rng):
    W = rng.normal(size=(3, 3))
    runs = {name: run for name, run in several().items() if name != "ReLU"}
    runs |= {"your cell": tuple(own().values()), "by W": elman_run(W, steps=12)}
    for name, (cell, p, xs, h0) in runs.items():
        if xs.ndim == 3:  # one of the sequences
            xs, h0 = xs[:, 0], h0[0]
        it = LagPlot(cell=cell, p=p, xs=xs, h0=h0, name=name)
        ((curve, view, table, texts),) = derived(it, BOTH)
        found = lags(cell, p, xs, h0)
        lines = named(curve)
        k = np.arange(1, len(xs) + 1)
        with np.errstate(divide="ignore"):
            logs = {part: np.log10(getattr(found, part)) for part in ("norm", "upper", "lower")}
        assert on(lines["gradient"], k, logs["norm"], curve)
        assert on(lines["at most"], k, logs["upper"], curve)
        assert ("at least" in lines) == np.isfinite(logs["lower"]).all()
        assert "at least" not in lines or on(lines["at least"], k, logs["lower"], curve)
        shown = {part: [size(x) for x in values.round(4)] for part, values in logs.items()}
        assert (texts["last"], texts["chain"]) == (shown["norm"][-1], shown["upper"][-1])
        assert curve["title"].endswith(f" = {shown['norm'][it.lag - 1]}")
        for head, part in ((GRAD, "norm"), ("at most", "upper"), ("at least", "lower")):
            assert columns(table).get(head, shown[part]) == shown[part]
        if it._constants["runs"][0][0].get("rho") is not None:
            assert rings(view, spectral_radius(p.W_hh), spectral_norm(p.W_hh))
            (dots,) = of(view, "dots")
            shown = np.array(dots["points"]) @ [1, 1j]
            assert error(np.poly(shown).real, np.poly(p.W_hh)) < 1e-3
            continue
        sigma = np.linalg.svd(jacobians(cell, p, unroll(cell, p, xs, h0)[1]), compute_uv=False)
        steps = named(view)
        assert ("smallest" in steps) == ("at least" in lines)
        assert "largest" in steps
        for part, j in (("largest", 0), ("smallest", -1)):
            if part in steps:
                at, seen = np.array(steps[part]["points"]).T
                assert at.tolist() == k.tolist()
                assert error(seen, np.log10(sigma[:, j])) < 1e-3
