"""Truncation window: same arithmetic as `unrolled.truncation`, and what it says is so."""

from itertools import pairwise

import numpy as np
import pytest

from tests.page.case import Case
from tests.page.common import error, slider
from tests.page.engine import derived
from tests.truncation import reference
from tests.truncation.reference import FULL, GIVEN, T, gradient, problem, table_of, wanted, weights
from unrolled.core.gradcheck import relative_gap
from unrolled.core.unroll import Cell, unroll
from unrolled.page.numbers import percent, plural
from unrolled.rnn.cell import CELL, RNN
from unrolled.truncation.truncation_window import TruncationWindow
from unrolled.truncation.walks import chunked
from unrolled.truncation.weights import kept, late_losses, random_gates, survival

FACES = """({ weights, held, walked, task, limit, error, texts }, widget) =>
    ({ weights, held, walked, task, limit, error, texts })"""


def solve(page):
    page.get_by_role("radio", name="sliding window").check()
    slider(page, "k").fill("8")


def sizes(rng):
    k1, k, n = np.sort(rng.integers(1, 31, 3)).tolist()
    return n, k1, k


def late(rng):
    return sizes(rng)[::2]


def running(gradients, full):
    """Of each draw its own error, and that of the mean so far."""
    means = np.cumsum(gradients, axis=0) / np.arange(1, len(gradients) + 1)[:, None]
    both = {"own": gradients, "curve": means}
    return {name: [relative_gap(one, full) for one in all] for name, all in both.items()}


CASE = Case(
    make=TruncationWindow,
    name="truncation_window",
    states={
        "window": {"k": 1, "loss": 20},
        "half": {"k": 10},
        "k1k2": {"scheme": "k1k2", "k1": 7, "k": 13, "loss": 1},
        "chunks": {"scheme": "chunks", "k": 7},
        "late": {"scheme": "late", "k": 10, "loss": 8},
        "random": {"scheme": "random", "draws": 41},
        "biased": {"scheme": "random", "draws": 100, "keep": 0.05, "reweighted": False},
        "no cuts": {"scheme": "random", "keep": 1.0},
    },
    draw=reference.draw,
    refused=[
        ({"k": 21}, "k: got 21, expected a whole number from 1 to 20"),
        ({"loss": 21}, "loss: got 21"),
        ({**GIVEN, "cell": None}, "cell: got None, expected Cell"),
        ({"p": GIVEN["p"]}, "xs: got None, expected p, xs, h0 and dstates, or none"),
        ({"xs": [[1.0]]}, "p: got None, expected p, xs, h0 and dstates, or none"),
        ({**GIVEN, "p": (1, 2, 3)}, "p: got tuple, expected an RNN"),
        ({**GIVEN, "xs": np.ones((31, 3))}, "xs: got 31 steps, expected 2 to 30"),
        ({**GIVEN, "xs": np.ones((1, 3))}, "xs: got 1 steps, expected 2 to 30"),
        ({**GIVEN, "h0": np.zeros(9)}, "h0: got 9 units, expected at most 8"),
        ({**GIVEN, "xs": np.full((20, 3), np.nan)}, "xs: got nan"),
        ({**GIVEN, "dstates": np.ones((19, 6))}, "dstates: got shape (19, 6), expected (T=20, n_h"),
        ({**GIVEN, "dstates": np.zeros((20, 6))}, "dstates: got a gradient of W_hh that is 0"),
    ],
    solve=solve,
    twins={
        "kept": (kept, sizes),
        "lateLosses": (late_losses, late),
        "survival": (survival, lambda rng: [rng.normal(1, 1, rng.integers(1, 30))]),
        "running": (running, lambda rng: [rng.normal(size=(rng.integers(1, 9), 4)), np.ones(4)]),
    },
    claims={
        "All 210 pairs": lambda it: np.array_equal(weights(it), FULL),
        "walks back": lambda it: (weights(it).sum(axis=1) <= it.k).all(),
        "across a cut": lambda it: all(not weights(it)[n:, :n].any() for n in range(it.k, T, it.k)),
        "are dropped altogether": lambda it: not weights(it)[: T - it.k].any(),
        "weights up to": lambda it: weights(it).max() > 1,
        "no bias": lambda it: it.reweighted or it.keep == 1,
        "the bias": lambda it: not it.reweighted and it.keep < 1,
    },
)


def test_random_cuts_and_gradients_are_those_of_the_package(call, rng):
    seeds, asked, found = range(1000), [], []
    for seed in seeds:
        n, keep, reweighted = int(rng.integers(2, 31)), float(rng.uniform(0.05, 1)), seed % 2 == 0
        asked.append([np.random.default_rng(seed).random(n - 1).tolist(), keep, reweighted])
        found.append(random_gates(np.random.default_rng(seed), n, keep, reweighted).tolist())
    assert call(CASE.name, "gates", asked) == found
    for n in range(100):
        table = table_of(
            *(given := problem(rng, int(rng.integers(2, 11)), int(rng.integers(1, 9))))
        )
        steps = len(given[1])
        own = np.tril(
            rng.normal(size=(steps, steps)) if n % 2 else rng.random((steps, steps)) < 0.5
        )
        states = np.vstack([given[2], unroll(CELL, *given[:3])[0][:-1]]).tolist()
        asked = [table.b_h[np.tril_indices(steps)].tolist(), states, own.tolist()]
        twin = gradient(own, table).ravel()  # rounding grows with the terms, not their sum
        size = max(1.0, np.abs(table.W_hh).sum(axis=(0, 1)).max())
        assert np.abs(call(CASE.name, "gradient", [asked])[0] - twin).max() < 1e-12 * size


def test_every_error_is_that_of_the_package():
    """To the six digits that are told; what is 0 is there up to rounding."""
    told = TruncationWindow()._told

    def same(found, w):
        return abs(found - wanted(w)) < 5.1e-6 * wanted(w) + 1e-14 and found == float(
            f"{found:.6g}"
        )

    for k in range(1, T + 1):
        schemes = {"window": kept(T, 1, k), "chunks": kept(T, k, k), "late": late_losses(T, k)}
        for name, w in schemes.items():
            assert same(told[name][k - 1], w)
        for k1 in (1, 1 + k // 3, k):
            assert same(told["k1k2"][k1 - 1][k - k1], kept(T, k1, k))
    assert all(a > b for a, b in pairwise(told["window"]))
    shown = [percent(told["window"][k - 1]) for k in (1, 2, 5, 10)]
    assert shown == ["67\u00a0%", "56\u00a0%", "7.1\u00a0%", "0.12\u00a0%"]
    assert percent(told["late"][9]) == "66\u00a0%"
    rows = zip(told["window"], told["chunks"], told["late"], strict=True)
    assert told["table"]["rows"] == [[k, *map(percent, row)] for k, row in enumerate(rows, 1)]


def test_what_is_shown_is_the_package_s_in_every_state(rng):
    """Weights, errors, means, spread and memory, of 60 random states."""
    it, full = TruncationWindow(), gradient(FULL).ravel()
    states = [it.state() | reference.draw(rng) for _ in range(60)]
    for state, now in zip(states, derived(it, FACES, states), strict=True):
        for name, value in state.items():
            setattr(it, name, value)
        w, texts = weights(it), now["texts"]
        assert error(now["weights"], w) < 1e-12
        assert texts["kept"] == str(np.count_nonzero(w))
        assert abs(now["error"] - wanted(w)) < 5.1e-6 * wanted(w) + 1e-8
        if wanted(w) > 1e-9:  # below, all that is left is rounding
            assert texts["error"] == percent(wanted(w))
        ends = range(it.k1, T + it.k1, it.k1) if it.scheme == "k1k2" else []
        walked = {
            "window": w.sum(), "chunks": T, "late": T, "random": T,
            "k1k2": sum(min(T, e) - max(0, e - max(it.k, it.k1)) for e in ends),
        }  # fmt: skip
        longest = int((w > 0).sum(axis=1).max())  # the most that one loss needs at once
        assert now["held"] == (longest if it.scheme in ("window", "random") else now["held"])
        if it.scheme != "k1k2" or it.k1 <= it.k:
            assert now["walked"] == walked[it.scheme]
        assert now["task"]["reached"] == (it.scheme == "window" and it.k == 8)
        if it.scheme == "random":
            draws = [gradient(survival(reference.gates(it, n + 1))) for n in range(it.draws)]
            mean = np.mean(draws, axis=0).ravel()
            off = [np.sum((d.ravel() - mean) ** 2) for d in draws]
            limit = survival(np.full(T - 1, 1.0 if it.reweighted else it.keep))
            assert texts["mean"] == percent(relative_gap(mean, full)) or it.keep == 1
            assert abs(now["limit"] - wanted(limit)) < 1e-8
            spread = np.sqrt(np.mean(off)) / np.linalg.norm(full)
            assert texts["spread"] == percent(spread) or it.draws == 1 or it.keep == 1


def test_the_mean_of_many_draws_comes_near_its_limit():
    errors = {}
    for reweighted in (True, False):
        it = TruncationWindow(scheme="random", reweighted=reweighted, draws=100)
        draws = [gradient(survival(reference.gates(it, n + 1))) for n in range(100)]
        errors[reweighted] = relative_gap(np.mean(draws, axis=0), gradient(FULL))
    limit = wanted(survival(np.full(19, 0.8)))
    assert errors[True] < 0.06
    assert abs(errors[False] - limit) < 0.04
    assert limit > 0.12


def test_chunks_are_what_a_detached_state_gives():
    p, xs, h0, dstates = GIVEN.values()
    for k in range(1, T + 1):
        twin, _, _ = chunked(CELL, p, xs, h0, k, lambda _, chunk: dstates[chunk])
        assert relative_gap(gradient(kept(T, k, k)), twin.W_hh) < 1e-8


def test_a_cell_whose_paths_are_not_outer_products_is_turned_away():
    def other(p, cache, dh):
        dp, dx, dh_prev = CELL.step_back(p, cache, dh)
        return dp._replace(b_h=2 * dp.b_h), dx, dh_prev

    with pytest.raises(ValueError, match="cell: got paths that are not"):
        TruncationWindow(Cell(CELL.step, other, CELL.check), **GIVEN)


def test_the_question_is_answered_by_both_errors(rng):
    p = RNN(np.zeros((1, 1)), np.array([[1.5]]), np.zeros(1))  # one loss, carried back and growing
    far = [p, np.zeros((8, 1)), np.array([0.01]), np.eye(8)[:, -1:]]
    others = [problem(rng, steps, 8) for steps in (2, 3, 7, 30)]
    for given, right in [(GIVEN.values(), 1), (far, 0), *((one, None) for one in others)]:
        table, n = table_of(*given), len([*given][1])
        k = -(-n // 2)
        question = TruncationWindow(CELL, *given)._told["question"]
        assert f"<i>k</i> = {k}, as in the picture" in question["text"]
        lost = n * (n + 1) // 2 - np.count_nonzero(kept(n, 1, k))
        assert lost == n * (n + 1) // 2 - np.count_nonzero(late_losses(n, k))
        assert question["options"][2][0] == f"Both the same: each drops {plural(lost, 'pair')}"
        first, late = wanted(kept(n, 1, k), table), wanted(late_losses(n, k), table)
        assert question["right"] == (int(late > first) if right is None else right)
        for _, reply in question["options"]:
            assert f"Error of the window: {percent(first)}. Without" in reply
            assert reply.endswith(f": {percent(late)}.")


def test_a_row_is_chosen_the_edge_is_pulled_and_the_slider_follows(show):
    page = show(TruncationWindow(answered=True)).page
    page.get_by_role("button", name="Loss 4", exact=True).click()
    assert page.get_by_text("Loss 4 reaches back to step 1.").first.is_visible()
    page.get_by_role("radio", name="late losses").check()
    slider(page, "k").fill("17")
    assert page.get_by_text("Loss 4 reaches back to step 1.").first.is_visible()
    page.get_by_role("button", name="Loss 3", exact=True).press("Enter")
    assert page.get_by_text("Loss 3 is dropped.").first.is_visible()
