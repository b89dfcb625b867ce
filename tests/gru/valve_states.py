"""States of the valves for tests, and what the package says of each."""

import numpy as np

from tests.widget.common import slider
from unrolled.gru.gates_as_valves import LISTS, UNITS, tapes
from unrolled.lstm.one_unit import bit_and_noise, walked

T = 40
ONCE = [1.0] + [0.0] * (T - 1)  # written at step 1 and never again
KNOBS = {"b_keep": 8, "b_write": 8, "b_show": 8, "b_reset": 8, "w_gates": 12, "w_candidate": 4}


def opening(rng, steps=T):
    """Taps that are turned now and then; often quite open or quite shut."""
    values = rng.choice([0.0, 0.9, 1.0, 1.0, *rng.random(2).round(2)], steps)
    turns = np.maximum.accumulate(np.where(rng.random(steps) < 0.1, np.arange(steps), 0))
    return values[turns].tolist()


def draw(rng):
    """A random state; now and then one in which only the bit is written."""
    limits = KNOBS if rng.random() < 0.5 else {name: 2 for name in KNOBS}
    state = {
        "cell": str(rng.choice(["LSTM", "GRU"])),
        "mode": str(rng.choice(["hand", "weights"])),
        "step": int(rng.choice([1, T - 1, T, rng.integers(1, T + 1)])),
        "answered": bool(rng.random() < 0.8),
        **{name: opening(rng) for name in LISTS},
        **{name: round(float(rng.uniform(-x, x)), 1) for name, x in limits.items()},
        "reset": opening(rng) if rng.random() < 0.5 else [0.0] * T,
    }
    if rng.random() < 0.15:
        keep = float(rng.choice([0.9, 0.97, 1.0]))
        state |= {"mode": "hand", "cell": "LSTM", "keep": [keep] * T, "write": ONCE}
        state |= {"show": [1.0] * T}
        if rng.random() < 0.3:
            state["keep"][int(rng.integers(1, T))] = 0.0
    return state


def asked(rng):
    """Arguments of `walk`: either cell, by weights or by hand, over a few steps."""
    cell = str(rng.choice(["LSTM", "GRU"]))
    steps = int(rng.integers(2, 13))
    turned = np.stack([opening(rng, steps) for _ in range(3)], axis=-1)
    xs = bit_and_noise(steps) * rng.uniform(-1, 1, (steps, 1))
    return [tapes(cell), rng.uniform(-3, 3, 5), xs, [False, turned][rng.integers(2)]]


def walk(recorded, knobs, xs, turned):
    """The same by the package."""
    unit = next(UNITS[cell][0] for cell in UNITS if tapes(cell) is recorded)
    way = walked(unit, knobs, xs, None if turned is False else turned)
    on = [way.valves[k:, 0].prod() for k in range(len(xs) + 1)]
    return way._asdict() | {"on": on}


def turned(openings, t, share):
    """A tap that stays as it is left."""
    after = np.floor(100 * min(1.0, max(0.0, share)) + 0.5) / 100
    return np.where(np.arange(1, len(openings) + 1) < t, openings, after)


def painted(openings, start, end):
    """A stroke: every valve on its way, snapped to open or shut where it is nearly so."""
    after = np.array(openings, dtype=float)
    (t0, a), (t1, b) = start, end
    for t in range(min(t0, t1), max(t0, t1) + 1):
        share = a + (b - a) * (1 if t0 == t1 else (t - t0) / (t1 - t0))
        near = np.floor(100 * min(1.0, max(0.0, share)) + 0.5) / 100
        after[t - 1] = 1 if share > 0.955 else 0 if share < 0.045 else near
    return after


def half_way(back):
    """The last step, counted from 1, at which half or less is left."""
    below = np.flatnonzero(np.array(back) <= 0.5)
    return float(below[-1] + 1) if len(below) else 0.0


def solve(page):
    """The task, by the controls: all at step 1, and at step 2 the input valve is shut."""
    page.locator(".explorable-live .kit-more summary").click()
    slider(page, "step").fill("1")
    slider(page, "forget").fill("1")
    slider(page, "input").fill("1")
    slider(page, "output").fill("1")
    slider(page, "step").fill("2")
    slider(page, "input").fill("0")
