"""Layers to flow: its numbers are the package's, and what it says of them is so."""

from functools import cache

import numpy as np
import pytest

from tests.widget.case import Case
from tests.widget.common import error, slider
from tests.widget.engine import derived
from unrolled.neural_ode.adaptive import (
    DIFFERENCE,
    DORMAND_PRINCE,
    LARGEST,
    SAFETY,
    SMALLEST,
    _first_step,
    solve_adaptively,
)
from unrolled.neural_ode.layer_paths import (
    FINEST,
    HOME,
    OTHERS,
    TIME,
    count_crossings,
    end_gap,
    find_crossings,
    flow_end,
    slope,
    walk,
)
from unrolled.neural_ode.layers_to_flow import REACH, LayersToFlow
from unrolled.neural_ode.layers_to_flow_words import ASKED, NAMES, SIZES, marked
from unrolled.neural_ode.solvers import advance, moved, solve
from unrolled.page.numbers import short

START = np.array(HOME)


def is_hidden(it):
    same = (it.solver, it.doubled, it.x, it.y) == ("euler", 1, *HOME)
    return same and not it.answered


def size_of(it):
    return it.digits if it.solver == "adaptive" else 2**it.doubled


@cache
def walked(solver, x, y, size):
    return walk(solver, np.array([x, y]), size)


def walk_of(it):
    return walked(it.solver, it.x, it.y, size_of(it))


def crossed(it):
    return count_crossings(np.array([it.x, it.y]), 2**it.doubled) if it.solver == "euler" else 0


def draw(rng):
    """A random state; some are those of the question, which hides where the path ends."""
    asked = rng.random() < 0.2
    solver = str(rng.choice(list(NAMES)))
    x, y = np.round(rng.uniform(-REACH, REACH, 2), 2)
    return {
        "solver": "euler" if asked else solver,
        "doubled": 1 if asked else int(rng.integers(len(SIZES))),
        "digits": int(rng.integers(1, len(SIZES) + 1)),
        "x": HOME[0] if asked else float(x),
        "y": HOME[1] if asked else float(y),
        "depth": int(rng.choice([64, rng.integers(65)])),
        "answered": bool(rng.random() < 0.5),
    }


def steps_and_places(layer, time, solver, start, size):
    """Times, points and every place at which the package evaluates f, for any such field."""
    W, b = np.array(layer["W"]), np.array(layer["b"])
    asked = []

    def f(h, t):
        asked.append(np.array(h))
        return np.tanh(W @ h + b)

    start = np.array(start)
    if solver == "adaptive":
        found = solve_adaptively(f, start, 0.0, time, 10.0**-size, 10.0**-size)
        times, points, refused = found.times, found.states, len(found.refused)
        assert found.calls == len(asked)
    else:
        times = np.linspace(0, time, size + 1)
        points, refused = solve(f, start, times, solver), 0
    return {
        "times": times.tolist(),
        "points": points.tolist(),
        "asked": [h.tolist() for h in asked],
        "calls": len(asked),
        "refused": refused,
    }


def draw_layer(rng):
    """A field that turns at some pace."""
    return {"W": rng.normal(size=(2, 2)).tolist(), "b": rng.normal(size=2).tolist()}


def draw_walk(rng):
    """A field, its time, a solver and a start."""
    solver = str(rng.choice(["euler", "midpoint", "rk4"]))
    time, start = float(rng.uniform(0.5, 2)), rng.normal(size=2).tolist()
    return [draw_layer(rng), time, solver, start, int(rng.integers(1, 20))]


def field_of(layer):
    return lambda h, t: np.tanh(np.array(layer["W"]) @ h + np.array(layer["b"]))


def draw_place(rng):
    """A field, a place, and the slope there."""
    layer, h = draw_layer(rng), rng.normal(size=2)
    return [layer, h.tolist(), field_of(layer)(h, 0.0).tolist()]


def try_step(layer, h, slope, dt):
    """One step of the adaptive solver, and how far one of order 4 ends from it."""
    asked = []

    def f(h, t):
        asked.append(h.tolist())
        return field_of(layer)(h, t)

    after, stages = advance(DORMAND_PRINCE, f, np.array(h), 0.0, dt, np.array(slope))
    apart = moved(np.zeros(2), dt, DIFFERENCE, stages)
    return {
        "after": after.tolist(),
        "apart": apart.tolist(),
        "next": stages[-1].tolist(),
        "places": asked,
    }


def first_step(layer, h, slope, time, tolerance):
    """The first guess, and the place at which it evaluates f beside the start."""
    asked = []

    def f(h, t):
        asked.append(h.tolist())
        return field_of(layer)(h, t)

    dt = _first_step(f, np.array(h), np.array(slope), 0.0, time, tolerance, tolerance)
    return [dt, *asked]


def factor_of(error, largest):
    return float(np.clip(SAFETY * max(error, 1e-12) ** -0.2, SMALLEST, largest))


def solve_task(page):
    """The task: four steps of RK4."""
    page.get_by_role("radio", name="RK4").check()
    slider(page, "steps").fill("2")


DONE = {"solver": "rk4", "doubled": 2}
CASE = Case(
    make=LayersToFlow,
    name="layers_to_flow",
    states={
        "asked": {},
        "many": {"doubled": 6, "x": -1.2, "y": 0.9},
        "one": {"doubled": 0, "x": 1.5, "y": -1.5},
        "midpoint": {"solver": "midpoint", "doubled": 2, "depth": 40},
        "rk4": {"solver": "rk4", "doubled": 1},
        "adaptive": {"solver": "adaptive", "digits": 6, "depth": 20},
        "loose": {"solver": "adaptive", "digits": 1, "x": 0.6, "y": 1.2},
        "begun": {"doubled": 3, "depth": 0, "x": 0.2, "y": 0.2},
    },
    draw=draw,
    refused=[
        ({"solver": "heun"}, "solver: got 'heun'"),
        ({"doubled": 7}, "doubled: got 7, expected a whole number from 0 to 6"),
        ({"digits": 0}, "digits: got 0"),
        ({"x": 1.6}, "x: got 1.6"),
        ({"y": -1.6}, "y: got -1.6"),
        ({"depth": 65}, "depth: got 65"),
    ],
    solve=solve_task,
    done=DONE,
    short=[
        DONE | {"doubled": 1},
        DONE | {"doubled": 3},
        DONE | {"x": 1.0},
        DONE | {"y": -0.71},
        DONE | {"solver": "midpoint", "doubled": 3},
        DONE | {"solver": "adaptive", "digits": 4},
        DONE | {"solver": "euler", "doubled": 4},
    ],
    twins={
        "walk": (steps_and_places, draw_walk),
        "tryStep": (
            try_step,
            lambda rng: [*draw_place(rng), rng.uniform(0.01, 1)],
        ),
        "firstStep": (
            first_step,
            lambda rng: [
                *draw_place(rng),
                2.0,
                10.0 ** -rng.integers(1, 8),
            ],
        ),
        "factorOf": (
            factor_of,
            lambda rng: [10 ** rng.uniform(-14, 5), float(rng.choice([1.0, LARGEST]))],
        ),
        "findCrossings": (
            lambda p, q: find_crossings(np.array(p), np.array(q)).tolist(),
            lambda rng: [rng.normal(size=(int(rng.integers(2, 9)), 2)).tolist() for _ in "pq"],
        ),
    },
    claims={
        "Two blocks take": is_hidden,
        "The thin lines are": is_hidden,
        "One block takes": lambda it: it.solver == "euler" and size_of(it) == 1,
        "take straight steps": lambda it: it.solver == "euler" and size_of(it) > 1,
        "itself and rejected": lambda it: walk_of(it)["refused"] > 0,
        "itself, by its estimates": lambda it: (
            it.solver == "adaptive" and not walk_of(it)["refused"]
        ),
        "One step of": lambda it: it.doubled == 0 and it.solver in ("midpoint", "rk4"),
        "evaluations of <i>f</i> in each": lambda it: it.solver in ("midpoint", "rk4"),
        "So far": lambda it: it.depth < 64 and not is_hidden(it),
        "which no flow does": lambda it: crossed(it) > 0,
        "No two paths cross": lambda it: it.solver == "euler" and crossed(it) == 0,
        "Only the filled dots": lambda it: it.solver != "euler",
        "The gap at the end": lambda it: not is_hidden(it),
    },
)
STILLS = {
    "Adaptive, midway": {"solver": "adaptive", "digits": 4, "depth": 20},
    "Moved": {"doubled": 3, "x": -1.2, "y": 0.9},
}


def test_the_paths_are_those_of_the_package_and_the_flow_is_as_good_as_exact(unchecked):
    scipy = pytest.importorskip("scipy.integrate")
    for start in (HOME, *OTHERS):
        exact = scipy.solve_ivp(
            lambda t, h: slope(h, t), (0, TIME), start, "DOP853", rtol=1e-13, atol=1e-13
        )
        assert error(flow_end(np.array(start)), exact.y[:, -1]) < 1e-9
    layer = LayersToFlow()._constants["layer"]
    for solver in NAMES:
        for size in (1, 2, 5):
            found = walk(solver, START, size)
            wanted = steps_and_places(layer, TIME, solver, HOME, size)
            assert error(found["points"], wanted["points"]) < 1e-14
            assert (found["calls"], found["refused"]) == (wanted["calls"], wanted["refused"])


def test_an_adaptive_walk_takes_the_same_steps_in_the_browser(rng, call):
    """Its steps follow from differences of nearly equal numbers: they agree to nine digits."""
    asked = [
        [draw_layer(rng), 2.0, "adaptive", rng.normal(size=2).tolist(), int(rng.integers(1, 8))]
        for _ in range(200)
    ]
    for args, found in zip(asked, call("layers_to_flow", "walk", asked), strict=True):
        wanted = steps_and_places(*args)
        assert (found["calls"], found["refused"]) == (wanted["calls"], wanted["refused"])
        for name in ("times", "points", "asked"):
            assert error(found[name], wanted[name]) < 1e-8, (name, args)


def test_crossings_lie_on_both_lines_and_are_as_many_as_when_each_pair_is_asked(rng):
    for _ in range(100):
        p, q = rng.normal(size=(6, 2)), rng.normal(size=(5, 2))
        pieces = [(m, n) for m in range(5) for n in range(4)]
        alone = [find_crossings(p[m : m + 2], q[n : n + 2]) for m, n in pieces]
        assert error(find_crossings(p, q), np.concatenate(alone)) < 1e-12
        mirrored = find_crossings(q, p)
        assert error(sorted(map(tuple, mirrored)), sorted(map(tuple, find_crossings(p, q)))) < 1e-9
    square = np.array([[0.0, 0], [1, 1]])
    assert find_crossings(square, square + np.array([0.5, 0.0])).tolist() == []
    assert find_crossings(square, np.array([[0.0, 1], [1, 0]])).tolist() == [[0.5, 0.5]]


def test_what_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="solver: got 'heun'"):
        walk("heun", START, 1)
    with pytest.raises(ValueError, match="size: got 0"):
        walk("euler", START, 0)
    with pytest.raises(ValueError, match="start: got"):
        walk("euler", np.array([1.0, np.nan]), 1)


def test_every_number_shown_is_that_of_the_package(rng, unchecked):
    look = """(now, widget) => [now.gap, now.count.calls, now.crossings.length, now.hidden,
        widget.table(now).rows, now.texts, now.columns.map(({ plain }) => plain),
        widget.picture(now).beside.marks.flat(9).filter((mark) => mark?.kind === "word")
            .map(({ html }) => html)]"""
    states = [draw(rng) for _ in range(60)]
    for state, shown in zip(states, derived(LayersToFlow(), look, states), strict=True):
        gap, calls, crossings, hidden, rows, texts, plain, written = shown
        it = LayersToFlow(**state)
        start = np.array([it.x, it.y])
        assert error(gap, end_gap(it.solver, start, size_of(it))) < 1e-9
        assert calls == walk_of(it)["calls"]
        assert crossings == crossed(it)
        assert hidden == is_hidden(it)
        sizes = range(1, 8) if it.solver == "adaptive" else SIZES
        gaps = [end_gap(it.solver, start, size) for size in sizes]
        assert [row[2] for row in rows] == ["?" if hidden else short(one) for one in gaps]
        costs = [walked(it.solver, it.x, it.y, size)["calls"] for size in sizes]
        assert [int(row[1]) for row in rows] == costs
        assert error(plain, [end_gap("euler", start, cost) for cost in costs]) < 1e-9
        assert f"gap at the end <b>{'?' if hidden else short(gap)}</b>" in written
        assert f"evaluations of <i>f</i>: <b>{calls}</b>" in written
        assert texts["gap"] == short(gap)
        often = {0: "never", 1: "once", 2: "twice"}.get(crossings, f"{crossings} times")
        assert texts["crossings"] == often
        steps = len(walk_of(it)["times"]) - 1
        if it.solver != "adaptive":
            length = TIME / steps
            assert texts["length"] == (f"1/{1 / length:.0f}" if length < 1 else f"{length:.0f}")
            assert int(texts["each"]) * steps == calls


def test_points_walk_along_their_paths_and_those_of_the_flow_along_it(unchecked):
    look = "(now) => [now.here, now.carried, now.share]"
    states = [
        LayersToFlow(doubled=2, depth=depth).state() | {"depth": depth}
        for depth in (0, 16, 24, 48, 64)
    ]
    flow = walk("rk4", START, FINEST)["points"]
    path = walk("euler", START, 4)["points"]
    middle = (path[1] + path[2]) / 2
    wanted = [path[0], path[1], middle, path[3], path[4]]
    for shown, state, at in zip(derived(LayersToFlow(), look, states), states, wanted, strict=True):
        here, carried, share = shown
        assert len(here) == len(carried) == 1 + len(OTHERS)
        assert error(here[0], at) < 1e-9
        assert error(carried[0], flow[round(share * FINEST)]) < 1e-9
        assert share == state["depth"] / 64


def test_every_sampled_path_has_its_corners_and_as_many_points_as_any_other(unchecked):
    look = """(now) => [now.samples[0].map(({ at }) => at),
        now.samples[0].map(({ share }) => share)]"""
    for solver in NAMES:
        for n in range(len(SIZES)):
            it = LayersToFlow(solver=solver, doubled=n, digits=n + 1, answered=True)
            [[found, shares]] = derived(it, look)
            assert len(found) == 65
            assert sorted(shares) == shares
            corners = walk_of(it)["points"]
            far = np.linalg.norm(np.array(found)[:, None] - corners, axis=-1).min(axis=0)
            assert far.max() < 1e-6, (solver, n)


def test_the_question_the_stories_and_the_task_say_what_is_so(unchecked):
    it = LayersToFlow()
    question, told = it._constants["question"], it._constants["stories"]
    assert question["options"][question["right"]][0] == "B"
    ends = {letter: np.array(at) for letter, at in marked()}
    assert error(ends["A"], flow_end(START)) == 0
    for letter, blocks in (("B", 2), ("C", 1)):
        assert error(ends[letter], walk("euler", START, blocks)["points"][-1]) == 0
    gaps = {n: end_gap("euler", START, n) for n in SIZES}
    halved = [gaps[n] / gaps[2 * n] for n in SIZES[:-1]]
    assert all(1.9 < ratio < 2.3 for ratio in halved)
    assert all(1.9 < ratio < 2.1 for ratio in halved[2:]), "twice as many blocks, half the gap"
    assert f"falls from {short(gaps[4])} to {short(gaps[64])}" in told[2]["says"]
    elsewhere = np.array([told[1]["set"]["x"], told[1]["set"]["y"]])
    assert f"{count_crossings(elsewhere, 2)} crossings" in told[1]["says"]
    for start in (START, elsewhere):
        assert [count_crossings(start, n) for n in SIZES[2:]] == [0] * 5
    assert walk("rk4", START, 1)["calls"] == walk("euler", START, 4)["calls"] == 4
    assert 2 * end_gap("rk4", START, 1) < gaps[4]
    better = [end_gap("rk4", START, n) / end_gap("rk4", START, 2 * n) for n in SIZES[:-1]]
    assert min(better) > 10
    assert end_gap("euler", START, 1000) > 0.001
    reached = {
        (solver, size)
        for solver in NAMES
        for size in (range(1, 8) if solver == "adaptive" else SIZES)
        if walk(solver, START, size)["calls"] <= 16 and end_gap(solver, START, size) < 0.001
    }
    assert reached == {("rk4", 4)}, "nothing else does it"
    assert it._constants["goal"] == {"gap": 0.001, "calls": 16}
    chosen = walk("adaptive", START, told[4]["set"]["digits"])
    lengths = np.diff(chosen["times"])
    assert f"{max(lengths) / lengths[0]:.0f} times as long" in told[4]["says"]
    assert f"{chosen['refused']} times here" in told[4]["says"]


def test_before_the_answer_neither_path_nor_gap_is_seen(unchecked):
    look = """(now, widget) => widget.picture(now).marks.flat(9).filter((mark) => mark &&
        /state|gradient/.test(mark.look)).map(({ opacity }) => opacity ?? 1)"""
    [asked], [told] = (derived(LayersToFlow(answered=one), look) for one in (False, True))
    assert set(asked) == {0}
    assert min(told) > 0
    [moved] = derived(LayersToFlow(x=0.9), look)
    assert min(moved) > 0, "a start that is moved is seen at once"


def test_a_finger_is_not_held_against_every_stroke(unchecked):
    """That takes Chromium many seconds with lines of so many points."""
    look = """(now, widget) => widget.picture(now).marks.flat(9).filter((mark) => mark &&
        !["grip", "choice"].includes(mark.kind) && !/through/.test(mark.look))"""
    assert derived(LayersToFlow(), look) == [[]]


def test_play_goes_block_by_block(unchecked):
    look = """(now, widget) => { const { next, back, every, from } = widget.play(now);
        return [next && next.depth, back && back.depth, every > 0, from && from.depth]; }"""
    states = [LayersToFlow().state() | {"depth": depth} for depth in (0, 10, 32, 64)]
    assert derived(LayersToFlow(), look, states) == [
        [32, False, True, False],
        [32, 0, True, False],
        [64, 0, True, False],
        [False, 32, True, 0],
    ]


def test_the_start_is_pulled_and_stays_in_its_bounds(unchecked):
    pulled = """(now, widget) => { const { pull, at } = widget.picture(now).marks.flat(9)
        .find((mark) => mark?.kind === "grip");
        return [pull(at), pull([9, -9]), pull([0.123, 0.456])]; }"""
    [[same, corner, there]] = derived(LayersToFlow(), pulled)
    assert same == {"x": HOME[0], "y": HOME[1]}
    assert corner == {"x": REACH, "y": -REACH}
    assert there == {"x": 0.12, "y": 0.46}


def test_a_column_chooses_how_many_blocks_and_the_tolerance(show):
    page = show(LayersToFlow(answered=True)).page
    says = page.locator(".explorable-live .kit-says")
    page.get_by_role("button", name="8 blocks").click()
    assert says.inner_text().startswith("8 blocks take straight steps of Δs = 1/4")
    assert short(end_gap("euler", START, 8)) in says.inner_text()
    page.get_by_role("radio", name="adaptive").check()
    page.get_by_role("button", name="Tolerance 10⁻⁴").click()
    assert says.inner_text().startswith("The solver chose 4 steps itself")
    assert f"{walk('adaptive', START, 4)['calls']} evaluations" in says.inner_text()


def test_the_answer_walks_from_the_start_on(unchecked):
    look = """(now, widget) => [widget.anew({ answered: false }, { answered: true }),
        widget.anew({ answered: true }, { answered: true })]"""
    assert derived(LayersToFlow(), look) == [[{"depth": 0}, {}]]
    assert ASKED["depth"] == 64
