"""One line: its count is that of the package, its ends stay in the hand, what it says is so."""

import numpy as np
import pytest

from tests.widget.case import Case
from tests.widget.common import error, slider
from tests.widget.engine import derived
from unrolled.mlp import how_many
from unrolled.mlp.one_line import OneLine
from unrolled.mlp.one_line_sides import count_right, first_side
from unrolled.mlp.one_line_words import (
    BEST,
    FAR,
    GOAL,
    MIDDLE,
    NEAR,
    PAST,
    REACH,
    START,
    WORST,
    right,
)

RING = 2.3
XS, YS = how_many.problem()
ELSEWHERE = {"angle": 92.0, "offset": -1.04}  # the best line, shifted by an arm


def count(it):
    return count_right(XS, YS, it.angle, it.offset)


def is_empty(it):
    return len(set(first_side(XS, it.angle, it.offset).tolist())) == 1


def draw(rng):
    """A random line; some are the best one, and some are good, or beside all points."""
    if rng.random() < 0.1:
        return BEST | {"answered": bool(rng.random() < 0.5)}
    near = rng.random() < 0.2
    return {
        "angle": float(92 + rng.normal(0, 5) if near else rng.uniform(-180, 180)),
        "offset": float(rng.normal(0, 0.1) if near else rng.uniform(-FAR, FAR)),
        "answered": bool(rng.random() < 0.5),
    }


def draw_points(rng):
    n = int(rng.integers(1, 40))
    return rng.uniform(-3, 3, (n, 2)), float(rng.uniform(-180, 180)), float(rng.uniform(-FAR, FAR))


def draw_classes(rng):
    xs, *line = draw_points(rng)
    return [xs, [bool(v) for v in rng.integers(0, 2, len(xs))], *line]


def count_of(xs, is_first, angle, offset):
    ys = np.eye(2)[[0 if first else 1 for first in is_first]]
    return count_right(np.array(xs), ys, angle, offset)


def solve_task(page):
    """The task: the best line, shifted and not turned."""
    slider(page, "disc side faces").fill("92")
    slider(page, "shift").fill("-1.04")


CASE = Case(
    make=OneLine,
    name="one_line",
    states={
        "asked": {},
        "best": BEST,
        "level": {"angle": 0.0, "offset": 2.2},
        "aslant": {"angle": -135.0, "offset": -1.3},
        "past": PAST,
    },
    draw=draw,
    refused=[
        ({"angle": 181}, "angle: got 181"),
        ({"angle": -180.5}, "angle: got -180.5"),
        ({"offset": 2.3}, "offset: got 2.3"),
        ({"offset": "0"}, "offset: got '0'"),
    ],
    solve=solve_task,
    done=ELSEWHERE,
    short=[
        ELSEWHERE | {"offset": -0.5},
        ELSEWHERE | {"offset": -1.3},
        ELSEWHERE | {"angle": -88.0},
        ELSEWHERE | {"angle": 70.0},
        BEST,
        BEST | {"offset": 0.2},
        WORST,
        PAST,
    ],
    twins={
        "firstSide": (lambda *args: first_side(*args).astype(float).tolist(), draw_points),
        "countRight": (count_of, draw_classes),
    },
    claims={
        "All 200 points": is_empty,
        "135 of 200 points are": lambda it: count(it) == REACH[1],
        "With its sides swapped": lambda it: count(it) < 100,
        "about as many as a tossed coin": lambda it: 100 <= count(it) < 110,
        "nearly as many as one": lambda it: GOAL["count"] <= count(it) < REACH[1],
    },
)
STILLS = {"Level": CASE.states["level"], "Aslant": CASE.states["aslant"]}


def test_each_number_shown_is_that_of_the_package(rng, unchecked):
    states = [OneLine().state() | draw(rng) for _ in range(100)]
    look = """(now, widget) => [now.texts.count, now.texts.wrong, now.isRight,
        widget.table(now).rows.map(([, ...counts]) => counts.map(Number))]"""
    for state, shown in zip(states, derived(OneLine(), look, states), strict=True):
        found, wrong, is_right, table = shown
        it = OneLine(**state)
        side = first_side(XS, it.angle, it.offset)
        assert is_right == (side == (YS[:, 0] == 1)).tolist()
        assert (int(found), int(wrong)) == (count(it), 200 - count(it))
        assert np.sum(table) == 200
        assert table[0][0] + table[1][1] == count(it)


def test_what_it_calls_the_best_is_the_best():
    """No line has more: `test_how_many` tries all that touch two points."""
    w, b = how_many.best_line()
    best = int(np.sum((XS @ w + b > 0) == (YS[:, 0] == 1)))
    assert right(BEST) == best == REACH[1] == 135
    assert right(WORST) == REACH[0] == 65
    assert best / len(XS) == pytest.approx(2 / 3, abs=0.01), "about two thirds"
    angles, offsets = np.arange(-180.0, 180.0, 3), np.arange(-FAR, FAR, 0.05)
    counts = np.array([[count_right(XS, YS, a, r) for r in offsets] for a in angles])
    assert counts.min() >= REACH[0]
    assert counts.max() <= REACH[1]
    median = np.median(counts[:, abs(offsets) < 1])
    assert abs(median - 100) < 5, "an ordinary line is as good as a coin"


def test_no_point_is_beyond_the_farthest_line():
    assert np.linalg.norm(XS, axis=1).max() < FAR < RING


def test_the_task_needs_one_shift_and_is_rare_among_all_lines():
    random = np.random.default_rng(0)
    lines = np.stack([random.uniform(-180, 180, 20_000), random.uniform(-FAR, FAR, 20_000)], 1)
    done = [abs(r) >= GOAL["distance"] and count_right(XS, YS, a, r) >= 130 for a, r in lines]
    assert 0.005 < np.mean(done) < 0.02
    shifts = np.round(np.arange(-FAR, FAR, 0.01), 2)
    far = shifts[abs(shifts) >= GOAL["distance"]]
    good = [r for r in far if count_right(XS, YS, BEST["angle"], r) >= GOAL["count"]]
    assert len(good) >= 15, "by the shift alone, on both sides"
    assert min(good) < 0 < max(good)


def test_what_the_shifted_line_gains_on_one_arm_it_loses_on_the_next():
    is_disc = YS[:, 0] == 1
    best, other = (first_side(XS, at["angle"], at["offset"]) for at in (BEST, ELSEWHERE))
    gained = np.sum(is_disc & other & ~best)
    lost = np.sum(~is_disc & other & ~best)
    assert gained > 20
    assert lost > 20
    assert not np.any(best & ~other), "it was only shifted"


def test_a_pulled_end_follows_the_hand_and_the_other_stays(rng, unchecked):
    look = """(now, widget) => [false, true].map((narrow) => {
        const view = (state) => widget.picture({ ...now, ...state, narrow }).marks.flat(9)
            .filter((mark) => mark?.kind === "grip").slice(0, 2);
        const middle = narrow ? [180, 196] : [320, 170];
        return [0, 1].map((n) => {
            const before = view({});
            const turn = now.angle * 7 + 0.3;
            const hand = [middle[0] + 90 * Math.cos(turn), middle[1] - 90 * Math.sin(turn)];
            const change = before[n].pull(hand);
            const after = view(change);
            return [before[1 - n].at, after[1 - n].at, after[n].at, hand, middle, change];
        }); })"""
    states = [OneLine().state() | draw(rng) for _ in range(40)]
    for views in derived(OneLine(), look, states):
        for other, still, moved, hand, middle, change in (end for view in views for end in view):
            assert error(still, other, scale=400) < 2e-3, "the other end"
            OneLine(**change)
            gaps = [np.arctan2(*(np.array(at) - middle)) for at in (moved, hand)]
            away = abs(np.angle(np.exp(1j * (gaps[0] - gaps[1]))))
            assert away < 2e-3 or abs(abs(change["offset"]) - FAR) < 1e-9, "or the ends would meet"


def test_swapped_sides_swap_right_and_wrong(rng, call, unchecked):
    states = [OneLine().state() | draw(rng) for _ in range(40)]
    look = """(now, widget) => { const buttons = (node) => node?.children?.flatMap(buttons)
        .concat(node.tag === "button" ? [node] : []) ?? [];
        return widget.controls(now).flatMap(buttons).map(({ props }) => props.html); }"""
    assert derived(OneLine(), look) == [["Swap the sides"]]
    for state in states:
        it = OneLine(**state)
        change = call("one_line", "swapped", [[state]])[0]
        assert count(OneLine(**change)) == 200 - count(it)
        assert call("one_line", "swapped", [[change]])[0] == pytest.approx(
            {"angle": it.angle, "offset": it.offset}
        )


def test_the_reach_of_a_line_and_the_readers_flag_are_told_only_with_the_answer(unchecked):
    look = """(now, widget) => [widget.picture({ ...now, narrow: false, guess: 160, reply: null })
        .marks.flat(9).filter((mark) => mark?.kind === "word" && mark.opacity !== 0)
        .map(({ html }) => html)]"""
    [[asked]] = derived(OneLine(), look)
    [[told]] = derived(OneLine(answered=True), look)
    assert {"65", "135"} & set(asked) == set()
    assert {"65", "135"} < set(told)
    assert "160?" in asked
    flag = """(now, widget) => widget.picture({ ...now, narrow: false, guess: 160, reply: "so" })
        .marks.flat(9).filter((mark) => mark?.kind === "word").map(({ html }) => html)"""
    [words] = derived(OneLine(answered=True), flag)
    assert "you: 160" in words


def test_each_reply_fits_its_flag():
    ask = """(now, widget) => [0, 60, 110, 125, 135, 141, 147, 150, 200].map((guess) =>
        widget.judge({ ...now, guess }))"""
    [found] = derived(OneLine(), ask)
    assert [it["right"] for it in found] == [False] * 4 + [True] + [False] * 4
    assert [it["near"] for it in found] == [False] * 3 + [True] * 4 + [False] * 2
    assert "swap its sides, and it gets more than 100" in found[1]["html"]
    assert "more than 110" in found[2]["html"]
    assert "a whole spiral" in found[-1]["html"]
    assert "No line gets as many as 141" in found[5]["html"]
    assert "No line gets as many as 150" in found[-2]["html"]
    assert NEAR == 12


def test_the_stories_are_so():
    told = {story["name"]: story["says"] for story in OneLine()._constants["stories"]}
    assert right(MIDDLE) == 106
    assert right(PAST) == 100
    assert not first_side(XS, PAST["angle"], PAST["offset"]).any()
    assert right(WORST) == 200 - right(BEST)
    assert str(right(MIDDLE)) in told["A line down the middle"]
    assert 100 <= right(START) < 115
    assert OneLine()._constants["question"]["asked"] == START


def test_a_side_of_one_point():
    assert first_side(np.array([[1.0, 0.0], [-1.0, 0.0]]), 0, 0.5).tolist() == [True, False]
    assert count_right(np.array([[0.0, 1.0]]), np.array([[0.0, 1.0]]), 90, 0) == 0
