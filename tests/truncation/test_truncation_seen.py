"""Truncation window: what it says and computes is the package's, in every state it can be in."""

import numpy as np

from tests.truncation import reference
from tests.truncation.reference import FULL, T, gradient, wanted, weights
from tests.widget.common import error
from tests.widget.engine import derived
from unrolled.core.gradcheck import relative_gap
from unrolled.page.numbers import percent
from unrolled.truncation.truncation_window import TruncationWindow
from unrolled.truncation.weights import survival


def check_numbers(it, now, w):
    """Weights, errors, means, spread, memory and work."""
    texts = now["texts"]
    counts = np.count_nonzero(w, axis=1)
    assert error(now["weights"], w) < 1e-12
    assert texts["kept"] == str(counts.sum())
    assert abs(now["error"] - wanted(w)) < 2e-5 * wanted(w) + 1e-7
    if wanted(w) > 1e-9:  # below, all that is left is rounding
        assert texts["error"] == percent(wanted(w))
    ends = range(it.k1, T + it.k1, it.k1) if it.k1 <= it.k else range(it.k, T + it.k, it.k)
    walked, walks = {
        "window": (w.sum(), T),
        "chunks": (T, len(range(0, T, it.k))),
        "k1k2": (sum(min(T, e) - max(0, e - it.k) for e in ends), len(ends)),
    }.get(it.scheme, (T, 1))
    assert (now["walked"], now["walks"], now["held"]) == (walked, walks, counts.max())
    assert now["task"]["reached"] == (it.scheme == "window" and it.k == 8)
    if it.scheme == "random" and it.keep < 1:
        draws = [gradient(survival(reference.gates(it, n + 1))) for n in range(it.draws)]
        mean = np.mean(draws, axis=0)
        off = [np.sum((draw - mean) ** 2) for draw in draws]
        limit = survival(np.full(T - 1, 1.0 if it.reweighted else it.keep))
        assert texts["mean"] == percent(relative_gap(mean, gradient(FULL)))
        assert abs(now["limit"] - wanted(limit)) < 1e-5
        spread = np.sqrt(np.mean(off)) / np.linalg.norm(gradient(FULL))
        assert it.draws == 1 or texts["spread"] == percent(spread)


def check_errors(it, now):
    """The curve's errors are those of its scheme, from its first k on, and end where it is."""
    told = it._constants
    if it.scheme == "random":
        assert (now["from"], len(now["own"]), len(now["curve"])) == (1, it.draws, it.draws)
        assert now["other"] == [now["limit"]] * 100
        return
    first = min(it.k1, it.k) if it.scheme == "k1k2" else 1
    own = told["k1k2"][first - 1] if it.scheme == "k1k2" else told[it.scheme]
    assert (now["from"], now["own"], now["curve"]) == (first, own, own)
    assert (now["other"], now["error"]) == (told["window"], own[it.k - first])


def test_a_framed_loss_is_said_to_reach_as_far_as_its_pairs_are_kept(rng):
    it = TruncationWindow()
    states = [it.state() | reference.draw(rng) | {"answered": True} for _ in range(60)]
    titles = derived(it, "(now, widget) => widget.picture(now).title", states)
    for state, title in zip(states, titles, strict=True):
        for name, value in state.items():
            setattr(it, name, value)
        row = weights(it)[it.loss - 1]
        start = int(np.argmax(row > 0)) + 1
        reach = f"reaches back to step {start}"
        if not row.any():
            reach = "is dropped"
        elif start == it.loss:
            reach = "reaches its own step only"
        assert title == f"Framed: loss {it.loss} {reach}."


def test_what_is_said_and_computed_is_the_package_s_in_every_state(rng):
    it = TruncationWindow()
    states = [it.state() | reference.draw(rng) | {"answered": True} for _ in range(60)]
    for state, now in zip(states, derived(it, "(now) => now", states), strict=True):
        for name, value in state.items():
            setattr(it, name, value)
        check_numbers(it, now, weights(it))
        check_errors(it, now)
