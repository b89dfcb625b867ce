"""Gradient explorer: each mark of its pictures stands at the package's number, under its name."""

import re
from itertools import pairwise

import numpy as np

from tests.remedies.explorer_reference import draw, rates, shares
from tests.widget.common import error
from tests.widget.engine import derived
from unrolled.gradients.norms import spectral_norm, spectral_radius
from unrolled.page.numbers import size, tight
from unrolled.remedies.gradient_explorer import GradientExplorer, measured

BOTH = "(now, widget) => [widget.picture(now), widget.linked(now)]"
RATE = "<i>ρ</i><sup><i>k</i></sup>"
FAR = -14  # log10: what lies below may be rounding


def flat(marks):
    for mark in marks:
        yield from flat(mark) if isinstance(mark, list) else [mark]


def pictures(states, answered):
    states = [state | {"answered": answered} for state in states]
    for views, state in zip(derived(GradientExplorer(), BOTH, states), states, strict=True):
        for view in views:
            view["marks"] = list(flat(view["marks"]))
        yield *views, state


def of(view, kind):
    return [mark for mark in view["marks"] if mark and mark["kind"] == kind]


def formula(html):
    """κ and ω γ, as "ρ(0.90 I + 0.10 W)" has them."""
    inside = re.search(r"\((.*)\)", re.sub("<[^>]+>", "", html))[1]
    found = dict.fromkeys("IW", 0.0)
    for number, letter in re.findall(r"([\d.]*) ?([IW])", inside):
        found[letter] = float(number or 1)
    return found["I"], found["W"]


def test_the_norm_lies_between_its_bounds_each_under_its_name(unchecked, rng):
    states = [draw(rng) | {"horizon": int(rng.integers(10, 15))} for _ in range(100)]
    for view, _, state in pictures(states, True):
        M, bound, _ = rates(state)
        run = measured(state)
        T = state["horizon"]
        k = np.arange(T + 1)
        rho = spectral_radius(M)
        marks = [mark for mark in view["marks"] if mark]
        both = [(m, m.get("end") or then.get("html")) for m, then in pairwise(marks)]
        lines = {name: mark for mark, name in both if mark["kind"] == "line" and name}
        with np.errstate(divide="ignore"):
            wanted = {
                "at most": (np.log10(bound) * k, "dashed thin"),
                "at least": (np.log10([1, *run.lower]), "dashed thin"),
                "gradient": (np.log10([1, *run.norm]), "gradient"),
                RATE: (np.where(k, np.log10(rho) * k, 0), "thin"),
            }
        assert set(lines) == set(wanted)
        for name, (logs, look) in wanted.items():
            assert lines[name]["look"] == look
            at, found = np.array(lines[name]["points"], dtype=float).T
            assert at.tolist() == k.tolist()
            assert np.abs(found.clip(FAR) - logs.clip(FAR)).max() < 1e-5
            seen = found[k <= 0.6 * T]
            left = min(seen) < view["y"]["from"] or max(seen) > view["y"]["to"]
            left = left and name != "gradient"  # which stays, if only as 0 on its lane
            assert bool(lines[name]["end"]) != left, "named where it leaves"
        (grey,) = of(view, "area")
        assert grey["points"] == lines["at most"]["points"] + lines["at least"]["points"][::-1]
        (grip,) = of(view, "grip")
        at = min(state["lag"], T)
        assert grip["at"] == lines["gradient"]["points"][at]
        assert view["title"].endswith(size(lines["gradient"]["points"][at][1]))
        assert f"<sub>{at}</sub>" in view["title"]
        (key,) = of(view, "word")
        assert key["html"].startswith("<i>ρ</i> = <i>ρ</i>(")
        assert error(formula(key["html"]), shares(state)) < 1e-4
        keep, gain = shares(state)
        largest = np.abs(keep + gain * (np.array(state["eigenvalues"]) @ [1, 1j])).max()
        assert key["html"].endswith(f"= {tight(round(largest, 9))}")
        ticks = [n for n, _ in view["x"]["ticks"]]
        assert (ticks[0], ticks[-1], len(ticks)) == (0, T, 5)


def test_the_plane_has_the_eigenvalues_and_the_border_where_the_radius_is_1(rng):
    turns = np.exp(1j * np.linspace(0, 6, 7))
    for answered in (True, False):
        for _, plane, state in pictures([draw(rng) for _ in range(100)], answered):
            W = rates(state)[2]
            keep, gain = shares(state)
            circles = of(plane, "circle")
            words = [m["html"] for m in of(plane, "word")]
            assert (circles[0]["at"], circles[0]["r"], circles[0]["look"]) == ([0, 0], 1, "thin")
            assert words[0] == "circle: |<i>λ</i>| = 1"
            other = (keep, gain) != (0, 1)
            assert len(circles) == len(words) == 1 + other
            if other:
                border = circles[1]["at"] @ np.array([1, 1j]) + circles[1]["r"] * turns
                assert error(np.abs(keep + gain * border), np.ones(7)) < 1e-9
                assert error(formula(words[1]), [keep, gain]) < 1e-4
                assert circles[1]["look"] == "dashed thin"
                assert words[1].startswith("dashed: <i>ρ</i>(")
                assert words[1].endswith(") = 1")
            values = state["eigenvalues"]
            held = of(plane, "grip")
            assert [mark["at"] for mark in held] == values
            names = {m["html"]: m["at"] for m in of(plane, "label")}
            assert names == {f"<i>λ</i><sub>{i + 1}</sub>": v for i, v in enumerate(values)}
            found = np.sort_complex(np.array(values) @ [1, 1j])
            assert error(np.poly(found).real, np.poly(np.linalg.eigvals(W)).real) < 1e-6
            norm = f", ‖<b>W</b>‖<sub>2</sub> = {tight(round(spectral_norm(W), 9))}"
            radius = tight(round(np.abs(found).max(), 9))
            assert plane["title"] == f"<i>ρ</i>(<b>W</b>) = {radius}" + norm
