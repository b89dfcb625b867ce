"""Paths through depth and time: its numbers are the package's, and what it says of them is so."""

import re
from itertools import permutations
from math import comb

import numpy as np
import pytest
import torch

from tests.widget.case import Case
from tests.widget.common import error, slider, text
from tests.widget.engine import derived
from unrolled.core.unroll import bptt, unroll
from unrolled.page.numbers import short
from unrolled.sequence_tasks.deep_paths import LARGEST, PLACES, DeepPaths
from unrolled.sequence_tasks.deep_paths_words import MARKED, MOST, STEPS
from unrolled.sequence_tasks.depth import count_paths
from unrolled.sequence_tasks.depth_paths import (
    INPUTS,
    LAYERS,
    at_most,
    carried,
    gradients,
    list_paths,
    tower,
)

XS = INPUTS


def place_of(it):
    return tuple(map(int, it.start.split(",")))


def shares(it):
    """What each path brings, by the package."""
    return carried(XS, it.size, it.between, it.top, place_of(it))


def is_hidden(it):
    return not it.answered and (it.size, it.between, it.top) == (0.5, 0.5, 3)


def draw(rng):
    """A random state; some are those of the question, which hides what arrives."""
    asked = rng.random() < 0.2
    closed = rng.random() < 0.1
    return {
        "size": 0.5 if asked else round(rng.uniform(0, LARGEST) * (not closed), 2),
        "between": 0.5 if asked else round(rng.uniform(0, LARGEST), 2),
        "top": 3 if asked else int(rng.integers(1, LAYERS + 1)),
        "start": str(rng.choice(PLACES)) if rng.random() < 0.8 else "8,3",
        "drawn": int(rng.choice([MOST, rng.integers(MOST)])),
        "answered": bool(rng.random() < 0.5),
    }


def state_button(page, step, layer):
    return page.get_by_role("button", name=f"Step {step}, layer {layer}")


def solve(page):
    """The task: the largest weights that are allowed, and a state in between."""
    for label in ("weight through time", "weight between layers"):
        slider(page, label).fill("0.65")
    state_button(page, 5, 1).click()


DONE = {"size": 0.65, "between": 0.65, "start": "5,1"}
CASE = Case(
    make=DeepPaths,
    name="deep_paths",
    states={
        "asked": {},
        "large": {"size": 0.9, "between": 0.9, "start": "3,1"},
        "drawing": {"size": 0.6, "between": 0.7, "start": "3,1", "drawn": 9},
        "begun": {"size": 0.6, "between": 0.7, "start": "1,2", "drawn": 0, "top": 2},
        "closed": {"size": 0.0, "start": "2,1"},
        "none": {"top": 1, "start": "6,2"},
        "itself": {"start": "8,3", "size": 0.7},
        "single": {"top": 1, "start": "8,1", "size": 1.2, "between": 0.0},
        "largest": {"size": 1.2, "between": 1.2, "start": "7,1"},
    },
    draw=draw,
    refused=[
        ({"size": 1.3}, "size: got 1.3"),
        ({"between": -0.1}, "between: got -0.1"),
        ({"top": 4}, "top: got 4, expected a whole number from 1 to 3"),
        ({"start": "9,1"}, "start: got '9,1'"),
        ({"drawn": 37}, "drawn: got 37"),
    ],
    solve=solve,
    done=DONE,
    short=[
        DONE | {"start": "1,1"},
        DONE | {"start": "8,3"},
        DONE | {"start": "7,2"},
        DONE | {"size": 0.66},
        DONE | {"size": 0.55},
    ],
    twins={
        "gradients": (
            gradients,
            lambda rng: [rng.normal(size=STEPS), *rng.uniform(0, 2, 2), int(rng.integers(1, 4))],
        ),
        "carried": (
            carried,
            lambda rng: [
                rng.normal(size=6),
                *rng.uniform(0, 2, 2),
                int(rng.integers(1, 4)),
                [int(rng.integers(1, 7)), int(rng.integers(1, 4))],
            ],
        ),
        "listPaths": (list_paths, lambda rng: [int(n) for n in rng.integers(0, 5, 2)]),
        "countPaths": (
            lambda back, down: count_paths(back + 1, down + 1),
            lambda rng: [int(rng.integers(200)), int(rng.integers(4))],
        ),
        "atMost": (
            at_most,
            lambda rng: [int(rng.integers(1, 200)), int(rng.integers(1, 4)), *rng.uniform(0, 1, 2)],
        ),
    },
    claims={
        "No path": lambda it: shares(it) == [],
        "Nothing arrives": lambda it: not sum(shares(it)),
        "The gradient of 1 starts": lambda it: shares(it) == [1],
        "A single path": lambda it: len(shares(it)) == 1,
        "It has lost nothing": lambda it: place_of(it) == (STEPS, it.top),
        "Drawn: ": lambda it: it.drawn < len(shares(it)),
        "So far": lambda it: it.drawn < len(shares(it)) and not is_hidden(it),
        "is your guess": is_hidden,
        "each crosses a weight of 0": lambda it: not it.size * it.between and len(shares(it)) > 1,
        "more than has left": lambda it: sum(shares(it)) > 1,
        "Together they bring": lambda it: len(shares(it)) > 1 and not is_hidden(it),
    },
)
STILLS = {
    "Drawing": {"size": 0.6, "between": 0.7, "start": "3,1", "drawn": 9},
    "None": {"top": 1, "start": "6,2"},
}


def by_torch(xs, size, between, top):
    """The same gradients, by automatic differentiation."""
    before, kept = [torch.zeros((), dtype=torch.float64)] * LAYERS, []
    for x in xs:
        below = torch.tensor(float(x), dtype=torch.float64)
        row = []
        for layer, h in enumerate(before):
            below = torch.tanh((between if layer else 1.0) * below + size * h)
            below.requires_grad_() if below.is_leaf else below.retain_grad()
            row.append(below)
        before = row
        kept.append(row)
    kept[-1][top - 1].backward()
    return [[0.0 if h.grad is None else float(h.grad) for h in row] for row in kept]


def test_the_gradients_are_those_of_pytorch_of_bptt_and_of_all_paths_together(rng):
    for _ in range(30):
        xs, (size, between) = rng.normal(size=7), rng.uniform(0.1, 1.5, 2)
        for top in range(1, LAYERS + 1):
            found = gradients(xs, size, between, top)
            assert error(found, by_torch(xs, size, between, top)) < 1e-12
            cell, p = tower(size, between)
            states, caches = unroll(cell, p, xs[:, None], cell.start(1))
            d = tuple(np.zeros_like(h) for h in states)
            d[top - 1][-1] = 1
            dxs = bptt(cell, p, caches, d)[1]
            assert error(dxs[:, 0], found[:, 0] * (1 - states[0][:, 0] ** 2)) < 1e-12
            for t, layer in ((1, 1), (4, 2), (7, 1), (3, 3)):
                together = sum(carried(xs, size, between, top, (t, layer)))
                assert error(together, found[t - 1, layer - 1]) < 1e-12


def test_paths_are_all_orders_of_their_arrows_in_the_order_of_the_alphabet():
    for back, down in ((0, 0), (3, 0), (0, 2), (4, 2), (7, 2)):
        found = list_paths(back, down)
        assert found == sorted({"".join(way) for way in permutations("b" * back + "d" * down)})
        assert len(found) == count_paths(back + 1, down + 1) == comb(back + down, down)
        assert len(carried(XS, 0.5, 0.5, down + 1, (STEPS - back, 1))) == len(found)


def test_what_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="top: got 4"):
        gradients(XS, 0.5, 0.5, 4)
    with pytest.raises(ValueError, match="top: got 0"):
        carried(XS, 0.5, 0.5, 0, (1, 1))
    for start in ((0, 1), (9, 1), (1, 4)):
        with pytest.raises(ValueError, match="start: got"):
            carried(XS, 0.5, 0.5, 3, start)
    with pytest.raises(ValueError, match="back: got -1"):
        list_paths(-1, 2)


def test_all_states_equally_far_away_receive_at_most_the_sum_of_the_weights_to_this_power(rng):
    far = (STEPS - 1 - np.arange(STEPS))[:, None] + (LAYERS - 1 - np.arange(LAYERS))
    for _ in range(200):
        size, between = rng.uniform(0, 1.2, 2)
        found = gradients(rng.normal(size=STEPS), size, between, LAYERS)
        for n in range(far.max() + 1):
            assert found[far == n].sum() <= (size + between) ** n * (1 + 1e-12)
        count, one, together = at_most(STEPS, LAYERS, size, between)
        assert max(carried(XS, size, between, LAYERS, (1, 1))) <= one * (1 + 1e-12)
        assert count == MOST
        assert found[0, 0] <= together * (1 + 1e-12)


def test_every_number_shown_is_that_of_the_package(rng, unchecked):
    look = """(now, widget) => [now.counts, now.arriving, now.flows, now.texts.sum, now.hidden,
        widget.table(now).rows, widget.picture(now).marks.flat(9).filter((mark) => mark)]"""
    states = [draw(rng) for _ in range(150)]
    for state, shown in zip(states, derived(DeepPaths(), look, states), strict=True):
        counts, arriving, flows, total, hidden, rows, marks = shown
        it = DeepPaths(**state)
        wanted = gradients(XS, it.size, it.between, it.top)
        assert error(arriving, wanted) < 1e-12
        assert counts == [
            [count_paths(STEPS - t, it.top - layer) if layer < it.top else 0 for layer in range(3)]
            for t in range(STEPS)
        ]
        for t in range(STEPS):
            for layer in range(LAYERS):
                came = flows[t + 1][layer]["back"] if t < STEPS - 1 else 0
                came += flows[t][layer + 1]["down"] if layer < LAYERS - 1 else 0
                left = float((t + 1, layer + 1) == (STEPS, it.top))
                assert error(came + left, wanted[t, layer]) < 1e-12, "what flows in arrives"
        assert total == short(sum(shares(it)))
        assert hidden == is_hidden(it)
        texts = [["?" if hidden else short(x) for x in row] for row in wanted]
        assert [row[1:] for row in rows] == texts
        written = [mark["html"] for mark in marks if mark["kind"] == "word"]
        sofar = sum(shares(it)[: it.drawn])
        besides = ", more than 1" if sofar > 1 else " of 1"
        assert ("? of 1" if hidden else f"<b>{short(sofar)}</b>{besides}") in written


def test_a_flow_is_as_wide_as_it_is_large_and_hidden_before_the_answer():
    look = """(now, widget) => widget.picture(now).marks[1]
        .map(({ width, opacity }) => opacity && width)"""
    [asked], [told] = (derived(DeepPaths(answered=answered), look) for answered in (False, True))
    assert set(asked) == {0}
    largest = gradients(XS, 0.5, 0.5, 3)[-2, 2]
    assert max(told) == pytest.approx(32 * largest)
    [moved] = derived(DeepPaths(size=0.51), look)
    assert max(moved) > 0, "a weight that is moved is seen at once"


def test_the_question_the_stories_and_the_task_say_what_is_so():
    it = DeepPaths()
    question, told = it._constants["question"], it._constants["stories"]
    found = {letter: gradients(XS, 0.5, 0.5, 3)[t - 1, n - 1] for letter, (t, n) in MARKED.items()}
    assert max(found, key=found.get) == question["options"][question["right"]][0] == "B"
    assert [len(carried(XS, 0.5, 0.5, 3, MARKED[letter])) for letter in "ABC"] == [1, 2, 36]
    for _, reply in question["options"]:
        assert {short(found["B"])} <= set(re.findall(r"\d\.\d+", reply))
    each = np.array(carried(XS, 0.5, 0.5, 3, (1, 1)))
    assert short(each.mean()) in question["options"][2][1]
    assert max(each) <= 0.5**9, "every arrow halves it or worse"
    alone, late, low, grown = (DeepPaths(**story["set"]) for story in told)
    assert f"about {sum(each) / sum(shares(alone)):.0f} times" in told[0]["says"]
    assert f"{short(sum(shares(late)))}." in told[1]["says"]
    assert sum(shares(low)) > gradients(XS, low.size, low.between, 3)[-1, 0]
    assert short(sum(shares(grown))) in told[3]["says"]
    table = gradients(XS, 0.65, 0.65, 3)
    above = {(t + 1, n + 1) for t, n in np.argwhere(table > 1)}
    assert above == {(4, 1), (5, 1), (6, 1)}, "neither the nearest states nor the farthest"
    assert it._constants["goal"] == {"weights": 0.65, "arrives": 1.0}


def test_play_draws_one_path_after_another_and_its_signal_travels(show):
    look = """(now, widget) => { const { flying, share, count } = now;
        return [flying, Math.round(100 * share) / 100, count]; }"""
    states = [DeepPaths().state() | {"drawn": drawn} for drawn in (0, 0.25, 1, 1.5, 35.5, 36)]
    assert derived(DeepPaths(), look, states) == [
        [-1, 0, 0],
        [0, 0.25, 1],
        [0, 1, 1],
        [1, 0.5, 2],
        [35, 0.5, 36],
        [-1, 0, 36],
    ]
    page = show(DeepPaths(answered=True, start="7,2")).page
    assert slider(page, "paths").get_attribute("max") == "2"
    page.get_by_role("button", name="One step back").click()
    assert "Drawn: 1 of the 2" in page.locator(".explorable-live .kit-says").inner_text()
    page.get_by_role("button", name="One step on").click()
    assert "2 paths lead back" in page.locator(".explorable-live .kit-says").inner_text()


def test_a_tap_chooses_a_state_and_a_lamp_the_layer(show):
    page = show(DeepPaths(answered=True)).page
    state_button(page, 4, 2).click()
    says = page.locator(".explorable-live .kit-says")
    assert says.inner_text().startswith("5 paths lead back")
    page.get_by_role("button", name="Gradient leaves layer 1").click()
    assert says.inner_text().startswith("No path")
    page.get_by_role("button", name="Gradient leaves layer 2").click()
    value = gradients(XS, 0.5, 0.5, 2)[3, 1]
    assert f"It brings {short(value)}" in says.inner_text()
    assert text(value, 2) in says.inner_text()


def test_the_knob_sets_both_weights_as_the_grid_is_drawn():
    pulled = """(now, widget) => { const { pull, at } = widget.picture(now).marks.flat(9)
        .find((mark) => mark?.kind === "grip");
        return [pull(at), pull([at[0] + 10, at[1]]), pull([at[0], at[1] - 10]), pull([0, 0])]; }"""
    [[same, right, up, corner]] = derived(DeepPaths(size=0.6, between=0.3), pulled)
    assert same == {"size": 0.6, "between": 0.3}
    assert right["size"] > 0.6
    assert right["between"] == 0.3
    assert up["between"] > 0.3
    assert up["size"] == 0.6
    assert corner == {"size": 0, "between": LARGEST}


def test_once_the_gradient_is_seen_every_arrow_has_at_most_one_thread():
    look = """(now, widget) => widget.picture(now).marks[3].d.split("M").length - 1"""
    [asked] = derived(DeepPaths(), look)
    [told] = derived(DeepPaths(answered=True), look)
    assert asked == MOST * 9, "all of them before the answer, arrow by arrow"
    assert told == 7 * 3 + 8 * 2, "then the arrows that lead there"


def plates_and_grid(marks):
    """The plates of numbers that are told, and the states that they are to leave free."""
    plates = [m for m in marks if m["kind"] == "cell" and m["look"] == "paper through"]
    states = [m for m in marks if m["kind"] == "choice" and m["name"].startswith("Step")]
    return plates, [s["marks"][1] for s in states]


@pytest.mark.parametrize("narrow", [False, True])
def test_a_number_that_is_told_lies_neither_on_its_state_nor_on_the_ring_of_a_guess(narrow):
    look = f"""(now, widget) => widget.picture({{ ...now, narrow: {str(narrow).lower()} }})
        .marks.flat(9).filter((mark) => mark)"""
    wrong = DeepPaths(answered=True).state() | {"guess": 0}
    moved = DeepPaths().state() | {"size": 0.45}
    for marks in derived(DeepPaths(), look, [wrong, moved]):
        plates, discs = plates_and_grid(marks)
        assert plates
        for plate in plates:
            left, top = plate["x"], plate["y"]
            for disc in discs:
                r = disc["width"] / 2
                x, y = disc["x"] + r, disc["y"] + r
                dx = max(left - x, 0, x - left - plate["width"])
                dy = max(top - y, 0, y - top - plate["height"])
                assert np.hypot(dx, dy) > r + 4.5, "of a ring, too"
