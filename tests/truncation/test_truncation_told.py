"""Truncation window: its edge, its question and its stories."""

import numpy as np

from tests.truncation.reference import GIVEN, T, problem, table_of, wanted
from tests.widget.common import slider
from tests.widget.engine import derived
from unrolled.page.numbers import percent, plural
from unrolled.rnn.cell import CELL, RNN
from unrolled.truncation.truncation_window import TruncationWindow
from unrolled.truncation.weights import kept, late_losses

GRIP = "widget.picture(now).marks.flat(Infinity).find((mark) => mark && mark.kind === 'grip')"


def test_the_edge_stands_between_kept_and_dropped_and_is_pulled_to_where_it_then_stands():
    it = TruncationWindow(answered=True)
    for scheme in ("window", "k1k2", "chunks", "late"):
        ks = range(3 if scheme == "k1k2" else 1, T + 1)
        states = [it.state() | {"scheme": scheme, "k": k, "k1": 3} for k in ks]
        seen = derived(it, f"(now, widget) => [{GRIP}.at, now.weights]", states)
        for k, ((x, y), w) in zip(ks, seen, strict=True):
            row = int(y)  # the handle is on its kept side, at most a square away
            first = next(i for i, weight in enumerate(w[row]) if weight)
            match scheme:
                case "window":
                    assert first == max(0, row - k + 1)
                    assert 0 <= x - first <= 1
                case "k1k2":
                    assert abs(x - 0.4 - first) < 1e-9
                case "chunks":
                    assert abs(y + 0.4 - k) < 1e-9
                    assert w[k - 1][0] == 1
                    assert k == T or w[k][k - 1] == 0
                case _:
                    assert y == T - k
                    assert first == 0
                    assert k == T or not any(w[row - 1])
        places = [at for at, _ in seen]
        pulled = derived(it, f"(now, widget) => {places}.map((at) => {GRIP}.pull(at).k)", states)
        assert pulled == [[*ks]] * len(ks)
    seen = derived(it, f"(now, widget) => !!{GRIP}", [it.state() | {"scheme": "random"}])
    assert seen == [False]


def test_a_contour_parts_what_is_kept_from_what_is_dropped_and_a_dashed_one_what_would_be():
    it = TruncationWindow()
    pick = "widget.picture(now).marks.flat(Infinity).filter((mark) => mark?.kind === 'line')"
    states = [it.state() | {"scheme": scheme, "k": 8} for scheme in ("window", "late")]
    look = f"(now, widget) => {pick}.map(({{ look, points }}) => [look, points])"
    window, late = (dict(found) for found in derived(it, look, states))
    assert window["ink"] == late["ink dashed thin"]
    assert window["ink dashed thin"] == late["ink"]
    strokes = [stroke for stroke in zip(window["ink"][1::3], window["ink"][2::3], strict=True)]
    w = kept(T, 1, 8)
    edges = {
        *(((i, t), (i, t + 1)) for t in range(T) for i in range(1, t + 1) if w[t, i] > w[t, i - 1]),
        *(((i, t), (i + 1, t)) for t in range(1, T) for i in range(t) if w[t, i] < w[t - 1, i]),
    }
    assert {tuple(map(tuple, stroke)) for stroke in strokes} == edges
    assert late["ink"] == [None, [T - 8, T - 8], [0, T - 8]]


def test_the_stories_are_true():
    it = TruncationWindow()
    stories = {story["name"]: story for story in it._constants["stories"]}
    sets = [story["set"] for story in stories.values()]
    plain = sets[-1] | {"reweighted": False}
    pick = "({ weights, texts, facts, own, mean, limit, walked, T }) => ({ weights, texts, facts, "
    seen = derived(it, f"{pick} own, mean, limit, walked, T }})", [*sets, plain])
    full, window, stairs, chunks, random, biased = seen
    says = [story["says"] for story in stories.values()]
    assert (full["texts"]["error"], full["facts"]["whole"]) == ("0\u00a0%", True)
    assert f"memory for {full['texts']['held']} steps" in says[0]
    assert window["weights"][-1][0] == 0
    for one, text in zip((window, stairs, chunks), says[1:4], strict=True):
        assert one["texts"]["error"] in text
    assert f"from {window['walked']} steps to {stairs['walked']}" in says[2]
    assert chunks["facts"]["alone"]
    assert f"down to {chunks['walked']} steps" in says[3]
    assert min(random["own"]) > 3 * random["mean"]
    assert (random["mean"] < 0.06, random["limit"]) == (True, 0)
    assert (abs(biased["mean"] - biased["limit"]) < 0.04, biased["limit"] > 0.12) == (True, True)
    cell = GIVEN | {name: GIVEN[name][:7] for name in ("xs", "dstates")}
    assert "stories" not in TruncationWindow(**cell)._constants


def test_a_row_is_chosen_the_edge_is_pulled_and_the_slider_follows(show):
    page = show(TruncationWindow(answered=True)).page
    page.get_by_role("button", name="Loss 4", exact=True).click()
    assert page.get_by_text("loss 4 reaches back to step 1.").first.is_visible()
    page.get_by_role("radio", name="late losses").check()
    slider(page, "k").fill("17")
    assert page.get_by_text("loss 4 reaches back to step 1.").first.is_visible()
    page.get_by_role("button", name="Loss 3", exact=True).press("Enter")
    assert page.get_by_text("loss 3 is dropped.").first.is_visible()


def test_the_question_is_answered_by_both_errors(rng):
    p = RNN(np.zeros((1, 1)), np.array([[1.5]]), np.zeros(1))  # one loss, carried back and growing
    far = [p, np.zeros((8, 1)), np.array([0.01]), np.eye(8)[:, -1:]]
    others = [problem(rng, steps, 8) for steps in (2, 3, 7, 30)]
    for given, right in [(GIVEN.values(), 1), (far, 0), *((one, None) for one in others)]:
        table = table_of(*given)
        n = len([*given][1])
        k = -(-n // 2)
        told = TruncationWindow(CELL, *given)._constants
        question = told["question"]
        ks = range(1, n + 1)
        assert told["goal"] == next(k for k in ks if wanted(kept(n, 1, k), table) < 0.01)
        assert f"history after {plural(k, 'step')}" in question["text"]
        lost = n * (n + 1) // 2 - np.count_nonzero(kept(n, 1, k))
        assert lost == n * (n + 1) // 2 - np.count_nonzero(late_losses(n, k))
        assert question["text"].startswith(f"Two shortcuts each drop {plural(lost, 'pair')}")
        first, late = wanted(kept(n, 1, k), table), wanted(late_losses(n, k), table)
        assert question["right"] == (int(late > first) if right is None else right)
        for _, reply in question["options"]:
            assert f"it loses {percent(first)}. Dropping" in reply
            assert reply.endswith(f" {percent(late)}.")


MARKS = "(now, widget) => widget.picture(now).marks.flat(Infinity).filter(Boolean)"
BARS = ("memory", "window loses", "late losses lose")


def bars_of(marks):
    """The name of each bar: its value, and how much of its frame is filled."""
    bars = {}
    for n, mark in enumerate(marks):
        if mark["kind"] == "word" and mark.get("anchor") == "start" and mark["html"] in BARS:
            value, frame, filled = marks[n + 1 : n + 4]
            bars[mark["html"]] = (value["html"], filled["width"] / frame["width"])
    return bars


def test_two_bars_show_the_small_and_the_large_loss_once_one_has_guessed():
    it = TruncationWindow()
    states = [it.state() | {"answered": answered} for answered in (False, True)]
    asked, told = map(bars_of, derived(it, MARKS, states))
    assert asked == dict.fromkeys(BARS[1:], ("?", 0))
    assert [value for value, _ in told.values()] == ["0.12\u00a0%", "66\u00a0%", "10 of 20 steps"]
    assert told["window loses"][1] < 0.02 < 0.6 < told["late losses lose"][1] < 0.7


def test_nothing_tells_the_answer_before_the_guess(show):
    page = show(TruncationWindow()).page
    shown = page.locator(".explorable-live .kit-stage").inner_text()
    assert "%" not in shown.split("Closer")[0]
    curve = page.locator(".explorable-live .kit-main path.dot.gradient")
    assert curve.count() == 0
    page.get_by_role("button", name="Just show me").click()
    assert curve.count() == 2  # every k, and this one


def test_a_dropped_pair_is_an_empty_frame_in_its_own_colour():
    it = TruncationWindow(answered=True)
    (marks,) = derived(it, MARKS, [it.state()])
    rows = [mark["marks"][1:] for mark in marks if mark["kind"] == "choice"]
    for t, row in enumerate(rows):
        for i, (pair, strength) in enumerate(zip(row, it._constants["strength"][t], strict=True)):
            colour = f"color-mix(in oklab, var(--gradient) {strength}%, var(--paper))"
            kept_here = i > t - it.k
            assert pair.get("fill" if kept_here else "stroke") == colour
            assert ("clear" in pair["look"]) != kept_here


def test_the_task_starts_with_the_window(show):
    page = show(TruncationWindow()).page
    page.get_by_role("button", name="Dropping the first 10 losses", exact=True).click()
    assert page.get_by_role("radio", name="late losses").is_checked()
    page.get_by_role("button", name="Your task").click()
    assert page.get_by_role("radio", name="sliding window").is_checked()


def test_a_guess_is_tapped_on_the_pairs_that_it_is_about(show):
    page = show(TruncationWindow()).page
    live = page.locator(".explorable-live")
    guesses = live.locator(".choice[aria-label^='Guess: ']")
    assert guesses.all_text_contents() == ["after 10 steps", "first 10 losses", "the same"]
    live.get_by_role("button", name="Guess: Dropping the first 10 losses").locator("text").click()
    assert live.locator(".kit-reply").inner_text().startswith("Yes.")
    assert guesses.count() == 0
