"""Truncation window: same arithmetic as `unrolled.truncation`, usable by everyone."""

import json
import re
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from tests.conftest import ROOT
from tests.page.common import each_axe, error, slider
from unrolled.bptt.paths import paths
from unrolled.core.gradcheck import relative_gap
from unrolled.core.unroll import Cell, unroll
from unrolled.rnn.cell import CELL, RNN
from unrolled.truncation.example import example
from unrolled.truncation.truncation_window import (
    MOST_DRAWS,
    SCHEMES,
    TruncationWindow,
    gradient,
    percent,
    uniform,
)
from unrolled.truncation.walks import chunked
from unrolled.truncation.weights import kept, late_losses, random_gates, survival, weighted

NAME = "truncation_window"
T = 20
STATES = {
    "exact": {"scheme": "exact"},
    "window": {"scheme": "window", "k": 1, "loss": 20},
    "k1k2": {"scheme": "k1k2", "k1": 7, "k2": 13, "loss": 1},
    "chunks": {"scheme": "chunks", "k": 7},
    "late": {"scheme": "late", "k": 10, "loss": 8},
    "random": {"scheme": "random", "draws": 41},
    "biased": {"scheme": "random", "draws": 100, "keep": 0.05, "reweighted": False},
    "far-fetched": {"scheme": "random", "draws": 100, "keep": 0.3},
    "no cuts": {"scheme": "random", "keep": 1.0},
}
NAMES = {
    "exact": "exact",
    "window": "sliding window",
    "k1k2": "k1 / k2",
    "chunks": "chunks",
    "late": "late losses only",
    "random": "random cuts",
}


def problem(rng, T, n_h=6, n_x=3):
    """A random problem: p, xs, h0, dstates."""
    p = RNN(rng.normal(size=(n_h, n_x)), rng.normal(size=(n_h, n_h)), rng.normal(size=n_h))
    return p, rng.normal(size=(T, n_x)), rng.uniform(-1, 1, n_h), rng.normal(size=(T, n_h))


def full_table(p, xs, h0, dstates):
    _, caches = unroll(CELL, p, xs, h0)
    return paths(CELL, p, caches, dstates)


@cache
def the_books():
    """The table of the default problem."""
    return full_table(*example())


def wanted(weights, given=None):
    """The relative error of W_hh, from the package and nothing else."""
    table = full_table(*given) if given else the_books()
    full = weighted(table, kept(len(weights), 1, len(weights)))
    return relative_gap(weighted(table, weights).W_hh, full.W_hh)


def pairs(table):
    """δ^{(t)}_i in the order of the trait."""
    t, i = np.tril_indices(len(table.b_h))
    return table.b_h[t, i].tolist()


def verdict(page):
    return page.locator(".window-verdict").inner_text()


def drawn(page):
    """The weights in the picture: 1 for a filled pair, 0 for a cross."""
    classes = page.locator(".window-pairs svg path[class^=is-]").evaluate_all(
        "nodes => nodes.map(n => n.getAttribute('class'))"
    )
    n = int((np.sqrt(8 * len(classes) + 1) - 1) / 2)
    found = np.zeros((n, n))
    found[np.tril_indices(n)] = [c == "is-kept" for c in classes]
    return found


# The arithmetic


def test_kept_and_late_losses_are_those_of_the_package(call):
    sizes = [(n, k1, k2) for n in range(1, 21) for k1 in range(1, n + 1) for k2 in range(k1, n + 1)]
    found = call(NAME, "kept", [list(size) for size in sizes])
    assert len(sizes) > 1000
    for one, size in zip(found, sizes, strict=True):
        assert np.array_equal(one, kept(*size))
    sizes = [(n, k) for n in range(1, 46) for k in range(1, n + 1)]
    found = call(NAME, "lateLosses", [list(size) for size in sizes])
    assert len(sizes) > 1000
    for one, size in zip(found, sizes, strict=True):
        assert np.array_equal(one, late_losses(*size))


def test_random_cuts_are_those_of_the_package(call, rng):
    draws = []
    for seed in range(1200):
        draws.append((seed, int(rng.integers(2, 31)), float(rng.uniform(0.05, 1)), seed % 2 == 0))
    uniforms = [np.random.default_rng(seed).random(n - 1).tolist() for seed, n, _, _ in draws]
    asked = [[u, keep, rw] for u, (_, _, keep, rw) in zip(uniforms, draws, strict=True)]
    opened = call(NAME, "gates", asked)
    found = call(NAME, "survival", [[gates] for gates in opened])
    for gates, weights, (seed, n, keep, rw) in zip(opened, found, draws, strict=True):
        twin = random_gates(np.random.default_rng(seed), n, keep, rw)
        assert np.array_equal(gates, twin)
        assert np.array_equal(weights, survival(twin))


def test_survival_of_any_gates_is_that_of_the_package(call, rng):
    gates = [rng.normal(1, 1, rng.integers(1, 30)) for _ in range(1200)]
    found = call(NAME, "survival", [[g.tolist()] for g in gates])
    for one, g in zip(found, gates, strict=True):
        assert error(one, survival(g)) < 1e-12


def test_the_generator_is_mulberry32_in_both_languages(call, rng):
    asked = [[int(s), int(n)] for s, n in rng.integers(0, 2**31, (2000, 2)) % [2**31, 6000]]
    found = call(NAME, "uniform", asked)
    assert found == [uniform(*one) for one in asked]
    assert [uniform(1, n) for n in range(2)] == [0.6270739405881613, 0.002735721180215478]
    assert 0 <= min(found) < 0.01 < 0.99 < max(found) < 1
    assert abs(np.mean(found) - 0.5) < 0.02


def test_the_gradient_and_its_error_are_those_of_the_package(call, rng):
    """Random networks, all lengths, weights of either sign."""
    asked, twins = [], []
    for k in range(100):
        n, n_h = int(rng.integers(2, 11)), int(rng.integers(1, 9))
        p, xs, h0, dstates = problem(rng, n, n_h)
        table = full_table(p, xs, h0, dstates)
        states = np.vstack([h0, unroll(CELL, p, xs, h0)[0][:-1]])
        weights = np.tril(rng.normal(size=(n, n)) if k % 2 else rng.integers(0, 2, (n, n)))
        asked.append([pairs(table), states.tolist(), weights.astype(float).tolist()])
        twins.append((weighted(table, weights.astype(float)).W_hh, table))
    found = call(NAME, "gradient", asked)
    for one, (twin, table) in zip(found, twins, strict=True):
        # rounding grows with the terms, not with what is left of them
        size = max(1.0, np.abs(table.W_hh).sum(axis=(0, 1)).max())
        assert np.abs(np.reshape(one, twin.shape) - twin).max() < 1e-12 * size
    gaps = [[rng.normal(size=m).tolist(), rng.normal(size=m).tolist()] for m in range(1, 1001)]
    found = call(NAME, "relativeGap", gaps)
    twins = [relative_gap(np.array(a), np.array(b)) for a, b in gaps]
    assert error(found, twins) < 1e-12


def test_the_mean_of_draws_runs_as_it_should(call, rng):
    asked = [[rng.normal(size=(n, 4)).tolist(), rng.normal(size=4).tolist()] for n in range(1, 61)]
    count = 0
    for one, (gradients, full) in zip(call(NAME, "running", asked), asked, strict=True):
        for n, found in enumerate(one, start=1):
            mean = np.mean(gradients[:n], axis=0)
            gaps = [relative_gap(np.array(g), np.array(full)) for g in (gradients[n - 1], mean)]
            assert error([found["own"], found["mean"]], gaps) < 1e-12
            count += 1
    assert count > 1000


def test_the_default_problem_has_the_errors_of_the_package(call):
    """Nine digits are stored, so the error moves by no more than some 1e-9 of itself."""
    it, full = TruncationWindow(), kept(T, 1, T)
    for k in range(1, T + 1):
        for weights in (kept(T, 1, k), kept(T, k, k), late_losses(T, k), kept(T, 1 + k // 3, k)):
            exact = wanted(weights)
            asked = [[it.deltas, it.states, w.tolist()] for w in (weights, full)]
            found = call(NAME, "relativeGap", [call(NAME, "gradient", asked)])[0]
            assert abs(found - exact) < 1e-8 * exact + 1e-15
            assert abs(it.error(weights) - exact) < 1e-8 * exact + 1e-15


def test_chunks_are_what_a_detached_state_gives():
    p, xs, h0, dstates = example()
    it = TruncationWindow(scheme="chunks")
    for k in range(1, T + 1):
        twin, _, _ = chunked(CELL, p, xs, h0, k, lambda _, chunk: dstates[chunk])
        it.k = k
        found = gradient(it.deltas, it.states, it.weights())
        assert relative_gap(found, twin.W_hh) < 1e-8


def test_the_default_window_loses_less_with_every_step():
    errors = [wanted(kept(T, 1, k)) for k in range(1, T + 1)]
    assert all(a > b for a, b in pairwise(errors))
    assert [percent(errors[k - 1]) for k in (1, 2, 5, 10)] == [
        "67\u00a0%", "56\u00a0%", "7.1\u00a0%", "0.12\u00a0%",
    ]  # fmt: skip
    assert percent(wanted(late_losses(T, 10))) == "66\u00a0%"


# At the door


def test_the_state_and_the_source_stay_small():
    assert len(json.dumps(TruncationWindow().state())) <= 25_000
    here = ROOT / "src/unrolled/truncation"
    assert sum((here / f"{NAME}.{kind}").stat().st_size for kind in ("js", "css")) <= 24 * 1024


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"scheme": "both"}, r"scheme: got 'both', expected one of 'exact', 'window', 'k1k2'"),
        ({"k": 0}, r"k: got 0, expected a whole number from 1 to 20"),
        ({"k": True}, r"k: got True, expected a whole number"),
        ({"k": 2.5}, r"k: got 2.5, expected a whole number"),
        ({"k1": 21}, r"k1: got 21, expected a whole number from 1 to 20"),
        ({"k1": 6, "k2": 5}, r"k2: got 5, expected at least k1 = 6"),
        ({"k1": 6}, r"k2: got 5, expected at least k1 = 6"),
        ({"loss": 21}, r"loss: got 21"),
        ({"draws": 101}, r"draws: got 101, expected a whole number from 1 to 100"),
        ({"seed": -1}, r"seed: got -1"),
        ({"keep": 0.0}, r"keep: got 0.0, expected a finite number from 0.05 to 1"),
        ({"keep": np.nan}, r"keep: got nan"),
        ({"keep": "half"}, r"keep: got 'half'"),
        ({"reweighted": 1}, r"reweighted: got 1, expected True or False"),
        ({"answered": "yes"}, r"answered: got 'yes', expected True or False"),
        ({"sceme": "exact"}, r"keyword: got 'sceme', expected one of .*'scheme'"),
        ({"cell": None}, r"cell: got None, expected Cell"),
        ({"p": example()[0]}, r"xs: got None, expected p, xs, h0 and dstates, or none"),
        ({"xs": [[1.0]]}, r"p: got None, expected p, xs, h0 and dstates, or none"),
    ],
)
def test_what_does_not_fit_is_turned_away(unchecked, bad, message):
    with pytest.raises(ValueError, match=message):
        TruncationWindow(**bad)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"p": (1, 2, 3)}, r"p: got tuple, expected an RNN"),
        ({"xs": np.ones((1, 3)), "dstates": np.ones((1, 6))}, r"xs: got 1 steps, expected 2 to 30"),
        ({"xs": np.ones((31, 3))}, r"xs: got 31 steps, expected 2 to 30"),
        ({"h0": np.zeros(9)}, r"h0: got 9 units, expected at most 8"),
        ({"xs": np.ones((20, 2, 3))}, r"xs: got shape \(20, 2, 3\), expected \(T, n_x\)"),
        ({"xs": np.full((20, 3), np.nan)}, r"xs: got nan"),
        ({"dstates": np.ones((19, 6))}, r"dstates: got shape \(19, 6\), expected \(T=20, n_h=6\)"),
        ({"dstates": np.zeros((20, 6))}, r"dstates: got a gradient of W_hh that is 0"),
    ],
)
def test_a_problem_that_does_not_fit_is_turned_away(changed, message):
    given = dict(zip(("p", "xs", "h0", "dstates"), example(), strict=True))
    with pytest.raises(ValueError, match=message):
        TruncationWindow(**{**given, **changed})


def test_a_cell_whose_paths_are_not_outer_products_is_turned_away():
    def other(p, cache, dh):
        dp, dx, dh_prev = CELL.step_back(p, cache, dh)
        return dp._replace(b_h=2 * dp.b_h), dx, dh_prev

    cell = Cell(CELL.step, other, CELL.check)
    with pytest.raises(ValueError, match="cell: got paths that are not"):
        TruncationWindow(cell, *example())


@pytest.mark.parametrize("steps", [2, 3, 7, 30])
def test_any_elman_problem_is_welcome(show, rng, steps):
    given = problem(rng, steps, 8)
    half = -(-steps // 2)
    for scheme in SCHEMES:
        it = TruncationWindow(CELL, *given, scheme=scheme, k=half, answered=True)
        found = show(it)
        page = found.page
        assert f"Error {percent(it.error(it.weights()))}" in verdict(page)
        if scheme in ("window", "late"):
            weights = kept(steps, 1, half) if scheme == "window" else late_losses(steps, half)
            assert percent(wanted(weights, given)) in verdict(page)
        assert found.console == []


# In the browser


def test_before_an_answer_there_are_the_question_and_the_triangle_alone(show):
    page = show(TruncationWindow()).page
    assert page.get_by_role("img").count() == 1
    assert page.get_by_role("slider").count() == 0
    page.locator(".window-pairs svg").click(position={"x": 60, "y": 30})
    page.mouse.move(0, 0)
    assert page.locator(".window-reach").inner_text() == "Loss 12 reaches back to step 8."
    page.get_by_role("button", name="Dropping the first 10 losses").click()
    assert page.locator(".kit-reply").inner_text().startswith("Yes.")
    assert page.get_by_role("slider").count() == 2
    assert page.get_by_role("img").count() == 2


@pytest.mark.parametrize("n", [0, 1, 2])
def test_every_reply_holds_both_errors_of_the_package(show, n):
    page = show(TruncationWindow(scheme="chunks", k=3)).page
    assert "T = 20, k = 10" in page.locator(".kit-question").inner_text()
    for weights in (kept(T, 1, 10), late_losses(T, 10)):
        assert int(T * (T + 1) / 2 - weights.sum()) == 55
    assert "each drops 55 of 210 pairs" in page.locator(".kit-guess").inner_text()
    page.locator(".kit-guess .kit-button").nth(n).click()
    reply = page.locator(".kit-reply").inner_text()
    assert reply.startswith("Yes." if n == 1 else "Not quite.")
    window, late = (percent(wanted(w)) for w in (kept(T, 1, 10), late_losses(T, 10)))
    assert reply.endswith(
        f"Error of the window: {window}. Error without the first 10 losses: {late}."
    )


def test_where_the_far_pairs_matter_more_the_other_answer_is_right(show):
    """A loss at the last step alone, carried back by a growing identity."""
    p = RNN(np.zeros((1, 1)), np.array([[1.5]]), np.zeros(1))
    xs, h0 = np.zeros((8, 1)), np.array([0.01])
    dstates = np.zeros((8, 1))
    dstates[-1] = 1.0
    page = show(TruncationWindow(CELL, p, xs, h0, dstates)).page
    assert wanted(kept(8, 1, 4), (p, xs, h0, dstates)) > 0
    assert wanted(late_losses(8, 4), (p, xs, h0, dstates)) == 0
    page.get_by_role("button", name="Cutting every history at 4 steps").click()
    reply = page.locator(".kit-reply").inner_text()
    assert reply.startswith("Yes.")
    assert "they matter more than the first 4 losses" in reply
    assert reply.endswith("Error without the first 4 losses: 0\u00a0%.")


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ({"scheme": "exact"}, "Exact: 210 of 210 pairs kept; every loss reaches back to step 1."),
        ({}, "Window 5: 90 of 210 pairs kept; every loss keeps its last 5 steps. Error 7.1\u00a0%"),
        ({"k": 1}, "Window 1: 20 of 210 pairs kept; every loss keeps its own step only."),
        ({"scheme": "k1k2", "k1": 3, "k2": 7},
         "Every 3 steps the losses since then walk back over the last 7 steps: 104 of 210"),
        ({"scheme": "k1k2", "k1": 1, "k2": 1}, "Every step the loss walks back over the last 1 st"),
        ({"scheme": "chunks"}, "Chunks of 5: 60 of 210 pairs kept; no loss reaches across a cut"),
        ({"scheme": "chunks", "k": 20}, "Chunks of 20: 210 of 210 pairs kept; there is no cut."),
        ({"scheme": "late", "k": 10}, "Losses 1 to 10 are dropped altogether: 155 of 210 pairs kep"
         "t. Error 66\u00a0%: not a truncated gradient but another one."),
        ({"scheme": "late", "k": 19}, "Loss 1 is dropped altogether: 209 of 210"),
        ({"scheme": "late", "k": 20}, "All losses are kept: 210 of 210 pairs kept. Error 0\u00a0%"),
        ({"scheme": "random", "keep": 1.0},
         "Draw 1: 0 cuts in 19 places; 210 of 210 pairs kept. Error 0\u00a0%."),
    ],
)  # fmt: skip
def test_a_sentence_says_what_is_kept_and_what_is_lost(show, state, says):
    assert verdict(show(TruncationWindow(**state, answered=True)).page).startswith(says)


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_picture_sentence_and_numbers_are_those_of_the_package(show, state):
    it = TruncationWindow(**state, answered=True)
    page = show(it).page
    weights = it.weights()
    assert np.array_equal(drawn(page), weights > 0)
    assert f"{np.count_nonzero(weights)} of 210 pairs kept" in verdict(page)
    assert f"Error {percent(wanted(weights))}" in verdict(page)
    row = weights[it.loss - 1]
    first = np.flatnonzero(row)[0] + 1 if row.any() else 0
    reached = page.locator(".window-reach").inner_text()
    assert reached.startswith(f"Loss {it.loss} ")
    if not first:
        assert reached.endswith("is dropped altogether.")
    elif first == it.loss:
        assert reached.endswith("reaches its own step only.")
    else:
        assert reached.endswith(f"reaches back to step {first}.")


@pytest.mark.parametrize("scheme", ["exact", "window", "k1k2", "chunks", "late"])
def test_the_marked_point_stands_at_k_and_at_its_error(show, scheme):
    it = TruncationWindow(scheme=scheme, k=9, k1=4, k2=9, answered=True)
    page = show(it).page
    k, share = (20, 0.0) if scheme == "exact" else (9, it.error(it.weights()))
    heading = page.locator(".window-mark + text").text_content()
    assert heading.endswith(f"= {k}: {percent(share)}")
    numbers = re.findall(r"[-\d.]+", page.locator(".window-mark").get_attribute("d"))
    x, y = float(numbers[0]) + 6.5, float(numbers[1])
    assert abs(x - (66 + 270 * (k - 1) / 19)) < 0.02
    lanes = page.locator(".window-scheme svg g path").evaluate_all(
        "nodes => nodes.map(n => +n.getAttribute('d').match(/ ([\\d.]+)H/)[1])"
    )
    if share == 0:
        assert y == lanes[-1] == 186
        return
    # two labelled decades give the scale
    labels = page.locator(".window-scheme svg g text").evaluate_all(
        "nodes => nodes.map(n => [n.textContent, +n.getAttribute('y') - 5])"
    )
    at = {text.replace("\u00a0", " "): height for text, height in labels}
    decade = (at["1 %"] - at["100 %"]) / 2
    assert abs(y - (at["100 %"] - decade * np.log10(share))) < 0.1


@pytest.mark.parametrize("reweighted", [True, False])
def test_draws_their_mean_and_their_spread_are_those_of_the_package(show, reweighted):
    it = TruncationWindow(scheme="random", reweighted=reweighted, draws=60, answered=True)
    page = show(it).page
    table = the_books()
    full = weighted(table, kept(T, 1, T)).W_hh
    draws = [weighted(table, survival(it.gates(n))).W_hh for n in range(1, 61)]
    mean = np.mean(draws, axis=0)
    spread = np.sqrt(np.mean([np.sum((d - mean) ** 2) for d in draws])) / np.linalg.norm(full)
    chance = 1.0 if reweighted else 0.8
    limit = relative_gap(weighted(table, survival(np.full(19, chance))).W_hh, full)
    says = page.locator(".window-many").inner_text()
    assert f"The mean of 60 draws has the error {percent(relative_gap(mean, full))}" in says
    assert f"scatter by {percent(spread)}" in says
    assert f"tends to {percent(limit)}" in says
    assert (limit == 0) is reweighted
    assert ("there is no bias" in says) is reweighted
    assert page.locator(".window-dots").get_attribute("d").count("M") == 60


def test_the_mean_of_many_draws_comes_near_its_limit(show):
    errors = {}
    for reweighted in (True, False):
        it = TruncationWindow(
            scheme="random", reweighted=reweighted, draws=MOST_DRAWS, answered=True
        )
        full = gradient(it.deltas, it.states, np.ones((T, T)))
        draws = [
            gradient(it.deltas, it.states, survival(it.gates(n + 1))) for n in range(MOST_DRAWS)
        ]
        errors[reweighted] = relative_gap(np.mean(draws, axis=0), full)
        says = show(it).page.locator(".window-many").inner_text()
        assert f"error {percent(errors[reweighted])};" in says
    limit = wanted(survival(np.full(19, 0.8)))
    assert errors[True] < 0.06
    assert abs(errors[False] - limit) < 0.04
    assert limit > 0.12


def test_memory_counts_the_steps_that_must_be_held(show):
    wanted_steps = {
        "exact": 20, "window": 5, "k1k2": 9, "chunks": 5, "late": 20,
    }  # fmt: skip
    for scheme, steps in wanted_steps.items():
        page = show(TruncationWindow(scheme=scheme, k=5, k1=4, k2=9, answered=True)).page
        assert f"states of {steps} of 20 steps" in page.locator(".window-held").inner_text()
        assert page.locator(".window-bar .is-held").count() == steps
    for draws in range(1, 9):
        it = TruncationWindow(scheme="random", draws=draws, answered=True)
        longest = int((it.weights() > 0).sum(axis=1).max())
        page = show(it).page
        assert f"states of {longest} of 20 steps" in page.locator(".window-held").inner_text()


def test_k1_and_k2_never_cross(show):
    page = show(TruncationWindow(scheme="k1k2", answered=True)).page
    slider(page, "k1").fill("8")
    assert slider(page, "k2").input_value() == "8"
    slider(page, "k1").fill("7")
    assert slider(page, "k2").input_value() == "8"
    slider(page, "k1").fill("8")
    assert np.array_equal(drawn(page), kept(T, 8, 8))
    slider(page, "k2").fill("3")
    assert slider(page, "k1").input_value() == "3"
    assert np.array_equal(drawn(page), kept(T, 3, 3))
    slider(page, "k2").fill("20")
    assert slider(page, "k1").input_value() == "3"


def test_each_scheme_has_its_own_controls(show):
    page = show(TruncationWindow(answered=True)).page
    controls = {
        "exact": [], "window": ["k"], "k1k2": ["k1", "k2"], "chunks": ["k"], "late": ["k"],
        "random": ["chance π"],
    }  # fmt: skip
    for scheme, names in controls.items():
        page.get_by_role("radio", name=NAMES[scheme], exact=True).check()
        sliders = page.get_by_role("slider")
        assert sliders.count() == len(names) + 1
        for name in [*names, "loss t"]:
            assert slider(page, name).is_visible()
        assert page.get_by_role("button", name="Draw again").is_visible() == (scheme == "random")


def test_drawing_goes_on_stops_at_the_last_and_starts_over(show):
    page = show(TruncationWindow(scheme="random", answered=True)).page
    first = verdict(page)
    page.get_by_role("button", name="Draw again").click()
    assert verdict(page).startswith("Draw 2: ")
    it = TruncationWindow(scheme="random", draws=2)
    assert np.array_equal(drawn(page), it.weights() > 0)
    for _ in range(5):
        page.get_by_role("button", name="Draw 20 more").click()
    assert verdict(page).startswith("Draw 100: ")
    page.get_by_role("button", name="Draw again").click()
    page.wait_for_function(
        "document.querySelector('.kit-live').textContent.startsWith('100 draws are')"
    )
    page.get_by_role("button", name="Start over").click()
    assert verdict(page) == first


def test_weights_above_one_are_drawn_larger(show):
    it = TruncationWindow(scheme="random", draws=41, answered=True)
    page = show(it).page
    sizes = page.locator(".window-pairs .is-kept[d]").evaluate_all(
        "nodes => nodes.map(n => n.getBBox().width)"
    )
    weights = it.weights()[np.tril_indices(T)]
    weights = weights[weights > 0]
    order = np.argsort(weights, kind="stable")
    assert np.all(np.diff(np.array(sizes)[order]) >= -0.011)
    assert sizes[order[-1]] > 1.1 * sizes[order[0]]
    assert "Larger: weight above 1" in page.locator(".window-key").inner_text()


def test_a_row_can_be_pointed_at_and_picked(show):
    page = show(TruncationWindow(answered=True)).page
    box = page.locator(".window-pairs svg").bounding_box()
    scale = box["width"] / 366

    def spot(t):
        return box["x"] + scale * 40, box["y"] + scale * (8 + 15 * (t - 0.5))

    page.mouse.move(*spot(17))
    assert page.locator(".window-reach").inner_text() == "Loss 17 reaches back to step 13."
    assert page.locator(".window-part + text").text_content() == "17"
    assert slider(page, "loss t").input_value() == "12"
    page.mouse.move(0, 0)
    assert page.locator(".window-reach").inner_text() == "Loss 12 reaches back to step 8."
    page.mouse.click(*spot(4))
    assert slider(page, "loss t").input_value() == "4"
    assert (
        slider(page, "loss t").get_attribute("aria-valuetext") == "Loss 4 reaches back to step 1."
    )


def test_the_table_compares_three_schemes_at_every_k(show):
    page = show(TruncationWindow(answered=True)).page
    page.locator(".kit-data summary").click()
    rows = page.locator(".kit-data tbody tr")
    assert rows.count() == T
    for k in (1, 7, 10, 19, 20):
        schemes = (kept(T, 1, k), kept(T, k, k), late_losses(T, k))
        assert rows.nth(k - 1).locator("td").all_inner_texts() == [
            percent(wanted(w)) for w in schemes
        ]


def test_the_live_region_says_what_changed(show):
    page = show(TruncationWindow(answered=True)).page

    def heard(sentence):
        page.wait_for_function(
            "s => document.querySelector('.kit-live').textContent.startsWith(s)",
            arg=sentence,
        )

    slider(page, "k").fill("10")
    heard("Window 10: 155 of 210 pairs kept; every loss keeps its last 10 steps. Error 0.12")
    says = slider(page, "k").get_attribute("aria-valuetext")
    assert says == "k = 10: error 0.12\u00a0%"
    page.get_by_role("radio", name="late losses only").check()
    heard("Losses 1 to 10 are dropped altogether")
    slider(page, "loss t").fill("3")
    heard("Loss 3 is dropped altogether.")


def test_everything_can_be_done_from_the_keyboard(show):
    page = show(TruncationWindow()).page
    press = page.keyboard.press
    for key in ("Tab", "Tab", "Enter", "Tab", "Tab"):  # the second answer, then past the third
        press(key)
    press("ArrowRight")
    assert slider(page, "loss t").input_value() == "13"
    press("Tab")
    press("ArrowRight")  # from the window to k1/k2
    assert page.get_by_role("radio", name="k1 / k2").is_checked()
    press("Tab")
    press("End")
    assert slider(page, "k1").input_value() == "20"
    press("Tab")
    press("Home")
    assert slider(page, "k2").input_value() == "1"
    press("Shift+Tab")
    press("Shift+Tab")
    for _ in range(3):
        press("ArrowRight")
    assert page.get_by_role("radio", name="random cuts").is_checked()
    press("Tab")
    press("ArrowLeft")
    assert slider(page, "chance π").input_value() == "0.75"
    press("Tab")
    press("ArrowRight")
    assert page.get_by_role("radio", name="no", exact=True).is_checked()
    press("Tab")
    press("Enter")
    assert verdict(page).startswith("Draw 2:")


@each_axe
def test_axe_finds_nothing_and_the_network_is_left_alone(show, violations, theme, width, rules):
    visit = show(TruncationWindow(), theme=theme, width=width)
    page = visit.page
    assert violations(page, **rules) == []
    page.get_by_role("button", name="Both the same").click()
    page.locator(".kit-data summary").click()
    for scheme in SCHEMES:
        page.get_by_role("radio", name=NAMES[scheme], exact=True).check()
        if scheme in ("k1k2", "random"):  # they have the controls of the others
            assert violations(page, **rules) == []
    assert visit.console == []
    assert visit.outside == []


LABELS = """svg => {
    const frame = svg.getBoundingClientRect();
    const boxes = [...svg.querySelectorAll("text")].filter((t) => t.textContent.trim())
        .map((t) => [t.textContent, t.getBoundingClientRect()]);
    const out = boxes.filter(([, b]) => b.left < frame.left - 1 || b.right > frame.right + 1
        || b.top < frame.top - 1 || b.bottom > frame.bottom + 1).map(([text]) => text);
    const over = boxes.flatMap(([p, a], n) => boxes.slice(n + 1).filter(([, b]) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4).map(([q]) => `${p} on ${q}`));
    return [...out, ...over];
}"""


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
@pytest.mark.parametrize("width", [360, 760, 1280])
def test_nothing_sticks_out_and_no_label_is_cut_or_covered(show, state, width):
    page = show(TruncationWindow(**state, answered=True), width=width).page
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for svg in page.locator(".window svg").all():
        assert svg.evaluate(LABELS) == []
    inside = "nodes => nodes.every(n => n.scrollWidth <= n.clientWidth + 1)"
    assert page.locator(".window p, .window .kit-slider > *").evaluate_all(inside)


@pytest.mark.parametrize("steps", [2, 5, 9, 30])
def test_no_label_is_cut_or_covered_at_other_lengths_either(show, rng, steps):
    page = show(TruncationWindow(CELL, *problem(rng, steps), answered=True), width=360).page
    for scheme in SCHEMES:
        page.get_by_role("radio", name=NAMES[scheme], exact=True).check()
        for loss in {1, 2, steps // 2, steps}:
            slider(page, "loss t").fill(str(loss))
            for svg in page.locator(".window svg").all():
                assert svg.evaluate(LABELS) == []


def test_two_on_one_page_do_not_hear_each_other(show):
    page = show(TruncationWindow(answered=True), TruncationWindow(answered=True)).page
    before = page.locator(".window-verdict").nth(1).inner_text()
    slider(page, "k").nth(0).fill("2")
    page.get_by_role("radio", name="chunks").nth(0).check()
    assert page.locator(".window-verdict").nth(1).inner_text() == before
    assert page.get_by_role("radio", name="sliding window").nth(1).is_checked()
    assert page.locator(".window-verdict").nth(0).inner_text().startswith("Chunks of 2")


def test_a_kernel_hosts_the_same_module_and_the_clean_up_lets_go_of_it(hosted):
    look = "el => el.querySelector('.window-verdict').textContent.slice(0, 12)"
    changed = {"scheme": "late", "k": 3, "loss": 99}
    assert hosted(NAME, TruncationWindow(answered=True), changed, look) == "Losses 1 to "


def test_what_a_kernel_sets_too_large_is_read_as_the_largest(hosted):
    look = "el => el.querySelector('.window-verdict').textContent"
    changed = {"k1": 25, "k2": 4, "k": 30, "draws": 999, "scheme": "k1k2"}
    seen = hosted(NAME, TruncationWindow(answered=True), changed, look)
    assert seen.startswith("Every 20 steps the losses since then walk back over the last 20 steps")


def test_traits_keep_their_bounds():
    import traitlets

    it = TruncationWindow()
    for name, value in (("k", 0), ("keep", 0.0), ("draws", 101), ("scheme", "none"), ("seed", -1)):
        with pytest.raises(traitlets.TraitError):
            setattr(it, name, value)


@pytest.mark.parametrize("state", [{}, *STATES.values()], ids=["default", *STATES])
def test_the_still_figure_holds_the_numbers_of_the_package(state):
    it = TruncationWindow(**state)
    html = it.fallback()
    label = html.split('aria-label="')[1].split('"')[0]
    assert 20 <= len(label) <= 250
    assert f"{np.count_nonzero(it.weights())} pairs (filled)" in label
    assert f"W_hh: {percent(wanted(it.weights()))}." in label
    assert html.count('fill="var(--gradient)"') == np.count_nonzero(it.weights())
    for k in (1, 5, 10, 20):
        schemes = (kept(T, 1, k), kept(T, k, k), late_losses(T, k))
        cells = "".join(f"<td>{percent(wanted(w))}</td>" for w in schemes)
        assert f'<th scope="row">{k}</th>{cells}' in html
