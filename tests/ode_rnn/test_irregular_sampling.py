"""Irregular sampling: its numbers are the package's, and what it says of them is so."""

from functools import cache

import numpy as np
import pytest

from tests.widget.case import Case
from tests.widget.common import error, slider
from tests.widget.engine import derived
from unrolled.gru.cell import GRU, gru_step
from unrolled.lstm.gate import Gate
from unrolled.neural_ode.fields import Net
from unrolled.ode_rnn.between import decayed, evolves
from unrolled.ode_rnn.irregular_sampling import IrregularSampling
from unrolled.ode_rnn.irregular_sampling_words import (
    ASKED,
    CASES,
    GOAL,
    OFF,
    SECOND,
    beads_of,
    gap_in,
    off_in,
    set_beads,
    wave_of,
)
from unrolled.ode_rnn.race import SMOOTH, start, states_after
from unrolled.ode_rnn.sampled_wave import (
    LONGEST,
    PERIOD,
    Wave,
    answer,
    ask,
    look_at,
    name_weights,
    wave_at,
)
from unrolled.ode_rnn.worlds import DAMPING, END, OMEGA
from unrolled.page.numbers import decimals

CASE_OF = ("beads", "height", "crest", "asked")
CONTENTS = {"damping": DAMPING, "omega": OMEGA}
CROSS = evolves(longest=LONGEST)


def is_hidden(it):
    return not it.answered and all(getattr(it, name) == ASKED[name] for name in CASE_OF)


def is_midway(it):
    return it.clock < 80 and not is_hidden(it)


@cache
def offs(beads, height, crest, asked):
    return off_in({"beads": beads, "height": height, "crest": crest, "asked": asked})


def off_of(it):
    return offs(tuple(it.beads), it.height, it.crest, it.asked)


def gap_of(it):
    """The time since the last observation, or None before the first."""
    met = [t for t in beads_of(it.state()) if t <= it.asked]
    return it.asked - max(met) if met else None


def swing_of(it):
    """1 where the wave is at the same point of its swing as when last observed, -1 opposite."""
    return np.cos(OMEGA * gap_of(it))


def draw(rng):
    """A random state; some are those of the question, which hides what is said."""
    if rng.random() < 0.15:
        return ASKED | {"answered": bool(rng.random() < 0.5)}
    count = int(rng.choice([0, 1, 2, 3, 4, 5, 6], p=[0.04, *[0.16] * 6]))
    beads = (rng.integers(0, 161, 6) / 20).round(2)
    beads[rng.permutation(6)[count:]] = OFF
    asked = rng.integers(0, 161) / 20
    if count and rng.random() < 0.5:
        later = max(beads) + rng.choice([0, 0.95, 1.0, 2.0, 2.05, 3.0, 4.0])
        asked = min(END, later)
    return {
        "beads": beads.tolist(),
        "height": round(float(rng.uniform(0.2, 2)), 2),
        "crest": round(float(rng.uniform(0, 2)), 2),
        "asked": round(float(asked), 2),
        "clock": int(rng.choice([80, 80, 80, rng.integers(80)])),
        "answered": bool(rng.random() < 0.5),
    }


# The browser's functions, as the package computes them


def draw_gate(rng, n=8):
    return Gate(rng.normal(size=(n, 2)), rng.normal(size=(n, n)), rng.normal(size=n))


def draw_update(rng):
    gates = {name: draw_gate(rng)._asdict() for name in "urh"}
    return [gates, rng.normal(size=2), rng.normal(size=8)]


def update(gates, x, h):
    return gru_step(GRU(**{name: Gate(**gate) for name, gate in gates.items()}), x, h)[0].tolist()


def draw_field(rng):
    n = 8
    drawn = [rng.normal(size=s) / 3 for s in ((n, n), (n,), (n, n), (n,))]
    return dict(zip(("W_1", "b_1", "W_2", "b_2"), drawn, strict=True))


def flown(field, gap, h, longest):
    return evolves(longest=longest).of(Net(w_t=np.zeros(8), **field), np.array(gap), h).tolist()


@cache
def network(way, seed):
    who = start(way, seed)
    return who._replace(cell=SMOOTH) if way == "evolve" else who


@cache
def named(seed):
    return {way: name_weights(network(way, seed)) for way in ("decay", "evolve")}


def draw_trace(rng):
    """Two networks by a seed, what is seen, when it is asked, and the longest step."""
    beads = np.unique(rng.integers(0, 160, rng.integers(0, 3)) / 20)
    seen = np.stack([beads, rng.normal(size=len(beads))], axis=-1)
    asked = np.unique(np.append(rng.uniform(0, 8), beads[:1]))
    return [named(int(rng.integers(5))), seen, asked, LONGEST]


def follow(nets, seen, asked, longest):
    """The same from the package: each time is asked on its own."""
    seed = next(n for n in range(5) if named(n) is nets)
    evolve, decay = network("evolve", seed), network("decay", seed)

    def state_at(past, t):
        h = states_after(evolve, *past.T)[-1] if len(past) else evolve.h0
        gap = np.array(t - (past[-1, 0] if len(past) else 0.0))
        return CROSS.of(evolve.p.cell.gap, gap, h).tolist()

    def say(past, t):
        return {
            "last": past[-1, 1] if len(past) else 0.0,
            "decay": ask(decay, past, float(t)),
            "evolve": ask(evolve, past, float(t)),
            "states": state_at(past, t),
        }

    told = [say(seen[seen[:, 0] <= t], t) for t in asked]
    found = {name: [one[name] for one in told] for name in ("last", "decay", "evolve", "states")}
    jumps = [say(seen[:n], t) for n, (t, _) in enumerate(seen) if t <= asked[-1]]
    return found | {"jumps": jumps}


def solve_task(page):
    """The task: three observations where the wave passes 0, half a period apart."""
    page.locator(".explorable-live .kit-more summary").click()
    for n, time in enumerate((0.35, 1.35, 2.35, -0.05, -0.05)):
        slider(page, f"observation {n + 1}").fill(str(time))
    slider(page, "question mark").fill("2.85")


DONE = {"beads": set_beads(0.35, 1.35, 2.35), "asked": 2.85}
CASE = Case(
    make=IrregularSampling,
    name="irregular_sampling",
    states={
        "asked": {},
        "silence": {
            "beads": set_beads(0.45, 0.9, 1.4, 1.9),
            "height": 1.5,
            "crest": 1.0,
            "asked": 7.0,
        },
        "late": {"asked": 7.6, "crest": 0.0},
        "full": {
            "beads": [0.0, 1.5, 3.0, 4.5, 6.0, 8.0],
            "height": 2.0,
            "crest": 2.0,
            "asked": 4.5,
        },
        "unseen": {"beads": set_beads(5.0), "asked": 0.0, "height": 0.2, "crest": 0.5},
        "nothing": {"beads": set_beads(), "asked": 8.0},
        "playing": {"clock": 30, "asked": 2.0},
        "met": {"beads": set_beads(2.0, 2.05, 2.1, 2.15), "asked": 2.1, "clock": 40},
    },
    draw=draw,
    refused=[
        ({"beads": [1.0]}, "beads: got [1.0], expected 6 times"),
        ({"beads": [9.0] * 6}, "beads: got 9.0"),
        ({"height": 2.1}, "height: got 2.1"),
        ({"crest": -0.1}, "crest: got -0.1"),
        ({"asked": 8.1}, "asked: got 8.1"),
        ({"clock": 81}, "clock: got 81"),
    ],
    solve=solve_task,
    done=DONE,
    short=[
        DONE | {"beads": set_beads(0.35, 1.35, 2.35, 2.8)},
        DONE | {"beads": set_beads(0.35, 1.35, 2.35, 3.35)},
        DONE | {"beads": set_beads(1.35, 2.35)},
        DONE | {"beads": set_beads(0.35, 1.35, 4.35)},
        DONE | {"beads": set_beads(0.35, 1.75, 2.35)},
        DONE | {"asked": 3.35},
        DONE | {"height": 0.3},
    ],
    twins={
        "update": (update, draw_update),
        "decayed": (
            lambda way, gap, h: decayed(way["rho"], np.array(gap), h).tolist(),
            lambda rng: [{"rho": rng.normal(size=8)}, rng.uniform(0, 8), rng.normal(size=8)],
        ),
        "flown": (
            flown,
            lambda rng: [draw_field(rng), rng.uniform(0, 4), rng.normal(size=8), LONGEST],
        ),
        "waveAt": (
            lambda world, wave, t: float(wave_at(Wave(**wave), t)),
            lambda rng: [
                CONTENTS,
                {"height": rng.uniform(0.2, 2), "crest": rng.uniform(0, 2)},
                rng.uniform(0, 8),
            ],
        ),
        "trace": (follow, draw_trace),
    },
    claims={
        "After the last observation, what": is_hidden,
        "Up to there, compare": is_hidden,
        "Time has come to": is_midway,
        "a state can stay, decay": is_midway,
        "Nothing has been observed": lambda it: gap_of(it) is None,
        "No network can know": lambda it: gap_of(it) is None,
        "right after the jump": lambda it: gap_of(it) == 0,
        "is nearest, off by": lambda it: gap_of(it) > 0,
        "a whole number of periods": lambda it: gap_of(it) > 1 and swing_of(it) > 0.95,
        "swung to the other side": lambda it: swing_of(it) < -0.95,
    },
)
STILLS = {
    "Playing": {"clock": 55},
}


def test_each_number_shown_is_that_of_the_package(rng, unchecked):
    look = "(now) => [now.answers, now.truth, now.off, now.texts, now.hidden, now.facts]"
    states = [draw(rng) for _ in range(60)]
    for state, shown in zip(states, derived(IrregularSampling(), look, states), strict=True):
        said, truth, off, texts, hidden, facts = shown
        it = IrregularSampling(**state)
        wave, beads = wave_of(state), beads_of(state)
        wanted = answer(wave, beads, it.asked)._asdict()
        assert error([said[name] for name in wanted], list(wanted.values())) < 1e-9
        assert error(truth, wave_at(wave, it.asked)) < 1e-12
        assert error([off[name] for name in wanted], off_of(it)) < 1e-9
        assert hidden == is_hidden(it)
        own = off_of(it)._asdict()
        assert [texts[name] for name in own] == [decimals(one, 2) for one in own.values()]
        in_order = sorted(own.values())
        assert (texts["least"], texts["most"]) == (
            decimals(in_order[0], 2),
            decimals(in_order[-1], 2),
        )
        names = it._constants["names"]
        assert error(own[next(k for k in own if names[k] == texts["nearest"])], in_order[0]) == 0
        assert error(own[next(k for k in own if names[k] == texts["farthest"])], in_order[2]) == 0
        gap = gap_of(it)
        assert (facts["unseen"], facts["met"]) == (gap is None, gap == 0)
        if gap:
            assert texts["gap"] == f"{gap:.4g}"
            assert facts["whole"] == (gap > 1 and swing_of(it) > np.cos(np.pi * 0.08))
            assert facts["half"] == (swing_of(it) < -np.cos(np.pi * 0.08))
        assert texts["count"].startswith(str(len(set(beads))))


def test_every_line_is_what_is_said_where_it_is_asked(unchecked):
    look = """(now, widget) => widget.picture({ ...now, narrow: false }).marks.flat(9)
        .filter((mark) => mark?.kind === "line" && /minus|output|state/.test(mark.look))
        .filter((_, n) => n % 2).map(({ points }) => points)"""
    for state in (CASES["Half a period"], CASES["A cluster"]):
        it = IrregularSampling(**state, answered=True)
        [lines] = derived(it, look)
        assert len(lines) == 3
        for name, points in zip(("last", "decay", "evolve"), lines, strict=True):
            gaps = [n for n, point in enumerate(points) if point is None]
            assert len(gaps) == len(beads_of(state))
            after = [points[n + 1] for n in gaps]
            some = filter(None, points[:: len(points) // 8])
            for t, value in [*after, *some, points[-1]]:
                beads = [b for b in beads_of(state) if b <= t]
                isolated = [value, getattr(answer(wave_of(state), beads, t), name)]
                before = getattr(answer(wave_of(state), [b for b in beads if b < t], t), name)
                assert min(abs(value - isolated[1]), abs(value - before)) < 1e-9


def test_before_the_answer_nothing_of_the_silence_is_drawn(unchecked):
    look = """(now, widget) => widget.picture({ ...now, narrow: false }).marks.flat(9)
        .filter((mark) => mark?.kind === "line" && /minus|output|state|quiet/.test(mark.look))
        .flatMap(({ points }) => points).filter(Boolean).map(([t]) => t)"""
    [asked], [told] = (derived(IrregularSampling(answered=one), look) for one in (False, True))
    assert max(asked) == 4.1
    assert max(told) == 8
    [moved] = derived(IrregularSampling(crest=0.9), look)
    assert max(moved) == 8, "a case of the reader's own is seen at once"


def test_the_question_the_stories_and_the_task_say_what_is_so(unchecked, rng):
    it = IrregularSampling()
    told = {story["name"]: story["says"] for story in it._constants["stories"]}
    assert list(told) == list(CASES)
    off = off_in(ASKED)
    assert off.evolve < off.last < off.decay
    assert gap_in(ASKED) == pytest.approx(PERIOD)
    assert it._constants["question"]["right"] == 1
    half = off_in(CASES["Half a period"])
    assert CASES["Half a period"] == ASKED | {"asked": ASKED["asked"] - PERIOD / 2}
    assert half.evolve < half.decay < half.last
    nothing = abs(wave_at(wave_of(ASKED), CASES["Half a period"]["asked"]))
    assert half.last > nothing, "worse than saying 0"
    times = np.arange(4.1, 6.1, 0.1)
    assert max(off_in(ASKED | {"asked": float(t)}).evolve for t in times) < 0.25, "it follows"
    whole = off_in(CASES["One period"])
    assert whole.last < 0.15 < whole.decay
    assert gap_in(CASES["One period"]) == pytest.approx(PERIOD)
    silence = CASES["A long silence"]
    late = off_in(silence)
    assert late.decay < late.evolve < late.last
    assert abs(wave_at(wave_of(silence), 7.5)) < 1e-9
    before, after = (answer(wave_of(silence), beads_of(silence), t).evolve for t in (7.25, 7.4))
    assert before > 0 > after, "it passes 0 before the wave does, at 7.5"
    cluster = CASES["A cluster"]
    assert np.ptp(beads_of(cluster)) == 0.5
    assert abs(wave_at(wave_of(cluster), 2.5)) < 1e-9
    single = CASES["One observation"]
    falling = wave_of(single)
    rising = falling._replace(crest=falling.crest - PERIOD / 2)
    ends = [answer(wave, [2.0], single["asked"]) for wave in (falling, rising)]
    assert error(*ends) < 1e-12
    assert max(map(abs, ends[0])) < 0.1, "all say about 0"
    truths = [float(wave_at(wave, single["asked"])) for wave in (falling, rising)]
    assert truths[0] == pytest.approx(-truths[1])
    twice = off_in(single | {"beads": set_beads(2.0, SECOND)})
    assert f"off by {decimals(twice.evolve, 2)}" in told["One observation"]
    assert twice.evolve < off_in(single).evolve / 3
    done = ASKED | DONE
    assert min(off_in(done)) > GOAL["far"]
    assert GOAL == {"far": 0.5, "beads": 3}
    assert np.abs(wave_at(wave_of(done), np.array(beads_of(done)))).max() < 1e-9
    assert max(map(abs, answer(wave_of(done), beads_of(done), done["asked"]))) < 0.1
    solved = 0
    for _ in range(200):
        beads = rng.uniform(0, 6, 3)
        off = off_in(ASKED | {"beads": beads.tolist(), "asked": float(rng.uniform(max(beads), 8))})
        solved += min(off) > GOAL["far"]
    assert solved <= 4, "never by chance"


def test_what_does_not_fit_is_refused():
    wave = Wave(1.0, 0.0)
    with pytest.raises(ValueError, match="times: got"):
        look_at(wave, [1.0, np.nan])
    with pytest.raises(ValueError, match="times: got -1"):
        answer(wave, [-1.0], 2.0)
    with pytest.raises(ValueError, match="t: got -1"):
        answer(wave, [1.0], -1.0)


HANDS = """(now, widget) => { const shown = widget.picture({ ...now, narrow: false });
    return [...shown.marks, ...shown.beside.marks].flat(9)
        .filter((mark) => ["grip", "pad", "no grip"].includes(mark?.kind)); }"""


def pulled(it, n, *places):
    """What a hand asks for that pulls the handle of this number: crest, flag, pad, observations."""
    look = f"""(now, widget) => {{ const hands = ({HANDS})(now, widget);
        const places = {np.array(places).tolist()}; return hands[{n}].pull(places.at(-1),
        places.length > 1 ? places[0] : places.at(-1)); }}"""
    return derived(it, look)[0]


def test_hands_move_the_wave_the_question_and_the_observations(unchecked):
    it = IrregularSampling()
    room = {"left": 34, "unit": (900 - 34 - 190) / 8, "rail": 342}

    def x_of(t):
        return room["left"] + t * room["unit"]

    at = ASKED["crest"]
    assert pulled(it, 0, (at, 1.3 * np.exp(-DAMPING * at))) == {"crest": at, "height": 1.3}
    assert pulled(it, 0, (9, 9)) == {"crest": 2.0, "height": 2.0}
    assert pulled(it, 0, (-1, -9)) == {"crest": 0.0, "height": 0.2}
    assert pulled(it, 1, (7.02, 0)) == {"asked": 7.0}
    tapped = pulled(it, 2, (x_of(5.52), room["rail"]))
    assert tapped == {"beads": [*ASKED["beads"][:5], 5.5]}
    full = IrregularSampling(**tapped)
    assert pulled(full, 2, (x_of(7), room["rail"])) is None, "all six are there"
    stroked = pulled(full, 2, (x_of(5.5), room["rail"]), (x_of(6), room["rail"]))
    assert stroked == {"beads": [*ASKED["beads"][:5], 6.0]}
    assert pulled(it, 2, (x_of(7.5), room["rail"]), (x_of(7.6), room["rail"])) is None
    moved = pulled(it, 3, (x_of(1.0), room["rail"] + 20))
    assert moved == {"beads": [1.0, *ASKED["beads"][1:]]}
    off = pulled(it, 3, (x_of(1.0), room["rail"] + 60))
    assert off == {"beads": [OFF, *ASKED["beads"][1:]]}


def test_play_goes_by_half_units_and_the_answer_from_the_curtain_on(unchecked):
    look = """(now, widget) => { const { next, back, from, every } = widget.play(now);
        return [next && next.clock, back && back.clock, from && from.clock, every > 0]; }"""
    states = [IrregularSampling(answered=True).state() | {"clock": n} for n in (0, 7, 80)]
    assert derived(IrregularSampling(), look, states) == [
        [5, False, False, True],
        [10, 5, False, True],
        [False, 75, 0, True],
    ]
    anew = """(now, widget) => [widget.anew({ answered: false }, { ...now, answered: true }),
        widget.anew({ answered: true }, { ...now, answered: true })]"""
    assert derived(IrregularSampling(), anew) == [[{"clock": 41}, {}]]


def test_the_rail_takes_a_tap_and_lets_an_observation_go(show):
    page = show(IrregularSampling(answered=True)).page
    box = page.locator(".explorable-live .pad").bounding_box()
    x, y = box["x"] + 0.8 * box["width"], box["y"] + box["height"] / 2
    says = page.locator(".explorable-live .kit-now")
    page.mouse.click(x, y)
    assert "6 observations" in says.inner_text()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 120, steps=4)
    page.mouse.up()
    assert "5 observations" in says.inner_text()
