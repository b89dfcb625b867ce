"""Depth and gradient: its numbers are the package's, and what it says of them is so."""

import json
import re

import numpy as np
import pytest
import torch

from tests.widget.case import Case
from tests.widget.common import error, slider
from tests.widget.engine import derived
from unrolled.core.derived import read_data
from unrolled.mlp.network import Layer
from unrolled.page.numbers import short
from unrolled.resnet import block as residual
from unrolled.resnet.deep_stack import (
    BIAS,
    DEEPEST,
    KINDS,
    LEAVES,
    SEEDS,
    START,
    WIDTH,
    Setting,
    Stack,
    branch,
    compute_data,
    gradients,
    lengths,
    limits,
    signal,
    singular_values,
    stack,
    survey,
    unit_rms,
    whole_product,
)
from unrolled.resnet.depth_and_gradient import LARGEST, DepthAndGradient
from unrolled.resnet.depth_and_gradient_words import ASKED, BLOCKS, GOAL, MOST, TRUTH
from unrolled.resnet.paths import bounds


def setting_of(it):
    return Setting(it.scale, it.skip, it.normed and it.kind == "random")


def run(it):
    """The length of signal and gradient at every level, by the package."""
    return lengths(it.kind, it.depth, it.seed, setting_of(it))


def end(it):
    return run(it)[1][0]


def jacobians_of(it):
    return signal(stack(it.kind, it.depth, it.seed), setting_of(it))[1]


def values_of(it):
    """The singular values of all blocks together, and their bounds."""
    Js = jacobians_of(it)
    return singular_values(whole_product(Js, it.skip)), limits(Js, it.skip)


def is_hidden(it):
    told = ASKED | {"depth": DEEPEST, "read": TRUTH}  # of the story
    is_told = all(getattr(it, name) == value for name, value in told.items())
    return not it.answered and it.kind == "undoing" and not is_told


SCALES = [0.0, 1 / 64, 0.05, 0.125, 0.5, 1.0, 2.0]


def draw(rng):
    """A random state; some are those of the question, which hides what arrives."""
    if rng.random() < 0.1:
        return {"answered": bool(rng.random() < 0.3), "sent": int(rng.choice([MOST, 20]))}
    depth = int(rng.choice([1, 2, 4, 9, 32, 64]))
    free = round(rng.uniform(0, LARGEST), 3)
    return {
        "depth": depth,
        "kind": str(rng.choice(list(KINDS))),
        "seed": int(rng.integers(SEEDS)),
        "skip": bool(rng.random() < 0.7),
        "scale": float(rng.choice([*SCALES, depth**-0.5, 1 / depth, free])),
        "normed": bool(rng.random() < 0.3),
        "sent": int(rng.choice([MOST, MOST, MOST, rng.integers(MOST)])),
        "read": int(rng.integers(DEEPEST + 1)),
        "answered": bool(rng.random() < 0.5),
    }


def a_stack(rng, blocks=8):
    """Weights of some blocks as the browser takes them, a setting and a signal."""
    W = rng.normal(0, 0.5, (blocks, WIDTH, WIDTH)).tolist()
    p = {"W": W, "b": rng.normal(0, BIAS, (blocks, WIDTH)).tolist()}
    how = {"scale": float(rng.uniform(0, 2)), "skip": bool(rng.random() < 0.7)}
    how["normed"] = bool(rng.random() < 0.4)
    return [p | {"linear": bool(rng.random() < 0.3)}, how, rng.normal(size=WIDTH)]


def some_jacobians(rng, blocks=8):
    return [rng.normal(0, 0.3, (blocks, WIDTH, WIDTH)), bool(rng.random() < 0.7)]


def by_package(p, how, start):
    return signal(Stack(np.array(p["W"]), np.array(p["b"]), p["linear"]), Setting(**how), start)


def solve(page):
    """The task: as many blocks as there are, and the mark 1/L."""
    slider(page, "blocks").fill("64")
    page.get_by_role("button", name="Scale of the branch: 1 over L").click()


DONE = {"depth": 64, "skip": True, "scale": 1 / 64}
RANDOM = {"depth": 64, "kind": "random"}
CASE = Case(
    make=DepthAndGradient,
    name="depth_and_gradient",
    states={
        "asked": {},
        "random": RANDOM | {"scale": 0.125, "seed": 2, "read": 20},
        "plain": RANDOM | {"skip": False, "read": 18},
        "normalised": RANDOM | {"normed": True, "depth": 20, "read": 0},
        "few": {"depth": 3, "kind": "random", "read": 1},
        "rising": RANDOM | {"sent": 40},
        "falling": {"depth": 10, "kind": "doubling", "sent": 14},
        "exploded": {"depth": 64, "kind": "doubling", "read": 30},
        "one": {"depth": 1, "scale": 2.0},
    },
    draw=draw,
    refused=[
        ({"depth": 65}, "depth: got 65, expected a whole number from 1 to 64"),
        ({"depth": 0}, "depth: got 0"),
        ({"scale": 2.1}, "scale: got 2.1, expected a finite number from 0 to 2"),
        ({"scale": -0.1}, "scale: got -0.1"),
        ({"kind": "linear"}, "kind: got 'linear', expected one of 'random'"),
        ({"seed": 5}, "seed: got 5"),
        ({"sent": 129}, "sent: got 129"),
        ({"read": 65}, "read: got 65"),
        ({"skip": 1}, "skip: got 1"),
    ],
    solve=solve,
    done=DONE,
    short=[
        DONE | {"skip": False},
        DONE | {"depth": 63},
        DONE | {"scale": 0.125},
        DONE | {"scale": 0.023},
        DONE | {"scale": 0.009},
        DONE | {"scale": 0.0},
    ],
    weight=90_000,  # five random stacks
    twins={
        "unitRms": (unit_rms, lambda rng: [rng.normal(size=WIDTH)]),
        "branchOf": (
            branch,
            lambda rng: [
                rng.normal(size=(WIDTH, WIDTH)),
                rng.normal(size=WIDTH),
                rng.normal(size=WIDTH),
                bool(rng.random() < 0.5),
                bool(rng.random() < 0.5),
            ],
        ),
        "signalOf": (by_package, a_stack),
        "gradientsOf": (gradients, lambda rng: [*some_jacobians(rng), rng.normal(size=WIDTH)]),
        "wholeProduct": (whole_product, some_jacobians),
        "singularValues": (singular_values, lambda rng: [rng.normal(size=(WIDTH, WIDTH))]),
        "limitsOf": (limits, some_jacobians),
    },
    claims={
        "is your guess": is_hidden,
        "On its way, the signal": lambda it: it.sent < it.depth,
        "On the way back": lambda it: it.depth <= it.sent < 2 * it.depth,
        "Nothing of the gradient": lambda it: end(it) == 0,
        "has vanished": lambda it: 0 < end(it) < 0.01,
        "Of a gradient of 1": lambda it: 0.01 <= end(it) < 0.5,
        "close to its size": lambda it: 0.5 <= end(it) <= 2,
        "has exploded": lambda it: end(it) > 1000,
        "The gradient grows": lambda it: 2 < end(it) <= 1000,
        "the only way through": lambda it: (
            not it.skip and (is_hidden(it) or it.sent < 2 * it.depth)
        ),
        "what the branch returns is added": lambda it: it.skip,
        "With neither": lambda it: not it.skip and it.scale == 0 and end(it) == 0,
        "Without the skip connection, every block multiplies": lambda it: (
            end(it) == pytest.approx((it.scale / 2) ** it.depth)
        ),
        "has to pass through every": lambda it: not it.skip and it.kind == "random",
        "switched off": lambda it: it.skip and it.scale == 0 and end(it) == 1,
        "1 from the skip": lambda it: (
            end(it) == pytest.approx(abs(1 + it.scale * KINDS[it.kind]) ** it.depth)
        ),
        "change the gradient little": lambda it: (
            0.1 < values_of(it)[1][0] < 1 < values_of(it)[1][1] < 10 and it.scale * it.depth < 1.01
        ),
        "normalisation shrinks": lambda it: it.normed and grows(it) and shrinks_jacobians(it),
        "partly cancel": lambda it: (
            values_of(it)[0][0] < 0.9 * values_of(it)[1][1]
            and values_of(it)[0][-1] > values_of(it)[1][0]
        ),
        "pass the gradient on whole": lambda it: it.skip and it.scale > 0,
        "no wider than at 1000": lambda it: max(map(np.max, run(it))) > 1000,
    },
)


def grows(it):
    """Whether the signal grows over all, wherever there is room for it."""
    ups = run(it)[0]
    return it.depth < 32 or it.scale < 0.5 or ups[-1] > ups[0]


def shrinks_jacobians(it):
    """‖J‖ ≤ s ‖W‖ / r: the longer h, the smaller it is."""
    p = stack(it.kind, it.depth, it.seed)
    hs, Js = signal(p, setting_of(it))
    r = np.sqrt(np.mean(hs[:-1] ** 2, axis=1))
    most = it.scale * np.linalg.norm(p.W, ord=2, axis=(1, 2)) / r
    return np.all(np.linalg.norm(Js, ord=2, axis=(1, 2)) <= most * (1 + 1e-12))


STILLS = {
    "Rising": RANDOM | {"sent": 40},
    "Normalised": RANDOM | {"normed": True, "depth": 20, "read": 0},
    "Exploded": {"depth": 64, "kind": "doubling", "read": 30},
}


def test_the_stack_is_one_of_residual_blocks(rng):
    for skip in (True, False):
        p, how = stack("random", 9, 3), Setting(0.7, skip, False)
        hs, Js = signal(p, how)
        gs = gradients(Js, skip)
        h, g = START, LEAVES
        for n in range(9):
            layer = Layer(p.W[n], p.b[n])
            assert error(Js[n], residual.block_jacobian(layer, h, 0.7)) < 1e-14
            h = residual.block(layer, h, 0.7, skip)[0]
            assert error(hs[n + 1], h) < 1e-14
        for n in range(9)[::-1]:
            layer = Layer(p.W[n], p.b[n])
            g = residual.block_back(layer, residual.block(layer, hs[n], 0.7, skip)[1], g)[1]
            assert error(gs[n], g) < 1e-14


def test_gradients_are_those_of_pytorch_with_and_without_normalisation():
    for normed in (False, True):
        for skip in (False, True):
            p, how = stack("random", 12, 1), Setting(0.6, skip, normed)
            hs, Js = signal(p, how)
            first = torch.tensor(START, requires_grad=True)
            h = first
            for W, b in zip(p.W, p.b, strict=True):
                u = torch.nn.functional.rms_norm(h, (WIDTH,), eps=1e-6) if normed else h
                f = torch.tanh(torch.tensor(W) @ u + torch.tensor(b))
                h = (h if skip else 0) + 0.6 * f
            (h @ torch.tensor(LEAVES)).backward()
            assert error(hs[-1], h.detach()) < 1e-12
            assert error(gradients(Js, skip)[0], first.grad) < 1e-12
            assert error(whole_product(Js, skip).T @ LEAVES, first.grad) < 1e-12


def test_the_jacobian_of_the_normalisation_is_a_finite_difference(rng):
    for _ in range(20):
        h = rng.normal(size=5)
        u, J = unit_rms(h)
        assert np.mean(u**2) == pytest.approx(1, abs=1e-4)
        step = 1e-6
        columns = [
            (unit_rms(h + step * e)[0] - unit_rms(h - step * e)[0]) / (2 * step) for e in np.eye(5)
        ]
        assert error(np.array(columns).T, J) < 1e-8


def test_all_singular_values_lie_between_their_bounds(rng):
    for _ in range(200):
        Js, skip = some_jacobians(rng, 5)
        low, high = limits(Js, skip)
        found = singular_values(whole_product(Js, skip))
        assert low <= found[-1] * (1 + 1e-12)
        assert found[0] <= high * (1 + 1e-12)
        if skip:
            assert (low, high) == bounds(Js)
    assert list(singular_values(np.diag([1.0, 1e-14, 0.5, 0.0]))) == [1.0, 0.5, 0.0, 0.0]


def test_the_weights_are_those_of_their_file_and_what_does_not_fit_is_refused():
    held = read_data("unrolled.resnet.deep_stack")
    assert held == compute_data()
    assert np.linalg.norm(START) == pytest.approx(1)
    assert np.linalg.norm(LEAVES) == pytest.approx(1)
    spread = np.std([each["W"] for each in held])
    assert spread == pytest.approx(WIDTH**-0.5, rel=0.05)
    with pytest.raises(ValueError, match="depth: got 65"):
        stack("random", 65)
    with pytest.raises(ValueError, match="kind: got 'linear'"):
        stack("linear", 5)
    with pytest.raises(ValueError, match="seed: got 5"):
        stack("random", 5, 5)
    with pytest.raises(ValueError, match="scale: got -1"):
        lengths("random", 5, 0, Setting(-1.0))
    with pytest.raises(ValueError, match="skip: got 2"):
        lengths("random", 5, 0, Setting(1.0, 2))


def test_branches_of_a_half_multiply_by_a_half_or_by_one_and_a_half():
    for depth in (1, 20, 50):
        assert lengths("undoing", depth, 0, Setting())[1][0] == 0.5**depth
        assert lengths("doubling", depth, 0, Setting())[1][0] == pytest.approx(1.5**depth)
    assert lengths("undoing", 64, 0, Setting(2.0))[1][0] == 0


def test_every_number_shown_is_that_of_the_package(rng, unchecked):
    look = """(now, widget) => [now.ups, now.downs, now.singular, now.limits, now.hidden,
        now.texts.end, widget.table(now).rows]"""
    states = [draw(rng) for _ in range(150)]
    for state, shown in zip(
        states, derived(DepthAndGradient(), look, states_of(states)), strict=True
    ):
        ups, downs, singular, limit, hidden, last, rows = shown
        it = DepthAndGradient(**state)
        wanted = run(it)
        values, between = values_of(it)
        size = max(1, *map(np.max, wanted), between[1])
        assert error(ups, wanted[0]) < 1e-12 * size
        assert error(downs, wanted[1]) < 1e-12 * size
        assert error(singular, values) < 1e-12 * size
        assert error(limit, between) < 1e-12 * size
        assert hidden == is_hidden(it)
        assert last == short(end(it))
        for name, gradient, sent in rows:
            back = int(name.removeprefix("input, "))
            told = ["–", "–"]
            if back <= it.depth:
                told = [short(each[it.depth - back]) for each in wanted[::-1]]
            assert [gradient, sent] == (["?", "?"] if hidden and back <= it.depth else told)
        assert rows[-1][0] == f"input, {it.depth}"


def states_of(states):
    """All traits of each state."""
    return [DepthAndGradient().state() | state for state in states]


def bands_of(states):
    """How wide the signal is at the top and the gradient at the bottom, in px; 0 where hidden."""
    look = """(now, widget) => widget.picture({ ...now, reply: null }).marks.flat(9)
        .filter((mark) => ["state shape", "gradient shape"].includes(mark?.look))
        .map(({ d, opacity }) => opacity && d.match(/-?[0-9.]+ [0-9.]+/g)
            .map((at) => Number(at.split(" ")[1])))"""
    return derived(DepthAndGradient(), look, states_of(states))


def width(band, place):
    """Of a band's outline, at its first level or its last."""
    return band[-1 - place] - band[place] if band else 0


def test_branches_of_the_question_keep_everything_back_at_any_depth_before_the_guess():
    look = """(now, widget) => [now.hidden, widget.says(now), widget.table(now).rows[0]]"""
    states = [{"depth": depth} for depth in (1, 3, 31, 64)]
    states += [{"depth": 3, "scale": 0.5}, {"skip": False}, {"depth": 9, "sent": 12}]
    for hidden, says, row in derived(DepthAndGradient(), look, states_of(states)):
        assert hidden
        assert "is your guess" in says
        assert "multiplies" not in says
        assert row == ["0", "?", "?"]
    story = DepthAndGradient()._constants["stories"][4]["set"]
    shown = [story, {"depth": 3, "answered": True}, {"depth": 3, "kind": "random"}]
    for hidden, *_ in derived(DepthAndGradient(), look, states_of(shown)):
        assert not hidden


def test_another_stack_is_the_next_of_five_and_after_the_last_the_first(show):
    look = """(now, widget) => [widget.more(now).parts[0].children.flat(9)[0]]
        .map(({ props }) => props.html)"""
    states = [{"kind": "undoing", "seed": 0}, {"kind": "random", "seed": SEEDS - 1}]
    first, last = derived(DepthAndGradient(), look, states_of(states))
    assert first == ["another random stack (1 of 5)"]
    assert last == ["another random stack (5 of 5)"]
    page = show(DepthAndGradient(kind="random", seed=SEEDS - 1, answered=True)).page
    page.locator(".explorable-live .kit-more summary").click()
    another = page.get_by_role("button", name="another random stack")
    another.click()
    assert another.inner_text() == "another random stack (1 of 5)"


def test_a_band_is_as_wide_as_what_it_shows_is_long_and_hidden_before_the_answer():
    [[state, gradient]] = bands_of([{}])
    assert state == gradient == 0
    bands = bands_of([{"answered": True, "depth": 3}, {"depth": 20}, {"kind": "doubling"}])
    (up, down), (_, gone), (grown, _) = bands
    half = len(up) // 2
    assert width(up, 0) == pytest.approx(8 * width(up, half - 1), abs=0.6)
    assert width(down, half - 1) == pytest.approx(8 * width(down, 0), abs=0.6)
    assert width(gone, 0) == 0, "below a thousandth nothing is drawn"
    half = len(grown) // 2
    assert width(grown, half - 1) == width(grown, half - 9) > width(grown, 5), "no wider"


def test_the_question_the_stories_and_the_task_say_what_is_so():
    told = DepthAndGradient()._constants
    asked = run(DepthAndGradient(**ASKED))[1][::-1]
    assert (asked < 1e-3).argmax() == TRUTH == 10
    assert len(asked) == BLOCKS + 1
    assert short(asked[-1]) in told["replies"]["right"]
    assert told["question"]["show"]["read"] == TRUTH
    plain, skips, root, small, undone = (
        DepthAndGradient(**story["set"]) for story in told["stories"]
    )
    says = [story["says"] for story in told["stories"]]
    for it, text in ((plain, says[0]), (skips, says[1]), (undone, says[4])):
        assert short(end(it)) in text
    for it, text in ((skips, says[1]), (root, says[2]), (small, says[3])):
        found = survey(64, setting_of(it))["random"]
        assert f"{short(min(found))} to {short(max(found))}" in text
    for it, text in ((plain, says[0]), (undone, says[4])):
        downs = run(it)[1][::-1]
        assert downs[it.read] < 1e-3 <= downs[it.read - 1]
        assert f"after {it.read} blocks" in text
    assert all(x > 2 for x in survey(64, setting_of(skips))["random"]), "the gradient grows"
    assert all(0.5 < x < 2 for x in survey(64, setting_of(root))["random"])
    assert all(0.8 < x < 1.25 for x in survey(64, setting_of(small))["random"])
    low, high = values_of(small)[1]
    assert 0.2 < low < high < 5, "the bounds are close to 1"
    fits = [s for s in np.arange(100, 1000) / 1e4 if task_fits(s)]
    assert fits[0] == GOAL["scale"]
    assert fits[0] < 1 / 64 < fits[-1] < 64**-0.5
    assert short(survey(64, Setting(0.125))["doubling"][0]) in told["task"]["done"]
    assert np.exp(0.5) > (1 + 0.5 / 64) ** 64


def task_fits(scale):
    found = survey(64, Setting(float(scale)))
    return all(GOAL["low"] <= x <= GOAL["high"] for each in found.values() for x in each)


def test_what_is_said_closer_is_so():
    look = "(now, widget) => widget.more(now).parts[2].props.html"
    asked = {"depth": 64, "answered": True}
    linear = [asked | {"kind": kind} for kind in ("undoing", "doubling")]
    states = [asked | {"kind": "random", "skip": skip} for skip in (True, False)]
    several, plain, *same = derived(DepthAndGradient(), look, states_of([*states, *linear]))
    assert "well within" in several
    for seed in range(SEEDS):
        values, (low, high) = values_of(
            DepthAndGradient(**asked | {"kind": "random", "seed": seed})
        )
        assert low < 0.1 * values[-1]
        assert values[0] < 0.1 * high
    assert f"{short(values_of(DepthAndGradient(**states[1]))[1][1])} now" in plain
    assert all("meets one of the bounds" in text for text in same)
    for state in linear:
        it = DepthAndGradient(**state)
        gap = [abs(end(it) / bound - 1) for bound in values_of(it)[1]]
        assert min(gap) < 1e-12


def judged(guess):
    look = f"(now, widget) => widget.judge({{ ...now, guess: {guess} }})"
    [found] = derived(DepthAndGradient(), look)
    return found


def test_a_flag_is_judged_by_where_it_is():
    assert [judged(n)["right"] for n in (0, 8, 9, 10, 11, 12, 32)] == [
        *(False, False),
        *(True, True, True),
        *(False, False),
    ]
    assert "added to it" in judged(32)["html"]
    assert "there is less" in judged(15)["html"]
    assert "still more" in judged(5)["html"]
    assert "not 32" in judged(32)["html"]


def test_play_sends_a_signal_and_a_gradient_back(show):
    look = "(now, widget) => [now.up, now.down, widget.play(now).value, widget.play(now).next]"
    states = [{"depth": 8, "sent": sent} for sent in (0, 5.5, 8, 12, 15, 16, MOST)]
    assert derived(DepthAndGradient(), look, states_of(states)) == [
        [0, 0, 0, {"sent": 1}],
        [5.5, 0, 6, {"sent": 7}],
        [8, 0, 8, {"sent": 9}],
        [8, 4, 12, {"sent": 13}],
        [8, 7, 15, {"sent": MOST}],
        [8, 8, 16, False],
        [8, 8, 16, False],
    ]
    page = show(DepthAndGradient(answered=True, depth=2, kind="doubling", sent=2)).page
    says = page.locator(".explorable-live .kit-says")
    page.get_by_role("button", name="One step on").click()
    assert "1.5 is left" in says.inner_text()
    page.get_by_role("button", name="One step on").click()
    assert says.inner_text().startswith("The gradient grows")


def test_a_tap_turns_switches_and_chooses_branches(show):
    page = show(DepthAndGradient(answered=True, depth=64)).page

    def tap(name):
        page.get_by_role("button", name=name, exact=True).click()
        return page.locator(".explorable-live .kit-says").inner_text()

    def said(**state):
        return short(end(DepthAndGradient(depth=64, **state)))

    page.locator(".explorable-live .kit-more summary").click()
    assert said(kind="random", seed=0) in tap("Random branches")
    assert said(kind="random", seed=1) in tap("another random stack (1 of 5)")
    assert said(kind="random", seed=1, skip=False) in tap("Skip connections")
    tap("Skip connections")
    assert said(kind="random", seed=1, normed=True) in tap("normalise before the branch")
    assert said(kind="doubling") in tap("Branches that return +½ of what comes in")
    assert said(kind="random", seed=1, normed=True) in tap("normalise before the branch")
    assert said(kind="random", seed=1, normed=True, scale=0.125) in tap(
        "Scale of the branch: 1 over the root of L"
    )


def test_the_end_of_the_chain_and_the_scale_are_pulled_as_they_are_drawn():
    pulled = """(now, widget) => widget.picture({ ...now, reply: null }).marks.flat(9)
        .filter((mark) => mark?.kind === "grip").map(({ pull, at: [x, y] }) =>
            [pull([x, y]), pull([x, y - 9]), pull([x + 20, y]), pull([-9, 900])])"""
    it = DepthAndGradient(depth=20, scale=0.125, kind="random", read=5, answered=True)
    [[scale, depth, flag]] = derived(it, pulled)
    assert [each["scale"] for each in scale] == [0.125, pytest.approx(0.4, abs=0.1), 0.125, 0]
    assert depth[0] == {"depth": 20}
    assert depth[2]["depth"] > 20
    assert depth[3] == {"depth": 1}
    assert flag[0] == {"read": 5}
    assert flag[2]["read"] < 5
    assert flag[3] == {"read": 20}
    [[_, _, guess]] = derived(DepthAndGradient(), pulled)
    assert list(guess[0]) == ["guess"]


def test_what_it_hands_to_the_page_is_numbers_of_four_digits():
    text = json.dumps(DepthAndGradient()._constants["stacks"])
    assert not re.search(r"\.\d{5}", text)
