"""Attention by hand: what is played is the package's attention, and what it says is so."""

import json
import re

import numpy as np
import pytest

from tests.widget.case import Case
from tests.widget.common import slider
from tests.widget.engine import derived
from tests.widget.taped import held_to
from unrolled.attention.attend import attend
from unrolled.attention.attention_by_hand import (
    CASES,
    EDGE,
    START,
    VALUES,
    AttentionByHand,
    answered,
    given,
    seen,
)
from unrolled.attention.mask import causal
from unrolled.core.activations import softmax_jacobian

POINTS = [0.5, -1.5, 1.0, 0.5, 3.0, 2.0]  # the third query along the key of a


def draw(rng):
    point = lambda: np.round(rng.uniform(-EDGE, EDGE, 6), 2).tolist()  # noqa: E731
    return {
        "asks": int(rng.integers(1, 4)),
        "Q": point(),
        "K": point(),
        "tau": float(10 ** rng.uniform(-1, 1)),
        "swapped": bool(rng.integers(2)),
        "mask": str(rng.choice(["none", "causal"])),
        "arrow": str(rng.choice(["query", "key a", "key b", "key c"])),
    }


def truth(it):
    """Weights and output of the package, and the norm of ∂α/∂s, for a widget or a state."""
    state = it if isinstance(it, dict) else it.state()
    Q, K = (np.reshape(state[name], (3, 2)) for name in ("Q", "K"))
    Q, K = (K, Q) if state["swapped"] else (Q, K)
    mask = causal(3) if state["mask"] == "causal" else None
    Y, cache = attend(Q / state["tau"], K, VALUES, mask)
    j = state["asks"] - 1
    J = softmax_jacobian(cache.A[j]) / state["tau"]
    return cache.A[j], Y[j], float(np.linalg.norm(J, 2))


def solve(page):
    more = page.locator(".explorable-live .kit-more summary")
    more.click()
    slider(page, "the query, right").fill("3")
    slider(page, "the query, up").fill("2")
    slider(page, "temperature τ").fill("-8")


def largest(it):
    return truth(it)[0].max()


def spread(it):
    weights = truth(it)[0]
    seen_by = 3 if it.mask == "none" else it.asks
    return np.ptp(weights[:seen_by])


def judged(guess, before, after):
    """What a guess of a weight mistakes."""
    if guess > before + 0.01:
        return "more"
    if guess > before - 0.01:
        return "same"
    return "right" if abs(guess - after) <= 0.03 else "half"


def power(rng):
    """A query's length, and a temperature."""
    return rng.uniform(0.1, 4), 10 ** rng.uniform(-1, 1)


def beam(length, tau, share):
    """At which angle a key gets `share` of the weight of one straight ahead."""
    fall = -np.log(share) * np.sqrt(2) * tau / (2 * length)
    return 2 * np.arcsin(np.sqrt(fall / 2)) if fall < 2 else np.pi


def share_at(length, tau, angle):
    """The weight of a key of length 2 at this angle, as a share of that of one straight ahead."""
    scores = length * 2 * np.array([np.cos(angle), 1]) / np.sqrt(2)
    found = np.exp((scores - scores.max()) / tau)
    return found[0] / found[1]


def focus(length, angle, share):
    """The temperature at which that angle is this."""
    return 2 * np.sin(angle / 2) ** 2 * length * 2 / (-np.log(share) * np.sqrt(2))


CASE = Case(
    make=AttentionByHand,
    name="attention_by_hand",
    draw=draw,
    solve=solve,
    weight=40_000,
    states={
        "shared": {},
        "one": {"Q": POINTS},
        "frozen": {"tau": 0.1, "asks": 2},
        "swapped": {"swapped": True, "asks": 1, "arrow": "key b"},
        "masked": {"mask": "causal", "asks": 2},
        "lonely": {"mask": "causal", "asks": 1},
        "alike": {"tau": 10.0},
        "nothing": {"Q": [0.0] * 6, "K": [3.0, 3.0, -3.0, 3.0, -3.0, -3.0]},
        "first": {"Q": POINTS, "tau": 0.8},
    },
    refused=[
        ({"Q": [1.0] * 5}, r"Q: got shape (5,), expected (n=6)"),
        ({"K": [0.0] * 5 + [3.5]}, "K: got 3.5, expected numbers from -3 to 3"),
        ({"tau": 0.05}, "tau: got 0.05, expected a finite number from 0.1 to 10"),
        ({"asks": 4}, "asks: got 4, expected a whole number from 1 to 3"),
        ({"mask": "padding"}, "mask: got 'padding', expected one of 'none', 'causal'"),
        ({"arrow": "value"}, "arrow: got 'value', expected one of 'query', 'key a'"),
        ({"swapped": 1}, "swapped: got 1, expected"),
    ],
    done={"Q": POINTS, "tau": 0.5},
    short=[
        {"Q": POINTS},
        {"tau": 0.1},
        {"Q": POINTS, "tau": 0.5, "asks": 1},
        {"Q": POINTS, "tau": 0.5, "swapped": True},
    ],
    twins={
        "foot": (
            lambda q, k: (np.dot(q, k) / np.dot(q, q) * np.array(q)).tolist(),
            lambda rng: (rng.normal(size=2), rng.normal(size=2)),
        ),
        "put": (
            lambda A, i, point: np.r_[A[: 2 * i], np.clip(point, -3, 3), A[2 * i + 2 :]],
            lambda rng: (rng.normal(size=6), int(rng.integers(3)), rng.integers(-16, 17, 2) / 4),
        ),
        "spread": (beam, lambda rng: (*power(rng), rng.uniform(0.01, 0.99))),
        "shareAt": (share_at, lambda rng: (*power(rng), rng.uniform(0, np.pi))),
        "focus": (
            focus,
            lambda rng: (rng.uniform(0.1, 4), rng.uniform(0, np.pi), rng.uniform(0.01, 0.99)),
        ),
        "judged": (judged, lambda rng: tuple(rng.uniform(0, 1, 3))),
        "notch": (lambda tau: 20 * np.log10(tau), lambda rng: (10 ** rng.uniform(-1, 1),)),
        "warm": (
            lambda n: float(f"{10 ** (n / 20):.3g}"),
            lambda rng: (int(rng.integers(-20, 21)),),
        ),
    },
    claims={
        "Alone:": lambda it: truth(it)[0][it.asks - 1] == 1 and truth(it)[2] == 0,
        "All on one:": lambda it: largest(it) >= 0.945,
        "The plain mean:": lambda it: spread(it) < 0.05,
        "Shared out:": lambda it: spread(it) >= 0.05 and largest(it) < 0.945,
        "of the keys it sees": lambda it: furthest(it) and not it.swapped,
        "of the queries it sees": lambda it: furthest(it) and it.swapped,
        "Nothing moves it any more": lambda it: truth(it)[2] < 0.01,
        "A small change in the scores": lambda it: truth(it)[2] >= 0.01,
    },
)


def test_the_tape_is_the_function_and_the_function_is_the_package(rng):
    held_to(answered, **given(START))
    for _ in range(300):
        state = START | draw(rng)
        found = seen(state)
        weights, y, moves = truth(state)
        assert np.allclose(found["alpha"], weights, rtol=0, atol=1e-13)
        assert np.allclose(found["y"], y, rtol=0, atol=1e-12)
        assert found["moves"][0] == pytest.approx(moves, rel=1e-6, abs=1e-12)


def test_what_the_page_derives_is_that(rng):
    states = [START | draw(rng) for _ in range(300)]
    pick = "({ w, y, moves, s, best, shut }) => ({ w, y, moves, s, best, shut })"
    for state, it in zip(states, derived(AttentionByHand(), pick, states), strict=True):
        weights, y, moves = truth(state)
        assert np.allclose(it["w"], weights, rtol=0, atol=1e-12)
        assert np.allclose(it["y"], y, rtol=0, atol=1e-12)
        assert it["moves"] == pytest.approx(moves, rel=1e-6, abs=1e-12)
        assert it["w"][it["best"]] == max(it["w"])
        assert it["shut"] == [state["mask"] == "causal" and k >= state["asks"] for k in range(3)]


def furthest(it):
    """Whether the largest weight is that of what lies furthest along what asks, as far as seen."""
    parts = given(it.state())
    along = parts["K"] @ parts["q"] + parts["hidden"]
    return np.isclose(along[truth(it)[0].argmax()], along.max(), rtol=0, atol=1e-9)


def test_the_best_key_lies_furthest_along_the_query(rng):
    for _ in range(300):
        state = START | draw(rng) | {"mask": "none"}
        (w,) = derived(AttentionByHand(), "({ w }) => w", [state])
        parts = given(state)
        along = parts["K"] @ parts["q"] / np.linalg.norm(parts["q"])
        assert along.argmax() == np.argmax(w) or np.ptp(np.sort(along)[-2:]) < 1e-9


def test_the_question_and_the_stories_say_what_the_package_computes():
    told = AttentionByHand()._constants
    one = lambda w: f"{w:.2f}" if w >= 0.005 else f"{w:#.2g}"  # noqa: E731
    two = lambda it: "c {2}, b {1} and a {0}".format(*map(one, truth(it)[0]))  # noqa: E731
    question = told["question"]
    before, after = truth(START)[0], truth(START | CASES["twice"])[0]
    assert f"gives itself {before[2]:.2f} of its attention" in question["text"]
    assert abs(question["place"]["start"] - before[2]) > 0.1, "“it stays” is a guess"
    doubled = START | {"Q": [*START["Q"][:4], *(2 * np.array(START["Q"][4:]))]}
    assert np.allclose(truth(doubled)[0], after)
    assert np.allclose(truth(START | {"tau": 0.5})[0], after)
    assert all(two(doubled) in says for says in (*question["replies"].values(), question["answer"]))
    assert f"from {before[2]:.2f} to {after[2]:.2f}" in question["answer"]
    ratio = lambda w: w[1] / w[2]  # noqa: E731
    assert ratio(after) == pytest.approx(ratio(before) ** 2)
    assert (after > before).tolist() == [False, True, False], "only the largest grows"
    said = {story["name"]: (story["says"], story["set"]) for story in told["stories"]}
    says, state = said["The plain mean"]
    assert np.allclose(truth(state)[1], VALUES.mean(axis=0))
    assert f"({VALUES[:, 0].mean():.2f}, {VALUES[:, 1].mean():.2f})" in says
    says, state = said["At one key"]
    assert f"{truth(state)[0][0]:.2f} of the weight" in says
    assert abs(np.cross([*state["Q"][4:], 0], [*state["K"][:2], 0])).max() < 1e-12
    says, state = said["Frozen"]
    assert "Token b gets all the weight" in says
    assert truth(state)[0][1] > 1 - 1e-5
    power = int(
        re.search(r"10⁻([⁰¹²³⁴-⁹])", says)[1].translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789"))
    )
    assert np.floor(np.log10(truth(state)[2])) == -power
    says, state = said["Roles swapped"]
    assert f"changed to {two(state)}" in says
    says, state = said["Not ahead"]
    assert truth(state)[0][2] == 0
    free = truth(state | {"mask": "none"})[0]
    assert np.allclose(truth(state)[0][:2], free[:2] / free[:2].sum())
    assert set(CASES) >= {"start", "twice"}


def test_the_flag_is_judged_by_what_the_package_computes(rng):
    question = AttentionByHand()._constants["question"]
    state = AttentionByHand().state() | question["show"] | {"answered": True}
    before, after = truth(START)[0][2], truth(state)[0][2]
    for guess in [*np.round(rng.uniform(0, 1, 60), 2).tolist(), 0.04, 0.08, 0.14, 0.16, 0.19, 0.32]:
        pick = f"(now, widget) => widget.judge({{ ...now, guess: {guess} }})"
        (said,) = derived(AttentionByHand(), pick, [state])
        verdict = judged(guess, before, after)
        assert said == {"right": verdict == "right", "html": question["replies"][verdict]}
    wanted = {0.04: "right", before / 2: "half", before: "same", 2 * before: "more"}
    wanted |= {0.14: "half", 0.16: "same", 0.19: "more"}
    assert all(judged(guess, before, after) == verdict for guess, verdict in wanted.items())


def test_a_token_has_one_name_that_no_figure_of_the_chapter_uses():
    it = AttentionByHand()
    assert it._constants["tokens"] == ["a", "b", "c"]
    look = "(now, widget) => JSON.stringify([widget.picture(now), widget.table(now)])"
    states = [START, *(START | own for own in CASES.values())]
    told = [json.dumps(it._constants), *derived(AttentionByHand(answered=True), look, states)]
    for text in told:
        assert not re.search(r"(?i)\b(token|key) [1-3]|<b>[dem]</b>|<sub>[1-3]</sub>", text)


def test_a_wave_runs_back_as_long_as_the_weights_can_move():
    find = "({ marks }) => marks.flat(9).find(({ look }) => /wave/.test(look)).opacity"
    look = f"(now, widget) => ({find})(widget.picture(now))"
    states = [START, START | CASES["alike"], START | CASES["frozen"], START | {"Q": POINTS}]
    moves = np.array([truth(state)[2] for state in states])
    shown = derived(AttentionByHand(answered=True), look, states)
    assert [opacity > 0 for opacity in shown] == (moves >= 0.01).tolist()


def test_the_beam_is_as_bright_as_a_key_there_would_weigh(rng):
    find = "({ marks }) => marks.flat(9).find(({ cone }) => cone).cone"
    look = f"(now, widget) => ({find})(widget.picture(now))"
    states = [START | draw(rng) for _ in range(30)] + [START | CASES["alike"]]
    for state, cone in zip(states, derived(AttentionByHand(), look, states), strict=True):
        q = given(state)["q"]
        angles, light = np.array(cone["stops"]).T
        assert (np.diff(angles) >= 0).all()
        assert angles[-1] <= np.pi
        turned = cone["turn"] + angles
        keys = 2 * np.stack([np.cos(turned), np.sin(turned)], axis=1)
        scores = keys @ q / np.sqrt(2)
        w = np.exp((scores - 2 * np.linalg.norm(q) / np.sqrt(2)) / state["tau"])
        assert np.allclose(light / light[0], w, atol=1e-9)


def test_a_key_on_an_edge_of_the_beam_gets_that_share_of_one_straight_ahead(rng, call):
    for _ in range(100):
        q = rng.normal(size=2) * 2
        tau, share = 10 ** rng.uniform(-1, 0.5), rng.uniform(0.02, 0.98)
        angle = call("attention_by_hand", "spread", [[np.linalg.norm(q), tau, share]])[0]
        turned = np.arctan2(q[1], q[0]) + np.array([0, angle, -angle])
        keys = 2 * np.stack([np.cos(turned), np.sin(turned)], axis=1)
        w = answered(q, keys, VALUES, np.array([tau]), np.zeros(3))["alpha"]
        if angle < np.pi:
            assert np.allclose(w[1:] / w[0], share, rtol=1e-9)
        else:
            assert (w[1:] / w[0] >= share - 1e-9).all()


def test_each_colour_fills_as_much_of_the_triangle_as_its_token_has_weight(rng):
    """The area between the average and the two other corners."""
    area = lambda a, b, c: abs(np.cross([*(b - a), 0], [*(c - a), 0])[2])  # noqa: E731
    for _ in range(100):
        w, y, _ = truth(START | draw(rng))
        others = [VALUES[[n for n in range(3) if n != k]] for k in range(3)]
        found = np.array([area(y, *two) for two in others]) / area(*VALUES)
        assert np.allclose(found, w, rtol=0, atol=1e-12)


def test_neither_turning_nor_cooling_alone_solves_the_task(rng):
    cold = [START | {"tau": float(t)} for t in np.geomspace(0.1, 10, 40)]
    turned = []
    for x, y in np.ndindex(25, 25):
        Q = [*START["Q"][:4], -3 + x / 4, -3 + y / 4]
        turned.append(START | {"Q": Q})
    done = derived(AttentionByHand(), "({ task }) => task.reached", cold + turned)
    assert not any(done)
    first = [truth(state)[0][0] >= 0.945 for state in turned]
    assert 0 < sum(first) < len(first) / 4


def test_the_page_pulls_the_query_and_a_key(show):
    page = show(AttentionByHand(answered=True)).page
    grips = page.locator(".explorable-live .grip")
    assert grips.count() == 5
    boxes = [grips.nth(k).bounding_box() for k in range(5)]
    centres = [(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2) for b in boxes]
    unit = (centres[0][0] - centres[1][0]) / 2.5  # from (-1, 1.5) to (1.5, 1)
    origin = (centres[0][0] - 1.5 * unit, centres[0][1] + unit)

    def pull(start, to):
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(origin[0] + to[0] * unit, origin[1] - to[1] * unit, steps=4)
        page.mouse.up()

    pull(centres[4], (2.5, 1.5))
    page.locator(".explorable-live .kit-more summary").click()
    assert float(slider(page, "the query, right").input_value()) == pytest.approx(2.5, abs=0.06)
    assert float(slider(page, "the query, up").input_value()) == pytest.approx(1.5, abs=0.06)


def test_the_page_pulls_the_edge_of_the_beam_which_is_the_temperature(show):
    page = show(AttentionByHand(answered=True)).page
    knob = page.locator(".explorable-live .grip.focus .knob")
    before = float(slider(page, "temperature τ").input_value())
    box, other = knob.bounding_box(), page.locator(".explorable-live .grip").nth(4).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"], other["y"] + other["height"] / 2, steps=4)  # nearer to the axis
    page.mouse.up()
    assert float(slider(page, "temperature τ").input_value()) < before


def test_digits_are_shown_of_what_is_pointed_at(show):
    page = show(AttentionByHand(answered=True)).page
    part = page.locator(".explorable-live .kit-main .choice").nth(1)
    digits = part.locator(".digits")
    assert digits.text_content() == "0.79"
    seen = "node => getComputedStyle(node).opacity"
    assert digits.evaluate(seen) == "0"
    box = part.locator(".pick").first.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert digits.evaluate(seen) == "1"
    page.mouse.move(0, 0)
    part.focus()
    assert digits.evaluate(seen) == "1"
