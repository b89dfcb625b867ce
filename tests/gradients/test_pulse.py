"""The pulse: every norm is the package's, and what it says of a pulse is so."""

import numpy as np
import pytest

from tests.widget.case import Case
from tests.widget.common import error, slider
from tests.widget.engine import derived
from unrolled.bptt.jacobians import jacobians
from unrolled.core.activations import IDENTITY
from unrolled.core.unroll import unroll
from unrolled.gradients.pulse import ACTIVATIONS as NAMES
from unrolled.gradients.pulse import (
    START,
    STEPS,
    STRIPS,
    Pulse,
    back_products,
    inputs,
    linear,
    pulse,
    recurrent_weights,
    steps_to,
)
from unrolled.page.numbers import short
from unrolled.remedies.shortcuts import shortcut
from unrolled.rnn.cell import CELL, RNN

SAFE = {"size": 0.85, "angle": 0.04, "nonnormality": 7.0}


def draw(rng):
    size = float(rng.choice([0.5, 0.8, 0.97, 1.0, 1.03, 1.5, 2.0]))
    shear = float(rng.choice([0.0, 0.3, 7.0]))
    back = int(rng.choice([0, 7, STEPS]))
    return {"size": size, "nonnormality": shear, "back": back, "lag": int(rng.integers(1, 41))}


def cell_of(strip):
    """The package's cell of a strip."""
    return shortcut(strip["keep"], strip["write"], *kinds(strip))


def kinds(strip):
    return [IDENTITY] if strip["activation"] == "identity" else []


def norms(it, strip=STRIPS[0]):
    """What the package gives for the state of a widget."""
    return pulse(cell_of(strip), recurrent_weights(it.size, it.angle, it.nonnormality), inputs())


def a_run(rng):
    """A strip, W and inputs."""
    strip = {
        "name": "",
        "keep": float(rng.uniform(0, 1)),
        "write": float(rng.uniform(0.1, 1)),
        "activation": str(rng.choice(NAMES)),
    }
    return [strip, rng.normal(0, 0.5, (2, 2)), rng.normal(0, 0.3, (12, 2))]


def ellipses(strip, W, xs):
    """Half-axes of every ellipse, and where its long axis points, from NumPy."""
    p = RNN(np.eye(2), np.array(W), np.zeros(2))
    cell = cell_of(strip)
    _, caches = unroll(cell, p, np.array(xs), np.zeros(2))
    found = back_products(jacobians(cell, p, caches))
    return [{"long": s[0], "short": s[1]} for s in np.linalg.svd(found, compute_uv=False)]


CASE = Case(
    make=Pulse,
    name="pulse",
    states={
        "start": {},
        "arrived": {"back": STEPS, "lag": 21},
        "ellipses": SAFE | {"back": STEPS, "shape": "ellipses", "lag": 9},
        "burning": {"size": 2.0, "back": STEPS, "lag": 5},
        "on its way": {"size": 1.1, "back": 12, "lag": 12},
    },
    draw=draw,
    refused=[
        ({"size": 2.1}, "size: got 2.1, expected a finite number from 0.5 to 2"),
        ({"back": 41}, "back: got 41, expected a whole number from 0 to 40"),
        ({"shape": "lines"}, "shape: got 'lines', expected one of 'bars', 'ellipses'"),
        ({"strips": []}, "strips: got [], expected two to four of them"),
        ({"strips": [{}, {}]}, "strips: got {}, expected dicts with name, keep"),
        ({"strips": [STRIPS[0] | {"name": "<b>"}] * 2}, "name: got '<b>'"),
        ({"strips": [STRIPS[0] | {"keep": np.nan}] * 2}, "keep: got nan"),
        ({"strips": [STRIPS[0] | {"activation": "relu"}] * 2}, "activation: got 'relu'"),
    ],
    solve=lambda page: (
        page.evaluate("contract.unfold()"),
        slider(page, "non-normal part of W").fill("7"),
        slider(page, "angle of the eigenvalues").fill("0.04"),
    ),
    done=SAFE | {"size": 0.95},
    short=[SAFE | {"size": 0.96}, {"size": 0.95}, {"size": 2.0, "back": STEPS}],
    twins={
        "recurrentWeights": (
            recurrent_weights,
            lambda rng: [*rng.uniform([0.5, 0, 0], [2, 3.14, 8]).tolist()],
        ),
    },
    claims={
        "Press ▶": lambda it: it.back == 0,
        "On its way": lambda it: 0 < it.back < STEPS,
        "No eigenvalue is": lambda it: it.size < 1 and norms(it).max() > 1.5,
        "The linear pulse arrives": lambda it: norms(it)[-1] > 1e3,
        "W is only": lambda it: 1.05 < norms(it)[-1] <= 1e3,
        "At exactly 1": lambda it: it.size == 1 and error(norms(it), np.ones(STEPS + 1)) < 0.5,
        "After": lambda it: norms(it)[-1] < 1e-3,
    },
)


def test_the_browser_follows_every_cell_back(call, rng):
    for _ in range(100):
        strip, W, xs = a_run(rng)
        given = [strip, W.tolist(), {}, {"xs": xs.tolist()}]
        found = call("pulse", "pulseOf", [given])[0]["ellipses"]
        wanted = ellipses(strip, W, xs)
        for axis in ("long", "short"):
            mine, theirs = ([each[axis] for each in some] for some in (found, wanted))
            assert error(mine, theirs) < 1e-12


def test_an_ellipse_points_where_the_transpose_sends_the_circle(call, rng):
    for _ in range(100):
        M = rng.normal(size=(2, 2))
        tilt = call("pulse", "ellipseOf", [[M.tolist()]])[0]["tilt"]
        long = np.linalg.svd(M.T)[0][:, 0]
        assert abs(long @ [np.cos(tilt), np.sin(tilt)]) == pytest.approx(1, abs=1e-12)


def test_the_strips_of_the_chapter_are_the_packages_cells():
    W, xs = recurrent_weights(1.2, 0.35, 0.5), inputs()
    assert error(pulse(cell_of(STRIPS[0]), W, xs), linear(1.2, 0.35, 0.5)) < 1e-12
    assert error(pulse(cell_of(STRIPS[1]), W, xs), pulse(CELL, W, xs)) < 1e-12


def test_the_pulse_is_a_finite_difference_of_the_last_state():
    W, xs = recurrent_weights(1.1, 0.35, 2.0), inputs()
    p = RNN(np.eye(2), W, np.zeros(2))
    states, _ = unroll(CELL, p, xs, np.zeros(2))
    lag, step = 6, 1e-6
    start = states[-1 - lag]
    columns = []
    for e in np.eye(2):
        ends = [unroll(CELL, p, xs[-lag:], start + s * step * e)[0][-1] for s in (1, -1)]
        columns.append((ends[0] - ends[1]) / (2 * step))
    assert pulse(CELL, W, xs)[lag] == pytest.approx(np.linalg.norm(np.array(columns).T, 2), 1e-8)


def test_the_flag_is_right_where_a_hundredth_is_left():
    it = Pulse()
    truth = steps_to(0.01, START)
    left = linear(START)
    assert left[truth] < 0.01 <= left[truth - 1]
    judge = "(guess) => widget.judge({ ...now, guess }).right"
    right = derived(it, f"(now, widget) => [1, 9, 18, 20, 21, 22, 30].map({judge})")
    assert right[0] == [False, False, False, True, True, True, False]


@pytest.mark.parametrize("lag", [10, STEPS])
def test_what_arrives_is_told_once_the_pulse_is_there(lag):
    ends = [short(linear(START)[-1]), short(linear(START)[lag])]
    for state, told in (
        ({"back": STEPS, "answered": True}, [True, True]),
        ({"back": STEPS - 1, "answered": True}, [False, lag < STEPS]),
        ({"back": STEPS, "answered": False}, [False, False]),
    ):
        marks = "widget.picture({ ...now, pointed: null }).marks.flat(9)"
        seen = f"(now, widget) => {marks}.map((mark) => mark?.html)"
        (texts,) = derived(Pulse(lag=lag), seen, [Pulse(lag=lag).state() | state])
        assert [texts.count(end) > 0 for end in ends] == told


def test_the_stories_are_true():
    edge, safe, burns = (story["says"] for story in Pulse()._constants["stories"])
    assert f"{linear(1.1)[-1]:.0f}" in edge
    assert linear(1.0).max() == pytest.approx(1, abs=1e-9)
    peak = linear(0.9, 0.04, 1.0).max()
    assert f"grows to {short(peak)}" in safe
    assert 1.5 < peak < 5  # it swells, and leaves the task to the reader
    W = recurrent_weights(1.5, 0.35, 0.0)
    assert linear(1.5)[-1] > 1e6 > 1e3 * pulse(CELL, W, inputs()).max()
    assert "explodes" in burns
