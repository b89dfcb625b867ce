"""Truncation window: same arithmetic as `unrolled.truncation`, and what it says and draws is so."""

from itertools import pairwise

import numpy as np
import pytest

from tests.truncation import reference
from tests.truncation.reference import FULL, GIVEN, T, gradient, problem, table_of, wanted, weights
from tests.widget.case import Case
from unrolled.core.cell import Cell
from unrolled.core.gradcheck import relative_gap
from unrolled.core.unroll import unroll
from unrolled.page.numbers import percent
from unrolled.rnn.cell import CELL
from unrolled.truncation.pairs import pairs, rounded
from unrolled.truncation.truncation_window import WALK, TruncationWindow
from unrolled.truncation.walks import chunked, gated
from unrolled.truncation.weights import kept, late_losses, random_gates, survival


def sizes(rng):
    return np.sort(rng.integers(1, 31, 3))[[2, 0, 1]].tolist()


def cuts(k):
    return range(k, T, k)


def running(gradients, full):
    """Of each draw its own error, and that of the mean so far."""
    means = np.cumsum(gradients, axis=0) / np.arange(1, len(gradients) + 1)[:, None]
    gaps = [[relative_gap(one, full) for one in all] for all in (gradients, means)]
    return dict(zip(("own", "curve"), gaps, strict=True))


def any_gradients(rng):
    """Some random gradients, and the one that is wanted."""
    return [rng.normal(size=(rng.integers(1, 9), 4)), np.ones(4)]


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
    solve=reference.solve,
    done={"k": 8},
    short=[{"k": 7}, {"k": 9}, {"k": 8, "scheme": "chunks"}],
    twins={
        "kept": (kept, sizes),
        "lateLosses": (late_losses, lambda rng: sizes(rng)[::2]),
        "survival": (survival, lambda rng: [rng.normal(1, 1, rng.integers(1, 30))]),
        "runningGaps": (
            running,
            lambda rng: [rng.normal(size=(rng.integers(1, 9), 4)), np.ones(4)],
        ),
    },
    claims={
        "All 210 pairs": lambda it: np.array_equal(weights(it), FULL),
        "its own step only": lambda it: np.array_equal(weights(it), np.eye(T)),
        "keeps its last": lambda it: (weights(it).sum(axis=1) <= it.k).all(),
        "across a border": lambda it: not any(weights(it)[n:, :n].any() for n in cuts(it.k)),
        "from its end": lambda it: all(
            np.ptp(weights(it)[block].argmax(axis=1)) == 0
            for block in np.split(np.arange(T), cuts(min(it.k1, it.k)))
        ),
        "counts as full": lambda it: T % min(it.k1, it.k) > 0,
        "gradient of a different sum": lambda it: not weights(it)[: T - it.k].any(),
        "weights up to": lambda it: weights(it).max() > 1,
        "no bias": lambda it: it.reweighted or it.keep == 1,
        "the bias": lambda it: not it.reweighted and it.keep < 1,
    },
)


def test_random_cuts_and_walks_through_them_are_those_of_the_package(call, rng):
    asked, found = [], []
    for seed in range(1000):
        n = int(rng.integers(2, 31))
        keep = float(rng.uniform(0.05, 1))
        reweighted = seed % 2 == 0
        asked.append([np.random.default_rng(seed).random(n - 1).tolist(), keep, reweighted])
        found.append(random_gates(np.random.default_rng(seed), n, keep, reweighted).tolist())
    assert call(CASE.name, "gates", asked) == found
    for n in range(100):
        p, xs, h0, dstates = given = problem(rng, int(rng.integers(2, 11)), int(rng.integers(1, 9)))
        opened = rng.normal(size=len(xs) - 1) if n % 2 else rng.integers(2, size=len(xs) - 1) + 0.0
        twin = gated(CELL, p, unroll(CELL, p, xs, h0)[1], dstates, opened).W_hh.ravel()
        walk = {name: getattr(pairs(CELL, *given), name).tolist() for name in WALK}
        off = np.abs(call(CASE.name, "gated", [[walk, opened.tolist()]])[0] - twin).max()
        terms = np.tensordot(np.abs(survival(opened)), np.abs(table_of(*given).W_hh), axes=2)
        assert off < 1e-12 * max(1.0, terms.max())  # rounding grows with the terms, not their sum


def same(found, w):
    """To the six digits that are told; what is 0 is there up to rounding."""
    return abs(found - wanted(w)) < 5.1e-6 * wanted(w) + 1e-14 and found == rounded(found)


def test_every_error_is_that_of_the_package():
    told = TruncationWindow()._constants
    for k in range(1, T + 1):
        schemes = {"window": kept(T, 1, k), "chunks": kept(T, k, k), "late": late_losses(T, k)}
        for name, w in schemes.items():
            assert same(told[name][k - 1], w)
        for k1 in (1, 1 + k // 3, k):
            assert same(told["k1k2"][k1 - 1][k - k1], kept(T, k1, k))
    assert all(a > b for a, b in pairwise(told["window"]))
    shown = [*(told["window"][k - 1] for k in (1, 2, 5, 10)), told["late"][9]]
    assert [*map(percent, shown)] == [f"{x}\u00a0%" for x in (67, 56, 7.1, 0.12, 66)]
    rows = zip(told["window"], told["chunks"], told["late"], strict=True)
    assert told["table"]["rows"] == [[k, *map(percent, row)] for k, row in enumerate(rows, 1)]


def test_chunks_are_what_a_detached_state_gives():
    p, xs, h0, dstates = GIVEN.values()
    for k in range(1, T + 1):
        twin, _, _ = chunked(CELL, p, xs, h0, k, lambda _, chunk: dstates[chunk])
        assert relative_gap(gradient(kept(T, k, k)), twin.W_hh) < 1e-8


def test_a_cell_that_is_not_elman_s_is_turned_away():
    def doubled(p, cache, dh):
        dp, dx, dh_prev = CELL.step_back(p, cache, dh)
        return dp._replace(b_h=2 * dp.b_h), dx, dh_prev

    def leaky(p, cache, dh):
        dp, dx, dh_prev = CELL.step_back(p, cache, dh)
        return dp, dx, dh_prev + dh / 2

    for other in (doubled, leaky):
        with pytest.raises(ValueError, match="cell: got paths that are not Elman's"):
            TruncationWindow(Cell(CELL.step, other, CELL.check), **GIVEN)
