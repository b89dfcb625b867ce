"""Gradient explorer: it shows what `unrolled.gradients` says, of any network it can reach."""

import json
import math
import re
from itertools import product

import numpy as np
import pytest

from tests.gradients.test_schur import pair
from tests.page.common import each_axe, error, slider
from unrolled.core.activations import ACTIVATIONS
from unrolled.core.unroll import unroll
from unrolled.gradients.norms import slope_bound, spectral_norm, spectral_radius
from unrolled.gradients.products import lags
from unrolled.gradients.schur import matrix, schur2
from unrolled.gradients.verdict import verdict
from unrolled.remedies.gradient_explorer import (
    CELLS,
    DRIVES,
    KINDS,
    NOISE,
    PRESETS,
    RADII,
    GradientExplorer,
    curves,
    explore,
    logs,
    networks,
    shown,
)
from unrolled.remedies.shortcuts import Skip, elman, leaky, residual, skip
from unrolled.rnn.cell import CELL, RNN

NAME = "gradient_explorer"
REAL = ("eigenvalues", "nonnormality", "angle")
STATES = {
    **{name: {"preset": name} for name in PRESETS},
    "overflows": {"W": [[1000.0, 1000.0], [1000.0, 1000.0]], "activation": "identity"},
    "exactly 0": {"W": [[-2.0, 0.0], [0.0, -2.0]], "activation": "ReLU"},
    "corners": {"eigenvalues": [[2.5, 2.5], [2.5, -2.5]], "activation": "logistic", "drive": 5.0},
    "ends": {"eigenvalues": [[-2.5, 0.0], [2.5, 0.0]], "nonnormality": 12.0, "lag": 100},
    "nothing written": {"cell": "leaky", "alpha": 1.0, "lag": 1},
    "64 units": {"mode": "many"},
    "64 residual": {"mode": "many", "many_cell": "residual", "many_radius": 1.5, "many_drive": 5.0},
}


def drawn(rng, n, horizon, reach=2.5, spread=3.0):
    """`n` random states, every cell with every activation."""
    kinds = list(product(CELLS, KINDS))
    for k in range(n):
        cell, activation = kinds[k % len(kinds)]
        yield {
            "eigenvalues": pair(rng, reach),
            "nonnormality": float(rng.normal(0, spread) * (rng.random() > 0.1)),
            "angle": float(rng.uniform(-2, 2)),
            "cell": cell,
            "activation": activation,
            "alpha": float(rng.random()),
            "drive": float(rng.choice([0.0, 0.5, 5.0])),
            "horizon": horizon,
            "bias": rng.normal(0, 0.5, 2).tolist(),
            "start": rng.normal(0, 1, 2).tolist(),
        }


def cell_of(state):
    phi = ACTIVATIONS[state["activation"]]
    name = state["cell"]
    return (
        leaky(state["alpha"], phi)
        if name == "leaky"
        else {"Elman": elman, "residual": residual}[name](phi)
    )


def preset(name):
    return PRESETS[name]["state"]


def says(page):
    return page.locator(".gx-verdict").inner_text()


def own(**state):
    """A two-step cell with three parts, in its own mode."""
    rng = np.random.default_rng(3)
    p = RNN(rng.normal(size=(3, 1)), 0.5 * rng.normal(size=(3, 3)), np.zeros(3))
    run = {"p": Skip(p, 0.5 * rng.normal(size=(3, 3))), "xs": rng.normal(size=(40, 1))}
    return {"cell": skip(2), "h0": (np.zeros(3), np.zeros(3)), "name": "skip < 2", **run, **state}


# W and its parameters


def test_matrix_and_singular_values_are_those_of_the_package(call, rng):
    draws = [(pair(rng, 2.5), float(rng.normal(0, 5)), float(rng.normal())) for _ in range(1500)]
    draws += [(values, 0.0, angle) for values, _, angle in draws[:200]]
    wanted = [matrix(*one) for one in draws]
    assert error(call(NAME, "matrix", draws), wanted) < 1e-12
    found = call(NAME, "singular", [[W.tolist()] for W in wanted])
    assert error(found, np.linalg.svd(wanted, compute_uv=False)) < 1e-12


def test_a_largest_singular_value_is_reached_by_the_non_normality_but_not_below_the_radius(
    call, rng
):
    draws = [(pair(rng, 2.0), float(rng.normal()), rng.uniform(0, 12)) for _ in range(1000)]
    asked = [[{"eigenvalues": values, "nonnormality": nu}, sigma] for values, nu, sigma in draws]
    for (values, nu, sigma), found in zip(draws, call(NAME, "stretched", asked), strict=True):
        W, radius = matrix(values, found, 0.0), np.hypot(*np.array(values).T).max()
        assert abs(spectral_norm(W) - max(sigma, radius)) < 1e-7 * (1 + sigma)
        assert found * nu >= 0
    zero = [{"eigenvalues": [[0, 0], [0, 0]], "nonnormality": -3}, 0]
    assert call(NAME, "stretched", [zero])[0] == 0


@pytest.mark.parametrize(
    ("before", "i", "to", "after"),
    [
        ([[1, 1], [1, -1]], 0, [0.5, 2], [[0.5, 2], [0.5, -2]]),
        ([[1, 1], [1, -1]], 1, [0.5, -2], [[0.5, 2], [0.5, -2]]),
        ([[1, 1], [1, -1]], 0, [0.5, -2], [[0.5, -2], [0.5, 2]]),
        ([[1, 1], [1, -1]], 0, [0.5, 0.05], [[0.5, 0], [0.5, 0]]),
        ([[1, 0], [1, 0]], 0, [0.5, 0.1], [[0.5, 0], [1, 0]]),
        ([[1, 0], [-1, 0]], 1, [0.5, 2], [[1, 0], [0.5, 0]]),
        ([[1, 0], [1, 0]], 1, [1.2, -0.3], [[1.2, 0.3], [1.2, -0.3]]),
    ],
)
def test_a_pair_meets_on_the_axis_parts_along_it_and_leaves_it_together(call, before, i, to, after):
    assert call(NAME, "pulled", [[before, i, to]]) == [after]


# The run


def agrees(found, wanted, tolerance):
    """Hold a run of the module to the package; `tolerance` is relative to max(1, |wanted|)."""
    svd = np.linalg.svd
    assert found["exploded"] == wanted.exploded
    assert error(found["bound"], wanted.bound) < 1e-12
    assert error(found["radius"], wanted.radius) < 1e-12
    assert error(found["W"], wanted.W) < 1e-12
    assert error(found["sigma"], svd(wanted.W, compute_uv=False)) < 1e-12
    size = np.maximum.accumulate(np.abs(wanted.states), axis=0) + 1
    assert np.max(np.abs(found["states"] - wanted.states) / size) < tolerance
    assert error(found["norm"], wanted.lags.norm) < tolerance
    assert error(10 ** np.array(found["lower"]), wanted.lags.lower) < tolerance


def test_a_random_run_is_that_of_the_package(call, rng):
    """T = 12. A rounding error in a state grows as products of Jacobians do, so where the chain

    of norms passes 1 the tolerance grows with it: that is the condition of the problem.
    """
    draws = list(drawn(rng, 1008, 12))
    worst, plain = 0.0, 0
    noise = NOISE.tolist()
    for found, state in zip(
        call(NAME, "explore", [[{**one, "noise": noise}] for one in draws]), draws, strict=True
    ):
        wanted = explore(state)
        condition = max(1.0, wanted.lags.upper.max()) if state["activation"] != "identity" else 1.0
        gap = error(found["norm"], wanted.lags.norm)
        worst, plain = max(worst, gap / condition), plain + (gap < 1e-12)
        agrees(found, wanted, 1e-12 * condition)
    print(f"largest gap / condition {worst:.1e}; below 1e-12 as it is: {plain} of {len(draws)}")
    assert plain > 0.99 * len(draws)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_that_of_the_package_over_its_whole_horizon(call, name):
    """Logarithms: a product of 150 slopes 1 - tanh² of 1e-3 loses digits where tanh rounds, and

    next to the unstable fixed point a rounding error grows by 1.8 a step, to 1e-6 at step 40.
    """
    state = {**preset(name), "noise": NOISE.tolist()}
    found, wanted = call(NAME, "explore", [[state]])[0], explore(state)
    assert error(np.log10(found["norm"]), np.log10(wanted.lags.norm)) < 1e-5
    assert error(found["bound"], wanted.bound) < 1e-12
    assert error(found["radius"], wanted.radius) < 1e-12


def test_the_ellipse_has_the_singular_values_and_directions_of_the_product(call, rng):
    draws = list(drawn(rng, 300, 10, reach=1.5, spread=1.0))
    noise = NOISE.tolist()
    for found, state in zip(
        call(NAME, "explore", [[{**one, "noise": noise}] for one in draws]), draws, strict=True
    ):
        cell, W = cell_of(state), matrix(*(state[key] for key in REAL))
        p = RNN(state["drive"] * np.eye(2), W, np.array(state["bias"]))
        states, _ = unroll(cell, p, NOISE[:10], np.array(state["start"]))
        assert error(found["states"], states) < 1e-9
        P, eps, base = np.eye(2), 1e-6, np.array(state["start"])
        for j in (0, 1):  # ∂h_10/∂h_0 by finite differences, where no kink is near
            e = eps * np.eye(2)[j]
            ends = [unroll(cell, p, NOISE[:10], base + sign * e)[0][-1] for sign in (1, -1)]
            P[:, j] = (ends[0] - ends[1]) / (2 * eps)
        U, sigma, _ = np.linalg.svd(P)
        if state["activation"] == "ReLU" or not 1e-3 < sigma[0] < 1e3:
            continue
        assert error(found["norm"][-1], sigma[0]) < 1e-4
        assert abs(found["second"][-1] - sigma[1]) < 1e-4 * sigma[0]
        if sigma[1] < 0.9 * sigma[0]:
            turn = found["turn"][-1]
            along = abs(np.cos(turn) * U[0, 0] + np.sin(turn) * U[1, 0])
            assert along > 1 - 1e-6


def test_where_numbers_overflow_the_run_ends_and_says_where(call, show):
    state = {**preset("orthogonal"), **schur2(np.full((2, 2), 1000.0))._asdict()}
    state |= {"activation": "identity", "noise": NOISE.tolist()}
    wanted, found = explore(state), call(NAME, "explore", [[state]])[0]
    assert wanted.exploded == found["exploded"] == 94
    assert len(wanted.states) == len(found["norm"]) == 93
    p = RNN(np.zeros((2, 2)), np.full((2, 2), 1000.0), np.zeros(2))
    with pytest.raises(OverflowError, match=r"exploded at .* 94"):
        lags(cell_of(state), p, NOISE, np.full(2, 0.5))
    visit = show(GradientExplorer(**STATES["overflows"], answered=True))
    assert "The gradient exploded at step 94: the numbers overflow." in says(visit.page)
    assert "NaN" not in visit.page.locator(".explorable-live").inner_html()
    assert visit.console == []


def test_the_largest_slopes_are_those_of_the_package(call, rng):
    state = {**preset("normal: ρ decides"), "noise": NOISE.tolist()}
    for kind in KINDS:
        found = call(NAME, "explore", [[{**state, "activation": kind}]])[0]
        assert abs(found["bound"] - 1.05 * slope_bound(ACTIVATIONS[kind])) < 1e-12


def test_the_verdict_is_that_of_the_package(call, rng):
    asked = []
    for _ in range(1500):
        norm = 10 ** np.cumsum(rng.normal(0, 0.6, int(rng.integers(1, 30))))
        norm[-1] = rng.choice([norm[-1], 0.1, 10.0, 0.0])
        bound, radius = (float(x) for x in rng.choice([0.0, 1.0, 0.5, 2.0, rng.random()], 2))
        asked.append([norm.tolist(), bound, radius])
    for found, (norm, bound, radius) in zip(call(NAME, "verdict", asked), asked, strict=True):
        assert list(found.values()) == list(verdict(np.array(norm), bound, radius))


# What the presets claim


def test_the_presets_show_the_numbers_that_were_promised():
    def norm(name, k):
        return explore(preset(name)).lags.norm[k - 1]

    def lag(name, wanted):
        for k, value in wanted.items():
            assert math.isclose(norm(name, k), value, rel_tol=6e-3), (name, k, norm(name, k))

    lag("saturation: w = 3", {1: 0.542, 5: 8.20e-7, 10: 2.17e-14, 50: 5.2e-75})
    lag("transient: ρ = 0.9", {9: 38.7, 62: 1.001, 100: 0.0295})
    lag("ρ = 0 explodes", {1: 2.84, 10: 564, 20: 2.01e5, 30: 7.19e7})
    lag("residual: U = 0.2 I", {100: 8.28e7})
    lag("residual: U = −0.9 I", {100: 1e-100})
    lag("leaky: α = 0.9", {100: 0.98**100})
    run = explore(preset("transient: ρ = 0.9"))
    assert run.lags.norm.argmax() == 9 - 1
    assert run.lags.norm[62 - 1] > 1 > run.lags.norm[63 - 1]
    assert explore(preset("guaranteed: ‖W‖₂ < 1")).bound < 1
    zero = preset("ρ = 0 explodes")
    W = matrix(*(zero[key] for key in REAL))
    assert spectral_radius(W) < 1e-7
    assert error(W, [[2, -2], [2, -2]]) < 1e-14
    J = np.diag(1 - np.tanh(W @ zero["start"] + zero["bias"]) ** 2) @ W
    assert math.isclose(spectral_radius(J), 1.8, rel_tol=1e-12)
    assert error(np.diag(J @ np.linalg.pinv(W) @ W @ W.T) / np.diag(W @ W.T), [1, 0.1]) < 1e-9


def test_at_the_unstable_fixed_point_rounding_moves_the_state_only_after_the_horizon():
    zero = preset("ρ = 0 explodes")
    away = np.abs(explore({**zero, "horizon": 100}).states - zero["start"]).max(axis=1)
    assert away[zero["horizon"] - 1] < 1e-4
    assert 45 < np.argmax(away > 0.1) < 75


@pytest.mark.parametrize("kind", ["tanh", "identity"])
def test_a_rotation_keeps_the_norm_with_the_identity_alone(kind):
    run = explore({**preset("orthogonal"), "activation": kind})
    assert (run.bound, run.radius) == (1.0, 1.0)
    assert (run.lags.norm[-1] < 0.25) if kind == "tanh" else (abs(run.lags.norm - 1) < 1e-12).all()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "transient: ρ = 0.9",
            "rises to 38.7 at lag 9 before it vanishes: 0.0295 at lag 100. ρ(W) = 0.90 promised "
            "vanishing. For a linear recurrence it keeps that in the long run (Gelfand); at a "
            "given lag ρ is no bound.",
        ),
        (
            "guaranteed: ‖W‖₂ < 1",
            "vanishes: 9.7·10⁻⁴¹ at lag 100. It had to. No factor has a norm above 0.83,",
        ),
        (
            "saturation: w = 3",
            "vanishes: 8.7·10⁻¹⁵¹ at lag 100. ρ(W) = 3 promised exploding. But a bound above 1, "
            "here 3, is necessary for that, not sufficient",
        ),
        (
            "ρ = 0 explodes",
            "explodes: 2.6·10¹⁰ at lag 40. ρ(W) = 0 promised vanishing: ρ is no bound.",
        ),
        ("normal: ρ decides", "explodes: 132 at lag 100. Here ρ(W) = 1.05 decides at every lag"),
        (
            "orthogonal",
            "neither vanishes nor explodes: 0.208 at lag 100. ρ(W) = 1 promised nothing.",
        ),
        (
            "residual: U = 0.2 I",
            "explodes: 8.3·10⁷ at lag 100. It could, for the bound 1.20 is above 1; that is "
            "necessary, not sufficient. ρ(I + W) = 1.20 agrees",
        ),
        (
            "residual: U = −0.9 I",
            "vanishes: 1.0·10⁻¹⁰⁰ at lag 100. ρ(I + W) = 0.10 agrees, but proves nothing where "
            "slopes change: the bound 1.90 is not below 1",
        ),
        (
            "leaky: α = 0.9",
            "neither vanishes nor explodes: 0.133 at lag 100. In the end it must vanish: no "
            "factor has a norm above 0.98 < 1.",
        ),
    ],
)
def test_the_sentence_of_a_preset_names_the_theorem(show, name, sentence):
    page = show(GradientExplorer(answered=True)).page
    page.get_by_role("combobox", name="Example").select_option(name)
    assert f"The gradient {sentence}" in says(page)
    assert page.locator(".gx-says").inner_text() == PRESETS[name]["says"]


def test_no_sentence_claims_more_than_its_theorem(call, rng):
    """Over 1,000 networks of every kind: what must be true where a theorem is named, is."""
    seen = set()
    for state in drawn(rng, 1000, 40, reach=1.6, spread=1.5):
        if rng.random() < 0.2:
            state["nonnormality"] = 0.0
        run, linear = explore(state), state["activation"] == "identity"
        norm = run.lags.norm
        found = verdict(norm, run.bound, run.radius)
        values = dict(zip(("outcome", "rises", "guaranteed", "promise"), found, strict=True))
        facts = {
            "last": logs(norm[-1]),
            "lag": len(norm),
            "peak": logs(norm.max()),
            "peakLag": int(norm.argmax()) + 1,
            "bound": run.bound,
            "radius": run.radius,
            "rule": "ρ",
            "linear": linear,
            "normal": linear and state["nonnormality"] == 0,
            "nonnegative": bool((run.W >= 0).all()),
        }
        happens, because = call(NAME, "explain", [[values, facts]])[0]
        if "had to" in because or "must vanish" in because:
            assert (norm <= run.bound ** np.arange(1, 41) * (1 + 1e-9)).all()
        if "is its power exactly" in because:
            steps = run.radius ** np.arange(1, 41)
            assert error(norm, steps, 1e-300) < 1e-9
        if "no negative entry" in because:
            J = CELLS[state["cell"]](state["alpha"])
            gain = J[1] * slope_bound(ACTIVATIONS[state["activation"]])
            power = np.linalg.matrix_power(J[0] * np.eye(2) + gain * run.W, 40)
            assert norm[-1] <= spectral_norm(power) * (1 + 1e-9)
        if "promised vanishing" in because:
            assert run.radius < 1
            assert found.outcome != "vanishes" or found.rises
        if "promised exploding" in because:
            assert run.radius > 1
            assert found.outcome != "explodes"
        if "not sufficient: slopes" in because:
            assert found.outcome == "vanishes"
            assert not linear
            assert run.bound > 1
        if "decides" in because:
            assert linear
        assert ("rises" in happens) == found.rises
        seen.add(re.sub(r"[\d.·⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+", "", because).strip()[:24])
    assert len(seen) >= 10, seen


# 64 units


def test_64_units_are_computed_once_and_are_small():
    found = networks()
    assert len(json.dumps(found)) < 30_720
    assert networks() is found
    assert set(found["runs"]) == {f"{c} {r:g} {d:g}" for c, r, d in product(CELLS, RADII, DRIVES)}


def test_64_units_are_those_of_the_package_and_rounding_changes_no_verdict(call):
    rng = np.random.default_rng(0)
    W = rng.normal(size=(64, 64))
    W /= np.abs(np.linalg.eigvals(W)).max()
    start, xs = 0.1 * rng.normal(size=64), rng.normal(size=(100, 64))
    cells, asked, wanted = {"Elman": CELL, "leaky": leaky(0.9), "residual": residual()}, [], []
    for name, radius, drive in product(cells, RADII, DRIVES):
        keep, write = CELLS[name](0.9)
        p = RNN(drive * np.eye(64), radius * W, np.zeros(64))
        run = networks()["runs"][f"{name} {radius:g} {drive:g}"]
        norm = lags(cells[name], p, xs, start).norm
        assert np.abs(np.log10(norm) - run["norm"]).max() < 5.1e-4
        bound, rate = (
            keep + write * radius * spectral_norm(W),
            spectral_radius(keep * np.eye(64) + write * radius * W),
        )
        assert error([run["bound"], run["radius"]], [bound, rate]) < 1e-11
        asked.append([(10 ** np.array(run["norm"])).tolist(), run["bound"], run["radius"]])
        wanted.append(verdict(norm, run["bound"], run["radius"]))
    for found, one in zip(call(NAME, "verdict", asked), wanted, strict=True):
        assert list(found.values()) == list(one)
    assert {one.outcome for one in wanted} == {"vanishes", "explodes", "neither"}


def test_64_units_are_chosen_by_radius_drive_and_cell(show):
    page = show(GradientExplorer(answered=True)).page
    page.get_by_role("radio", name="64 units").check()
    assert page.get_by_role("slider").count() == 1
    assert not page.locator(".gx-grip").first.is_visible()
    bars = page.locator(".gx-bars")
    for radius, drive, cell in ((0.5, 5, "leaky"), (1.5, 0, "Elman"), (1.1, 1, "residual")):
        for key in (str(radius), str(drive), cell):
            bars.get_by_role("radio", name=key, exact=True).check()
        run = networks()["runs"][f"{cell} {radius} {drive}"]
        assert f"{shown(run['norm'][-1])} at lag 100" in says(page)
        dots = page.locator(".gx-dots path").get_attribute("d")
        spots = np.array(re.findall(r"M(\S+) (\S+)h0", dots.replace(",", " ")), dtype=float)
        assert len(spots) >= 64
        reach = np.hypot(spots[:, 0] - 184, spots[:, 1] - 154).max() * 2.5 / 148
        assert abs(reach - radius) < 0.01


# A cell of your own


def test_any_cell_can_be_shown_with_both_chains(show):
    run = own()
    wanted = lags(run["cell"], run["p"], run["xs"], run["h0"])
    widget = GradientExplorer(**own(answered=True))
    assert widget.mode == "yours"
    for key, values in wanted._asdict().items():
        with np.errstate(divide="ignore"):
            exact = np.clip(np.log10(values), -400, 400)
        assert np.abs(widget.yours[key] - exact).max() < 1e-6
    visit = show(widget)
    page = visit.page
    assert f"{shown(logs(wanted.norm[-1]))} at lag 40" in says(page)
    assert f"multiply to {shown(logs(wanted.upper[-1]))}" in says(page)
    assert page.get_by_role("radio", name="skip < 2").is_checked()
    assert page.locator(".gx-holder text.is-lower").count() == 1
    assert page.locator(".gx-holder text.is-rule").count() == 0
    page.get_by_role("radio", name="2 units").check()
    assert "rises to 38.7" in says(page)
    assert visit.console == []


def test_a_cell_of_your_own_whose_factors_are_small_had_to_vanish(show):
    p = RNN(np.ones((2, 1)), 0.4 * np.eye(2), np.zeros(2))
    page = show(
        GradientExplorer(cell=CELL, p=p, xs=np.ones((30, 1)), h0=np.zeros(2), answered=True)
    ).page
    assert "It had to. No factor has a norm above" in says(page)


@pytest.mark.parametrize(
    ("bad", "kind", "message"),
    [
        ({"xs": np.zeros((0, 1))}, ValueError, "xs: got the empty shape"),
        ({"h0": (np.zeros(3),)}, ValueError, "h0: got a tuple of 1, expected a tuple of 2"),
        ({"name": 3}, ValueError, "name: got 3, expected a text"),
        ({"cell": "Elman"}, ValueError, "cell: got 'Elman', expected a Cell"),
        ({"cell": None}, ValueError, "cell: got None, expected"),
        ({"xs": np.full((4, 1), np.inf)}, ValueError, "xs: got inf"),
        ({"p": None}, ValueError, "p: got None, expected the weights of the cell"),
    ],
)
def test_a_run_that_cannot_be_is_turned_away(bad, kind, message):
    with pytest.raises(kind, match=message):
        GradientExplorer(**own(**bad))


def test_a_run_that_overflows_says_at_which_step():
    p = RNN(np.ones((2, 1)), 1e3 * np.ones((2, 2)), np.zeros(2))
    with pytest.raises(OverflowError, match="exploded at"):
        GradientExplorer(
            cell=elman(ACTIVATIONS["identity"]), p=p, xs=np.ones((200, 1)), h0=np.ones(2)
        )


# At the door


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"W": np.eye(3)}, r"W: got shape \(3, 3\), expected \(n_h=2, n_h=2\)"),
        ({"W": [[1, math.nan], [0, 1]]}, r"W: got nan at index \(0, 1\), expected finite"),
        ({"W": [[1, 2000], [0, 1]]}, r"W: got 2000.0, expected numbers from -1000 to 1000"),
        ({"eigenvalues": [[1, 1], [1, 1]]}, "eigenvalues: .* expected two reals or a conjugate"),
        ({"eigenvalues": [[1, 1], [2, -1]]}, "eigenvalues: .* expected two reals or a conjugate"),
        ({"nonnormality": math.inf}, r"nonnormality: got inf"),
        ({"angle": 4}, r"angle: got 4, expected a finite number from -3.14"),
        (
            {"activation": "relu"},
            r"activation: got 'relu', expected one of 'tanh', 'logistic', 'ReLU'",
        ),
        ({"cell": "LSTM"}, r"cell: got 'LSTM', expected one of 'Elman', 'leaky', 'residual'"),
        ({"alpha": 1.1}, r"alpha: got 1.1, expected a finite number from 0 to 1"),
        ({"drive": -1}, r"drive: got -1, expected a finite number from 0 to 5"),
        ({"bias": [1.0]}, r"bias: got shape \(1,\), expected \(n_h=2\)"),
        ({"start": [0, 101]}, r"start: got 101.0, expected numbers from -100 to 100"),
        ({"horizon": 5}, r"horizon: got 5, expected a whole number from 10 to 100"),
        ({"lag": 0}, r"lag: got 0, expected a whole number from 1"),
        ({"lag": True}, r"lag: got True"),
        ({"preset": "x"}, r"preset: got 'x', expected one of 'transient"),
        ({"mode": "yours"}, r"mode: got 'yours', expected one of 'hand', 'many'"),
        ({"many_radius": 2}, r"many_radius: got 2, expected one of 0.5, 0.9"),
        ({"answered": "yes"}, r"answered: got 'yes', expected True or False"),
        ({"many_drive": True}, r"many_drive: got True, expected one of 0.0, 1.0, 5.0"),
        ({"drvie": 1}, r"keyword: got 'drvie', expected one of 'activation', .*'drive'"),
    ],
)
def test_what_does_not_fit_is_turned_away(bad, message):
    with pytest.raises(ValueError, match=message):
        GradientExplorer(**bad)


def test_a_matrix_is_taken_apart_and_shown():
    widget = GradientExplorer([[1, 2], [3, 4]])
    assert widget.preset == ""
    assert (
        error(matrix(widget.eigenvalues, widget.nonnormality, widget.angle), [[1, 2], [3, 4]])
        < 1e-13
    )
    assert GradientExplorer().preset == "transient: ρ = 0.9"
    assert GradientExplorer(lag=3).preset == "transient: ρ = 0.9"
    assert GradientExplorer(preset="orthogonal", drive=1).preset == ""


# In the browser


def test_before_an_answer_there_are_the_question_and_the_plane_alone(show):
    page = show(GradientExplorer()).page
    assert page.get_by_role("img").count() == 1
    assert not page.get_by_role("slider").first.is_visible()
    page.get_by_role("button", name="shrunk to 0.35").click()
    assert "Not quite" in page.locator(".kit-reply").inner_text()
    assert page.get_by_role("slider", disabled=False).count() == 7
    assert page.locator(".gx-plot").is_visible()


@pytest.mark.parametrize("n", [0, 1, 2])
def test_every_reply_leads_to_the_transient(show, n):
    page = show(GradientExplorer()).page
    page.locator(".kit-guess .kit-button").nth(n).click()
    reply = page.locator(".kit-reply").inner_text()
    assert reply.startswith("Yes." if n == 2 else "Not quite.")
    peak = explore(preset("transient: ρ = 0.9")).lags.norm.max()
    assert (
        f"“transient: ρ = 0.9” both eigenvalues are 0.9, and the gradient rises to {peak:.1f} at"
        in reply
    )
    assert ("0.35" in reply) == (n < 2)
    assert math.isclose(0.9**10, 0.35, abs_tol=0.005)


def test_every_slider_moves_what_it_names(show):
    page = show(GradientExplorer(preset="guaranteed: ‖W‖₂ < 1", answered=True)).page
    state = dict(preset("guaranteed: ‖W‖₂ < 1"))

    def holds():
        run = explore(state)
        end = shown(logs(run.lags.norm[-1]))
        assert f"{end} at lag 100" in says(page)
        assert abs(float(slider(page, "σ1 = ‖W‖2").input_value()) - spectral_norm(run.W)) < 0.006
        return end

    holds()
    slider(page, "Re λ").fill("0.9")
    state["eigenvalues"] = [[0.9, v[1]] for v in state["eigenvalues"]]
    holds()
    slider(page, "Im λ").fill("0.7")
    state["eigenvalues"] = [[0.9, 0.7], [0.9, -0.7]]
    assert page.get_by_role("combobox", name="Example").input_value() == ""
    slider(page, "ν, non-normality").fill("-2.5")
    state["nonnormality"] = -2.5
    holds()
    slider(page, "θ, degrees").fill("30")
    state["angle"] = math.pi / 6
    holds()
    slider(page, "drive").fill("0.4")
    state["drive"] = 0.4
    end = holds()
    assert f"{end} at lag 100" in slider(page, "drive").get_attribute("aria-valuetext")
    page.get_by_role("radio", name="leaky").check()
    slider(page, "α").fill("0.25")
    state |= {"cell": "leaky", "alpha": 0.25}
    holds()
    page.get_by_role("radio", name="ReLU").check()
    state["activation"] = "ReLU"
    holds()
    page.get_by_role("radio", name="two real").check()
    state["eigenvalues"] = [[1.6, 0.0], [0.2, 0.0]]
    holds()
    slider(page, "λ2").fill("-1")
    state["eigenvalues"][1][0] = -1.0
    holds()
    slider(page, "lag k").fill("17")
    heard = f"lag 17: gradient {shown(logs(explore(state).lags.norm[16]))}"
    assert slider(page, "lag k").get_attribute("aria-valuetext") == heard


def test_the_two_sliders_of_non_normality_agree(show):
    page = show(GradientExplorer(answered=True)).page
    slider(page, "σ1 = ‖W‖2").fill("3")
    nu = float(slider(page, "ν, non-normality").input_value())
    assert abs(spectral_norm(matrix([[0.9, 0], [0.9, 0]], nu, 0.0)) - 3) < 0.01
    slider(page, "σ1 = ‖W‖2").fill("0.2")  # below the radius there is none
    assert slider(page, "σ1 = ‖W‖2").input_value() == "0.9"
    assert slider(page, "ν, non-normality").input_value() == "0"
    assert "It had to. No factor has a norm above 0.90" in says(page)


def grip(page, i):
    box = page.locator(".gx-grip .is-target").nth(i).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("width", [360, 1280])
def test_eigenvalues_can_be_pulled_onto_the_axis_along_it_and_off_again(show, width):
    page = show(
        GradientExplorer(preset="guaranteed: ‖W‖₂ < 1", answered=True), width=width, height=3000
    ).page
    frame = page.locator(".gx-frame").bounding_box()

    def spot(re, im):
        return (
            frame["x"] + (re + 2.5) / 5 * frame["width"],
            frame["y"] + (2.5 - im) / 5 * frame["height"],
        )

    def values():
        return [float(slider(page, label).input_value()) for label in ("Re λ", "Im λ")]

    page.mouse.move(*grip(page, 0))
    page.mouse.down()
    page.mouse.move(*spot(-0.5, 1.5), steps=3)
    assert np.allclose(values(), [-0.5, 1.5], rtol=0, atol=0.04)
    assert np.allclose(grip(page, 1), spot(-0.5, -1.5), rtol=0, atol=1.5)  # both move
    page.mouse.move(*spot(0.5, 0.0), steps=3)
    assert page.get_by_role("radio", name="two real").is_checked()
    page.mouse.move(*spot(1.0, 0.0), steps=3)
    reals = [float(slider(page, f"λ{n}").input_value()) for n in (1, 2)]
    assert np.allclose(reals, [1.0, 0.5], rtol=0, atol=0.04)
    page.mouse.move(*spot(0.55, 0.0), steps=2)
    page.mouse.move(*spot(0.55, 1.0), steps=2)
    assert page.get_by_role("radio", name="conjugate pair").is_checked()
    page.mouse.move(*spot(4.0, 9.0), steps=2)
    assert values() == [2.5, 2.5]
    page.mouse.up()
    page.mouse.move(*spot(0.0, 0.5), steps=2)
    assert values() == [2.5, 2.5]


def test_the_plane_is_locked_until_the_answer(show):
    page = show(GradientExplorer()).page
    before = grip(page, 0)
    page.mouse.move(*before)
    page.mouse.down()
    page.mouse.move(before[0] - 60, before[1], steps=3)
    page.mouse.up()
    assert grip(page, 0) == before


def test_the_numbers_behind_the_plot_are_those_of_the_package(show):
    page = show(GradientExplorer(answered=True)).page
    page.locator("summary").click()
    slider(page, "lag k").fill("62")
    rows = page.locator(".kit-data tbody tr").all_inner_texts()
    found = curves(GradientExplorer())
    assert [row.split("\t")[0] for row in rows] == ["1", "2", "5", "10", "20", "50", "62", "100"]
    for row in rows:
        k, *cells = row.split("\t")
        assert cells == [
            shown(v[int(k)]) for v in (found.norm, found.upper, found.lower, found.rule)
        ]


def test_a_size_reads_the_same_in_both_languages(call, rng):
    values = [-400.0, 400.0, 0.0, -3.0, 3.9998, 3.9999, 4.0, 0.99999, 1.0, -75.28]
    values += rng.uniform(-160, 160, 500).tolist() + rng.uniform(-4, 5, 1000).tolist()
    assert call(NAME, "size", [[x] for x in values]) == [shown(x) for x in values]
    wanted = {math.log10(38.7459): "38.7", -74.284: "5.2·10⁻⁷⁵", 7.9181: "8.3·10⁷"}
    assert {x: shown(x) for x in wanted} == wanted


def test_labels_at_the_ends_keep_apart_and_in_order(call, rng):
    for _ in range(50):
        wanted = rng.uniform(30, 250, 4).tolist()
        found = call(NAME, "spread", [[wanted, 19, 30, 250]])[0]
        assert np.diff(sorted(found)).min() >= 19 - 1e-9
        assert min(found) >= 30
        assert max(found) <= 250
        assert np.array_equal(np.argsort(found), np.argsort(wanted))


def test_the_decades_hold_the_norm_and_a_norm_of_1(call, rng):
    for _ in range(200):
        norm = np.cumsum(rng.normal(0, 10 ** rng.uniform(-2, 1), 50)).tolist()
        low, high, step = call(NAME, "decades", [[norm, [0, rng.normal(0, 50)]]])[0]
        assert low <= min(0, *norm)
        assert high >= max(0, *norm)
        assert low % step == high % step == 0
        assert (high - low) / step <= 9


def test_the_live_region_says_what_happens(show):
    page = show(GradientExplorer(answered=True)).page
    page.wait_for_timeout(400)
    assert page.locator(".kit-live").inner_text() == ""  # nothing changed
    page.get_by_role("combobox").select_option("saturation: w = 3")
    page.wait_for_function(
        "() => document.querySelector('.kit-live').textContent.startsWith('The gradient vanishes')"
    )


def test_everything_can_be_done_from_the_keyboard(show):
    page = show(GradientExplorer()).page
    press = page.keyboard.press
    for key in ("Tab", "Tab", "Tab", "Enter"):  # the third answer
        press(key)
    assert "Yes." in page.locator(".kit-reply").inner_text()
    order = []
    for _ in range(16):
        press("Tab")
        order.append(
            page.evaluate(
                "() => { const n = document.activeElement; return n.labels?.[0]?.textContent ?? "
                "n.tagName }"
            )
        )
    names = [
        "2 units",
        "Example",
        "two real",
        "λ1",
        "λ2",
        "ν, non-normality",
        "σ1 = ‖W‖2",
        "θ, degrees",
        "drive",
        "identity",
        "Elman",
        "lag k",
        "SUMMARY",
    ]
    assert order[: len(names)] == names
    slider(page, "λ1").focus()
    press("ArrowRight")
    assert slider(page, "λ1").input_value() == "0.91"
    page.get_by_role("radio", name="two real").focus()
    press("ArrowLeft")
    assert slider(page, "Re λ").is_visible()
    page.get_by_role("combobox").focus()
    press("End")
    assert "In the end it must vanish" in says(page)
    page.get_by_role("radio", name="2 units").focus()
    press("ArrowRight")
    assert page.locator(".gx-bars").is_visible()


@each_axe
def test_axe_finds_nothing_and_the_network_is_left_alone(show, violations, theme, width, rules):
    visit = show(GradientExplorer(**own(mode="hand")), theme=theme, width=width)
    page = visit.page
    assert violations(page, **rules) == []
    page.get_by_role("button", name="grown").click()
    page.locator("summary").click()
    for name in ("leaky: α = 0.9", "ρ = 0 explodes"):
        page.get_by_role("combobox").select_option(name)
        assert violations(page, **rules) == []
    for name in ("64 units", "skip < 2"):
        page.get_by_role("radio", name=name).check()
        assert violations(page, **rules) == []
    assert visit.console == []
    assert visit.outside == []


TEXTS = """() => [...document.querySelectorAll(".gx svg")].filter((svg) => svg.checkVisibility())
    .map((svg) => {
    const frame = svg.getBoundingClientRect();
    const boxes = [...svg.querySelectorAll("text")].filter((t) => t.getClientRects().length)
        .map((t) => [t.textContent, t.getBoundingClientRect()]);
    const out = boxes.filter(([, b]) => b.left < frame.left - 1 || b.right > frame.right + 1
        || b.top < frame.top - 1 || b.bottom > frame.bottom + 1).map(([text]) => text);
    const deep = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
    const over = boxes.flatMap(([s, a], i) => boxes.slice(i + 1)
        .filter(([, b]) => deep(a, b)).map(([t]) => `${s} / ${t}`));
    return [...out, ...over];
})"""


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
@pytest.mark.parametrize("width", [360, 760, 1280])
def test_nothing_sticks_out_and_no_label_lies_on_another(show, state, width):
    visit = show(GradientExplorer(**state, answered=True), width=width)
    page = visit.page
    for lag in (None, "1", "100"):
        if lag:
            slider(page, "lag k").evaluate(
                "(n, v) => { n.value = v; n.dispatchEvent(new Event('input')); }", lag
            )
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        texts = page.evaluate(TEXTS)
        assert texts
        assert not any(texts), texts
    inside = "nodes => nodes.every(n => n.scrollWidth <= n.clientWidth + 1)"
    assert page.locator(
        ".gx-key, .gx-verdict, .gx-says, .gx-head, .kit-slider output"
    ).evaluate_all(inside)
    assert visit.console == []


def test_two_on_one_page_do_not_hear_each_other(show):
    page = show(GradientExplorer(answered=True), GradientExplorer(answered=True)).page
    slider(page, "λ1").nth(0).fill("-2")
    page.get_by_role("radio", name="tanh").nth(0).check()
    assert "rises to 38.7 at lag 9" in page.locator(".gx-verdict").nth(1).inner_text()
    assert page.get_by_role("radio", name="identity").nth(1).is_checked()
    clips = page.locator("clipPath").evaluate_all("n => n.map(c => c.id)")
    assert len(set(clips)) == len(clips) > 1


def test_a_kernel_hosts_the_same_module_and_the_clean_up_lets_go_of_it(hosted):
    look = "el => el.querySelector('.gx-verdict').textContent"
    changed = {"activation": "tanh", "eigenvalues": [[0.5, 0.0], [0.5, 0.0]], "nonnormality": 0.0}
    seen = hosted(NAME, GradientExplorer(answered=True), changed, look)
    assert "It had to. No factor has a norm above 0.50" in seen


@pytest.mark.parametrize("state", [*STATES.values(), own()], ids=[*STATES, "own"])
def test_the_still_figure_holds_the_numbers_of_the_package(state):
    widget = GradientExplorer(**state)
    html, found = widget.fallback(), curves(widget)
    label = html.split('aria-label="')[1].split('"')[0]
    steps = len(found.norm) - 1
    assert 20 < len(label) <= 250
    assert label.endswith(f"{shown(found.norm[-1])} at lag {steps}.")
    assert f"highest, lag {int(np.argmax(found.norm))}" in label
    assert f'<th scope="row">{steps}</th><td>{shown(found.norm[-1])}</td>' in html
    outcome = {"neither": "neither vanishes nor explodes"}
    assert f"the gradient {outcome.get(found.judged().outcome, found.judged().outcome)}." in html
    assert "nan" not in html.lower()
    if widget.mode == "hand":
        run = explore(widget.state())
        assert shown(found.norm[1]) == shown(logs(run.lags.norm[0]))
