"""The pulse with remedies: its strips are the package's cells, its prices and words are so."""

import numpy as np
import pytest

from tests.widget.case import Case
from tests.widget.common import error, slider
from tests.widget.engine import derived
from unrolled.gradients.pulse import STEPS, Pulse, inputs, pulse, recurrent_weights
from unrolled.page.numbers import short
from unrolled.remedies.shortcuts import elman, leaky, residual
from unrolled.remedies.ways import (
    ALPHA,
    ANGLE,
    LOSS,
    OLDER,
    SIZE,
    STRIPS,
    Ways,
    followed,
    grown,
    summed,
    way,
    way_of,
)

NORMS = "(now) => now.norms"
SEEN = "(now) => now.followed.map(({ sums, grown }) => [sums.at(-1), grown])"
BARE = {"leak": 0.0, "residual": 0, "skip": 0}
ALL = {"leak": ALPHA, "residual": 1, "skip": 1}


def weights(it):
    return recurrent_weights(it.size, it.angle, it.nonnormality)


def open_ways(it):
    """The way of each strip: that of its switch, or plain tanh."""
    named = (strip["way"] for strip in STRIPS)
    return [name if getattr(it, name, 0) else "tanh" for name in named]


def draw(rng):
    return {
        "size": float(rng.choice([0.5, 0.8, 1.0, 1.3])),
        "back": int(rng.choice([0, 7, STEPS, STEPS])),
        "lag": int(rng.integers(1, 41)),
        "leak": float(rng.choice([0.0, 0.9, 0.97])),
        **{name: int(rng.integers(2)) for name in ("residual", "skip", "clip")},
    }


def ends(it, name):
    return way_of(name, weights(it), it.leak)[-1]


CASE = Case(
    make=Ways,
    name="ways",
    states={
        "start": {},
        "all on": ALL | {"back": STEPS, "lag": 21},
        "all on, clipped": ALL | {"back": STEPS, "lag": 21, "clip": 1},
        "all off": BARE | {"back": STEPS, "lag": 38},
        "five at once": {"size": 0.5, "back": STEPS, "lag": 31, "leak": 0.0, "skip": 1},
        "burning": ALL | {"size": 2.0, "back": STEPS, "lag": 5, "clip": 1},
        "on its way": ALL | {"back": 12, "lag": 12, "shape": "ellipses"},
    },
    draw=draw,
    refused=[
        ({"leak": 1.0}, "leak: got 1.0, expected a finite number from 0 to 0.99"),
        ({"skip": 2}, "skip: got 2, expected a whole number from 0 to 1"),
    ],
    solve=lambda page: (
        page.get_by_role("button", name="residual: a path around tanh").click(),
        page.evaluate("contract.unfold()"),
        slider(page, "angle of the eigenvalues").fill("2.8"),
    ),
    done={"angle": 2.8, "residual": 1},
    short=[
        {"angle": 2.8},
        {"angle": 2.8, "size": 0.79, "residual": 1},
        BARE,
        {"size": 2.0, "back": STEPS},
    ],
    claims={
        "Press ▶": lambda it: it.back == 0,
        "The pulse has travelled": lambda it: 0 < it.back < STEPS,
        "Clipping shortens": lambda it: it.clip == 1 and most_summed(it) > 1,
        "No sum is": lambda it: it.clip == 1 and most_summed(it) <= 1,
        "W only rotates": lambda it: error(weights(it).T @ weights(it), np.eye(2)) < 1e-12,
        "writes only": lambda it: open_ways(it) == ["tanh", "leak", "tanh", "tanh"],
        "nothing is forgotten": lambda it: open_ways(it) == ["tanh", "tanh", "residual", "tanh"],
        "five states": lambda it: open_ways(it) == ["tanh", "tanh", "tanh", "skip"],
    },
)


def most_summed(it):
    return max(summed(name, weights(it), it.leak) for name in open_ways(it))


@pytest.mark.parametrize(
    "state",
    [
        {},
        BARE,
        ALL,
        ALL | {"size": 1.7, "nonnormality": 2.0},
        ALL | {"angle": 2.8, "leak": 0.97},
        {"size": 0.5, "skip": 1},
    ],
)
def test_every_strip_is_the_cell_of_its_switch(state):
    it = Ways(**state)
    found, seen = (derived(it, pick)[0] for pick in (NORMS, SEEN))
    for name, norms, (sums, state_norm) in zip(open_ways(it), found, seen, strict=True):
        assert error(norms, way_of(name, weights(it), it.leak)) < 1e-12
        assert error([sums], [summed(name, weights(it), it.leak)]) < 1e-12
        assert error([state_norm], [grown(name, weights(it), it.leak)]) < 1e-12


def test_strips_without_a_skip_are_those_of_one_product():
    W = recurrent_weights(SIZE, ANGLE, 0.0)
    cells = {"tanh": elman(), "leak": leaky(ALPHA), "residual": residual()}
    for name, cell in cells.items():
        assert error(way(name, SIZE), pulse(cell, W, inputs())) < 1e-12


@pytest.mark.parametrize("name", ["tanh", "leak", "residual", "skip"])
def test_the_sum_is_a_finite_difference_of_the_loss(name):
    def loss(W, older):
        states = rerun(name, W, older)
        return float(np.array(LOSS) @ states)

    def rerun(name, W, older):
        h = [np.zeros(2)]
        keep, write = {"leak": (ALPHA, 1 - ALPHA), "residual": (1, 1)}.get(name, (0, 1))
        for t, x in enumerate(inputs(), 1):
            old = older @ h[t - 5] if name == "skip" and t >= 5 else 0
            h.append(keep * h[-1] + write * np.tanh(W @ h[-1] + x + old))
        return h[-1]

    W, older = recurrent_weights(SIZE, ANGLE, 0.0), OLDER * np.eye(2)
    step, parts = 1e-6, []
    for e in np.eye(4).reshape(4, 2, 2) * step:
        parts.append(loss(W + e, older) - loss(W - e, older))
        parts.append(loss(W, older + e) - loss(W, older - e))
    assert summed(name, W) == pytest.approx(np.linalg.norm(parts) / (2 * step), 1e-6)


def test_only_the_sums_beyond_the_limit_are_cut_once_all_steps_are_in():
    for state in ({}, ALL, ALL | {"size": 1.2}, {"size": 0.5, "skip": 1}):
        it = Ways(back=STEPS, answered=True, **state)
        sums = [summed(name, weights(it), it.leak) for name in open_ways(it)]
        longer = [f"{short(each)} → 1" for each in sums if each > 1]
        whole, cut, early = (
            str(Ways(**it.state() | change).still())
            for change in ({}, {"clip": 1}, {"clip": 1, "back": STEPS - 3})
        )
        assert "→ 1" not in whole + early
        assert cut.count("→ 1") == len(longer)
        assert all(text in cut for text in longer)


def test_only_tanh_and_what_is_on_have_numbers_beside_and_over_their_cells():
    def counted(text, **state):
        page = str(Ways(back=STEPS, lag=28, answered=True, **state).still())
        return page.count(f">{text}<") - page.count(f"<td>{text}<")

    arrived, left = (short(way("tanh", SIZE)[lag]) for lag in (STEPS, 28))
    for state in (BARE, {}, BARE | {"skip": 1}):
        assert [counted(text, **state) for text in (arrived, left)] == [1, 1]
    assert counted(short(way("leak", SIZE)[STEPS])) == 1


def test_the_bars_of_the_sums_are_logarithmic(call):
    heights = call("pulse", "heightOfSum", [[s] for s in (0.0, 1e-3, 0.1, 1.0, 100.0, 1e3, 1e9)])
    assert error(heights, [0, 0, 1 / 3, 1 / 2, 5 / 6, 1, 1]) < 1e-12


def test_the_flag_is_right_where_half_of_the_leaky_pulse_is_left():
    it = Ways()
    truth = it._constants["question"]["show"]["lag"]
    left = way("leak", SIZE)
    assert left[truth] < 0.5 <= left[truth - 1]
    judge = "(guess) => widget.judge({ ...now, guess }).right"
    (right,) = derived(it, f"(now, widget) => [6, 7, 27, 28, 29, 40].map({judge})")
    assert right == [False, False, True, True, True, False]


def test_the_stories_are_true():
    slow, sum_, fifth, cut, start = (story["says"] for story in Ways()._constants["stories"])
    assert f"with tanh alone, only {short(way('tanh', SIZE)[-1])}." in slow
    assert short(way("leak", SIZE)[-1]) in slow
    assert f"a pulse of {short(way('residual', SIZE)[-1])} arrives" in sum_
    assert f"grown to {short(grown('residual', recurrent_weights(SIZE, ANGLE, 0.0)))}." in sum_
    assert way("leak", SIZE)[-1] > 1e3 * way("tanh", SIZE)[-1]
    comb = way("skip", 0.5)
    assert f"{short(comb[4])} is left, after five {short(comb[5])}" in fifth
    assert comb[5] > 5 * comb[4]
    W = recurrent_weights(SIZE, ANGLE, 0.0)
    assert f"add up to {short(summed('residual', W))}. " in cut
    assert summed("residual", W) > 1
    turn = recurrent_weights(1.0, ANGLE, 0.0)
    assert error(turn @ turn.T, np.eye(2)) < 1e-12
    assert short(way("tanh", 1.0)[-1]) in start


def test_the_task_can_be_done_and_is_not_at_the_start():
    reached = "(now) => now.task.reached"
    assert derived(Ways(), reached) == [False]
    assert derived(Ways(angle=2.8, residual=1), reached) == [True]
    assert derived(Ways(angle=2.8, residual=1, size=0.79), reached) == [False]
    assert derived(Ways(angle=2.8, residual=0, size=0.8), reached) == [False]
    assert way("residual", 0.8, 2.8)[STEPS] < 1e-3


def test_a_switch_that_is_off_leaves_the_plain_network_and_its_price_is_that_of_the_state():
    W = recurrent_weights(SIZE, ANGLE, 0.0)
    found = derived(Ways(**BARE), NORMS)[0]
    assert all(error(norms, found[0]) < 1e-15 for norms in found)
    texts = derived(Ways(**ALL), "(now) => now.texts")[0]
    assert texts["grown2"] == short(grown("residual", W)) == "50"
    assert (texts["kept"], texts["written"]) == ("0.9", "0.1")
    assert len(followed("skip", W)[-1]) == 5  # states in memory
    assert issubclass(Ways, Pulse)
