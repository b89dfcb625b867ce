"""Two tall stacks: their numbers are the package's, and what is said of them is so."""

import re

import numpy as np
import pytest

from tests.widget.case import Case
from tests.widget.common import error, slider
from tests.widget.engine import derived
from unrolled.page.numbers import percent, short
from unrolled.stack.deep_sizes import (
    KINDS,
    MOST,
    SEEDS,
    Climb,
    added_shares,
    gradients_of,
    loaded,
    measured,
    meeting_sizes,
    shares_of,
)
from unrolled.stack.tall_stack import TallStack
from unrolled.stack.tall_stack_words import BARE, GOAL, MARKED

SIDES = ("after", "before")


def at_of(it):
    return min(it.block, it.blocks)


def kind_of(it, side):
    return BARE if side == "before" and it.final == "off" else side


def gradient(it, side):
    return gradients_of(kind_of(it, side), it.blocks)[at_of(it) - 1]


def is_hidden(it):
    return not it.answered and it.final == "on" and it.blocks > 1


def draw(rng):
    """A random state; some are those of the question."""
    asked = rng.random() < 0.2
    return {
        "blocks": MOST if asked else int(rng.integers(1, MOST + 1)),
        "block": int(rng.integers(1, MOST + 1)),
        "final": "on" if asked else str(rng.choice(["on", "off"])),
        "answered": bool(rng.random() < 0.5),
    }


def solve(page):
    """The task: high up, and without the final norm."""
    page.get_by_role("radio", name="taken away").check()
    page.get_by_role("button", name="block 9, norms before").click()


DONE = {"blocks": 6, "block": 6, "final": "off"}
CASE = Case(
    make=TallStack,
    name="tall_stack",
    states={
        "asked": {},
        "low": {"blocks": 3, "block": 2},
        "single": {"blocks": 1, "block": 12, "final": "off"},
        "bare": {"block": 8, "final": "off"},
        "last": {"blocks": 7},
    },
    draw=draw,
    refused=[
        ({"blocks": 0}, "blocks: got 0"),
        ({"block": 13}, "block: got 13, expected a whole number from 1 to 12"),
        ({"final": "no"}, "final: got 'no'"),
    ],
    solve=solve,
    done=DONE,
    short=[
        DONE | {"final": "on"},
        DONE | {"block": 5},
        DONE | {"blocks": 5},
        DONE | {"blocks": 12, "block": 1},
    ],
    twins={
        "middleOf": (
            lambda values: float(np.median(values)),
            lambda rng: [rng.normal(size=rng.integers(1, 8))],
        ),
        "meetingSizes": (
            lambda up, squeezed: meeting_sizes(Climb(**up), squeezed),
            lambda rng: [random_climb(rng), bool(rng.random() < 0.5)],
        ),
        "addedShares": (
            lambda up, squeezed: added_shares(Climb(**up), squeezed),
            lambda rng: [random_climb(rng), bool(rng.random() < 0.5)],
        ),
    },
    claims={
        "A single block": lambda it: it.blocks == 1,
        "The last of": lambda it: at_of(it) == it.blocks > 1,
        "On average each of its sub-layers adds": lambda it: (
            shares_of("after")[at_of(it) - 1] != shares_of("before")[at_of(it) - 1]
        ),
        "is shown after your guess": is_hidden,
        "larger with norms before": lambda it: gradient(it, "before") > gradient(it, "after"),
        "larger with norms after": lambda it: gradient(it, "after") > gradient(it, "before"),
    },
)
STILLS = {"Low": {"blocks": 5, "block": 2}, "Bare": {"block": 6, "final": "off"}}


def random_climb(rng):
    """Sizes of as many sub-layers as some blocks have, as JSON has them."""
    n = 2 * int(rng.integers(1, 6))
    added, summed = rng.uniform(0.1, 3, (2, n)).tolist()
    return {"start": float(rng.uniform(0.1, 3)), "added": added, "summed": summed}


def test_every_number_shown_is_that_of_the_package(rng, unchecked):
    look = """(now, widget) => [now.shares, now.bars, now.hidden, widget.table(now).rows,
        widget.picture(now).marks.flat(9).filter((mark) => mark?.kind === "word")
            .map(({ html }) => html)]"""
    states = [draw(rng) for _ in range(80)]
    for state, shown in zip(states, derived(TallStack(), look, states), strict=True):
        shares, bars, hidden, rows, words = shown
        it = TallStack(**state)
        assert hidden == is_hidden(it)
        for n, side in enumerate(SIDES):
            wanted = gradients_of(kind_of(it, side), it.blocks)
            assert error(bars[side], wanted) < 1e-12
            assert error(shares[side], shares_of(side)) < 1e-12
            gone = ["–"] * (MOST - it.blocks)
            added = [percent(x) for x in shares_of(side)[: it.blocks]] + gone
            assert [row[1 + n] for row in rows] == added
            assert [row[3 + n] for row in rows] == [
                "?" if hidden else short(x) for x in wanted
            ] + gone
            assert (short(wanted[at_of(it) - 1]) in words) != hidden


def test_the_letters_and_frames_of_the_question_are_those_of_its_picture_with_all_four_values():
    look = """(now, widget) => [false, true].map((narrow) => {
        const words = widget.picture({ ...now, narrow }).marks.flat(9)
            .filter((mark) => mark?.kind === "word").map(({ html }) => html);
        return [words, widget.ballots({ ...now, narrow }).map((marks) => marks.length)];
    })"""
    wanted = [short(gradients_of(side, MOST)[n - 1]) for side, n in MARKED.values()]
    for answered in (False, True):
        for words, frames in derived(TallStack(answered=answered), look)[0]:
            assert set(MARKED) < set(words)
            assert (set(wanted) < set(words)) == answered
            assert min(frames) > 0
    for lower in ({"blocks": MOST - 1}, {"final": "off"}):
        for words, frames in derived(TallStack(**lower), look)[0]:
            assert not set(MARKED) & set(words)
            assert frames == [0] * len(MARKED)


RIBBONS = """(now, widget) => widget.picture(now).marks.flat(9)
    .filter((mark) => mark?.kind === "curve" && /^(state|gradient) shape$/.test(mark.look)
        && (mark.opacity ?? 1) === 1)
    .map(({ d, look }) => [look.split(" ")[0], d.match(/-?[\\d.]+/g).map(Number)])"""


def widths(numbers):
    """How wide a ribbon is at each of its places, from below."""
    places = np.reshape(numbers, (-1, 2))
    half = len(places) // 2
    return places[:half, 0] - places[half:, 0][::-1]


def test_a_ribbon_is_as_wide_as_what_it_shows_is_large():
    """Four places a sub-layer, one below them and three above."""
    for final in ("on", "off"):
        it = TallStack(answered=True, final=final)
        [ribbons] = derived(it, RIBBONS)
        streams = [widths(d) for look, d in ribbons if look == "state"]
        grads = [widths(d) for look, d in ribbons if look == "gradient"]
        for side, stream, back in zip(SIDES, streams, grads, strict=True):
            data = loaded()[kind_of(it, side)]
            summed, end = data["up"]["summed"], data["down"][str(MOST)]
            assert stream[2:-3:4] / 17 == pytest.approx(summed, abs=0.02)
            assert stream[4:-3:4] / 17 == pytest.approx(
                np.ones(24) if side == "after" else summed, abs=0.02
            )
            assert back[4:-3:4] / 12 == pytest.approx(end["above"], abs=0.02)
            assert back[2:-3:4] / 12 == pytest.approx(end["summed"], abs=0.02)
            assert back[-1] / 12 == pytest.approx(1, abs=0.02)
            squeezed = side == "after" or final == "on"
            assert stream[-1] / 17 == pytest.approx(1 if squeezed else summed[-1], abs=0.02)


def test_what_is_not_there_has_no_width_and_paths_keep_their_form():
    """So that everything glides from one height to another."""
    forms = set()
    for blocks in (1, 5, MOST):
        [ribbons] = derived(TallStack(answered=True, blocks=blocks), RIBBONS)
        forms.add(tuple(len(numbers) for _, numbers in ribbons))
        look = """(now, widget) => widget.picture(now).marks.flat(9)
            .filter((mark) => mark?.kind === "cell" && mark.look === "gradient through")
            .map(({ width }) => width > 0.1)"""
        [bars] = derived(TallStack(answered=True, blocks=blocks), look)
        assert bars == 2 * ([True] * blocks + [False] * (MOST - blocks))
    assert len(forms) == 1


def test_the_lid_sets_the_height_and_a_block_that_is_not_there_is_reached_by_a_tap(show):
    pulled = """(now, widget) => { const { pull, at } = widget.picture(now).marks.flat(9)
        .find((mark) => mark?.kind === "grip");
        return [pull(at), pull([at[0], at[1] - 28]), pull([0, -999]), pull([0, 999])]; }"""
    [found] = derived(TallStack(blocks=5), pulled)
    assert found == [{"blocks": n} for n in (5, 6, MOST, 1)]
    page = show(TallStack(answered=True, blocks=3)).page
    page.get_by_role("button", name="Up to block 8, norms after").click()
    assert slider(page, "blocks").input_value() == "8"
    says = page.locator(".explorable-live .kit-says")
    assert says.inner_text().startswith("The last of 8 blocks.")
    page.get_by_role("button", name="Final norm", exact=True).click()
    assert short(gradients_of(BARE, 8)[7]) in says.inner_text()


def test_the_question_its_replies_and_the_closer_say_what_is_so():
    it = TallStack()
    question = it._constants["question"]
    found = {letter: gradients_of(side, MOST)[n - 1] for letter, (side, n) in MARKED.items()}
    assert min(found, key=found.get) == question["options"][question["right"]][0] == "C"
    for letter, reply in question["options"]:
        assert {short(found["C"]), short(found[letter])} <= set(re.findall(r"\d\.\d+", reply))
    assert found["A"] / found["C"] == pytest.approx(4, abs=0.1)
    before, after = (loaded()[side]["down"][str(MOST)] for side in ("before", "after"))
    assert 1 / before["above"][-1] == pytest.approx(loaded()["before"]["up"]["summed"][-1], rel=0.1)
    assert (np.diff([before["start"], *before["above"][1::2]]) < 0).all(), (
        "it grows on its way down"
    )
    lowest = int(np.argmin(after["above"]))
    assert 0 < lowest < 20
    assert after["start"] > 1 > after["above"][lowest]
    tops = [loaded()["before"]["up"]["summed"][2 * n - 1] for n in range(1, MOST + 1)]
    for side in SIDES:
        up = Climb(**loaded()[side]["up"])
        diagonal = np.hypot(meeting_sizes(up, side == "after"), up.added)
        assert up.summed == pytest.approx(diagonal, rel=0.1), "sides of a right triangle"
    beside_the_root = np.divide(tops, np.sqrt(np.arange(1, MOST + 1)))
    assert beside_the_root == pytest.approx([1.2] * MOST, rel=0.1)


def test_each_of_five_stacks_has_its_smallest_gradient_at_the_top_of_the_right_one_but_one():
    """Of the four that are asked about; in one stack it is as small in the first block."""
    weights = {side: np.array(loaded()[side]["down"][str(MOST)]["weights"]) for side in SIDES}
    top = weights["before"][-1]
    others = [weights["after"][-1], weights["before"][0]]
    assert (top < np.array(others)).all()
    assert (top < weights["after"][0]).sum() == 4
    assert np.max(top / weights["after"][0]) < 1.01


def test_the_stories_and_the_task_say_what_is_so():
    told = TallStack()._constants["stories"]
    one, middle, first, bare = (TallStack(**story["set"]) for story in told)
    assert gradient(one, "after") == pytest.approx(gradient(one, "before"), rel=0.05)
    ups = [loaded()[side]["up"]["added"][10:12] for side in SIDES]
    assert np.mean(ups[0]) == pytest.approx(np.mean(ups[1]), rel=0.1), "nearly the same addition"
    assert f"{percent(shares_of('before')[5])}." in told[1]["says"]
    assert at_of(middle) == 6
    assert np.argmax(gradients_of("before", MOST)) == at_of(first) - 1 == 0
    assert gradient(bare, "before") > gradient(bare, "after") > gradients_of("before", 4)[-1]
    assert GOAL == {"share": 1 / 3}
    reached = {
        (blocks, n, final)
        for final, kind in (("on", "before"), ("off", BARE))
        for blocks in range(1, MOST + 1)
        for n in range(1, blocks + 1)
        if shares_of("before")[n - 1] < GOAL["share"]
        and gradients_of(kind, blocks)[n - 1] > gradients_of("after", blocks)[n - 1]
    }
    assert {final for *_, final in reached} == {"off"}, "never with the final norm"
    assert {n for _, n, _ in reached} == set(range(6, MOST + 1)), "high up alone"


def test_without_a_final_norm_the_last_block_s_gradient_does_not_fall():
    lasts = {kind: [gradients_of(kind, n)[-1] for n in range(1, MOST + 1)] for kind in KINDS}
    assert lasts["before"][-1] < 0.4 * lasts["before"][0]
    assert lasts["after"][-1] > lasts["after"][0]
    assert lasts[BARE][-1] > lasts[BARE][0]
    assert len(SEEDS) == 5
    again = measured("after", 3, 0)[1].weights
    assert again == pytest.approx(
        [row[0] for row in loaded()["after"]["down"]["3"]["weights"]], rel=1e-3
    )
