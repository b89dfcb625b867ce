"""Through the block: all stages are the package's, and what is said of them is so."""

import json
import re

import numpy as np
import pytest

from tests.widget.case import Case
from tests.widget.engine import derived
from unrolled.page.numbers import percent
from unrolled.transformer.cut import follows, through
from unrolled.transformer.demo import BLOCK, TOKENS
from unrolled.transformer.through_the_block import NAMES, ThroughTheBlock

LAST = 10


def draw(rng):
    return {
        "token": int(rng.integers(3)),
        "stage": int(rng.integers(LAST + 1)),
        "cut": str(rng.choice(NAMES)),
        "answered": bool(rng.integers(2)),
    }


def end(it, cut=None):
    """The output at the token."""
    return through(BLOCK, TOKENS, cut or it.cut).norm_2[it.token]


def solve(page):
    live = page.locator(".explorable-live")
    live.get_by_role("button", name="Follow d").click()
    live.get_by_role("button", name="Cut the skip connection past attention").click()


def open_units(it):
    return (through(BLOCK, TOKENS, it.cut).hidden[it.token] > 0).sum()


CASE = Case(
    make=ThroughTheBlock,
    name="through_the_block",
    draw=draw,
    solve=solve,
    weight=40_000,
    states={
        "projected": {"stage": 1, "token": 2},
        "weighed": {"stage": 2},
        "added": {"stage": 4, "token": 0},
        "hidden": {"stage": 7, "cut": "river 1"},
        "alone": {"stage": LAST, "cut": "attention"},
        "no feed": {"stage": 8, "cut": "feed-forward", "token": 2},
        "no river": {"stage": 9, "cut": "river 2"},
        "no norm": {"stage": LAST, "cut": "norms"},
    },
    refused=[
        ({"token": 3}, "token: got 3, expected a whole number from 0 to 2"),
        ({"stage": 11}, "stage: got 11, expected a whole number from 0 to 10"),
        ({"cut": "head 1"}, "cut: got 'head 1', expected one of 'nothing', 'attention'"),
    ],
    done={"token": 0, "cut": "river 1"},
    short=[
        {"token": 1, "cut": "river 1"},
        {"token": 0, "cut": "river 2"},
        {"token": 0, "cut": "feed-forward"},
        {"token": 0, "cut": "norms"},
    ],
    twins={
        "long": (np.linalg.norm, lambda rng: (rng.normal(size=4),)),
        "moved": (
            lambda a, b: np.linalg.norm(np.subtract(a, b)) / np.linalg.norm(a),
            lambda rng: (rng.normal(size=4), rng.normal(size=4)),
        ),
        "strongest": (
            lambda values, own: int(np.argmax(np.where(np.arange(3) == own, -1, values))),
            lambda rng: (rng.random(3), int(rng.integers(3))),
        ),
    },
    claims={
        "The output has length 2, because": lambda it: np.isclose(
            np.linalg.norm(end(it)), 2, atol=1e-3
        ),
        "the length is 2": lambda it: np.isclose(
            np.linalg.norm(through(BLOCK, TOKENS, it.cut).norm_1[it.token]), 2, atol=1e-3
        ),
        "The cut shifts the output": lambda it: not np.allclose(end(it), end(it, "nothing")),
        "six hidden units": lambda it: 0 <= open_units(it) <= 6,
    },
)


def test_the_stages_are_those_of_the_package(rng):
    for _ in range(40):
        it = ThroughTheBlock(**draw(rng))
        pick = "({ run, moves, texts }) => ({ run, moves, texts })"
        [found] = derived(it, pick)
        run = through(BLOCK, TOKENS, it.cut)
        moves = follows(BLOCK, TOKENS, it.cut)
        for name, values in run._asdict().items():
            assert np.allclose(found["run"][name], values, atol=1e-11), name
        assert np.allclose(found["moves"], moves[it.token], rtol=1e-12)
        assert found["texts"]["open"] == str(open_units(it))
        for m, name in enumerate(("first", "second")):
            assert found["texts"][name] == "dem"[run.A[m, it.token].argmax()]


def test_in_each_disc_stands_how_far_that_cut_shifts_the_output():
    look = """(now, widget) => widget.picture(now).marks.flat(9)
        .filter((mark) => mark?.kind === "word").map(({ html }) => html)
        .filter((html) => html.endsWith("%"))"""
    for token in range(3):
        it = ThroughTheBlock(token=token, answered=True)
        whole = end(it, "nothing")
        shifts = [np.linalg.norm(end(it, cut) - whole) / np.linalg.norm(whole) for cut in NAMES[1:]]
        shown = [*shifts, shifts[-1]]  # the last cut is made in two places
        assert derived(it, look) == [[f"{100 * shift:.0f}\u00a0%" for shift in shown]]
    assert derived(ThroughTheBlock(), look) == [[]], "the question asks for it"


def test_one_word_means_one_thing():
    """A cut shifts the output; on a token it depends."""
    told = ThroughTheBlock()._constants
    words = [told[name] for name in ("words", "question", "stories", "task", "value", "moves")]
    assert not re.search(
        r"\b(?:mov(?:e|es|ed)|nudge|respond)", json.dumps(words).replace("moved}", "")
    )


@pytest.mark.parametrize("stage", range(LAST + 1))
def test_the_stage_that_is_shown_is_framed_and_named_until_the_end(stage):
    it = ThroughTheBlock(stage=stage)
    look = """(now, widget) => { const marks = widget.picture(now).marks.flat(9).filter(Boolean);
        const frames = marks.filter(({ look }) => look === "clear gradient through");
        return [frames.length, marks.some(({ html }) => html === NAME)]; }"""
    name = json.dumps(f"{stage + 1}: {it._constants['stages'][stage]}")
    assert derived(it, look.replace("NAME", name)) == [[1, True] if stage < LAST else [0, False]]


def test_one_cut_and_one_token_alone_solve_the_task():
    found = [
        (cut, j)
        for cut in NAMES
        for j, row in enumerate(follows(BLOCK, TOKENS, cut))
        if np.delete(row, j).max() > row[j]
    ]
    assert found == [("river 1", 0)]


def test_stories_say_what_was_computed_and_do_not_answer():
    told = ThroughTheBlock()._constants
    shifts = {percent(np.linalg.norm(end(ThroughTheBlock(), cut) - end(ThroughTheBlock())) / 2)
              for cut in NAMES[1:]}  # fmt: skip
    for story in told["stories"]:
        it = ThroughTheBlock(**story["set"])
        moves = follows(BLOCK, TOKENS, it.cut)[it.token]
        said = {
            "Alone": "only",
            "No skip": "its share of an average",
            "No layer norm": f"{np.linalg.norm(end(it)):.2f}",
        }[story["name"]]
        assert said in story["says"]
        assert not any(shift in story["says"] for shift in shifts)
        assert (story["name"] == "Alone") == (moves[[0, 2]] == pytest.approx([0, 0]))
        assert it.cut != ThroughTheBlock().cut, "it does not arrive in a story"
        assert derived(it, "({ task }) => task.reached") == [False]
        [line] = derived(it, "(now, widget) => widget.says(now)")
        assert not any(shift in line for shift in shifts)


def test_the_readers_own_guess_stays_beside_what_is_right():
    look = """(now, widget) => [0, 1, 2, 3, 4].map((guess) => JSON.stringify(
        widget.picture({ ...now, guess }).marks).includes('"you"'))"""
    wrong = [False, True, True, True, True]
    assert derived(ThroughTheBlock(answered=True, cut="attention"), look) == [wrong]
    assert derived(ThroughTheBlock(answered=True, token=0), look) == [[False] * 5]
    assert derived(ThroughTheBlock(), look) == [[False] * 5]


def test_the_bars_are_shares_of_what_the_output_depends_on():
    for token in range(3):
        it = ThroughTheBlock(token=token)
        row = follows(BLOCK, TOKENS)[token]
        [shown] = derived(it, "({ texts }) => [texts.f0, texts.f1, texts.f2]")
        assert shown == [percent(v / row.sum()) for v in row]
        look = """(now, widget) => widget.picture(now).marks.flat(9)
            .filter((mark) => mark?.kind === "cell" && mark.look === "output")
            .map(({ height }) => height + 2)"""
        [heights] = derived(it, look)
        assert np.allclose(heights / np.sum(heights), row / row.sum(), atol=1e-12)


LANES = """(now, widget) => widget.picture(now).marks.flat(9)
    .filter((mark) => mark?.kind === "curve" && /^(state|minus) shape$/.test(mark.look))
    .map(({ d, look }) => [look.split(" ")[0], d.match(/-?[\\d.]+/g).map(Number)])"""


def test_where_two_meet_they_fill_the_lane_of_the_sum():
    """After the four of the letter come four of each sub-layer, then the stream, piece by piece."""
    for token in range(3):
        for cut in NAMES:
            run = through(BLOCK, TOKENS, cut)
            [lanes] = derived(ThroughTheBlock(token=token, cut=cut), LANES)
            ends = [end_of(numbers) for _, numbers in lanes]
            for added, own, sums in (
                (ends[4:8], ends[12:16], run.sum_1),
                (ends[8:12], ends[20:24], run.sum_2),
            ):
                for a, b, v in zip(added, own, sums[token], strict=True):
                    assert a + b == pytest.approx(max(0, 15 * abs(v) - 1), abs=0.25)


def end_of(numbers):
    """How wide a ribbon is at its end: of the numbers of its path, the last on the way there."""
    bends = (len(numbers) - 3) // 12
    bottom = numbers[2 + 6 * bends]
    return bottom - numbers[1 + 6 * bends]
